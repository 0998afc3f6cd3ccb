// The best-linked set of devices for one pod on one node.
#pragma once

#include <cstdint>
#include <string_view>

#include "device/device_mask.h"
#include "device/link/link_graph.h"

namespace koord::device {

enum class PickMode : int32_t {
  // The set with the largest sum of pair scores.
  kSet = 0,
  // The best set out of a best split of all free devices into sets of the size asked and a group of
  // those left over: what NVIDIA's best-effort policy looks for.
  kPartition = 1
};

enum class NoPick : int32_t {
  kNone = 0,
  kCountNotPositive = 1,  // fewer than one device is asked for
  kTooFewFree = 2,        // more are asked for than are free
  kRequiredTooMany = 3,   // more are required than asked for
  kRequiredNotFree = 4    // one that is required is not free
};

// "" for kNone.
std::string_view to_text(NoPick why) noexcept;

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
  int64_t leftover = 0;   // the same of the free devices that are not taken
  int64_t partition = 0;  // kPartition, exact: sum over the sets of the split
  bool exact = true;      // no better answer exists; otherwise none was found
};

// No more sets than this (8 out of 16) are looked at one by one.
inline constexpr int64_t kExactSets = 12870;
// A split of more devices than this is not looked for.
inline constexpr int kExactDevices = 16;

// Ties: the larger leftover, then the smaller minors; in kPartition, where the split says what is
// left, the smaller minors at once. A single device has no score in either mode: the one is taken
// whose links to the other free devices are the least. Exact when no more than kExactSets sets
// exist, as with up to 16 free devices; otherwise the best of the sets met by growing one from each
// device and exchanging single devices, which no such exchange improves. kPartition with more than
// kExactDevices free answers as kSet, and `exact` is false. Throws kInvalid for a free device that
// the graph does not have.
Pick best_set(const LinkGraph &graph, const PickRequest &request);

// What best_set refuses before it looks at links.
NoPick refusal_of(const PickRequest &request) noexcept;

}  // namespace koord::device
