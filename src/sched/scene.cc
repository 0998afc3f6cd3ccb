#include "sched/scene.h"

#include <algorithm>

#include "sched/allocate.h"

namespace koord::sched {

Scene::Scene(const Cluster &cluster, const WhatIf &what_if, bool skip_fit, uint32_t only)
    : cluster_(cluster), lock_(cluster.mutex_) {
  const auto matters = [&](uint32_t node) { return only == kAll || only == node; };
  for (const WhatIf::Guarded &pod : what_if.guarded) protections_[pod.uid] = pod.protection;
  for (const std::string_view uid : what_if.away)
    if (const auto at = cluster.pods_.find(uid); at != cluster.pods_.end())
      if (matters(at->second.node)) away_[at->second.node].push_back(uid);
  for (auto &[id, uids] : away_) {
    std::sort(uids.begin(), uids.end());
    imagine(id);
  }
  for (const WhatIf::There &pod : what_if.there) {
    if (!cluster.is_there(pod.node) || !matters(pod.node)) continue;
    Draft &draft = imagine(pod.node);
    auto holding = std::make_unique<Holding>(pod.shape);
    // Where it is refused its amounts count all the same.
    allocate(draft.view(), pod.shape, cluster.options_, {skip_fit, 0}, *holding);
    there_[pod.node].push_back(std::move(holding));
    draft.put_on(*there_[pod.node].back());
  }
}

Draft &Scene::imagine(uint32_t node) {
  std::unique_ptr<Draft> &draft = imagined_[node];
  if (draft) return *draft;
  std::vector<const Holding *> held;
  for (const Holder &holder : holders(node)) held.push_back(holder.holding);
  Node copy = *cluster_.nodes_[node].node;
  copy.forget_holdings();
  for (const Holding *holding : held) copy.hold(*holding);
  draft = std::make_unique<Draft>(copy, std::move(held));
  return *draft;
}

Protection Scene::protection_of(std::string_view uid) const {
  const auto at = protections_.find(uid);
  return at == protections_.end() ? Protection::kNone : at->second;
}

std::vector<Holder> Scene::holders(uint32_t node) const {
  std::vector<Holder> out;
  const auto away = away_.find(node);
  const auto is_away = [&](std::string_view uid) {
    return away != away_.end() && std::binary_search(away->second.begin(), away->second.end(), uid);
  };
  out.reserve(cluster_.nodes_[node].pods.size());
  for (const auto *held : cluster_.nodes_[node].pods) {
    const auto &[uid, pod] = *held;
    if (is_away(uid)) continue;
    out.push_back({uid, pod.priority, protection_of(uid), &pod.holding});
  }
  std::sort(out.begin(), out.end(), [](const Holder &a, const Holder &b) { return a.uid < b.uid; });
  if (const auto there = there_.find(node); there != there_.end())
    for (const auto &holding : there->second)
      out.push_back({"", 0, Protection::kKeep, holding.get()});
  return out;
}

Draft Scene::draft(uint32_t node) const {
  std::vector<const Holding *> held;
  for (const Holder &holder : holders(node)) held.push_back(holder.holding);
  return {this->node(node), std::move(held)};
}

bool Scene::find(std::string_view uid, uint32_t &node, Holder &holder) const {
  const auto at = cluster_.pods_.find(uid);
  if (at == cluster_.pods_.end()) return false;
  node = at->second.node;
  holder = {at->first, at->second.priority, protection_of(uid), &at->second.holding};
  return true;
}

std::vector<Verdict> Scene::verdicts(const Question &question) const {
  const std::shared_ptr<Cluster::Cached> cache = cluster_.cached(question, ids());
  std::vector<Verdict> out;
  {
    const std::lock_guard guard(cache->mutex);
    cluster_.refresh(*cache);
    const auto rows = cache->verdicts.rows();
    out.assign(rows.begin(), rows.end());
  }
  if (cluster_.removed_ > 0)
    std::erase_if(out, [](const Verdict &row) { return (row.flags & kRemoved) != 0; });
  for (const auto &[id, draft] : imagined_) {
    const auto at = std::lower_bound(out.begin(), out.end(), id,
                                     [](const Verdict &row, uint32_t n) { return row.node < n; });
    *at = cluster_.judge_row(draft->view(), id, question);
  }
  return out;
}

}  // namespace koord::sched
