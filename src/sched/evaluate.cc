// Many nodes judged at once.
#include <algorithm>
#include <optional>

#include "sched/cluster.h"
#include "sched/peer_numa.h"
#include "sched/scene.h"
#include "sched/score.h"
#include "sched/twins.h"

namespace koord::sched {
namespace {

// Questions whose verdicts are kept: so many, or fewer where that would be too many rows.
constexpr size_t kMaxCaches = 256;
constexpr size_t kMaxRows = size_t{1} << 22;

// A bit for each of these nodes: one that is busy is touched again and again.
std::vector<uint64_t> marks_of(std::span<const uint32_t> touched, uint32_t nodes) {
  std::vector<uint64_t> marks(nodes / 64 + 1);
  for (const uint32_t node : touched) marks[node / 64] |= uint64_t{1} << node % 64;
  return marks;
}

}  // namespace

Verdict Cluster::judge_row(const View &node, uint32_t id, const Question &question,
                           Twins *twins) const {
  Verdict row;
  if (const Verdict *known = twins == nullptr ? nullptr : twins->find(node)) {
    row = *known;
    row.node = id;
    return row;
  }
  row.node = id;
  const Judgement judgement = judge(node, *question.shape, options_, question.conditions());
  row.reason = static_cast<int32_t>(judgement.refusal.reason);
  if (judgement.refusal.refused()) {
    row.flags = judgement.hopeless || is_unresolvable(judgement.refusal.reason) ? kUnresolvable : 0;
    return row;
  }
  row.score = score(node, *question.shape, options_, judgement.placement);
  if (twins != nullptr) twins->keep(node, judgement.placement, row);
  return row;
}

Verdict Cluster::row_of(uint32_t id, const Question &question, Twins *twins) const {
  const View node = view_of(id);
  if (!node->removed) return judge_row(node, id, question, twins);
  return {id, static_cast<int32_t>(Reason::kNodeUnknown), 0, kUnresolvable | kRemoved};
}

std::shared_ptr<Cluster::Cached> Cluster::cached(const Question &question, uint32_t nodes) const {
  const size_t most = std::clamp<size_t>(kMaxRows / std::max(nodes, 1u), 4, kMaxCaches);
  const std::lock_guard lock(cache_mutex_);
  const std::pair key{question.shape.get(), question.skip_fit};
  auto at = caches_.find(key);
  if (at == caches_.end()) at = caches_.emplace(key, std::make_shared<Cached>(question)).first;
  std::shared_ptr<Cached> found = at->second;
  found->last_used = ++uses_;
  while (caches_.size() > most)
    caches_.erase(std::min_element(
        caches_.begin(), caches_.end(),
        [](const auto &a, const auto &b) { return a.second->last_used < b.second->last_used; }));
  return found;
}

// With the cluster's lock shared and the cache's held.
void Cluster::refresh(Cached &cache) const {
  Verdicts &verdicts = cache.verdicts;
  const auto nodes = static_cast<uint32_t>(nodes_.size());
  const uint64_t behind = generation_ - verdicts.generation();
  if (behind > log_.size() || verdicts.generation() == 0) {
    std::optional<Twins> known;
    const Shape &shape = *cache.question.shape;
    Twins *twins = Twins::can_tell(shape, options_) ? &known.emplace(shape) : nullptr;
    verdicts.rebuild(nodes, generation_,
                     [&](uint32_t id) { return row_of(id, cache.question, twins); });
  } else if (behind > 0) {
    const auto since = std::span(log_).last(static_cast<size_t>(behind));
    verdicts.update(nodes, generation_, marks_of(since, nodes),
                    [&](uint32_t id) { return row_of(id, cache.question, nullptr); });
  }
}

uint64_t Cluster::evaluate(const Question &question, const WhatIf &what_if, uint32_t first,
                           size_t count, RowSpace &out) const {
  const Scene scene(*this, what_if, question.skip_fit);
  const std::shared_ptr<Cached> cache = cached(question, scene.ids());
  const std::lock_guard guard(cache->mutex);
  refresh(*cache);
  const auto rows = cache->verdicts.rows();
  const size_t from = std::min<size_t>(first, rows.size());
  const auto wanted = rows.subspan(from, std::min<size_t>(count, rows.size() - from));
  size_t gone = 0;
  if (removed_ > 0)
    for (const Verdict &row : wanted) gone += (row.flags & kRemoved) != 0 ? 1 : 0;
  if (!out.has_room(wanted.size() - gone)) return generation_;
  if (gone == 0 && what_if.empty()) {
    out.write_all(wanted);
    return generation_;
  }
  size_t at = 0;
  for (const Verdict &row : wanted) {
    if ((row.flags & kRemoved) != 0) continue;
    out.write(at++, scene.is_imagined(row.node) ? scene.verdict(question, row.node) : row);
  }
  return generation_;
}

Outcome Cluster::judge_one(const Question &question, const WhatIf &what_if, uint32_t id,
                           Refusal &refusal, int32_t &score) const {
  const Scene scene(*this, what_if, question.skip_fit, id);
  if (!scene.has(id)) return Outcome::kUnknownNode;
  const Opinion said = scene.opinion(question, id);
  refusal = said.refusal;
  score = said.score;
  return Outcome::kDone;
}

Outcome Cluster::hints(const Question &question, uint32_t id, object::NumaPolicy policy,
                       NodeHints &out) const {
  const std::shared_lock lock(mutex_);
  if (!is_there(id) || !nodes_[id].node->has_topology()) return Outcome::kUnknownNode;
  const View node = view_of(id);
  Judgement prepared =
      prepare(node, *question.shape, options_, question.skip_fit ? Fit::kNone : Fit::kAll);
  Placement &placement = prepared.placement;
  placement.numa = policy;
  std::vector<ResourceHints> found;
  if (prepared.refusal.refused())
    found = no_hints(node, *question.shape);
  else if (options_.rules().hint_merge == HintMerge::kByOrder)
    found = upstream_hints(node, *question.shape, options_, placement);
  else
    found = resource_hints(node, *question.shape, placement);
  out = {};
  for (const NumaNode &numa : node.node().numa()) {
    out.nodes.push_back(numa.id);
    out.use.push_back(use_of(numa));
  }
  for (const ResourceHints &list : found)
    out.lists.emplace_back(resources_.name(list.resource), list.hints);
  std::sort(out.lists.begin(), out.lists.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  return Outcome::kDone;
}

uint64_t Cluster::best(const Question &question, RowSpace &out) const {
  const std::shared_lock lock(mutex_);
  const std::shared_ptr<Cached> cache = cached(question, static_cast<uint32_t>(nodes_.size()));
  const std::lock_guard guard(cache->mutex);
  refresh(*cache);
  cache->verdicts.best(out);
  return generation_;
}

uint64_t Cluster::changes(const Question &question, uint64_t since, RowSpace &out) const {
  const std::shared_lock lock(mutex_);
  const std::shared_ptr<Cached> cache = cached(question, static_cast<uint32_t>(nodes_.size()));
  const std::lock_guard guard(cache->mutex);
  refresh(*cache);
  size_t needed = 0;
  cache->verdicts.for_each_changed(since, [&](const Verdict &) { ++needed; });
  if (!out.has_room(needed)) return generation_;
  size_t at = 0;
  cache->verdicts.for_each_changed(since, [&](const Verdict &row) { out.write(at++, row); });
  return generation_;
}

}  // namespace koord::sched
