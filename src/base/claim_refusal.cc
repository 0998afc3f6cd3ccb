#include "base/claim_refusal.h"

#include "base/device_refusal.h"
#include "base/well_known.h"

namespace koord {
namespace {

std::string noun(const Refusal &refusal) {
  const auto type = static_cast<size_t>(refusal.device_type);
  const bool known = refusal.device_type >= 0 && type < kWellKnownTypes;
  return device_noun(known ? kWellKnownTypeNames[type] : std::string_view());
}

std::string devices(int64_t n, const Refusal &refusal) {
  return std::to_string(n) + ' ' + noun(refusal) + (n == 1 ? "" : "s");
}

std::string numa_amount(int64_t n, Object object) {
  if (object == Object::kMilliCpu) return std::to_string(n) + " milli-CPU";
  return std::to_string(n) + (object == Object::kBytes ? " bytes" : " of a resource");
}

}  // namespace

std::string claim_sentence(const Refusal &refusal) {
  switch (refusal.reason) {
    case Reason::kClaimUnreadable:
      return "claims what it holds in a form that cannot be read";
    case Reason::kNumaClaimNotAllowed:
      return "claims amounts of NUMA nodes, which pods with QoS BE or SYSTEM do not have";
    case Reason::kMoreOnNumaThanAsked:
      return "claims " + numa_amount(refusal.needed, refusal.object) +
             " of NUMA nodes and asks for " + std::to_string(refusal.best);
    case Reason::kDevicesNotAsked:
      return "claims " + noun(refusal) + "s and asks for none";
    case Reason::kDeviceCount:
      return "claims " + devices(refusal.needed, refusal) + " and asks for " +
             std::to_string(refusal.best);
    case Reason::kDeviceAmount:
      return "claims more of the " + noun(refusal) + " of minor " + std::to_string(refusal.where) +
             " than it asks for";
    case Reason::kDeviceTaken:
      return "claims the " + noun(refusal) + " of minor " + std::to_string(refusal.where) +
             ", of which others have too much";
    case Reason::kDevicesUnknown:
      return "asks for " + devices(refusal.needed, refusal) + " and nothing tells which it has; " +
             std::to_string(refusal.best) + (refusal.best == 1 ? " is" : " are") + " kept for it";
    case Reason::kAllocationDiffers:
      return refusal.object == Object::kDevice
                 ? "claims other devices than it was given"
                 : "claims other CPUs or NUMA nodes than it was given";
    default:
      return "";
  }
}

}  // namespace koord
