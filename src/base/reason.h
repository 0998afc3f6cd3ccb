// Code generated from koord.h by tools/generate. DO NOT EDIT.
// Why a request was refused: the numbers of koord_reason.
#pragma once

#include <cstdint>

namespace koord {

enum class Reason : int32_t {
  // granted
  kNone = 0,
  // fewer CPUs are available than asked
  kNotEnoughCpus = 1,
  // enough CPUs, not in the required shape
  kRequiredBindPolicy = 2,
  // the given NUMA nodes cannot grant the amount
  kInsufficientNuma = 3,
  // whole cores wanted, no multiple of their threads
  kSmtAlignment = 4,
  // kubelet: too few whole free cores
  kNotEnoughPhysicalCores = 5,
  // not on this architecture
  kBindPolicyUnsupported = 6,
  // not on this architecture
  kExclusivePolicyUnsupported = 7,
  // no NUMA node has all that must come from one
  kNoNumaNodeFits = 8,
  // the node has nothing of a resource that is asked for
  kResourceAbsent = 9,
  // LSE, LSR: limit and request must be the same
  kRequestIsNotLimit = 10,
  // CPUs of its own come in whole numbers
  kCpusNotWhole = 11,
  // the node reports no CPU topology
  kNoTopology = 12,
  // the node's bind policy is another than the pod's
  kBindPolicyConflict = 13,
  // the node's NUMA policy is another than the pod's
  kNumaPolicyConflict = 14,
  // no NUMA node's shared pool holds the pod's limit
  kSharedPoolTooSmall = 15,
  // the node has too little left of a resource
  kInsufficientResource = 16,
  // pods mention the node, nobody has described it
  kNodeUnknown = 17,
  // spec.unschedulable
  kNodeUnschedulable = 18,
  // no NUMA nodes can give some resource
  kNumaUnsatisfied = 20,
  // no NUMA nodes suit all resources as the policy demands
  kNumaUnaligned = 21,
  // those that do are used by pods of the other kind
  kNumaExclusive = 22,
  // too many combinations to find the answer among
  kSearchLimit = 23,
  // no NUMA nodes have the memory
  kNoNumaMemory = 40,
  // only more NUMA nodes than needed have it
  kMemoryHintNotPreferred = 41,
  // none that include the nodes chosen have it
  kMemoryHintNotExtensible = 42,
  // only more of them than needed have it
  kMemoryExtensionNotPreferred = 43,
  // memory of these is used in other groups
  kMemoryGroupViolated = 44,
  // not all pods of a gang find room at once
  kGangUnplaced = 60,
  // what is left of a reservation does not suffice
  kReservationShort = 61,
  // only on other CPUs or NUMA nodes than it has
  kWouldMove = 62,
  // neither a part of one device nor whole devices
  kDeviceUnit = 80,
  // names of device resources that do not go together
  kDeviceMix = 81,
  // a part of a device in no size that any model has
  kNoShareTemplate = 82,
  // the node has none of the type, or none that the pod may have
  kNoDevices = 83,
  // fewer devices have enough left than asked
  kNotEnoughDevices = 84,
  // the devices have no virtual functions of the kind asked
  kNotEnoughVfs = 85,
  // not within one PCIe switch or NUMA node, as asked
  kDeviceScope = 86,
  // not on the NUMA nodes that the pod keeps to
  kDeviceNuma = 87,
  // devices come in partitions, and none are known
  kNoPartitionTable = 88,
  // there are no partitions of so many devices
  kPartitionSize = 89,
  // there are, but none that is free
  kPartitionsTaken = 90,
  // the devices state no NUMA node, and must be near
  kDevicesUnplaced = 91,
  // parts of several devices within a scope: not supported
  kSharesSpread = 92,
  // devices of two types that must be together are not
  kDevicesApart = 93,
  // a device that is named is not there, or not healthy
  kDeviceUnhealthy = 94,
  // nothing names the pod's device `where` to a runtime
  kDeviceUnnamed = 95,
  // `where` is a CPU that the machine does not have
  kCpuNotOnMachine = 100,
  // the CPU `where` is another pod's
  kCpuTaken = 101,
  // CPUs of its own are for QoS LSE and LSR
  kClaimNotDue = 102,
  // kubelet reserves the CPU `where` for the system
  kCpuReserved = 103,
  // more CPUs than the whole ones it asks for
  kMoreCpusThanAsked = 104,
  // no CPUs in the pool of the NUMA node `where`, or in all
  kPoolEmpty = 105,
  // its memory is on a NUMA node that is not there
  kNumaNodeAbsent = 106,
  // what is known of the node does not have the pod
  kPodUnknown = 107,
  // it says that the pod runs elsewhere
  kStateDisagrees = 108,
  // its process is in a control group that is not its own
  kNotThePods = 109,
  // the node reserves the CPU `where`, for the system
  kCpuReservedByNode = 110,
  // it cannot be read: koord_pod_get_faults
  kClaimUnreadable = 120,
  // amounts of NUMA nodes are not for QoS BE and SYSTEM
  kNumaNotDue = 121,
  // more of `resource` than it asks for
  kMoreOnNumaThanAsked = 122,
  // devices of `device_type`; it asks for none
  kDevicesNotAsked = 123,
  // `needed` devices; it asks for `best`
  kDeviceCount = 124,
  // more of the device of minor `where` than it asks for
  kDeviceAmount = 125,
  // others have too much of the device of minor `where`
  kDeviceTaken = 126,
  // nothing tells which `needed` devices it has; `best` of them are kept for it
  kDevicesUntold = 127,
  // other CPUs, NUMA nodes or devices than it was given
  kGivenOtherwise = 128,
};

}  // namespace koord
