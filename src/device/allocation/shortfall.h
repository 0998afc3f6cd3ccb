// The number of devices that a pod lacks on a node, and the most that other pods could release.
#pragma once

#include <vector>

#include "device/allocation/node_request.h"

namespace koord::device {

// A shortfall of devices of one type, in thousandths of a device.
// Covering it is necessary for the pod to fit, never sufficient.
struct Shortfall {
  static constexpr int64_t kDevice = 1000;

  size_t pool = 0;
  int64_t missing = 0;  // always positive
  // By position: the resource that a device lacks most. The
  // amount is 0 if the request fits on the device or never will.
  std::vector<ResourceAmount> short_of;

  // Returns an upper bound on what removing the holder of `grants` releases. If removing pods makes
  // enough devices fit, the sum over these pods is at least `missing`.
  int64_t given_back(const Pool &of, const Grants &grants) const;
};

// Returns a row for each requested type with too few fitting devices. A type has no row if free
// amounts do not decide which devices fit: the pod requests virtual functions or exclusive devices,
// or a pod on the node holds devices of the type exclusively.
std::vector<Shortfall> shortfalls_of(const Ledger &ledger, const Request &request,
                                     const NodeConditions &conditions);

// The device of a type that comes closest to a pod's request.
struct NearestDevice {
  bool parts = false;  // the pod requests a part of each device, not the whole
  // If the pod requests a part of one device: the resource that the closest device lacks most.
  int32_t minor = -1;  // -1 if the pod requests something else, or no amount is short
  ResourceAmount wanted;
  int64_t has = 0;
};
NearestDevice nearest_device(const Ledger &ledger, const Request &request,
                             const NodeConditions &conditions, TypeId type);

}  // namespace koord::device
