/* NodeResourceTopologyMatch: its filter and score (docs/nrt-match.md).
 *
 * Experimental. Stable once NodeResourceTopology v1alpha2 is stable upstream.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NRT_H_
#define KOORD_NRT_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/nrt.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "pod.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What of a pod could not be aligned to one NUMA node. */
typedef int32_t koord_nrt_level;
enum {
  KOORD_NRT_LEVEL_NONE = 0, /**< nothing: it fits */
  KOORD_NRT_LEVEL_POD = 1,
  KOORD_NRT_LEVEL_CONTAINER = 2,
  KOORD_NRT_LEVEL_INIT_CONTAINER = 3
};

/** Whether NUMA zones admit a pod. */
typedef struct koord_nrt_verdict {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  koord_refusal refusal; /**< reason KOORD_REASON_NONE: the pod passes */
  koord_nrt_level level;
  int32_t container;  /**< its index among the containers, or init containers, -1: the pod */
  char resource[320]; /**< what is missing, "" when the pod passes; longer names are cut */
} koord_nrt_verdict;

/** Whether the NUMA zones of a node let kubelet's topology manager admit a pod (semantics: filter of
 *  scheduler-plugins' NodeResourceTopologyMatch; docs/nrt-match.md). Pure.
 *
 *  context       receives remarks, nullable.
 *  node          the Node (v1) as JSON; only its name and status.allocatable count.
 *  nrt           its NodeResourceTopology as JSON; length 0: there is none, and the pod passes.
 *  verdict       never NULL. The words of koord_refusal_format are upstream's ("cannot align pod"); with
 *                refusal.profile set to KOORD_PROFILE_SPEC they say what is missing and where.
 *
 *  Errors: INVALID (names object and field; documents of different nodes), LIMIT (document sizes as in
 *  koord_pod_from_json and koord_topology_from_nrt; more than 256 resources in the pod or 1024 on the
 *  node), NO_MEMORY. */
KOORD_API koord_status koord_nrt_filter(const koord_context *context, const koord_pod *pod,
                                        const char *node, size_t node_length, const char *nrt,
                                        size_t nrt_length, koord_nrt_verdict *verdict,
                                        koord_error *err);
/** How well the node suits the pod, 0..100 (semantics: the plugin's score). `args` is the plugin's
 *  NodeResourceTopologyMatchArgs as JSON (length 0: its defaults): scoringStrategy.type MostAllocated,
 *  LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource. nrt_length 0: the node
 *  has no such object. Errors: as koord_nrt_filter, INVALID also for an unknown strategy. */
KOORD_API koord_status koord_nrt_score(const koord_context *context, const koord_pod *pod,
                                       const char *nrt, size_t nrt_length, const char *args,
                                       size_t args_length, int32_t *score, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NRT_H_ */
