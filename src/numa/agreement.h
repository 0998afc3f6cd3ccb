// Finds the sets of NUMA nodes on which all hint lists agree.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "numa/hints.h"

namespace koord::numa {

// A set that every list accepts.
struct Agreed {
  Mask nodes;
  bool preferred;  // by every list
  bool named;  // a list names it; false if it stands for all nodes because no list has an affinity
  int64_t score;  // sum over the hints that name it
};

// Finds the agreed sets by looking up every hint among those of one list, so that time grows
// as N log N with the number of hints for any input. A list with a hint without affinity
// accepts every set.
class Agreement {
 public:
  // `use` is a predicate that selects the hints that count. A list without such hints
  // accepts no set.
  template <typename Use>
  Agreement(std::span<const HintList> lists, Mask all, Use &&use) {
    read_lists(lists, use);
    if (impossible_) return;
    seed(lists, all, use);
    for (size_t i = 0; i < lists.size(); ++i)
      for (const Hint &hint : hints_of(lists[i]))
        if (hint.has_affinity && use(hint)) vote(hint, i);
  }

  // Calls visit(Agreed) for each agreed set, ascending by nodes. The empty set counts only if no
  // list names it, because the machine may have no nodes.
  template <typename Visit>
  void for_each(Visit &&visit) const {
    for (const Tally &tally : tallies_)
      if (tally.named == strict_ && (tally.nodes != 0 || tally.last == 0))
        visit(Agreed{tally.nodes, tally.preferred == selective_, tally.last != 0, tally.score});
  }

  uint64_t steps() const { return steps_; }

 private:
  // The votes for one set of nodes so far.
  struct Tally {
    Mask nodes;
    int64_t score;
    int64_t last_score;  // of the hint of the last list that named it
    uint32_t after;      // position of the set that a list named next
    uint16_t last;       // that list, counted from 1; 0 if none did
    uint16_t named;      // number of lists that name it and do not accept every set
    uint16_t preferred;  // number of lists that prefer it and do not prefer every set
    bool last_preferred;
  };
  static constexpr size_t kInline = 256;

  template <typename Use>
  void read_lists(std::span<const HintList> lists, Use &use) {
    size_t fewest = SIZE_MAX;
    for (size_t i = 0; i < lists.size(); ++i) {
      const std::span<const Hint> hints = hints_of(lists[i]);
      bool any = false;
      for (const Hint &hint : hints) {
        ++steps_;
        if (!use(hint)) continue;
        any = true;
        open_[i] = open_[i] || !hint.has_affinity;
        open_preferred_[i] = open_preferred_[i] || (!hint.has_affinity && hint.preferred);
      }
      impossible_ = impossible_ || !any;
      strict_ += open_[i] ? 0 : 1;
      selective_ += open_preferred_[i] ? 0 : 1;
      if (open_[i] || hints.size() >= fewest) continue;
      fewest = hints.size();
      shortest_ = i;
    }
  }

  // Only sets of the shortest strict list can be agreed. Without a strict list, every named set can
  // be, and so can the set of all nodes.
  template <typename Use>
  void seed(std::span<const HintList> lists, Mask all, Use &use) {
    const bool strict = strict_ > 0;
    const auto first = strict ? lists.subspan(shortest_, 1) : lists;
    size_t most = strict ? 0 : 1;
    for (const HintList &list : first) most += hints_of(list).size();
    if (most > kInline) heap_.resize(most);
    const std::span<Tally> storage =
        most > kInline ? std::span<Tally>(heap_) : std::span<Tally>(inline_);
    size_t count = 0;
    if (!strict) storage[count++] = Tally{all, 0, 0, 0, 0, 0, 0, false};
    for (const HintList &list : first)
      for (const Hint &hint : hints_of(list))
        if (hint.has_affinity && use(hint))
          storage[count++] = Tally{hint.nodes, 0, 0, 0, 0, 0, 0, false};
    const auto by_nodes = [](const Tally &a, const Tally &b) { return a.nodes < b.nodes; };
    const auto same = [](const Tally &a, const Tally &b) { return a.nodes == b.nodes; };
    const auto begin = storage.begin();
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    if (!std::is_sorted(begin, end, by_nodes)) std::sort(begin, end, by_nodes);
    tallies_ = storage.first(static_cast<size_t>(std::unique(begin, end, same) - begin));
    steps_ += count * static_cast<size_t>(std::bit_width(count));
  }

  // Returns nullptr for sets that cannot be agreed. Lists mostly name their sets in one order, so
  // the set that followed the previous one in an earlier list is tried before all are searched.
  Tally *find(Mask nodes) {
    ++steps_;
    if (tallies_.empty()) return nullptr;
    if (const uint32_t next = tallies_[previous_].after; tallies_[next].nodes == nodes) {
      previous_ = next;
      return &tallies_[next];
    }
    steps_ += static_cast<size_t>(std::bit_width(tallies_.size()));
    const auto at =
        std::lower_bound(tallies_.begin(), tallies_.end(), nodes,
                         [](const Tally &tally, Mask mask) { return tally.nodes < mask; });
    if (at == tallies_.end() || at->nodes != nodes) return nullptr;
    const auto position = static_cast<uint32_t>(at - tallies_.begin());
    tallies_[previous_].after = position;
    previous_ = position;
    return &*at;
  }

  // If a list names a set twice, the preferred hint counts, then the one with the higher score.
  void vote(const Hint &hint, size_t list) {
    Tally *const at = find(hint.nodes);
    if (at == nullptr) return;
    const bool first = at->last != list + 1;
    if (first) {
      if (!open_[list]) ++at->named;
      at->last = static_cast<uint16_t>(list + 1);
      at->last_preferred = false;
      at->last_score = 0;
    }
    const bool better =
        hint.preferred != at->last_preferred ? hint.preferred : hint.score > at->last_score;
    if (!first && !better) return;
    if (hint.preferred && !at->last_preferred && !open_preferred_[list]) ++at->preferred;
    at->score += hint.score - at->last_score;
    at->last_score = hint.score;
    at->last_preferred = hint.preferred;
  }

  std::array<bool, kMaxLists> open_{};            // the list has a hint without affinity
  std::array<bool, kMaxLists> open_preferred_{};  // the list has a preferred hint without affinity
  uint32_t strict_ = 0;                           // number of lists that are not open
  uint32_t selective_ = 0;                        // number of lists that are not open_preferred
  size_t shortest_ = 0;                           // position of the shortest strict list
  bool impossible_ = false;
  uint64_t steps_ = 0;
  uint32_t previous_ = 0;              // position of the set that was named last
  std::span<Tally> tallies_;           // ascending by nodes; stored in inline_ or heap_
  std::array<Tally, kInline> inline_;  // initialized only as far as used
  std::vector<Tally> heap_;
};

}  // namespace koord::numa
