#include "device/link/link_pick.h"

#include "device/link/set_search.h"
#include "device/link/split_search.h"

namespace koord::device {

NoPick refusal_of(const PickRequest &request) noexcept {
  if (request.count <= 0) return NoPick::kCountNotPositive;
  if (request.count > width(request.free)) return NoPick::kTooFewFree;
  if (request.count < width(request.required)) return NoPick::kRequiredTooMany;
  if (!contains(request.free, request.required)) return NoPick::kRequiredNotFree;
  return NoPick::kNone;
}

Pick best_set(const LinkGraph &graph, const PickRequest &request) {
  graph.check_known(request.free);
  Pick pick;
  pick.refusal = refusal_of(request);
  if (pick.refusal != NoPick::kNone) return pick;
  // Splits into single devices all have a score of 0.
  const bool splits = request.mode == PickMode::kPartition && request.count > 1;
  if (splits && width(request.free) <= kExactDevices) {
    SplitSearch search(graph, request);
    pick.devices = search.best_set();
    pick.partition = search.score();
  } else {
    SetSearch search(graph, request);
    pick.devices = search.search(pick.exact);
    pick.exact = pick.exact && !splits;
  }
  pick.score = graph.total(pick.devices);
  pick.leftover = graph.total(request.free & ~pick.devices);
  return pick;
}

}  // namespace koord::device
