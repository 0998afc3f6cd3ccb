// The pods of a node and what they claim: who has what, once all of it is weighed.
#include <algorithm>
#include <optional>

#include "sched/cluster.h"

namespace koord::sched {

Cluster::Settled Cluster::settle(uint32_t id, std::unique_ptr<Node> node, const Guests &guests,
                                 const Uids &without, std::string_view first) const {
  const Slot &slot = nodes_[id];
  const auto is_in = [](const Uids &uids, std::string_view uid) {
    return std::find(uids.begin(), uids.end(), uid) != uids.end();
  };
  std::vector<Claimant> claimants;
  std::vector<Pod *> pods;
  claimants.reserve(slot.pods.size() + guests.size());
  const auto add = [&](std::string_view uid, Pod &pod) {
    Claimant claimant;
    claimant.uid = uid;
    // Reservations and who takes from them hold what they have from each other.
    if (!is_linked(uid)) claimant.claim = pod.claim.get();
    claimant.cpus_are_ours = pod.cpus_are_ours;
    claimant.holding = pod.holding;
    claimants.push_back(std::move(claimant));
    pods.push_back(&pod);
  };
  for (auto *pod : slot.pods)
    if (!is_in(without, pod->first)) add(pod->first, pod->second);
  const size_t residents = pods.size();
  for (const auto &[uid, pod] : guests) add(uid, *pod);

  node->hold_for_kubelet([&](const std::string &uid) {
    return !is_in(without, uid) &&
           std::find(slot.gone.begin(), slot.gone.end(), uid) == slot.gone.end() &&
           std::none_of(claimants.begin(), claimants.end(),
                        [&](const Claimant &claimant) { return claimant.uid == uid; });
  });
  node->forget_holdings();
  sched::settle(*node, claimants, first, options_, resources_);

  Settled out{id, std::move(node), {}};
  for (size_t i = 0; i < claimants.size(); ++i) {
    Claimant &claimant = claimants[i];
    if (claimant.is_ours()) continue;
    auto conflicts =
        claimant.conflicts.any() ? std::make_shared<const Conflicts>(claimant.conflicts) : nullptr;
    if (i < residents) {
      out.pods.push_back({pods[i], std::move(claimant.holding), std::move(conflicts)});
      continue;
    }
    pods[i]->holding = std::move(claimant.holding);
    pods[i]->conflicts = std::move(conflicts);
  }
  return out;
}

void Cluster::apply(Settled settled) noexcept {
  for (Settled::Outcome &outcome : settled.pods) {
    outcome.pod->holding = std::move(outcome.holding);
    outcome.pod->conflicts = std::move(outcome.conflicts);
  }
  count_healing(settled.id);
  replace(settled.id, std::move(settled.node));
}

void Cluster::count_healing(uint32_t id) noexcept {
  Slot &slot = nodes_[id];
  slot.healing = static_cast<uint32_t>(std::count_if(
      slot.pods.begin(), slot.pods.end(), [](const auto *pod) { return pod->second.may_heal(); }));
}

void Cluster::weigh_alone(uint32_t id, std::string_view uid, const Uids &without, Pod &pod) const {
  std::vector<const Holding *> held;
  for (const auto *other : nodes_[id].pods)
    if (std::find(without.begin(), without.end(), other->first) == without.end())
      held.push_back(&other->second.holding);
  std::optional<Node> others;
  if (!without.empty()) others.emplace(*nodes_[id].node).hold_only(held);
  const Node &node = others ? *others : *nodes_[id].node;
  Claimant claimant;
  claimant.uid = uid;
  claimant.claim = pod.claim.get();
  claimant.cpus_are_ours = pod.cpus_are_ours;
  claimant.holding = pod.holding;
  // Also of CPUs that the machine does not have, or of a machine that nobody knows.
  CpuSet taken;
  if (pod.claim->status && pod.claim->status->cpus)
    for (const Holding *other : held) taken |= other->cpu_set();
  weigh(node, taken, claimant, options_, resources_);
  pod.conflicts =
      claimant.conflicts.any() ? std::make_shared<const Conflicts>(claimant.conflicts) : nullptr;
  pod.holding = std::move(claimant.holding);
}

}  // namespace koord::sched
