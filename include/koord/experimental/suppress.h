/* Throttling of BE pods when other pods need the CPU (docs/operate/node.md; semantics:
 * koordlet's CPU suppression).
 *
 * Experimental. Stable once a node agent that measures usage itself has run by it for one release.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_SUPPRESS_H_
#define KOORD_SUPPRESS_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/suppress.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Measured usage of a node, in milli-CPU. */
typedef struct koord_suppress_usage {
  uint32_t struct_size;          /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;                /**< 0 */
  int64_t capacity;              /**< capacity of the node; 0: the machine's CPUs */
  int64_t node_used;             /**< everything on the node */
  int64_t pods_used;             /**< all pods */
  int64_t host_apps_used;        /**< all applications that are not pods */
  int64_t non_be_pods_used;      /**< pods that are not BE */
  int64_t non_be_host_apps_used; /**< applications that are neither pods nor BE */
  int64_t reserved; /**< reserved for the system; 0: the larger of kubelet's and the annotation's */
  int64_t quota_us; /**< current quota of BE per 100 ms; 0 or less: none */
  uint32_t threshold_percent; /**< limit on the total usage, in percent of capacity; 0: 65 */
  uint32_t minimum_percent;   /**< guaranteed to BE, in percent of capacity; 0: nothing */
} koord_suppress_usage;

/** Properties of a suppression. */
typedef uint32_t koord_suppression_flags;
enum {
  KOORD_SUPPRESSION_KEEP_QUOTA = 1 /**< the quota changes too little to be worth writing */
};
/** Limits of BE pods, as computed by koord_agent_suppress. */
typedef struct koord_suppression {
  uint32_t struct_size;    /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;          /**< 0 */
  int64_t allowance_milli; /**< milli-CPU that BE pods may use; negative: the others use too much */
  int64_t quota_us;        /**< for policy cfsQuota: microseconds per 100 ms */
  uint32_t cpus;           /**< for policy cpuset: number of CPUs; 0: none are available */
  koord_suppression_flags properties;
} koord_suppression;
/** Computes how far BE pods are to be throttled, for both policies of koordlet
 *  (docs/operate/node.md). Pure.
 *
 *  current  the CPUs that BE pods have now, `words` words; NULL: not known.
 *  cpus     nullable; receives the CPUs that BE pods are restricted to, `words` words.
 *
 *  Errors: INVALID (an amount that is negative or above 2^42, a percentage above 1000), NO_SPACE,
 *  NO_MEMORY. */
KOORD_API koord_status koord_agent_suppress(const koord_agent *agent,
                                            const koord_suppress_usage *usage,
                                            KOORD_NULLABLE const uint64_t *current,
                                            KOORD_NULLABLE uint64_t *cpus, size_t words,
                                            koord_suppression *out, koord_error *err);
/** Restricts BE pods to these CPUs of the BE pool, such as koord_agent_suppress names. Places of
 *  pods, the state and its BE pool change; koord_agent_get_cpus, reports and koord_agent_suppress
 *  have the whole pool as before. A BE pod whose NUMA nodes keep no CPUs runs on all that is left.
 *  A set without CPUs of the pool restricts nothing. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_restrict_best_effort(koord_agent *agent, const uint64_t *words,
                                                        size_t word_count, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_SUPPRESS_H_ */
