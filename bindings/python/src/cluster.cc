// Nodes and pods of a cluster, and what-ifs.
#include "bridge.h"

namespace koord_python {

void add_cluster(py::module_ &m) {
  m.def(
      "cluster_new",
      [](const py::dict &options, const Text &args) {
        koord_cluster_options options_ = KOORD_INIT(koord_cluster_options);
        fill(options_, options);
        koord_cluster *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_new(&options_, args.data(), args.size(), &out, err);
        });
        return owned(out);
      },
      "options"_a, "args"_a);
  m.def(
      "cluster_set_node",
      [](const Handle<koord_cluster> &cluster, const Text &json) {
        const Used used_cluster(cluster);
        uint32_t id = 0;
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return koord_cluster_set_node(used_cluster.get(), log, json.data(), json.size(), &id,
                                        err);
        });
        return id;
      },
      "cluster"_a, "json"_a);
  m.def(
      "cluster_set_topology",
      [](const Handle<koord_cluster> &cluster, const Text &json) {
        const Used used_cluster(cluster);
        uint32_t id = 0;
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return koord_cluster_set_topology(used_cluster.get(), log, json.data(), json.size(), &id,
                                            err);
        });
        return id;
      },
      "cluster"_a, "json"_a);
  m.def(
      "cluster_set_devices",
      [](const Handle<koord_cluster> &cluster, const Text &json) {
        const Used used_cluster(cluster);
        uint32_t id = 0;
        call_with_remarks([&](const koord_context *log, koord_error *err) {
          return koord_cluster_set_devices(used_cluster.get(), log, json.data(), json.size(), &id,
                                           err);
        });
        return id;
      },
      "cluster"_a, "json"_a);
  m.def(
      "cluster_remove_node",
      [](const Handle<koord_cluster> &cluster, const Text &name) {
        const Used used_cluster(cluster);
        call([&](koord_error *err) {
          return koord_cluster_remove_node(used_cluster.get(), name.data(), name.size(), err);
        });
      },
      "cluster"_a, "name"_a);
  m.def(
      "cluster_remove_topology",
      [](const Handle<koord_cluster> &cluster, const Text &name) {
        const Used used_cluster(cluster);
        call([&](koord_error *err) {
          return koord_cluster_remove_topology(used_cluster.get(), name.data(), name.size(), err);
        });
      },
      "cluster"_a, "name"_a);
  m.def(
      "cluster_remove_devices",
      [](const Handle<koord_cluster> &cluster, const Text &name) {
        const Used used_cluster(cluster);
        call([&](koord_error *err) {
          return koord_cluster_remove_devices(used_cluster.get(), name.data(), name.size(), err);
        });
      },
      "cluster"_a, "name"_a);
  m.def(
      "cluster_get_node_id",
      [](const Handle<koord_cluster> &cluster, const Text &name) {
        const Used used_cluster(cluster);
        uint32_t id = 0;
        call([&](koord_error *err) {
          return koord_cluster_get_node_id(used_cluster.get(), name.data(), name.size(), &id, err);
        });
        return id;
      },
      "cluster"_a, "name"_a);
  m.def(
      "cluster_get_node_name",
      [](const Handle<koord_cluster> &cluster, Number<uint32_t> node) {
        const Used used_cluster(cluster);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_cluster_get_node_name(used_cluster.get(), node.value, text, capacity, needed,
                                             err);
        });
      },
      "cluster"_a, "node"_a);
  m.def(
      "cluster_get_node_topology",
      [](const Handle<koord_cluster> &cluster, Number<uint32_t> node) {
        const Used used_cluster(cluster);
        koord_topology *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_get_node_topology(used_cluster.get(), node.value, &out, err);
        });
        return owned(out);
      },
      "cluster"_a, "node"_a);
  m.def(
      "cluster_get_node_cpus",
      [](const Handle<koord_cluster> &cluster, Number<uint32_t> node, Number<int32_t> which) {
        const Used used_cluster(cluster);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_cluster_get_node_cpus(used_cluster.get(), node.value, which.value, words,
                                             kWords, err);
        });
        return to_words(words);
      },
      "cluster"_a, "node"_a, "which"_a);
  m.def(
      "cluster_get_info",
      [](const Handle<koord_cluster> &cluster) {
        const Used used_cluster(cluster);
        koord_cluster_info info = KOORD_INIT(koord_cluster_info);
        call([&](koord_error *err) {
          return koord_cluster_get_info(used_cluster.get(), &info, err);
        });
        return to_dict(info);
      },
      "cluster"_a);
  m.def(
      "cluster_get_resource_name",
      [](const Handle<koord_cluster> &cluster, Number<int32_t> resource) {
        const Used used_cluster(cluster);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_cluster_get_resource_name(used_cluster.get(), resource.value, text, capacity,
                                                 needed, err);
        });
      },
      "cluster"_a, "resource"_a);
  m.def(
      "cluster_get_device_type_name",
      [](const Handle<koord_cluster> &cluster, Number<int32_t> type) {
        const Used used_cluster(cluster);
        return text_of([&](char *text, size_t capacity, size_t *needed, koord_error *err) {
          return koord_cluster_get_device_type_name(used_cluster.get(), type.value, text, capacity,
                                                    needed, err);
        });
      },
      "cluster"_a, "type"_a);
  m.def(
      "cluster_judge",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query, Number<uint32_t> node) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        koord_refusal refusal{};
        int32_t score = 0;
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_judge(used_cluster.get(), used_pod.get(), used_query.get(),
                                     node.value, &refusal, &score, err);
        });
        return py::make_tuple(to_dict(refusal), score);
      },
      "cluster"_a, "pod"_a, "query"_a.none(true), "node"_a);
  m.def(
      "cluster_reserve",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         const Handle<koord_query> *query, Number<uint32_t> node) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        const Used used_query(query);
        uint64_t cpus[kWords] = {};
        koord_refusal refusal{};
        call([&](koord_error *err) {
          const auto lock = used_query.shared();
          return koord_cluster_reserve(used_cluster.get(), used_pod.get(), used_query.get(),
                                       node.value, cpus, kWords, &refusal, err);
        });
        return py::make_tuple(to_words(cpus), to_dict(refusal));
      },
      "cluster"_a, "pod"_a, "query"_a.none(true), "node"_a);
  m.def(
      "cluster_remove_pod",
      [](const Handle<koord_cluster> &cluster, const Text &uid) {
        const Used used_cluster(cluster);
        call([&](koord_error *err) {
          return koord_cluster_remove_pod(used_cluster.get(), uid.data(), uid.size(), err);
        });
      },
      "cluster"_a, "uid"_a);
  m.def(
      "cluster_set_pod",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
        call([&](koord_error *err) {
          return koord_cluster_set_pod(used_cluster.get(), used_pod.get(), &conflicts, err);
        });
        return to_dict(conflicts);
      },
      "cluster"_a, "pod"_a);
  m.def(
      "cluster_get_pod_conflicts",
      [](const Handle<koord_cluster> &cluster, const Text &uid) {
        const Used used_cluster(cluster);
        koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
        call([&](koord_error *err) {
          return koord_cluster_get_pod_conflicts(used_cluster.get(), uid.data(), uid.size(),
                                                 &conflicts, err);
        });
        return to_dict(conflicts);
      },
      "cluster"_a, "uid"_a);
  m.def(
      "cluster_get_pod_node",
      [](const Handle<koord_cluster> &cluster, const Text &uid) {
        const Used used_cluster(cluster);
        uint32_t node = 0;
        call([&](koord_error *err) {
          return koord_cluster_get_pod_node(used_cluster.get(), uid.data(), uid.size(), &node, err);
        });
        return node;
      },
      "cluster"_a, "uid"_a);
  m.def(
      "cluster_get_pod_cpus",
      [](const Handle<koord_cluster> &cluster, const Text &uid) {
        const Used used_cluster(cluster);
        uint64_t words[kWords] = {};
        call([&](koord_error *err) {
          return koord_cluster_get_pod_cpus(used_cluster.get(), uid.data(), uid.size(), words,
                                            kWords, err);
        });
        return to_words(words);
      },
      "cluster"_a, "uid"_a);
  m.def(
      "cluster_get_pod_status",
      [](const Handle<koord_cluster> &cluster, const Text &uid) {
        const Used used_cluster(cluster);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_get_pod_status(used_cluster.get(), uid.data(), uid.size(), &out,
                                              err);
        });
        return to_document(out);
      },
      "cluster"_a, "uid"_a);
  m.def(
      "cluster_get_pod_devices",
      [](const Handle<koord_cluster> &cluster, const Text &uid) {
        const Used used_cluster(cluster);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_get_pod_devices(used_cluster.get(), uid.data(), uid.size(), &out,
                                               err);
        });
        return to_document(out);
      },
      "cluster"_a, "uid"_a);
  m.def(
      "cluster_get_device_type",
      [](const Handle<koord_cluster> &cluster, const Text &name) {
        const Used used_cluster(cluster);
        int32_t id = 0;
        call([&](koord_error *err) {
          return koord_cluster_get_device_type(used_cluster.get(), name.data(), name.size(), &id,
                                               err);
        });
        return id;
      },
      "cluster"_a, "name"_a);
  m.def(
      "cluster_get_pod_minors",
      [](const Handle<koord_cluster> &cluster, const Text &uid, Number<int32_t> type) {
        const Used used_cluster(cluster);
        return rows_of<int32_t>(
            [&](int32_t *minors, size_t, size_t capacity, size_t *count, koord_error *err) {
              return koord_cluster_get_pod_minors(used_cluster.get(), uid.data(), uid.size(),
                                                  type.value, minors, capacity, count, err);
            },
            8);
      },
      "cluster"_a, "uid"_a, "type"_a);
  m.def(
      "cluster_prebind",
      [](const Handle<koord_cluster> &cluster, const Handle<koord_pod> &pod,
         Number<uint32_t> flags) {
        const Used used_cluster(cluster);
        const Used used_pod(pod);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_prebind(used_cluster.get(), used_pod.get(), flags.value, &out, err);
        });
        return to_document(out);
      },
      "cluster"_a, "pod"_a, "flags"_a);
  m.def(
      "cluster_get_pods",
      [](const Handle<koord_cluster> &cluster, Number<uint32_t> node) {
        const Used used_cluster(cluster);
        koord_buffer *out = nullptr;
        call([&](koord_error *err) {
          return koord_cluster_get_pods(used_cluster.get(), node.value, &out, err);
        });
        return to_document(out);
      },
      "cluster"_a, "node"_a);
  m.def(
      "cluster_set_gpu_policy",
      [](const Handle<koord_cluster> &cluster, Number<int32_t> policy, const py::object &rows,
         const Text &arena) {
        const Used used(cluster);
        const Rows rows_(rows, sizeof(koord_task_class), false);
        call([&](koord_error *err) {
          return koord_cluster_set_gpu_policy(
              used.get(), policy.value, rows_.as<koord_task_class>(), sizeof(koord_task_class),
              rows_.count(), arena.data(), arena.size(), err);
        });
      },
      "cluster"_a, "policy"_a, "rows"_a, "arena"_a);
}

}  // namespace koord_python
