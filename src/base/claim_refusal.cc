#include "base/claim_refusal.h"

#include "base/device_refusal.h"
#include "base/well_known.h"

namespace koord {
namespace {

// `detail` holds the device type, as in refusals about devices.
std::string noun(const Refusal &refusal) {
  const auto type = static_cast<size_t>(refusal.detail);
  const bool known = refusal.detail >= 0 && type < kWellKnownTypes;
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
      return "states what it holds in a way that cannot be read";
    case Reason::kNumaNotDue:
      return "states amounts of NUMA nodes as its own, which pods with QoS BE or SYSTEM do not "
             "have";
    case Reason::kMoreOnNumaThanAsked:
      return "states " + numa_amount(refusal.needed, refusal.object) +
             " of NUMA nodes as its own and asks for " + std::to_string(refusal.best);
    case Reason::kDevicesNotAsked:
      return "states " + noun(refusal) + "s as its own and asks for none";
    case Reason::kDeviceCount:
      return "states " + devices(refusal.needed, refusal) + " as its own and asks for " +
             std::to_string(refusal.best);
    case Reason::kDeviceAmount:
      return "states more of the " + noun(refusal) + " of minor " + std::to_string(refusal.where) +
             " as its own than it asks for";
    case Reason::kDeviceTaken:
      return "states the " + noun(refusal) + " of minor " + std::to_string(refusal.where) +
             " as its own, of which others have too much";
    case Reason::kDevicesUntold:
      return "asks for " + devices(refusal.needed, refusal) + " and nothing tells which it has; " +
             std::to_string(refusal.best) + (refusal.best == 1 ? " is" : " are") + " kept for it";
    case Reason::kGivenOtherwise:
      return refusal.object == Object::kDevice
                 ? "states other devices as its own than it was given"
                 : "states other CPUs or NUMA nodes as its own than it was given";
    default:
      return "";
  }
}

}  // namespace koord
