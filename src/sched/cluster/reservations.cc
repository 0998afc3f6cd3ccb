#include "sched/cluster/reservations.h"

#include <algorithm>
#include <utility>

#include "sched/cluster/commit.h"
#include "sched/cluster/reevaluation.h"
#include "sched/cluster/reserved_pods.h"

namespace koord::sched {
namespace {

// Returns the node with all holdings except this one.
Node node_without(const Node &node, std::vector<const Holding *> held, const Holding &without) {
  Draft draft(node, std::move(held));
  draft.take_off(without);
  return draft.node();
}

// Returns true if a part of the pod's claim is not accepted, perhaps because of its reservation or
// its owners: both may state a CPU that is offline or reserved.
bool has_doubtful_claim(const Pod &pod) { return pod.claim != nullptr && pod.conflicts != nullptr; }

auto add_owner(Reservation &reservation, std::string_view uid, const Holding &part) {
  Reservation::Share share{part, ++reservation.owners_so_far};
  return reservation.taken.emplace(std::string(uid), std::move(share)).first;
}

// Undoes a change on destruction unless it was kept. The pod's reservation must be recorded before
// the change is committed, and removed again if that fails.
template <typename Undo>
class Tentative {
 public:
  explicit Tentative(Undo undo) : undo_(std::move(undo)) {}
  ~Tentative() {
    if (!kept_) undo_();
  }
  Tentative(const Tentative &) = delete;
  Tentative &operator=(const Tentative &) = delete;
  void keep() { kept_ = true; }

