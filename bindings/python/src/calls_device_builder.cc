// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of device_builder.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_device_builder(py::module_ &m) {
  m.def("device_builder_new", []() {
    koord_device_builder *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_device_builder_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("device_builder_reset", [](const Handle<koord_device_builder> &builder) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_reset(used_builder.get(), err);
    });
    call.end();
  }, "builder"_a);
  m.def("device_builder_set_name", [](const Handle<koord_device_builder> &builder, const Text &name) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_name(used_builder.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "builder"_a, "name"_a);
  m.def("device_builder_set_label", [](const Handle<koord_device_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_label(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("device_builder_set_annotation", [](const Handle<koord_device_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_annotation(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("device_builder_add_device", [](const Handle<koord_device_builder> &builder, const py::object &spec) {
    const Used used_builder(builder);
    const Packed<koord_device_spec> given_spec(spec);
    int32_t out_device{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_add_device(used_builder.get(), given_spec.get(), &out_device, err);
    });
    return call.give(out_device);
  }, "builder"_a, "spec"_a);
  m.def("device_builder_set_device_text", [](const Handle<koord_device_builder> &builder, Number<int32_t> device, Number<koord_device_text> which, const Text &text) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_device_text(used_builder.get(), device.value, which.value, text.data(), text.size(), err);
    });
    call.end();
  }, "builder"_a, "device"_a, "which"_a, "text"_a);
  m.def("device_builder_set_device_label", [](const Handle<koord_device_builder> &builder, Number<int32_t> device, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_device_label(used_builder.get(), device.value, key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "device"_a, "key"_a, "value"_a);
  m.def("device_builder_set_resource", [](const Handle<koord_device_builder> &builder, Number<int32_t> device, const Text &name, Number<int64_t> amount) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_resource(used_builder.get(), device.value, name.data(), name.size(), amount.value, err);
    });
    call.end();
  }, "builder"_a, "device"_a, "name"_a, "amount"_a);
  m.def("device_builder_add_vf_group", [](const Handle<koord_device_builder> &builder, Number<int32_t> device) {
    const Used used_builder(builder);
    int32_t out_group{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_add_vf_group(used_builder.get(), device.value, &out_group, err);
    });
    return call.give(out_group);
  }, "builder"_a, "device"_a);
  m.def("device_builder_set_vf_label", [](const Handle<koord_device_builder> &builder, Number<int32_t> group, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_set_vf_label(used_builder.get(), group.value, key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "group"_a, "key"_a, "value"_a);
  m.def("device_builder_add_vf", [](const Handle<koord_device_builder> &builder, Number<int32_t> group, Number<int32_t> minor, const Text &bus_id) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_device_builder_add_vf(used_builder.get(), group.value, minor.value, bus_id.data(), bus_id.size(), err);
    });
    call.end();
  }, "builder"_a, "group"_a, "minor"_a, "bus_id"_a);
  m.def("cluster_set_devices_from_builder", [](const Handle<koord_cluster> &cluster, const Handle<koord_device_builder> &builder) {
    const Used used_cluster(cluster);
    const Used used_builder(builder);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.shared();
      return koord_cluster_set_devices_from_builder(used_cluster.get(), used_builder.get(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "builder"_a);
  m.def("agent_set_devices_from_builder", [](const Handle<koord_agent> &agent, const Handle<koord_device_builder> &builder) {
    const Used used_agent(agent);
    const Used used_builder(builder);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      const auto lock_builder = used_builder.shared();
      return koord_agent_set_devices_from_builder(used_agent.get(), used_builder.get(), err);
    });
    call.end();
  }, "agent"_a, "builder"_a);
}

}  // namespace koord_python
