// What the nodes of a cluster say to a pod.
#include "bridge.h"

namespace koord_python {

void add_verdicts(py::module_ &m) {
  m.def(
      "cluster_evaluate",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        koord_cluster_info info = KOORD_INIT(koord_cluster_info);
        koord_evaluation told{};
        call([&](koord_error *err) {
          return koord_cluster_get_info(used_cluster.get(), &info, err);
        });
        const py::bytearray rows = rows_of<koord_verdict>(
            [&](koord_verdict *to, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              const auto lock = used_query.shared();
              const koord_status status =
                  koord_cluster_evaluate(used_cluster.get(), used_pod.get(), used_query.get(), to,
                                         stride, capacity, &told, err);
              *count = told.count;
              return status;
            },
            info.ids);
        return py::make_tuple(rows, told.generation);
      },
      "cluster"_a, "pod"_a, "query"_a.none(true));
  m.def(
      "cluster_evaluate_into",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query, const py::object &rows) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        const Rows rows_(rows, sizeof(koord_verdict), true);
        koord_evaluation told{};
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_evaluate(used_cluster.get(), used_pod.get(), used_query.get(),
                                        rows_.as<koord_verdict>(), sizeof(koord_verdict),
                                        rows_.count(), &told, err);
        });
        return py::make_tuple(told.count, told.generation);
      },
      "cluster"_a, "pod"_a, "query"_a.none(true), "rows"_a);
  m.def(
      "cluster_find_best",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query, Number<uint32_t> most) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        const size_t capacity =
            std::min<size_t>(most.value, 1U << 20);  // as many as there can be nodes
        const py::bytearray rows = make_bytearray(capacity * sizeof(koord_verdict));
        auto *to = reinterpret_cast<koord_verdict *>(PyByteArray_AS_STRING(rows.ptr()));
        koord_evaluation told{};
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_find_best(used_cluster.get(), used_pod.get(), used_query.get(), to,
                                         sizeof *to, capacity, &told, err);
        });
        shrink_bytearray(rows, told.count * sizeof(koord_verdict));
        return py::make_tuple(rows, told.generation);
      },
      "cluster"_a, "pod"_a, "query"_a.none(true), "most"_a);
  m.def(
      "cluster_get_changes",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query, Number<uint64_t> since) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        koord_evaluation told{};
        const py::bytearray rows = rows_of<koord_verdict>(
            [&](koord_verdict *to, size_t stride, size_t capacity, size_t *count,
                koord_error *err) {
              const auto lock = used_query.shared();
              told.generation = since.value;
              const koord_status status =
                  koord_cluster_get_changes(used_cluster.get(), used_pod.get(), used_query.get(),
                                            to, stride, capacity, &told, err);
              *count = told.count;
              return status;
            },
            64);
        return py::make_tuple(rows, told.generation);
      },
      "cluster"_a, "pod"_a, "query"_a.none(true), "since"_a);
  m.def(
      "verdicts_normalize",
      [](const py::object &rows) {
        const Rows rows_(rows, sizeof(koord_verdict), true);
        call([&](koord_error *err) {
          return koord_verdicts_normalize(rows_.as<koord_verdict>(), sizeof(koord_verdict),
                                          rows_.count(), err);
        });
      },
      "rows"_a);
  m.def(
      "cluster_get_hints",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, Number<uint32_t> node,
         Number<int32_t> policy) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        size_t places = 16, lists = 16, hints = 64, names = 256;
        for (;;) {
          const py::bytearray to_places = make_bytearray(places * sizeof(koord_numa_place));
          const py::bytearray to_lists = make_bytearray(lists * sizeof(koord_numa_hint_list));
          const py::bytearray to_hints = make_bytearray(hints * sizeof(koord_numa_hint));
          std::string to_names(names, '\0');
          const size_t had[] = {places, lists, hints, names};
          koord_error err{};
          const koord_status status = without_gil([&] {
            return koord_cluster_get_hints(
                used_cluster.get(), used_pod.get(), node.value, policy.value,
                reinterpret_cast<koord_numa_place *>(PyByteArray_AS_STRING(to_places.ptr())),
                had[0], &places,
                reinterpret_cast<koord_numa_hint_list *>(PyByteArray_AS_STRING(to_lists.ptr())),
                had[1], &lists,
                reinterpret_cast<koord_numa_hint *>(PyByteArray_AS_STRING(to_hints.ptr())), had[2],
                &hints, to_names.data(), had[3], &names, &err);
          });
          if (status == KOORD_E_NO_SPACE &&
              (places > had[0] || lists > had[1] || hints > had[2] || names > had[3])) {
            places = std::max(places, had[0]);
            lists = std::max(lists, had[1]);
            hints = std::max(hints, had[2]);
            names = std::max(names, had[3]);
            continue;
          }
          if (status != KOORD_OK) raise_error(status, err);
          shrink_bytearray(to_places, places * sizeof(koord_numa_place));
          shrink_bytearray(to_lists, lists * sizeof(koord_numa_hint_list));
          shrink_bytearray(to_hints, hints * sizeof(koord_numa_hint));
          return py::make_tuple(to_places, to_lists, to_hints, py::bytes(to_names.data(), names));
        }
      },
      "cluster"_a, "pod"_a, "node"_a, "policy"_a);
}

}  // namespace koord_python
