#include "numa/merge.h"

#include "base/error.h"
#include "base/profile_rules.h"

namespace koord::numa {

void check_question(const Question &question) {
  const size_t nodes = question.nodes.ids.size();
  if (nodes > kMaxNodes)
    throw Error(Status::kLimit,
                "NUMA nodes: " + std::to_string(nodes) + ", at most " + std::to_string(kMaxNodes));
  if (question.lists.size() > kMaxLists)
    throw Error(Status::kLimit, "lists of NUMA hints: " + std::to_string(question.lists.size()) +
                                    ", at most " + std::to_string(kMaxLists));
  const size_t distances = question.nodes.distances.size();
  if ((question.prefer_closest || distances != 0) && distances != nodes * nodes)
    throw Error(Status::kInvalid, "NUMA distances: " + std::to_string(distances) + ", expected " +
                                      std::to_string(nodes * nodes));
  const size_t uses = question.nodes.use.size();
  if (uses != 0 && uses != nodes)
    throw Error(Status::kInvalid, "uses of NUMA nodes: " + std::to_string(uses) + ", expected " +
                                      std::to_string(nodes));
}

Merged merge(Profile profile, const Question &question) {
  switch (rules_of(profile).hint_merge) {
    case HintMerge::kByOrder:
      return merge_upstream(question);
    case HintMerge::kKubelet:
      return merge_kubelet(question);
    case HintMerge::kOneSet:
      break;
  }
  return merge_spec(question);
}

}  // namespace koord::numa
