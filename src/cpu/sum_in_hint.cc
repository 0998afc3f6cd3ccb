#include "cpu/sum_in_hint.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "cpu/core_widths.h"
#include "cpu/koordinator_take.h"

namespace koord::cpu {

bool sum_in_hint(const Topology &topology, const Request &request, const State &state,
                 std::span<HintedNode> hint, CpuSet &out) {
  struct Part {
    HintedNode *node;
    CpuSet whole;
    int room;
    CoreSums sums;
  };
  const CpuSet usable = cpu::usable(topology, request, state);
  std::vector<Part> parts;
  for (HintedNode &node : hint) {
    const Topology::CpuNode *place = topology.find_numa_place(node.node);
    if (place == nullptr) continue;
    Part part{&node, usable & place->cpus, 0, {}};
    part.room = part.whole.count();
    if (node.available_milli >= 0)
      part.room = static_cast<int>(std::min<int64_t>(part.room, node.available_milli / 1000));
    part.sums = CoreWidths(topology, part.whole).sums(std::min(part.room, request.cpus));
    parts.push_back(part);
  }
  std::ranges::stable_sort(parts, [&](const Part &a, const Part &b) {
    return request.strategy == NumaStrategy::kLeastAllocated ? a.room > b.room : a.room < b.room;
  });
  std::vector<CoreSums> from(parts.size() + 1);  // sums of this part and all later parts
  from.back().set(0);
  for (size_t i = parts.size(); i-- > 0;)
    from[i] = together(parts[i].sums, from[i + 1], request.cpus);
  if (request.cpus > static_cast<int>(Topology::kMaxCpus) ||
      !from.front().test(static_cast<size_t>(request.cpus)))
    return false;
  int left = request.cpus;
  for (size_t i = 0; i < parts.size(); ++i) {
    const bool evenly = request.strategy == NumaStrategy::kDistributeEvenly;
    const int fair = evenly ? left / static_cast<int>(parts.size() - i) : left;
    int share = -1;
    for (int sum = 0; sum <= left; ++sum)
      if (parts[i].sums.test(static_cast<size_t>(sum)) &&
          from[i + 1].test(static_cast<size_t>(left - sum)) &&
          (share < 0 || std::abs(sum - fair) < std::abs(share - fair)))
        share = sum;
    const Topology::CpuNode *place = topology.find_numa_place(parts[i].node->node);
    out |= Take(topology, request, state, parts[i].whole, {place, 1}).run(share);
    parts[i].node->granted_milli = int64_t{1000} * share;
    left -= share;
  }
  return true;
}

}  // namespace koord::cpu
