/* NodeResourceTopologyMatch: its filter and score (docs/reference/nrt-match.md).
 *
 * Experimental. Stable once NodeResourceTopology v1alpha2 is stable upstream.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NRT_H_
#define KOORD_NRT_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/nrt.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../pod.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The part of a pod that could not be aligned to one NUMA node. */
typedef int32_t koord_nrt_level;
enum {
  KOORD_NRT_LEVEL_NONE = 0, /**< the pod fits */
  KOORD_NRT_LEVEL_POD = 1,
  KOORD_NRT_LEVEL_CONTAINER = 2,
  KOORD_NRT_LEVEL_INIT_CONTAINER = 3
};

/** A node as NodeResourceTopologyMatch sees it: its resources, and what its NUMA zones have
 *  available. Immutable, reference-counted and shared by any threads. */
typedef struct koord_nrt_node koord_nrt_node;
KOORD_API koord_nrt_node *koord_nrt_node_ref(const koord_nrt_node *node);
KOORD_API void koord_nrt_node_unref(koord_nrt_node *node);

/** Reads a node and its zones.
 *
 *  context  nullable; receives diagnostics.
 *  node     the Node (v1) as JSON; only its name and status.allocatable are read.
 *  nrt      its NodeResourceTopology as JSON; length 0: there is none.
 *  out      the caller owns it.
 *
 *  Errors: INVALID (names object and field; documents of different nodes), LIMIT (document sizes as
 *  in koord_cluster_set_node and koord_topology_from_nrt; more than 1024 resources), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_from_json(KOORD_NULLABLE const koord_context *context,
                                                KOORD_DOCUMENT const char *node, size_t node_length,
                                                KOORD_NULLABLE KOORD_DOCUMENT const char *nrt,
                                                size_t nrt_length, koord_nrt_node **out,
                                                koord_error *err);

/** Result of the NodeResourceTopologyMatch filter for one node. */
typedef struct koord_nrt_verdict {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  koord_refusal refusal; /**< reason KOORD_REASON_NONE: the pod passes */
  koord_nrt_level level;
  int32_t container; /**< index among the containers, or init containers, -1: the pod */
} koord_nrt_verdict;

/** Filters a node: whether its NUMA zones let kubelet's topology manager admit a pod (semantics:
 *  filter of scheduler-plugins' NodeResourceTopologyMatch; docs/reference/nrt-match.md). A node
 *  without a NodeResourceTopology admits every pod.
 *
 *  verdict  never NULL. koord_refusal_format gives upstream's message ("cannot align pod"); with
 *           refusal.profile set to KOORD_PROFILE_SPEC it says what is missing and where.
 *  text     the name of the missing resource, "" if the pod passes; as in koord_pod_get_text. NULL
 *           with capacity 0: not wanted.
 *
 *  Errors: INVALID, NO_SPACE (nothing but *needed is written), LIMIT (more than 256 resources in
 *  the pod), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_filter(const koord_nrt_node *node, const koord_pod *pod,
                                             koord_nrt_verdict *verdict, char *text,
                                             size_t capacity, KOORD_NULLABLE size_t *needed,
                                             koord_error *err);
/** Scores how well the node suits the pod, 0..100 (semantics: the plugin's score). `args` is the
 *  plugin's NodeResourceTopologyMatchArgs as JSON (length 0: its defaults): scoringStrategy.type
 *  MostAllocated, LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.
 *  Errors: INVALID (names the field; an unknown strategy), LIMIT (more than 256 resources in the
 *  pod), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_score(const koord_nrt_node *node, const koord_pod *pod,
                                            KOORD_NULLABLE KOORD_DOCUMENT const char *args,
                                            size_t args_length, int32_t *score, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NRT_H_ */
