// The files that kubelet keeps.
#include "bridge.h"

namespace koord_python {

void add_kubelet_files(py::module_ &m) {
  m.def(
      "kubelet_fault_get_name",
      [](Number<int32_t> fault) { return koord_kubelet_fault_get_name(fault.value); }, "fault"_a);
  m.def(
      "kubelet_write_state",
      [](const Text &path, const Text &text, const Text &proc_root, Number<uint32_t> flags) {
        call([&](koord_error *err) {
          return koord_kubelet_write_state(path.data(), path.size(), text.data(), text.size(),
                                           proc_root.data(), proc_root.size(), flags.value, err);
        });
      },
      "path"_a, "text"_a, "proc_root"_a, "flags"_a);
  m.def(
      "kubelet_check",
      [](const Handle<koord_topology> &topology, const Text &kubelet_config,
         const MaybeText &cpu_state, const MaybeText &memory_state, const py::object &present,
         const Text &arena, Number<uint32_t> flags) {
        const Used used(topology);
        const Rows present_(present, sizeof(koord_present_container), false);
        koord_buffer *report = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_kubelet_check(
                  log, used.get(), kubelet_config.data(), kubelet_config.size(), cpu_state.data(),
                  cpu_state.size(), memory_state.data(), memory_state.size(),
                  present_.as<koord_present_container>(), sizeof(koord_present_container),
                  present_.count(), arena.data(), arena.size(), flags.value, nullptr,
                  sizeof(koord_kubelet_finding), 0, nullptr, &report, err);
            },
            [&] { return to_document(report); });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "memory_state"_a, "present"_a, "arena"_a,
      "flags"_a);
  m.def(
      "kubelet_repair_cpus",
      [](const Handle<koord_topology> &topology, const Text &kubelet_config,
         const MaybeText &cpu_state, const py::object &present, const Text &arena,
         Number<uint32_t> flags) {
        const Used used(topology);
        const Rows present_(present, sizeof(koord_present_container), false);
        koord_buffer *out = nullptr;
        koord_buffer *report = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_kubelet_repair_cpus(
                  log, used.get(), kubelet_config.data(), kubelet_config.size(), cpu_state.data(),
                  cpu_state.size(), present_.as<koord_present_container>(),
                  sizeof(koord_present_container), present_.count(), arena.data(), arena.size(),
                  flags.value, &out, &report, err);
            },
            [&] { return py::make_tuple(to_document(out), to_document(report)); });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "present"_a, "arena"_a, "flags"_a);
  m.def(
      "kubelet_repair_memory",
      [](const Handle<koord_topology> &topology, const Text &kubelet_config,
         const MaybeText &memory_state, const py::object &present, const Text &arena,
         Number<uint32_t> flags) {
        const Used used(topology);
        const Rows present_(present, sizeof(koord_present_container), false);
        koord_buffer *out = nullptr;
        koord_buffer *report = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_kubelet_repair_memory(
                  log, used.get(), kubelet_config.data(), kubelet_config.size(),
                  memory_state.data(), memory_state.size(), present_.as<koord_present_container>(),
                  sizeof(koord_present_container), present_.count(), arena.data(), arena.size(),
                  flags.value, &out, &report, err);
            },
            [&] { return py::make_tuple(to_document(out), to_document(report)); });
      },
      "topology"_a, "kubelet_config"_a, "memory_state"_a, "present"_a, "arena"_a, "flags"_a);
  m.def(
      "kubelet_replace_cpus",
      [](const Handle<koord_topology> &topology, const Text &kubelet_config,
         const MaybeText &cpu_state, const py::list &pods) {
        const Used used(topology);
        const Pods pods_(pods);
        koord_buffer *out = nullptr;
        koord_buffer *report = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return koord_kubelet_replace_cpus(
                  log, used.get(), kubelet_config.data(), kubelet_config.size(), cpu_state.data(),
                  cpu_state.size(), pods_.get(), pods_.count(), &out, &report, err);
            },
            [&] { return py::make_tuple(to_document(out), to_document(report)); });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "pods"_a);
}

}  // namespace koord_python
