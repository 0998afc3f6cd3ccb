// Changes with which a pod fits on a node that refuses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "object/devices.h"

namespace koord::plan {

// A kind of change, with the meaning of `from` and
// `to`. The numbers are those of koord_remedy_kind.
enum class RemedyKind : int32_t {
  // The pod prefers its bind policy instead of requiring it; from and to are PodBind.
  kPreferBind = 0,
  kRequiredBind = 1,   // the pod requires another bind policy, PodBind
  kPreferredBind = 2,  // the pod prefers another, PodBind
  kPodExclusive = 3,   // the pod's exclusive policy, ExclusivePolicy
  kPodNuma = 4,        // the pod's NUMA policy, NumaPolicy
  // If pods on one NUMA node and pods on several may share NUMA nodes, NumaExclusive.
  kNumaExclusive = 5,
  kPodCpu = 6,            // the pod requests less CPU: milli-CPU, and its limit if they are equal
  kPodCpuLimit = 7,       // the pod has a lower CPU limit: milli-CPU, and a request of at most that
  kNodeSchedulable = 8,   // the node is no longer marked unschedulable: 1, 0
  kNodeBind = 9,          // the node's bind policy, NodeBind
  kNodeNuma = 10,         // the node's NUMA policy, NumaPolicy
  kEvict = 11,            // the pod `name` is evicted; its priority
  kRebind = 12,           // `to` pods of the node move to other CPUs
  kDeviceScope = 13,      // the scope that the pod's devices of a type must share, DeviceScope
  kDeviceExclusive = 14,  // how exclusively it uses its devices, DeviceExclusive
  // The pod accepts any device of the type, not only those that its selector matches: 1, 0.
  kDeviceSelector = 15,
  kVirtualFunctions = 16,  // virtual functions that must come with its devices, VfPolicy
  kJointDevices = 17,      // its devices need not share PCIe switches: 1, 0
  kPodPartition = 18,      // the partition of GPUs that it requires, PodPartitionPolicy
  kPodDevices = 19,        // the pod requests fewer devices of a type
  kNodePartition = 20,     // the node's partition policy, PartitionPolicy
  kPodDeviceShare = 21     // the pod requests less of the resource `name` per device
};

// Requirements of a pod's annotations for virtual
// functions and partitions: none, any, or specific ones.
enum class VfPolicy : int32_t { kNone = 0, kAny = 1, kMatching = 2 };
enum class PodPartitionPolicy : int32_t { kNone = 0, kAny = 1, kMatching = 2 };

struct Step {
  RemedyKind kind = RemedyKind::kEvict;
  int64_t from = 0;
  int64_t to = 0;
  int32_t priority = 0;
  // Uid of the evicted pod, the resource of kPodDeviceShare, or
  // the type of devices; empty if no single type is meant.
  std::string name;
};

// Steps that must all be taken.
struct Remedy {
  std::vector<Step> steps;
};

// Returns the scope that devices must share, such as "under one PCIe switch".
std::string_view place_of(object::DeviceScope scope);
// Returns the noun for devices of a type in messages, such as "GPU".
std::string noun_of(const std::string &type);
// Returns a stable CamelCase name, a string literal.
std::string_view kind_name(RemedyKind kind) noexcept;
// Returns the value of `from` or `to` as annotations and
// labels spell it; empty if there is none or it is an amount.
std::string setting_name(RemedyKind kind, int64_t number);
// Returns for instance "the pod a (priority 0) is evicted and the pod b (priority 0) is evicted".
std::string to_text(const Remedy &remedy);

}  // namespace koord::plan
