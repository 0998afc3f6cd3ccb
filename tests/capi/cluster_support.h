// A cluster of small nodes, and pods for it as the API server represents them.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "capi/capi_support.h"

namespace koord::testing {

struct FreeCluster {
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  void operator()(koord_query *query) const { koord_query_free(query); }
  void operator()(koord_plan *plan) const { koord_plan_unref(plan); }
};
using ClusterPtr = std::unique_ptr<koord_cluster, FreeCluster>;
using QueryPtr = std::unique_ptr<koord_query, FreeCluster>;
using PlanPtr = std::unique_ptr<koord_plan, FreeCluster>;

inline ClusterPtr new_cluster(std::string_view args = "", koord_profile profile = 0) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = profile;
  koord_cluster *cluster = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_cluster_new(nullptr, &options, args.data(), args.size(), &cluster, &err),
            KOORD_OK)
      << err.message;
  return ClusterPtr(cluster);
}

inline QueryPtr new_query() {
  koord_query *query = nullptr;
  EXPECT_EQ(koord_query_new(&query, nullptr), KOORD_OK);
  return QueryPtr(query);
}

// `metadata` and `status` are further members, as in R"("labels":{...},)".
inline std::string node_json(std::string_view name, std::string_view metadata = "",
                             std::string_view status = "") {
  return R"({"metadata":{)" + std::string(metadata) + R"("name":")" + std::string(name) +
         R"("},"status":{)" + std::string(status) +
         R"("allocatable":{"cpu":"16","memory":"64Gi","pods":"110"}}})";
}
inline std::string policy_label(std::string_view policy) {
  return R"("labels":{"node.koordinator.sh/numa-topology-policy":")" + std::string(policy) +
         R"("},)";
}

inline std::string nrt_json(std::string_view name, const koord_topology *machine) {
  koord_buffer *out = nullptr;
  EXPECT_EQ(koord_topology_to_nrt(machine, nullptr, name.data(), name.size(), &out, nullptr),
            KOORD_OK);
  const BufferPtr owner(out);
  return text_of(out);
}

inline koord_status set_node(const ClusterPtr &cluster, const std::string &json, uint32_t *id,
                             koord_error *err) {
  return koord_cluster_set_node(cluster.get(), json.data(), json.size(), id, err);
}
inline koord_status set_topology(const ClusterPtr &cluster, const std::string &json, uint32_t *id,
                                 koord_error *err) {
  return koord_cluster_set_topology(cluster.get(), json.data(), json.size(), id, err);
}

// Adds a node with two_sockets(): CPUs 0-15 on two NUMA nodes, siblings 8 apart.
inline uint32_t add_node(const ClusterPtr &cluster, std::string_view name,
                         std::string_view metadata = "") {
  uint32_t id = UINT32_MAX;
  uint32_t again = 0;
  koord_error err{};
  EXPECT_EQ(set_node(cluster, node_json(name, metadata), &id, &err), KOORD_OK) << err.message;
  EXPECT_EQ(set_topology(cluster, nrt_json(name, two_sockets().get()), &again, &err), KOORD_OK)
      << err.message;
  EXPECT_EQ(id, again);
  return id;
}

struct Ask {
  std::string uid = "uid";
  std::string cpu = "4";
  std::string qos = "LSR";
  std::string memory = "1Gi";
  std::string node = "";         // empty if the pod is not bound
  std::string annotations = "";  // members, each followed by a comma
  std::string status = "";       // resource-status: the JSON in its annotation
  std::string phase = "Running";
};

inline std::string quote_json(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c == '\n' ? ' ' : c;
  }
  return out + '"';
}

