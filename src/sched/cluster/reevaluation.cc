#include "sched/cluster/reevaluation.h"

#include <algorithm>

#include "sched/cluster/affected.h"

namespace koord::sched {
namespace {

bool is_in(const Uids &uids, std::string_view uid) {
  return std::find(uids.begin(), uids.end(), uid) != uids.end();
}

std::shared_ptr<const Conflicts> kept(const Conflicts &conflicts) {
  return conflicts.any() ? std::make_shared<const Conflicts>(conflicts) : nullptr;
}

Claimant claimant_of(std::string_view uid, const Pod &pod) {
  Claimant out;
  out.uid = uid;
  out.claim = pod.claim.get();
  out.cpus_are_ours = pod.cpus_are_ours;
  out.holding = pod.holding;
  return out;
}

// A reservation of a node, and those of its owners that stay, in the order in which they came.
struct LinkedPods {
  Claimant *reservation;
  const Reservation *known;
  std::vector<Claimant *> owners = {};
  bool changes = false;  // the reservation or the parts of its owners may change
  Holding whole = {};
  std::vector<Holding> parts = {};

  const Reservation::Share &share_of(const Claimant &owner) const {
    return known->taken.find(owner.uid)->second;
  }
};

// Links reservations and their owners. Until divide() a
// reservation that may change holds its whole.
std::vector<LinkedPods> link(const ReservationTable &reservations,
                             std::vector<Claimant> &claimants) {
  std::vector<LinkedPods> out;
  if (reservations.all.empty()) return out;
  for (Claimant &pod : claimants) {
    const auto at = reservations.all.find(pod.uid);
    if (at == reservations.all.end()) continue;
    pod.is_reservation = true;
    pod.whole = at->second.whole.devices();
    out.push_back({&pod, &at->second});
  }
  if (out.empty()) return out;
  for (Claimant &pod : claimants) {
    const auto link = reservations.owners.find(pod.uid);
    if (link == reservations.owners.end()) continue;
    const auto from = std::ranges::find_if(
        out, [&](const LinkedPods &of) { return of.reservation->uid == link->second; });
    if (from == out.end()) continue;
    pod.reservation = from->reservation;
    pod.part = from->share_of(pod).part.devices();
    from->owners.push_back(&pod);
  }
  for (LinkedPods &of : out) {
    std::ranges::sort(of.owners, {},
                      [&](const Claimant *owner) { return of.share_of(*owner).since; });
    of.changes = of.reservation->claims_cpus() || of.owners.size() < of.known->taken.size() ||
                 std::ranges::any_of(of.owners, &Claimant::claims_cpus);
    if (of.changes) of.reservation->holding = of.known->whole;
  }
  return out;
}

// Divides the CPUs and amounts of a reservation among its owners again.
void divide(const Node &node, LinkedPods &of) {
  of.whole = of.changes ? of.reservation->holding : of.known->whole;
  Holding rest = of.whole;
  for (const Claimant *owner : of.owners) {
    of.parts.push_back(of.changes ? part_taken(node, of.whole, rest, owner->holding)
                                  : of.share_of(*owner).part);
    if (of.changes) rest = subtract(rest, of.parts.back());
  }
  if (of.changes) of.reservation->holding = std::move(rest);
}

Reevaluation::Shares shares_of(LinkedPods &&of) {
  of.whole.set_devices(of.reservation->whole);
  Reevaluation::Shares out{of.reservation->uid, std::move(of.whole), {}};
  for (size_t i = 0; i < of.owners.size(); ++i) {
    of.parts[i].set_devices(of.owners[i]->part);
    out.taken.emplace_back(of.owners[i]->uid, std::move(of.parts[i]));
  }
  return out;
}

// Finds devices that were allocated here by their ids, because the node's Device object may have
// changed. Devices of claims are found when the claims are evaluated.
void locate_devices(const Node &node, std::span<Claimant> claimants) {
  if (node.devices() == nullptr) return;
  const device::Inventory &inventory = node.devices()->inventory();
  for (Claimant &pod : claimants) {
    pod.holding.set_devices(device::located(inventory, pod.holding.devices()));
    pod.whole = device::located(inventory, pod.whole);
    pod.part = device::located(inventory, pod.part);
  }
}

// Evaluates the residents and guests on a node that
// already holds all other pods, with the CPUs `taken`.
Reevaluation weigh_on(const ClusterState &state, uint32_t id, std::unique_ptr<Node> node,
                      std::span<PodTable::Entry *const> residents, const ArrivingPods &guests,
                      const TakenCpus &taken) {
  std::vector<Claimant> claimants;
  std::vector<Pod *> pods;
  claimants.reserve(residents.size() + guests.size());
  pods.reserve(residents.size() + guests.size());
  const auto add = [&](std::string_view uid, Pod &pod) {
    claimants.push_back(claimant_of(uid, pod));
    pods.push_back(&pod);
  };
  for (PodTable::Entry *pod : residents) add(pod->first, pod->second);
  for (const ArrivingPod &guest : guests) add(guest.uid, *guest.pod);
  for (size_t i = 0; i < claimants.size(); ++i)
    if (pods[i]->conflicts && pods[i]->cpus_are_ours)
      claimants[i].conflicts = pods[i]->conflicts->of_others();

  std::vector<LinkedPods> linked = link(state.reservations, claimants);
  locate_devices(*node, claimants);
  reevaluate_cpus(*node, claimants, taken, state.options, state.resources);
  for (LinkedPods &of : linked) divide(*node, of);
  reevaluate_devices(*node, claimants, state.options, state.resources);
  // A pod that arrives bound was there before, so the report's zones may include it.
  for (size_t i = 0; i < guests.size(); ++i)
    if (guests[i].arrives) node->count_as_reported(claimants[residents.size() + i].holding);

  Reevaluation out{id, std::move(node), {}, {}};
  for (LinkedPods &of : linked) out.shares.push_back(shares_of(std::move(of)));
  for (size_t i = 0; i < claimants.size(); ++i) {
    Claimant &claimant = claimants[i];
    const bool is_counted_as_before =
        std::ranges::equal(claimant.holding.reported(), pods[i]->holding.reported()) &&
        claimant.holding.pod_key() == pods[i]->holding.pod_key() &&
        claimant.holding.devices() == pods[i]->holding.devices();
    if (claimant.is_ours() && !claimant.is_reservation && is_counted_as_before) continue;
    auto conflicts = claimant.is_ours() ? pods[i]->conflicts : kept(claimant.conflicts);
    if (i < residents.size()) {
      out.pods.push_back({pods[i], std::move(claimant.holding), std::move(conflicts)});
      continue;
    }
    pods[i]->holding = std::move(claimant.holding);
    pods[i]->conflicts = std::move(conflicts);
  }
  return out;
}

// Holds what kubelet gave to unknown pods. `guests` count as known, pods of `without` do not.
void hold_for_kubelet(const ClusterState &state, Node &node, const ArrivingPods &guests,
                      const Uids &without) {
  node.hold_for_kubelet([&](const std::string &uid) {
    return !is_in(without, uid) && state.has_unknown_node(uid) &&
           std::none_of(guests.begin(), guests.end(),
                        [&](const ArrivingPod &guest) { return guest.uid == uid; });
  });
}

}  // namespace

Reevaluation reevaluate(const ClusterState &state, uint32_t id, std::unique_ptr<Node> node,
                        const ArrivingPods &guests, const Uids &without) {
  std::vector<PodTable::Entry *> residents;
  residents.reserve(state.pods.on(id).size());
  for (PodTable::Entry *pod : state.pods.on(id))
    if (!is_in(without, pod->first)) residents.push_back(pod);
  hold_for_kubelet(state, *node, guests, without);
  node->forget_holdings();
  return weigh_on(state, id, std::move(node), residents, guests, {});
}

Reevaluation reevaluate(const ClusterState &state, uint32_t id, const ArrivingPods &guests,
                        const Uids &without) {
  auto node = std::make_unique<Node>(state.nodes[id]);
  const auto affected = affected_by(state, id, guests, without);
  if (!affected) return reevaluate(state, id, std::move(node), guests, without);
  std::vector<const Holding *> leaving;
  for (const PodTable::Entry *pod : *affected) leaving.push_back(&pod->second.holding);
  for (const PodTable::Entry *pod : state.pods.on(id))
    if (is_in(without, pod->first)) leaving.push_back(&pod->second.holding);
  // If several pods hold a CPU, all of them determine its next owner.
  if (!node->release(leaving)) return reevaluate(state, id, std::move(node), guests, without);
  hold_for_kubelet(state, *node, guests, without);
  TakenCpus taken;
  for (const PodTable::Entry *pod : state.pods.on(id))
    if (!pod->second.holding.cpus().empty() && !is_in(without, pod->first) &&
        std::ranges::find(*affected, pod) == affected->end())
      taken.add(*node, pod->second.holding);
  return weigh_on(state, id, std::move(node), *affected, guests, taken);
}

std::vector<Reevaluation> reevaluate_other_nodes(ClusterState &state, std::string_view uid,
                                                 uint32_t id) {
  std::vector<Reevaluation> out;
  const std::span<const uint32_t> nodes = state.recorded.nodes_of(uid);
  if (nodes.empty() || !state.has_unknown_node(uid)) return out;
  for (const uint32_t node : nodes) {
    if (node == id) continue;
    out.push_back(reevaluate(state, node, {}, {uid}));
    state.nodes.make_room_to_touch(*out.back().node, nodes.size() + 4);
  }
  return out;
}

void count_bound_as_reported(const ClusterState &state, Reevaluation &update) {
  auto evaluated = update.pods.begin();  // in the same order
  for (const PodTable::Entry *entry : state.pods.on(update.id)) {
    const Pod &pod = entry->second;
    const Holding *holding = &pod.holding;
    if (evaluated != update.pods.end() && evaluated->pod == &pod) holding = &evaluated++->holding;
    // A reservation is not a running pod.
    if (pod.bound && !state.reservations.is_reservation(entry->first))
      update.node->count_as_reported(*holding);
  }
}

void apply(ClusterState &state, Reevaluation update) noexcept {
  for (Reevaluation::Evaluated &evaluated : update.pods) {
    evaluated.pod->holding = std::move(evaluated.holding);
    evaluated.pod->conflicts = std::move(evaluated.conflicts);
  }
  for (Reevaluation::Shares &shares : update.shares) {
    Reservation &reservation = state.reservations.all.find(shares.reservation)->second;
    reservation.whole = std::move(shares.whole);
    for (auto &[owner, part] : shares.taken)
      reservation.taken.find(owner)->second.part = std::move(part);
  }
  state.pods.count_in_conflict(update.id);
  state.replace(update.id, std::move(update.node));
}

void apply(ClusterState &state, std::vector<Reevaluation> updates) noexcept {
  for (Reevaluation &node : updates) apply(state, std::move(node));
}

void evaluate_alone(const ClusterState &state, uint32_t id, std::string_view uid, Pod &pod) {
  const Node &node = state.nodes[id];
  Claimant claimant = claimant_of(uid, pod);
  // Includes CPUs that the machine lacks, and CPUs of an unknown machine.
  TakenCpus taken;
  if (pod.claim->status && pod.claim->status->cpus)
    for (const PodTable::Entry *other : state.pods.on(id)) taken.add(node, other->second.holding);
  evaluate_claim(node, taken, claimant, state.options, state.resources);
  pod.conflicts = kept(claimant.conflicts);
  pod.holding = std::move(claimant.holding);
  pod.holding.set_pod_key(key_of_uid(uid));
}

}  // namespace koord::sched
