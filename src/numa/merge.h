// The NUMA topology manager: merges the hints of all resources into one decision.
#pragma once

#include <cstdint>
#include <string>

#include "base/refusal.h"
#include "numa/hints.h"

namespace koord::numa {

struct Merged {
  Mask nodes = 0;             // all nodes if there is no affinity
  bool has_affinity = false;  // the pod must stay on `nodes`
  bool preferred = false;
  bool unsatisfied = false;  // no set of nodes suits every resource
  bool admit = false;
  int64_t score = 0;
  Reason reason = Reason::kNone;  // reason for not admitting the pod
  uint64_t steps = 0;             // elementary steps of work, to test how the cost grows
};

// Upstream's result depends on the order of hints and is defined by trying all their combinations.
// If there are more than this, the result is Reason::kSearchLimit.
inline constexpr uint64_t kMaxPermutations = 1'000'000;

// Merges like kubelet 1.36. If no nodes are preferred, the result comes from the intersections of
// all hints (meetings.h). On more than 16 NUMA nodes these may be too many: Reason::kSearchLimit.
Merged merge_kubelet(const Query &query);
// Merges like Koordinator v1.8: providers in order, and the resources of each by name. `most` is
// the number of combinations above which it gives up. Hints of up to 8 nodes need no such limit,
// because parts of combinations repeat.
Merged merge_upstream(const Query &query, uint64_t most = kMaxPermutations);
// Libkoord's own merge. Among the sets of nodes that suit every resource it selects by these
// criteria, in this order: preferred, narrowest, closest (if requested), higher score, lowest. With
// exclusivity Required, a set that mixes pods of one node with pods of several nodes is never
// preferred and comes last.
Merged merge_spec(const Query &query);

Merged merge(Profile profile, const Query &query);

// Checks that all merges start with. Throws kLimit for too many nodes or lists, and kInvalid for
// distances or uses of another number of nodes.
void check_query(const Query &query);

// Returns the reasons why `merged` was not admitted, or "" if it was. Under the profiles of peers
// these are the peer's own messages, one reason per line.
std::string reasons(Profile profile, const Query &query, const Merged &merged);

}  // namespace koord::numa
