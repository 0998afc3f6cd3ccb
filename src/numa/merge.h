// The NUMA topology manager: one answer out of what all resources say.
#pragma once

#include <cstdint>
#include <string>

#include "base/refusal.h"
#include "numa/hints.h"

namespace koord::numa {

struct Merged {
  Mask nodes = 0;             // all nodes where there is no affinity
  bool has_affinity = false;  // the pod is to keep to `nodes`
  bool preferred = false;
  bool unsatisfied = false;  // no set of nodes suits every resource
  bool admit = false;
  int64_t score = 0;
  Reason reason = Reason::kNone;  // why it is not admitted
  uint64_t steps = 0;             // work done, in elementary steps: how cost grows can be tested
};

// Upstream's answer depends on the order of hints and is found by trying all of their combinations.
// If there are more than this, the answer is Reason::kSearchLimit.
inline constexpr uint64_t kMaxPermutations = 1'000'000;

// kubelet 1.36. Where it prefers no nodes its answer comes from the meetings of all hints
// (meetings.h); above 16 NUMA nodes these may be too many: Reason::kSearchLimit.
Merged merge_kubelet(const Query &query);
// Koordinator v1.8: providers in order, the resources of each by name. `most` is the number of
// combinations above which it gives up. Hints of up to 8 nodes need no such limit, because parts of
// combinations repeat.
Merged merge_upstream(const Query &query, uint64_t most = kMaxPermutations);
// Libkoord's own: of the sets of nodes that suit every resource the preferred, then the narrowest,
// the closest where asked, the one with the higher score, the lowest. With exclusivity Required a
// set that mixes pods of one and of several nodes is never preferred and comes last.
Merged merge_spec(const Query &query);

Merged merge(Profile profile, const Query &query);

// What all of these check first. Throws kLimit for too many nodes or lists, kInvalid for distances
// or uses of another number of nodes.
void check_query(const Query &query);

// Why `merged` was not admitted, for people; "" when it was. Under the profiles of peers their own
// words, one reason a line.
std::string reasons(Profile profile, const Query &query, const Merged &merged);

}  // namespace koord::numa
