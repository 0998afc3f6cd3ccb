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
  /** The bind policy must hold for every CPU: whole cores, or one CPU per core; else refuse. */
  KOORD_PICK_REQUIRED = 1,
  /** Fewest L3 groups, then fewest cores split, never on more NUMA nodes than without the flag. */
  KOORD_PICK_FEWEST_L3 = 2
};

/** Which sets of CPUs a pick gets besides those that may be used. */
typedef uint32_t koord_pick_set_flags;
enum {
  KOORD_PICK_SET_PREFERRED = 1, /**< CPUs to use first (a reservation's) */
  /** CPUs held by pods with the exclusive policy PCPULevel */
  KOORD_PICK_SET_CORE_HELD = 2,
  KOORD_PICK_SET_NODE_HELD = 4 /**< CPUs held by pods with NUMANodeLevel */
};

/** What to pick, by which policies. */
typedef struct koord_cpu_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_pick_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_bind_policy bind_policy;
  koord_exclusive_policy exclusive_policy;
  koord_numa_strategy numa_strategy;
  uint32_t cpus;          /**< CPUs wanted; 0 is granted with an empty set */
  uint32_t max_ref_count; /**< pods that may share one CPU; 0 and 1: none shares */
  /** words of each set and of `out`: koord_topology_info.words to KOORD_MAX_CPUS / 64 */
  uint32_t words;
  koord_pick_set_flags sets; /**< those that follow the available CPUs */
  uint32_t grant_stride;     /**< sizeof a row of `grants` */
  uint32_t grant_count;      /**< rows of `grants`; 0: any NUMA nodes */
} koord_cpu_request;

/** One of the NUMA nodes that a topology manager chose: what it can give, and what it was made
 *  to give. */
typedef struct koord_numa_grant {
  int64_t available_milli; /**< milli-CPU the node has left; negative: 1000 per available CPU */
  int64_t granted_milli;   /**< written: milli-CPU taken from the node */
  int32_t numa_node;       /**< kernel NUMA node number */
  uint32_t reserved;       /**< 0 */
} koord_numa_grant;

/** Picks request->cpus CPUs out of those that are available (semantics: Koordinator's CPU
 *  orchestration proposal; docs/koordinator-policies.md). Pure: changes nothing but its out
 *  parameters, and touches no heap; takes up to 384 KiB of stack, whatever the machine (both
 *  pickers; docs/abi.md has figures).
 *
 *  sets        one after another, request->words words each: the CPUs that may be used,
 *              request->max_ref_count respected by the caller; then those that request->sets names,
 *              in the order of their flags. The others count as empty.
 *  ref_counts  holders per CPU number, 64 * words values, read when max_ref_count > 1; nullable: 0.
 *  grants      request->grant_count NUMA nodes that the topology manager chose, in ascending order,
 *              request->grant_stride bytes apart; the CPUs come from these nodes only. Their
 *              granted_milli is written. May be NULL when there are none.
 *  out         the CPUs picked, request->words words; all zero when refused. It may be one of the
 *              sets.
 *  refusal     never NULL; reason KOORD_REASON_NONE when granted.
 *
 *  CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown
 *  policy, flag or profile, more grants than NUMA nodes, a NUMA node in a grant that is not
 *  there or not above the one before), NO_SPACE (request->words is less than
 *  koord_topology_info.words), LIMIT (it is more than any machine needs). */
KOORD_API koord_status koord_cpu_pick(const koord_topology *topology,
                                      const koord_cpu_request *request, const uint64_t *sets,
                                      KOORD_NULLABLE const uint16_t *ref_counts,
                                      koord_numa_grant *grants, uint64_t *out,
                                      koord_refusal *refusal, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CPU_H_ */
