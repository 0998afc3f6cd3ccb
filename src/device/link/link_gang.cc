#include "device/link/link_gang.h"

#include <algorithm>

#include "device/link/gang_search.h"

namespace koord::device {
namespace {

NoPick refusal_of(DeviceMask free, std::span<const GangRequest> requests) {
  int64_t sum = 0;
  bool enough = true;
  for (const GangRequest &request : requests) {
    if (request.count <= 0) return NoPick::kCountNotPositive;
    enough = enough && (sum += request.count) <= width(free) &&
             request.count <= width(free & request.allowed);
  }
  return enough ? NoPick::kNone : NoPick::kTooFewFree;
}

// Returns the better result of climbing from two starts, or an empty list if there is no start.
std::vector<DeviceMask> climbed(const LinkGraph &graph, DeviceMask free,
                                std::span<const GangRequest> requests, DeviceMask fixed) {
  std::vector<DeviceMask> sets = largest_first(graph, free, requests);
  climb(graph, free, requests, fixed, sets);
  if (std::any_of(requests.begin(), requests.end(),
                  [](const GangRequest &request) { return request.current == 0; }))
    return sets;
  std::vector<DeviceMask> own;
  for (const GangRequest &request : requests) own.push_back(request.current);
  climb(graph, free, requests, fixed, own);
  const bool is_better = sets.empty() || links_of(graph, own, fixed) > links_of(graph, sets, fixed);
  return is_better ? own : sets;
}

// Returns true if all free devices are linked equally and each pod may have any of them.
bool is_uniform(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests) {
  for (const GangRequest &request : requests)
    if (!contains(request.allowed, free)) return false;
  int32_t score = -1;
  bool uniform = true;
  for_each_device(free, [&](int a) {
    const int32_t *scores = graph.row(a);
    for_each_device(free & ~first_devices(a + 1), [&](int b) {
      if (score < 0) score = scores[b];
      uniform = uniform && scores[b] == score;
    });
  });
  return uniform;
}

std::vector<DeviceMask> first_of(DeviceMask free, std::span<const GangRequest> requests) {
  std::vector<DeviceMask> sets;
  for (const GangRequest &request : requests) {
    DeviceMask set = 0;
    for (int i = 0; i < request.count; ++i, free &= free - 1) set |= free & (~free + 1);
    sets.push_back(set);
  }
  return sets;
}

}  // namespace

int64_t cross_score(const LinkGraph &graph, DeviceMask one, DeviceMask other) {
  int64_t sum = 0;
  for_each_device(one, [&](int a) {
    const int32_t *scores = graph.row(a);
    for_each_device(other, [&](int b) { sum += scores[b]; });
  });
  return sum;
}

GangLinks links_of(const LinkGraph &graph, std::span<const DeviceMask> sets, DeviceMask fixed) {
  GangLinks out;
  DeviceMask all = 0;
  for (const DeviceMask set : sets) {
    out.inside += graph.total(set);
    all |= set;
  }
  out.between = graph.total(all) - out.inside + cross_score(graph, all, fixed);
  return out;
}

GangPick best_gang(const LinkGraph &graph, DeviceMask free, std::span<const GangRequest> requests,
                   DeviceMask fixed) {
  graph.check_known(free | fixed);
  GangPick pick;
  pick.refusal = refusal_of(free, requests);
  if (pick.refusal != NoPick::kNone || requests.empty()) return pick;
  if (fixed == 0 && is_uniform(graph, free, requests)) {
    pick.sets = first_of(free, requests);
    pick.combinations = 1;
  } else {
    pick.combinations = 1 + (int64_t{1} << std::min(width(free), kExactDevices)) / 256;
    pick.exact = width(free) <= kExactDevices;
    pick.sets = pick.exact ? GangTable(graph, free, requests, fixed).best_sets()
                           : climbed(graph, free, requests, fixed);
  }
  if (pick.sets.empty()) pick.refusal = NoPick::kTooFewFree;
  pick.links = links_of(graph, pick.sets, fixed);
  return pick;
}

}  // namespace koord::device
