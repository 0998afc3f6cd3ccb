// Clusters for the benchmarks, and the queried pods, built through koord.h without JSON.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "koord.h"

namespace koord::bench {

struct Deleter {
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  void operator()(koord_query *query) const { koord_query_free(query); }
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
  void operator()(koord_pod_builder *builder) const { koord_pod_builder_free(builder); }
  void operator()(koord_node_builder *builder) const { koord_node_builder_free(builder); }
  void operator()(koord_nrt_builder *builder) const { koord_nrt_builder_free(builder); }
};
template <typename T>
using Owned = std::unique_ptr<T, Deleter>;

// Prints the error and exits if a call failed.
void must(koord_status status, const koord_error &error);

// Objects built from names and amounts: pods of equal containers with
// limits equal to their requests, nodes and zones.
struct Amount {
  const char *resource;
  int64_t value;
};
Owned<koord_pod> make_pod(const koord_pod_spec &what, const std::string &uid,
                          const std::vector<Amount> &amounts, const std::string &node = {},
                          int containers = 1);
void set_node(koord_cluster *cluster, const koord_node_spec &what, const std::string &name,
              const std::vector<Amount> &amounts);

// Sets healthy GPUs of 80 GiB with minors from 0 on. They are spread over
// `numa_nodes` NUMA nodes, two on each PCIe switch.
void set_gpus(koord_cluster *cluster, const std::string &name, int gpus, int numa_nodes = 0);

// Nodes of `cpus` CPUs: 2 sockets with one NUMA node each, 2 threads per
// core, siblings half of all CPUs apart. They have 4 GiB of memory per CPU,
// and LSR pods of 8 CPUs and 32 GiB hold half of each.
struct ClusterOf {
  int nodes = 0;
  int cpus = 128;
  koord_numa_policy policy = KOORD_NUMA_POLICY_NONE;
  koord_profile profile = KOORD_PROFILE_SPEC;
  bool empty = false;           // no pods
  bool kubelet_static = false;  // kubelet runs the static policy with full-pcpus-only
  bool kubelet_memory = false;  // and reports its memory manager with the policy Static
  // The pods are pinned by kubelet, which reports what each of them has. `policy` is that of its
  // topology manager.
  bool kubelet_pods = false;
  // Kubelet reports four devices of kDevice near each NUMA node, of which pods have one.
  bool kubelet_devices = false;
};
inline constexpr const char *kDevice = "example.com/gpu";
Owned<koord_cluster> half_full(const ClusterOf &what);

// An LSR pod that binds whole cores. Pods with different memory have different shapes.
Owned<koord_pod> lsr_pod(const std::string &uid, int cpus, int64_t memory_bytes,
                         int32_t priority = 0);
// A pod without QoS label whose whole CPUs a static kubelet pins. It is bound to `node`, if one is
// named. Each of its containers has these amounts, and `devices` of kDevice.
Owned<koord_pod> pinned_pod(const std::string &uid, int cpus, int64_t memory_bytes,
                            const std::string &node = {}, int containers = 1, int devices = 0);

}  // namespace koord::bench
