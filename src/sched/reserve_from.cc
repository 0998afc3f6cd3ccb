// Reservations in a cluster: who takes from them, and what comes back.
#include <utility>

#include "sched/cluster.h"

namespace koord::sched {
namespace {

// A node with what its pods hold but this one.
Node node_without(const Node &node, std::vector<const Holding *> held, const Holding &without) {
  Draft draft(node, std::move(held));
  draft.take_off(without);
  return draft.node();
}

auto add_owner(Reservation &reservation, std::string_view uid, const Holding &part) {
  Reservation::Share share{part, ++reservation.owners_so_far};
  return reservation.taken.emplace(std::string(uid), std::move(share)).first;
}

// Whose reservation a pod is has to be known while its change is made; it is undone where that is not done.
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

}  // namespace

bool Cluster::is_linked(std::string_view uid) const {
  return reservations_.contains(uid) || owners_.contains(uid);
}

Cluster::Reservations::iterator Cluster::reservation_of(std::string_view owner) {
  const auto link = owners_.find(owner);
  return link == owners_.end() ? reservations_.end() : reservations_.find(link->second);
}

Change Cluster::holds_now(const std::string &uid, Holding rest) const {
  const Pod &pod = pods_.find(uid)->second;
  return {ChangeKind::kMove, pod.node, pod.priority, uid, std::move(rest)};
}

Outcome Cluster::set_reservation(std::string_view uid, ReservationPolicy policy) {
  const std::unique_lock lock(mutex_);
  const auto pod = pods_.find(uid);
  if (pod == pods_.end()) return Outcome::kUnknownPod;
  if (owners_.contains(uid)) return Outcome::kElsewhere;
  if (const auto known = reservations_.find(uid); known != reservations_.end()) {
    known->second.policy = policy;
    return Outcome::kDone;
  }
  Reservation fresh{policy, as_reservation(pod->second.holding), {}, 0};
  const auto at = reservations_.emplace(std::string(uid), std::move(fresh)).first;
  Pod &entry = pod->second;
  auto conflicts = entry.conflicts;
  Tentative link([&] {
    reservations_.erase(at);
    entry.conflicts = conflicts;
  });
  // What it holds when it comes before all others: its owners may have been here earlier, and claim of the same things.
  if (entry.may_heal())
    for (Settled::Outcome &outcome : settle(entry.node, {}, {}, pod->first).pods)
      if (outcome.pod == &entry) {
        at->second.whole = as_reservation(outcome.holding);
        entry.conflicts = std::move(outcome.conflicts);
      }
  Changes changes;
  changes.steps.push_back(holds_now(pod->first, at->second.whole));
  const Outcome outcome = make(changes);
  if (outcome == Outcome::kDone) link.keep();
  return outcome;
}

Outcome Cluster::reserve_from(const Question &question, std::string_view uid,
                              std::string_view reservation, const Terms &terms, Refusal &refusal,
                              std::span<uint64_t> cpus) {
  const std::unique_lock lock(mutex_);
  const auto from = reservations_.find(reservation);
  if (from == reservations_.end()) return Outcome::kUnknownPod;
  const Pod &held = pods_.find(reservation)->second;
  const Slot &slot = nodes_[held.node];
  check_words(*slot.node, slot.node->words(), cpus);
  refusal = {};
  if (const auto at = pods_.find(uid); at != pods_.end()) {
    const auto link = owners_.find(uid);
    if (link == owners_.end() || link->second != reservation) return Outcome::kElsewhere;
    check_words(*slot.node, at->second.holding.cpus().size(), cpus);
    at->second.holding.write_cpus(cpus);
    return Outcome::kDone;
  }
  if (waiting_.contains(uid)) return Outcome::kElsewhere;
  if (terms.generation != 0 && slot.generation > terms.generation) return Outcome::kStale;

  std::vector<const Holding *> all;
  for (const auto *pod : slot.pods) all.push_back(&pod->second.holding);
  const Node node = node_without(*slot.node, std::move(all), held.holding);
  Holding holding(question.shape);
  refusal = allocate_from(node, from->second, held.holding, question.shape, options_,
                          question.skip_fit, holding);
  if (refusal.refused()) {
    Holding().write_cpus(cpus);
    return Outcome::kDone;
  }
  const Holding part = part_taken(node, from->second.whole, held.holding, holding);
  Changes changes;
  changes.steps.push_back(holds_now(from->first, less(held.holding, part)));
  changes.steps.push_back(
      {ChangeKind::kPlace, held.node, terms.priority, std::string(uid), holding});
  const auto taken = add_owner(from->second, uid, part);
  Tentative share([&] { from->second.taken.erase(taken); });
  const auto owner = owners_.emplace(std::string(uid), from->first).first;
  Tentative link([&] { owners_.erase(owner); });
  const Outcome outcome = make(changes);
  if (outcome != Outcome::kDone) return outcome;
  share.keep();
  link.keep();
  holding.write_cpus(cpus);
  return outcome;
}

Outcome Cluster::adopt(std::string_view uid, std::string_view reservation) {
  const std::unique_lock lock(mutex_);
  const auto from = reservations_.find(reservation);
  const auto pod = pods_.find(uid);
  if (from == reservations_.end() || pod == pods_.end()) return Outcome::kUnknownPod;
  const Pod &held = pods_.find(reservation)->second;
  if (const auto link = owners_.find(uid); link != owners_.end())
    return link->second == reservation ? Outcome::kDone : Outcome::kElsewhere;
  if (pod->second.node != held.node || reservations_.contains(uid)) return Outcome::kElsewhere;
  // What it claims may be refused as long as nobody says that it is the reservation's.
  Pod owner_now = pod->second;
  if (owner_now.may_heal()) weigh_alone(held.node, uid, {uid, from->first}, owner_now);
  const Holding part =
      part_taken(*nodes_[held.node].node, from->second.whole, held.holding, owner_now.holding);
  Changes changes;
  changes.steps.push_back(holds_now(from->first, less(held.holding, part)));
  if (pod->second.may_heal())
    changes.steps.push_back(
        {ChangeKind::kMove, held.node, owner_now.priority, pod->first, owner_now.holding});
  const auto taken = add_owner(from->second, pod->first, part);
  Tentative share([&] { from->second.taken.erase(taken); });
  const auto owner = owners_.emplace(pod->first, from->first).first;
  std::swap(pod->second.conflicts, owner_now.conflicts);
  Tentative link([&] {
    owners_.erase(owner);
    std::swap(pod->second.conflicts, owner_now.conflicts);
  });
  const Outcome outcome = make(changes);
  if (outcome != Outcome::kDone) return outcome;
  share.keep();
  link.keep();
  return outcome;
}

// The pod goes. From an owner the reservation gets back what it took; owners keep what they have of a
// reservation that goes.
Outcome Cluster::release_linked(std::string_view uid) {
  const Pod &pod = pods_.find(uid)->second;
  Changes changes;
  changes.steps.push_back({ChangeKind::kRelease, pod.node, pod.priority, std::string(uid), {}});
  const auto from = reservation_of(uid);
  if (from != reservations_.end()) {
    const std::string_view without[] = {uid};
    changes.steps.push_back(holds_now(from->first, rest_of(from->second, without)));
  }
  // The caller's text may be the key that goes.
  const std::string gone(uid);
  // Its owner may have told what a reservation has that says nothing.
  const bool settles = from != reservations_.end() && pods_.find(from->first)->second.claim;
  const Outcome outcome = make(changes, settles);
  if (outcome != Outcome::kDone) return outcome;
  if (from != reservations_.end()) {
    from->second.taken.erase(from->second.taken.find(gone));
    owners_.erase(owners_.find(gone));
  } else {
    const auto reservation = reservations_.find(gone);
    for (const auto &[owner, share] : reservation->second.taken) owners_.erase(owners_.find(owner));
    reservations_.erase(reservation);
  }
  return outcome;
}

// The API server shows a reservation or an owner again: what each took is found anew.
Outcome Cluster::replace_linked(const object::PodObject &pod, Pod next) {
  Holding &holding = next.holding;
  Pod &entry = pods_.find(pod.uid)->second;
  const uint32_t id = entry.node;
  const Node &node = *nodes_[id].node;
  const bool is_reservation = reservations_.contains(pod.uid);
  const auto at = is_reservation ? reservations_.find(pod.uid) : reservation_of(pod.uid);
  Reservation fresh = at->second;
  if (is_reservation) fresh.whole = as_reservation(holding);
  Holding rest = fresh.whole;
  std::map<uint64_t, std::string_view> owners;
  for (const auto &[owner, share] : fresh.taken) owners.emplace(share.since, owner);
  for (const auto &[since, owner] : owners) {
    const Holding &held = owner == pod.uid ? holding : pods_.find(owner)->second.holding;
    Holding &part = fresh.taken.find(owner)->second.part;
    part = part_taken(node, fresh.whole, rest, held);
    rest = less(rest, part);
  }
  Changes changes;
  changes.steps.push_back(holds_now(at->first, std::move(rest)));
  if (!is_reservation)
    changes.steps.push_back({ChangeKind::kMove, id, pod.priority, pod.uid, std::move(holding)});
  const auto exchange = [&] {
    std::swap(at->second, fresh);
    std::swap(entry.claim, next.claim);
    std::swap(entry.conflicts, next.conflicts);
  };
  exchange();
  Tentative shown(exchange);
  const Outcome outcome = make(changes, entry.claim != nullptr);
  if (outcome == Outcome::kDone) shown.keep();
  return outcome;
}

}  // namespace koord::sched
