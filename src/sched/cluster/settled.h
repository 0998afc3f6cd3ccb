// A node with all that its pods claim weighed anew: made on a copy, then applied.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

struct Settled {
  struct Weighed {
    Pod *pod;
    Holding holding;
    std::shared_ptr<const Conflicts> conflicts;
  };
  // The devices of a reservation, and what its owners took of them.
  struct Shares {
    std::string_view reservation;
    DeviceGrants whole;
    std::vector<std::pair<std::string_view, DeviceGrants>> taken;  // by owner
  };
  uint32_t id = 0;
  std::unique_ptr<Node> node;
  std::vector<Weighed> pods;
  std::vector<Shares> shares;
};

// Pods that come to a node, or come back to it as others.
struct ArrivingPod {
  std::string_view uid;
  Pod *pod = nullptr;
  bool arrives = false;  // it is bound, and was not here
};
using ArrivingPods = std::vector<ArrivingPod>;
using Uids = std::vector<std::string_view>;

// Weighs all claims on the node, as `node` says that it is, but those of pods that are `without`,
// and with guests, which get what they hold and their conflicts; `first` before all others.
Settled settle(const ClusterState &state, uint32_t id, std::unique_ptr<Node> node,
               const ArrivingPods &guests = {}, const Uids &without = {},
               std::string_view first = {});
// Settles a node whose objects are unchanged: only claims that the change of pods can affect are
// evaluated again (affected_by).
Settled settle(const ClusterState &state, uint32_t id, const ArrivingPods &guests,
               const Uids &without = {}, std::string_view first = {});
// Other nodes than `id` whose kubelet's record of devices names the pod: once its node is known,
// such a record no longer counts. Needs room to touch these nodes.
std::vector<Settled> settle_elsewhere(ClusterState &state, std::string_view uid,
                                      uint32_t id = UINT32_MAX);
// After a new report of zones: every pod that is bound by now counts as being in it. What was only
// reserved cannot be in it.
void explain_bound(const ClusterState &state, Settled &settled);

// With room to touch the nodes.
void apply(ClusterState &state, Settled settled) noexcept;
void apply(ClusterState &state, std::vector<Settled> settled) noexcept;

// A pod that comes by itself, beside all others on the node but these: what it holds and its
// conflicts.
void weigh_alone(const ClusterState &state, uint32_t id, std::string_view uid, const Uids &without,
                 Pod &pod);

}  // namespace koord::sched
