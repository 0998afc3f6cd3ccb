#include "base/reason_facts.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace koord {
namespace {

using enum Topic;
using enum Resolution;

struct Row {
  Reason reason;
  ReasonFacts facts;
};
constexpr Row kRows[] = {
    {Reason::kNone, {kNothing, kResolvable}},
    {Reason::kNotEnoughCpus, {kCpus, kResolvable}},
    {Reason::kRequiredBindPolicy, {kCpus, kResolvable}},
    {Reason::kInsufficientNuma, {kNuma, kResolvable}},
    {Reason::kSmtAlignment, {kCpus, kUnresolvable}},
    {Reason::kNotEnoughPhysicalCores, {kCpus, kResolvable}},
    {Reason::kBindPolicyUnsupported, {kCpus, kUnresolvable}},
    {Reason::kExclusivePolicyUnsupported, {kCpus, kUnresolvable}},
    {Reason::kNoNumaNodeFits, {kNuma, kResolvable}},
    {Reason::kResourceAbsent, {kWhole, kResolvable}},
    {Reason::kRequestIsNotLimit, {kCpus, kUnresolvable}},
    {Reason::kCpusNotWhole, {kCpus, kUnresolvable}},
    {Reason::kNoTopology, {kCpus, kUnresolvable}},
    {Reason::kBindPolicyConflict, {kCpus, kUnresolvable}},
    {Reason::kNumaPolicyConflict, {kNuma, kUnresolvable}},
    {Reason::kSharedPoolTooSmall, {kCpus, kResolvable}},
    {Reason::kInsufficientResource, {kWhole, kResolvable}},
    {Reason::kNodeUnknown, {kWhole, kUnresolvable}},
    {Reason::kNodeUnschedulable, {kWhole, kUnresolvable}},
    {Reason::kNumaUnsatisfied, {kNuma, kResolvable}},
    {Reason::kNumaUnaligned, {kNuma, kResolvable}},
    {Reason::kNumaExclusive, {kNuma, kResolvable}},
    {Reason::kSearchLimit, {kWhole, kResolvable}},
    {Reason::kNotEnoughIsolatedCpus, {kCpus, kResolvable}},
    {Reason::kNoNumaMemory, {kNuma, kResolvable}},
    {Reason::kMemoryHintNotPreferred, {kNuma, kResolvable}},
    {Reason::kMemoryHintNotExtensible, {kNuma, kResolvable}},
    {Reason::kMemoryExtensionNotPreferred, {kNuma, kResolvable}},
    {Reason::kMemoryGroupViolated, {kNuma, kResolvable}},
    {Reason::kMemoryNotInt64, {kNuma, kUnresolvable}},
    {Reason::kPodPoolEmpty, {kNuma, kUnresolvable}},
    {Reason::kPodsInFlight, {kNuma, kResolvable}},
    {Reason::kGangUnplaced, {kWhole, kResolvable}},
    {Reason::kReservationShort, {kWhole, kResolvable}},
    {Reason::kWouldMove, {kWhole, kResolvable}},
    {Reason::kResizeInfeasible, {kWhole, kUnresolvable}},
    {Reason::kDeviceUnit, {kDevices, kUnresolvable}},
    {Reason::kDeviceMix, {kDevices, kUnresolvable}},
    {Reason::kNoShareTemplate, {kDevices, kUnresolvable}},
    {Reason::kNoDevices, {kDevices, kUnresolvable}},
    {Reason::kNotEnoughDevices, {kDevices, kResolvable}},
    {Reason::kNotEnoughVfs, {kDevices, kUnresolvable}},
    {Reason::kDeviceScope, {kDevices, kResolvable}},
    {Reason::kDeviceNuma, {kDevices, kResolvable}},
    {Reason::kNoPartitionTable, {kDevices, kUnresolvable}},
    {Reason::kPartitionSize, {kDevices, kUnresolvable}},
    {Reason::kPartitionsTaken, {kDevices, kResolvable}},
    {Reason::kDevicesUnplaced, {kDevices, kUnresolvable}},
    {Reason::kSharesSpread, {kDevices, kUnresolvable}},
    {Reason::kDevicesApart, {kDevices, kResolvable}},
    {Reason::kDeviceUnhealthy, {kDevices, kResolvable}},
    {Reason::kDeviceUnnamed, {kDevices, kResolvable}},
    {Reason::kDevicesNotReported, {kDevices, kResolvable}},
    {Reason::kCpuNotOnMachine, {kClaims, kResolvable}},
    {Reason::kCpuTaken, {kClaims, kResolvable}},
    {Reason::kClaimNotAllowed, {kClaims, kResolvable}},
    {Reason::kCpuReserved, {kClaims, kResolvable}},
    {Reason::kMoreCpusThanAsked, {kClaims, kResolvable}},
    {Reason::kPoolEmpty, {kRunning, kResolvable}},
    {Reason::kNumaNodeAbsent, {kRunning, kResolvable}},
    {Reason::kPodUnknown, {kRunning, kResolvable}},
    {Reason::kStateDisagrees, {kClaims, kResolvable}},
    {Reason::kCgroupNotOfPod, {kRunning, kResolvable}},
    {Reason::kCpuReservedByNode, {kClaims, kResolvable}},
    {Reason::kCpuIsolation, {kClaims, kResolvable}},
    {Reason::kClaimUnreadable, {kClaims, kResolvable}},
    {Reason::kNumaClaimNotAllowed, {kClaims, kResolvable}},
    {Reason::kMoreOnNumaThanAsked, {kClaims, kResolvable}},
    {Reason::kDevicesNotAsked, {kClaims, kResolvable}},
    {Reason::kDeviceCount, {kClaims, kResolvable}},
    {Reason::kDeviceAmount, {kClaims, kResolvable}},
    {Reason::kDeviceTaken, {kClaims, kResolvable}},
    {Reason::kDevicesUnknown, {kClaims, kResolvable}},
    {Reason::kAllocationDiffers, {kClaims, kResolvable}},
};
static_assert(std::ranges::equal(kReasons, kRows, {}, {}, &Row::reason),
              "kRows: expected a row for each reason of include/koord/refusal.h, in its order");

constexpr auto kByNumber = [] {
  std::array<ReasonFacts, static_cast<size_t>(std::ranges::max(kReasons)) + 1> out{};
  for (const Row &row : kRows) out[static_cast<size_t>(row.reason)] = row.facts;
  return out;
}();

}  // namespace

ReasonFacts facts_of(Reason reason) noexcept {
  const auto number = static_cast<size_t>(reason);
  return number < kByNumber.size() ? kByNumber[number] : ReasonFacts{};
}

}  // namespace koord
