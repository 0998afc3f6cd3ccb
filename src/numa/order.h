// Compares sets of NUMA nodes that are otherwise equal.
#pragma once

#include <cstdint>

#include "numa/hints.h"

namespace koord::numa {

class Order {
 public:
  Order(const Nodes &nodes, bool closest) : nodes_(nodes), closest_(closest) {}

  // Returns a negative number if `a` is better, a positive number if `b` is, and 0 if only their
  // node numbers differ. Narrower sets are better, then, if requested, closer ones. kubelet
  // compares mean distances; for sets of one width the sums give the same order.
  int compare(Mask a, Mask b) const {
    if (width(a) != width(b)) return width(a) < width(b) ? -1 : 1;
    if (!closest_ || a == b) return 0;
    const uint64_t near = distance(a);
    const uint64_t far = distance(b);
    return near == far ? 0 : near < far ? -1 : 1;
  }
  bool better(Mask a, Mask b) const {
    const int order = compare(a, b);
    return order != 0 ? order < 0 : a < b;
  }

  // Returns the sum over all ordered pairs of nodes, including each node with itself.
  uint64_t distance(Mask mask) const {
    uint64_t sum = 0;
    for_each_node(mask, [&](size_t a) {
      for_each_node(mask, [&](size_t b) { sum += nodes_.distances[a * nodes_.ids.size() + b]; });
    });
    return sum;
  }

 private:
  const Nodes &nodes_;
  bool closest_;
};

}  // namespace koord::numa
