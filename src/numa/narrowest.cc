#include "numa/narrowest.h"

#include <algorithm>
#include <array>

#include "base/error.h"
#include "numa/order.h"

namespace koord::numa {
namespace {

constexpr uint64_t kMaxSteps = uint64_t{1} << 18;  // above kMaxSearchedNodes

// Returns the rest of an amount after a node gave some of it, never below 0, so that
// nothing overflows.
int64_t subtract(int64_t left, int64_t given) { return given >= left ? 0 : left - given; }

Mask usable_by(const AmountRequest &need, Mask allowed) {
  Mask out = 0;
  for_each_node(allowed, [&](size_t i) {
    if (need.free[i] >= 0) out |= Mask{1} << i;
  });
  return out;
}

// Finds the best set of nodes of a given width that holds all needs. Nodes are decided from the
// highest down, first excluded, then included. So sets are visited in ascending order, and the
// first of equal sets is the answer. A prefix is abandoned if the best of the undecided nodes do
// not suffice for a need.
class NarrowestSearch {
 public:
  NarrowestSearch(const Nodes &nodes, std::span<const AmountRequest> needs, bool closest)
      : nodes_(nodes),
        needs_(needs),
        closest_(closest),
        limit_(nodes.ids.size() <= kMaxSearchedNodes ? UINT64_MAX : kMaxSteps) {}

  uint64_t steps() const { return steps_; }
  bool exhausted() const { return steps_ > limit_; }

  // Returns the nodes in `allowed` that no need excludes.
  Mask usable(Mask allowed) const {
    Mask out = allowed;
    for (const AmountRequest &need : needs_)
      if (need.amount > 0)
        for_each_node(allowed, [&](size_t i) {
          if (need.free[i] < 0) out &= ~(Mask{1} << i);
        });
    return out;
  }

  int min_nodes(const AmountRequest &need, Mask allowed) {
    const int count = fewest_nodes(need, allowed);
    steps_ += static_cast<uint64_t>(count);
    return count;
  }

  // Finds the best single node in one pass. Returns 0 if there is none.
  Mask find_single(Mask allowed) {
    Mask best = 0;
    const Order order(nodes_, closest_);
    for_each_node(usable(allowed), [&](size_t i) {
      ++steps_;
      const Mask node = Mask{1} << i;
      for (const AmountRequest &need : needs_)
        if (need.amount > 0 && need.amount > need.free[i]) return;
      if (best == 0 || order.better(node, best)) best = node;
    });
    return best;
  }

  // Finds the narrowest set of at least `from` nodes. Returns 0 if there is none.
  Mask find_several(Mask allowed, int from) {
    const Mask rest = usable(allowed);
    for (const AmountRequest &need : needs_) {
      if (need.amount <= 0) continue;
      const int least = min_nodes(need, rest);
      if (least == 0) return 0;
      from = std::max(from, least);
    }
    sort(rest);
    for (int size = from; size <= width(rest); ++size) {
      best_ = 0;
      best_distance_ = UINT64_MAX;
      search(rest, 0, size, 0);
      if (best_ != 0 || exhausted()) return best_;
    }
    return 0;
  }

 private:
  // Sorts the nodes of each need by free amount, the largest first.
  void sort(Mask allowed) {
    const size_t n = nodes_.ids.size();
    for (size_t k = 0; k < needs_.size(); ++k) {
      if (needs_[k].amount <= 0) continue;
      size_t count = 0;
      for_each_node(allowed,
                    [&](size_t i) { by_most_[k * n + count++] = static_cast<uint8_t>(i); });
      const auto begin = by_most_.begin() + static_cast<std::ptrdiff_t>(k * n);
      std::sort(begin, begin + static_cast<std::ptrdiff_t>(count),
                [&](uint8_t a, uint8_t b) { return needs_[k].free[a] > needs_[k].free[b]; });
    }
  }

  // Returns true if `taken` and the `more` largest nodes of `rest` can hold all of need k.
  bool can_hold(size_t k, Mask taken, Mask rest, int more) const {
    const AmountRequest &need = needs_[k];
    int64_t left = need.amount;
    for_each_node(taken, [&](size_t i) { left = subtract(left, need.free[i]); });
    for (size_t at = k * nodes_.ids.size(); left > 0 && more > 0; ++at) {
      if ((rest >> by_most_[at] & 1) == 0) continue;
      left = subtract(left, need.free[by_most_[at]]);
      --more;
    }
    return left <= 0;
  }

  // rest: undecided nodes. Returns true if the search is over.
  bool search(Mask rest, Mask taken, int more, uint64_t distance) {
    if (++steps_ > limit_) return true;
    if (width(rest) < more || distance >= best_distance_) return false;
    for (size_t k = 0; k < needs_.size(); ++k)
      if (needs_[k].amount > 0 && !can_hold(k, taken, rest, more)) return false;
    if (more == 0 || rest == 0) {
      best_ = taken;
      best_distance_ = distance;
      return !closest_;
    }
    const size_t highest = static_cast<size_t>(std::bit_width(rest)) - 1;
    const Mask node = Mask{1} << highest;
    rest &= ~node;
    return search(rest, taken, more, distance) ||
           search(rest, taken | node, more - 1,
                  closest_ ? distance + added_distance(taken, highest) : 0);
  }

