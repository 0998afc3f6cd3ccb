// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of plan.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_plan(py::module_ &m) {
  m.def("query_exclude_pod_node", [](const Handle<koord_query> &query, const Text &uid, Number<uint32_t> node) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_exclude_pod_node(used_query.get(), uid.data(), uid.size(), node.value, err);
    });
    call.end();
  }, "query"_a, "uid"_a, "node"_a);
  m.def("plan_get_steps", [](const Handle<koord_plan> &plan) {
    const Used used_plan(plan);
    RowsOut<koord_plan_step> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_plan_get_steps(used_plan.get(), out_rows.data(), sizeof(koord_plan_step), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_plan_get_texts(used_plan.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_plan_step), *out_rows.count(), {{offsetof(koord_plan_step, uid_offset), offsetof(koord_plan_step, uid_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "plan"_a);
  m.def("plan_get_step_cpus", [](const Handle<koord_plan> &plan, Number<size_t> step) {
    const Used used_plan(plan);
    uint64_t out_words[kWords] = {};
    Call call;
    call([&](koord_error *err) {
      return koord_plan_get_step_cpus(used_plan.get(), step.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "plan"_a, "step"_a);
  m.def("cluster_get_step_status", [](const Handle<koord_cluster> &cluster, const Handle<koord_plan> &plan, Number<size_t> step) {
    const Used used_cluster(cluster);
    const Used used_plan(plan);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_step_status(used_cluster.get(), used_plan.get(), step.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "plan"_a, "step"_a);
  m.def("cluster_get_step_devices", [](const Handle<koord_cluster> &cluster, const Handle<koord_plan> &plan, Number<size_t> step) {
    const Used used_cluster(cluster);
    const Used used_plan(plan);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_step_devices(used_cluster.get(), used_plan.get(), step.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "plan"_a, "step"_a);
  m.def("cluster_commit", [](const Handle<koord_cluster> &cluster, const Handle<koord_plan> &plan) {
    const Used used_cluster(cluster);
    const Used used_plan(plan);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_commit(used_cluster.get(), used_plan.get(), err);
    });
    call.end();
  }, "cluster"_a, "plan"_a);
  m.def("cluster_plan_resize", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    koord_plan *out_out = nullptr;
    koord_refusal out_refusal{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_plan_resize(used_cluster.get(), used_pod.get(), used_query.get(), &out_out, &out_refusal, err);
    });
    return call.give(py::make_tuple(owned(out_out), row_of(out_refusal)));
  }, "cluster"_a, "pod"_a, "query"_a.none(true));
}

}  // namespace koord_python
