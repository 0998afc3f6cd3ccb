// NUMA hints of resources, and the query that merges them.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string_view>

#include "base/count_bits.h"
#include "object/objects.h"

namespace koord::numa {

using object::NumaExclusive;
using object::NumaPolicy;

// A set of NUMA nodes. Bit i is node i of the machine's list, regardless of its id.
using Mask = uint64_t;

inline constexpr size_t kMaxNodes = 64;
inline constexpr size_t kMaxLists = 256;
// The largest score of either sign. The sum of kMaxLists scores does not overflow.
inline constexpr int64_t kMaxScore = int64_t{1} << 53;

constexpr int width(Mask nodes) { return count_bits(nodes); }
constexpr Mask first_nodes(size_t count) {
  return count >= kMaxNodes ? ~Mask{0} : (Mask{1} << count) - 1;
}

// Calls visit(index) for each node of the set, ascending.
template <typename Visit>
void for_each_node(Mask nodes, Visit &&visit) {
  for (; nodes != 0; nodes &= nodes - 1) visit(static_cast<size_t>(std::countr_zero(nodes)));
}

// One way to satisfy a request: all of it from exactly these nodes, or from any nodes.
struct Hint {
  Mask nodes = 0;  // 0 without affinity
  int64_t score = 0;
  bool has_affinity = true;
  bool preferred = false;
};

enum class Opinion : int32_t {
  kHints = 0,          // as listed; an empty list cannot be satisfied
  kNoPreference = 1,   // any nodes are suitable
  kUnsatisfiable = 2,  // no nodes can supply the resource
};

// The hints of one provider for one resource.
struct HintList {
  std::string_view resource;
  int32_t provider = 0;
  Opinion opinion = Opinion::kHints;
  std::span<const Hint> hints;

  bool unsatisfiable() const {
    return opinion == Opinion::kUnsatisfiable || (opinion == Opinion::kHints && hints.empty());
  }
};

// The pods that run on a NUMA node at present.
enum class NodeUse : int32_t {
  kIdle = 0,
  kSingle = 1,  // only pods that are confined to one NUMA node
  kShared = 2,  // some pod spans NUMA nodes
};

struct Nodes {
  std::span<const int32_t> ids;         // ascending, at most kMaxNodes
  std::span<const uint32_t> distances;  // one row per node; empty if unknown
  std::span<const NodeUse> use;         // empty if all are idle

  Mask all() const { return first_nodes(ids.size()); }
};

struct Query {
  Nodes nodes;
  NumaPolicy policy = NumaPolicy::kNone;
  NumaExclusive exclusive = NumaExclusive::kAbsent;
  bool prefer_closest = false;      // needs distances
  std::span<const HintList> lists;  // at most kMaxLists, ascending by provider
};

// Returns the list as hints, as kubelet and Koordinator read it. A list without hints becomes one
// hint without affinity, which is preferred unless the request cannot be satisfied.
inline std::span<const Hint> hints_of(const HintList &list) {
  static constexpr Hint kAnywhere{0, 0, false, true};
  static constexpr Hint kNowhere{0, 0, false, false};
  if (list.opinion == Opinion::kNoPreference) return {&kAnywhere, 1};
  if (list.unsatisfiable()) return {&kNowhere, 1};
  return list.hints;
}

// Returns true for the hints that policy SingleNUMANode considers.
inline bool is_single(const Hint &hint) {
  return hint.preferred && (!hint.has_affinity || width(hint.nodes) == 1);
}

// Returns true if a pod on exactly these nodes would share a node with pods of the other kind: a
// pod that spans nodes with pods confined to one of them, or the reverse.
inline bool breaks_exclusivity(const Nodes &nodes, Mask mask) {
  if (nodes.use.empty()) return false;
  const NodeUse other = width(mask) > 1 ? NodeUse::kSingle : NodeUse::kShared;
  bool breaks = false;
  for_each_node(mask, [&](size_t i) { breaks |= nodes.use[i] == other; });
  return breaks;
}

}  // namespace koord::numa
