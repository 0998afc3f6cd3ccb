// Sets of devices for several pods of a gang on one node, chosen together.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "device/link/link_pick.h"

namespace koord::device {

struct GangRequest {
  int32_t count = 0;
  DeviceMask allowed = ~DeviceMask{0};  // it may have these
  DeviceMask has = 0;                   // a set of its own until now; 0: none
};

// How well the devices of a group of pods are linked: first within each pod, then from pod to pod.
struct GangLinks {
  int64_t inside = 0;   // the sum of the scores of the pods' sets
  int64_t between = 0;  // the sum over pairs of devices of different pods
  auto operator<=>(const GangLinks &) const = default;
};

struct GangPick {
  NoPick refusal = NoPick::kNone;  // kCountNotPositive or kTooFewFree
  std::vector<DeviceMask> sets;    // pod by pod; empty when refused
  GangLinks links;                 // of the sets, and of them with `beside`
  bool exact = true;               // no better answer exists; otherwise none was found
  int64_t ways = 0;                // that were looked at, in hundreds or so
};

// Each pod gets so many of the `free` devices. The best links win; then the smaller minors of all
// sets together, of the first pod's, of the second's and so on. `beside`: devices that pods of the
// group have for good, none of them free; links to them are between pods. Exact with up to
// kExactDevices free; beyond, pods get the best set of what is left, the larger ones first, and
// then exchange single devices among each other and with what is free as long as the links get
// better. Where all pods have sets, which are disjoint and allowed, that is tried from those as
// well, and the better end is taken; else pods that may have different devices can be refused there
// though there is a way. Throws kInvalid for a device that the graph does not have.
GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
                   DeviceMask beside = 0);

// The sets must be disjoint.
GangLinks links_of(const LinkGraph &graph, std::span<const DeviceMask> sets, DeviceMask beside = 0);
// The sum over pairs of a device of the one and a device of the other.
int64_t cross_score(const LinkGraph &graph, DeviceMask one, DeviceMask other);

}  // namespace koord::device
