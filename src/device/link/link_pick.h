// The best-linked set of devices for one pod on one node.
#pragma once

#include <cstdint>

#include "device/device_mask.h"
#include "device/link/link_graph.h"

namespace koord::device {

enum class PickMode : int32_t {
  // The set with the largest sum of pair scores.
  kSet = 0,
  // The best set out of a best split of all free devices into sets of the requested size and a
  // group of the remaining devices. This is the goal of NVIDIA's best-effort policy.
  kPartition = 1
};

enum class NoPick : int32_t {
  kNone = 0,
  kCountNotPositive = 1,  // fewer than one device is requested
  kTooFewFree = 2,        // more devices are requested than are free
  kRequiredTooMany = 3,   // more devices are required than requested
  kRequiredNotFree = 4    // a required device is not free
};

struct PickRequest {
  DeviceMask free = 0;
  DeviceMask required = 0;  // must be in the set
  int count = 0;
  PickMode mode = PickMode::kSet;
};

struct Pick {
  NoPick refusal = NoPick::kNone;
  DeviceMask devices = 0;
  int64_t score = 0;      // sum of pair scores within `devices`
  int64_t leftover = 0;   // sum of pair scores among the free devices that are not chosen
  int64_t partition = 0;  // kPartition and exact: sum over the sets of the split
  bool exact = true;      // no better result exists; otherwise none was found
};

// Limit on sets that are enumerated (8 out of 16).
inline constexpr int64_t kExactSets = 12870;
// Limit on devices for which splits are searched.
inline constexpr int kExactDevices = 16;

// Ties go to the larger leftover, then to the smaller minors; in kPartition, the split fixes the
// leftover, so they go to the smaller minors directly. A single device has no score in either mode:
// the device with the weakest links to the other free devices is chosen. The result is exact if no
// more than kExactSets sets exist, as with up to 16 free devices. Otherwise it is the best of the
// sets found by growing one from each device and exchanging single devices, and no such exchange
// improves it. With more than kExactDevices free, kPartition answers as kSet and `exact` is false.
// Throws kInvalid for a free device that the graph does not have.
Pick best_set(const LinkGraph &graph, const PickRequest &request);

// Returns the refusals of best_set() that do not depend on links.
NoPick refusal_of(const PickRequest &request) noexcept;

}  // namespace koord::device
