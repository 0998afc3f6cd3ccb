#include "sched/cluster/commit.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sched/cluster/late_devices.h"
#include "sched/cluster/reevaluation.h"
#include "sched/node/draft.h"

namespace koord::sched {
namespace {

// The state of a pod after the steps so far.
struct StagedPod {
  uint32_t node = 0;
  const Change *last = nullptr;  // nullptr before the first step
  bool gone = false;
  bool stays = true;  // never leaves its node
  const Holding *holding = nullptr;
};

// Keeps conflicts about devices only: a plan has
// chosen CPUs and amounts, and devices are unchanged.
std::shared_ptr<const Conflicts> of_devices(const std::shared_ptr<const Conflicts> &conflicts) {
  if (conflicts == nullptr || !conflicts->of_devices().any()) return nullptr;
  return std::make_shared<const Conflicts>(conflicts->of_devices());
}

// Applies the changes to copies, with everything that can fail.
class StagedCommit {
 public:
  StagedCommit(ClusterState &state, const CommitOptions &options)
      : state_(state), options_(options) {}

  // Returns kDone unless the step is impossible.
  Outcome add(const Change &step);
  // Returns true if a node would allocate more than it has.
  bool overcommits();
  // To be called after the last step.
  void prepare();
  // Cannot fail.
  void apply_all() noexcept;

 private:
  Draft &draft_of(uint32_t id);
  Pod pod_of(std::string_view uid, const StagedPod &staged) const;
  void prepare_node(uint32_t id, Draft &draft, const Uids &uids);

