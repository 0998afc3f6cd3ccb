#include "sched/cluster/verdict_cache.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include "sched/verdict/equal_nodes.h"
#include "sched/verdict/score.h"

namespace koord::sched {
namespace {

// Limits of the queries whose verdicts are kept, by number and by total rows.
constexpr size_t kMostKept = 256;
constexpr size_t kMaxRows = size_t{1} << 22;

// Returns a bit for each touched node, because busy nodes are touched repeatedly.
std::vector<uint64_t> marks_of(std::span<const uint32_t> touched, uint32_t nodes) {
  std::vector<uint64_t> marks(nodes / 64 + 1);
  for (const uint32_t node : touched) marks[node / 64] |= uint64_t{1} << node % 64;
  return marks;
}

// Judges a node, or returns the verdict that `equal_nodes` has on a node in the same state.
// `equal_nodes` is nullptr if verdicts on the query's pod cannot be compared
// (EqualNodes::can_compare).
Verdict judge_row(const View &node, uint32_t id, const Query &query, const Options &options,
                  EqualNodes *equal_nodes) {
  Verdict row;
  if (const Verdict *known = equal_nodes == nullptr ? nullptr : equal_nodes->find(node)) {
    row = *known;
    row.node = id;
    return row;
  }
  row.node = id;
  const Judgement judgement = judge(node, *query.shape, options, query.conditions());
  row.reason = static_cast<int32_t>(judgement.refusal.reason);
  if (judgement.refusal.refused()) {
    row.flags = flags_of(*query.shape, judgement.refusal, judgement.unresolvable);
    return row;
  }
  row.score = score(node, *query.shape, options, judgement.placement);
  if (equal_nodes != nullptr) equal_nodes->store(node, judgement.placement, row);
  return row;
}

Verdict row_of(const NodeTable &nodes, uint32_t id, const Query &query, const Options &options,
               EqualNodes *equal_nodes) {
  const View node = nodes.view(id);
  if (!node->removed) return judge_row(node, id, query, options, equal_nodes);
  return {id, static_cast<int32_t>(Reason::kNodeUnknown), 0, kUnresolvable | kRemoved};
}

}  // namespace

std::shared_ptr<VerdictCache::Kept> VerdictCache::find_or_add(const NodeTable &nodes,
                                                              const Query &query) const {
  const size_t most = std::clamp<size_t>(kMaxRows / std::max(nodes.ids(), 1u), 4, kMostKept);
  const Lock lock(mutex_);
  const auto key_of = [](const Query &of) { return std::pair(of.shape.get(), of.skip_fit); };
  if (const auto known = by_query_.find(key_of(query)); known != by_query_.end()) {
    by_use_.splice(by_use_.begin(), by_use_, known->second);
    return by_use_.front();
  }
  ByUse added{std::make_shared<Kept>(query)};
  by_query_.emplace(key_of(query), added.begin());
  by_use_.splice(by_use_.begin(), added);
  for (; by_use_.size() > most; by_use_.pop_back()) by_query_.erase(key_of(by_use_.back()->query));
  return by_use_.front();
}

void VerdictCache::refresh(const NodeTable &nodes, Kept &kept) const {
  Verdicts &verdicts = kept.verdicts;
  const uint64_t generation = nodes.generation();
  const auto changed = nodes.changed_since(verdicts.generation());
  if (!changed) {
    std::optional<EqualNodes> known;
    const Shape &shape = *kept.query.shape;
    EqualNodes *equal_nodes =
        EqualNodes::can_compare(shape, options_) ? &known.emplace(shape) : nullptr;
    verdicts.rebuild(nodes.ids(), generation, [&](uint32_t id) {
      return row_of(nodes, id, kept.query, options_, equal_nodes);
    });
  } else if (!changed->empty()) {
    verdicts.update(nodes.ids(), generation, marks_of(*changed, nodes.ids()),
                    [&](uint32_t id) { return row_of(nodes, id, kept.query, options_, nullptr); });
  }
}

}  // namespace koord::sched