inline std::string pod_json(const Ask &ask) {
  std::string annotations = ask.annotations;
  if (!ask.status.empty())
    annotations += R"("scheduling.koordinator.sh/resource-status":)" + quote_json(ask.status) + ",";
  if (!annotations.empty()) annotations.pop_back();
  const std::string qos =
      ask.qos.empty() ? "" : R"("labels":{"koordinator.sh/qosClass":")" + ask.qos + R"("},)";
  return R"({"metadata":{"name":"pod","uid":")" + ask.uid + R"(",)" + qos + R"("annotations":{)" +
         annotations + R"(}},"status":{"phase":")" + ask.phase + R"("},"spec":{"nodeName":")" +
         ask.node + R"(","containers":[{"name":"c","resources":{"limits":{"cpu":")" + ask.cpu +
         R"(","memory":")" + ask.memory + R"("}}}]}})";
}

inline PodPtr pod_of(const Ask &ask) { return pod_from(pod_json(ask)); }

inline koord_cluster_info info_of(const ClusterPtr &cluster) {
  koord_cluster_info info = KOORD_INIT(koord_cluster_info);
  EXPECT_EQ(koord_cluster_get_info(cluster.get(), &info, nullptr), KOORD_OK);
  return info;
}

struct Reserved {
  koord_reason reason = -1;
  std::string cpus;
};
// Works on machines with up to 64 CPUs.
inline Reserved reserve(const ClusterPtr &cluster, const PodPtr &pod, uint32_t node) {
  koord_refusal refusal{};
  uint64_t word = 0;
  koord_error err{};
  EXPECT_EQ(
      koord_cluster_reserve(cluster.get(), pod.get(), nullptr, node, &word, 1, &refusal, &err),
      KOORD_OK)
      << err.message;
  return {refusal.reason, list_of(&word, 1)};
}

inline koord_status remove_pod(const ClusterPtr &cluster, std::string_view uid,
                               koord_error *err = nullptr) {
  return koord_cluster_remove_pod(cluster.get(), uid.data(), uid.size(), err);
}

inline std::string cpus_of(const ClusterPtr &cluster, uint32_t node, koord_cluster_cpuset which) {
  uint64_t word = 0;
  koord_error err{};
  EXPECT_EQ(koord_cluster_get_node_cpus(cluster.get(), node, which, &word, 1, &err), KOORD_OK)
      << err.message;
  return list_of(&word, 1);
}

struct Rows {
  std::vector<koord_verdict> rows;
  uint64_t generation = 0;

  std::map<uint32_t, koord_verdict> by_node() const {
    std::map<uint32_t, koord_verdict> out;
    for (const koord_verdict &row : rows) out.emplace(row.node, row);
    return out;
  }
};
inline QueryPtr query_with(uint32_t flags) {
  koord_query *out = nullptr;
  EXPECT_EQ(koord_query_new(&out, nullptr), KOORD_OK);
  EXPECT_EQ(koord_query_set_flags(out, flags, nullptr), KOORD_OK);
  return QueryPtr(out);
}
inline Rows evaluate(const ClusterPtr &cluster, const PodPtr &pod,
                     const koord_query *query = nullptr) {
  Rows out;
  out.rows.resize(info_of(cluster).ids);
  koord_evaluation evaluation{};
  koord_error err{};
  EXPECT_EQ(koord_cluster_evaluate(cluster.get(), pod.get(), query, out.rows.data(),
                                   sizeof out.rows[0], out.rows.size(), &evaluation, &err),
            KOORD_OK)
      << err.message;
  out.rows.resize(evaluation.count);
  out.generation = evaluation.generation;
  return out;
}
inline Rows changes(const ClusterPtr &cluster, const PodPtr &pod, uint64_t since) {
  Rows out;
  out.rows.resize(info_of(cluster).ids);
  koord_evaluation evaluation{since, 0};
  koord_error err{};
  EXPECT_EQ(koord_cluster_get_changes(cluster.get(), pod.get(), nullptr, out.rows.data(),
                                      sizeof out.rows[0], out.rows.size(), &evaluation, &err),
            KOORD_OK)
      << err.message;
  out.rows.resize(evaluation.count);
  out.generation = evaluation.generation;
  return out;
}

