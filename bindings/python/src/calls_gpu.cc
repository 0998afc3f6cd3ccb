// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of gpu.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_gpu(py::module_ &m) {
  m.def("cluster_set_gpu_policy", [](const Handle<koord_cluster> &cluster, Number<koord_gpu_policy> policy, const py::object &rows, const Text &arena) {
    const Used used_cluster(cluster);
    const Rows given_rows(rows, sizeof(koord_task_class), false);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_set_gpu_policy(used_cluster.get(), policy.value, given_rows.as<koord_task_class>(), sizeof(koord_task_class), given_rows.count(), arena.data(), arena.size(), err);
    });
    call.end();
  }, "cluster"_a, "policy"_a, "rows"_a, "arena"_a);
}

}  // namespace koord_python
