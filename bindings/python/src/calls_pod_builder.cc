// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of pod_builder.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_pod_builder(py::module_ &m) {
  m.def("pod_builder_new", []() {
    koord_pod_builder *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_pod_builder_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("pod_builder_reset", [](const Handle<koord_pod_builder> &builder) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_reset(used_builder.get(), err);
    });
    call.end();
  }, "builder"_a);
  m.def("pod_builder_set_text", [](const Handle<koord_pod_builder> &builder, Number<koord_pod_text> which, const Text &text) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_text(used_builder.get(), which.value, text.data(), text.size(), err);
    });
    call.end();
  }, "builder"_a, "which"_a, "text"_a.none(true));
  m.def("pod_builder_set_label", [](const Handle<koord_pod_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_label(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("pod_builder_set_annotation", [](const Handle<koord_pod_builder> &builder, const Text &key, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_annotation(used_builder.get(), key.data(), key.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "key"_a, "value"_a);
  m.def("pod_builder_set_spec", [](const Handle<koord_pod_builder> &builder, const py::object &spec) {
    const Used used_builder(builder);
    const Packed<koord_pod_spec> given_spec(spec);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_spec(used_builder.get(), given_spec.get(), err);
    });
    call.end();
  }, "builder"_a, "spec"_a);
  m.def("pod_builder_add_container", [](const Handle<koord_pod_builder> &builder, Number<koord_container_kind> kind, const Text &name) {
    const Used used_builder(builder);
    int32_t out_container{};
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_add_container(used_builder.get(), kind.value, name.data(), name.size(), &out_container, err);
    });
    return call.give(out_container);
  }, "builder"_a, "kind"_a, "name"_a);
  m.def("pod_builder_set_resource", [](const Handle<koord_pod_builder> &builder, Number<int32_t> container, const Text &name, Number<int64_t> request, Number<int64_t> limit) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_resource(used_builder.get(), container.value, name.data(), name.size(), request.value, limit.value, err);
    });
    call.end();
  }, "builder"_a, "container"_a, "name"_a, "request"_a, "limit"_a);
  m.def("pod_builder_set_quantity", [](const Handle<koord_pod_builder> &builder, Number<int32_t> container, Number<koord_resource_bound> bound, const Text &name, const Text &quantity) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_quantity(used_builder.get(), container.value, bound.value, name.data(), name.size(), quantity.data(), quantity.size(), err);
    });
    call.end();
  }, "builder"_a, "container"_a, "bound"_a, "name"_a, "quantity"_a);
  m.def("pod_builder_set_env", [](const Handle<koord_pod_builder> &builder, Number<int32_t> container, const Text &name, const Text &value) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_env(used_builder.get(), container.value, name.data(), name.size(), value.data(), value.size(), err);
    });
    call.end();
  }, "builder"_a, "container"_a, "name"_a, "value"_a);
  m.def("pod_builder_set_cpus", [](const Handle<koord_pod_builder> &builder, const Words &words) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_cpus(used_builder.get(), words.words, kWords, err);
    });
    call.end();
  }, "builder"_a, "words"_a);
  m.def("pod_builder_set_numa_resource", [](const Handle<koord_pod_builder> &builder, Number<int32_t> numa_node, const Text &name, Number<int64_t> amount) {
    const Used used_builder(builder);
    Call call;
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.alone();
      return koord_pod_builder_set_numa_resource(used_builder.get(), numa_node.value, name.data(), name.size(), amount.value, err);
    });
    call.end();
  }, "builder"_a, "numa_node"_a, "name"_a, "amount"_a);
  m.def("pod_from_builder", [](const Handle<koord_pod_builder> &builder) {
    Remarks remarks;
    const Used used_builder(builder);
    koord_pod *out_out = nullptr;
    Call call(&remarks);
    call([&](koord_error *err) {
      const auto lock_builder = used_builder.shared();
      return koord_pod_from_builder(remarks.context(), used_builder.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "builder"_a);
}

}  // namespace koord_python
