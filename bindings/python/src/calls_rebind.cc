// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of rebind.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_rebind(py::module_ &m) {
  m.def("cluster_plan_rebind", [](const Handle<koord_cluster> &cluster, Number<uint32_t> node, const py::object &options, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Packed<koord_rebind_options> given_options(options);
    const Used used_query(query);
    koord_plan *out_out = nullptr;
    koord_rebind_info out_info = KOORD_INIT(koord_rebind_info);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_plan_rebind(used_cluster.get(), node.value, given_options.get(), used_query.get(), &out_out, &out_info, err);
    });
    return call.give(py::make_tuple(owned(out_out), row_of(out_info)));
  }, "cluster"_a, "node"_a, "options"_a, "query"_a.none(true));
  m.def("cluster_plan_rebind_for", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, Number<uint32_t> node, const py::object &options, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Packed<koord_rebind_options> given_options(options);
    const Used used_query(query);
    koord_plan *out_out = nullptr;
    koord_rebind_info out_info = KOORD_INIT(koord_rebind_info);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_plan_rebind_for(used_cluster.get(), used_pod.get(), node.value, given_options.get(), used_query.get(), &out_out, &out_info, err);
    });
    return call.give(py::make_tuple(owned(out_out), row_of(out_info)));
  }, "cluster"_a, "pod"_a, "node"_a, "options"_a, "query"_a.none(true));
  m.def("rebind_request_from_json", [](const Text &json) {
    Remarks remarks;
    koord_rebind_request out_request = KOORD_INIT(koord_rebind_request);
    TextOut out_node;
    Call call(&remarks);
    call([&](koord_error *err) {
      return koord_rebind_request_from_json(remarks.context(), json.data(), json.size(), &out_request, out_node.data(), out_node.capacity(), out_node.needed(), err);
    }, out_node);
    return call.give(py::make_tuple(row_of(out_request), out_node.get()));
  }, "json"_a);
  m.def("rebind_status_to_json", [](Number<koord_rebind_phase> phase, const Text &timestamp, const Text &reason) {
    koord_buffer *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_rebind_status_to_json(phase.value, timestamp.data(), timestamp.size(), reason.data(), reason.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "phase"_a, "timestamp"_a, "reason"_a.none(true));
}

}  // namespace koord_python
