// NodeResourceTopology objects (topology.node.k8s.io), as koordlet and others publish them.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "topology/topology.h"
#include "wire/nrt_annotations.h"

namespace koord::wire {

// The machine: CPUs from the annotation cpu-topology, memory, huge pages and distances from the
// zones named node-<id>. Zones of other types or names are ignored.
// Throws kInvalid naming the field, kLimit (over 16 MiB).
std::shared_ptr<const Topology> topology_from_nrt(std::string_view json, const Log &log);

// What the object says about the node's managers and pods.
struct NrtReport {
  std::string name;
  std::optional<TopologyManagerReport> topology_manager;  // the first of topologyPolicies
  CpuManagerReport cpu_manager;
  std::vector<PodCpus> pods;
  std::vector<CpuSharedPool> shared_pools;
  std::vector<CpuSharedPool> be_shared_pools;
};
NrtReport report_from_nrt(std::string_view json, const Log &log);

}  // namespace koord::wire
