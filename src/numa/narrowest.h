// Merges the common case without hints: resources whose amounts on several NUMA nodes add up.
#pragma once

#include <cstdint>
#include <span>

#include "numa/hints.h"
#include "numa/merge.h"

namespace koord::numa {

// One resource of a request.
struct AmountRequest {
  int64_t amount = 0;  // not requested if 0 or negative
  // Free amount of each node. A negative amount means that the node lacks the resource, and that no
  // set with this node is suitable.
  std::span<const int64_t> free;
};

// Returns the smallest number of nodes in `allowed` that together have the amount, or 0 if all of
// them have less.
int fewest_nodes(const AmountRequest &need, Mask allowed);

// Up to this many nodes the search is always complete. With more nodes, contrived amounts of
// several resources can end it early: Reason::kSearchLimit.
inline constexpr size_t kMaxSearchedNodes = 16;

// Returns the result of merge_spec for the hints of collect_hints for these resources, all of which
// are preferred under Restricted. Ignores query.lists. Accepts at most kMaxLists needs. Uses no
// heap. A single node is found in one pass.
Merged narrowest(const Query &query, std::span<const AmountRequest> needs);

}  // namespace koord::numa
