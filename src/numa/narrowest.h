// The common case of a merge - resources of which NUMA nodes have amounts that add up - without
// hints.
#pragma once

#include <cstdint>
#include <span>

#include "numa/hints.h"
#include "numa/merge.h"

namespace koord::numa {

// One resource of a request.
struct AmountRequest {
  int64_t amount = 0;  // 0 and below: none is wanted, so nothing is said
  std::span<const int64_t>
      free;  // of each node; negative: the node is without the resource, and no
             // set with it will do
};

// The fewest nodes out of `allowed` that together have the amount; 0 if all of them have less.
int fewest_nodes(const AmountRequest &need, Mask allowed);

// Up to this many nodes the search is always complete; with more, contrived amounts of several
// resources can end it: Reason::kSearchLimit.
inline constexpr size_t kMaxSearchedNodes = 16;

// What merge_spec would answer to these resources' hints from collect_hints, those of Restricted
// all preferred. query.lists is not looked at. At most kMaxLists needs. Touches no heap; one node
// is found by a single pass.
Merged narrowest(const Query &query, std::span<const AmountRequest> needs);

}  // namespace koord::numa
