// Merges as Koordinator does. Koordinator keeps the better of each two merges, in the order of all
// combinations of hints. Its rules are not an order: a merge of the same width and a higher score
// replaces one with a lower mask, which may win again later. The final merge can be found without
// visiting all combinations. Merges that are not preferred do not count if others are, nor do
// merges wider than the narrowest. Among the rest, a merge is kept for good if no later one has a
// lower mask or a higher score. The first such merge is the result, because a merge that was kept
// at its turn and not replaced would be such a merge itself. So a part of the sequence is described
// by that merge, the lowest mask and the highest score, and equal parts are evaluated once.
#include <algorithm>
#include <array>
#include <bit>
#include <limits>
#include <tuple>
#include <vector>

#include "numa/merge.h"

namespace koord::numa {
namespace {

// A part of the sequence of merges, without those that do not count.
struct Part {
  int width = std::numeric_limits<int>::max();  // of every merge; the maximum if there is none
  Mask lowest = 0;
  int64_t highest = 0;
  // The merge that is kept.
  Mask nodes = 0;
  int64_t score = 0;
  int widest = 0;           // width of its widest hint; 0 if none has affinity
  bool is_initial = false;  // it is the initial merge, without hints

  bool is_empty() const { return width == std::numeric_limits<int>::max(); }
  bool survives(int other, Mask least, int64_t most) const {
    return other > width || (other == width && nodes <= least && score >= most);
  }
};

// Appends a part that follows in the sequence.
void append(Part &part, const Part &after) {
  if (after.width > part.width) return;
  if (after.width < part.width) {
    part = after;
    return;
  }
  const Part before = part;
  if (!before.survives(after.width, after.lowest, after.highest)) part = after;
  part.lowest = std::min(before.lowest, after.lowest);
  part.highest = std::max(before.highest, after.highest);
}

// The intersection of the hints chosen so far.
struct Chosen {
  Mask nodes = 0;
  int64_t score = 0;   // of the hints for exactly these nodes
  bool bound = false;  // a hint has affinity
  Mask first = 0;      // nodes of the first such hint, including nodes that the machine lacks

  bool operator==(const Chosen &) const = default;
};

Part part_of(const Chosen &all) {
  return {width(all.nodes), all.nodes, all.score, all.nodes, all.score, 0, false};
}

// A cache of evaluated parts with a fixed number of entries.
class Memo {
 public:
  // Clears the cache and sizes it for this number of combinations.
  void reset(uint64_t combinations) {
    constexpr size_t kMany = size_t{1} << 14;
    if (combinations > kMaxPermutations) large_.resize(kMany);
    entries_ = large_.empty() ? std::span<Entry>(small_) : std::span<Entry>(large_);
    std::ranges::fill(entries_, Entry{});
  }
  struct Entry {
    size_t depth = 0;  // 0 if the entry is unused
    Chosen chosen;
    Part part;
  };
  Entry &at(size_t depth, const Chosen &chosen) {
    const uint64_t mixed =
        (chosen.nodes * 0x9E3779B97F4A7C15 + static_cast<uint64_t>(chosen.score)) *
            0xC2B2AE3D27D4EB4F +
        depth * 2 + (chosen.bound ? 1 : 0);
    return entries_[(mixed ^ mixed >> 32) % entries_.size()];
  }

 private:
  std::array<Entry, 256> small_;
  std::vector<Entry> large_;
  std::span<Entry> entries_ = small_;
};

// Finds the hints of a list that have exactly one node of a set. Most combinations have none or
// several nodes in common and are skipped.
class Singles {
 public:
  using Positions = std::array<uint64_t, 4>;  // one bit per position in the list

