// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of device.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_device(py::module_ &m) {
  m.def("device_report_new", [](Number<koord_device_report_flags> flags) {
    auto remarks = std::make_unique<Remarks>();
    koord_device_report *out_out = nullptr;
    Call call(remarks.get());
    call([&](koord_error *err) {
      return koord_device_report_new(remarks->context(), flags.value, &out_out, err);
    });
    return call.give(py::cast(Handle<koord_device_report>(out_out, std::move(remarks))));
  }, "flags"_a);
  m.def("device_report_set_nvml_library", [](const Handle<koord_device_report> &report, const Text &nvml_library) {
    const Used used_report(report);
    Call call(used_report.remarks());
    call([&](koord_error *err) {
      const auto lock_report = used_report.alone();
      return koord_device_report_set_nvml_library(used_report.get(), nvml_library.data(), nvml_library.size(), err);
    });
    call.end();
  }, "report"_a, "nvml_library"_a.none(true));
  m.def("device_report_set_sysfs_root", [](const Handle<koord_device_report> &report, const Text &sysfs_root) {
    const Used used_report(report);
    Call call(used_report.remarks());
    call([&](koord_error *err) {
      const auto lock_report = used_report.alone();
      return koord_device_report_set_sysfs_root(used_report.get(), sysfs_root.data(), sysfs_root.size(), err);
    });
    call.end();
  }, "report"_a, "sysfs_root"_a.none(true));
  m.def("device_report_set_checkpoint", [](const Handle<koord_device_report> &report, const Text &checkpoint) {
    const Used used_report(report);
    Call call(used_report.remarks());
    call([&](koord_error *err) {
      const auto lock_report = used_report.alone();
      return koord_device_report_set_checkpoint(used_report.get(), checkpoint.data(), checkpoint.size(), err);
    });
    call.end();
  }, "report"_a, "checkpoint"_a.none(true));
  m.def("device_report_set_pods", [](const Handle<koord_device_report> &report, const Text &pods) {
    const Used used_report(report);
    Call call(used_report.remarks());
    call([&](koord_error *err) {
      const auto lock_report = used_report.alone();
      return koord_device_report_set_pods(used_report.get(), pods.data(), pods.size(), err);
    });
    call.end();
  }, "report"_a, "pods"_a.none(true));
  m.def("device_report_to_json", [](const Handle<koord_device_report> &report, const Handle<koord_topology> &topology, const Text &node_name) {
    const Used used_report(report);
    const Used used_topology(topology);
    koord_buffer *out_out = nullptr;
    Call call(used_report.remarks());
    call([&](koord_error *err) {
      const auto lock_report = used_report.shared();
      return koord_device_report_to_json(used_report.get(), used_topology.get(), node_name.data(), node_name.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "report"_a, "topology"_a, "node_name"_a);
  m.def("device_get_node_resources", [](const Text &device, Number<koord_node_resources_flags> flags) {
    Remarks remarks;
    koord_buffer *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_device_get_node_resources(remarks.context(), device.data(), device.size(), flags.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "device"_a, "flags"_a);
}

}  // namespace koord_python
