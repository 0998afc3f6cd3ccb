// Koordinator keeps the better of each two merges, but by rules that no order agrees with: a merge
// of the same width and a higher score replaces one with a lower mask, which may win again later. So
// there is no way but its own, through all combinations in order.
#include <algorithm>
#include <array>
#include <tuple>

#include "numa/merge.h"

namespace koord::numa {
namespace {

class Combinations {
 public:
  explicit Combinations(const Question &question)
      : question_(question),
        single_(question.policy == NumaPolicy::kSingleNode),
        exclusive_(question.exclusive == NumaExclusive::kRequired) {
    best_.nodes = question.nodes.all();
    for (size_t i = 0; i < question.lists.size(); ++i) order_[i] = &question.lists[i];
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(size());
    std::sort(order_.begin(), end, [](const HintList *a, const HintList *b) {
      return std::tie(a->provider, a->resource, a) < std::tie(b->provider, b->resource, b);
    });
  }

  // How many there are, kMaxPermutations + 1 for more.
  uint64_t count() const {
    uint64_t product = 1;
    bool none = false;
    for (size_t i = 0; i < size(); ++i) {
      uint64_t hints = 0;
      for (const Hint &hint : hints_of(*order_[i])) hints += uses(hint) ? 1 : 0;
      none |= hints == 0;
      product = std::min(product * std::min(hints, kMaxPermutations + 1), kMaxPermutations + 1);
    }
    return none ? 0 : product;
  }

  void walk() { walk(0, {question_.nodes.all(), 0, 0, false, true, true}); }

  const Merged &best() const { return best_; }

 private:
  // The hints chosen so far, put together.
  struct Merge {
    Mask nodes;
    Mask first;  // mask of the first with affinity
    int widest;
    bool affinity;  // some has it
    bool preferred;
    bool satisfied;
  };

  size_t size() const { return question_.lists.size(); }
  bool uses(const Hint &hint) const { return !single_ || is_single(hint); }

  void walk(size_t depth, const Merge &merge) {
    ++best_.steps;
    if (depth == size()) {
      judge(merge);
      return;
    }
    for (const Hint &hint : hints_of(*order_[depth])) {
      if (!uses(hint)) continue;
      chosen_[depth] = &hint;
      Merge next = merge;
      next.preferred = next.preferred && hint.preferred;
      if (hint.has_affinity) {
        next.nodes &= hint.nodes;
        if (next.nodes == 0) continue;
        if (!next.affinity) next.first = hint.nodes;
        next.affinity = true;
        next.preferred = next.preferred && hint.nodes == next.first;
        next.widest = std::max(next.widest, width(hint.nodes));
      }
      next.satisfied = next.satisfied && !order_[depth]->unsatisfiable();
      walk(depth + 1, next);
    }
  }

  void judge(const Merge &merge) {
    if (merge.nodes == 0) return;  // a machine without nodes
    bool preferred = merge.preferred;
    if (exclusive_ && breaks_exclusivity(question_.nodes, merge.nodes)) preferred = false;
    int64_t score = 0;
    for (size_t i = 0; i < size(); ++i)
      if (chosen_[i]->has_affinity && chosen_[i]->nodes == merge.nodes) score += chosen_[i]->score;
    if (!beats_best(merge.nodes, preferred, score)) return;
    best_.nodes = merge.nodes;
    best_.preferred = preferred;
    best_.score = score;
    best_.unsatisfied = !merge.satisfied || (merge.affinity && merge.widest != width(merge.nodes));
  }

  bool beats_best(Mask nodes, bool preferred, int64_t score) const {
    if (preferred != best_.preferred) return preferred;
    if (width(nodes) != width(best_.nodes)) return width(nodes) < width(best_.nodes);
    return nodes < best_.nodes || score > best_.score;
  }

  const Question &question_;
  bool single_;
  bool exclusive_;
  std::array<const HintList *, kMaxLists> order_{};
  std::array<const Hint *, kMaxLists> chosen_{};
  Merged best_;
};

Merged unsatisfied(const Question &question) {
  Merged out;
  out.nodes = question.nodes.all();
  out.has_affinity = true;
  out.reason = Reason::kNumaUnsatisfied;
  return out;
}

void settle(const Question &question, bool unsatisfiable, Merged &out) {
  const bool single = question.policy == NumaPolicy::kSingleNode;
  out.has_affinity = !single || out.nodes != question.nodes.all();
  if (!out.has_affinity) out.score = 0;
  if (question.policy == NumaPolicy::kBestEffort) {
    out.admit = true;
    if (!out.unsatisfied) return;
    out.nodes = question.nodes.all();
    out.preferred = out.unsatisfied = false;
    out.score = 0;
    return;
  }
  out.admit = out.preferred && !unsatisfiable;
  if (!out.admit) out.reason = unsatisfiable ? Reason::kNumaUnsatisfied : Reason::kNumaUnaligned;
}

}  // namespace

Merged merge_upstream(const Question &question) {
  check_question(question);
  if (question.policy == NumaPolicy::kAbsent || question.policy == NumaPolicy::kNone) {
    Merged out;
    out.nodes = question.nodes.all();
    out.admit = true;
    return out;
  }
  const bool unsatisfiable = std::any_of(question.lists.begin(), question.lists.end(),
                                         [](const HintList &list) { return list.unsatisfiable(); });
  if (unsatisfiable && question.policy == NumaPolicy::kRestricted) return unsatisfied(question);
  Combinations combinations(question);
  const uint64_t count = combinations.count();
  if (count > kMaxPermutations) {
    Merged out;
    out.nodes = question.nodes.all();
    out.has_affinity = true;
    out.reason = Reason::kSearchLimit;
    return out;
  }
  if (count > 0)
    combinations.walk();  // else a list without hints, found at the end of every branch
  Merged out = combinations.best();
  settle(question, unsatisfiable, out);
  return out;
}

}  // namespace koord::numa
