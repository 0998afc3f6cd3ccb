/* CPU picking by Koordinator's policies.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_CPU_H_
#define KOORD_CPU_H_

#include "refusal.h"
#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Options of a pick. */
typedef uint32_t koord_pick_flags;
enum {
  /** The bind policy must hold for every CPU (whole cores, or one CPU per core); otherwise the pick
   *  is refused. */
  KOORD_PICK_REQUIRED = 1,
  /** Use the fewest L3 groups, then split the fewest cores, but never use more NUMA nodes than
   *  without this flag. */
  KOORD_PICK_FEWEST_L3 = 2
};

/** The sets of CPUs that a pick receives after the available CPUs. */
typedef uint32_t koord_pick_set_flags;
enum {
  KOORD_PICK_SET_PREFERRED = 1, /**< CPUs to use first (those of a reservation) */
  /** CPUs held by pods with the exclusive policy PCPULevel */
  KOORD_PICK_SET_CORE_HELD = 2,
  KOORD_PICK_SET_NODE_HELD = 4 /**< CPUs held by pods with NUMANodeLevel */
};

/** A request for CPUs, and the policies of the pick. */
typedef struct koord_cpu_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_pick_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_bind_policy bind_policy;
  koord_exclusive_policy exclusive_policy;
  koord_numa_strategy numa_strategy;
  uint32_t cpus;          /**< number of CPUs; 0 is granted with an empty set */
  uint32_t max_ref_count; /**< number of pods that may share one CPU; 0 and 1: no sharing */
  /** words of each set and of `out`: koord_topology_info.words to KOORD_MAX_CPUS / 64 */
  uint32_t words;
  koord_pick_set_flags sets; /**< the sets that follow the available CPUs */
  uint32_t grant_stride;     /**< sizeof a row of `grants` */
  uint32_t grant_count;      /**< number of rows of `grants`; 0: any NUMA nodes */
} koord_cpu_request;

/** One of the NUMA nodes that a topology manager chose: what is available there, and what the pick
 *  took. */
typedef struct koord_numa_grant {
  /** milli-CPU that the node has left; negative: 1000 per available CPU */
  int64_t available_milli;
  int64_t granted_milli; /**< output: milli-CPU taken from the node */
  int32_t numa_node;     /**< kernel NUMA node number */
  uint32_t reserved;     /**< 0 */
} koord_numa_grant;

/** Picks request->cpus CPUs out of the available ones (semantics: Koordinator's CPU orchestration
 *  proposal; docs/reference/koordinator-policies.md). Pure: writes only its output parameters and
 *  uses no heap. It uses up to 384 KiB of stack on any machine, as does koord_kubelet_pick
 *  (docs/embed/abi.md has figures).
 *
 *  sets        consecutive sets of request->words words each: first the available CPUs, from which
 *              the caller has removed those at request->max_ref_count; then the sets that
 *              request->sets names, in the order of their flags. Sets that it does not name are
 *              empty. NULL: all CPUs are available; request->sets is 0.
 *  ref_counts  number of pods on each CPU, by CPU number, 64 * words values; read if max_ref_count
 *              > 1; nullable: all 0.
 *  grants      request->grant_count NUMA nodes that the topology manager chose, ascending,
 *              request->grant_stride bytes apart; CPUs are picked from these nodes only. Their
 *              granted_milli is written. May be NULL if there are none.
 *  out         the picked CPUs, request->words words; all zero if refused. May be one of the sets.
 *  refusal     never NULL; reason KOORD_REASON_NONE if granted.
 *
 *  CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown policy,
 *  flag or profile; more grants than NUMA nodes; a grant of a NUMA node that does not exist or is
 *  not above the previous one), NO_SPACE (request->words is less than koord_topology_info.words),
 *  LIMIT (it is more than any machine needs). */
KOORD_API koord_status koord_cpu_pick(const koord_topology *topology,
                                      const koord_cpu_request *request,
                                      KOORD_NULLABLE const uint64_t *sets,
                                      KOORD_NULLABLE const uint16_t *ref_counts,
                                      koord_numa_grant *grants, uint64_t *out,
                                      koord_refusal *refusal, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CPU_H_ */
