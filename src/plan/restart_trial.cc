#include "plan/restart_trial.h"

#include <algorithm>

#include "sched/verdict/allocate.h"
#include "sched/verdict/score.h"

namespace koord::plan {
namespace {

constexpr size_t kMaxShapes = 64;  // whose verdicts are kept

void by_importance(std::vector<sched::Holder> &pods) {
  std::stable_sort(pods.begin(), pods.end(), [](const sched::Holder &a, const sched::Holder &b) {
    return a.priority != b.priority ? a.priority > b.priority : a.uid < b.uid;
  });
}

}  // namespace

RestartTrial::RestartTrial(const sched::ClusterSnapshot &snapshot,
                           std::span<const Restart> restarts, bool skip_fit,
                           const Exclusions &excluded)
    : snapshot_(snapshot), skip_fit_(skip_fit) {
  std::map<uint32_t, Restart> by_node;
  for (const Restart &each : restarts) {
    if (!snapshot.has(each.node)) continue;
    Restart &all = by_node[each.node];
    all.node = each.node;
    all.drained |= each.drained;
    all.one_thread |= each.one_thread;
    all.isolated |= each.isolated;
  }
  for (const auto &[node, how] : by_node) restart(how);
  by_importance(displaced_pods_);
  displaced_ = displaced_pods_.size();
  for (const sched::Holder &pod : displaced_pods_) place(pod, excluded);
}

void RestartTrial::restart(const Restart &how) {
  const sched::Node &before = snapshot_.node(how.node);
  sched::Node after = before;
  after.restart(how.one_thread, how.isolated);
  const auto draft = drafts_
                         .emplace(how.node, std::make_unique<sched::Draft>(
                                                after, std::vector<const sched::Holding *>()))
                         .first;
  if (how.drained) drained_.insert(how.node);
  if (before.unschedulable() && !skip_fit_) cordoned_.insert(how.node);
  std::vector<sched::Holder> pods = snapshot_.holders(how.node);
  by_importance(pods);
  for (const sched::Holder &pod : pods) {
    if (how.drained) {
      if (pod.protection != sched::Protection::kKeep) displaced_pods_.push_back(pod);
    } else if (!put_on(*draft->second, {pod.holding->shared_shape(), skip_fit_})) {
      displaced_pods_.push_back(pod);
    }
  }
}

bool RestartTrial::put_on(sched::Draft &draft, const sched::Query &query) {
  sched::Holding holding;
  if (sched::allocate(draft.view(), query.shape, snapshot_.options(), query.conditions(), holding)
          .refused())
    return false;
  placed_.push_back(std::move(holding));
  draft.put_on(placed_.back());
  return true;
}

uint32_t RestartTrial::best_node(const sched::Query &query, const std::set<uint32_t> &refused) {
  uint32_t best = UINT32_MAX;
  int32_t best_score = -1;
  auto known = verdicts_.find(query.shape.get());
  if (known == verdicts_.end() && verdicts_.size() >= kMaxShapes) verdicts_.clear();
  if (known == verdicts_.end())
    known = verdicts_.emplace(query.shape.get(), snapshot_.verdicts(query)).first;
  for (const sched::Verdict &verdict : known->second) {
    bool fits = verdict.reason == 0;
    int32_t score = verdict.score;
    if (sched::Draft *draft = changed(verdict.node)) {
      if (is_closed(verdict.node, *query.shape)) continue;
      const sched::View view = draft->view();
      const sched::Judgement judgement =
          sched::judge(view, *query.shape, snapshot_.options(), query.conditions());
      fits = !judgement.refusal.refused();
      if (fits) score = sched::score(view, *query.shape, snapshot_.options(), judgement.placement);
    }
    if (!fits || score <= best_score || refused.contains(verdict.node)) continue;
    best = verdict.node;
    best_score = score;
  }
  return best;
}

void RestartTrial::place(const sched::Holder &pod, const Exclusions &excluded) {
  const sched::Query query{pod.holding->shared_shape(), skip_fit_};
  std::set<uint32_t> refused(excluded.nodes.begin(), excluded.nodes.end());
  if (const auto nodes = excluded.by_pod.find(pod.uid); nodes != excluded.by_pod.end())
    refused.insert(nodes->second.begin(), nodes->second.end());
  while (pod.protection != sched::Protection::kKeep) {
    const uint32_t node = best_node(query, refused);
    if (node == UINT32_MAX) break;
    std::unique_ptr<sched::Draft> &draft = drafts_[node];
    if (!draft) draft = std::make_unique<sched::Draft>(snapshot_.node(node), snapshot_.held(node));
    if (put_on(*draft, query)) return;
    refused.insert(node);
  }
  ++unplaced_;
}

}  // namespace koord::plan
