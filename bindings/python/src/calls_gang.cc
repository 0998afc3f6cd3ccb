// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of gang.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_gang(py::module_ &m) {
  m.def("query_exclude_node", [](const Handle<koord_query> &query, Number<uint32_t> node) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_exclude_node(used_query.get(), node.value, err);
    });
    call.end();
  }, "query"_a, "node"_a);
  m.def("cluster_plan_gang", [](const Handle<koord_cluster> &cluster, const py::list &pods, const py::object &options, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Handles<koord_pod> used_pods(pods);
    const Packed<koord_gang_options> given_options(options);
    const Used used_query(query);
    koord_plan *out_out = nullptr;
    koord_gang_info out_info = KOORD_INIT(koord_gang_info);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_plan_gang(used_cluster.get(), used_pods.get(), used_pods.count(), given_options.get(), used_query.get(), &out_out, &out_info, err);
    });
    return call.give(py::make_tuple(owned(out_out), row_of(out_info)));
  }, "cluster"_a, "pods"_a, "options"_a, "query"_a.none(true));
}

}  // namespace koord_python