  // Returns the amount by which the node increases the sum of distances of a set.
  uint64_t added_distance(Mask taken, size_t node) const {
    const size_t n = nodes_.ids.size();
    uint64_t sum = nodes_.distances[node * n + node];
    for_each_node(taken, [&](size_t i) {
      sum += nodes_.distances[node * n + i];
      sum += nodes_.distances[i * n + node];
    });
    return sum;
  }

  const Nodes &nodes_;
  std::span<const AmountRequest> needs_;
  bool closest_;
  uint64_t limit_;
  Mask best_ = 0;
  uint64_t best_distance_ = 0;
  uint64_t steps_ = 0;
  std::array<uint8_t, kMaxLists * kMaxNodes> by_most_;  // initialized only as far as used
};

void check_needs(const Nodes &nodes, std::span<const AmountRequest> needs) {
  if (needs.size() > kMaxLists)
    throw Error(Status::kLimit, "needs: " + std::to_string(needs.size()) + ", at most " +
                                    std::to_string(kMaxLists));
  for (const AmountRequest &need : needs)
    if (need.amount > 0 && need.free.size() != nodes.ids.size())
      throw Error(Status::kInvalid, "free amounts: " + std::to_string(need.free.size()) +
                                        ", expected " + std::to_string(nodes.ids.size()));
}

// Returns the nodes without pods on several NUMA nodes or, for such a pod, without pods on one.
Mask nodes_without(const Nodes &nodes, NodeUse other) {
  Mask out = nodes.all();
  for (size_t i = 0; i < nodes.use.size(); ++i)
    if (nodes.use[i] == other) out &= ~(Mask{1} << i);
  return out;
}

void admit(Mask nodes, bool preferred, Merged &out) {
  out.nodes = nodes;
  out.has_affinity = out.admit = true;
  out.preferred = preferred;
}

Reason failure_reason(NarrowestSearch &search, const Query &query,
                      std::span<const AmountRequest> needs) {
  for (const AmountRequest &need : needs)
    if (need.amount > 0 && search.min_nodes(need, query.nodes.all()) == 0)
      return Reason::kNumaUnsatisfied;
  return Reason::kNumaUnaligned;
}

// Returns true if each need alone requires `size` nodes as its minimum.
bool is_minimum_of_each(NarrowestSearch &search, const Query &query,
                        std::span<const AmountRequest> needs, int size) {
  return std::all_of(needs.begin(), needs.end(), [&](const AmountRequest &need) {
    return need.amount <= 0 || search.min_nodes(need, query.nodes.all()) == size;
  });
}

void find(NarrowestSearch &search, const Query &query, std::span<const AmountRequest> needs,
          Merged &out) {
  const Nodes &nodes = query.nodes;
  const bool exclusive = query.exclusive == NumaExclusive::kRequired;
  const bool best_effort = query.policy == NumaPolicy::kBestEffort;
  const bool single = query.policy == NumaPolicy::kSingleNode;
  const Mask all = nodes.all();
  const Mask alone = exclusive ? nodes_without(nodes, NodeUse::kShared) : all;
  const Mask together = exclusive ? nodes_without(nodes, NodeUse::kSingle) : all;
  if (const Mask node = search.find_single(alone); node != 0) return admit(node, true, out);
  const Mask several = single ? 0 : search.find_several(together, 2);
  if (search.exhausted()) {
    out.reason = Reason::kSearchLimit;
    return;
  }
  if (several != 0) {
    const bool preferred = !best_effort || is_minimum_of_each(search, query, needs, width(several));
    return admit(several, preferred, out);
  }
  // Only sets remain that pods on one NUMA node would share with pods on several.
  Mask last = exclusive ? search.find_single(all) : 0;
  if (exclusive && last == 0 && !single) last = search.find_several(all, 2);
  if (search.exhausted()) {
    out.reason = Reason::kSearchLimit;
    return;
  }
  if (last != 0) {
    admit(last, false, out);
    out.admit = best_effort;
    if (!out.admit) out.reason = Reason::kNumaExclusive;
    return;
  }
  out.unsatisfied = true;
  out.admit = best_effort;
  if (!out.admit) out.reason = failure_reason(search, query, needs);
}

}  // namespace

int fewest_nodes(const AmountRequest &need, Mask allowed) {
  int count = 0;
  int64_t left = need.amount;
  Mask rest = usable_by(need, allowed);
  while (left > 0 && rest != 0) {
    size_t most = static_cast<size_t>(std::countr_zero(rest));
    for_each_node(rest, [&](size_t i) { most = need.free[i] > need.free[most] ? i : most; });
    rest &= ~(Mask{1} << most);
    left = subtract(left, need.free[most]);
    ++count;
  }
  return left > 0 ? 0 : count;
}

Merged narrowest(const Query &query, std::span<const AmountRequest> needs) {
  check_query(query);
  check_needs(query.nodes, needs);
  Merged out;
  out.nodes = query.nodes.all();
  const bool none = query.policy == NumaPolicy::kAbsent || query.policy == NumaPolicy::kNone;
  const bool wanted = std::any_of(needs.begin(), needs.end(),
                                  [](const AmountRequest &need) { return need.amount > 0; });
  if (none || !wanted) {
    out.admit = true;
    out.preferred = !none;
    return out;
  }
  NarrowestSearch search(query.nodes, needs, query.prefer_closest);
  find(search, query, needs, out);
  out.steps = search.steps();
  return out;
}

}  // namespace koord::numa
