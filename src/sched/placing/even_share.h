// Even division of amounts over NUMA nodes.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>

#include "numa/hints.h"

namespace koord::sched {

// Divides `amount` over a set of NUMA nodes. In ascending order of their free amounts, each gives
// at most an even share of the rest. free_of(node) is the free amount; visit(node, share) is called
// for shares above 0. Returns the amount that does not fit.
template <typename FreeOf, typename Visit>
int64_t share_evenly(numa::Mask nodes, int64_t amount, FreeOf &&free_of, Visit &&visit) {
  struct Left {
    int64_t amount;
    size_t node;
    auto operator<=>(const Left &) const = default;
  };
  std::array<Left, numa::kMaxNodes> order;
  size_t n = 0;
  numa::for_each_node(nodes, [&](size_t i) { order[n++] = {free_of(i), i}; });
  std::sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(n));
  for (size_t i = 0; i < n; ++i) {
    const int64_t share = std::min(order[i].amount, amount / static_cast<int64_t>(n - i));
    if (share > 0) visit(order[i].node, share);
    amount -= share;
  }
  return amount;
}

}  // namespace koord::sched
