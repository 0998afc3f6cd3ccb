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
} koord_cpu_request;

/** One NUMA node of a hint: what it can give, and what it was made to give. */
typedef struct koord_numa_grant {
  int64_t available_milli; /**< milli-CPU the node has left; negative: 1000 per available CPU */
  int64_t granted_milli;   /**< written: milli-CPU taken from the node */
  int32_t node;            /**< kernel NUMA node number */
  uint32_t reserved;       /**< 0 */
} koord_numa_grant;

/** Picks request->cpus CPUs out of `available` (semantics: Koordinator's CPU orchestration proposal;
 *  docs/koordinator-policies.md). Pure: changes nothing but its out parameters, and touches no heap; takes
 *  up to 384 KiB of stack, whatever the machine (both pickers; docs/abi.md has figures).
 *
 *  available     CPUs that may be used, request->max_ref_count respected by the caller.
 *  preferred     CPUs to use first (a reservation's), nullable.
 *  core_held     CPUs held by pods with the exclusive policy PCPULevel, nullable.
 *  node_held     CPUs held by pods with NUMANodeLevel, nullable.
 *  ref_counts    holders per CPU number, 64 * words values, read when max_ref_count > 1; nullable: 0.
 *  words         words of each of the sets above and of `out`.
 *  hint          NUMA nodes the topology manager chose, in ascending order; the CPUs come from these
 *                nodes only. hint_count 0: no hint, `hint` may be NULL.
 *  out           the CPUs picked; all zero when refused.
 *  refusal       never NULL; reason KOORD_REASON_NONE when granted.
 *
 *  CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown policy, flag or
 *  profile, a NUMA node in the hint that is not there or not above the one before), NO_SPACE (`words` is
 *  less than koord_topology_info.words). */
KOORD_API koord_status koord_cpu_pick(const koord_topology *topology,
                                      const koord_cpu_request *request, const uint64_t *available,
                                      const uint64_t *preferred, const uint64_t *core_held,
                                      const uint64_t *node_held, const uint16_t *ref_counts,
                                      size_t words, koord_numa_grant *hint, size_t hint_count,
                                      uint64_t *out, koord_refusal *refusal, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CPU_H_ */
