// Code generated from include/koord/refusal.h by make generate (tools/generate). DO NOT EDIT.
// Reasons for refusals: the numbers of koord_reason.
#pragma once

#include <cstdint>

namespace koord {

enum class Reason : int32_t {
  // granted
  kNone = 0,
  // fewer CPUs are available than requested
  kNotEnoughCpus = 1,
  // enough CPUs, but the required bind policy cannot be met
  kRequiredBindPolicy = 2,
  // the given NUMA nodes cannot supply the amount
  kInsufficientNuma = 3,
  // whole cores required, but not a multiple of their threads
  kSmtAlignment = 4,
  // kubelet: too few entirely free cores
  kNotEnoughPhysicalCores = 5,
  // not supported on this architecture
  kBindPolicyUnsupported = 6,
  // not supported on this architecture
  kExclusivePolicyUnsupported = 7,
  // no NUMA node has everything that must come from one
  kNoNumaNodeFits = 8,
  // the node has none of a requested resource
  kResourceAbsent = 9,
  // LSE, LSR: limit and request must be equal
  kRequestIsNotLimit = 10,
  // exclusive CPUs must be a whole number
  kCpusNotWhole = 11,
  // the node reports no CPU topology
  kNoTopology = 12,
  // the bind policies of node and pod differ
  kBindPolicyConflict = 13,
  // the NUMA policies of node and pod differ
  kNumaPolicyConflict = 14,
  // no NUMA node's shared pool is large enough for the pod's limit
  kSharedPoolTooSmall = 15,
  // the node has too little left of a resource
  kInsufficientResource = 16,
  // pods mention the node, but it was never set
  kNodeUnknown = 17,
  // spec.unschedulable
  kNodeUnschedulable = 18,
  // no NUMA nodes can supply some resource
  kNumaUnsatisfied = 20,
  // no NUMA nodes suit all resources as the policy requires
  kNumaUnaligned = 21,
  // suitable NUMA nodes are used by pods on several NUMA nodes or, if the pod needs several, by
  // pods on one
  kNumaExclusive = 22,
  // too many combinations to search
  kSearchLimit = 23,
  // the pod requires isolated CPUs, and fewer are free than it requests
  kNotEnoughIsolatedCpus = 24,
  // no NUMA nodes have the memory
  kNoNumaMemory = 40,
  // only more NUMA nodes than needed have the memory
  kMemoryHintNotPreferred = 41,
  // no NUMA nodes that include the chosen ones have the memory
  kMemoryHintNotExtensible = 42,
  // only more NUMA nodes than needed, the chosen ones included, have the memory
  kMemoryExtensionNotPreferred = 43,
  // memory of these NUMA nodes is used in other groups
  kMemoryGroupViolated = 44,
  // kubelet cannot read an amount of memory as a 64-bit number: a fraction of a byte, or too many
  // digits for it ("200Ti"); `needed` is the amount, rounded up
  kMemoryNotInt64 = 45,
  // kubelet with PodLevelResourceManagers: containers with CPUs or memory of their own have
  // `needed` of the `best` that the pod has, which leaves nothing to containers that share
  kPodPoolEmpty = 46,
  // the pod fits, but perhaps not in every order in which kubelet can admit it and the `needed`
  // pods of the node that the node's report does not name yet; try again after the next report
  kPodsInFlight = 47,
  // the pods of a gang do not all fit at once
  kGangUnplaced = 60,
  // the reservation has too little left
  kReservationShort = 61,
  // fits only on other CPUs or NUMA nodes than it has
  kWouldMove = 62,
  // kubelet's static managers do not change `resource` of a Guaranteed pod that runs
  kResizeInfeasible = 63,
  // neither a part of one device nor a number of whole devices
  kDeviceUnit = 80,
  // device resources that cannot be requested together
  kDeviceMix = 81,
  // a part of a device in a size that no model offers
  kNoShareTemplate = 82,
  // the node has none of the type, or none that the pod may use
  kNoDevices = 83,
  // fewer devices have enough left than requested
  kNotEnoughDevices = 84,
  // the devices have no virtual functions of the requested kind
  kNotEnoughVfs = 85,
  // not within one PCIe switch or NUMA node, as requested
  kDeviceScope = 86,
  // not on the NUMA nodes of the pod
  kDeviceNuma = 87,
  // devices are partitioned, but no partitions are known
  kNoPartitionTable = 88,
  // there are no partitions of this size
  kPartitionSize = 89,
  // no partition of this size is free
  kPartitionsTaken = 90,
  // the devices must be close together, but state no NUMA node
  kDevicesUnplaced = 91,
  // parts of several devices within one scope: not supported
  kSharesSpread = 92,
  // devices of two types that must be together are not
  kDevicesApart = 93,
  // a named device does not exist or is unhealthy
  kDeviceUnhealthy = 94,
  // the pod's device `where` has no name that a runtime knows
  kDeviceUnnamed = 95,
  // it is unknown which devices of the type are in use: `best` pods of the node have some that no
  // source names; 0 if the reporter of the node's devices could not read kubelet's assignments
  kDevicesNotReported = 96,
  // the machine does not have the CPU `where`
  kCpuNotOnMachine = 100,
  // the CPU `where` is assigned to another pod
  kCpuTaken = 101,
  // exclusive CPUs are for QoS LSE and LSR
  kClaimNotAllowed = 102,
  // kubelet reserves the CPU `where` for the system
  kCpuReserved = 103,
  // more CPUs than the whole CPUs that it requests
  kMoreCpusThanAsked = 104,
  // the pool of the NUMA node `where`, or the whole pool, has no CPUs
  kPoolEmpty = 105,
  // its memory is on a NUMA node that does not exist
  kNumaNodeAbsent = 106,
  // the node's state does not contain the pod
  kPodUnknown = 107,
  // the node's state assigns other CPUs to the pod
  kStateDisagrees = 108,
  // the process is in a control group that is not the pod's
  kCgroupNotOfPod = 109,
  // the node reserves the CPU `where` for the system
  kCpuReservedByNode = 110,
  // the CPU `where` is isolated and kept for pods that require isolated CPUs, or the pod requires
  // isolated CPUs and this is none
  kCpuIsolation = 111,
  // the claim cannot be read: koord_pod_get_faults
  kClaimUnreadable = 120,
  // QoS BE and SYSTEM have no amounts on NUMA nodes
  kNumaClaimNotAllowed = 121,
  // more of `resource` than it requests
  kMoreOnNumaThanAsked = 122,
  // devices of `device_type`; it requests none
  kDevicesNotAsked = 123,
  // `needed` devices; it requests `best`
  kDeviceCount = 124,
  // more of the device with minor `where` than it requests
  kDeviceAmount = 125,
  // other pods have too much of the device with minor `where`
  kDeviceTaken = 126,
  // no source says which `needed` devices it has; `best` devices are set aside for it
  kDevicesUnknown = 127,
  // other CPUs, NUMA nodes or devices than were allocated to it
  kAllocationDiffers = 128,
};
// All reasons, in order.
inline constexpr Reason kReasons[] = {
    Reason::kNone,
    Reason::kNotEnoughCpus,
    Reason::kRequiredBindPolicy,
    Reason::kInsufficientNuma,
    Reason::kSmtAlignment,
    Reason::kNotEnoughPhysicalCores,
    Reason::kBindPolicyUnsupported,
    Reason::kExclusivePolicyUnsupported,
    Reason::kNoNumaNodeFits,
    Reason::kResourceAbsent,
    Reason::kRequestIsNotLimit,
    Reason::kCpusNotWhole,
    Reason::kNoTopology,
    Reason::kBindPolicyConflict,
    Reason::kNumaPolicyConflict,
    Reason::kSharedPoolTooSmall,
    Reason::kInsufficientResource,
    Reason::kNodeUnknown,
    Reason::kNodeUnschedulable,
    Reason::kNumaUnsatisfied,
    Reason::kNumaUnaligned,
    Reason::kNumaExclusive,
    Reason::kSearchLimit,
    Reason::kNotEnoughIsolatedCpus,
    Reason::kNoNumaMemory,
    Reason::kMemoryHintNotPreferred,
    Reason::kMemoryHintNotExtensible,
    Reason::kMemoryExtensionNotPreferred,
    Reason::kMemoryGroupViolated,
    Reason::kMemoryNotInt64,
    Reason::kPodPoolEmpty,
    Reason::kPodsInFlight,
    Reason::kGangUnplaced,
    Reason::kReservationShort,
    Reason::kWouldMove,
    Reason::kResizeInfeasible,
    Reason::kDeviceUnit,
    Reason::kDeviceMix,
    Reason::kNoShareTemplate,
    Reason::kNoDevices,
    Reason::kNotEnoughDevices,
    Reason::kNotEnoughVfs,
    Reason::kDeviceScope,
    Reason::kDeviceNuma,
    Reason::kNoPartitionTable,
    Reason::kPartitionSize,
    Reason::kPartitionsTaken,
    Reason::kDevicesUnplaced,
    Reason::kSharesSpread,
    Reason::kDevicesApart,
    Reason::kDeviceUnhealthy,
    Reason::kDeviceUnnamed,
    Reason::kDevicesNotReported,
    Reason::kCpuNotOnMachine,
    Reason::kCpuTaken,
    Reason::kClaimNotAllowed,
    Reason::kCpuReserved,
    Reason::kMoreCpusThanAsked,
    Reason::kPoolEmpty,
    Reason::kNumaNodeAbsent,
    Reason::kPodUnknown,
    Reason::kStateDisagrees,
    Reason::kCgroupNotOfPod,
    Reason::kCpuReservedByNode,
    Reason::kCpuIsolation,
    Reason::kClaimUnreadable,
    Reason::kNumaClaimNotAllowed,
    Reason::kMoreOnNumaThanAsked,
    Reason::kDevicesNotAsked,
    Reason::kDeviceCount,
    Reason::kDeviceAmount,
    Reason::kDeviceTaken,
    Reason::kDevicesUnknown,
    Reason::kAllocationDiffers,
};

}  // namespace koord
