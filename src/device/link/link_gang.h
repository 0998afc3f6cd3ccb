// Joint choice of sets of devices for several pods of a gang on one node.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "device/link/link_pick.h"

namespace koord::device {

struct GangRequest {
  int32_t count = 0;
  DeviceMask allowed = ~DeviceMask{0};  // devices that the pod may have
  DeviceMask current = 0;               // the pod's current set, or 0
};

// The links of a group of pods. Links within pods compare first, then links between pods.
struct GangLinks {
  int64_t inside = 0;   // sum of the scores of the pods' sets
  int64_t between = 0;  // sum over pairs of devices of different pods, and of pods and `fixed`
  auto operator<=>(const GangLinks &) const = default;
};

struct GangPick {
  NoPick refusal = NoPick::kNone;  // kCountNotPositive or kTooFewFree
  std::vector<DeviceMask> sets;    // by pod; empty if refused
  GangLinks links;                 // of the sets, including links to `fixed`
  bool exact = true;               // no better result exists; otherwise none was found
  int64_t combinations = 0;        // examined, in units of about a hundred
};

// Chooses disjoint sets of the `free` devices, one for each pod. The best links win; ties go
// to the smaller minors of all sets together, then of the first pod's set, of the second's
// and so on. `fixed` are devices that other pods of the group keep, none of them free; links
// to them are between pods. The result is exact with up to kExactDevices free. With more,
// pods get the best set of what is left, the larger pods first, and then exchange single
// devices with each other and with free ones while the links improve. If all pods have
// disjoint and allowed sets already, the exchanges are tried from those as well, and the
// better result is returned; otherwise pods with different allowed devices can be refused
// although a solution exists. Throws kInvalid for a device that the graph does not have.
GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
                   DeviceMask fixed = 0);

// The sets must be disjoint.
GangLinks links_of(const LinkGraph &graph, std::span<const DeviceMask> sets, DeviceMask fixed = 0);
// Returns the sum over pairs of a device of `one` and a device of `other`.
int64_t cross_score(const LinkGraph &graph, DeviceMask one, DeviceMask other);

}  // namespace koord::device
