#include "capi/boundary/policies.h"

#include <string>

#include "koord.h"

namespace koord::capi {

ExclusivePolicy read_exclusive(int32_t policy, const FieldName &name) {
  check_number(policy, kExclusivePolicyCount, name);
  return resolved(static_cast<ExclusivePolicy>(policy));
}

cpu::NumaStrategy read_strategy(int32_t strategy, const FieldName &name) {
  check_number(strategy, KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY + 1, name);
  if (strategy == KOORD_NUMA_STRATEGY_LEAST_ALLOCATED) return cpu::NumaStrategy::kLeastAllocated;
  if (strategy == KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY)
    return cpu::NumaStrategy::kDistributeEvenly;
  return cpu::NumaStrategy::kMostAllocated;
}

device::Strategy read_device_strategy(int32_t strategy, const FieldName &name) {
  check_number(strategy, KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED + 1, name);
  return strategy == KOORD_DEVICE_STRATEGY_MOST_ALLOCATED ? device::Strategy::kMostAllocated
                                                          : device::Strategy::kLeastAllocated;
}

object::NodeBind read_node_bind(int32_t policy, const FieldName &name) {
  check_number(policy, KOORD_BIND_POLICY_NONE + 1, name);
  if (policy == KOORD_BIND_POLICY_CONSTRAINED_BURST)
    invalid(name, "ConstrainedBurst is a policy of pods, not of nodes");
  return static_cast<object::NodeBind>(policy);
}

KubeletVersion read_kubelet_version(int32_t version, const FieldName &name) {
  switch (version) {
    case KOORD_KUBELET_VERSION_DEFAULT:
      return kDefaultKubeletVersion;
    case KOORD_KUBELET_VERSION_V1_35:
    case KOORD_KUBELET_VERSION_V1_36:
    case KOORD_KUBELET_VERSION_V1_37:
    case KOORD_KUBELET_VERSION_V1_38:
      return static_cast<KubeletVersion>(version);
    default:
      invalid(name, "found " + std::to_string(version) + ", expected a koord_kubelet_version");
  }
}

}  // namespace koord::capi
