#include "numa/merge.h"

#include "base/error.h"

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
  switch (profile) {
    case Profile::kUpstream:
      return merge_upstream(question);
    case Profile::kKubelet:
      return merge_kubelet(question);
    case Profile::kSpec:
    case Profile::kNrtMatch:  // has no merge of its own
      break;
  }
  return merge_spec(question);
}

}  // namespace koord::numa
