// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of kubelet_files.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_kubelet_files(py::module_ &m) {
  m.def("kubelet_fault_get_name", [](Number<koord_kubelet_fault> fault) {
    return koord_kubelet_fault_get_name(fault.value);
  }, "fault"_a);
  m.def("kubelet_report_get_findings", [](const Handle<koord_kubelet_report> &report) {
    const Used used_report(report);
    RowsOut<koord_kubelet_finding> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_kubelet_report_get_findings(used_report.get(), out_rows.data(), sizeof(koord_kubelet_finding), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "report"_a);
  m.def("kubelet_report_to_json", [](const Handle<koord_kubelet_report> &report) {
    const Used used_report(report);
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_kubelet_report_to_json(used_report.get(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "report"_a);
  m.def("kubelet_check", [](const Handle<koord_topology> &topology, const Handle<koord_kubelet_setup> *setup, Number<koord_repair_flags> flags) {
    const Used used_topology(topology);
    const Used used_setup(setup);
    koord_kubelet_report *out_out = nullptr;
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.shared();
      return koord_kubelet_check(used_topology.get(), used_setup.get(), flags.value, &out_out, err);
    });
    return call.give(owned(out_out));
  }, "topology"_a, "setup"_a.none(true), "flags"_a);
  m.def("kubelet_repair_cpus", [](const Handle<koord_topology> &topology, const Handle<koord_kubelet_setup> *setup, Number<koord_repair_flags> flags) {
    const Used used_topology(topology);
    const Used used_setup(setup);
    koord_buffer *out_out = nullptr;
    koord_buffer *out_report = nullptr;
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.shared();
      return koord_kubelet_repair_cpus(used_topology.get(), used_setup.get(), flags.value, &out_out, &out_report, err);
    });
    return call.give(py::make_tuple(to_document(out_out), to_document(out_report)));
  }, "topology"_a, "setup"_a.none(true), "flags"_a);
  m.def("kubelet_repair_memory", [](const Handle<koord_topology> &topology, const Handle<koord_kubelet_setup> *setup, Number<koord_repair_flags> flags) {
    const Used used_topology(topology);
    const Used used_setup(setup);
    koord_buffer *out_out = nullptr;
    koord_buffer *out_report = nullptr;
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.shared();
      return koord_kubelet_repair_memory(used_topology.get(), used_setup.get(), flags.value, &out_out, &out_report, err);
    });
    return call.give(py::make_tuple(to_document(out_out), to_document(out_report)));
  }, "topology"_a, "setup"_a.none(true), "flags"_a);
  m.def("kubelet_replace_cpus", [](const Handle<koord_topology> &topology, const Handle<koord_kubelet_setup> *setup, const py::list &pods) {
    const Used used_topology(topology);
    const Used used_setup(setup);
    const Handles<koord_pod> used_pods(pods);
    koord_buffer *out_out = nullptr;
    koord_buffer *out_report = nullptr;
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.shared();
      return koord_kubelet_replace_cpus(used_topology.get(), used_setup.get(), used_pods.get(), used_pods.count(), &out_out, &out_report, err);
    });
    return call.give(py::make_tuple(to_document(out_out), to_document(out_report)));
  }, "topology"_a, "setup"_a.none(true), "pods"_a);
  m.def("kubelet_write_state", [](const Text &path, const Text &text, const Text &proc_root, Number<koord_write_state_flags> flags) {
    Call call;
    call([&](koord_error *err) {
      return koord_kubelet_write_state(path.data(), path.size(), text.data(), text.size(), proc_root.data(), proc_root.size(), flags.value, err);
    });
    call.end();
  }, "path"_a, "text"_a, "proc_root"_a.none(true), "flags"_a);
}

}  // namespace koord_python
