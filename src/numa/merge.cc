#include "numa/merge.h"

namespace koord::numa {

Merged merge(Profile profile, const Question &question) {
  switch (profile) {
    case Profile::kUpstream:
      return merge_upstream(question);
    case Profile::kKubelet:
      return merge_kubelet(question);
    case Profile::kSpec:
      break;
  }
  return merge_spec(question);
}

}  // namespace koord::numa
