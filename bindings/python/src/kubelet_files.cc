// The files that kubelet keeps.
#include "bridge.h"

namespace koord_python {

namespace {

using PresentRows = std::vector<std::tuple<Text, Text, Text>>;

// Findings and JSON. Takes the report over.
py::tuple report_of(koord_kubelet_report *made) {
  const std::unique_ptr<koord_kubelet_report, void (*)(koord_kubelet_report *)> report(
      made, koord_kubelet_report_unref);
  const py::bytearray findings =
      rows_of<koord_kubelet_finding>([&](koord_kubelet_finding *rows, size_t stride,
                                         size_t capacity, size_t *count, koord_error *err) {
        return koord_kubelet_report_get_findings(made, rows, stride, capacity, count, err);
      });
  koord_buffer *json = nullptr;
  call([&](koord_error *err) { return koord_kubelet_report_to_json(made, &json, err); });
  return py::make_tuple(findings, to_document(json));
}

// A new file and what changed. f: koord_status(const koord_kubelet_setup *, koord_buffer **out,
// koord_buffer **report, koord_error *).
template <class F>
py::tuple changed(const KubeletSetup &setup, F f) {
  koord_buffer *out = nullptr;
  koord_buffer *report = nullptr;
  return call_with_remarks(
      [&](const koord_context *log, koord_error *err) {
        return setup.use(log, err, [&](const koord_kubelet_setup *made, koord_error *e) {
          return f(made, &out, &report, e);
        });
      },
      [&] { return py::make_tuple(to_document(out), to_document(report)); });
}

}  // namespace

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
      [](const Handle<koord_topology> &topology, const MaybeText &kubelet_config,
         const MaybeText &cpu_state, const MaybeText &memory_state, const PresentRows &present,
         Number<uint32_t> flags) {
        const Used used(topology);
        const KubeletSetup setup{kubelet_config, cpu_state, memory_state, present};
        koord_kubelet_report *report = nullptr;
        return call_with_remarks(
            [&](const koord_context *log, koord_error *err) {
              return setup.use(log, err, [&](const koord_kubelet_setup *made, koord_error *e) {
                return koord_kubelet_check(used.get(), made, flags.value, &report, e);
              });
            },
            [&] { return report_of(report); });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "memory_state"_a, "present"_a, "flags"_a);
  m.def(
      "kubelet_repair_cpus",
      [](const Handle<koord_topology> &topology, const MaybeText &kubelet_config,
         const MaybeText &cpu_state, const PresentRows &present, Number<uint32_t> flags) {
        const Used used(topology);
        return changed({kubelet_config, cpu_state, {}, present},
                       [&](const koord_kubelet_setup *made, koord_buffer **out,
                           koord_buffer **report, koord_error *err) {
                         return koord_kubelet_repair_cpus(used.get(), made, flags.value, out,
                                                          report, err);
                       });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "present"_a, "flags"_a);
  m.def(
      "kubelet_repair_memory",
      [](const Handle<koord_topology> &topology, const MaybeText &kubelet_config,
         const MaybeText &memory_state, const PresentRows &present, Number<uint32_t> flags) {
        const Used used(topology);
        return changed({kubelet_config, {}, memory_state, present},
                       [&](const koord_kubelet_setup *made, koord_buffer **out,
                           koord_buffer **report, koord_error *err) {
                         return koord_kubelet_repair_memory(used.get(), made, flags.value, out,
                                                            report, err);
                       });
      },
      "topology"_a, "kubelet_config"_a, "memory_state"_a, "present"_a, "flags"_a);
  m.def(
      "kubelet_replace_cpus",
      [](const Handle<koord_topology> &topology, const MaybeText &kubelet_config,
         const MaybeText &cpu_state, const py::list &pods) {
        const Used used(topology);
        const Pods pods_(pods);
        return changed({kubelet_config, cpu_state, {}, {}},
                       [&](const koord_kubelet_setup *made, koord_buffer **out,
                           koord_buffer **report, koord_error *err) {
                         return koord_kubelet_replace_cpus(used.get(), made, pods_.get(),
                                                           pods_.count(), out, report, err);
                       });
      },
      "topology"_a, "kubelet_config"_a, "cpu_state"_a, "pods"_a);
}

}  // namespace koord_python
