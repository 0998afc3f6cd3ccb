// Nodes, pods and a scheduler in the terms of the specification, on the section "Cluster" of
// koord.h: for given nodes and pods, tests check the verdict of a node and the result of the pod.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "spec/spec_support.h"

namespace koord::testing {

using nlohmann::json;
using nlohmann::literals::operator""_json;

// A node as represented by the API server: its Node and its NodeResourceTopology. By default it has
// 2 NUMA nodes of 4 cores of 2 threads and 64 GiB each: node 0 has the CPUs 0-3,8-11, node 1 has
// 4-7,12-15, siblings are 8 apart, and no policy is set.
struct NodeGiven {
  std::string name = "node-0";
  int sockets = 2;
  int numa_per_socket = 1;
  int cores = 4;  // per NUMA node
  int threads = 2;
  int gib = 64;  // per NUMA node
  std::string architecture = "amd64";
  json labels = json::object();       // of the Node, without "node.koordinator.sh/"
  json annotations = json::object();  // of the Node, without "node.koordinator.sh/"
  bool reported = true;               // a NodeResourceTopology exists
  json kubelet;                       // its annotation cpu-manager-policy
  json pod_cpu_allocs;                // its annotation
  json topology_policies;             // its field topologyPolicies
  std::string takeover_stage;         // its annotation, empty for none
  json allocatable = json::object();  // besides cpu, memory and pods

  int numa_nodes() const { return sockets * numa_per_socket; }
  int cpus() const { return numa_nodes() * cores * threads; }

  json node() const {
    json metadata = {{"name", name}};
    for (const auto &[key, value] : labels.items())
      metadata["labels"]["node.koordinator.sh/" + key] = value;
    for (const auto &[key, value] : annotations.items())
      metadata["annotations"]["node.koordinator.sh/" + key] = value.dump();
    json offers = allocatable;
    offers.update({{"cpu", std::to_string(cpus())},
                   {"memory", std::to_string(numa_nodes() * gib) + "Gi"},
                   {"pods", "110"}});
    return {{"apiVersion", "v1"},
            {"kind", "Node"},
            {"metadata", metadata},
            {"status", {{"nodeInfo", {{"architecture", architecture}}}, {"allocatable", offers}}}};
  }
  json topology() const {
    json detail = json::array();
    const int all_cores = numa_nodes() * cores;
    for (int cpu = 0; cpu < cpus(); ++cpu) {
      const int core = cpu % all_cores;
      detail.push_back({{"id", cpu},
                        {"core", core},
                        {"socket", core / cores / numa_per_socket},
                        {"node", core / cores}});
    }
    json zones = json::array();
    for (int i = 0; i < numa_nodes(); ++i) {
      const auto zone_resource = [](const char *resource, const std::string &amount) {
        return json{{"name", resource},
                    {"capacity", amount},
                    {"allocatable", amount},
                    {"available", amount}};
      };
      zones.push_back({{"name", "node-" + std::to_string(i)},
                       {"type", "Node"},
                       {"resources",
                        {zone_resource("cpu", std::to_string(cores * threads)),
                         zone_resource("memory", std::to_string(gib) + "Gi")}}});
    }
    json annotations_ = {{"node.koordinator.sh/cpu-topology", json{{"detail", detail}}.dump()}};
    if (!kubelet.is_null())
      annotations_["kubelet.koordinator.sh/cpu-manager-policy"] = kubelet.dump();
    if (!pod_cpu_allocs.is_null())
      annotations_["node.koordinator.sh/pod-cpu-allocs"] = pod_cpu_allocs.dump();
    if (!takeover_stage.empty())
      annotations_["node.koordinator.sh/takeover-stage"] = takeover_stage;
    json out = {{"apiVersion", "topology.node.k8s.io/v1alpha1"},
                {"kind", "NodeResourceTopology"},
                {"metadata",
                 {{"name", name},
                  {"labels", {{"app.kubernetes.io/managed-by", "Koordinator"}}},
                  {"annotations", annotations_}}},
                {"zones", zones}};
    if (!topology_policies.is_null()) out["topologyPolicies"] = topology_policies;
    return out;
  }
};

// A pod as represented by the API server, with one container. A limit that is not stated equals the
// request; "none" means no limit.
struct PodGiven {
  std::string name = "pod";
  std::string qos;  // koordinator.sh/qosClass, empty for no label
  std::string cpu = "4";
  std::string memory = "1Gi";
  std::string cpu_limit;
  std::string memory_limit;
  json resource_spec;  // annotations
  json numa_topology_spec;
  json resource_status;
  json device_allocated;
  json devices = json::object();  // further requests: {"nvidia.com/gpu":"2"}
  std::string on;                 // spec.nodeName

