// The best set of devices of one type in the specification's order: best linked, then preferred
// (Candidates::preference), then lowest minors.
#pragma once

#include "device/choice/choice.h"
#include "device/link/link_pick.h"

namespace koord::device {

// Splits `devices` into groups of which only one may serve the request: by NUMA node or PCIe group,
// if `site.scope` requires that. A device without a known place is a group of its own.
std::vector<DeviceMask> groups_in_scope(const Candidates &site, DeviceMask devices);

struct SetRequest {
  std::span<const ResourceAmount> each;
  int64_t count = 0;
  bool whole = false;              // the links among the remaining devices count as well
  PickMode mode = PickMode::kSet;  // used if only links decide
};

// Exact if a group has no more than kExactSets sets.
// Otherwise returns the best set found by exchanging devices.
Choice choose_set(const Candidates &site, const SetRequest &request);

}  // namespace koord::device
