#include "kubelet/memory_hints.h"

#include <algorithm>
#include <bit>

namespace koord::kubelet {
namespace {

// Sums over sets of nodes, for all sets in ascending order. The sum of a set is the sum of the set
// without its lowest node plus the value of that node.
class SetSums {
 public:
  template <typename Value>
  SetSums(size_t nodes, Value &&value) : sums_(size_t{1} << nodes) {
    for (size_t set = 1; set < sums_.size(); ++set)
      sums_[set] =
          saturated(sums_[set & (set - 1)], value(static_cast<size_t>(std::countr_zero(set))));
  }
  uint64_t of(size_t set) const { return sums_[set]; }
  size_t sets() const { return sums_.size(); }

 private:
  std::vector<uint64_t> sums_;
};

struct NodeSet {
  uint8_t width;
  bool enough_when_empty;  // of every kind
  bool enough;             // regardless of groups
};

SetSums allocatable_sums(const MemorySetup &setup, int kind) {
  return SetSums(setup.nodes(), [&](size_t node) {
    return kind < 0 ? 0 : setup.capacity(node, static_cast<size_t>(kind)).allocatable;
  });
}
SetSums free_sums(const MemorySetup &setup, const MemoryBooks &books, int kind) {
  return SetSums(setup.nodes(), [&](size_t node) {
    return kind < 0 ? 0 : use_of(books, setup, node, static_cast<size_t>(kind)).free;
  });
}

}  // namespace

std::vector<numa::Hint> memory_hints(const MemorySetup &setup, const MemoryBooks &books,
                                     std::span<const MemoryBlock> reusable,
                                     std::span<const MemoryKindRequest> requests) {
  if (requests.empty()) return {};
  std::vector<NodeSet> sets(size_t{1} << setup.nodes(), NodeSet{0, true, true});
  for (const MemoryKindRequest &request : requests) {
    const SetSums allocatable = allocatable_sums(setup, request.kind);
    const SetSums free = free_sums(setup, books, request.kind);
    for (size_t set = 1; set < sets.size(); ++set) {
      const uint64_t reused = reusable.empty() ? 0 : reusable_bytes(reusable, set, request.kind);
      sets[set].enough_when_empty &= allocatable.of(set) >= request.bytes;
      sets[set].enough &= saturated(free.of(set), reused) >= request.bytes;
    }
  }
  int narrowest = static_cast<int>(setup.nodes());
  std::vector<numa::Hint> hints;
  hints.reserve(sets.size());
  for (size_t set = 1; set < sets.size(); ++set) {
    sets[set].width = static_cast<uint8_t>(sets[set & (set - 1)].width + 1);
    if (!sets[set].enough_when_empty) continue;
    narrowest = std::min<int>(narrowest, sets[set].width);
    if (sets[set].enough && may_group(books, set)) hints.push_back({set, 0, true, false});
  }
  for (numa::Hint &hint : hints) hint.preferred = sets[hint.nodes].width == narrowest;
  return hints;
}

const numa::Hint *best_hint(std::span<const numa::Hint> hints, numa::Mask nodes) {
  const numa::Hint *best = nullptr;
  for (const numa::Hint &hint : hints) {
    if ((nodes & ~hint.nodes) != 0) continue;
    const bool better =
        best == nullptr ||
        (hint.preferred != best->preferred ? hint.preferred
                                           : numa::width(hint.nodes) < numa::width(best->nodes));
    if (better) best = &hint;
  }
  return best;
}

uint64_t most_available(const MemorySetup &setup, const MemoryBooks &books,
                        std::span<const MemoryBlock> reusable, int kind) {
  const SetSums free = free_sums(setup, books, kind);
  uint64_t most = 0;
  for (size_t set = 1; set < free.sets(); ++set)
    if (may_group(books, set))
      most = std::max(most, saturated(free.of(set), reusable_bytes(reusable, set, kind)));
  return most;
}

uint64_t reusable_bytes(std::span<const MemoryBlock> reusable, numa::Mask nodes, int kind) {
  for (const MemoryBlock &block : reusable)
    if (block.nodes == nodes && static_cast<int>(block.kind) == kind) return block.bytes;
  return 0;
}

}  // namespace koord::kubelet
