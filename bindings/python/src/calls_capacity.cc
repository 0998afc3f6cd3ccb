// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of capacity.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_capacity(py::module_ &m) {
  m.def("query_drain_node", [](const Handle<koord_query> &query, Number<uint32_t> node) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_drain_node(used_query.get(), node.value, err);
    });
    call.end();
  }, "query"_a, "node"_a);
  m.def("query_disable_smt", [](const Handle<koord_query> &query, Number<uint32_t> node) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_disable_smt(used_query.get(), node.value, err);
    });
    call.end();
  }, "query"_a, "node"_a);
  m.def("query_isolate_cpus", [](const Handle<koord_query> &query, Number<uint32_t> node, const Words &words) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_isolate_cpus(used_query.get(), node.value, words.words, kWords, err);
    });
    call.end();
  }, "query"_a, "node"_a, "words"_a);
  m.def("cluster_get_capacity", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const py::object &options, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Packed<koord_capacity_options> given_options(options);
    const Used used_query(query);
    koord_capacity *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_get_capacity(used_cluster.get(), used_pod.get(), given_options.get(), used_query.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cluster"_a, "pod"_a, "options"_a, "query"_a.none(true));
  m.def("capacity_get_info", [](const Handle<koord_capacity> &capacity) {
    const Used used_capacity(capacity);
    koord_capacity_info out_info = KOORD_INIT(koord_capacity_info);
    Call call;
    call([&](koord_error *err) {
      return koord_capacity_get_info(used_capacity.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "capacity"_a);
  m.def("capacity_get_nodes", [](const Handle<koord_capacity> &capacity) {
    const Used used_capacity(capacity);
    RowsOut<koord_node_capacity> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_capacity_get_nodes(used_capacity.get(), out_rows.data(), sizeof(koord_node_capacity), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "capacity"_a);
  m.def("capacity_get_reasons", [](const Handle<koord_capacity> &capacity) {
    const Used used_capacity(capacity);
    RowsOut<koord_capacity_reason> out_rows;
    Call call;
    call([&](koord_error *err) {
      return koord_capacity_get_reasons(used_capacity.get(), out_rows.data(), sizeof(koord_capacity_reason), out_rows.capacity(), out_rows.count(), err);
    }, out_rows);
    return call.give(out_rows.get());
  }, "capacity"_a);
}

}  // namespace koord_python
