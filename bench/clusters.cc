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

// With its limits equal to its requests.
Owned<koord_pod> pod_of(const koord_pod_spec &what, const std::string &uid, int cpus,
                        int64_t memory_bytes) {
  const std::string arena =
      "pod"
      "cpu"
      "memory" +
      uid;
  koord_pod_spec spec = what;
  spec.name_length = 3;
  spec.uid_offset = 12;
  spec.uid_length = static_cast<uint32_t>(uid.size());
  const koord_container container{KOORD_CONTAINER_KIND_APP, 0, 3, 0};
  const int64_t milli = int64_t{1000} * cpus;
  const koord_resource amounts[] = {{milli, milli, 3, 3, 0, 0},
                                    {memory_bytes, memory_bytes, 6, 6, 0, 0}};
  koord_pod *out = nullptr;
  koord_error error{};
  must(koord_pod_from_struct(&spec, arena.data(), arena.size(), &container, sizeof container, 1,
                             amounts, sizeof amounts[0], 2, nullptr, 0, &out, &error),
       error);
  return Owned<koord_pod>(out);
}

}  // namespace

void must(koord_status status, const koord_error &error) {
  if (status == KOORD_OK) return;
  std::fprintf(stderr, "bench: %s\n", error.message);
  std::exit(1);
}

Owned<koord_pod> lsr_pod(const std::string &uid, int cpus, int64_t memory_bytes, int32_t priority) {
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  spec.qos = KOORD_QOS_LSR;
  spec.required_bind = KOORD_BIND_POLICY_FULL_PCPUS;
  spec.priority_class = KOORD_PRIORITY_CLASS_PROD;
  spec.priority = priority;
  return pod_of(spec, uid, cpus, memory_bytes);
}

Owned<koord_pod> pinned_pod(const std::string &uid, int cpus, int64_t memory_bytes) {
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  return pod_of(spec, uid, cpus, memory_bytes);
}

Owned<koord_cluster> half_full(const ClusterOf &what) {
  koord_cluster_options options = KOORD_INIT(koord_cluster_options);
  options.profile = what.profile;
  koord_cluster *cluster = nullptr;
  koord_error error{};
  must(koord_cluster_new(&options, nullptr, 0, &cluster, &error), error);
  Owned<koord_cluster> out(cluster);
  const Owned<koord_topology> shared = machine(what.cpus);
  const int64_t milli = int64_t{1000} * what.cpus;
  const int64_t memory = kMemoryPerCpu * what.cpus;
  int pods = 0;
  for (int i = 0; i < what.nodes; ++i) {
    const std::string arena = "cpumemorypodsnode-" + std::to_string(i);
    const auto name_length = static_cast<uint32_t>(arena.size() - 13);
    koord_node_spec node = KOORD_INIT(koord_node_spec);
    node.numa_policy = what.policy;
    node.name_offset = 13;
    node.name_length = name_length;
    const koord_amount whole[] = {
        {milli, 0, 0, 3, 0, 0}, {memory, 0, 3, 6, 0, 0}, {110, 0, 9, 4, 0, 0}};
    uint32_t id = 0;
    must(koord_cluster_set_node_struct(cluster, &node, arena.data(), arena.size(), whole,
                                       sizeof whole[0], 3, nullptr, nullptr, 0, &id, &error),
         error);
    koord_node_topology_spec topology = KOORD_INIT(koord_node_topology_spec);
    topology.name_offset = 13;
    topology.name_length = name_length;
    if (what.kubelet_static)
      topology.flags = uint32_t{KOORD_NODE_KUBELET_STATIC} | KOORD_NODE_KUBELET_FULL_PCPUS_ONLY;
    const koord_amount zones[] = {{milli / 2, 0, 0, 3, 0, 0},
                                  {memory / 2, 0, 3, 6, 0, 0},
                                  {milli / 2, 0, 0, 3, 1, 0},
                                  {memory / 2, 0, 3, 6, 1, 0}};
    must(koord_cluster_set_topology_struct(cluster, &topology, arena.data(), arena.size(),
                                           shared.get(), zones, sizeof zones[0], 4, nullptr,
                                           nullptr, 0, &id, &error),
         error);
    for (int j = 0; j < (what.empty ? 0 : what.cpus / 2 / kPodCpus); ++j) {
      char uid[40];
      std::snprintf(uid, sizeof uid, "00000000-0000-0000-0000-%012d", pods++);
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
