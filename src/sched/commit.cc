// Changes that were planned are made, all of them or none.
#include <algorithm>
#include <map>
#include <utility>

#include "sched/cluster.h"
#include "sched/draft.h"

namespace koord::sched {
namespace {

// What comes of a pod.
struct Fate {
  uint32_t node = 0;
  const Change *last = nullptr;  // none yet: as it is
  bool gone = false;
  bool stays = true;  // on its node all the time
  const Holding *holding = nullptr;
};

// A plan has chosen CPUs and amounts; devices stay what they were.
std::shared_ptr<const Conflicts> of_devices(const std::shared_ptr<const Conflicts> &conflicts) {
  if (conflicts == nullptr || !conflicts->of_devices().any()) return nullptr;
  return std::make_shared<const Conflicts>(conflicts->of_devices());
}

}  // namespace

Outcome Cluster::commit(const Changes &changes) {
  const std::unique_lock lock(mutex_);
  for (const Change &step : changes.steps)
    if (is_linked(step.uid)) return Outcome::kElsewhere;
  return make(changes);
}

Outcome Cluster::make(const Changes &changes, bool settles) {
  for (const Changes::Basis &basis : changes.basis)
    if (!is_there(basis.node) || nodes_[basis.node].generation > basis.generation)
      return Outcome::kStale;

  // Everything that can fail is done on copies.
  std::map<uint32_t, std::unique_ptr<Draft>> drafts;
  std::map<std::string_view, Fate> fates;
  const auto draft_of = [&](uint32_t id) -> Draft & {
    std::unique_ptr<Draft> &draft = drafts[id];
    if (draft) return *draft;
    std::vector<const Holding *> held;
    for (const auto *pod : nodes_[id].pods) held.push_back(&pod->second.holding);
    draft = std::make_unique<Draft>(*nodes_[id].node, std::move(held));
    return *draft;
  };
  for (const Change &step : changes.steps) {
    if (!is_there(step.node)) return Outcome::kStale;
    const auto [at, is_new] = fates.try_emplace(step.uid);
    Fate &fate = at->second;
    if (is_new) {
      const auto pod = pods_.find(step.uid);
      fate.gone = pod == pods_.end();
      if (!fate.gone) fate.node = pod->second.node, fate.holding = &pod->second.holding;
    }
    if (waiting_.contains(step.uid)) return Outcome::kElsewhere;
    if (step.kind == ChangeKind::kPlace ? !fate.gone : !fate.gone && fate.node != step.node)
      return Outcome::kElsewhere;
    if (step.kind != ChangeKind::kPlace && fate.gone) return Outcome::kUnknownPod;
    Draft &draft = draft_of(step.node);
    if (step.kind != ChangeKind::kPlace) draft.take_off(*fate.holding);
    fate.gone = step.kind == ChangeKind::kRelease;
    fate.stays = fate.stays && step.kind == ChangeKind::kMove;
    fate.last = &step;
    fate.node = step.node;
    fate.holding = &step.holding;
    if (!fate.gone) draft.put_on(step.holding);
  }
  // Once it is known where a pod is, what other nodes' kubelets say of it does not count there.
  for (const auto &[uid, fate] : fates)
    if (!fate.gone && is_nowhere(uid))
      for (const uint32_t id : recorded_.nodes_of(uid)) draft_of(id);

  ByName<Pod> arriving;
  std::map<uint32_t, std::unique_ptr<Node>> after;
  std::vector<Settled> settled;
  Uids uids;
  for (const auto &[uid, fate] : fates) {
    uids.push_back(uid);
    const auto at = pods_.find(uid);
    if (fate.gone) continue;
    Pod pod{fate.node, fate.last->priority, *fate.holding};
    if (at != pods_.end() && at->second.node == fate.node) pod.bound = at->second.bound;
    if (at != pods_.end() && fate.stays && at->second.claim) {
      pod.claim = at->second.claim;
      pod.cpus_are_ours = true;
      pod.conflicts = of_devices(at->second.conflicts);
    }
    if (at != pods_.end() && fate.stays && is_linked(uid)) pod.conflicts = at->second.conflicts;
    arriving.emplace(std::string(uid), std::move(pod));
  }
  pods_.reserve(pods_.size() + arriving.size());
  for (const auto &[id, draft] : drafts) {
    size_t more = 0;
    for (const auto &[uid, fate] : fates) more += fate.node == id ? 1 : 0;
    auto &pods = nodes_[id].pods;
    if (pods.capacity() - pods.size() < more) pods.reserve(2 * pods.size() + more);
    if (nodes_[id].healing > 0 || settles) {
      // Others may have what they claim now.
      Guests guests;
      for (auto &[uid, pod] : arriving)
        if (pod.node == id) guests.push_back({uid, &pod});
      settled.push_back(settle(id, guests, uids));
    } else {
      after.emplace(id, draft->finish());
    }
    make_room_to_touch(*nodes_[id].node, drafts.size());
  }

  // From here on nothing fails.
  for (const auto &[uid, fate] : fates) {
    recorded_.set_left(uid, fate.gone);
    const auto at = pods_.find(uid);
    if (at == pods_.end()) continue;
    std::erase(nodes_[at->second.node].pods, &*at);
    pods_.erase(at);
  }
  while (!arriving.empty()) {
    const auto at = pods_.insert(arriving.extract(arriving.begin())).position;
    nodes_[at->second.node].pods.push_back(&*at);
  }
  for (auto &[id, node] : after) {
    count_healing(id);
    replace(id, std::move(node));
  }
  for (Settled &node : settled) apply(std::move(node));
  return Outcome::kDone;
}

}  // namespace koord::sched
