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

#define KOORD_MAX_NUMA_NODES 64 /* of one merge */
#define KOORD_MAX_NUMA_LISTS 256
#define KOORD_MAX_NUMA_HINTS 4194304

/** One NUMA node of the machine, in a merge. 8 bytes, final. */
typedef struct koord_numa_place {
  int32_t node; /**< kernel NUMA node number; under peers' profiles below 64 */
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
  uint64_t nodes; /**< bit i is places[i] */
  int64_t score;  /**< -2^53 to 2^53; not read by kubelet's profile */
  koord_numa_hint_flags flags;
  uint32_t reserved;
} koord_numa_hint;

/** What one provider (CPUs, memory, a device plugin) says about one resource. */
typedef struct koord_numa_hint_list {
  uint32_t first_hint;  /**< its hints are hints[first_hint .. first_hint + hint_count) */
  uint32_t hint_count;  /**< 0 unless opinion is KOORD_NUMA_HINT_KIND_HINTS */
  uint32_t name_offset; /**< the resource's name, in `names` */
  uint32_t name_length;
  int32_t provider; /**< which provider says so; does not fall from list to list */
  koord_numa_hint_kind opinion;
} koord_numa_hint_list;

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
  uint64_t nodes; /**< bit i is places[i]; all of them where there is no affinity */
  int64_t score;  /**< of the hints for exactly these nodes; 0 under kubelet's profile */
  koord_numa_merged_flags flags;
  koord_reason reason; /**< KOORD_REASON_NONE when admitted */
} koord_numa_merged;

/** Merges what all resources of a pod or container say about NUMA nodes into one set of nodes, and says
 *  whether the policy admits it (semantics: the topology managers of kubelet 1.36 and Koordinator v1.8, and
 *  libkoord's own; docs/numa.md). Pure; touches no heap with up to 8 NUMA
 *  nodes, 1,024 hints and 255 of one resource, unless text is wanted.
 *
 *  places      NUMA nodes of the machine, ascending by number, at most KOORD_MAX_NUMA_NODES.
 *  distances   place_count rows of place_count values in that order; nullable without
 *              KOORD_NUMA_MERGE_PREFER_CLOSEST.
 *  lists       at most KOORD_MAX_NUMA_LISTS; two may use the same hints, but all together no more than
 *              KOORD_MAX_NUMA_HINTS.
 *  names       names of the resources; may be NULL when names_length is 0.
 *  out         never NULL.
 *  text        why it is not admitted, with a NUL; "" when it is. Under KOORD_PROFILE_UPSTREAM and
 *              KOORD_PROFILE_KUBELET the peer's own words, one reason a line. NULL with text_capacity 0:
 *              not wanted. `*text_needed` (nullable) receives its length without the NUL.
 *
 *  A pod that is not admitted is no error. KOORD_REASON_SEARCH_LIMIT: under KOORD_PROFILE_UPSTREAM more
 *  than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints that meet in too many sets, on
 *  machines with more than 16 NUMA nodes only. Time grows with the number of hints N as N log N, and under
 *  KOORD_PROFILE_KUBELET, where no set is preferred, with the number of sets the hints meet in.
 *  Errors: INVALID (unknown policy, flag or profile; NUMA nodes out of order; a hint, list or name outside
 *  its array; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes, too many lists or hints),
 *  NO_SPACE (text; nothing but *text_needed is written), NO_MEMORY. */
KOORD_API koord_status koord_numa_merge(
    const koord_numa_options *options, const koord_numa_place *places, size_t place_stride,
    size_t place_count, const uint32_t *distances, const koord_numa_hint_list *lists,
    size_t list_stride, size_t list_count, const koord_numa_hint *hints, size_t hint_stride,
    size_t hint_count, const char *names, size_t names_length, koord_numa_merged *out, char *text,
    size_t text_capacity, size_t *text_needed, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NUMA_H_ */
