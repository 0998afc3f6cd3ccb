// What pods state as CPUs of their own, and how much of it they can have been given. Schedulers and
// node agents ask here.
#pragma once

#include <cstdint>

#include "base/cpu_set.h"
#include "base/refusal.h"
#include "topology/topology.h"

namespace koord::cpu {

struct Claim {
  CpuSet cpus;
  bool owns_cpus = false;  // its QoS has CPUs of its own
  int64_t requested = 0;   // whole CPUs: nobody gets a part of one
};

// CPUs that a pod cannot own because they are isolated, or are not. A pod that requires isolated
// CPUs owns those only, on a machine that has any; all others own none of `excluded`.
CpuSet not_for(bool requires_isolated, const Topology &machine, const CpuSet &excluded);

// The CPUs of the node that bound a claim.
struct ClaimBounds {
  const CpuSet *machine = nullptr;  // the CPUs there are; nullptr: not known
  CpuSet reserved;                  // nobody's own
  CpuSet taken;                     // of others that come first
};

// Absent and reserved CPUs are struck from a claim, and the pod owns the rest: `refusal` then says
// that it claimed `needed` CPUs and keeps `best`. The pod owns nothing if its QoS gives no CPUs of
// its own, if it claims more CPUs than it requests, or if others have one of them.
struct ClaimVerdict {
  CpuSet own;
  CpuSet absent;
  CpuSet reserved;
  CpuSet taken;
  Refusal refusal;
};
// Upstream believes every pod, whatever its QoS and request.
ClaimVerdict judge(const Claim &claim, const ClaimBounds &bounds, Profile profile);

}  // namespace koord::cpu
