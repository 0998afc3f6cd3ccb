/* The NUMA topology manager: policies, and the merge of hints.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NUMA_H_
#define KOORD_NUMA_H_

#include "refusal.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which pods use a NUMA node. */
typedef int32_t koord_numa_use;
enum {
  KOORD_NUMA_USE_IDLE = 0,
  KOORD_NUMA_USE_SINGLE = 1, /**< only pods that are aligned to one NUMA node */
  KOORD_NUMA_USE_SHARED = 2  /**< at least one pod that spans NUMA nodes */
};
/** Kinds of hint lists. */
typedef int32_t koord_numa_hint_kind;
enum {
  KOORD_NUMA_HINT_KIND_HINTS = 0,         /**< its hints decide; no hints: as UNSATISFIABLE */
  KOORD_NUMA_HINT_KIND_NO_PREFERENCE = 1, /**< any NUMA nodes are suitable */
  KOORD_NUMA_HINT_KIND_UNSATISFIABLE = 2  /**< no NUMA nodes can supply the resource */
};

#define KOORD_MAX_NUMA_NODES 64      /**< NUMA nodes of one koord_numa_hints */
#define KOORD_MAX_NUMA_LISTS 256     /**< lists of one koord_numa_hints */
#define KOORD_MAX_NUMA_HINTS 4194304 /**< hints of all lists of one koord_numa_hints */

/** One NUMA node of a machine. */
typedef struct koord_numa_place {
  /** Kernel NUMA node number; below 64 for a merge under KOORD_PROFILE_UPSTREAM and
   *  KOORD_PROFILE_KUBELET. */
  int32_t numa_node;
  koord_numa_use use;
} koord_numa_place;

/** Properties of a NUMA hint. */
typedef uint32_t koord_numa_hint_flags;
enum {
  KOORD_NUMA_HINT_PREFERRED = 1,  /**< the best that is possible for this resource */
  KOORD_NUMA_HINT_NO_AFFINITY = 2 /**< any NUMA nodes; `nodes` is 0 */
};
/** One way to allocate a resource: all of it from exactly these NUMA nodes. */
typedef struct koord_numa_hint {
  uint64_t nodes; /**< bit i is row i of koord_numa_hints_get_nodes */
  int64_t score;  /**< -2^53 to 2^53; ignored by kubelet's profile */
  koord_numa_hint_flags flags;
  uint32_t reserved; /**< 0 */
} koord_numa_hint;

/** A list of hints to add: what one provider (CPUs, memory, a device plugin) says about one
 *  resource. */
typedef struct koord_numa_hint_list {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  int32_t provider;     /**< number of the provider; must not decrease from list to list */
  koord_numa_hint_kind kind;
} koord_numa_hint_list;

/** A list of hints that was added. */
typedef struct koord_numa_hint_list_info {
  uint32_t name_offset; /**< name of the resource, in koord_numa_hints_get_texts */
  uint32_t name_length;
  uint32_t hint_count; /**< 0 unless kind is KOORD_NUMA_HINT_KIND_HINTS */
  int32_t provider;
  koord_numa_hint_kind kind;
} koord_numa_hint_list_info;

/** The input of a merge: the NUMA nodes of one machine with their users and distances, and the
 *  hints of providers for the resources of a pod or container. Create it once and use it for many
 *  pods: it keeps its memory when it is reset or filled again. Calls that take it as const may run
 *  at the same time; all others require exclusive access. */
typedef struct koord_numa_hints koord_numa_hints;
/** Creates hints without NUMA nodes and lists. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_new(koord_numa_hints **out, koord_error *err);
/** Copies hints. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_clone(const koord_numa_hints *hints, koord_numa_hints **out,
                                              koord_error *err);
KOORD_API void koord_numa_hints_free(koord_numa_hints *hints);
/** Restores the state of new hints, but keeps the memory. Errors: INVALID. */
KOORD_API koord_status koord_numa_hints_reset(koord_numa_hints *hints, koord_error *err);