  ClusterState &state_;
  const CommitOptions &options_;
  std::map<uint32_t, std::unique_ptr<Draft>> drafts_;
  std::map<std::string_view, StagedPod> staged_pods_;
  PodTable::Pods arriving_;
  std::map<uint32_t, std::unique_ptr<Node>>
      finished_nodes_;  // nodes on which no claims are evaluated again
  std::vector<Reevaluation> reevaluated_;
};

Draft &StagedCommit::draft_of(uint32_t id) {
  std::unique_ptr<Draft> &draft = drafts_[id];
  if (!draft) draft = std::make_unique<Draft>(state_.nodes[id], state_.pods.holdings_on(id));
  return *draft;
}

Outcome StagedCommit::add(const Change &step) {
  if (!state_.nodes.is_there(step.node)) return Outcome::kStale;
  const auto [at, is_new] = staged_pods_.try_emplace(step.uid);
  StagedPod &staged = at->second;
  if (is_new) {
    const PodTable::Entry *pod = state_.pods.find(step.uid);
    staged.gone = pod == nullptr;
    if (!staged.gone) staged.node = pod->second.node, staged.holding = &pod->second.holding;
  }
  if (state_.waiting.contains(step.uid)) return Outcome::kElsewhere;
  if (step.kind == ChangeKind::kPlace ? !staged.gone : !staged.gone && staged.node != step.node)
    return Outcome::kElsewhere;
  if (step.kind != ChangeKind::kPlace && staged.gone) return Outcome::kUnknownPod;
  Draft &draft = draft_of(step.node);
  if (step.kind != ChangeKind::kPlace)
    draft.take_off(*staged.holding);
  else if (options_.checks && !draft.node().has_room(step.holding))
    return state_.reject();
  staged.gone = step.kind == ChangeKind::kRelease;
  staged.stays = staged.stays && step.kind == ChangeKind::kMove;
  staged.last = &step;
  staged.node = step.node;
  staged.holding = &step.holding;
  if (!staged.gone) draft.put_on(step.holding);
  return Outcome::kDone;
}

// A pod may keep CPUs that have other owners or are gone, but may not gain such CPUs.
bool StagedCommit::overcommits() {
  for (const auto &[uid, staged] : staged_pods_) {
    if (staged.gone) continue;
    Draft &draft = *drafts_.at(staged.node);
    CpuSet gained = staged.holding->cpu_set();
    if (const PodTable::Entry *pod = state_.pods.find(uid); pod != nullptr && staged.stays)
      gained -= pod->second.holding.cpu_set();
    if (gained.empty() || !draft.node().has_machine()) continue;
    draft.take_off(*staged.holding);
    const bool are_free = draft.node()
                              .owned(gained, staged.holding->shape())
                              .is_subset_of(draft.node().free_for(staged.holding->shape()));
    draft.put_on(*staged.holding);
    if (!are_free) return true;
  }
  return std::ranges::any_of(drafts_, [&](const auto &draft) {
    return draft.second->node().is_overcommitted(state_.nodes[draft.first]);
  });
}

Pod StagedCommit::pod_of(std::string_view uid, const StagedPod &staged) const {
  Pod out = reserved_pod(state_, staged.node, staged.last->priority, *staged.holding);
  const PodTable::Entry *entry = state_.pods.find(uid);
  if (entry == nullptr) return out;
  const Pod &now = entry->second;
  if (now.node == staged.node) out.bound = now.bound;
  if (!staged.stays) return out;
  out.claim = nullptr;
  out.cpus_are_ours = false;
  const bool is_linked = state_.reservations.is_linked(uid);
  if (now.claim) {
    out.claim = now.claim;
    // The commit changes only the parts of a reservation that its owners take. The claims to CPUs
    // of the reservation and of its owners are still evaluated.
    out.cpus_are_ours = now.cpus_are_ours || !is_linked;
    out.conflicts = of_devices(now.conflicts);
  }
  if (is_linked) out.conflicts = now.conflicts;
  return out;
}

void StagedCommit::prepare_node(uint32_t id, Draft &draft, const Uids &uids) {
  size_t more = 0;
  for (const auto &[uid, staged] : staged_pods_) more += staged.node == id ? 1 : 0;
  state_.pods.make_room_on(id, more);
  const bool needs_evaluation = std::ranges::any_of(arriving_, [&](const auto &arriving) {
    const auto &[uid, pod] = arriving;
    return pod.node == id && (state_.nodes[id].is_pinned(uid) ||
                              (!staged_pods_.at(uid).stays && must_be_evaluated(state_, pod)));
  });
  if (state_.is_disputed(id) || options_.reevaluates || needs_evaluation) {
    // Other pods may now get what they claim, and kubelet's report names pods.
    ArrivingPods guests;
    for (auto &[uid, pod] : arriving_)
      if (pod.node == id) guests.push_back({uid, &pod});
    reevaluated_.push_back(reevaluate(state_, id, guests, uids));
  } else {
    finished_nodes_.emplace(id, draft.finish());
  }
  state_.nodes.make_room_to_touch(state_.nodes[id], drafts_.size());
}

void StagedCommit::prepare() {
  // Once a pod's node is known, records of other nodes' kubelets no longer count.
  for (const auto &[uid, staged] : staged_pods_)
    if (!staged.gone && state_.has_unknown_node(uid))
      for (const uint32_t id : state_.recorded.nodes_of(uid)) draft_of(id);
  Uids uids;
  for (const auto &[uid, staged] : staged_pods_) {
    uids.push_back(uid);
    if (!staged.gone) arriving_.emplace(std::string(uid), pod_of(uid, staged));
  }
  state_.pods.make_room_for_pods(arriving_.size());
  for (const auto &[id, draft] : drafts_) prepare_node(id, *draft, uids);
}

void StagedCommit::apply_all() noexcept {
  for (const auto &[uid, staged] : staged_pods_) {
    state_.recorded.set_left(uid, staged.gone);
    if (PodTable::Entry *pod = state_.pods.find(uid)) state_.pods.remove(*pod);
  }
  while (!arriving_.empty()) state_.pods.add(arriving_.extract(arriving_.begin()));
  for (auto &[id, node] : finished_nodes_) {
    state_.pods.count_in_conflict(id);
    state_.replace(id, std::move(node));
  }
  apply(state_, std::move(reevaluated_));
}

}  // namespace

Outcome commit(ClusterState &state, const Changes &changes, const CommitOptions &options) {
  for (const Changes::Basis &basis : changes.basis)
    if (!state.nodes.is_there(basis.node) || state.nodes.generation(basis.node) > basis.generation)
      return Outcome::kStale;
  StagedCommit staged_commit(state, options);
  for (const Change &step : changes.steps)
    if (const Outcome outcome = staged_commit.add(step); outcome != Outcome::kDone) return outcome;
  if (options.checks && staged_commit.overcommits()) return state.reject();
  staged_commit.prepare();
  staged_commit.apply_all();
  return Outcome::kDone;
}

}  // namespace koord::sched