  json object() const {
    json metadata = {{"name", name}, {"namespace", "default"}, {"uid", name}};
    if (!qos.empty()) metadata["labels"]["koordinator.sh/qosClass"] = qos;
    const auto annotate = [&](const char *key, const json &value) {
      if (!value.is_null())
        metadata["annotations"][std::string("scheduling.koordinator.sh/") + key] = value.dump();
    };
    annotate("resource-spec", resource_spec);
    annotate("numa-topology-spec", numa_topology_spec);
    annotate("resource-status", resource_status);
    annotate("device-allocated", device_allocated);
    json resources = json::object();
    const auto ask = [&](const char *resource, const std::string &request,
                         const std::string &limit) {
      if (!request.empty()) resources["requests"][resource] = request;
      const std::string &most = limit.empty() ? request : limit;
      if (!most.empty() && most != "none") resources["limits"][resource] = most;
    };
    ask("cpu", cpu, cpu_limit);
    ask("memory", memory, memory_limit);
    for (const auto &[resource, amount] : devices.items())
      ask(resource.c_str(), amount.get<std::string>(), "");
    json spec = {{"priority", 9000},
                 {"containers", {{{"name", "main"}, {"resources", resources}}}}};
    if (!on.empty()) spec["nodeName"] = on;
    return {{"apiVersion", "v1"}, {"kind", "Pod"}, {"metadata", metadata}, {"spec", spec}};
  }
};

inline PodGiven pod(std::string name, std::string qos, std::string cpu,
                    std::string memory = "1Gi") {
  PodGiven out;
  out.name = std::move(name);
  out.qos = std::move(qos);
  out.cpu = std::move(cpu);
  out.memory = std::move(memory);
  return out;
}
inline PodGiven device_pod(std::string name, json devices) {
  PodGiven out = pod(std::move(name), "", "1");
  out.devices = std::move(devices);
  return out;
}
inline PodGiven with_spec(PodGiven given, json resource_spec) {
  given.resource_spec = std::move(resource_spec);
  return given;
}
// A Burstable pod of Kubernetes: a request, and a higher limit or none.
inline PodGiven burstable(std::string name, std::string qos, std::string cpu, std::string limit) {
  PodGiven out = pod(std::move(name), std::move(qos), std::move(cpu));
  out.cpu_limit = std::move(limit);
  return out;
}

// Verdict of a node for a pod.
struct NodeVerdict {
  koord_reason reason = KOORD_REASON_NONE;
  int32_t score = 0;
  std::string sentence;  // empty if the node accepts the pod
  koord_refusal refusal{};
};

// Result of placing a pod.
struct PlacedPod {
  koord_reason reason = KOORD_REASON_NONE;
  std::string sentence;
  std::string cpus;  // empty if it has no CPUs of its own
  json status;       // resource-status, null if there is none
  json patch;        // the annotations that PreBind writes
  json pools() const { return status.value("cpuSharedPools", json()); }
  // Returns the NUMA nodes on which the pod holds amounts.
  std::vector<int> numa() const {
    std::vector<int> out;
    for (const json &entry : status.value("numaNodeResources", json::array()))
      out.push_back(entry.at("node"));
    return out;
  }
};

class ClusterSession {
 public:
  explicit ClusterSession(const json &args = nullptr, koord_profile profile = KOORD_PROFILE_SPEC,
                          uint32_t flags = 0) {
    koord_cluster_options options = KOORD_INIT(koord_cluster_options);
    options.profile = profile;
    options.flags = flags;
    const std::string text = args.is_null() ? "" : args.dump();
    koord_cluster *cluster = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_cluster_new(nullptr, &options, text.data(), text.size(), &cluster, &err),
              KOORD_OK)
        << err.message;
    cluster_.reset(cluster);
  }

  // Sets the node and returns its id.
  uint32_t set(const NodeGiven &node) {
    uint32_t id = 0;
    koord_error err{};
    const std::string object = node.node().dump();
    EXPECT_EQ(koord_cluster_set_node(cluster_.get(), object.data(), object.size(), &id, &err),
              KOORD_OK)
        << err.message;
    if (!node.reported) return id;
    const std::string topology = node.topology().dump();
    EXPECT_EQ(
        koord_cluster_set_topology(cluster_.get(), topology.data(), topology.size(), nullptr, &err),
        KOORD_OK)
        << err.message;
    return id;
  }

  void set_devices(const json &device) {
    koord_error err{};
    const std::string object = device.dump();
    EXPECT_EQ(
        koord_cluster_set_devices(cluster_.get(), object.data(), object.size(), nullptr, &err),
        KOORD_OK)
        << err.message;
  }

