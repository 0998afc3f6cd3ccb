// The pods of a node and what they claim: who has what, once all of it is weighed.
#include <algorithm>
#include <optional>

#include "base/error.h"
#include "sched/mention.h"

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
    claimant.claim = pod.claim.get();
    claimant.cpus_are_ours = pod.cpus_are_ours;
    claimant.holding = pod.holding;
    claimants.push_back(std::move(claimant));
    pods.push_back(&pod);
  };
  for (auto *pod : slot.pods)
    if (!is_in(without, pod->first)) add(pod->first, pod->second);
  const size_t residents = pods.size();
  for (const Guest &guest : guests) add(guest.uid, *guest.pod);
  link(claimants, first);
  for (size_t i = 0; i < claimants.size(); ++i)
    if ((claimants[i].is_reservation || claimants[i].reservation != nullptr) &&
        claimants[i].uid != first && pods[i]->conflicts)
      claimants[i].conflicts = pods[i]->conflicts->of_others();

  node->hold_for_kubelet([&](const std::string &uid) {
    return !is_in(without, uid) && is_nowhere(uid) &&
           std::none_of(guests.begin(), guests.end(),
                        [&](const Guest &guest) { return guest.uid == uid; });
  });
  node->forget_holdings();
  sched::settle(*node, claimants, first, options_, resources_);
  // Who comes bound was there before, and the zones may tell of it.
  for (size_t i = residents; i < claimants.size(); ++i)
    if (guests[i - residents].arrives) node->explain(claimants[i].holding);

  Settled out{id, std::move(node), {}, shares_of(claimants)};
  for (size_t i = 0; i < claimants.size(); ++i) {
    Claimant &claimant = claimants[i];
    if (claimant.is_ours() && !claimant.is_reservation) continue;
    auto conflicts = pods[i]->conflicts;
    if (!claimant.is_ours())
      conflicts = claimant.conflicts.any() ? std::make_shared<const Conflicts>(claimant.conflicts)
                                           : nullptr;
    if (i < residents) {
      out.pods.push_back({pods[i], std::move(claimant.holding), std::move(conflicts)});
      continue;
    }
    pods[i]->holding = std::move(claimant.holding);
    pods[i]->conflicts = std::move(conflicts);
  }
  return out;
}

// They have CPUs and amounts from each other; what they say of devices is weighed like what others say.
void Cluster::link(std::vector<Claimant> &claimants, std::string_view first) const {
  if (reservations_.empty()) return;
  std::map<std::string_view, Claimant *> here;
  for (Claimant &pod : claimants) {
    const auto at = reservations_.find(pod.uid);
    if (at == reservations_.end()) continue;
    pod.is_reservation = true;
    pod.whole = at->second.whole.devices();
    if (pod.uid != first) pod.cpus_are_ours = true;
    here.emplace(pod.uid, &pod);
  }
  for (Claimant &pod : claimants) {
    const auto link = owners_.find(pod.uid);
    const auto from = link == owners_.end() ? here.end() : here.find(link->second);
    if (from == here.end()) continue;
    pod.reservation = from->second;
    pod.part = reservations_.find(link->second)->second.taken.find(pod.uid)->second.part.devices();
    pod.cpus_are_ours = true;
  }
}

std::vector<Cluster::Settled::Shares> Cluster::shares_of(const std::vector<Claimant> &claimants) {
  std::vector<Settled::Shares> out;
  for (const Claimant &reservation : claimants) {
    if (!reservation.is_reservation) continue;
    out.push_back({reservation.uid, reservation.whole, {}});
    for (const Claimant &pod : claimants)
      if (pod.reservation == &reservation) out.back().taken.emplace_back(pod.uid, pod.part);
  }
  return out;
}

std::vector<Cluster::Settled> Cluster::settle_elsewhere(std::string_view uid, uint32_t id) {
  std::vector<Settled> out;
  if (!is_nowhere(uid)) return out;
  const std::span<const uint32_t> nodes = recorded_.nodes_of(uid);
  for (const uint32_t node : nodes) {
    if (node == id) continue;
    out.push_back(settle(node, {}, {uid}));
    make_room_to_touch(*out.back().node, nodes.size() + 4);
  }
  return out;
}

void Cluster::explain_bound(Settled &settled) const {
  auto weighed = settled.pods.begin();  // in the order of the slot
  for (const auto *entry : nodes_[settled.id].pods) {
    const Pod &pod = entry->second;
    const Holding *holding = &pod.holding;
    if (weighed != settled.pods.end() && weighed->pod == &pod) holding = &weighed++->holding;
    if (pod.bound) settled.node->explain(*holding);
  }
}

void Cluster::change(Mention &mention, std::unique_ptr<Node> node, bool zones_are_new) {
  const uint32_t id = mention.id();
  ByName<Pod> arrivals = arrivals_on(id, *node);
  Guests guests;
  for (auto &[uid, pod] : arrivals) guests.push_back({uid, &pod, true});
  Settled settled = settle(id, std::move(node), guests);
  // Who is bound by now is in the report; what was reserved and no more cannot be.
  if (zones_are_new) explain_bound(settled);
  make_room_to_touch(*settled.node);
  pods_.reserve(pods_.size() + arrivals.size());
  nodes_[id].pods.reserve(nodes_[id].pods.size() + arrivals.size());
  mention.keep();
  while (!arrivals.empty()) {
    const auto at = pods_.insert(arrivals.extract(arrivals.begin())).position;
    nodes_[id].pods.push_back(&*at);
    waiting_.erase(at->first);
  }
  apply(std::move(settled));
}

Cluster::ByName<Cluster::Pod> Cluster::arrivals_on(uint32_t id, const Node &node) const {
  ByName<Pod> out;
  std::optional<Node> filled;
  waiting_.for_each_of(node.name(), [&](std::string_view uid, const BoundPod &bound) {
    if (!filled) {
      filled.emplace(node).forget_holdings();
      for (const auto *pod : nodes_[id].pods) filled->hold(pod->second.holding);
    }
    const Holding most = most_held(bound.shape, *bound.claim);
    try {
      filled->make_room(most);
    } catch (const Error &) {
      return;  // more than can be counted: it goes on waiting
    }
    filled->hold(most);
    Pod pod{id, bound.priority, Holding(bound.shape), bound.claim};
    pod.bound = true;
    out.emplace(std::string(uid), std::move(pod));
  });
  return out;
}

void Cluster::apply(Settled settled) noexcept {
  for (Settled::Outcome &outcome : settled.pods) {
    outcome.pod->holding = std::move(outcome.holding);
    outcome.pod->conflicts = std::move(outcome.conflicts);
  }
  for (Settled::Shares &shares : settled.shares) {
    Reservation &reservation = reservations_.find(shares.reservation)->second;
    reservation.whole.set_devices(std::move(shares.whole));
    for (auto &[owner, part] : shares.taken)
      reservation.taken.find(owner)->second.part.set_devices(std::move(part));
  }
  count_healing(settled.id);
  replace(settled.id, std::move(settled.node));
}

void Cluster::apply(std::vector<Settled> settled) noexcept {
  for (Settled &node : settled) apply(std::move(node));
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
