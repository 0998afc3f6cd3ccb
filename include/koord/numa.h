/* The NUMA topology manager: policies, and the merge of hints.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NUMA_H_
#define KOORD_NUMA_H_

#include "refusal.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Who uses a NUMA node. */
typedef int32_t koord_numa_use;
enum {
  KOORD_NUMA_USE_IDLE = 0,
  KOORD_NUMA_USE_SINGLE = 1, /**< only pods that keep to one NUMA node */
  KOORD_NUMA_USE_SHARED = 2  /**< some pod spans NUMA nodes */
};
/** What a provider says about NUMA nodes. */
typedef int32_t koord_numa_hint_kind;
enum {
  KOORD_NUMA_HINT_KIND_HINTS = 0,         /**< what the hints say; none: as UNSATISFIABLE */
  KOORD_NUMA_HINT_KIND_NO_PREFERENCE = 1, /**< any NUMA nodes will do */
  KOORD_NUMA_HINT_KIND_UNSATISFIABLE = 2  /**< no NUMA nodes can give the resource */
};

#define KOORD_MAX_NUMA_NODES 64 /* of one koord_numa_hints */
#define KOORD_MAX_NUMA_LISTS 256
#define KOORD_MAX_NUMA_HINTS 4194304 /* of all its lists together */

/** One NUMA node of a machine. */
typedef struct koord_numa_place {
  int32_t numa_node; /**< kernel NUMA node number; below 64 for a merge under peers' profiles */
  koord_numa_use use;
} koord_numa_place;

/** What is said of a NUMA hint. */
typedef uint32_t koord_numa_hint_flags;
enum {
  KOORD_NUMA_HINT_PREFERRED = 1,  /**< as good as this resource can have it */
  KOORD_NUMA_HINT_NO_AFFINITY = 2 /**< any NUMA nodes; `nodes` is 0 */
};
/** One way to have a resource: all of it from exactly these NUMA nodes. */
typedef struct koord_numa_hint {
  uint64_t nodes; /**< bit i is row i of koord_numa_hints_get_nodes */
  int64_t score;  /**< -2^53 to 2^53; not read by kubelet's profile */
  koord_numa_hint_flags flags;
  uint32_t reserved; /**< 0 */
} koord_numa_hint;

/** A list of hints that is added: what one provider (CPUs, memory, a device plugin) says about one
 *  resource. */
typedef struct koord_numa_hint_list {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  int32_t provider;     /**< which provider says so; does not fall from list to list */
  koord_numa_hint_kind kind;
} koord_numa_hint_list;

/** A list of hints that was added. */
typedef struct koord_numa_hint_list_info {
  uint32_t name_offset; /**< the resource's name, in koord_numa_hints_get_texts */
  uint32_t name_length;
  uint32_t hint_count; /**< 0 unless kind is KOORD_NUMA_HINT_KIND_HINTS */
  int32_t provider;
  koord_numa_hint_kind kind;
} koord_numa_hint_list_info;

/** The NUMA nodes of one machine with their users and distances, and what providers say about
 *  the resources of a pod or container: what a merge reads. Made once and used for many pods: it
 *  keeps its memory when it is reset or filled anew. Calls that take it as const may run at the
 *  same time; all others require exclusive access. */
typedef struct koord_numa_hints koord_numa_hints;
/** No NUMA nodes and no lists. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_new(koord_numa_hints **out, koord_error *err);
/** The same once more. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_clone(const koord_numa_hints *hints, koord_numa_hints **out,
                                              koord_error *err);
KOORD_API void koord_numa_hints_free(koord_numa_hints *hints);
/** As new, but for the memory. Errors: INVALID. */
KOORD_API koord_status koord_numa_hints_reset(koord_numa_hints *hints, koord_error *err);

