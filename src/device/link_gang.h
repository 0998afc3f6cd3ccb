// Sets of devices for several pods of a gang on one node, chosen together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "device/link_pick.h"

namespace koord::device {

struct GangAsk {
  int32_t count = 0;
  DeviceMask allowed = ~DeviceMask{0};  // it may have these
  DeviceMask has = 0;                   // a set of its own until now; 0: none
};

struct GangPick {
  NoPick refusal = NoPick::kNone;  // kCountNotPositive or kTooFewFree
  std::vector<DeviceMask> sets;    // pod by pod; empty when refused
  int64_t score = 0;               // the sum of the sets' scores
  bool exact = true;               // no better answer exists; otherwise none was found
};

// Each pod gets so many of the `free` devices. The largest sum of the sets' scores wins; then the smaller minors of
// all sets together, of the first pod's, of the second's and so on. Exact with up to kExactDevices free; beyond,
// pods get the best set of what is left, the larger ones first, and then exchange single devices among each
// other and with what is free as long as the sum grows. Where all pods have sets, which are disjoint and allowed,
// that is tried from those as well, and the better end is taken; else pods that may have different devices
// can be refused there though there is a way.
// Throws kInvalid for a free device that the graph does not have.
GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const GangAsk> asks);

}  // namespace koord::device
