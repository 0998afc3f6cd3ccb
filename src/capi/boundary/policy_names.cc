// Spellings of policies that pods and nodes share, as in annotations and labels.
#include "base/exclusive_policy.h"
#include "capi/boundary/spelled_name.h"
#include "koord.h"

const char *koord_bind_policy_get_name(koord_bind_policy policy) {
  switch (policy) {
    case KOORD_BIND_POLICY_DEFAULT:
      return "Default";
    case KOORD_BIND_POLICY_FULL_PCPUS:
      return "FullPCPUs";
    case KOORD_BIND_POLICY_SPREAD_BY_PCPUS:
      return "SpreadByPCPUs";
    case KOORD_BIND_POLICY_CONSTRAINED_BURST:
      return "ConstrainedBurst";
    case KOORD_BIND_POLICY_NONE:
      return "None";
    default:
      return "Unknown";
  }
}

const char *koord_exclusive_policy_get_name(koord_exclusive_policy policy) {
  return koord::capi::spelled_name(koord::kExclusiveSpellings, policy);
}

const char *koord_numa_strategy_get_name(koord_numa_strategy strategy) {
  switch (strategy) {
    case KOORD_NUMA_STRATEGY_DEFAULT:
      return "Default";
    case KOORD_NUMA_STRATEGY_MOST_ALLOCATED:
      return "MostAllocated";
    case KOORD_NUMA_STRATEGY_LEAST_ALLOCATED:
      return "LeastAllocated";
    case KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY:
      return "DistributeEvenly";
    default:
      return "Unknown";
  }
}
