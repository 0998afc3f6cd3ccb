#include "sched/cluster/reevaluation.h"

#include <algorithm>
#include <map>
#include <optional>

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

// Marks reservations and their owners. They get CPUs and amounts from each other; their claims to
// devices are evaluated like those of other pods.
void link(const ReservationTable &reservations, std::vector<Claimant> &claimants,
          std::string_view first) {
  if (reservations.all.empty()) return;
  std::map<std::string_view, Claimant *> here;
  for (Claimant &pod : claimants) {
    const auto at = reservations.all.find(pod.uid);
    if (at == reservations.all.end()) continue;
    pod.is_reservation = true;
    pod.whole = at->second.whole.devices();
    if (pod.uid != first) pod.cpus_are_ours = true;
    here.emplace(pod.uid, &pod);
  }
  for (Claimant &pod : claimants) {
    const auto link = reservations.owners.find(pod.uid);
    const auto from = link == reservations.owners.end() ? here.end() : here.find(link->second);
    if (from == here.end()) continue;
    pod.reservation = from->second;
    pod.part = reservations.at(link->second).taken.find(pod.uid)->second.part.devices();
    pod.cpus_are_ours = true;
  }
}

std::vector<Reevaluation::Shares> shares_of(const std::vector<Claimant> &claimants) {
  std::vector<Reevaluation::Shares> out;
  for (const Claimant &reservation : claimants) {
    if (!reservation.is_reservation) continue;
    out.push_back({reservation.uid, reservation.whole, {}});
    for (const Claimant &pod : claimants)
      if (pod.reservation == &reservation) out.back().taken.emplace_back(pod.uid, pod.part);
  }
  return out;
}

// Evaluates the residents and guests on a node that
// already holds all other pods, with the CPUs `taken`.
Reevaluation weigh_on(const ClusterState &state, uint32_t id, std::unique_ptr<Node> node,
                      std::span<PodTable::Entry *const> residents, const ArrivingPods &guests,
                      std::string_view first, const TakenCpus &taken) {
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
  link(state.reservations, claimants, first);
  for (size_t i = 0; i < claimants.size(); ++i)
    if (pods[i]->conflicts && (pods[i]->cpus_are_ours || ((claimants[i].is_reservation ||
                                                           claimants[i].reservation != nullptr) &&
                                                          claimants[i].uid != first)))
      claimants[i].conflicts = pods[i]->conflicts->of_others();

  reevaluate_claims(*node, claimants, first, taken, state.options, state.resources);
  // A pod that arrives bound was there before, so the report's zones may include it.
  for (size_t i = 0; i < guests.size(); ++i)
    if (guests[i].arrives) node->count_as_reported(claimants[residents.size() + i].holding);

  Reevaluation out{id, std::move(node), {}, shares_of(claimants)};
  for (size_t i = 0; i < claimants.size(); ++i) {
    Claimant &claimant = claimants[i];
    const bool is_counted_as_before =
        std::ranges::equal(claimant.holding.reported(), pods[i]->holding.reported()) &&
        claimant.holding.pod_key() == pods[i]->holding.pod_key();
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
                        const ArrivingPods &guests, const Uids &without, std::string_view first) {
  std::vector<PodTable::Entry *> residents;
  residents.reserve(state.pods.on(id).size());
  for (PodTable::Entry *pod : state.pods.on(id))
    if (!is_in(without, pod->first)) residents.push_back(pod);
  hold_for_kubelet(state, *node, guests, without);
  node->forget_holdings();
  return weigh_on(state, id, std::move(node), residents, guests, first, {});
}

Reevaluation reevaluate(const ClusterState &state, uint32_t id, const ArrivingPods &guests,
                        const Uids &without, std::string_view first) {
  auto node = std::make_unique<Node>(state.nodes[id]);
  const auto affected = first.empty() ? affected_by(state, id, guests, without) : std::nullopt;
  if (!affected) return reevaluate(state, id, std::move(node), guests, without, first);
  std::vector<const Holding *> leaving;
  for (const PodTable::Entry *pod : *affected) leaving.push_back(&pod->second.holding);
  for (const PodTable::Entry *pod : state.pods.on(id))
    if (is_in(without, pod->first)) leaving.push_back(&pod->second.holding);
  // If several pods hold a CPU, all of them determine its next owner.
  if (!node->release(leaving))
    return reevaluate(state, id, std::move(node), guests, without, first);
  hold_for_kubelet(state, *node, guests, without);
  TakenCpus taken;
  for (const PodTable::Entry *pod : state.pods.on(id))
    if (!pod->second.holding.cpus().empty() && !is_in(without, pod->first) &&
        std::ranges::find(*affected, pod) == affected->end())
      taken.add(*node, pod->second.holding);
  return weigh_on(state, id, std::move(node), *affected, guests, first, taken);
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
    reservation.whole.set_devices(std::move(shares.whole));
    for (auto &[owner, part] : shares.taken)
      reservation.taken.find(owner)->second.part.set_devices(std::move(part));
  }
  state.pods.count_in_conflict(update.id);
  state.replace(update.id, std::move(update.node));
}

void apply(ClusterState &state, std::vector<Reevaluation> updates) noexcept {
  for (Reevaluation &node : updates) apply(state, std::move(node));
}

void add_pods_ranked_after(const ClusterState &state, uint32_t id, std::string_view uid,
                           const Pod &pod, Uids &out) {
  if (pod.claim == nullptr) return;
  const auto rank_on_node = [&](std::string_view of, const Pod &claimant) {
    return cpu_rank_of(state.nodes[id], of, *claimant.claim, claimant.holding.shape(),
                       state.options);
  };
  const object::ClaimRank rank = rank_on_node(uid, pod);
  for (const PodTable::Entry *entry : state.pods.on(id)) {
    const auto &[other_uid, other] = *entry;
    if (other.claim && !other.cpus_are_ours && other_uid != uid &&
        !state.reservations.is_linked(other_uid) && rank < rank_on_node(other_uid, other))
      out.push_back(other_uid);
  }
}

void evaluate_alone(const ClusterState &state, uint32_t id, std::string_view uid,
                    const Uids &without, Pod &pod) {
  std::vector<const Holding *> held;
  for (const PodTable::Entry *other : state.pods.on(id))
    if (!is_in(without, other->first)) held.push_back(&other->second.holding);
  std::optional<Node> others;
  if (!without.empty()) others.emplace(state.nodes[id]).hold_only(held);
  const Node &node = others ? *others : state.nodes[id];
  Claimant claimant = claimant_of(uid, pod);
  // Includes CPUs that the machine lacks, and CPUs of an unknown machine.
  TakenCpus taken;
  if (pod.claim->status && pod.claim->status->cpus)
    for (const Holding *other : held) taken.add(node, *other);
  evaluate_claim(node, taken, claimant, state.options, state.resources);
  pod.conflicts = kept(claimant.conflicts);
  pod.holding = std::move(claimant.holding);
  pod.holding.set_pod_key(key_of_uid(uid));
}

}  // namespace koord::sched
