// Judges the exclusive CPUs that a bound pod claims. Schedulers and node agents share these rules.
#pragma once

#include <cstdint>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "topology/topology.h"

namespace koord::cpu {

struct Claim {
  CpuSet cpus;
  bool owns_cpus = false;  // the pod's QoS class has exclusive CPUs
  int64_t requested = 0;   // whole CPUs; fractions are never exclusive
};

// Returns the CPUs that a pod cannot own because of isolation. A pod that requires isolated CPUs
// owns only those, if the machine has any. All other pods own none of `excluded`.
CpuSet not_for(bool requires_isolated, const Topology &machine, const CpuSet &excluded);

// The CPUs of the node that limit a claim.
struct ClaimBounds {
  const CpuSet *machine = nullptr;  // all CPUs of the machine; nullptr if unknown
  CpuSet reserved;                  // owned by no pod
  CpuSet taken;                     // owned by pods with precedence
};

// Absent and reserved CPUs are removed from a claim, and the pod owns the rest. `refusal` then
// contains the number of claimed CPUs as `needed` and of remaining CPUs as `best`. The pod owns
// nothing if its QoS class has no exclusive CPUs, if it claims more CPUs than it requests, or if
// another pod owns one of them.
struct ClaimVerdict {
  CpuSet own;
  CpuSet absent;
  CpuSet reserved;
  CpuSet taken;
  Refusal refusal;
};
// The upstream profile accepts every claim regardless of QoS and request.
ClaimVerdict judge(const Claim &claim, const ClaimBounds &bounds, Profile profile);

}  // namespace koord::cpu
