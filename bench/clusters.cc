#include "clusters.h"

#include <cstdio>
#include <cstdlib>

namespace koord::bench {
namespace {

constexpr int kPodCpus = 8;
constexpr int64_t kGi = int64_t{1} << 30;
constexpr int64_t kMemoryPerCpu = 4 * kGi;

Owned<koord_topology> machine(int cpus) {
  std::vector<koord_cpu> rows;
  const int cores = cpus / 2;
  for (int cpu = 0; cpu < cpus; ++cpu) {
    koord_cpu row{};
    row.cpu = cpu;
    row.core = cpu % cores;
    row.numa_node = row.socket = row.core / (cores / 2);
    row.l3 = row.numa_node;
    rows.push_back(row);
  }
  koord_topology *out = nullptr;
  koord_error error{};
  must(koord_topology_from_rows(rows.data(), sizeof rows[0], rows.size(), "x86_64", KOORD_NUL, &out,
                                &error),
       error);
  return Owned<koord_topology>(out);
}

std::string uid_of(int number) {
  char uid[40];
  std::snprintf(uid, sizeof uid, "00000000-0000-0000-0000-%012d", number);
  return uid;
}

// Returns the CPUs that kubelet gave to the pod in this place on a node: whole cores. The first
// half of the pods is on the first NUMA node.
std::string cpus_of(int place, int cpus) {
  const int first = place * kPodCpus / 2 + (place < cpus / 4 / kPodCpus ? 0 : cpus / 8);
  const int last = first + kPodCpus / 2 - 1;
  const auto range = [](int from, int to) {
    return std::to_string(from) + "-" + std::to_string(to);
  };
  return range(first, last) + "," + range(first + cpus / 2, last + cpus / 2);
}

// Returns the annotation of a memory manager with two NUMA nodes. Pods from `number` on have
// memory, half of the `pods` pods on each NUMA node.
std::string memory_state(int64_t bytes, int cpus, int pods, int number) {
  constexpr int64_t kOfPod = kPodCpus * kMemoryPerCpu;
  const std::string free = std::to_string(bytes - pods / 2 * kOfPod);
  std::string out = R"({"numaNodes":[)";
  for (int node = 0; node < 2; ++node)
    out += (node == 0 ? "" : ",") + std::string(R"({"node":)") + std::to_string(node) +
           R"(,"assignments":)" + std::to_string(pods / 2) +
           R"(,"memory":[{"type":"memory","allocatable":)" + std::to_string(bytes) + R"(,"free":)" +
           free + "}]}";
  out += R"(],"pods":[)";
  for (int pod = 0; pod < pods; ++pod)
    out += (pod == 0 ? "" : ",") + std::string(R"({"uid":")") + uid_of(number + pod) +
           R"(","cpuset":")" + cpus_of(pod, cpus) + R"(","blocks":[{"nodes":[)" +
           (pod < pods / 2 ? "0" : "1") + R"(],"type":"memory","size":)" + std::to_string(kOfPod) +
           "}]}";
  return out + "]}";
}

// The state of a device manager: a pod that the cluster does not have holds a device near each NUMA
// node.
constexpr const char *kDeviceState =
    R"({"devices":[{"resource":"example.com/gpu","nodes":[0],"healthy":4},)"
    R"({"resource":"example.com/gpu","nodes":[1],"healthy":4}],"pods":[{"uid":"other","devices":[)"
    R"({"resource":"example.com/gpu","nodes":[0],"healthy":1},)"
    R"({"resource":"example.com/gpu","nodes":[1],"healthy":1}]}]})";

// Sets a zone for each of two NUMA nodes, with half of each amount. memory and devices: the states
// of a static memory manager and of a device manager, empty if there are none.
uint32_t set_zones(koord_cluster *cluster, const koord_nrt_spec &what, const std::string &name,
                   const koord_topology *machine, const std::vector<Amount> &halves,
                   const std::string &memory, const std::string &devices) {
  koord_error error{};
  koord_nrt_builder *nrt = nullptr;
  must(koord_nrt_builder_new(&nrt, &error), error);
  const Owned<koord_nrt_builder> owner(nrt);
  must(koord_nrt_builder_set_name(nrt, name.data(), name.size(), &error), error);
  must(koord_nrt_builder_set_spec(nrt, &what, &error), error);
  must(koord_nrt_builder_set_topology(nrt, machine, &error), error);
  const auto annotate = [&](const char *key, const std::string &text) {
    must(koord_nrt_builder_set_annotation(nrt, key, KOORD_NUL, text.data(), text.size(), &error),
         error);
  };
  if (!memory.empty()) {
    annotate("kubelet.koordinator.sh/memory-manager-policy", "Static");
    annotate("kubelet.koordinator.sh/memory-manager-state", memory);
  }
  if (!devices.empty()) annotate("kubelet.koordinator.sh/device-manager-state", devices);
  for (const char *zone_name : {"node-0", "node-1"}) {
    int32_t zone = 0;
    must(koord_nrt_builder_add_zone(nrt, zone_name, KOORD_NUL, nullptr, 0, &zone, &error), error);
    for (const Amount &half : halves)
      must(koord_nrt_builder_add_resource(nrt, zone, half.resource, KOORD_NUL, half.value,
                                          half.value, half.value, &error),
           error);
  }
  uint32_t id = 0;
  must(koord_cluster_set_topology_from_builder(cluster, nrt, &id, &error), error);
  return id;
}

}  // namespace

void must(koord_status status, const koord_error &error) {
  if (status == KOORD_OK) return;
  std::fprintf(stderr, "bench: %s\n", error.message);
  std::exit(1);
}

Owned<koord_pod> make_pod(const koord_pod_spec &what, const std::string &uid,
                          const std::vector<Amount> &amounts, const std::string &node,
                          int containers) {
  koord_error error{};
  koord_pod_builder *builder = nullptr;
  must(koord_pod_builder_new(&builder, &error), error);
  const Owned<koord_pod_builder> owner(builder);
  must(koord_pod_builder_set_spec(builder, &what, &error), error);
  must(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NAME, "pod", 3, &error), error);
  must(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_UID, uid.data(), uid.size(), &error),
       error);
  must(koord_pod_builder_set_text(builder, KOORD_POD_TEXT_NODE, node.data(), node.size(), &error),
       error);
  for (int i = 0; i < containers; ++i) {
    const std::string name = "container-" + std::to_string(i);
    must(koord_pod_builder_add_container(builder, KOORD_CONTAINER_KIND_APP, name.data(),
                                         name.size(), nullptr, &error),
         error);
    for (const Amount &amount : amounts)
      must(koord_pod_builder_set_resource(builder, i, amount.resource, KOORD_NUL, amount.value,
                                          amount.value, &error),
           error);
  }
  koord_pod *out = nullptr;
  must(koord_pod_from_builder(nullptr, builder, &out, &error), error);
  return Owned<koord_pod>(out);
}

void set_node(koord_cluster *cluster, const koord_node_spec &what, const std::string &name,
              const std::vector<Amount> &amounts) {
  koord_error error{};
  koord_node_builder *builder = nullptr;
  must(koord_node_builder_new(&builder, &error), error);
  const Owned<koord_node_builder> owner(builder);
  must(koord_node_builder_set_spec(builder, &what, &error), error);
  must(koord_node_builder_set_text(builder, KOORD_NODE_TEXT_NAME, name.data(), name.size(), &error),
       error);
  for (const Amount &amount : amounts)
    must(koord_node_builder_set_resource(builder, amount.resource, KOORD_NUL, amount.value, 0,
                                         &error),
         error);
  must(koord_cluster_set_node_from_builder(cluster, builder, nullptr, &error), error);
}

void set_gpus(koord_cluster *cluster, const std::string &name, int gpus, int numa_nodes) {
  std::string devices;
  for (int gpu = 0; gpu < gpus; ++gpu) {
    devices += (gpu == 0 ? "" : ",") + std::string(R"({"type":"gpu","id":")") +
               std::to_string(gpu) + R"(","minor":)" + std::to_string(gpu) +
               R"(,"health":true,"resources":{"koordinator.sh/gpu-core":"100",)" +
               R"("koordinator.sh/gpu-memory":"80Gi",)" +
               R"("koordinator.sh/gpu-memory-ratio":"100"})";
    if (numa_nodes > 0) {
      const std::string numa = std::to_string(gpu * numa_nodes / gpus);
      devices += R"(,"topology":{"socketID":)" + numa + R"(,"nodeID":)" + numa + R"(,"pcieID":")" +
                 std::to_string(gpu / 2) + R"("})";
    }
    devices += '}';
  }
  const std::string json = R"({"metadata":{"name":")" + name +
                           R"(","labels":{"node.koordinator.sh/gpu-model":"A100"}},"spec":{)" +
                           R"("devices":[)" + devices + "]}}";
  koord_error error{};
  must(koord_cluster_set_devices(cluster, json.data(), json.size(), nullptr, &error), error);
}