/** Replaces the NUMA nodes. Set them before adding lists, because hints name NUMA nodes by row.
 *  Existing lists stay, and their hints then refer to the new rows.
 *
 *  rows       ascending by number, `stride` bytes apart, at most KOORD_MAX_NUMA_NODES.
 *  distances  nullable without KOORD_NUMA_MERGE_PREFER_CLOSEST: `count` rows of `count` values, as
 *             in koord_topology_get_distances. Copied.
 *
 *  Errors: INVALID (numbers that do not ascend, an unknown use, fewer rows than hints name), LIMIT
 *  (too many), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_set_nodes(koord_numa_hints *hints,
                                                  const koord_numa_place *rows, size_t stride,
                                                  size_t count,
                                                  KOORD_NULLABLE const uint32_t *distances,
                                                  koord_error *err);
/** Appends a list.
 *
 *  name  of the resource: UTF-8 of at most 1024 bytes; two lists may have the same name.
 *  rows  its hints, `stride` bytes apart; none unless list->kind is KOORD_NUMA_HINT_KIND_HINTS. All
 *        lists together have at most KOORD_MAX_NUMA_HINTS.
 *
 *  Errors: INVALID (a provider number below that of the last list, hints although the kind has
 *  none, a hint for NUMA nodes that do not exist, an unknown flag or kind), LIMIT (more than
 *  KOORD_MAX_NUMA_LISTS lists, too many hints), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_add_list(koord_numa_hints *hints,
                                                 const koord_numa_hint_list *list, const char *name,
                                                 size_t length, const koord_numa_hint *rows,
                                                 size_t stride, size_t count, koord_error *err);

/** Copies the NUMA nodes. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_nodes(const koord_numa_hints *hints,
                                                  koord_numa_place *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Copies the lists, in the order in which they were added. rows as in koord_topology_get_cpus.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_lists(const koord_numa_hints *hints,
                                                  koord_numa_hint_list_info *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Returns the names of the lists; rows refer to them by offset and length. Borrowed: valid until
 *  `hints` is changed or freed. `*length` (nullable) receives the number of bytes. NULL if `hints`
 *  is NULL. */
KOORD_API const char *koord_numa_hints_get_texts(const koord_numa_hints *hints,
                                                 KOORD_NULLABLE size_t *length);
/** Copies the hints of a list, by its row. rows as in koord_topology_get_cpus. Errors: INVALID (no
 *  such list), NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_hints(const koord_numa_hints *hints, uint32_t list,
                                                  koord_numa_hint *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Options of a merge. */
typedef uint32_t koord_numa_merge_flags;
enum {
  /** Prefer the closest of sets with the same number of NUMA nodes (prefer-closest-numa-nodes). */
  KOORD_NUMA_MERGE_PREFER_CLOSEST = 1
};
/** Options of a merge of hints. */
typedef struct koord_numa_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_numa_merge_flags flags;
  koord_profile profile;
  koord_numa_policy policy;
  koord_numa_exclusive exclusive; /**< ignored by kubelet's profile */
  /** Limit of NUMA nodes. 0: 8 under kubelet's profile, else KOORD_MAX_NUMA_NODES. Under kubelet's
   *  profile the limit must be at least 8 (max-allowable-numa-nodes). */
  uint32_t max_nodes;
} koord_numa_options;

/** Properties of a merge's result. */
typedef uint32_t koord_numa_merged_flags;
enum {
  KOORD_NUMA_MERGED_ADMIT = 1,
  KOORD_NUMA_MERGED_PREFERRED = 2,
  KOORD_NUMA_MERGED_AFFINITY = 4,   /**< the pod must use `nodes` only */
  KOORD_NUMA_MERGED_UNSATISFIED = 8 /**< `nodes` do not suit every resource */
};
/** The result of a merge. 24 bytes, final. */
typedef struct koord_numa_merged {
  /** Bit i is row i of koord_numa_hints_get_nodes; all of them without an affinity. */
  uint64_t nodes;
  int64_t score; /**< score of the hints for exactly these nodes; 0 under kubelet's profile */
  koord_numa_merged_flags flags;
  koord_reason reason; /**< KOORD_REASON_NONE when admitted */
} koord_numa_merged;

/** Merges the hints for all resources of a pod or container into one set of NUMA nodes, and decides
 *  whether the policy admits it (semantics: the topology managers of kubelet 1.36 and Koordinator
 *  v1.8, and libkoord's own; docs/reference/numa.md). Pure; uses no heap with up to 8 NUMA nodes
 *  and 255 hints per resource, unless text is wanted.
 *
 *  out   never NULL.
 *  text  reason that the pod is not admitted, with a NUL; "" if it is. Under
 *        KOORD_PROFILE_UPSTREAM and KOORD_PROFILE_KUBELET it is the message of Koordinator and
 *        kubelet, one reason per line.
 *        NULL with capacity 0: not wanted. `*needed` (nullable) receives its length without the
 *        NUL.
 *
 *  A pod that is not admitted is not an error. KOORD_REASON_SEARCH_LIMIT: under
 *  KOORD_PROFILE_UPSTREAM more than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints
 *  with too many different intersections, only on machines with more than 16 NUMA nodes. Time grows
 *  with the number of hints N as N log N, and under KOORD_PROFILE_KUBELET, if no set is preferred,
 *  with the number of different intersections of hints.
 *  Errors: INVALID (unknown policy, flag or profile; a NUMA node number that the profile does not
 *  allow; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes), NO_SPACE (text; nothing
 *  but *needed is written), NO_MEMORY. */
KOORD_API koord_status koord_numa_merge(KOORD_NULLABLE const koord_numa_options *options,
                                        const koord_numa_hints *hints, koord_numa_merged *out,
                                        char *text, size_t capacity, KOORD_NULLABLE size_t *needed,
                                        koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NUMA_H_ */
