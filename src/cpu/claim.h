// What pods state as CPUs of their own, and how much of it they can have been given. Schedulers and node agents ask here.
#pragma once

#include <cstdint>

#include "base/cpu_set.h"
#include "base/refusal.h"

namespace koord::cpu {

struct Claim {
  CpuSet cpus;
  bool owns_cpus = false;  // its QoS has CPUs of its own
  int64_t requested = 0;   // whole CPUs: nobody gets a part of one
};

// What a claim meets on the node.
struct ClaimBounds {
  const CpuSet *machine = nullptr;  // the CPUs there are; nullptr: not known
  CpuSet reserved;                  // nobody's own
  CpuSet taken;                     // of others that come first
};

// CPUs that are absent or reserved are struck from a claim, and the others are the pod's: then `refusal` tells what it
// lost, of `needed` CPUs all but `best`. A claim that is not due, of more CPUs than asked, or of CPUs that others have, gives it none.
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
