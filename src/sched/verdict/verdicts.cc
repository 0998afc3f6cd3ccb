#include "sched/verdict/verdicts.h"

#include <algorithm>
#include <bit>

namespace koord::sched {
namespace {

// Returns the node of a strength that is not 0.
uint32_t node_of(uint64_t strength) { return UINT32_MAX - static_cast<uint32_t>(strength); }

}  // namespace

// Orders rows by higher score, then by lower id. Only
// nodes that cannot take the pod have equal strengths: 0.
uint64_t Verdicts::strength(uint32_t node) const {
  constexpr uint32_t kSign = uint32_t{1} << 31;
  const Verdict &row = rows_[node];
  const uint64_t fits = row.reason == 0 ? UINT64_MAX : 0;
  return fits & (uint64_t{static_cast<uint32_t>(row.score) ^ kSign} << 32 | (UINT32_MAX - node));
}

void Verdicts::grow(uint32_t nodes) {
  rows_.resize(nodes);
  changed_at_.resize(nodes, 0);
  const size_t leaves = std::bit_ceil(std::max<size_t>(1, nodes));
  if (leaves == leaves_) return;
  leaves_ = leaves;
  tree_.clear();
}

uint64_t Verdicts::strength_at(size_t at) const {
  if (at < leaves_) return tree_[at];
  return at - leaves_ < rows_.size() ? strength(static_cast<uint32_t>(at - leaves_)) : 0;
}

void Verdicts::play_all() {
  tree_.assign(leaves_, 0);
  for (size_t at = leaves_; at-- > 1;)
    tree_[at] = std::max(strength_at(2 * at), strength_at(2 * at + 1));
}

// Updates the tree from a leaf upwards, until a winner and its strength are unchanged.
void Verdicts::replay(uint32_t leaf) {
  if (tree_.empty()) return;
  for (size_t at = (leaf + leaves_) / 2; at >= 1; at /= 2) {
    const uint64_t strongest = std::max(strength_at(2 * at), strength_at(2 * at + 1));
    if (strongest == tree_[at]) return;
    tree_[at] = strongest;
  }
}

// Resets log and tree after all rows have changed.
void Verdicts::sync_to(uint64_t generation) {
  changed_at_.assign(rows_.size(), generation);
  tree_.clear();
  log_.clear();
  generation_ = generation;
  oldest_ = generation;
}

void Verdicts::change(uint32_t node, uint64_t generation, const Verdict &now) {
  if (changed_at_[node] != 0 && now == rows_[node]) return;
  rows_[node] = now;
  if (changed_at_[node] != generation) log_.push_back({generation, node});
  changed_at_[node] = generation;
  replay(node);
}

// Bounds the log. Queries for older changes get all rows.
void Verdicts::forget_old_changes() {
  if (log_.size() <= 2 * rows_.size() + 64) return;
  const size_t drop = log_.size() / 2;
  oldest_ = log_[drop - 1].generation;
  log_.erase(log_.begin(), log_.begin() + static_cast<ptrdiff_t>(drop));
}

void Verdicts::best(RowSpace &out) {
  out.set_count(0);
  if (out.capacity() == 0 || rows_.empty()) return;
  if (tree_.empty()) play_all();
  // A frontier of subtrees. The one with the best winner is expanded first.
  struct Subtree {
    uint64_t strength;
    size_t at;
  };
  std::vector<Subtree> frontier;
  const auto weaker = [](const Subtree &a, const Subtree &b) { return a.strength < b.strength; };
  const auto push = [&](size_t at) {
    const uint64_t strength = strength_at(at);
    if (strength == 0) return;
    frontier.push_back({strength, at});
    std::push_heap(frontier.begin(), frontier.end(), weaker);
  };
  push(1);
  size_t found = 0;
  while (!frontier.empty()) {
    std::pop_heap(frontier.begin(), frontier.end(), weaker);
    Subtree subtree = frontier.back();
    frontier.pop_back();
    out.write(found++, rows_[node_of(subtree.strength)]);
    if (found == out.capacity()) break;
    // Descend to the winner's leaf. The losers on the way remain candidates.
    while (subtree.at < leaves_) {
      const size_t left = 2 * subtree.at;
      const bool went_left = strength_at(left) == subtree.strength;
      push(went_left ? left + 1 : left);
      subtree.at = went_left ? left : left + 1;
    }
  }
  out.set_count(found);
}

void normalize(RowSpace rows) {
  int64_t largest = 0;
  for (size_t i = 0; i < rows.capacity(); ++i)
    largest = std::max<int64_t>(largest, rows.read(i).score);
  if (largest == 0) return;
  for (size_t i = 0; i < rows.capacity(); ++i)
    rows.set_score(i, static_cast<int32_t>(int64_t{100} * rows.read(i).score / largest));
}

}  // namespace koord::sched
