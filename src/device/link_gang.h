// Sets of devices for several pods of a gang on one node, chosen together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/link_pick.h"

namespace koord::device {

struct GangPick {
  NoPick refusal = NoPick::kNone;  // kCountNotPositive or kTooFewFree
  std::vector<DeviceMask> sets;    // pod by pod; empty when refused
  int64_t score = 0;               // the sum of the sets' scores
  bool exact = true;               // no better answer exists; otherwise none was found
};

// The pod at i gets counts[i] of the `free` devices. The largest sum of the sets' scores wins; then the
// smaller minors of all sets together, of the first pod's, of the second's and so on. Exact with up to
// kExactDevices free; beyond, pods get the best set of what is left, the larger ones first, and then exchange
// single devices among each other and with what is free as long as the sum grows.
// Throws kInvalid for a free device that the graph does not have.
GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const int32_t> counts);

}  // namespace koord::device
