// Interpretation of a NodeResourceTopology, from any source.
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

// The object's report about the node's managers and pods.
struct NrtReport {
  std::string name;
  // The first entry of topologyPolicies. The attributes topologyManagerPolicy and
  // topologyManagerScope take precedence.
  std::optional<TopologyManagerReport> topology_manager;
  CpuManagerReport cpu_manager;
  std::vector<PodCpus> pods;
  std::vector<CpuSharedPool> shared_pools;
  std::vector<CpuSharedPool> be_shared_pools;
};
// All of these throw kInvalid naming the field.

// Reads everything but the name.
NrtReport read_nrt_report(const ObjectTexts &texts, const std::vector<std::string_view> &policies,
                          const std::vector<NrtAttribute> &attributes);
// Builds a machine with CPUs from the annotation cpu-topology and the rest from the zones. Returns
// nullptr without that annotation.
std::shared_ptr<const Topology> read_nrt_machine(const ObjectTexts &texts, NrtZones zones);
// Throws kInvalid for an object without that annotation.
[[noreturn]] void fail_without_machine();
// Reads everything but the name. Fields that neither annotations nor `parts` state are unchanged.
void read_nrt(const ObjectTexts &texts, const NrtParts &parts, object::NodeTopology &out);

}  // namespace koord::wire
