// Rules of the exclusive policies: the CPUs that a pod avoids, and the stages of a pick that avoid
// them. The policies themselves are in base/exclusive_policy.h.
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

// The policies under which pods avoid each other, least strict first.
inline constexpr std::array kAvoidingPolicies{ExclusivePolicy::kPcpuLevel,
                                              ExclusivePolicy::kNumaNodeLevel};
static_assert(kAvoidingPolicies.size() + 2 == kExclusivePolicyCount, "all but kDefault and kNone");
// Returns the index of a policy in kAvoidingPolicies.
constexpr size_t index_of(ExclusivePolicy policy) noexcept {
  size_t i = 0;
  while (i + 1 < kAvoidingPolicies.size() && kAvoidingPolicies[i] != policy) ++i;
  assert(kAvoidingPolicies[i] == policy);
  return i;
}

// Returns the CPUs that a pod with `cpus` denies to other pods under the same policy: the whole
// cores or whole NUMA nodes of these CPUs.
CpuSet territory(const Topology &topology, ExclusivePolicy policy, const CpuSet &cpus);

// Returns the policy that is tried next if no CPUs satisfy this one.
ExclusivePolicy weaker(ExclusivePolicy policy) noexcept;

// Returns true if the proposal's rules allow the policy on ARM.
bool is_for_arm(ExclusivePolicy policy) noexcept;

// Returns the CPUs that pods under the policy hold. Returns nullptr if the policy avoids no CPUs or
// the caller did not pass them.
const CpuSet *held_under(const State &state, ExclusivePolicy policy) noexcept;

// Selects the candidate CPUs of each pass of a pick. A pass applies one policy, the strictest
// first. The last pass, kNone, accepts every free CPU.
class Avoidance {
 public:
  using Passes = std::array<ExclusivePolicy, 3>;

  Avoidance(const Topology &topology, const Request &request, const State &state);

  // Writes the policies that a stage tries, the strictest first, and returns their number. The
  // flags say if upstream's stage respects held cores and held NUMA nodes.
  size_t passes(bool look_at_cores, bool look_at_nodes, Passes &out) const;
  CpuSet candidates(ExclusivePolicy pass, const CpuSet &free) const;
  // Also avoids CPUs that the pick itself has taken.
  void avoid_own(const CpuSet &taken);

 private:
  void avoid(ExclusivePolicy policy, const CpuSet *held);

  const Topology &topology_;
  const ProfileRules &rules_;
  ExclusivePolicy policy_;
  std::array<CpuSet, kAvoidingPolicies.size()> avoided_;
};

}  // namespace koord::cpu
