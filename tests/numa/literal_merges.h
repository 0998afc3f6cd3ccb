// Literal versions of the peers' merges, for comparison: they try every combination of hints in
// order and keep the better of each two. They are slow.
#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <tuple>
#include <vector>

#include "numa/merge.h"

namespace koord::numa::testing {

using Rows = std::vector<std::vector<Hint>>;
using Combination = std::vector<Hint>;

// Calls `visit` for each combination of one hint from every row. The last row varies fastest.
inline void for_each_combination(const Rows &rows,
                                 const std::function<void(const Combination &)> &visit) {
  Combination chosen(rows.size());
  const std::function<void(size_t)> walk = [&](size_t depth) {
    if (depth == rows.size()) return visit(chosen);
    for (const Hint &hint : rows[depth]) {
      chosen[depth] = hint;
      walk(depth + 1);
    }
  };
  walk(0);
}

inline Rows rows_of(const Query &query, bool in_order_of_names) {
  std::vector<const HintList *> lists;
  for (const HintList &list : query.lists) lists.push_back(&list);
  if (in_order_of_names)
    std::stable_sort(lists.begin(), lists.end(), [](const HintList *a, const HintList *b) {
      return a->provider != b->provider ? a->provider < b->provider : a->resource < b->resource;
    });
  Rows rows;
  for (const HintList *list : lists) {
    std::vector<Hint> row;
    for (const Hint &hint : hints_of(*list))
      if (query.policy != NumaPolicy::kSingleNode || is_single(hint)) row.push_back(hint);
    rows.push_back(row);
  }
  return rows;
}

// kubelet's mergePermutation and compare.
class LiteralKubeletMerge {
 public:
  explicit LiteralKubeletMerge(const Query &query) : question_(query) {}

  Merged merge() {
    const Rows rows = rows_of(question_, false);
    for (const auto &row : rows) {
      std::optional<int> least;
      for (const Hint &hint : row)
        if (hint.has_affinity && (!least || width(hint.nodes) < *least)) least = width(hint.nodes);
      need_ = std::max(need_, least.value_or(0));
    }
    for_each_combination(rows, [&](const Combination &chosen) { take(put_together(chosen)); });
    const bool single = question_.policy == NumaPolicy::kSingleNode;
    Merged out;
    out.nodes = best_ ? best_->nodes : question_.nodes.all();
    out.preferred = best_ && best_->preferred;
    out.has_affinity = !single || out.nodes != question_.nodes.all();
    out.admit = question_.policy == NumaPolicy::kBestEffort || out.preferred;
    if (!out.admit) out.reason = Reason::kNumaUnaligned;
    return out;
  }

 private:
  struct Merge {
    Mask nodes;
    bool preferred;
  };

  Merge put_together(const Combination &chosen) const {
    Merge merge{question_.nodes.all(), true};
    std::optional<Mask> first;
    for (const Hint &hint : chosen) {
      if (hint.has_affinity) {
        if (!first) first = hint.nodes;
        merge.preferred = merge.preferred && *first == hint.nodes;
        merge.nodes &= hint.nodes;
      }
      merge.preferred = merge.preferred && hint.preferred;
    }
    return merge;
  }

  double mean_distance(Mask mask) const {
    double sum = 0;
    double pairs = 0;
    const size_t n = question_.nodes.ids.size();
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        if ((mask >> a & 1) != 0 && (mask >> b & 1) != 0) {
          sum += static_cast<double>(question_.nodes.distances[a * n + b]);
          ++pairs;
        }
    return sum / pairs;
  }

  bool better(Mask a, Mask b) const {
    if (width(a) != width(b)) return width(a) < width(b);
    if (question_.prefer_closest && question_.policy != NumaPolicy::kSingleNode &&
        mean_distance(a) != mean_distance(b))
      return mean_distance(a) < mean_distance(b);
    return a < b;
  }

  void take(const Merge &candidate) {
    if (candidate.nodes == 0) return;
    if (!best_ || wins(candidate)) best_ = candidate;
  }

  bool wins(const Merge &candidate) const {
    if (best_->preferred != candidate.preferred) return candidate.preferred;
    const int now = width(best_->nodes);
    const int then = width(candidate.nodes);
    if (candidate.preferred || now > need_) return better(candidate.nodes, best_->nodes);
    if (now == need_) return then == need_ && better(candidate.nodes, best_->nodes);
    if (then > need_) return false;
    if (then == need_ || then > now) return true;
    return then == now && better(candidate.nodes, best_->nodes);
  }

  const Query &question_;
  int need_ = 0;
  std::optional<Merge> best_;
};

// Koordinator's mergePermutation and compare.
class LiteralUpstreamMerge {
 public:
  explicit LiteralUpstreamMerge(const Query &query) : question_(query) {
    for (const HintList &list : query.lists) unsatisfiable_ |= list.unsatisfiable();
  }

