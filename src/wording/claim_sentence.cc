#include "wording/claim_sentence.h"

namespace koord {

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
      return "";
  }
}

}  // namespace koord
