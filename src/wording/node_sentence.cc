#include "wording/node_sentence.h"

namespace koord {

std::string node_sentence(const Refusal &refusal) {
  const std::string where = std::to_string(refusal.where);
  switch (refusal.reason) {
    case Reason::kPoolEmpty:
      return refusal.where_object == Object::kNumaNode
                 ? "must run on the pool of NUMA node " + where + ", which has no CPUs"
                 : "must run on a pool that has no CPUs";
    case Reason::kNumaNodeAbsent:
      return "must use memory of NUMA node " + where + ", which the machine does not have";
    case Reason::kPodUnknown:
      return "is not known on this node";
    case Reason::kCgroupNotOfPod:
      return "runs in a control group that is not the pod's";
    default:
      return "";
  }
}

}  // namespace koord
