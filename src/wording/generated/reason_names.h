// Code generated from include/koord/refusal.h by make generate (tools/generate). DO NOT EDIT.
// Names of the reasons.
#pragma once

#include <string_view>

#include "base/generated/reason.h"

namespace koord {

struct ReasonName {
  Reason reason;
  std::string_view ours;
  std::string_view kubelets = {};  // empty if it is the same
};
// Ascending by number.
inline constexpr ReasonName kReasonNames[] = {
    {Reason::kNone, "None"},
    {Reason::kNotEnoughCpus, "NotEnoughCPUs", "UnexpectedAdmissionError"},
    {Reason::kRequiredBindPolicy, "RequiredBindPolicy"},
    {Reason::kInsufficientNuma, "InsufficientNUMA"},
    {Reason::kSmtAlignment, "SMTAlignmentError"},
    {Reason::kNotEnoughPhysicalCores, "NotEnoughPhysicalCores", "SMTAlignmentError"},
    {Reason::kBindPolicyUnsupported, "BindPolicyUnsupported"},
    {Reason::kExclusivePolicyUnsupported, "ExclusivePolicyUnsupported"},
    {Reason::kNoNumaNodeFits, "NoNUMANodeFits"},
    {Reason::kResourceAbsent, "ResourceAbsent", "UnexpectedAdmissionError"},
    {Reason::kRequestIsNotLimit, "RequestIsNotLimit"},
    {Reason::kCpusNotWhole, "CPUsNotWhole"},
    {Reason::kNoTopology, "NoTopology"},
    {Reason::kBindPolicyConflict, "BindPolicyConflict"},
    {Reason::kNumaPolicyConflict, "NUMAPolicyConflict"},
    {Reason::kSharedPoolTooSmall, "SharedPoolTooSmall"},
    {Reason::kInsufficientResource, "InsufficientResource"},
    {Reason::kNodeUnknown, "NodeUnknown"},
    {Reason::kNodeUnschedulable, "NodeUnschedulable"},
    {Reason::kNumaUnsatisfied, "NUMAUnsatisfied", "TopologyAffinityError"},
    {Reason::kNumaUnaligned, "NUMAUnaligned", "TopologyAffinityError"},
    {Reason::kNumaExclusive, "NUMAExclusive"},
    {Reason::kSearchLimit, "SearchLimit"},
    {Reason::kNotEnoughIsolatedCpus, "NotEnoughIsolatedCPUs"},
    {Reason::kNoNumaMemory, "NoNUMAMemory", "UnexpectedAdmissionError"},
    {Reason::kMemoryHintNotPreferred, "MemoryHintNotPreferred", "UnexpectedAdmissionError"},
    {Reason::kMemoryHintNotExtensible, "MemoryHintNotExtensible", "UnexpectedAdmissionError"},
    {Reason::kMemoryExtensionNotPreferred, "MemoryExtensionNotPreferred",
     "UnexpectedAdmissionError"},
    {Reason::kMemoryGroupViolated, "MemoryGroupViolated", "UnexpectedAdmissionError"},
    {Reason::kMemoryNotInt64, "MemoryNotInt64", "UnexpectedAdmissionError"},
    {Reason::kPodPoolEmpty, "PodPoolEmpty", "EmptyPodSharedPoolError"},
    {Reason::kPodsInFlight, "PodsInFlight"},
    {Reason::kGangUnplaced, "GangUnplaced"},
    {Reason::kReservationShort, "ReservationShort"},
    {Reason::kWouldMove, "WouldMove"},
    {Reason::kResizeInfeasible, "ResizeInfeasible"},
    {Reason::kDeviceUnit, "DeviceUnit"},
    {Reason::kDeviceMix, "DeviceMix"},
    {Reason::kNoShareTemplate, "NoShareTemplate"},
    {Reason::kNoDevices, "NoDevices", "UnexpectedAdmissionError"},
    {Reason::kNotEnoughDevices, "NotEnoughDevices", "UnexpectedAdmissionError"},
    {Reason::kNotEnoughVfs, "NotEnoughVFs"},
    {Reason::kDeviceScope, "DeviceScope"},
    {Reason::kDeviceNuma, "DeviceNUMA"},
    {Reason::kNoPartitionTable, "NoPartitionTable"},
    {Reason::kPartitionSize, "PartitionSize"},
    {Reason::kPartitionsTaken, "PartitionsTaken"},
    {Reason::kDevicesUnplaced, "DevicesUnplaced"},
    {Reason::kSharesSpread, "SharesSpread"},
    {Reason::kDevicesApart, "DevicesApart"},
    {Reason::kDeviceUnhealthy, "DeviceUnhealthy", "UnexpectedAdmissionError"},
    {Reason::kDeviceUnnamed, "DeviceUnnamed"},
    {Reason::kDevicesNotReported, "DevicesNotReported"},
    {Reason::kCpuNotOnMachine, "CPUNotOnMachine"},
    {Reason::kCpuTaken, "CPUTaken"},
    {Reason::kClaimNotAllowed, "ClaimNotAllowed"},
    {Reason::kCpuReserved, "CPUReserved"},
    {Reason::kMoreCpusThanAsked, "MoreCPUsThanAsked"},
    {Reason::kPoolEmpty, "PoolEmpty"},
    {Reason::kNumaNodeAbsent, "NUMANodeAbsent"},
    {Reason::kPodUnknown, "PodUnknown"},
    {Reason::kStateDisagrees, "StateDisagrees"},
    {Reason::kCgroupNotOfPod, "CgroupNotOfPod"},
    {Reason::kCpuReservedByNode, "CPUReservedByNode"},
    {Reason::kCpuIsolation, "CPUIsolation"},
    {Reason::kClaimUnreadable, "ClaimUnreadable"},
    {Reason::kNumaClaimNotAllowed, "NUMAClaimNotAllowed"},
    {Reason::kMoreOnNumaThanAsked, "MoreOnNUMAThanAsked"},
    {Reason::kDevicesNotAsked, "DevicesNotAsked"},
    {Reason::kDeviceCount, "DeviceCount", "UnexpectedAdmissionError"},
    {Reason::kDeviceAmount, "DeviceAmount"},
    {Reason::kDeviceTaken, "DeviceTaken"},
    {Reason::kDevicesUnknown, "DevicesUnknown"},
    {Reason::kAllocationDiffers, "AllocationDiffers"},
};

}  // namespace koord
