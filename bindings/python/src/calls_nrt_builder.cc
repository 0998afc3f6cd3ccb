// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of nrt_builder.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_nrt_builder(py::module_ &m) {
  m.def("nrt_builder_new", []() {
    koord_nrt_builder *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_nrt_builder_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("nrt_builder_reset", [](const Handle<koord_nrt_builder> &builder) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_reset(used_builder.get(), err);
    });
    call.end();
  }, "builder"_a);
  m.def("nrt_builder_set_name", [](const Handle<koord_nrt_builder> &builder, const Text &name) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_set_name(used_builder.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "builder"_a, "name"_a);
  m.def("nrt_builder_set_annotation", [](const Handle<koord_nrt_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_set_annotation(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("nrt_builder_add_policy", [](const Handle<koord_nrt_builder> &builder, const Text &policy) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_add_policy(used_builder.get(), policy.data(), policy.size(), err);
    });
    call.end();
  }, "builder"_a, "policy"_a);
  m.def("nrt_builder_add_attribute", [](const Handle<koord_nrt_builder> &builder, const Text &name, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_add_attribute(used_builder.get(), name.data(), name.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "name"_a, "value"_a);
  m.def("nrt_builder_add_zone", [](const Handle<koord_nrt_builder> &builder, const Text &name, const Text &type) {
    const Used used_builder(builder);
    int32_t out_zone{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_add_zone(used_builder.get(), name.data(), name.size(), type.data(), type.size(), &out_zone, err);
    });
    return call.give(out_zone);
  }, "builder"_a, "name"_a, "type"_a.none(true));
  m.def("nrt_builder_add_resource", [](const Handle<koord_nrt_builder> &builder, Number<int32_t> zone, const Text &name, Number<int64_t> capacity, Number<int64_t> allocatable, Number<int64_t> available) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_add_resource(used_builder.get(), zone.value, name.data(), name.size(), capacity.value, allocatable.value, available.value, err);
    });
    call.end();
  }, "builder"_a, "zone"_a, "name"_a, "capacity"_a, "allocatable"_a, "available"_a);
  m.def("nrt_builder_add_cost", [](const Handle<koord_nrt_builder> &builder, Number<int32_t> zone, const Text &name, Number<uint32_t> value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_add_cost(used_builder.get(), zone.value, name.data(), name.size(), value.value, err);
    });
    call.end();
  }, "builder"_a, "zone"_a, "name"_a, "value"_a);
  m.def("nrt_builder_set_spec", [](const Handle<koord_nrt_builder> &builder, const py::object &spec) {
    const Used used_builder(builder);
    const Packed<koord_nrt_spec> given_spec(spec);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_set_spec(used_builder.get(), given_spec.get(), err);
    });
    call.end();
  }, "builder"_a, "spec"_a);
  m.def("nrt_builder_set_topology", [](const Handle<koord_nrt_builder> &builder, const Handle<koord_topology> *machine) {
    const Used used_builder(builder);
    const Used used_machine(machine);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_set_topology(used_builder.get(), used_machine.get(), err);
    });
    call.end();
  }, "builder"_a, "machine"_a.none(true));
  m.def("nrt_builder_set_cpus", [](const Handle<koord_nrt_builder> &builder, Number<koord_nrt_cpuset> which, const Words &words) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_nrt_builder_set_cpus(used_builder.get(), which.value, words.words, kWords, err);
    });
    call.end();
  }, "builder"_a, "which"_a, "words"_a);
  m.def("cluster_set_topology_from_builder", [](const Handle<koord_cluster> &cluster, const Handle<koord_nrt_builder> &builder) {
    const Used used_cluster(cluster);
    const Used used_builder(builder);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.shared();
      return koord_cluster_set_topology_from_builder(used_cluster.get(), used_builder.get(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "builder"_a);
  m.def("topology_from_nrt_builder", [](const Handle<koord_nrt_builder> &builder) {
    Remarks remarks;
    const Used used_builder(builder);
    koord_topology *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.shared();
      return koord_topology_from_nrt_builder(remarks.context(), used_builder.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "builder"_a);
}

}  // namespace koord_python
