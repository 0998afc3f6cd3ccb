// Containers on their way, and devices of this machine.
#include "bridge.h"

namespace koord_python {

void add_hook(py::module_ &m) {
  m.def(
      "hook_stage_get_name",
      [](Number<int32_t> stage) { return koord_hook_stage_get_name(stage.value); }, "stage"_a);
  m.def(
      "adjustment_new",
      [](const Handle<koord_agent_state> &state, Number<int32_t> stage, const Text &uid,
         const Text &container, const Text &resource_status, const Text &sysfs_root) {
        const Used used_state(state);
        koord_adjustment *out = nullptr;
        call([&](koord_error *err) {
          return koord_adjustment_new(used_state.get(), stage.value, uid.data(), uid.size(),
                                      container.data(), container.size(), resource_status.data(),
                                      resource_status.size(), sysfs_root.data(), sysfs_root.size(),
                                      &out, err);
        });
        return owned(out);
      },
      "state"_a, "stage"_a, "uid"_a, "container"_a, "resource_status"_a, "sysfs_root"_a);
  m.def(
      "adjustment_get_info",
      [](const Handle<koord_adjustment> &adjustment) {
        const Used used_adjustment(adjustment);
        koord_adjustment_info info = KOORD_INIT(koord_adjustment_info);
        call([&](koord_error *err) {
          return koord_adjustment_get_info(used_adjustment.get(), &info, err);
        });
        return to_dict(info);
      },
      "adjustment"_a);
  m.def(
      "adjustment_get_cpus",
      [](const Handle<koord_adjustment> &adjustment) {
        const Used used_adjustment(adjustment);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_adjustment_get_cpus(used_adjustment.get(), words, kWords, err);
        });
        return to_words(words);
      },
      "adjustment"_a);
  m.def(
      "adjustment_get_numa_nodes",
      [](const Handle<koord_adjustment> &adjustment) {
        const Used used_adjustment(adjustment);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_adjustment_get_numa_nodes(used_adjustment.get(), words, kWords, err);
        });
        return to_words(words);
      },
      "adjustment"_a);
  m.def(
      "adjustment_get_text",
      [](const Handle<koord_adjustment> &adjustment, Number<int32_t> list, Number<uint32_t> item) {
        const Used used_adjustment(adjustment);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_adjustment_get_text(used_adjustment.get(), list.value, item.value, text,
                                           capacity, needed, err);
        });
      },
      "adjustment"_a, "list"_a, "item"_a);
  m.def(
      "adjustment_to_json",
      [](const Handle<koord_adjustment> &adjustment) {
        const Used used_adjustment(adjustment);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_adjustment_to_json(used_adjustment.get(), &out, err);
        });
        return to_document(out);
      },
      "adjustment"_a);
  m.def(
      "hook_run",
      [](const py::dict &options, const Text &oci_state, const Text &state_file,
         const Text &cgroup_root, const Text &proc_root) {
        koord_hook_options options_ = KOORD_INIT(koord_hook_options);
        fill(options_, options);
        koord_hook_result result = KOORD_INIT(koord_hook_result);
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return koord_hook_run(log, &options_, oci_state.data(), oci_state.size(),
                                state_file.data(), state_file.size(), cgroup_root.data(),
                                cgroup_root.size(), proc_root.data(), proc_root.size(), &result,
                                err);
        });
        return to_dict(result);
      },
      "options"_a, "oci_state"_a, "state_file"_a, "cgroup_root"_a, "proc_root"_a);
  m.def(
      "device_report_to_json",
      [](const Handle<koord_topology> &topology, const py::dict &options, const Text &node_name,
         const Text &nvml_library, const Text &sysfs_root, const Text &checkpoint,
         const Text &pods) {
        const Used used_topology(topology);
        koord_device_report_options options_ = KOORD_INIT(koord_device_report_options);
        fill(options_, options);
        koord_buffer *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_device_report_to_json(
                  log, used_topology.get(), &options_, node_name.data(), node_name.size(),
                  nvml_library.data(), nvml_library.size(), sysfs_root.data(), sysfs_root.size(),
                  checkpoint.data(), checkpoint.size(), pods.data(), pods.size(), &out, err);
            },
            [&] { return to_document(out); });
      },
      "topology"_a, "options"_a, "node_name"_a, "nvml_library"_a, "sysfs_root"_a, "checkpoint"_a,
      "pods"_a);
  m.def(
      "device_get_node_resources",
      [](const Text &device, Number<uint32_t> flags) {
        koord_buffer *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_device_get_node_resources(log, device.data(), device.size(), flags.value,
                                                     &out, err);
            },
            [&] { return to_document(out); });
      },
      "device"_a, "flags"_a);
}

}  // namespace koord_python
