#include "numa/merge.h"

#include "base/error.h"
#include "base/profile_rules.h"

namespace koord::numa {

void check_query(const Query &query) {
  const size_t nodes = query.nodes.ids.size();
  if (nodes > kMaxNodes)
    throw Error(Status::kLimit,
                "NUMA nodes: " + std::to_string(nodes) + ", at most " + std::to_string(kMaxNodes));
  if (query.lists.size() > kMaxLists)
    throw Error(Status::kLimit, "lists of NUMA hints: " + std::to_string(query.lists.size()) +
                                    ", at most " + std::to_string(kMaxLists));
  const size_t distances = query.nodes.distances.size();
  if ((query.prefer_closest || distances != 0) && distances != nodes * nodes)
    throw Error(Status::kInvalid, "NUMA distances: " + std::to_string(distances) + ", expected " +
                                      std::to_string(nodes * nodes));
  const size_t uses = query.nodes.use.size();
  if (uses != 0 && uses != nodes)
    throw Error(Status::kInvalid, "uses of NUMA nodes: " + std::to_string(uses) + ", expected " +
                                      std::to_string(nodes));
}

Merged merge(Profile profile, const Query &query) {
  switch (rules_of(profile).hint_merge) {
    case HintMerge::kByOrder:
      return merge_upstream(query);
    case HintMerge::kKubelet:
      return merge_kubelet(query);
    case HintMerge::kOneSet:
      break;
  }
  return merge_spec(query);
}

}  // namespace koord::numa
