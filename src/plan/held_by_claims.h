// Devices of a node that ResourceClaims hold, for explanations.
#pragma once

#include <cstdint>

#include "base/refusal.h"
#include "sched/node/summary.h"

namespace koord::plan {

struct HeldByClaims {
  int64_t devices = 0;  // of the type that the refused pod lacks
  // Claims hold devices of the type that are not identified: they are the reason for
  // kDevicesNotReported.
  bool closes = false;
  bool are_many = false;  // closes, since there are more claims than are counted

  bool operator==(const HeldByClaims &) const = default;
};

// Returns the devices of the type that a refusal is about; none for other refusals.
HeldByClaims held_by_claims(const sched::View &node, const Refusal &refusal);

}  // namespace koord::plan
