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
}

}  // namespace koord_python