Owned<koord_pod> lsr_pod(const std::string &uid, int cpus, int64_t memory_bytes, int32_t priority) {
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.qos = KOORD_QOS_LSR;
  spec.required_bind = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.priority_class = KOORD_PRIORITY_CLASS_PROD;
  spec.priority = priority;
  return make_pod(spec, uid, {{"cpu", int64_t{1000} * cpus}, {"memory", memory_bytes}});
}

Owned<koord_pod> pinned_pod(const std::string &uid, int cpus, int64_t memory_bytes,
                            const std::string &node, int containers, int devices) {
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  std::vector<Amount> amounts{{"cpu", int64_t{1000} * cpus}, {"memory", memory_bytes}};
  if (devices > 0) amounts.push_back({kDevice, devices});
  return make_pod(spec, uid, amounts, node, containers);
}

Owned<koord_cluster> half_full(const ClusterOf &what) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = what.profile;
  koord_cluster *cluster = nullptr;
  koord_error error{};
  must(koord_cluster_new(nullptr, &options, nullptr, 0, &cluster, &error), error);
  Owned<koord_cluster> out(cluster);
  const Owned<koord_topology> shared = machine(what.cpus);
  const int64_t milli = int64_t{1000} * what.cpus;
  const int64_t memory = kMemoryPerCpu * what.cpus;
  int pods = 0;
  for (int i = 0; i < what.nodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    koord_node_spec node = KOORD_INIT(koord_node_spec);
    node.numa_policy = what.policy;
    std::vector<Amount> amounts{{"cpu", milli}, {"memory", memory}, {"pods", 110}};
    if (what.kubelet_devices) amounts.push_back({kDevice, 8});
    set_node(cluster, node, name, amounts);
    koord_nrt_spec topology = KOORD_INIT(koord_nrt_spec);
    if (what.kubelet_static)
      topology.flags = uint32_t{KOORD_NODE_KUBELET_STATIC} | KOORD_NODE_KUBELET_FULL_PCPUS_ONLY;
    if (what.kubelet_pods) topology.numa_policy = what.policy;
    const int count = what.empty ? 0 : what.cpus / 2 / kPodCpus;
    const int reported = what.kubelet_pods ? count : 0;
    const uint32_t id = set_zones(
        cluster, topology, name, shared.get(), {{"cpu", milli / 2}, {"memory", memory / 2}},
        what.kubelet_memory ? memory_state(memory / 2, what.cpus, reported, pods) : "",
        what.kubelet_devices ? kDeviceState : "");
    for (int j = 0; j < count; ++j) {
      const std::string uid = uid_of(pods++);
      if (what.kubelet_pods) {
        const Owned<koord_pod> pod = pinned_pod(uid, kPodCpus, kPodCpus * kMemoryPerCpu, name);
        must(koord_cluster_set_pod(cluster, pod.get(), nullptr, &error), error);
        continue;
      }
      koord_refusal refusal;
      must(koord_cluster_reserve(cluster, lsr_pod(uid, kPodCpus, kPodCpus * kMemoryPerCpu).get(),
                                 nullptr, id, nullptr, 0, &refusal, &error),
           error);
      if (refusal.reason == KOORD_REASON_NONE) continue;
      std::fprintf(stderr, "bench: node %d is full too early\n", i);
      std::exit(1);
    }
  }
  return out;
}

}  // namespace koord::bench
