// Answers of nodes to queries.
#include <algorithm>

#include "sched/cluster/cluster.h"
#include "sched/cluster/cluster_snapshot.h"
#include "sched/node/shape_view.h"
#include "sched/placing/numa_choice.h"
#include "sched/upstream/numa.h"
#include "sched/verdict/judge.h"

namespace koord::sched {

uint64_t Cluster::evaluate(const Query &query, const WhatIf &what_if, uint32_t first, size_t count,
                           RowSpace &out) const {
  const ClusterSnapshot snapshot(*this, what_if, query.skip_fit);
  snapshot.look_at_verdicts(query, [&](const Verdicts &verdicts) {
    const auto rows = verdicts.rows();
    const size_t from = std::min<size_t>(first, rows.size());
    const auto wanted = rows.subspan(from, std::min<size_t>(count, rows.size() - from));
    size_t gone = 0;
    if (snapshot.removed() > 0)
      for (const Verdict &row : wanted) gone += (row.flags & kRemoved) != 0 ? 1 : 0;
    if (!out.set_count(wanted.size() - gone)) return;
    if (gone == 0 && what_if.empty()) return out.write_all(wanted);
    size_t at = 0;
    for (const Verdict &row : wanted) {
      if ((row.flags & kRemoved) != 0) continue;
      out.write(at++, snapshot.is_overlaid(row.node) ? snapshot.verdict(query, row.node) : row);
    }
  });
  return snapshot.generation();
}

Outcome Cluster::judge_one(const Query &query, const WhatIf &what_if, uint32_t id, Refusal &refusal,
                           int32_t &score) const {
  const ClusterSnapshot snapshot(*this, what_if, query.skip_fit, id);
  if (!snapshot.has(id)) return Outcome::kUnknownNode;
  const NodeAnswer said = snapshot.opinion(query, id);
  refusal = said.refusal;
  score = said.score;
  return Outcome::kDone;
}

uint64_t Cluster::best(const Query &query, RowSpace &out) const {
  const ReadLock lock(mutex_);
  verdicts_.look_at(state_.nodes, query, [&](Verdicts &verdicts) { verdicts.best(out); });
  return state_.nodes.generation();
}

uint64_t Cluster::changes(const Query &query, uint64_t since, RowSpace &out) const {
  const ReadLock lock(mutex_);
  verdicts_.look_at(state_.nodes, query, [&](const Verdicts &verdicts) {
    size_t needed = 0;
    verdicts.for_each_changed(since, [&](const Verdict &) { ++needed; });
    if (!out.set_count(needed)) return;
    size_t at = 0;
    verdicts.for_each_changed(since, [&](const Verdict &row) { out.write(at++, row); });
  });
  return state_.nodes.generation();
}

namespace {

// Returns the hints by the proposal's rules.
std::vector<ResourceHints> own_hints(const View &node, const Shape &shape, const Options &options,
                                     Placement &placement) {
  std::vector<ResourceHints> found = resource_hints(node, shape, placement);
  const bool lacks_cpus = std::ranges::any_of(found, [](const ResourceHints &list) {
    return list.resource == Resources::kCpu && list.hints.empty();
  });
  if (!lacks_cpus || !may_fill_cores(node, options, placement)) return found;
  placement.fills_cores = true;
  return resource_hints(node, shape, placement);
}

}  // namespace

Outcome Cluster::hints(const Query &query, uint32_t id, object::NumaPolicy policy,
                       NodeHints &out) const {
  const ReadLock lock(mutex_);
  if (!state_.nodes.is_there(id) || !state_.nodes[id].has_topology()) return Outcome::kUnknownNode;
  const View whole = state_.nodes.view(id);
  const ShapeView seen(whole, *query.shape);
  const View &node = *seen;
  Judgement prepared =
      prepare(node, *query.shape, options_, query.skip_fit ? Fit::kNone : Fit::kAll);
  Placement &placement = prepared.placement;
  placement.numa = policy;
  std::vector<ResourceHints> found;
  if (prepared.refusal.refused() || refusal_of_request(*query.shape).refused())
    found = no_hints(node, *query.shape);
  else if (options_.rules().hint_merge == HintMerge::kByOrder)
    found = upstream_hints(node, *query.shape, options_, placement);
  else
    found = own_hints(node, *query.shape, options_, placement);
  out = {};
  for (const NumaAccount &numa : node.node().numa()) {
    out.nodes.push_back(numa.id);
    out.use.push_back(use_of(numa));
  }
  for (const ResourceHints &list : found)
    out.lists.emplace_back(resources_.name(list.resource), list.hints);
  std::sort(out.lists.begin(), out.lists.end(),
            [](const auto &a, const auto &b) { return a.first < b.first; });
  return Outcome::kDone;
}

}  // namespace koord::sched
