#include "device/link_gang.h"

#include "device/gang_search.h"

namespace koord::device {
namespace {

NoPick refusal_of(DeviceMask free, std::span<const int32_t> counts) {
  int64_t sum = 0;
  bool enough = true;
  for (const int32_t count : counts) {
    if (count <= 0) return NoPick::kCountNotPositive;
    enough = enough && (sum += count) <= width(free);
  }
  return enough ? NoPick::kNone : NoPick::kTooFewFree;
}

}  // namespace

GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const int32_t> counts) {
  graph.check_known(free);
  GangPick pick;
  pick.refusal = refusal_of(free, counts);
  if (pick.refusal != NoPick::kNone || counts.empty()) return pick;
  pick.exact = width(free) <= kExactDevices;
  pick.sets =
      pick.exact ? GangTable(graph, free, counts).best_sets() : climbed_sets(graph, free, counts);
  for (const DeviceMask set : pick.sets) pick.score += graph.total(set);
  return pick;
}

}  // namespace koord::device