  Merged merge() {
    Merged out;
    out.nodes = question_.nodes.all();
    out.has_affinity = true;
    out.reason = Reason::kNumaUnsatisfied;
    if (unsatisfiable_ && question_.policy == NumaPolicy::kRestricted) return out;
    out.reason = Reason::kNone;
    for_each_combination(rows_of(question_, true), [&](const Combination &chosen) {
      const Merged merge = put_together(chosen);
      if (merge.nodes != 0 && wins(merge, out)) out = merge;
    });
    const bool single = question_.policy == NumaPolicy::kSingleNode;
    out.has_affinity = !single || out.nodes != question_.nodes.all();
    if (!out.has_affinity) out.score = 0;
    if (question_.policy == NumaPolicy::kBestEffort) {
      out.admit = true;
      if (!out.unsatisfied) return out;
      out.nodes = question_.nodes.all();
      out.preferred = out.unsatisfied = false;
      out.score = 0;
      return out;
    }
    out.admit = out.preferred && !unsatisfiable_;
    if (!out.admit) out.reason = unsatisfiable_ ? Reason::kNumaUnsatisfied : Reason::kNumaUnaligned;
    return out;
  }

 private:
  Merged put_together(const Combination &chosen) const {
    Merged merge;
    merge.nodes = question_.nodes.all();
    merge.preferred = true;
    std::optional<Mask> first;
    int widest = 0;
    for (const Hint &hint : chosen) {
      merge.preferred = merge.preferred && hint.preferred;
      if (!hint.has_affinity) continue;
      if (!first) first = hint.nodes;
      merge.preferred = merge.preferred && *first == hint.nodes;
      merge.nodes &= hint.nodes;
      widest = std::max(widest, width(hint.nodes));
    }
    for (const Hint &hint : chosen)
      if (hint.has_affinity && hint.nodes == merge.nodes) merge.score += hint.score;
    merge.unsatisfied = unsatisfiable_ || (first && widest != width(merge.nodes));
    if (question_.exclusive == NumaExclusive::kRequired &&
        breaks_exclusivity(question_.nodes, merge.nodes))
      merge.preferred = false;
    return merge;
  }

  static bool wins(const Merged &merge, const Merged &best) {
    if (merge.preferred != best.preferred) return merge.preferred;
    if (width(merge.nodes) != width(best.nodes)) return width(merge.nodes) < width(best.nodes);
    return merge.nodes < best.nodes || merge.score > best.score;
  }

  const Query &question_;
  bool unsatisfiable_ = false;
};

// Implements the definition of merge_spec: judges every set of nodes against every list.
class LiteralSpecMerge {
 public:
  explicit LiteralSpecMerge(const Query &query) : question_(query) {}

  Merged merge() {
    bool unsatisfiable = false;
    for (const HintList &list : question_.lists) unsatisfiable |= list.unsatisfiable();
    if (!unsatisfiable) {
      rows_ = rows_of(question_, false);
      for (Mask nodes = 1; nodes <= question_.nodes.all(); ++nodes) judge(nodes);
    }
    Merged out;
    out.nodes = best_ ? best_->nodes : question_.nodes.all();
    out.has_affinity = best_ && best_->named;
    out.preferred = best_ && best_->preferred;
    out.score = best_ ? best_->score : 0;
    out.unsatisfied = !best_;
    out.admit = question_.policy == NumaPolicy::kBestEffort || out.preferred;
    if (!out.admit)
      out.reason = unsatisfiable            ? Reason::kNumaUnsatisfied
                   : best_ && best_->breaks ? Reason::kNumaExclusive
                                            : Reason::kNumaUnaligned;
    return out;
  }

 private:
  struct Choice {
    Mask nodes;
    bool preferred;
    bool breaks;
    bool named;
    int64_t score;
  };

  void judge(Mask nodes) {
    Choice choice{nodes, true, false, false, 0};
    for (const auto &row : rows_) {
      const Hint *own = nullptr;  // the list's hint for exactly these nodes
      bool any = false;
      bool any_preferred = false;
      for (const Hint &hint : row) {
        any |= !hint.has_affinity;
        any_preferred |= !hint.has_affinity && hint.preferred;
        if (!hint.has_affinity || hint.nodes != nodes) continue;
        if (own == nullptr || hint.preferred > own->preferred ||
            (hint.preferred == own->preferred && hint.score > own->score))
          own = &hint;
      }
      if (own == nullptr && !any) return;
      choice.preferred = choice.preferred && (any_preferred || (own != nullptr && own->preferred));
      choice.named |= own != nullptr;
      choice.score += own == nullptr ? 0 : own->score;
    }
    // If no list names a set, the set of all nodes stands for no preference.
    if (!choice.named && nodes != question_.nodes.all()) return;
    if (question_.exclusive == NumaExclusive::kRequired && choice.named)
      choice.breaks = breaks_exclusivity(question_.nodes, nodes);
    choice.preferred = choice.preferred && !choice.breaks;
    if (!best_ || better(choice, *best_)) best_ = choice;
  }

  uint64_t distance(Mask mask) const {
    if (!question_.prefer_closest) return 0;
    uint64_t sum = 0;
    const size_t n = question_.nodes.ids.size();
    for (size_t a = 0; a < n; ++a)
      for (size_t b = 0; b < n; ++b)
        if ((mask >> a & 1) != 0 && (mask >> b & 1) != 0)
          sum += question_.nodes.distances[a * n + b];
    return sum;
  }

  bool better(const Choice &a, const Choice &b) const {
    const auto key = [&](const Choice &c) {
      return std::tuple(!c.preferred, c.breaks, width(c.nodes), distance(c.nodes), -c.score,
                        c.nodes);
    };
    return key(a) < key(b);
  }

  const Query &question_;
  Rows rows_;
  std::optional<Choice> best_;
};

}  // namespace koord::numa::testing
