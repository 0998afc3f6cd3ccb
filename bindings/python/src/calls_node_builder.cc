// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of node_builder.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_node_builder(py::module_ &m) {
  m.def("node_builder_new", []() {
    koord_node_builder *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_node_builder_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("node_builder_reset", [](const Handle<koord_node_builder> &builder) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_reset(used_builder.get(), err);
    });
    call.end();
  }, "builder"_a);
  m.def("node_builder_set_text", [](const Handle<koord_node_builder> &builder, Number<koord_node_text> which, const Text &text) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_set_text(used_builder.get(), which.value, text.data(), text.size(), err);
    });
    call.end();
  }, "builder"_a, "which"_a, "text"_a);
  m.def("node_builder_set_label", [](const Handle<koord_node_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_set_label(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("node_builder_set_annotation", [](const Handle<koord_node_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_set_annotation(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("node_builder_set_spec", [](const Handle<koord_node_builder> &builder, const py::object &spec) {
    const Used used_builder(builder);
    const Packed<koord_node_spec> given_spec(spec);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_set_spec(used_builder.get(), given_spec.get(), err);
    });
    call.end();
  }, "builder"_a, "spec"_a);
  m.def("node_builder_set_resource", [](const Handle<koord_node_builder> &builder, const Text &name, Number<int64_t> allocatable, Number<int64_t> reserved) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_set_resource(used_builder.get(), name.data(), name.size(), allocatable.value, reserved.value, err);
    });
    call.end();
  }, "builder"_a, "name"_a, "allocatable"_a, "reserved"_a);
  m.def("node_builder_set_cpus", [](const Handle<koord_node_builder> &builder, Number<koord_node_cpuset> which, const Words &words) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_node_builder_set_cpus(used_builder.get(), which.value, words.words, kWords, err);
    });
    call.end();
  }, "builder"_a, "which"_a, "words"_a);
  m.def("cluster_set_node_from_builder", [](const Handle<koord_cluster> &cluster, const Handle<koord_node_builder> &builder) {
    const Used used_cluster(cluster);
    const Used used_builder(builder);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.shared();
      return koord_cluster_set_node_from_builder(used_cluster.get(), used_builder.get(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "builder"_a);
  m.def("agent_set_node_from_builder", [](const Handle<koord_agent> &agent, const Handle<koord_node_builder> &builder) {
    const Used used_agent(agent);
    const Used used_builder(builder);
    Call call(used_agent.remarks());
    call([&](koord_error *err) {
      const auto lock_agent = used_agent.alone();
      const auto lock_builder = used_builder.shared();
      return koord_agent_set_node_from_builder(used_agent.get(), used_builder.get(), err);
    });
    call.end();
  }, "agent"_a, "builder"_a);
}

}  // namespace koord_python
