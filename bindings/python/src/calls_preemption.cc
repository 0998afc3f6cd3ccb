// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of preemption.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_preemption(py::module_ &m) {
  m.def("cluster_preempt", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const py::object &options, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Packed<koord_preempt_options> given_options(options);
    const Used used_query(query);
    koord_preemption *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_preempt(used_cluster.get(), used_pod.get(), given_options.get(), used_query.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cluster"_a, "pod"_a, "options"_a, "query"_a.none(true));
  m.def("preemption_get_nodes", [](const Handle<koord_preemption> &preemption) {
    const Used used_preemption(preemption);
    RowsOut<koord_node_preemption> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_preemption_get_nodes(used_preemption.get(), out_rows.data(), sizeof(koord_node_preemption), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "preemption"_a);
  m.def("preemption_get_victims", [](const Handle<koord_preemption> &preemption, Number<size_t> row) {
    const Used used_preemption(preemption);
    RowsOut<koord_plan_step> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_preemption_get_victims(used_preemption.get(), row.value, out_rows.data(), sizeof(koord_plan_step), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_preemption_get_texts(used_preemption.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_plan_step), *out_rows.count(), {{offsetof(koord_plan_step, uid_offset), offsetof(koord_plan_step, uid_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "preemption"_a, "row"_a);
  m.def("cluster_plan_preemption", [](const Handle<koord_cluster> &cluster, const Handle<koord_preemption> &preemption, Number<size_t> row) {
    const Used used_cluster(cluster);
    const Used used_preemption(preemption);
    koord_refusal out_refusal{};
    koord_plan *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_plan_preemption(used_cluster.get(), used_preemption.get(), row.value, &out_refusal, &out_out, err);
    });
    return call.give(py::make_tuple(row_of(out_refusal), owned(out_out)));
  }, "cluster"_a, "preemption"_a, "row"_a);
}

}  // namespace koord_python
