#include "plan/remedy.h"

#include "base/device_types.h"
#include "base/words.h"
#include "object/device_names.h"
#include "wording/device_sentence.h"

namespace koord::plan {
namespace {

template <typename Value, size_t N>
std::string spelled(const Spelling<Value> (&table)[N], int64_t number) {
  const auto *entry = find_value(table, static_cast<Value>(number));
  return entry == nullptr || entry->text.empty() ? "" : std::string(entry->text);
}

// Returns the object, its setting and the verb, such as "the pod requires the bind policy".
std::string_view phrase(RemedyKind kind) {
  switch (kind) {
    case RemedyKind::kRequiredBind:
      return "the pod requires the bind policy ";
    case RemedyKind::kPreferredBind:
      return "the pod prefers the bind policy ";
    case RemedyKind::kPodExclusive:
      return "the pod's exclusive policy is ";
    case RemedyKind::kPodNuma:
      return "the pod's NUMA policy is ";
    case RemedyKind::kPodCpu:
    case RemedyKind::kPodDevices:
      return "the pod requests ";
    case RemedyKind::kPodCpuLimit:
      return "the pod's CPU limit is ";
    case RemedyKind::kNodeBind:
      return "the node's bind policy is ";
    case RemedyKind::kNodeNuma:
      return "the node's NUMA policy is ";
    case RemedyKind::kNodePartition:
      return "the node's GPU partition policy is ";
    default:
      return "";
  }
}

// Returns for instance "the pod requests at most 8Gi of koordinator.sh/gpu-memory per GPU".
std::string words_of_share(const Step &step) {
  const DeviceResource *known = find_device_resource(step.name);
  const auto value = [&](int64_t amount) {
    return known != nullptr && known->resource == kResourceGpuMemory ? byte_amount(amount)
                                                                     : std::to_string(amount);
  };
  const std::string device =
      known == nullptr ? "device" : noun_of(std::string(kWellKnownTypeNames[known->type]));
  return "the pod requests at most " + value(step.to) + " of " + plain(step.name) + " per " +
         device + " instead of " + value(step.from);
}

std::string words_of(const Step &step) {
  const std::string devices = noun_of(step.name) + 's';
  const auto value = [&](int64_t number) {
    if (step.kind == RemedyKind::kPodCpu || step.kind == RemedyKind::kPodCpuLimit)
      return milli_cpu(number);
    if (step.kind == RemedyKind::kPodDevices) return plural(number, noun_of(step.name));
    if (step.kind == RemedyKind::kDeviceScope)
      return std::string(place_of(static_cast<object::DeviceScope>(number)));
    const std::string text = setting_name(step.kind, number);
    return text.empty() ? "the default" : text;
  };
  switch (step.kind) {
    case RemedyKind::kPreferBind:
      return "the pod prefers the bind policy " + value(step.from) + " instead of requiring it";
    case RemedyKind::kNumaExclusive:
      return "the pod may share NUMA nodes with pods on several NUMA nodes or, if it needs "
             "several, "
             "with pods on one NUMA node";
    case RemedyKind::kNodeSchedulable:
      return "the node is no longer marked unschedulable";
    case RemedyKind::kEvict:
      return "the pod " + plain(step.name) + " (priority " + std::to_string(step.priority) +
             ") is evicted";
    case RemedyKind::kRebind:
      return "the node is rebound: " + std::to_string(step.to) +
             (step.to == 1 ? " of its pods moves" : " of its pods move") + " to other CPUs";
    case RemedyKind::kDeviceScope:
      return "the pod's " + devices + " may be " + value(step.to) + ", not only " +
             value(step.from);
    case RemedyKind::kDeviceExclusive:
      return "the pod's exclusive policy for " + devices + " is none instead of " +
             value(step.from);
    case RemedyKind::kDeviceSelector:
      return "the pod accepts any " + devices + ", not only those that its selector matches";
    case RemedyKind::kVirtualFunctions:
      return step.to == static_cast<int64_t>(VfPolicy::kAny)
                 ? "the pod accepts any virtual functions of " + devices +
                       ", not only those that its selector matches"
                 : "the pod accepts " + devices + " without virtual functions";
    case RemedyKind::kPodDeviceShare:
      return words_of_share(step);
    case RemedyKind::kJointDevices:
      return "the pod's devices need not share PCIe switches";
    case RemedyKind::kPodPartition:
      return step.to == static_cast<int64_t>(PodPartitionPolicy::kAny)
                 ? "the pod accepts any partition of this size"
                 : "the pod's GPUs need not be a partition";
    default:
      return std::string(phrase(step.kind)) + value(step.to) + " instead of " + value(step.from);
  }
}

}  // namespace

std::string_view place_of(object::DeviceScope scope) {
  switch (scope) {
    case object::DeviceScope::kNumaNode:
      return "on one NUMA node";
    case object::DeviceScope::kPcie:
      return "under one PCIe switch";
    case object::DeviceScope::kDevice:
      return "on one device";
    default:
      return "anywhere on the node";
  }
}

std::string noun_of(const std::string &type) { return device_noun(plain(type)); }

std::string_view kind_name(RemedyKind kind) noexcept {
  switch (kind) {
    case RemedyKind::kPreferBind:
      return "PreferBindPolicy";
    case RemedyKind::kRequiredBind:
      return "PodRequiredBindPolicy";
    case RemedyKind::kPreferredBind:
      return "PodPreferredBindPolicy";
    case RemedyKind::kPodExclusive:
      return "PodExclusivePolicy";
    case RemedyKind::kPodNuma:
      return "PodNUMAPolicy";
    case RemedyKind::kNumaExclusive:
      return "PodNUMAExclusive";
    case RemedyKind::kPodCpu:
      return "PodCPU";
    case RemedyKind::kPodCpuLimit:
      return "PodCPULimit";
    case RemedyKind::kNodeSchedulable:
      return "NodeSchedulable";
    case RemedyKind::kNodeBind:
      return "NodeBindPolicy";
    case RemedyKind::kNodeNuma:
      return "NodeNUMAPolicy";
    case RemedyKind::kEvict:
      return "EvictPod";
    case RemedyKind::kRebind:
      return "RebindNode";
    case RemedyKind::kDeviceScope:
      return "PodDeviceScope";
    case RemedyKind::kDeviceExclusive:
      return "PodDeviceExclusivePolicy";
    case RemedyKind::kDeviceSelector:
      return "PodDeviceSelector";
    case RemedyKind::kVirtualFunctions:
      return "PodVirtualFunctions";
    case RemedyKind::kJointDevices:
      return "PodJointDevices";
    case RemedyKind::kPodPartition:
      return "PodGPUPartition";
    case RemedyKind::kPodDevices:
      return "PodDevices";
    case RemedyKind::kNodePartition:
      return "NodeGPUPartitionPolicy";
    case RemedyKind::kPodDeviceShare:
      return "PodDeviceShare";
  }
  return "Unknown";
}

std::string setting_name(RemedyKind kind, int64_t number) {
  switch (kind) {
    case RemedyKind::kPreferBind:
    case RemedyKind::kRequiredBind:
    case RemedyKind::kPreferredBind:
      return number == 0 ? "" : spelled(object::kPodBindSpellings, number);
    case RemedyKind::kPodExclusive:
      return spelled(kExclusiveSpellings, number);
    case RemedyKind::kPodNuma:
    case RemedyKind::kNodeNuma:
      return spelled(object::kNumaPolicySpellings, number);
    case RemedyKind::kNumaExclusive:
      return spelled(object::kNumaExclusiveSpellings, number);
    case RemedyKind::kNodeBind:
      return spelled(object::kNodeBindSpellings, number);
    case RemedyKind::kDeviceScope:
      return spelled(object::kDeviceScopeSpellings, number);
    case RemedyKind::kDeviceExclusive:
      return spelled(object::kDeviceExclusiveSpellings, number);
    case RemedyKind::kNodePartition:
      return spelled(object::kPartitionPolicySpellings, number);
    case RemedyKind::kVirtualFunctions:
    case RemedyKind::kPodPartition:
      return number == 0 ? "" : number == 1 ? "Any" : "Matching";
    default:
      return "";
  }
}

std::string to_text(const Remedy &remedy) {
  std::string text;
  for (const Step &step : remedy.steps) {
    if (!text.empty()) text += &step == &remedy.steps.back() ? " and " : ", ";
    text += words_of(step);
  }
  return text;
}

}  // namespace koord::plan
