// How many devices a pod lacks on a node, and how many others could give back at most.
#pragma once

#include <vector>

#include "device/allocation/node_request.h"

namespace koord::device {

// Devices of one type, counted in thousandths. What it knows is necessary, never sufficient.
struct Shortfall {
  static constexpr int64_t kDevice = 1000;

  size_t pool = 0;
  int64_t missing = 0;  // above 0
  // By position: what a device that does not fit is short of; an amount of 0: it fits, or never
  // will.
  std::vector<Part> short_of;

  // Whoever has this gives at most so much back. Together with what all others give that is no less
  // than `missing` when enough devices fit.
  int64_t given_back(const Pool &of, const Grants &grants) const;
};

// Types whose devices are more than a matter of amounts are left out: those that others have for
// themselves alone, or that come with virtual functions.
std::vector<Shortfall> shortfalls_of(const Ledger &ledger, const Request &request,
                                     const NodeConditions &conditions);

// How near the devices of a type come to what a pod asks of them.
struct NearestDevice {
  bool parts = false;  // it wants a part of each rather than the whole
  // Where the pod wants a part of one device: what the device that lacks least lacks most.
  int32_t minor = -1;  // -1: it wants something else, or it is no amount that lacks
  Part wanted;
  int64_t has = 0;
};
NearestDevice nearest_device(const Ledger &ledger, const Request &request,
                             const NodeConditions &conditions, TypeId type);

}  // namespace koord::device
