// What a NodeResourceTopology says, from whichever source it comes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "object/objects.h"
#include "topology/topology.h"
#include "wire/node/nrt_annotations.h"
#include "wire/node/nrt_parts.h"

namespace koord::wire {

// What the object says about the node's managers and pods.
struct NrtReport {
  std::string name;
  // topologyPolicies' first entry, or the attributes topologyManagerPolicy and
  // topologyManagerScope, which replace it.
  std::optional<TopologyManagerReport> topology_manager;
  CpuManagerReport cpu_manager;
  std::vector<PodCpus> pods;
  std::vector<CpuSharedPool> shared_pools;
  std::vector<CpuSharedPool> be_shared_pools;
};
// All of these throw kInvalid naming the field.

// Everything but the name.
NrtReport read_nrt_report(const ObjectTexts &texts, const std::vector<std::string_view> &policies,
                          const std::vector<NrtAttribute> &attributes);
// CPUs from the annotation cpu-topology, the rest from the zones. nullptr: there is no such
// annotation.
std::shared_ptr<const Topology> read_nrt_machine(const ObjectTexts &texts, NrtZones zones);
// kInvalid for an object without that annotation.
[[noreturn]] void fail_without_machine();
// Everything but the name. What neither annotations nor `parts` state stays as it is.
void read_nrt(const ObjectTexts &texts, const NrtParts &parts, object::NodeTopology &out);

}  // namespace koord::wire