  void add(std::span<const Hint> hints) {
    usable_ = hints.size() <= 64 * std::tuple_size_v<Positions>;
    for (size_t at = 0; at < hints.size() && usable_; ++at) {
      usable_ = hints[at].has_affinity && hints[at].nodes < Mask{1} << has_.size();
      if (!usable_) break;
      const uint64_t bit = uint64_t{1} << at % 64;
      for_each_node(hints[at].nodes, [&](size_t i) { has_[i][at / 64] |= bit; });
      if (width(hints[at].nodes) == 1) alone_[at / 64] |= bit;
    }
  }
  bool is_usable() const { return usable_; }
  // Calls visit(position) for each such hint, ascending, as long as wanted(word) has its bit. Each
  // visit may change the result of wanted().
  template <typename Visit, typename Wanted>
  void for_each_of(Mask nodes, Visit &&visit, Wanted &&wanted) const {
    Positions once{};
    Positions more{};
    for_each_node(nodes, [&](size_t i) {
      for (size_t word = 0; word < once.size(); ++word) {
        more[word] |= once[word] & has_[i][word];
        once[word] |= has_[i][word];
      }
    });
    for (size_t word = 0; word < once.size(); ++word) {
      uint64_t ahead = once[word] & ~more[word];
      while (const uint64_t next = ahead & wanted(word)) {
        const auto bit = static_cast<size_t>(std::countr_zero(next));
        visit(64 * word + bit);
        ahead &= ~((uint64_t{2} << bit) - 1);
      }
    }
  }
  // Returns the hints for a single node and those that contain one of these nodes, as a
  // word of bits.
  uint64_t alone_or_with(Mask nodes, size_t word) const {
    uint64_t out = alone_[word];
    for_each_node(nodes, [&](size_t i) { out |= has_[i][word]; });
    return out;
  }

 private:
  std::array<Positions, 16> has_{};
  Positions alone_{};
  bool usable_ = false;
};

class Combinations {
 public:
  explicit Combinations(const Query &query)
      : query_(query),
        single_(query.policy == NumaPolicy::kSingleNode),
        exclusive_(query.exclusive == NumaExclusive::kRequired) {
    for (size_t i = 0; i < query.lists.size(); ++i) order_[i] = &query.lists[i];
    const auto end = order_.begin() + static_cast<std::ptrdiff_t>(size());
    std::sort(order_.begin(), end, [](const HintList *a, const HintList *b) {
      return std::tie(a->provider, a->resource, a) < std::tie(b->provider, b->resource, b);
    });
  }

  // Returns the number of combinations, or kMaxPermutations + 1 if there are more.
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

  // count: the number of combinations.
  Merged best(uint64_t count) {
    constexpr uint64_t kFew = 256;
    if (count == 0) return merged(start());  // a list without hints
    if (count <= kFew) return merged(final_part(count));
    Singles singles;
    singles.add(hints_of(*order_[size() - 1]));
    if (singles.is_usable()) singles_ = &singles;
    // With two lists the same nodes hardly recur, so a cache does not pay.
    if (size() <= 2) return merged(final_part(count));
    Memo memo;
    memo_ = &memo;
    return merged(final_part(count));
  }

 private:
  size_t size() const { return query_.lists.size(); }
  bool uses(const Hint &hint) const { return !single_ || is_single(hint); }

  // Preferred merges are those of preferred hints for the same nodes.
  Part final_part(uint64_t count) {
    preferred_only_ = true;
    narrowest_ = width(query_.nodes.all());
    const Part preferred = walk(0, {query_.nodes.all()});
    preferred_ = !preferred.is_empty();
    if (preferred_) return preferred;
    preferred_only_ = false;
    narrowest_ = width(query_.nodes.all());
    if (memo_ != nullptr) memo_->reset(count);
    Part all = start();
    append(all, walk(0, {query_.nodes.all()}));
    return all;
  }

  // Returns upstream's initial merge.
  Part start() const {
    Part out = part_of({query_.nodes.all()});
    out.is_initial = true;
    return out;
  }

  // Returns the part of the sequence that starts with these `depth` hints.
  Part walk(size_t depth, const Chosen &chosen) {
    if (depth == size()) return final_merge(chosen);
    Memo::Entry *known = memo_ != nullptr && depth > 0 ? &memo_->at(depth, chosen) : nullptr;
    if (known != nullptr && known->depth == depth && known->chosen == chosen) return known->part;
    Part out;
    const auto hints = hints_of(*order_[depth]);
    const bool last = depth + 1 == size();
    const auto try_hint = [&](const Hint &hint) {
      ++steps_;
      if (!uses(hint) || (preferred_only_ && !matches(hint, chosen))) return;
      Chosen next = intersect(chosen, hint);
      if (preferred_only_ && next.bound) next.first = chosen.bound ? chosen.first : hint.nodes;
      if (next.nodes == 0 || ((last || (preferred_only_ && next.bound)) && is_too_wide(next.nodes)))
        return;
      if (last && out.survives(width(next.nodes), next.nodes, next.score)) return;
      Part part = walk(depth + 1, next);
      if (hint.has_affinity) part.widest = std::max(part.widest, width(hint.nodes));
      append(out, part);
      narrowest_ = std::min(narrowest_, out.width);
    };
    if (last && singles_ != nullptr && narrowest_ == 1)
      try_singles(chosen, out, [&](size_t at) { try_hint(hints[at]); });
    else
      for (const Hint &hint : hints) try_hint(hint);
    if (known != nullptr) *known = {depth, chosen, out};
    return out;
  }

