// Code generated from koord.h by tools/generate. DO NOT EDIT.
#include "base/profile_rules.h"
#include "base/refusal.h"

namespace koord {

std::string_view reason_name(Reason reason, Profile profile) noexcept {
  const bool kubelet = rules_of(profile).wording == Wording::kKubelet;
  switch (reason) {
    case Reason::kNone:
      return "None";
    case Reason::kNotEnoughCpus:
      return kubelet ? "UnexpectedAdmissionError" : "NotEnoughCPUs";
    case Reason::kRequiredBindPolicy:
      return "RequiredBindPolicy";
    case Reason::kInsufficientNuma:
      return "InsufficientNUMA";
    case Reason::kSmtAlignment:
      return "SMTAlignmentError";
    case Reason::kNotEnoughPhysicalCores:
      return kubelet ? "SMTAlignmentError" : "NotEnoughPhysicalCores";
    case Reason::kBindPolicyUnsupported:
      return "BindPolicyUnsupported";
    case Reason::kExclusivePolicyUnsupported:
      return "ExclusivePolicyUnsupported";
    case Reason::kNoNumaNodeFits:
      return "NoNUMANodeFits";
    case Reason::kResourceAbsent:
      return "ResourceAbsent";
    case Reason::kRequestIsNotLimit:
      return "RequestIsNotLimit";
    case Reason::kCpusNotWhole:
      return "CPUsNotWhole";
    case Reason::kNoTopology:
      return "NoTopology";
    case Reason::kBindPolicyConflict:
      return "BindPolicyConflict";
    case Reason::kNumaPolicyConflict:
      return "NUMAPolicyConflict";
    case Reason::kSharedPoolTooSmall:
      return "SharedPoolTooSmall";
    case Reason::kInsufficientResource:
      return "InsufficientResource";
    case Reason::kNodeUnknown:
      return "NodeUnknown";
    case Reason::kNodeUnschedulable:
      return "NodeUnschedulable";
    case Reason::kNumaUnsatisfied:
      return kubelet ? "TopologyAffinityError" : "NUMAUnsatisfied";
    case Reason::kNumaUnaligned:
      return kubelet ? "TopologyAffinityError" : "NUMAUnaligned";
    case Reason::kNumaExclusive:
      return "NUMAExclusive";
    case Reason::kSearchLimit:
      return "SearchLimit";
    case Reason::kNoNumaMemory:
      return kubelet ? "UnexpectedAdmissionError" : "NoNUMAMemory";
    case Reason::kMemoryHintNotPreferred:
      return kubelet ? "UnexpectedAdmissionError" : "MemoryHintNotPreferred";
    case Reason::kMemoryHintNotExtensible:
      return kubelet ? "UnexpectedAdmissionError" : "MemoryHintNotExtensible";
    case Reason::kMemoryExtensionNotPreferred:
      return kubelet ? "UnexpectedAdmissionError" : "MemoryExtensionNotPreferred";
    case Reason::kMemoryGroupViolated:
      return kubelet ? "UnexpectedAdmissionError" : "MemoryGroupViolated";
    case Reason::kGangUnplaced:
      return "GangUnplaced";
    case Reason::kReservationShort:
      return "ReservationShort";
    case Reason::kWouldMove:
      return "WouldMove";
    case Reason::kDeviceUnit:
      return "DeviceUnit";
    case Reason::kDeviceMix:
      return "DeviceMix";
    case Reason::kNoShareTemplate:
      return "NoShareTemplate";
    case Reason::kNoDevices:
      return "NoDevices";
    case Reason::kNotEnoughDevices:
      return "NotEnoughDevices";
    case Reason::kNotEnoughVfs:
      return "NotEnoughVFs";
    case Reason::kDeviceScope:
      return "DeviceScope";
    case Reason::kDeviceNuma:
      return "DeviceNUMA";
    case Reason::kNoPartitionTable:
      return "NoPartitionTable";
    case Reason::kPartitionSize:
      return "PartitionSize";
    case Reason::kPartitionsTaken:
      return "PartitionsTaken";
    case Reason::kDevicesUnplaced:
      return "DevicesUnplaced";
    case Reason::kSharesSpread:
      return "SharesSpread";
    case Reason::kDevicesApart:
      return "DevicesApart";
    case Reason::kDeviceUnhealthy:
      return "DeviceUnhealthy";
    case Reason::kDeviceUnnamed:
      return "DeviceUnnamed";
    case Reason::kCpuNotOnMachine:
      return "CPUNotOnMachine";
    case Reason::kCpuTaken:
      return "CPUTaken";
    case Reason::kClaimNotAllowed:
      return "ClaimNotAllowed";
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
    case Reason::kCgroupNotOfPod:
      return "CgroupNotOfPod";
    case Reason::kCpuReservedByNode:
      return "CPUReservedByNode";
    case Reason::kClaimUnreadable:
      return "ClaimUnreadable";
    case Reason::kNumaClaimNotAllowed:
      return "NUMAClaimNotAllowed";
    case Reason::kMoreOnNumaThanAsked:
      return "MoreOnNUMAThanAsked";
    case Reason::kDevicesNotAsked:
      return "DevicesNotAsked";
    case Reason::kDeviceCount:
      return "DeviceCount";
    case Reason::kDeviceAmount:
      return "DeviceAmount";
    case Reason::kDeviceTaken:
      return "DeviceTaken";
    case Reason::kDevicesUnknown:
      return "DevicesUnknown";
    case Reason::kAllocationDiffers:
      return "AllocationDiffers";
  }
  return "Unknown";
}

}  // namespace koord
