#include "base/node_refusal.h"

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
      return "states CPU " + where + " as its own, which the machine does not have" + kept(refusal);
    case Reason::kCpuTaken:
      return "states CPU " + where + " as its own, which is another pod's" + kept(refusal);
    case Reason::kClaimNotDue:
      return "states CPUs of its own, which are for pods with QoS LSE or LSR";
    case Reason::kCpuReserved:
      return "states CPU " + where + " as its own, which kubelet keeps for the system" +
             kept(refusal);
    case Reason::kMoreCpusThanAsked:
      return "states " + std::to_string(refusal.needed) + " CPUs as its own and asks for " +
             std::to_string(refusal.best);
    case Reason::kPoolEmpty:
      return refusal.where_object == Object::kNumaNode
                 ? "is to run on the pool of NUMA node " + where + ", which has no CPUs"
                 : "is to run on a pool that has no CPUs";
    case Reason::kNumaNodeAbsent:
      return "is to have memory of NUMA node " + where + ", which the machine does not have";
    case Reason::kPodUnknown:
      return "is not known on this node";
    case Reason::kStateDisagrees:
      return "states other CPUs as its own than the node has given it";
    case Reason::kNotThePods:
      return "runs in a control group that is not its own";
    default:
      return "";
  }
}

std::string_view node_reason_name(Reason reason) noexcept {
  switch (reason) {
    case Reason::kCpuNotOnMachine:
      return "CPUNotOnMachine";
    case Reason::kCpuTaken:
      return "CPUTaken";
    case Reason::kClaimNotDue:
      return "ClaimNotDue";
    case Reason::kCpuReserved:
      return "CPUReserved";
    case Reason::kMoreCpusThanAsked:
      return "MoreCPUsThanAsked";
    case Reason::kPoolEmpty:
      return "PoolEmpty";
    case Reason::kNumaNodeAbsent:
      return "NUMANodeAbsent";
    case Reason::kPodUnknown:
      return "PodUnknown";
    case Reason::kStateDisagrees:
      return "StateDisagrees";
    case Reason::kNotThePods:
      return "NotThePods";
    default:
      return "Unknown";
  }
}

}  // namespace koord
