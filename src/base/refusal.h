// "No" as a value: why a request was refused, with the numbers behind it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace koord {

// Whose answer is wanted. Numbers are those of koord_profile.
enum class Profile : int32_t {
  kSpec = 0,      // the Koordinator proposals and kubelet's manuals, as written
  kUpstream = 1,  // Koordinator v1.8, CPU for CPU
  kKubelet = 2,   // kubelet 1.36 static CPU policy, its known defects repaired
  kNrtMatch = 3,  // scheduler-plugins' NodeResourceTopologyMatch
};

// Numbers are those of koord_reason, never renumbered.
enum class Reason : int32_t {
  kNone = 0,
  kNotEnoughCpus = 1,                 // fewer CPUs are available than asked
  kRequiredBindPolicy = 2,            // CPUs enough, but not in the shape a required policy demands
  kInsufficientNuma = 3,              // the hinted NUMA nodes cannot grant the amount
  kSmtAlignment = 4,                  // kubelet: the count is no multiple of the threads per core
  kNotEnoughPhysicalCores = 5,        // kubelet: too few whole free cores
  kBindPolicyUnsupported = 6,         // the architecture does not support the bind policy
  kExclusivePolicyUnsupported = 7,    // the architecture does not support the exclusive policy
  kNoNumaNodeFits = 8,                // no NUMA node has all that must come from one
  kResourceAbsent = 9,                // the node does not have the resource at all
  kRequestIsNotLimit = 10,            // LSE, LSR: limit and request must be the same
  kCpusNotWhole = 11,                 // CPUs of its own come in whole numbers
  kNoTopology = 12,                   // the node reports no CPU topology
  kBindPolicyConflict = 13,           // the node's bind policy is another than the pod's
  kNumaPolicyConflict = 14,           // the node's NUMA policy is another than the pod's
  kSharedPoolTooSmall = 15,           // no NUMA node's shared pool holds the pod's limit
  kInsufficientResource = 16,         // the whole node has too little left of a resource
  kNodeUnknown = 17,                  // pods mention the node, nobody has described it
  kNodeUnschedulable = 18,            // spec.unschedulable
  kNumaUnsatisfied = 20,              // no NUMA nodes can give some resource
  kNumaUnaligned = 21,                // no NUMA nodes suit all resources as the policy demands
  kNumaExclusive = 22,                // those that do are used by pods of the other kind
  kSearchLimit = 23,                  // too many combinations to find the answer among
  kNoNumaMemory = 40,                 // kubelet: no NUMA nodes have the memory
  kMemoryHintNotPreferred = 41,       // kubelet: only more NUMA nodes than needed have it
  kMemoryHintNotExtensible = 42,      // kubelet: none that include those the policies chose have it
  kMemoryExtensionNotPreferred = 43,  // kubelet: only more of them than needed
  kMemoryGroupViolated = 44,          // kubelet: memory of these nodes is used in other groups
  kGangUnplaced = 60,                 // not all pods of a gang find room at once
  kReservationShort = 61,             // what is left of a reservation does not suffice
  kWouldMove = 62,                    // only on other CPUs or NUMA nodes than it has
  kDeviceUnit = 80,                   // neither a part of one device nor whole devices
  kDeviceMix = 81,                    // names of device resources that do not go together
  kNoShareTemplate = 82,              // a part of a device in no size that any model has
  kNoDevices = 83,           // the node has none of the type, or none that the pod may have
  kNotEnoughDevices = 84,    // fewer devices have enough left than asked
  kNotEnoughVfs = 85,        // the devices have no virtual functions of the kind asked
  kDeviceScope = 86,         // not within one PCIe switch or NUMA node, as asked
  kDeviceNuma = 87,          // not on the NUMA nodes that the pod keeps to
  kNoPartitionTable = 88,    // devices come in partitions, and none are known
  kPartitionSize = 89,       // there are no partitions of so many devices
  kPartitionsTaken = 90,     // there are, but none that is free
  kDevicesUnplaced = 91,     // the devices state no NUMA node, and must be near to each other
  kSharesSpread = 92,        // parts of several devices within a scope: not supported
  kDevicesApart = 93,        // devices of two types that must be together are not
  kDeviceUnhealthy = 94,     // a device that is named is not there, or not healthy
  kDeviceUnnamed = 95,       // nothing names a device of the pod's to a runtime
  kCpuNotOnMachine = 100,    // a pod claims a CPU that the node does not have
  kCpuTaken = 101,           // it claims a CPU that is another pod's
  kClaimNotDue = 102,        // it claims CPUs, and its QoS is not LSE or LSR
  kCpuReserved = 103,        // it claims a CPU that kubelet keeps for the system
  kMoreCpusThanAsked = 104,  // it claims more CPUs than it asks for
  kPoolEmpty = 105,          // there are no CPUs in the pool that it is to run on
  kNumaNodeAbsent = 106,     // its memory is on a NUMA node that the node does not have
  kPodUnknown = 107,         // what is known of the node does not have the pod
  kStateDisagrees = 108,     // it says that the pod runs elsewhere
  kNotThePods = 109          // the control group is not one of the pod's
};

// What `needed` and `best` count, and what `where` names. Numbers are those of koord_object.
enum class Object : int32_t {
  kMachine = 0,
  kCpu = 1,
  kCore = 2,
  kL3 = 3,
  kNumaNode = 4,
  kSocket = 5,
  kMilliCpu = 6,
  kPolicy = 7,
  kBytes = 8,
  kUnit = 9,        // of a resource that is neither CPU nor memory
  kContainer = 10,  // `where`: its index in the pod
  kPod = 11,
  kDevice = 12
};

struct Refusal {
  Reason reason = Reason::kNone;
  Profile profile = Profile::kSpec;  // decides the wording: under a peer's profile, the peer's
  Object object = Object::kCpu;      // unit of needed and best
  int64_t needed = 0;                //
  int64_t best = 0;                  // the most that any place considered could give
  Object where_object = Object::kMachine;
  int32_t where = -1;  // id of that place, -1 for the machine
  int32_t detail = 0;  // bind or exclusive policy, threads per core, or level; by reason

  bool refused() const noexcept { return reason != Reason::kNone; }
};

// One sentence a person can act on; "" for kNone.
std::string to_sentence(const Refusal &refusal);
// Stable CamelCase name; kubelet's own reason where kubelet has one ("SMTAlignmentError").
std::string_view reason_name(Reason reason, Profile profile = Profile::kSpec) noexcept;

}  // namespace koord
