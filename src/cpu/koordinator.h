// CPU picking by Koordinator's policies (docs/reference/koordinator-policies.md). Pure functions
// over sets.
#pragma once

#include <cstdint>
#include <span>

#include "base/cpu_set.h"
#include "base/exclusive_policy.h"
#include "base/kubelet_version.h"
#include "base/profile_rules.h"
#include "base/refusal.h"
#include "topology/topology.h"

namespace koord::cpu {

// Values equal those of koord_bind_policy, because refusals contain them.
enum class BindPolicy : uint8_t { kDefault = 0, kFullPcpus = 1, kSpreadByPcpus = 2 };
enum class NumaStrategy : int32_t {
  kMostAllocated = 0,
  kLeastAllocated = 1,
  kDistributeEvenly = 2
};

struct Request {
  Profile profile = Profile::kSpec;
  BindPolicy bind = BindPolicy::kDefault;
  ExclusivePolicy exclusive = ExclusivePolicy::kNone;  // never kDefault
  NumaStrategy strategy = NumaStrategy::kMostAllocated;
  int cpus = 0;
  int max_ref_count = 1;
  bool required = false;  // the bind policy must hold for every CPU
  // For a required SpreadByPCPUs: if there are too few cores, each core gives a second
  // CPU, and so on.
  bool fills_cores = false;
  bool fewest_l3 = false;  // prefer few L3 groups
  // Options of kubelet's static policy (kubelet::Option). With distribute-cpus-across-numa, each
  // NUMA node gives the CPUs that kubelet would take from it.
  uint32_t kubelet_options = 0;
  KubeletVersion kubelet_version = kDefaultKubeletVersion;

  const ProfileRules &rules() const noexcept { return rules_of(profile); }
};

struct State {
  const CpuSet *available;
  const CpuSet *preferred = nullptr;          // taken first
  const CpuSet *core_held = nullptr;          // held under PCPULevel
  const CpuSet *node_held = nullptr;          // held under NUMANodeLevel
  std::span<const uint16_t> ref_counts = {};  // holders by CPU id; read if max_ref_count > 1
};

// A NUMA node that the pick may use, the amount available on it, and the amount taken from it.
struct HintedNode {
  int node = 0;                 // id
  int64_t available_milli = 0;  // negative: 1000 per available CPU
  int64_t granted_milli = 0;    // output
};

// Returns the available CPUs that the bind policy can use: all of them unless it is required.
CpuSet usable(const Topology &topology, const Request &request, const State &state);

// Picks CPUs into `out`, which is meaningful only if the pick is not refused. A hint that is not
// empty is ascending by node id and restricts the pick to its nodes.
Refusal pick(const Topology &topology, const Request &request, const State &state,
             std::span<HintedNode> hint, CpuSet &out);

}  // namespace koord::cpu
