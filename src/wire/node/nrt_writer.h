// The NodeResourceTopology object of a node, ready for "kubectl apply".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "object/kubelet_memory.h"
#include "object/kubelet_plugin_devices.h"
#include "topology/topology.h"
#include "wire/kubelet/kubelet_config.h"
#include "wire/node/nrt_annotations.h"

namespace koord::wire {

// The node agent's knowledge about a node beyond kubelet's settings.
struct NodeReport {
  CpuSet shared;       // shared pool
  CpuSet best_effort;  // best-effort pool
  CpuSet reserved;     // by annotation of the Node
  CpuSet system_qos;   // by annotation of the Node
  bool system_qos_exclusive = true;
  bool ignores_kubelet = false;  // first stage of a takeover
  bool excludes_isolated = false;
};

struct NrtInputs {
  std::string node_name;
  KubeletConfig kubelet;
  // CPUs that kubelet reserves for the system: reservedSystemCPUs, or else reserved_cpu_count()
  // CPUs, picked as kubelet picks them.
  CpuSet reserved;
  // Exclusive CPUs of pods, in any order. Entries with one uid are merged.
  std::vector<PodCpus> allocated;
  // State of kubelet's memory manager, if it has the policy Static and the state is known.
  std::optional<object::KubeletMemory> memory;
  // Devices of kubelet's device manager, if a plugin states their NUMA nodes.
  std::optional<object::KubeletPluginDevices> devices = std::nullopt;
  std::optional<NodeReport> node;
};

// Writes the object. Without a report of the node, both pools hold every CPU that no
// pod has exclusively, including the CPUs that kubelet reserves. CPUs without a NUMA
// node count as node 0 throughout, as in cpu-topology. A machine of unknown memory
// is written without memory resources. Throws kInvalid if the name is not a DNS-1123
// subdomain, or if memory is reserved on a node that does not exist or has less.
std::string write_nrt(const Topology &topology, const NrtInputs &inputs);

// Returns the pools per socket and NUMA node, ascending, without empty ones.
std::vector<CpuSharedPool> shared_pools(const Topology &topology, const CpuSet &cpus);

}  // namespace koord::wire
