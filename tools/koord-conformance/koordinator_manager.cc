// Replays Koordinator's resource manager through koord.h, as a scheduler uses it: allocation on
// chosen NUMA nodes, and hints.
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "calls.h"
#include "koord.h"
#include "replay.h"

using nlohmann::json;

namespace {

constexpr size_t kMost = 4096;  // hints in a list

struct Free {
  void operator()(koord_query *query) const { koord_query_free(query); }
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  void operator()(koord_buffer *buffer) const { koord_buffer_unref(buffer); }
  void operator()(koord_numa_hints *hints) const { koord_numa_hints_free(hints); }
};
using ClusterPtr = std::unique_ptr<koord_cluster, Free>;
using QueryPtr = std::unique_ptr<koord_query, Free>;
using PodPtr = std::unique_ptr<koord_pod, Free>;
using BufferPtr = std::unique_ptr<koord_buffer, Free>;

json cpu_detail(const json &topology) {
  json detail = json::array();
  for (const json &core : topology.at("cores")) {
    uint64_t words[KOORD_MAX_CPUS / 64];
    const std::string list = core.at(3);
    koord_error err{};
    must(koord_cpulist_parse(list.data(), list.size(), words, std::size(words), &err), err);
    for (int cpu = 0; cpu < KOORD_MAX_CPUS; ++cpu)
      if ((words[cpu / 64] >> (cpu % 64) & 1) != 0)
        detail.push_back(
            {{"id", cpu}, {"core", core.at(2)}, {"socket", core.at(0)}, {"node", core.at(1)}});
  }
  return {{"detail", detail}};
}

json report_of(const json &entry, const json &topology) {
  json zones = json::array();
  for (const json &node : entry.at("numaCapacity")) {
    json resources = json::array();
    for (const auto &[name, value] : node.at("resources").items())
      resources.push_back(
          {{"name", name}, {"capacity", value}, {"allocatable", value}, {"available", value}});
    zones.push_back({{"name", "node-" + std::to_string(node.at("node").get<int>())},
                     {"type", "Node"},
                     {"resources", resources}});
  }
  json annotations = {{"node.koordinator.sh/cpu-topology", cpu_detail(topology).dump()}};
  if (entry.contains("amplification"))
    annotations["node.koordinator.sh/resource-amplification-ratio"] =
        entry.at("amplification").dump();
  return {{"metadata", {{"name", "node"}, {"annotations", annotations}}}, {"zones", zones}};
}

json pod_with(const std::string &name, const json &requests) {
  return {
      {"metadata", {{"name", name}, {"uid", name}}},
      {"spec",
       {{"containers",
         {{{"name", "main"}, {"resources", {{"requests", requests}, {"limits", requests}}}}}}}}};
}

json prior_pod(const json &allocated) {
  json pod = pod_with("prior", json::object());
  const json status = {{"cpuset", allocated.at("cpus")},
                       {"numaNodeResources", allocated.at("numa")}};
  pod["metadata"]["annotations"] = {{"scheduling.koordinator.sh/resource-status", status.dump()}};
  pod["spec"]["nodeName"] = "node";
  return pod;
}

json asking_pod(const json &entry) {
  json pod = pod_with("asking", entry.at("originalRequests"));
  if (!entry.at("requestCPUBind").get<bool>()) return pod;
  const std::string kind =
      entry.at("required").get<bool>() ? "requiredCPUBindPolicy" : "preferredCPUBindPolicy";
  const json spec = {{kind, entry.at("bind")}, {"preferredCPUExclusivePolicy", entry.at("excl")}};
  pod["metadata"]["labels"] = {{"koordinator.sh/qosClass", "LSR"},
                               {"koordinator.sh/priority-class", "koord-prod"}};
  pod["metadata"]["annotations"] = {{"scheduling.koordinator.sh/resource-spec", spec.dump()}};
  return pod;
}

PodPtr read_pod(const json &object) {
  const std::string text = object.dump();
  koord_pod *pod = nullptr;
  koord_error err{};
  must(koord_pod_from_json(nullptr, text.data(), text.size(), &pod, &err), err);
  return PodPtr(pod);
}

ClusterPtr cluster_of(const json &entry, const json &topology, uint32_t &node) {
  const json args = {{"defaultCPUBindPolicy", ""},
                     {"scoringStrategy", {{"resources", json::array()}}},
                     {"numaScoringStrategy", {{"type", entry.at("numa")}}}};
  const std::string args_text = args.dump();
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = KOORD_PROFILE_UPSTREAM;
  koord_cluster *made = nullptr;
  koord_error err{};
  must(koord_cluster_new(nullptr, &options, args_text.data(), args_text.size(), &made, &err), err);
  ClusterPtr cluster(made);
  const std::string object = R"({"metadata":{"name":"node"}})";
  must(koord_cluster_set_node(made, object.data(), object.size(), &node, &err), err);
  const std::string report = report_of(entry, topology).dump();
  must(koord_cluster_set_topology(made, report.data(), report.size(), &node, &err), err);
  if (entry.contains("allocated"))
    must(koord_cluster_set_pod(made, read_pod(prior_pod(entry.at("allocated"))).get(), nullptr,
                               &err),
         err);
  return cluster;
}

Outcome allocate(const json &entry, const json &topology) {
  uint32_t node = 0;
  const ClusterPtr cluster = cluster_of(entry, topology, node);
  uint64_t affinity = 0;
  for (const int numa : entry.at("hint")) affinity |= uint64_t{1} << numa;
  koord_refusal refusal;
  koord_error err{};
  koord_query *query = nullptr;
  must(koord_query_new(&query, &err), err);
  const QueryPtr owner(query);
  must(koord_query_set_flags(query, KOORD_QUERY_SKIP_FIT, &err), err);
  must(koord_query_set_affinity(query, affinity, &err), err);
  must(koord_cluster_reserve(cluster.get(), read_pod(asking_pod(entry)).get(), query, node, nullptr,
                             0, &refusal, &err),
       err);
  if (refusal.reason != KOORD_REASON_NONE) {
    char text[256];
    must(koord_refusal_format(&refusal, text, sizeof text, nullptr, &err), err);
    return {entry.value("err", json()), text};
  }
  koord_buffer *made = nullptr;
  must(koord_cluster_get_pod_status(cluster.get(), "asking", KOORD_NUL, &made, &err), err);
  const BufferPtr buffer(made);
  const json status = json::parse(koord_buffer_get_data(made));
  if (entry.contains("err")) return {entry.at("err"), status};
  return {{{"cpus", entry.value("want", "")}, {"numa", entry.at("wantNUMA")}},
          {{"cpus", status.value("cpuset", "")},
           {"numa", status.value("numaNodeResources", json::array())}}};
}

Outcome hints(const json &entry, const json &topology) {
  uint32_t node = 0;
  const ClusterPtr cluster = cluster_of(entry, topology, node);
  koord_error err{};
  koord_numa_hints *made = nullptr;
  must(koord_numa_hints_new(&made, &err), err);
  const std::unique_ptr<koord_numa_hints, Free> found(made);
  const std::map<std::string, koord_numa_policy> policies = {
      {"BestEffort", KOORD_NUMA_POLICY_BEST_EFFORT},
      {"Restricted", KOORD_NUMA_POLICY_RESTRICTED},
      {"SingleNUMANode", KOORD_NUMA_POLICY_SINGLE_NUMA_NODE}};
  must(koord_cluster_get_hints(cluster.get(), read_pod(asking_pod(entry)).get(), node,
                               policies.at(entry.at("policy")), made, &err),
       err);
  koord_numa_place places[KOORD_MAX_NUMA_NODES];
  koord_numa_hint_list_info lists[KOORD_MAX_NUMA_LISTS];
  std::vector<koord_numa_hint> hints(kMost);
  size_t place_count = 0, list_count = 0, hint_count = 0;
  must(koord_numa_hints_get_nodes(made, places, sizeof places[0], std::size(places), &place_count,
                                  &err),
       err);
  must(
      koord_numa_hints_get_lists(made, lists, sizeof lists[0], std::size(lists), &list_count, &err),
      err);
  const char *names = koord_numa_hints_get_texts(made, nullptr);
  json got = json::object();
  for (uint32_t i = 0; i < list_count; ++i) {
    json list = json::array();
    must(koord_numa_hints_get_hints(made, i, hints.data(), sizeof hints[0], kMost, &hint_count,
                                    &err),
         err);
    for (size_t j = 0; j < hint_count; ++j) {
      const koord_numa_hint &hint = hints[j];
      json nodes = json::array();
      for (size_t bit = 0; bit < place_count; ++bit)
        if ((hint.nodes >> bit & 1) != 0) nodes.push_back(places[bit].numa_node);
      list.push_back({{"numa", nodes},
                      {"preferred", (hint.flags & KOORD_NUMA_HINT_PREFERRED) != 0},
                      {"score", hint.score}});
    }
    got[std::string(&names[lists[i].name_offset], lists[i].name_length)] = list;
  }
  return {entry.at("wantHints"), got};
}

}  // namespace

void replay_koordinator_manager(const json &entry, const json &topology, Report &report) {
  replay_case(report, entry.at("id"), [&] {
    return entry.at("op") == "manager-hints" ? hints(entry, topology) : allocate(entry, topology);
  });
}
