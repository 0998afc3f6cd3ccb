// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of kubelet_setup.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_kubelet_setup(py::module_ &m) {
  m.def("kubelet_version_parse", [](const Text &text) {
    koord_kubelet_version out_out{};
    Call call;
    call([&](koord_error *err) {
      return koord_kubelet_version_parse(text.data(), text.size(), &out_out, err);
    });
    return call.give(out_out);
  }, "text"_a);
  m.def("kubelet_setup_new", []() {
    auto remarks = std::make_unique<Remarks>();
    koord_kubelet_setup *out_out = nullptr;
    Call call(remarks.get());
    call([&](koord_error *err) {
      return koord_kubelet_setup_new(remarks->context(), &out_out, err);
    });
    return call.give(py::cast(Handle<koord_kubelet_setup>(out_out, std::move(remarks))));
  });
  m.def("kubelet_setup_reset", [](const Handle<koord_kubelet_setup> &setup) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_reset(used_setup.get(), err);
    });
    call.end();
  }, "setup"_a);
  m.def("kubelet_setup_set_version", [](const Handle<koord_kubelet_setup> &setup, Number<koord_kubelet_version> version) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_set_version(used_setup.get(), version.value, err);
    });
    call.end();
  }, "setup"_a, "version"_a);
  m.def("kubelet_setup_set_config", [](const Handle<koord_kubelet_setup> &setup, const Text &kubelet_config) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_set_config(used_setup.get(), kubelet_config.data(), kubelet_config.size(), err);
    });
    call.end();
  }, "setup"_a, "kubelet_config"_a.none(true));
  m.def("kubelet_setup_set_cpu_state", [](const Handle<koord_kubelet_setup> &setup, const Text &cpu_state) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_set_cpu_state(used_setup.get(), cpu_state.data(), cpu_state.size(), err);
    });
    call.end();
  }, "setup"_a, "cpu_state"_a.none(true));
  m.def("kubelet_setup_set_memory_state", [](const Handle<koord_kubelet_setup> &setup, const Text &memory_state) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_set_memory_state(used_setup.get(), memory_state.data(), memory_state.size(), err);
    });
    call.end();
  }, "setup"_a, "memory_state"_a.none(true));
  m.def("kubelet_setup_add_device", [](const Handle<koord_kubelet_setup> &setup, const Text &resource, const Text &id, Number<uint64_t> numa_nodes, Number<koord_plugin_device_flags> flags) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_add_device(used_setup.get(), resource.data(), resource.size(), id.data(), id.size(), numa_nodes.value, flags.value, err);
    });
    call.end();
  }, "setup"_a, "resource"_a, "id"_a, "numa_nodes"_a, "flags"_a);
  m.def("kubelet_setup_set_device_state", [](const Handle<koord_kubelet_setup> &setup, const Text &device_state) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_set_device_state(used_setup.get(), device_state.data(), device_state.size(), err);
    });
    call.end();
  }, "setup"_a, "device_state"_a.none(true));
  m.def("kubelet_setup_add_container", [](const Handle<koord_kubelet_setup> &setup, const Text &uid, const Text &name, const Text &id) {
    const Used used_setup(setup);
    Call call(used_setup.remarks());
    call([&](koord_error *err) {
      const auto lock_setup = used_setup.alone();
      return koord_kubelet_setup_add_container(used_setup.get(), uid.data(), uid.size(), name.data(), name.size(), id.data(), id.size(), err);
    });
    call.end();
  }, "setup"_a, "uid"_a, "name"_a.none(true), "id"_a.none(true));
}

}  // namespace koord_python
