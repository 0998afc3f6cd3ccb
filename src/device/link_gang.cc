#include "device/link_gang.h"

#include <algorithm>

#include "device/gang_search.h"

namespace koord::device {
namespace {

NoPick refusal_of(DeviceMask free, std::span<const GangAsk> asks) {
  int64_t sum = 0;
  bool enough = true;
  for (const GangAsk &ask : asks) {
    if (ask.count <= 0) return NoPick::kCountNotPositive;
    enough = enough && (sum += ask.count) <= width(free) && ask.count <= width(free & ask.allowed);
  }
  return enough ? NoPick::kNone : NoPick::kTooFewFree;
}

int64_t sum_of(const LinkGraph &graph, const std::vector<DeviceMask> &sets) {
  int64_t sum = 0;
  for (const DeviceMask set : sets) sum += graph.total(set);
  return sum;
}

// The better end of two ways up; empty: there is no start.
std::vector<DeviceMask> climbed(const LinkGraph &graph, DeviceMask free,
                                std::span<const GangAsk> asks) {
  std::vector<DeviceMask> sets = largest_first(graph, free, asks);
  climb(graph, free, asks, sets);
  if (std::any_of(asks.begin(), asks.end(), [](const GangAsk &ask) { return ask.has == 0; }))
    return sets;
  std::vector<DeviceMask> own;
  for (const GangAsk &ask : asks) own.push_back(ask.has);
  climb(graph, free, asks, own);
  return sets.empty() || sum_of(graph, own) > sum_of(graph, sets) ? own : sets;
}

}  // namespace

GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const GangAsk> asks) {
  graph.check_known(free);
  GangPick pick;
  pick.refusal = refusal_of(free, asks);
  if (pick.refusal != NoPick::kNone || asks.empty()) return pick;
  pick.exact = width(free) <= kExactDevices;
  pick.sets = pick.exact ? GangTable(graph, free, asks).best_sets() : climbed(graph, free, asks);
  if (pick.sets.empty()) pick.refusal = NoPick::kTooFewFree;
  pick.score = sum_of(graph, pick.sets);
  return pick;
}

}  // namespace koord::device
