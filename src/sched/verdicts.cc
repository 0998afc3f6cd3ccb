#include "sched/verdicts.h"

#include <algorithm>
#include <bit>

namespace koord::sched {
namespace {

constexpr uint32_t kNobody = UINT32_MAX;

}  // namespace

bool Verdicts::beats(uint32_t a, uint32_t b) const {
  if (a == kNobody || b == kNobody) return a != kNobody;
  const Verdict &x = rows_[a];
  const Verdict &y = rows_[b];
  const bool x_fits = x.reason == 0;
  const bool y_fits = y.reason == 0;
  if (x_fits != y_fits) return x_fits;
  return x.score != y.score ? x.score > y.score : a < b;
}

void Verdicts::grow(uint32_t nodes) {
  rows_.resize(nodes);
  changed_at_.resize(nodes, 0);
  const size_t leaves = std::bit_ceil(std::max<size_t>(1, nodes));
  if (leaves == leaves_) return;
  leaves_ = leaves;
  tree_.clear();
}

uint32_t Verdicts::winner_at(size_t at) const {
  if (at < leaves_) return tree_[at];
  return at - leaves_ < rows_.size() ? static_cast<uint32_t>(at - leaves_) : kNobody;
}

void Verdicts::play_all() {
  tree_.assign(leaves_, kNobody);
  for (size_t at = leaves_; at-- > 1;) {
    const uint32_t left = winner_at(2 * at);
    const uint32_t right = winner_at(2 * at + 1);
    tree_[at] = beats(left, right) ? left : right;
  }
}

// Plays the matches from a leaf up again, to where another wins that won before: from there on nothing changes.
void Verdicts::replay(uint32_t leaf) {
  if (tree_.empty()) return;
  for (size_t at = (leaf + leaves_) / 2; at >= 1; at /= 2) {
    const uint32_t left = winner_at(2 * at);
    const uint32_t right = winner_at(2 * at + 1);
    const uint32_t winner = beats(left, right) ? left : right;
    if (winner == tree_[at] && winner != leaf) return;
    tree_[at] = winner;
  }
}

// All rows are new.
void Verdicts::settle(uint64_t generation) {
  changed_at_.assign(rows_.size(), generation);
  tree_.clear();
  log_.clear();
  generation_ = generation;
  oldest_ = generation;
}

void Verdicts::update(uint32_t nodes, uint64_t generation, std::span<const uint32_t> changed,
                      const Judge &judge) {
  if (generation == generation_) return;
  if (nodes > leaves_) {
    rebuild(nodes, generation, judge);
    return;
  }
  generation_ = 0;
  grow(nodes);
  for (const uint32_t node : changed) {
    const Verdict now = judge(node);
    if (changed_at_[node] != 0 && now == rows_[node]) continue;
    rows_[node] = now;
    if (changed_at_[node] != generation) log_.push_back({generation, node});
    changed_at_[node] = generation;
    replay(node);
  }
  generation_ = generation;
  // Bounded: whoever asks for older changes gets all rows.
  if (log_.size() > 2 * rows_.size() + 64) {
    const size_t drop = log_.size() / 2;
    oldest_ = log_[drop - 1].generation;
    log_.erase(log_.begin(), log_.begin() + static_cast<ptrdiff_t>(drop));
  }
}

void Verdicts::best(RowSpace &out) {
  out.has_room(0);
  if (out.capacity() == 0 || rows_.empty()) return;
  // A frontier of subtrees, the one with the best winner taken apart first.
  struct Subtree {
    uint32_t winner;
    size_t at;
  };
  std::vector<Subtree> frontier;
  if (tree_.empty()) play_all();
  const auto worse = [&](const Subtree &a, const Subtree &b) { return beats(b.winner, a.winner); };
  const auto push = [&](size_t at) {
    const uint32_t winner = winner_at(at);
    if (winner == kNobody || rows_[winner].reason != 0) return;
    frontier.push_back({winner, at});
    std::push_heap(frontier.begin(), frontier.end(), worse);
  };
  push(1);
  size_t found = 0;
  while (!frontier.empty() && found < out.capacity()) {
    std::pop_heap(frontier.begin(), frontier.end(), worse);
    Subtree subtree = frontier.back();
    frontier.pop_back();
    out.write(found++, rows_[subtree.winner]);
    // Walk down to the winner's leaf; the losers on the way stay in the race.
    while (subtree.at < leaves_) {
      const size_t left = 2 * subtree.at;
      const bool went_left = winner_at(left) == subtree.winner;
      push(went_left ? left + 1 : left);
      subtree.at = went_left ? left : left + 1;
    }
  }
  out.has_room(found);
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
