// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
// Calls of cluster.h.
// clang-format off
#include "bridge.h"

namespace koord_python {

void add_cluster(py::module_ &m) {
  m.def("cluster_new", [](const py::object &options, const Text &args) {
    auto remarks = std::make_unique<Remarks>();
    const Packed<koord_cluster_options> given_options(options);
    koord_cluster *out_out = nullptr;
    Call call(remarks.get());
    call([&](koord_error *err) {
      return koord_cluster_new(remarks->context(), given_options.get(), args.data(), args.size(), &out_out, err);
    });
    return call.give(py::cast(Handle<koord_cluster>(out_out, std::move(remarks))));
  }, "options"_a, "args"_a.none(true));
  m.def("cluster_set_node", [](const Handle<koord_cluster> &cluster, const Text &json) {
    const Used used_cluster(cluster);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_set_node(used_cluster.get(), json.data(), json.size(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "json"_a);
  m.def("cluster_set_topology", [](const Handle<koord_cluster> &cluster, const Text &json) {
    const Used used_cluster(cluster);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_set_topology(used_cluster.get(), json.data(), json.size(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "json"_a);
  m.def("cluster_set_devices", [](const Handle<koord_cluster> &cluster, const Text &json) {
    const Used used_cluster(cluster);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_set_devices(used_cluster.get(), json.data(), json.size(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "json"_a);
  m.def("cluster_remove_node", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_remove_node(used_cluster.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "cluster"_a, "name"_a);
  m.def("cluster_remove_topology", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_remove_topology(used_cluster.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "cluster"_a, "name"_a);
  m.def("cluster_remove_devices", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_remove_devices(used_cluster.get(), name.data(), name.size(), err);
    });
    call.end();
  }, "cluster"_a, "name"_a);
  m.def("cluster_get_node_id", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    uint32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_node_id(used_cluster.get(), name.data(), name.size(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "name"_a);
  m.def("cluster_get_node_name", [](const Handle<koord_cluster> &cluster, Number<uint32_t> node) {
    const Used used_cluster(cluster);
    TextOut out_text;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_node_name(used_cluster.get(), node.value, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "cluster"_a, "node"_a);
  m.def("cluster_get_node_names", [](const Handle<koord_cluster> &cluster) {
    const Used used_cluster(cluster);
    koord_node_names *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_node_names(used_cluster.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cluster"_a);
  m.def("node_names_get_rows", [](const Handle<koord_node_names> &names) {
    const Used used_names(names);
    RowsOut<koord_node_name> out_rows;
    Lent lent(false);
    Call call;
    call([&](koord_error *err) {
      const koord_status status = koord_node_names_get_rows(used_names.get(), out_rows.data(), sizeof(koord_node_name), out_rows.capacity(), out_rows.count(), err);
      lent.take(koord_node_names_get_texts(used_names.get(), lent.length()));
      return status;
    }, out_rows);
    const py::bytes texts = lent.of(out_rows.data(), sizeof(koord_node_name), *out_rows.count(), {{offsetof(koord_node_name, name_offset), offsetof(koord_node_name, name_length)}});
    return call.give(py::make_tuple(out_rows.get(), texts));
  }, "names"_a);
  m.def("cluster_get_node_topology", [](const Handle<koord_cluster> &cluster, Number<uint32_t> node) {
    const Used used_cluster(cluster);
    koord_topology *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_node_topology(used_cluster.get(), node.value, &out_out, err);
    });
    return call.give(owned(out_out));
  }, "cluster"_a, "node"_a);
  m.def("cluster_get_node_cpus", [](const Handle<koord_cluster> &cluster, Number<uint32_t> node, Number<koord_cluster_cpuset> which) {
    const Used used_cluster(cluster);
    uint64_t out_words[kWords] = {};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_node_cpus(used_cluster.get(), node.value, which.value, out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "cluster"_a, "node"_a, "which"_a);
  m.def("cluster_get_info", [](const Handle<koord_cluster> &cluster) {
    const Used used_cluster(cluster);
    koord_cluster_info out_info = KOORD_INIT(koord_cluster_info);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_info(used_cluster.get(), &out_info, err);
    });
    return call.give(row_of(out_info));
  }, "cluster"_a);
  m.def("cluster_get_resource_name", [](const Handle<koord_cluster> &cluster, Number<int32_t> resource) {
    const Used used_cluster(cluster);
    TextOut out_text;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_resource_name(used_cluster.get(), resource.value, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "cluster"_a, "resource"_a);
  m.def("cluster_get_device_type_name", [](const Handle<koord_cluster> &cluster, Number<int32_t> type) {
    const Used used_cluster(cluster);
    TextOut out_text;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_device_type_name(used_cluster.get(), type.value, out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "cluster"_a, "type"_a);
  m.def("cluster_get_device_type", [](const Handle<koord_cluster> &cluster, const Text &name) {
    const Used used_cluster(cluster);
    int32_t out_id{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_device_type(used_cluster.get(), name.data(), name.size(), &out_id, err);
    });
    return call.give(out_id);
  }, "cluster"_a, "name"_a);
  m.def("cluster_format_refusal", [](const Handle<koord_cluster> &cluster, const py::object &refusal) {
    const Used used_cluster(cluster);
    const Packed<koord_refusal> given_refusal(refusal);
    TextOut out_text;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_format_refusal(used_cluster.get(), given_refusal.get(), out_text.data(), out_text.capacity(), out_text.needed(), err);
    }, out_text);
    return call.give(out_text.get());
  }, "cluster"_a, "refusal"_a);
  m.def("query_new", []() {
    koord_query *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      return koord_query_new(&out_out, err);
    });
    return call.give(owned(out_out));
  });
  m.def("query_clone", [](const Handle<koord_query> &query) {
    const Used used_query(query);
    koord_query *out_out = nullptr;
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_query_clone(used_query.get(), &out_out, err);
    });
    return call.give(owned(out_out));
  }, "query"_a);
  m.def("query_reset", [](const Handle<koord_query> &query) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_reset(used_query.get(), err);
    });
    call.end();
  }, "query"_a);
  m.def("query_set_flags", [](const Handle<koord_query> &query, Number<koord_query_flags> flags) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_set_flags(used_query.get(), flags.value, err);
    });
    call.end();
  }, "query"_a, "flags"_a);
  m.def("query_set_nodes", [](const Handle<koord_query> &query, Number<uint32_t> first, Number<size_t> count) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_set_nodes(used_query.get(), first.value, count.value, err);
    });
    call.end();
  }, "query"_a, "first"_a, "count"_a);
  m.def("query_set_generation", [](const Handle<koord_query> &query, Number<uint64_t> generation) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_set_generation(used_query.get(), generation.value, err);
    });
    call.end();
  }, "query"_a, "generation"_a);
  m.def("query_set_affinity", [](const Handle<koord_query> &query, Number<uint64_t> affinity) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_set_affinity(used_query.get(), affinity.value, err);
    });
    call.end();
  }, "query"_a, "affinity"_a);
  m.def("query_remove_pod", [](const Handle<koord_query> &query, const Text &uid) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_remove_pod(used_query.get(), uid.data(), uid.size(), err);
    });
    call.end();
  }, "query"_a, "uid"_a);
  m.def("query_add_pod", [](const Handle<koord_query> &query, const Handle<koord_pod> &pod, Number<uint32_t> node) {
    const Used used_query(query);
    const Used used_pod(pod);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_add_pod(used_query.get(), used_pod.get(), node.value, err);
    });
    call.end();
  }, "query"_a, "pod"_a, "node"_a);
  m.def("query_protect_pod", [](const Handle<koord_query> &query, const Text &uid, Number<koord_protection> protection) {
    const Used used_query(query);
    Call call;
    call([&](koord_error *err) {
      const auto lock_query = used_query.alone();
      return koord_query_protect_pod(used_query.get(), uid.data(), uid.size(), protection.value, err);
    });
    call.end();
  }, "query"_a, "uid"_a, "protection"_a);
  m.def("cluster_evaluate", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query, const py::object &rows) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    RowsUpTo<koord_verdict> out_rows(rows, used_cluster.rows());
    koord_evaluation out_out{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      const koord_status status = koord_cluster_evaluate(used_cluster.get(), used_pod.get(), used_query.get(), out_rows.data(), sizeof(koord_verdict), out_rows.capacity(), &out_out, err);
      out_rows.told(out_out.count);
      return status;
    }, out_rows);
    return call.give(py::make_tuple(out_rows.get(), py::make_tuple(out_out.generation, out_out.count)));
  }, "cluster"_a, "pod"_a, "query"_a.none(true), "rows"_a);
  m.def("cluster_find_best", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query, const py::object &rows) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    RowsUpTo<koord_verdict> out_rows(rows, used_cluster.rows());
    koord_evaluation out_out{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      const koord_status status = koord_cluster_find_best(used_cluster.get(), used_pod.get(), used_query.get(), out_rows.data(), sizeof(koord_verdict), out_rows.capacity(), &out_out, err);
      out_rows.told(out_out.count);
      return status;
    }, out_rows);
    return call.give(py::make_tuple(out_rows.get(), py::make_tuple(out_out.generation, out_out.count)));
  }, "cluster"_a, "pod"_a, "query"_a.none(true), "rows"_a);
  m.def("cluster_get_changes", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query, const py::object &rows, const py::object &inout) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    RowsUpTo<koord_verdict> out_rows(rows, nullptr);
    koord_evaluation out_inout = *Packed<koord_evaluation>(inout).get();
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      const koord_status status = koord_cluster_get_changes(used_cluster.get(), used_pod.get(), used_query.get(), out_rows.data(), sizeof(koord_verdict), out_rows.capacity(), &out_inout, err);
      out_rows.told(out_inout.count);
      return status;
    }, out_rows);
    return call.give(py::make_tuple(out_rows.get(), py::make_tuple(out_inout.generation, out_inout.count)));
  }, "cluster"_a, "pod"_a, "query"_a.none(true), "rows"_a, "inout"_a);
  m.def("verdicts_normalize", [](const py::object &rows) {
    const Rows given_rows(rows, sizeof(koord_verdict), true);
    Call call;
    call([&](koord_error *err) {
      return koord_verdicts_normalize(given_rows.as<koord_verdict>(), sizeof(koord_verdict), given_rows.count(), err);
    });
    call.end();
  }, "rows"_a);
  m.def("cluster_judge", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query, Number<uint32_t> node) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    koord_refusal out_refusal{};
    int32_t out_score{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_judge(used_cluster.get(), used_pod.get(), used_query.get(), node.value, &out_refusal, &out_score, err);
    });
    return call.give(py::make_tuple(row_of(out_refusal), out_score));
  }, "cluster"_a, "pod"_a, "query"_a.none(true), "node"_a);
  m.def("cluster_reserve", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, const Handle<koord_query> *query, Number<uint32_t> node) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_query(query);
    uint64_t out_cpus[kWords] = {};
    koord_refusal out_refusal{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_query = used_query.shared();
      return koord_cluster_reserve(used_cluster.get(), used_pod.get(), used_query.get(), node.value, out_cpus, kWords, &out_refusal, err);
    });
    return call.give(py::make_tuple(to_words(out_cpus), row_of(out_refusal)));
  }, "cluster"_a, "pod"_a, "query"_a.none(true), "node"_a);
  m.def("cluster_get_hints", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, Number<uint32_t> node, Number<koord_numa_policy> policy, const Handle<koord_numa_hints> &hints) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    const Used used_hints(hints);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      const auto lock_hints = used_hints.alone();
      return koord_cluster_get_hints(used_cluster.get(), used_pod.get(), node.value, policy.value, used_hints.get(), err);
    });
    call.end();
  }, "cluster"_a, "pod"_a, "node"_a, "policy"_a, "hints"_a);
  m.def("cluster_remove_pod", [](const Handle<koord_cluster> &cluster, const Text &uid) {
    const Used used_cluster(cluster);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_remove_pod(used_cluster.get(), uid.data(), uid.size(), err);
    });
    call.end();
  }, "cluster"_a, "uid"_a);
  m.def("cluster_set_pod", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    koord_pod_conflicts out_conflicts = KOORD_INIT(koord_pod_conflicts);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_set_pod(used_cluster.get(), used_pod.get(), &out_conflicts, err);
    });
    return call.give(row_of(out_conflicts));
  }, "cluster"_a, "pod"_a);
  m.def("cluster_get_pod_conflicts", [](const Handle<koord_cluster> &cluster, const Text &uid) {
    const Used used_cluster(cluster);
    koord_pod_conflicts out_conflicts = KOORD_INIT(koord_pod_conflicts);
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pod_conflicts(used_cluster.get(), uid.data(), uid.size(), &out_conflicts, err);
    });
    return call.give(row_of(out_conflicts));
  }, "cluster"_a, "uid"_a);
  m.def("cluster_get_pod_node", [](const Handle<koord_cluster> &cluster, const Text &uid) {
    const Used used_cluster(cluster);
    uint32_t out_node{};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pod_node(used_cluster.get(), uid.data(), uid.size(), &out_node, err);
    });
    return call.give(out_node);
  }, "cluster"_a, "uid"_a);
  m.def("cluster_get_pod_cpus", [](const Handle<koord_cluster> &cluster, const Text &uid) {
    const Used used_cluster(cluster);
    uint64_t out_words[kWords] = {};
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pod_cpus(used_cluster.get(), uid.data(), uid.size(), out_words, kWords, err);
    });
    return call.give(to_words(out_words));
  }, "cluster"_a, "uid"_a);
  m.def("cluster_get_pod_status", [](const Handle<koord_cluster> &cluster, const Text &uid) {
    const Used used_cluster(cluster);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pod_status(used_cluster.get(), uid.data(), uid.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "uid"_a);
  m.def("cluster_get_pod_devices", [](const Handle<koord_cluster> &cluster, const Text &uid) {
    const Used used_cluster(cluster);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pod_devices(used_cluster.get(), uid.data(), uid.size(), &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "uid"_a);
  m.def("cluster_get_pod_minors", [](const Handle<koord_cluster> &cluster, const Text &uid, Number<int32_t> type) {
    const Used used_cluster(cluster);
    RowsOut<int32_t> out_minors;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pod_minors(used_cluster.get(), uid.data(), uid.size(), type.value, out_minors.data(), out_minors.capacity(), out_minors.count(), err);
    }, out_minors);
    return call.give(out_minors.get());
  }, "cluster"_a, "uid"_a, "type"_a);
  m.def("cluster_prebind", [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod, Number<koord_prebind_flags> flags) {
    const Used used_cluster(cluster);
    const Used used_pod(pod);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_prebind(used_cluster.get(), used_pod.get(), flags.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "pod"_a, "flags"_a);
  m.def("cluster_get_pods", [](const Handle<koord_cluster> &cluster, Number<uint32_t> node) {
    const Used used_cluster(cluster);
    koord_buffer *out_out = nullptr;
    Call call(used_cluster.remarks());
    call([&](koord_error *err) {
      return koord_cluster_get_pods(used_cluster.get(), node.value, &out_out, err);
    });
    return call.give(to_document(out_out));
  }, "cluster"_a, "node"_a);
}

}  // namespace koord_python
