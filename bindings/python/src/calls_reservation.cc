// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of reservation.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_reservation(py::module_ &m) {
  m.def("cluster_set_reservation", [](const Handle<koord_cluster> &cluster, const Text &uid, Number<koord_reservation_policy> policy) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_set_reservation(used_cluster.get(), uid.data(), uid.size(), policy.value, err);
    });
    call.end();
  }, "cluster"_a, "uid"_a, "policy"_a);
  m.def("cluster_reserve_from", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    uint64_t out_cpus[kWords] = {};
    koord_refusal out_refusal{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_reserve_from(used_cluster.get(), used_pod.get(), used_query.get(), out_cpus, kWords, &out_refusal, err);
    });
    return call.give(py::make_tuple(to_words(out_cpus), row_of(out_refusal)));
  }, "cluster"_a, "pod"_a, "query"_a.none(true));
  m.def("cluster_attach_owner", [](const Handle<koord_cluster> &cluster, const Text &uid, const Text &reservation) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_attach_owner(used_cluster.get(), uid.data(), uid.size(), reservation.data(), reservation.size(), err);
    });
    call.end();
  }, "cluster"_a, "uid"_a, "reservation"_a);
  m.def("query_use_reservation", [](const Handle<koord_query> &query, const Text &reservation) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_use_reservation(used_query.get(), reservation.data(), reservation.size(), err);
    });
    call.end();
  }, "query"_a, "reservation"_a);
}

}  // namespace koord_python
