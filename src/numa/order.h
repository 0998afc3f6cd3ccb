// Which of two sets of NUMA nodes is better, all else being equal.
#pragma once

#include <cstdint>

#include "numa/hints.h"

namespace koord::numa {

class Order {
 public:
  Order(const Nodes &nodes, bool closest) : nodes_(nodes), closest_(closest) {}

  // Negative when `a` is better, positive when `b` is, 0 when only their numbers tell them apart:
  // narrower, then, where asked, closer. kubelet compares mean distances; between sets of one width
  // sums say the same.
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

  // Sum over all ordered pairs of nodes, a node with itself included.
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