 private:
  const Undo undo_;
  bool kept_ = false;
};

// Returns the step that leaves the reservation with its rest.
Change rest_step(const ClusterState &state, const std::string &uid, Holding rest) {
  const Pod &pod = state.pods.at(uid);
  return {ChangeKind::kMove, pod.node, pod.priority, uid, std::move(rest)};
}

}  // namespace

Outcome set_reservation(ClusterState &state, std::string_view uid, ReservationPolicy policy) {
  PodTable::Entry *pod = state.pods.find(uid);
  if (pod == nullptr) return Outcome::kUnknownPod;
  if (state.reservations.owners.contains(uid)) return Outcome::kElsewhere;
  if (const auto known = state.reservations.all.find(uid); known != state.reservations.all.end()) {
    known->second.policy = policy;
    return Outcome::kDone;
  }
  Reservation fresh{policy, as_reservation(pod->second.holding), {}, 0};
  const auto at = state.reservations.all.emplace(std::string(uid), std::move(fresh)).first;
  Tentative link([&] { state.reservations.all.erase(at); });
  Changes changes;
  changes.steps.push_back(rest_step(state, pod->first, at->second.whole));
  // Reservations precede all other pods, because owners
  // may have been here earlier and claim the same resources.
  const Outcome outcome = commit(state, changes, {.reevaluates = has_doubtful_claim(pod->second)});
  if (outcome == Outcome::kDone) link.keep();
  return outcome;
}

Outcome reserve_from(ClusterState &state, const Query &query, std::string_view uid,
                     std::string_view reservation, const ReserveConditions &conditions,
                     Refusal &refusal, std::span<uint64_t> cpus) {
  const auto from = state.reservations.all.find(reservation);
  if (from == state.reservations.all.end()) return Outcome::kUnknownPod;
  const Pod &held = state.pods.at(reservation);
  const Node &there = state.nodes[held.node];
  check_words(there, there.words(), cpus);
  refusal = {};
  if (const PodTable::Entry *known = state.pods.find(uid)) {
    const auto link = state.reservations.owners.find(uid);
    if (link == state.reservations.owners.end() || link->second != reservation)
      return Outcome::kElsewhere;
    write_owned(there, known->second.holding, cpus);
    return Outcome::kDone;
  }
  if (state.waiting.contains(uid)) return Outcome::kElsewhere;
  if (conditions.generation != 0 && state.nodes.generation(held.node) > conditions.generation)
    return Outcome::kStale;

  const Node node = node_without(there, state.pods.holdings_on(held.node), held.holding);
  Holding holding(query.shape);
  refusal = allocate_from(node, from->second, held.holding, query.shape, state.options,
                          query.skip_fit, holding);
  if (refusal.refused()) {
    Holding().write_cpus(cpus);
    return Outcome::kDone;
  }
  const Holding part = part_taken(node, from->second.whole, held.holding, holding);
  Changes changes;
  changes.steps.push_back(rest_step(state, from->first, subtract(held.holding, part)));
  changes.steps.push_back(
      {ChangeKind::kPlace, held.node, conditions.priority, std::string(uid), holding});
  const auto taken = add_owner(from->second, uid, part);
  Tentative share([&] { from->second.taken.erase(taken); });
  const auto owner = state.reservations.owners.emplace(std::string(uid), from->first).first;
  Tentative link([&] { state.reservations.owners.erase(owner); });
  const Outcome outcome = commit(state, changes, {.checks = true});
  if (outcome != Outcome::kDone) return outcome;
  share.keep();
  link.keep();
  holding.write_cpus(cpus);
  return outcome;
}

Outcome adopt(ClusterState &state, std::string_view uid, std::string_view reservation) {
  const auto from = state.reservations.all.find(reservation);
  PodTable::Entry *pod = state.pods.find(uid);
  if (from == state.reservations.all.end() || pod == nullptr) return Outcome::kUnknownPod;
  const Pod &held = state.pods.at(reservation);
  if (const auto link = state.reservations.owners.find(uid);
      link != state.reservations.owners.end())
    return link->second == reservation ? Outcome::kDone : Outcome::kElsewhere;
  if (pod->second.node != held.node || state.reservations.is_reservation(uid))
    return Outcome::kElsewhere;
  const Holding part =
      part_taken(state.nodes[held.node], from->second.whole, held.holding, pod->second.holding);
  Changes changes;
  changes.steps.push_back(rest_step(state, from->first, subtract(held.holding, part)));
  const auto taken = add_owner(from->second, pod->first, part);
  Tentative share([&] { from->second.taken.erase(taken); });
  const auto owner = state.reservations.owners.emplace(pod->first, from->first).first;
  Tentative link([&] { state.reservations.owners.erase(owner); });
  // Either claim may have been rejected because the pods
  // were not linked. Other pods may have got the CPUs since.
  const bool is_doubtful = has_doubtful_claim(pod->second) || has_doubtful_claim(held);
  const Outcome outcome = commit(state, changes, {.reevaluates = is_doubtful});
  if (outcome != Outcome::kDone) return outcome;
  share.keep();
  link.keep();
  return outcome;
}

void take_anew(const ClusterState &state, const Node &node, Reservation &reservation,
               std::span<const std::string_view> without, std::string_view changed,
               const Holding *now) {
  std::map<uint64_t, std::string_view> owners;
  for (const auto &[owner, share] : reservation.taken)
    if (std::ranges::find(without, owner) == without.end()) owners.emplace(share.since, owner);
  Holding rest = reservation.whole;
  for (const auto &[since, owner] : owners) {
    const Holding &held = owner == changed ? *now : state.pods.at(owner).holding;
    Holding &part = reservation.taken.find(owner)->second.part;
    part = part_taken(node, reservation.whole, rest, held);
    rest = subtract(rest, part);
  }
}

// Following Koordinator, the rest of a reservation does not depend on owners that have left.
Outcome release_linked(ClusterState &state, std::string_view uid) {
  const Pod &pod = state.pods.at(uid);
  Changes changes;
  changes.steps.push_back({ChangeKind::kRelease, pod.node, pod.priority, std::string(uid), {}});
  const auto from = state.reservations.of_owner(uid);
  const bool is_owner = from != state.reservations.all.end();
  Reservation fresh;
  if (is_owner) {
    const std::string_view without[] = {uid};
    fresh = from->second;
    take_anew(state, state.nodes[pod.node], fresh, without);
    changes.steps.push_back(rest_step(state, from->first, rest_of(fresh, without)));
  }
  // `uid` may point to the key that is erased.
  const std::string gone(uid);
  // The owner may have identified devices of a reservation that states none.
  const bool reevaluates = is_owner && state.pods.at(from->first).claim;
  const auto exchange = [&] {
    if (is_owner) std::swap(from->second, fresh);
  };
  exchange();
  Tentative shares(exchange);
  const Outcome outcome = commit(state, changes, {.reevaluates = reevaluates});
  if (outcome != Outcome::kDone) return outcome;
  shares.keep();
  state.reservations.unlink(gone);
  return outcome;
}

Outcome replace_linked(ClusterState &state, const object::PodObject &pod, Pod next) {
  Holding &holding = next.holding;
  Pod &entry = state.pods.at(pod.uid);
  const uint32_t id = entry.node;
  const bool is_reservation = state.reservations.is_reservation(pod.uid);
  const auto at =
      is_reservation ? state.reservations.all.find(pod.uid) : state.reservations.of_owner(pod.uid);
  Reservation fresh = at->second;
  if (is_reservation) fresh.whole = as_reservation(holding);
  take_anew(state, state.nodes[id], fresh, {}, pod.uid, &holding);
  Changes changes;
  changes.steps.push_back(rest_step(state, at->first, rest_of(fresh)));
  if (!is_reservation)
    changes.steps.push_back({ChangeKind::kMove, id, pod.priority, pod.uid, std::move(holding)});
  const auto exchange = [&] {
    std::swap(at->second, fresh);
    std::swap(entry.claim, next.claim);
    std::swap(entry.cpus_are_ours, next.cpus_are_ours);
    std::swap(entry.conflicts, next.conflicts);
  };
  exchange();
  Tentative shown(exchange);
  const Outcome outcome = commit(state, changes, {.reevaluates = entry.claim != nullptr});
  if (outcome == Outcome::kDone) shown.keep();
  return outcome;
}

}  // namespace koord::sched
