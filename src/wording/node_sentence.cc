#include "wording/node_sentence.h"

namespace koord {
namespace {

// What is left of a claim that lost a CPU.
std::string kept(const Refusal &refusal) {
  if (refusal.best <= 0) return "";
  return "; it keeps " + std::to_string(refusal.best) + " of " + std::to_string(refusal.needed);
}

}  // namespace

std::string node_sentence(const Refusal &refusal) {
  const std::string where = std::to_string(refusal.where);
  switch (refusal.reason) {
    case Reason::kCpuNotOnMachine:
      return "claims CPU " + where + ", which the machine does not have" + kept(refusal);
    case Reason::kCpuTaken:
      return "claims CPU " + where + ", which is assigned to another pod" + kept(refusal);
    case Reason::kClaimNotAllowed:
      return "claims exclusive CPUs, which only pods with QoS LSE or LSR can have";
    case Reason::kCpuReserved:
      return "claims CPU " + where + ", which kubelet reserves for the system" + kept(refusal);
    case Reason::kCpuReservedByNode:
      return "claims CPU " + where + ", which the node reserves for the system" + kept(refusal);
    case Reason::kMoreCpusThanAsked:
      return "claims " + std::to_string(refusal.needed) + " CPUs but requests " +
             std::to_string(refusal.best);
    case Reason::kPoolEmpty:
      return refusal.where_object == Object::kNumaNode
                 ? "must run on the pool of NUMA node " + where + ", which has no CPUs"
                 : "must run on a pool that has no CPUs";
    case Reason::kNumaNodeAbsent:
      return "must use memory of NUMA node " + where + ", which the machine does not have";
    case Reason::kPodUnknown:
      return "is not known on this node";
    case Reason::kStateDisagrees:
      return "claims CPUs other than those the node assigned to it";
    case Reason::kCgroupNotOfPod:
      return "runs in a control group that is not the pod's";
    default:
      return "";
  }
}

}  // namespace koord
