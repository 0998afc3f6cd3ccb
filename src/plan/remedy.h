// Something that makes a pod fit on a node that refuses it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace koord::plan {

// What is changed, and what `from` and `to` are. Numbers are those of koord_remedy_kind.
enum class RemedyKind : int32_t {
  kPreferBind =
      0,  // the pod prefers its bind policy instead of requiring it; from and to are PodBind
  kRequiredBind = 1,   // the pod requires another bind policy, PodBind
  kPreferredBind = 2,  // the pod prefers another, PodBind
  kPodExclusive = 3,   // the pod's exclusive policy, ExclusivePolicy
  kPodNuma = 4,        // the pod's NUMA policy, NumaPolicy
  kNumaExclusive = 5,  // whether it shares NUMA nodes with pods of the other kind, NumaExclusive
  kPodCpu = 6,       // the pod requests less CPU: milli-CPU, and its limit where they are the same
  kPodCpuLimit = 7,  // the pod has a lower limit: milli-CPU, and a request that is no more
  kNodeSchedulable = 8,   // the node is no longer marked unschedulable: 1, 0
  kNodeBind = 9,          // the node's bind policy, NodeBind
  kNodeNuma = 10,         // the node's NUMA policy, NumaPolicy
  kEvict = 11,            // the pod `uid` leaves; its priority
  kRebind = 12,           // `to` pods of the node move to other CPUs of it
  kDeviceScope = 13,      // within what the pod's devices of a type must be, DeviceScope
  kDeviceExclusive = 14,  // whether it shares them and what they hang under, DeviceExclusive
  kDeviceSelector =
      15,  // it takes any of the type, not those alone that its selector matches: 1, 0
  kVirtualFunctions = 16,  // which come with its devices, VfPolicy
  kJointDevices = 17,      // its devices need not share PCIe switches: 1, 0
  kPodPartition = 18,      // which partition of GPUs it wants, PodPartitionPolicy
  kPodDevices = 19,        // it asks for fewer devices of a type
  kNodePartition = 20      // the node's partition policy, PartitionPolicy
};

// What a pod's annotations state about virtual functions and partitions, and how particular they
// are.
enum class VfPolicy : int32_t { kNone = 0, kAny = 1, kMatching = 2 };
enum class PodPartitionPolicy : int32_t { kNone = 0, kAny = 1, kMatching = 2 };

struct Step {
  RemedyKind kind = RemedyKind::kEvict;
  int64_t from = 0;
  int64_t to = 0;
  int32_t priority = 0;
  std::string
      name;  // uid of the pod that leaves; the type of devices, "" where it is none in particular
};

// All of them together.
struct Remedy {
  std::vector<Step> steps;
};

// Stable CamelCase name, of a literal.
std::string_view kind_name(RemedyKind kind) noexcept;
// What `from` or `to` stands for, as annotations and labels spell it; "" for none, and where it is
// an amount.
std::string setting_name(RemedyKind kind, int64_t number);
// "the pod a (priority 0) leaves and the pod b (priority 0) leaves"
std::string to_text(const Remedy &remedy);

}  // namespace koord::plan