  // Once there is a merge, only lower nodes and higher scores replace it. Higher scores come from
  // hints for the node alone.
  template <typename Visit>
  void try_singles(const Chosen &chosen, const Part &out, const Visit &visit) const {
    const int64_t usual = width(chosen.nodes) == 1 ? chosen.score : 0;
    singles_->for_each_of(chosen.nodes, visit, [&](size_t word) {
      return out.is_empty() || out.score < usual
                 ? ~uint64_t{0}
                 : singles_->alone_or_with(chosen.nodes & (out.nodes - 1), word);
    });
  }

  static bool matches(const Hint &hint, const Chosen &chosen) {
    return hint.preferred && (!hint.has_affinity || !chosen.bound || hint.nodes == chosen.first);
  }

  // A hint for more nodes than the intersection does not contribute to the score.
  static Chosen intersect(const Chosen &chosen, const Hint &hint) {
    if (!hint.has_affinity) return chosen;
    Chosen next{.nodes = chosen.nodes & hint.nodes, .bound = true};
    if (next.nodes == chosen.nodes) next.score = chosen.score;
    if (next.nodes == hint.nodes) next.score += hint.score;
    return next;
  }

  Part final_merge(const Chosen &all) const {
    if (all.nodes == 0) return {};  // a machine without nodes
    if (preferred_only_ && exclusive_ && breaks_exclusivity(query_.nodes, all.nodes)) return {};
    return part_of(all);
  }

  // Faster than counting all bits.
  bool is_too_wide(Mask nodes) const {
    for (int i = 0; i < narrowest_; ++i) nodes &= nodes - 1;
    return nodes != 0;
  }

  Merged merged(const Part &left) const {
    Merged out;
    out.nodes = left.nodes;
    out.score = left.score;
    out.preferred = preferred_;
    out.steps = steps_;
    if (left.is_initial) return out;
    out.unsatisfied = (left.widest != 0 && left.widest != width(left.nodes)) ||
                      std::any_of(query_.lists.begin(), query_.lists.end(),
                                  [](const HintList &list) { return list.unsatisfiable(); });
    return out;
  }

  const Query &query_;
  bool single_;
  bool exclusive_;
  std::array<const HintList *, kMaxLists> order_{};
  Memo *memo_ = nullptr;
  const Singles *singles_ = nullptr;  // for the last list
  bool preferred_only_ = false;       // only preferred merges are considered
  bool preferred_ = false;            // there is a preferred merge
  int narrowest_ = 0;                 // width of the narrowest merge found
  uint64_t steps_ = 0;
};

Merged unsatisfied(const Query &query) {
  Merged out;
  out.nodes = query.nodes.all();
  out.has_affinity = true;
  out.reason = Reason::kNumaUnsatisfied;
  return out;
}

void apply_policy(const Query &query, bool unsatisfiable, Merged &out) {
  const bool single = query.policy == NumaPolicy::kSingleNode;
  out.has_affinity = !single || out.nodes != query.nodes.all();
  if (!out.has_affinity) out.score = 0;
  if (query.policy == NumaPolicy::kBestEffort) {
    out.admit = true;
    if (!out.unsatisfied) return;
    out.nodes = query.nodes.all();
    out.preferred = out.unsatisfied = false;
    out.score = 0;
    return;
  }
  out.admit = out.preferred && !unsatisfiable;
  if (!out.admit) out.reason = unsatisfiable ? Reason::kNumaUnsatisfied : Reason::kNumaUnaligned;
}

}  // namespace

Merged merge_upstream(const Query &query, uint64_t most) {
  check_query(query);
  if (query.policy == NumaPolicy::kAbsent || query.policy == NumaPolicy::kNone) {
    Merged out;
    out.nodes = query.nodes.all();
    out.admit = true;
    return out;
  }
  const bool unsatisfiable = std::any_of(query.lists.begin(), query.lists.end(),
                                         [](const HintList &list) { return list.unsatisfiable(); });
  if (unsatisfiable && query.policy == NumaPolicy::kRestricted) return unsatisfied(query);
  Combinations combinations(query);
  const uint64_t count = combinations.count();
  if (count > most) {
    Merged out;
    out.nodes = query.nodes.all();
    out.has_affinity = true;
    out.reason = Reason::kSearchLimit;
    return out;
  }
  Merged out = combinations.best(count);
  apply_policy(query, unsatisfiable, out);
  return out;
}

}  // namespace koord::numa
