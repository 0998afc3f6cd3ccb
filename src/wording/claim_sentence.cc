#include "wording/claim_sentence.h"

namespace koord {
namespace {

// States what remains of a claim that lost a CPU.
std::string remainder(const Refusal &refusal) {
  if (refusal.best <= 0) return "";
  return "; it keeps " + std::to_string(refusal.best) + " of " + std::to_string(refusal.needed);
}

std::string cpu_claim_sentence(const Refusal &refusal) {
  const std::string cpu = "claims CPU " + std::to_string(refusal.where);
  switch (refusal.reason) {
    case Reason::kCpuNotOnMachine:
      return cpu + ", which the machine does not have" + remainder(refusal);
    case Reason::kCpuTaken:
      return cpu + ", which is assigned to another pod" + remainder(refusal);
    case Reason::kCpuReserved:
      return cpu + ", which kubelet reserves for the system" + remainder(refusal);
    case Reason::kCpuReservedByNode:
      return cpu + ", which the node reserves for the system" + remainder(refusal);
    case Reason::kCpuIsolation:
      return cpu + ", and isolated CPUs are only for pods that require them, which have no others" +
             remainder(refusal);
    case Reason::kClaimNotAllowed:
      return "claims exclusive CPUs, which only pods with QoS LSE or LSR can have";
    case Reason::kMoreCpusThanAsked:
      return "claims " + std::to_string(refusal.needed) + " CPUs but requests " +
             std::to_string(refusal.best);
    case Reason::kStateDisagrees:
      return "claims CPUs other than those the node assigned to it";
    default:
      return "";
  }
}

}  // namespace

std::string claim_sentence(const Refusal &refusal, const RefusalWords &words) {
  const std::string device = words.device_noun() + " with minor " + std::to_string(refusal.where);
  switch (refusal.reason) {
    case Reason::kClaimUnreadable:
      return "has a claim that cannot be read";
    case Reason::kNumaClaimNotAllowed:
      return "claims amounts on NUMA nodes, which pods with QoS BE or SYSTEM cannot have";
    case Reason::kMoreOnNumaThanAsked:
      return "claims " + words.amount(refusal.needed) + " on NUMA nodes but requests " +
             words.bare_amount(refusal.best);
    case Reason::kDevicesNotAsked:
      return "claims " + words.device_noun() + "s but requests none";
    case Reason::kDeviceCount:
      return "claims " + words.devices(refusal.needed) + " but requests " +
             std::to_string(refusal.best);
    case Reason::kDeviceAmount:
      return "claims more of the " + device + " than it requests";
    case Reason::kDeviceTaken:
      return "claims the " + device + ", but other pods leave too little of it";
    case Reason::kDevicesUnknown:
      return "requests " + words.devices(refusal.needed) + ", but no source says which it has; " +
             std::to_string(refusal.best) + (refusal.best == 1 ? " is" : " are") +
             " set aside for it";
    case Reason::kAllocationDiffers:
      return refusal.object == Object::kDevice
                 ? "claims devices other than those allocated to it"
                 : "claims CPUs or NUMA nodes other than those allocated to it";
    default:
      return cpu_claim_sentence(refusal);
  }
}

}  // namespace koord