/** Replaces the NUMA nodes. They come before lists, since hints name them by row; lists that are
 *  there stay, and their hints are for the new rows.
 *
 *  rows       ascending by number, `stride` bytes apart, at most KOORD_MAX_NUMA_NODES.
 *  distances  nullable without KOORD_NUMA_MERGE_PREFER_CLOSEST: `count` rows of `count` values, as
 *             koord_topology_get_distances has them. Copied.
 *
 *  Errors: INVALID (numbers that do not ascend, an unknown use, fewer rows than hints name),
 *  LIMIT (too many), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_set_nodes(koord_numa_hints *hints,
                                                  const koord_numa_place *rows, size_t stride,
                                                  size_t count,
                                                  KOORD_NULLABLE const uint32_t *distances,
                                                  koord_error *err);
/** Adds a list behind those that are there.
 *
 *  name  of the resource: UTF-8 of at most 1024 bytes; two lists may have the same.
 *  rows  its hints, `stride` bytes apart; none unless list->kind is KOORD_NUMA_HINT_KIND_HINTS. All
 *        lists together have at most KOORD_MAX_NUMA_HINTS.
 *
 *  Errors: INVALID (a provider before that of the last list, hints that the kind does not have,
 *  a hint for NUMA nodes that are not there, an unknown flag or kind), LIMIT (more than
 *  KOORD_MAX_NUMA_LISTS lists, too many hints), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_add_list(koord_numa_hints *hints,
                                                 const koord_numa_hint_list *list, const char *name,
                                                 size_t length, const koord_numa_hint *rows,
                                                 size_t stride, size_t count, koord_error *err);

/** The NUMA nodes. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_nodes(const koord_numa_hints *hints,
                                                  koord_numa_place *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The lists, in the order in which they were added. rows as in koord_topology_get_cpus. Errors:
 *  INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_lists(const koord_numa_hints *hints,
                                                  koord_numa_hint_list_info *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The names of the lists, which their rows name by offset and length. Borrowed: valid until
 *  `hints` is changed or freed. `*length` (nullable) receives how many bytes there are. NULL
 *  where `hints` is. */
KOORD_API const char *koord_numa_hints_get_texts(const koord_numa_hints *hints,
                                                 KOORD_NULLABLE size_t *length);
/** The hints of a list, by its row. rows as in koord_topology_get_cpus. Errors: INVALID (no such
 *  list), NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_hints(const koord_numa_hints *hints, uint32_t list,
                                                  koord_numa_hint *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Options of a merge. */
typedef uint32_t koord_numa_merge_flags;
enum {
  /** Among sets of NUMA nodes of one size the closest comes first (prefer-closest-numa-nodes). */
  KOORD_NUMA_MERGE_PREFER_CLOSEST = 1
};
/** How hints are merged. */
typedef struct koord_numa_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_numa_merge_flags flags;
  koord_profile profile;
  koord_numa_policy policy;
  koord_numa_exclusive exclusive; /**< not read by kubelet's profile */
  /** most NUMA nodes, 0: 8 under kubelet's profile, where 8 is also the least that may be said
   *  (max-allowable-numa-nodes), else KOORD_MAX_NUMA_NODES */
  uint32_t max_nodes;
} koord_numa_options;

/** What a merge answers. */
typedef uint32_t koord_numa_merged_flags;
enum {
  KOORD_NUMA_MERGED_ADMIT = 1,
  KOORD_NUMA_MERGED_PREFERRED = 2,
  KOORD_NUMA_MERGED_AFFINITY = 4,   /**< the pod is to keep to `nodes` */
  KOORD_NUMA_MERGED_UNSATISFIED = 8 /**< `nodes` do not suit every resource */
};
/** What a merge answers. 24 bytes, final. */
typedef struct koord_numa_merged {
  /** bit i is row i of koord_numa_hints_get_nodes; all of them where there is no affinity */
  uint64_t nodes;
  int64_t score; /**< of the hints for exactly these nodes; 0 under kubelet's profile */
  koord_numa_merged_flags flags;
  koord_reason reason; /**< KOORD_REASON_NONE when admitted */
} koord_numa_merged;

/** Merges what all resources of a pod or container say about NUMA nodes into one set of nodes, and
 *  says whether the policy admits it (semantics: the topology managers of kubelet 1.36 and
 *  Koordinator v1.8, and libkoord's own; docs/numa.md). Pure; touches no heap with up to 8 NUMA
 *  nodes and 255 hints of one resource, unless text is wanted.
 *
 *  out       never NULL.
 *  text      why it is not admitted, with a NUL; "" when it is. Under KOORD_PROFILE_UPSTREAM and
 *            KOORD_PROFILE_KUBELET the peer's own words, one reason a line. NULL with capacity 0:
 *            not wanted. `*needed` (nullable) receives its length without the NUL.
 *
 *  A pod that is not admitted is no error. KOORD_REASON_SEARCH_LIMIT: under KOORD_PROFILE_UPSTREAM
 *  more than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints that meet in too many
 *  sets, on machines with more than 16 NUMA nodes only. Time grows with the number of hints N as N
 *  log N, and under KOORD_PROFILE_KUBELET, where no set is preferred, with the number of sets the
 *  hints meet in.
 *  Errors: INVALID (unknown policy, flag or profile; a NUMA node number that the profile does
 *  not have; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes), NO_SPACE (text;
 *  nothing but *needed is written), NO_MEMORY. */
KOORD_API koord_status koord_numa_merge(KOORD_NULLABLE const koord_numa_options *options,
                                        const koord_numa_hints *hints, koord_numa_merged *out,
                                        char *text, size_t capacity, KOORD_NULLABLE size_t *needed,
                                        koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NUMA_H_ */