inline std::string format_rows(const std::vector<koord_verdict> &rows) {
  std::string text;
  for (const koord_verdict &row : rows)
    text += std::to_string(row.node) + ':' + koord_reason_get_name(row.reason, KOORD_PROFILE_SPEC) +
            ':' + std::to_string(row.score) + ':' + std::to_string(row.flags) + ' ';
  return text;
}

inline std::string text_of_call(koord_status status, koord_buffer *out) {
  EXPECT_EQ(status, KOORD_OK);
  const BufferPtr owner(out);
  return text_of(out);
}
inline std::string pods_on(const ClusterPtr &cluster, uint32_t node) {
  koord_buffer *out = nullptr;
  const koord_status status = koord_cluster_get_pods(cluster.get(), node, &out, nullptr);
  return text_of_call(status, out);
}
inline std::string status_of(const ClusterPtr &cluster, std::string_view uid) {
  koord_buffer *out = nullptr;
  const koord_status status =
      koord_cluster_get_pod_status(cluster.get(), uid.data(), uid.size(), &out, nullptr);
  return text_of_call(status, out);
}

// Formats the steps of a plan as in "place uid-1 on 0; release uid-2 on 1; ".
inline std::string steps_of(const PlanPtr &plan) {
  size_t count = 0;
  EXPECT_NE(koord_plan_get_steps(plan.get(), nullptr, sizeof(koord_plan_step), 0, &count, nullptr),
            KOORD_E_INVALID);
  std::vector<koord_plan_step> rows(count);
  koord_error err{};
  EXPECT_EQ(
      koord_plan_get_steps(plan.get(), rows.data(), sizeof(koord_plan_step), count, &count, &err),
      KOORD_OK)
      << err.message;
  size_t length = 0;
  const char *bytes = koord_plan_get_texts(plan.get(), &length);
  const std::string texts(bytes, length);
  const char *kinds[] = {"release ", "place ", "move "};
  std::string text;
  for (const koord_plan_step &row : rows)
    text += kinds[row.kind] + texts.substr(row.uid_offset, row.uid_length) + " on " +
            std::to_string(row.node) + "; ";
  return text;
}

// Returns everything that a host can observe, which must be unchanged after a failed call.
inline std::string everything(const ClusterPtr &cluster) {
  const koord_cluster_info info = info_of(cluster);
  std::string text = std::to_string(info.generation) + ' ' + std::to_string(info.pods) + ' ' +
                     std::to_string(info.nodes) + ' ' + std::to_string(info.ids) + '\n';
  for (const char *qos : {"LSE", "LS"})
    text += format_rows(evaluate(cluster, pod_of({.uid = "", .cpu = "3", .qos = qos})).rows) + '\n';
  for (uint32_t node = 0; node < info.ids; ++node) {
    koord_buffer *out = nullptr;
    if (koord_cluster_get_pods(cluster.get(), node, &out, nullptr) != KOORD_OK) continue;
    const std::string uids = text_of_call(KOORD_OK, out);
    for (int which = KOORD_CLUSTER_CPUSET_FREE; which <= KOORD_CLUSTER_CPUSET_SHARED_POOL;
         ++which) {
      uint64_t words[128] = {};
      EXPECT_EQ(koord_cluster_get_node_cpus(cluster.get(), node, which, words, 128, nullptr),
                KOORD_OK);
      text += list_of(words, 128) + ' ';
    }
    size_t at = 0;
    for (size_t end; (end = uids.find('\n', at)) != std::string::npos; at = end + 1)
      text += uids.substr(at, end - at) + status_of(cluster, uids.substr(at, end - at)) + '\n';
  }
  return text;
}

}  // namespace koord::testing

// Like EXPECT_FAILS, and the cluster must be unchanged.
#define EXPECT_FAILS_UNCHANGED(cluster, call, status, fragment) \
  do {                                                          \
    const std::string before = everything(cluster);             \
    EXPECT_FAILS(call, status, fragment);                       \
    EXPECT_EQ(everything(cluster), before);                     \
  } while (false)
