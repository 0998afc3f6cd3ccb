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
        koord_adjustment_request *made = nullptr;
        call([&](koord_error *err) {
          return koord_adjustment_request_new(stage.value, &made, err);
        });
        const Temporary<koord_adjustment_request, koord_adjustment_request_free> request(made);
        call([&](koord_error *err) {
          return koord_adjustment_request_set_container(made, uid.data(), uid.size(),
                                                        container.data(), container.size(), err);
        });
        call([&](koord_error *err) {
          return koord_adjustment_request_set_resource_status(made, resource_status.data(),
                                                              resource_status.size(), err);
        });
        call([&](koord_error *err) {
          return koord_adjustment_request_set_sysfs_root(made, sysfs_root.data(), sysfs_root.size(),
                                                         err);
        });
        koord_adjustment *out = nullptr;
        call([&](koord_error *err) {
          return koord_adjustment_new(used_state.get(), made, &out, err);
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
        koord_hook *made = nullptr;
        call([&](koord_error *err) { return koord_hook_new(&options_, &made, err); });
        const Temporary<koord_hook, koord_hook_free> hook(made);
        call([&](koord_error *err) {
          return koord_hook_set_state_file(made, state_file.data(), state_file.size(), err);
        });
        call([&](koord_error *err) {
          return koord_hook_set_cgroup_root(made, cgroup_root.data(), cgroup_root.size(), err);
        });
        call([&](koord_error *err) {
          return koord_hook_set_proc_root(made, proc_root.data(), proc_root.size(), err);
        });
        koord_hook_result result = KOORD_INIT(koord_hook_result);
        call([&](koord_error *err) {
          return koord_hook_run(made, oci_state.data(), oci_state.size(), &result, err);
        });
        return to_dict(result);
      },
      "options"_a, "oci_state"_a, "state_file"_a, "cgroup_root"_a, "proc_root"_a);
  m.def(
      "device_report_to_json",
      [](const Handle<koord_topology> &topology, Number<uint32_t> flags, const Text &node_name,
         const Text &nvml_library, const Text &sysfs_root, const Text &checkpoint,
         const Text &pods) {
        const Used used_topology(topology);
        koord_buffer *out = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              koord_device_report *made = nullptr;
              koord_status status = koord_device_report_new(log, flags.value, &made, err);
              const Made<koord_device_report> report(made, koord_device_report_free);
              const auto set = [&](const auto &call, const Text &text) {
                if (status == KOORD_OK) status = call(made, text.data(), text.size(), err);
              };
              set(koord_device_report_set_nvml_library, nvml_library);
              set(koord_device_report_set_sysfs_root, sysfs_root);
              set(koord_device_report_set_checkpoint, checkpoint);
              set(koord_device_report_set_pods, pods);
              return status != KOORD_OK
                         ? status
                         : koord_device_report_to_json(made, used_topology.get(), node_name.data(),
                                                       node_name.size(), &out, err);
            },
            [&] { return to_document(out); });
      },
      "topology"_a, "flags"_a, "node_name"_a, "nvml_library"_a, "sysfs_root"_a, "checkpoint"_a,
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