  NodeVerdict judge(const PodGiven &pod, uint32_t node = 0,
                    const koord_query *query = nullptr) const {
    NodeVerdict out;
    koord_error err{};
    EXPECT_EQ(koord_cluster_judge(cluster_.get(), read(pod).get(), query, node, &out.refusal,
                                  &out.score, &err),
              KOORD_OK)
        << err.message;
    out.reason = out.refusal.reason;
    out.sentence = testing::sentence(out.refusal);
    return out;
  }
  // Filters all nodes and returns the ids of those that accept the pod.
  std::vector<uint32_t> filter(const PodGiven &pod) const {
    std::vector<uint32_t> out;
    for (const koord_verdict &row : evaluate(pod))
      if (row.reason == KOORD_REASON_NONE) out.push_back(row.node);
    return out;
  }
  std::vector<koord_verdict> evaluate(const PodGiven &pod,
                                      const koord_query *query = nullptr) const {
    std::vector<koord_verdict> rows(1024);
    koord_evaluation evaluation{};
    koord_error err{};
    EXPECT_EQ(koord_cluster_evaluate(cluster_.get(), read(pod).get(), query, rows.data(),
                                     sizeof rows[0], rows.size(), &evaluation, &err),
              KOORD_OK)
        << err.message;
    rows.resize(evaluation.count);
    return rows;
  }
  // Returns the nodes that accept the pod, best first.
  std::vector<uint32_t> best(const PodGiven &pod) const {
    std::vector<koord_verdict> rows(1024);
    koord_evaluation evaluation{};
    koord_error err{};
    EXPECT_EQ(koord_cluster_find_best(cluster_.get(), read(pod).get(), nullptr, rows.data(),
                                      sizeof rows[0], rows.size(), &evaluation, &err),
              KOORD_OK)
        << err.message;
    std::vector<uint32_t> out;
    for (size_t i = 0; i < evaluation.count; ++i) out.push_back(rows[i].node);
    return out;
  }

  // Runs Reserve and PreBind. Expects that Reserve agrees with the
  // filter and that a refusal changes nothing.
  PlacedPod place(const PodGiven &pod, uint32_t node = 0) {
    const NodeVerdict verdict = judge(pod, node);
    PlacedPod out;
    koord_refusal refusal{};
    koord_error err{};
    std::vector<uint64_t> words(kWords);
    const PodPtr handle = read(pod);
    EXPECT_EQ(koord_cluster_reserve(cluster_.get(), handle.get(), nullptr, node, words.data(),
                                    words.size(), &refusal, &err),
              KOORD_OK)
        << err.message;
    out.reason = refusal.reason;
    out.sentence = testing::sentence(refusal);
    out.cpus = list_of(words);
    EXPECT_EQ(out.reason, verdict.reason)
        << pod.name << ": " << verdict.sentence << " / " << out.sentence;
    if (out.reason != KOORD_REASON_NONE) return out;
    out.status = status_of(pod.name);
    out.patch = prebind(pod);
    EXPECT_EQ(out.status.value("cpuset", ""), out.cpus);
    return out;
  }
  json status_of(const std::string &uid) const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(
        koord_cluster_get_pod_status(cluster_.get(), uid.data(), uid.size(), &buffer, nullptr),
        KOORD_OK);
    const BufferPtr owner(buffer);
    return buffer == nullptr ? json() : json::parse(text_of(buffer));
  }
  // Returns the annotations that PreBind writes.
  json prebind(const PodGiven &pod, uint32_t flags = 0) const {
    koord_buffer *buffer = nullptr;
    EXPECT_EQ(koord_cluster_prebind(cluster_.get(), read(pod).get(), flags, &buffer, nullptr),
              KOORD_OK);
    const BufferPtr owner(buffer);
    if (buffer == nullptr) return {};
    return json::parse(text_of(buffer)).at("metadata").at("annotations");
  }

  // Sets a running pod.
  koord_pod_conflicts see(const PodGiven &pod) {
    koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
    koord_error err{};
    EXPECT_EQ(koord_cluster_set_pod(cluster_.get(), read(pod).get(), &conflicts, &err), KOORD_OK)
        << err.message;
    return conflicts;
  }
  void remove(const std::string &uid) {
    EXPECT_EQ(koord_cluster_remove_pod(cluster_.get(), uid.data(), uid.size(), nullptr), KOORD_OK);
  }
  std::string cpus(koord_cluster_cpuset which, uint32_t node = 0) const {
    std::vector<uint64_t> words(kWords);
    EXPECT_EQ(koord_cluster_get_node_cpus(cluster_.get(), node, which, words.data(), words.size(),
                                          nullptr),
              KOORD_OK);
    return list_of(words);
  }
  koord_cluster *get() const { return cluster_.get(); }

  static PodPtr read(const PodGiven &pod) {
    const std::string text = pod.object().dump();
    koord_pod *handle = nullptr;
    koord_error err{};
    EXPECT_EQ(koord_pod_from_json(nullptr, text.data(), text.size(), &handle, &err), KOORD_OK)
        << err.message;
    return PodPtr(handle);
  }

 private:
  static constexpr size_t kWords = KOORD_MAX_CPUS / 64;
  struct Free {
    void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  };
  std::unique_ptr<koord_cluster, Free> cluster_;
};

inline ClusterSession upstream_session(const json &args = nullptr) {
  return ClusterSession(args, KOORD_PROFILE_UPSTREAM);
}

}  // namespace koord::testing
