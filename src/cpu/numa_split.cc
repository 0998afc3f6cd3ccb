#include "cpu/numa_split.h"

#include <algorithm>
#include <limits>

namespace koord::cpu {
namespace {

using Order = std::array<size_t, Topology::kMaxNodes>;

void give(NodeShare &node, int cpus, int &left) {
  node.given += cpus;
  node.room -= cpus;
  left -= cpus;
}

int fill_in_order(std::span<NodeShare> nodes, std::span<const size_t> order, int unit, int cpus) {
  for (const size_t i : order) {
    const int most = std::min(nodes[i].room, cpus);
    give(nodes[i], most - most % unit, cpus);
  }
  return cpus;
}

// Raises the nodes that give least until they reach the next higher node or have no room left.
int distribute_evenly(std::span<NodeShare> nodes, std::span<const size_t> order, int unit,
                      int cpus) {
  while (cpus >= unit) {
    int low = std::numeric_limits<int>::max();
    for (const NodeShare &node : nodes)
      if (node.room >= unit) low = std::min(low, node.given);
    int members = 0;
    int rise = std::numeric_limits<int>::max();
    for (const NodeShare &node : nodes) {
      if (node.room < unit) continue;
      members += node.given == low ? 1 : 0;
      rise = std::min(
          rise, node.given == low ? node.room / unit : std::max(1, (node.given - low) / unit));
    }
    if (members == 0) break;
    rise = std::min(rise, cpus / unit / members);
    if (rise == 0) {
      // There is less than one unit for each of them.
      for (size_t at = order.size(); at-- > 0 && cpus >= unit;)
        if (NodeShare &node = nodes[order[at]]; node.given == low && node.room >= unit)
          give(node, unit, cpus);
      break;
    }
    for (NodeShare &node : nodes)
      if (node.given == low && node.room >= unit) give(node, rise * unit, cpus);
  }
  return cpus;
}

// Returns the node indices sorted by `left`; ties go to the lower index.
std::span<size_t> ranked(std::span<const NodeShare> nodes, bool most_first, Order &out) {
  const std::span<size_t> order(out.data(), nodes.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    if (nodes[a].left != nodes[b].left) return (nodes[a].left < nodes[b].left) != most_first;
    return a < b;
  });
  return order;
}

}  // namespace

int split(std::span<NodeShare> nodes, NumaStrategy strategy, int unit, int cpus) {
  Order place;
  const auto order = ranked(nodes, strategy == NumaStrategy::kLeastAllocated, place);
  return strategy == NumaStrategy::kDistributeEvenly ? distribute_evenly(nodes, order, unit, cpus)
                                                     : fill_in_order(nodes, order, unit, cpus);
}

bool split_as_upstream(std::span<NodeShare> nodes, int unit, int cpus) {
  Order place;
  int64_t wanted = int64_t{1000} * cpus;  // milli-CPU
  auto others = static_cast<int64_t>(nodes.size());
  for (const size_t i : ranked(nodes, false, place)) {
    const int64_t share = (wanted + 999) / 1000 / unit / others-- * unit;
    const int64_t milli = std::min(nodes[i].left, 1000 * share);
    nodes[i].given = static_cast<int>(milli / 1000);
    wanted -= milli;
  }
  return wanted == 0;
}

}  // namespace koord::cpu
