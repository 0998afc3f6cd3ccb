#include "sched/cluster/conflicts.h"

#include <algorithm>

namespace koord::sched {

Conflicts conflicts_of(const ClusterState &state, const PodTable::Entry &entry) {
  const auto &[uid, pod] = entry;
  Conflicts out = pod.conflicts ? *pod.conflicts : Conflicts{};
  if (pod.claim != nullptr) return out;
  const auto &reservations = state.reservations.all;
  const auto reservation = reservations.find(uid);
  const Holding &given =
      reservation == reservations.end() ? pod.holding : reservation->second.whole;
  if (given.devices() != nullptr)
    out.devices_unknown +=
        static_cast<int>(std::ranges::count_if(*given.devices(), &device::Grant::gone));
  add_differences(state.nodes[pod.node].record_of(uid), given, state.options, out);
  return out;
}

Conflicts conflicts_of(const ClusterState &state, const std::string &node, std::string_view uid,
                       const BoundPod &pod) {
  constexpr size_t kMostLookedAt = 1024;  // more than a node accepts; any pod can name a node
  const Node unknown_node(node, state.options, state.resources);
  Claimant claimant;
  claimant.uid = uid;
  claimant.claim = pod.claim.get();
  claimant.holding = Holding(pod.shape);
  TakenCpus taken;
  const auto look = [&](std::string_view other, const BoundPod &bound) {
    if (other != uid && bound.shape->owns_cpus && bound.claim->status &&
        bound.claim->status->cpus &&
        (!state.options.rules().judges_claims ||
         rank_of(other, *bound.claim) < rank_of(uid, *pod.claim)))
      taken.add(unknown_node, *bound.shape, *bound.claim->status->cpus);
  };
  if (pod.claim->status && pod.claim->status->cpus)
    state.waiting.for_each_of(node, look, kMostLookedAt);
  evaluate_claim(unknown_node, taken, claimant, state.options, state.resources);
  return claimant.conflicts;
}

Outcome conflicts_of(const ClusterState &state, std::string_view uid, Conflicts &out) {
  if (const PodTable::Entry *pod = state.pods.find(uid)) {
    out = conflicts_of(state, *pod);
    return Outcome::kDone;
  }
  std::string_view node;
  const BoundPod *waiting = state.waiting.find(uid, node);
  if (waiting == nullptr) return Outcome::kUnknownPod;
  out = conflicts_of(state, std::string(node), uid, *waiting);
  return Outcome::kDone;
}

}  // namespace koord::sched
