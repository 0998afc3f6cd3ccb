// The NodeResourceTopology object of a node, ready for "kubectl apply".
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/cpu_set.h"
#include "topology/topology.h"
#include "wire/kubelet/kubelet_config.h"
#include "wire/node/nrt_annotations.h"

namespace koord::wire {

// What the agent of a node knows besides what its kubelet does.
struct NodeReport {
  CpuSet shared;       // pools
  CpuSet best_effort;  //
  CpuSet reserved;     // by annotation of the Node
  CpuSet system_qos;   // the same
  bool system_qos_exclusive = true;
  bool ignores_kubelet = false;  // first stage of a takeover
  bool excludes_isolated = false;
};

struct NrtInputs {
  std::string node_name;
  KubeletConfig kubelet;
  // The CPUs kubelet keeps for the system: reservedSystemCPUs, else as many as reserved_cpu_count()
  // says, picked as kubelet picks them.
  CpuSet reserved;
  // Exclusive CPUs of pods, in any order; entries of one uid are joined.
  std::vector<PodCpus> allocated;
  std::optional<NodeReport> node;
};

// Without a report of the node both pools hold every CPU that no pod has exclusively; CPUs that
// kubelet reserves stay in them. CPUs without a NUMA node count as node 0 throughout, as in
// cpu-topology. A machine whose memory is unknown is written without memory resources. Throws
// kInvalid: the name is no DNS-1123 subdomain; memory reserved on a node that is not there, or more
// than it has.
std::string write_nrt(const Topology &topology, const NrtInputs &inputs);

// Per (socket, NUMA node), ascending; places without CPUs of the set are left out.
std::vector<CpuSharedPool> shared_pools(const Topology &topology, const CpuSet &cpus);

}  // namespace koord::wire
