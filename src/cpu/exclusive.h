// What one exclusive policy does and another does not: whom a pod keeps away from, how far, and in
// which stages of a pick. The policies themselves: base/exclusive_policy.h.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>

#include "base/cpu_set.h"
#include "base/exclusive_policy.h"
#include "base/profile_rules.h"
#include "topology/topology.h"

namespace koord::cpu {

struct Request;
struct State;

// Those under which pods keep away from each other, the stricter later.
inline constexpr std::array kAvoidingPolicies{ExclusivePolicy::kPcpuLevel,
                                              ExclusivePolicy::kNumaNodeLevel};
static_assert(kAvoidingPolicies.size() + 2 == kExclusivePolicyCount, "all but kDefault and kNone");
// The place of one of them among them.
constexpr size_t index_of(ExclusivePolicy policy) noexcept {
  size_t i = 0;
  while (i + 1 < kAvoidingPolicies.size() && kAvoidingPolicies[i] != policy) ++i;
  assert(kAvoidingPolicies[i] == policy);
  return i;
}

// What pods under the policy keep from each other that have these CPUs: their whole cores, or NUMA
// nodes.
CpuSet territory(const Topology &topology, ExclusivePolicy policy, const CpuSet &cpus);

// What the policy becomes where nothing is left that keeps to it.
ExclusivePolicy weaker(ExclusivePolicy policy) noexcept;

// Whether the proposal's rules know it on ARM.
bool is_for_arm(ExclusivePolicy policy) noexcept;

// The CPUs that pods under the policy hold; nullptr: it avoids none, or nobody said.
const CpuSet *held_under(const State &state, ExclusivePolicy policy) noexcept;

// Which CPUs the passes of a pick look at. A pass keeps to one policy: the strictest first; the
// last, kNone, takes whatever is free.
class Avoidance {
 public:
  using Passes = std::array<ExclusivePolicy, 3>;

  Avoidance(const Topology &topology, const Request &request, const State &state);

  // Writes the policies that a stage tries, the strictest first, and returns how many these are.
  // The flags: whether upstream's stage looks at held cores and at held NUMA nodes.
  size_t passes(bool look_at_cores, bool look_at_nodes, Passes &out) const;
  CpuSet candidates(ExclusivePolicy pass, const CpuSet &free) const;
  // The pick keeps away from what it has taken itself, too.
  void avoid_own(const CpuSet &taken);

 private:
  void avoid(ExclusivePolicy policy, const CpuSet *held);

  const Topology &topology_;
  const ProfileRules &rules_;
  ExclusivePolicy policy_;
  std::array<CpuSet, kAvoidingPolicies.size()> avoided_;
};

}  // namespace koord::cpu
