/* Policies for CPU binding, exclusive use and NUMA alignment.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_POLICY_H_
#define KOORD_POLICY_H_

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** CPU bind policies, which say how CPUs are taken from physical cores: requiredCPUBindPolicy and
 *  preferredCPUBindPolicy of a pod, the label of a node, or the policy of a pick. */
typedef int32_t koord_bind_policy;
enum {
  /** Not stated. For pods: as the scheduler is configured; for a pick: spread, on ARM full
   *  cores. */
  KOORD_BIND_POLICY_DEFAULT = 0,
  KOORD_BIND_POLICY_FULL_PCPUS = 1, /**< whole physical cores first; for nodes: FullPCPUsOnly */
  KOORD_BIND_POLICY_SPREAD_BY_PCPUS = 2, /**< one CPU per physical core first */
  /** For pods: the shared pool of one NUMA node that is large enough for the pod's limit. */
  KOORD_BIND_POLICY_CONSTRAINED_BURST = 3,
  KOORD_BIND_POLICY_NONE = 4 /**< for nodes: only the policy of the pod applies */
};
/** Which pods a pod avoids: preferredCPUExclusivePolicy, or the policy of a pick. */
typedef int32_t koord_exclusive_policy;
enum {
  /** Not stated. For pods: as the scheduler is configured; for a pick: none. */
  KOORD_EXCLUSIVE_POLICY_DEFAULT = 0,
  KOORD_EXCLUSIVE_POLICY_NONE = 1,
  KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL = 2,     /**< avoid cores held by pods with this policy */
  KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL = 3 /**< avoid NUMA nodes held by pods with this policy */
};
/** Which NUMA nodes are used first: numa-allocate-strategy of a node's label, or the strategy of a
 *  pick. */
typedef int32_t koord_numa_strategy;
enum {
  /** Not stated. For nodes: as the scheduler is configured; for a pick: most allocated. */
  KOORD_NUMA_STRATEGY_DEFAULT = 0,
  /** the NUMA node with the least available that suffices */
  KOORD_NUMA_STRATEGY_MOST_ALLOCATED = 1,
  KOORD_NUMA_STRATEGY_LEAST_ALLOCATED = 2, /**< the NUMA node with the most available */
  /** spread evenly over NUMA nodes (upstream: as least allocated) */
  KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY = 3
};
/** Policies for aligning resources to NUMA nodes. */
typedef int32_t koord_numa_policy;
enum {
  KOORD_NUMA_POLICY_UNSET = 0, /**< not stated */
  KOORD_NUMA_POLICY_NONE = 1,
  KOORD_NUMA_POLICY_BEST_EFFORT = 2,
  KOORD_NUMA_POLICY_RESTRICTED = 3,
  KOORD_NUMA_POLICY_SINGLE_NUMA_NODE = 4
};
/** Policies for sharing a NUMA node between pods on one NUMA node and pods that span several:
 *  singleNUMANodeExclusive. */
typedef int32_t koord_numa_exclusive;
enum {
  KOORD_NUMA_EXCLUSIVE_UNSET = 0,     /**< not stated */
  KOORD_NUMA_EXCLUSIVE_PREFERRED = 1, /**< no effect, as in Koordinator */
  KOORD_NUMA_EXCLUSIVE_REQUIRED = 2
};

/** Returns the spelling in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated");
 *  "Default" for what is not stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_bind_policy_get_name(koord_bind_policy policy);
KOORD_API const char *koord_exclusive_policy_get_name(koord_exclusive_policy policy);
KOORD_API const char *koord_numa_strategy_get_name(koord_numa_strategy strategy);
/** Returns the spelling in Kubernetes objects ("SingleNUMANode", "Required"); "" for what is not
 *  stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_numa_policy_get_name(koord_numa_policy policy);
KOORD_API const char *koord_numa_exclusive_get_name(koord_numa_exclusive exclusive);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_POLICY_H_ */
