#include "base/reason_facts.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace koord {
namespace {

using enum Topic;
using enum Eviction;

struct Row {
  Reason reason;
  ReasonFacts facts;
};
constexpr Row kRows[] = {
    {Reason::kNone, {kNothing, kMayHelp}},
    {Reason::kNotEnoughCpus, {kCpus, kMayHelp}},
    {Reason::kRequiredBindPolicy, {kCpus, kMayHelp}},
    {Reason::kInsufficientNuma, {kNuma, kMayHelp}},
    {Reason::kSmtAlignment, {kCpus, kNeverHelps}},
    {Reason::kNotEnoughPhysicalCores, {kCpus, kMayHelp}},
    {Reason::kBindPolicyUnsupported, {kCpus, kNeverHelps}},
    {Reason::kExclusivePolicyUnsupported, {kCpus, kNeverHelps}},
    {Reason::kNoNumaNodeFits, {kNuma, kMayHelp}},
    {Reason::kResourceAbsent, {kWhole, kMayHelp}},
    {Reason::kRequestIsNotLimit, {kCpus, kNeverHelps}},
    {Reason::kCpusNotWhole, {kCpus, kNeverHelps}},
    {Reason::kNoTopology, {kCpus, kNeverHelps}},
    {Reason::kBindPolicyConflict, {kCpus, kNeverHelps}},
    {Reason::kNumaPolicyConflict, {kNuma, kNeverHelps}},
    {Reason::kSharedPoolTooSmall, {kCpus, kMayHelp}},
    {Reason::kInsufficientResource, {kWhole, kMayHelp}},
    {Reason::kNodeUnknown, {kWhole, kNeverHelps}},
    {Reason::kNodeUnschedulable, {kWhole, kNeverHelps}},
    {Reason::kNumaUnsatisfied, {kNuma, kMayHelp}},
    {Reason::kNumaUnaligned, {kNuma, kMayHelp}},
    {Reason::kNumaExclusive, {kNuma, kMayHelp}},
    {Reason::kSearchLimit, {kWhole, kMayHelp}},
    {Reason::kNotEnoughIsolatedCpus, {kCpus, kMayHelp}},
    {Reason::kNoNumaMemory, {kNuma, kMayHelp}},
    {Reason::kMemoryHintNotPreferred, {kNuma, kMayHelp}},
    {Reason::kMemoryHintNotExtensible, {kNuma, kMayHelp}},
    {Reason::kMemoryExtensionNotPreferred, {kNuma, kMayHelp}},
    {Reason::kMemoryGroupViolated, {kNuma, kMayHelp}},
    {Reason::kMemoryNotInt64, {kNuma, kNeverHelps}},
    {Reason::kPodPoolEmpty, {kNuma, kNeverHelps}},
    {Reason::kGangUnplaced, {kWhole, kMayHelp}},
    {Reason::kReservationShort, {kWhole, kMayHelp}},
    {Reason::kWouldMove, {kWhole, kMayHelp}},
    {Reason::kResizeInfeasible, {kWhole, kNeverHelps}},
    {Reason::kDeviceUnit, {kDevices, kNeverHelps}},
    {Reason::kDeviceMix, {kDevices, kNeverHelps}},
    {Reason::kNoShareTemplate, {kDevices, kNeverHelps}},
    {Reason::kNoDevices, {kDevices, kNeverHelps}},
    {Reason::kNotEnoughDevices, {kDevices, kMayHelp}},
    {Reason::kNotEnoughVfs, {kDevices, kNeverHelps}},
    {Reason::kDeviceScope, {kDevices, kMayHelp}},
    {Reason::kDeviceNuma, {kDevices, kMayHelp}},
    {Reason::kNoPartitionTable, {kDevices, kNeverHelps}},
    {Reason::kPartitionSize, {kDevices, kNeverHelps}},
    {Reason::kPartitionsTaken, {kDevices, kMayHelp}},
    {Reason::kDevicesUnplaced, {kDevices, kNeverHelps}},
    {Reason::kSharesSpread, {kDevices, kNeverHelps}},
    {Reason::kDevicesApart, {kDevices, kMayHelp}},
    {Reason::kDeviceUnhealthy, {kDevices, kMayHelp}},
    {Reason::kDeviceUnnamed, {kDevices, kMayHelp}},
    {Reason::kCpuNotOnMachine, {kClaims, kMayHelp}},
    {Reason::kCpuTaken, {kClaims, kMayHelp}},
    {Reason::kClaimNotAllowed, {kClaims, kMayHelp}},
    {Reason::kCpuReserved, {kClaims, kMayHelp}},
    {Reason::kMoreCpusThanAsked, {kClaims, kMayHelp}},
    {Reason::kPoolEmpty, {kRunning, kMayHelp}},
    {Reason::kNumaNodeAbsent, {kRunning, kMayHelp}},
    {Reason::kPodUnknown, {kRunning, kMayHelp}},
    {Reason::kStateDisagrees, {kClaims, kMayHelp}},
    {Reason::kCgroupNotOfPod, {kRunning, kMayHelp}},
    {Reason::kCpuReservedByNode, {kClaims, kMayHelp}},
    {Reason::kCpuIsolation, {kClaims, kMayHelp}},
    {Reason::kClaimUnreadable, {kClaims, kMayHelp}},
    {Reason::kNumaClaimNotAllowed, {kClaims, kMayHelp}},
    {Reason::kMoreOnNumaThanAsked, {kClaims, kMayHelp}},
    {Reason::kDevicesNotAsked, {kClaims, kMayHelp}},
    {Reason::kDeviceCount, {kClaims, kMayHelp}},
    {Reason::kDeviceAmount, {kClaims, kMayHelp}},
    {Reason::kDeviceTaken, {kClaims, kMayHelp}},
    {Reason::kDevicesUnknown, {kClaims, kMayHelp}},
    {Reason::kAllocationDiffers, {kClaims, kMayHelp}},
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
