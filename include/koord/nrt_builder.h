/* NodeResourceTopologies without JSON: built from their parts.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NRT_BUILDER_H_
#define KOORD_NRT_BUILDER_H_

#include "cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A NodeResourceTopology in the making, for callers that have it as a typed object: every field
 *  that docs/objects.md lists. A cluster reads it as it reads the same object from JSON, with
 *  the same answers and errors. It serves many objects one after the other:
 *  koord_nrt_builder_reset keeps its memory. A setter requires exclusive access. Texts are UTF-8
 *  without NUL, at most 16 MiB of them in an object. */
typedef struct koord_nrt_builder koord_nrt_builder;
/** Of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_new(koord_nrt_builder **out, koord_error *err);
KOORD_API void koord_nrt_builder_free(koord_nrt_builder *builder);
/** As new; a machine is given back. Errors: INVALID. */
KOORD_API koord_status koord_nrt_builder_reset(koord_nrt_builder *builder, koord_error *err);

/** The name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 16 MiB of
 *  texts or 2^20 of them, as in all of these), NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_set_name(koord_nrt_builder *builder, const char *name,
                                                  size_t length, koord_error *err);
/** An annotation, with its text as Kubernetes keeps it. One that is set again is replaced.
 *  Errors: INVALID, LIMIT, NO_MEMORY; a text that means nothing is an error of the call that
 *  takes the builder. */
KOORD_API koord_status koord_nrt_builder_set_annotation(koord_nrt_builder *builder, const char *key,
                                                        size_t key_length, const char *value,
                                                        size_t value_length, koord_error *err);
/** One more of topologyPolicies. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_policy(koord_nrt_builder *builder, const char *policy,
                                                    size_t length, koord_error *err);
/** One more of attributes. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_attribute(koord_nrt_builder *builder, const char *name,
                                                       size_t name_length, const char *value,
                                                       size_t value_length, koord_error *err);

/** One more of zones. A `type` of length 0 is "Node". `*zone` (nullable) receives its index.
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_zone(koord_nrt_builder *builder, const char *name,
                                                  size_t name_length, const char *type,
                                                  size_t type_length, KOORD_NULLABLE int32_t *zone,
                                                  koord_error *err);
/** One more of a zone's resources: milli-CPU for "cpu", bytes or units for all others; negative:
 *  not stated. Errors: INVALID (no such zone), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_resource(koord_nrt_builder *builder, int32_t zone,
                                                      const char *name, size_t name_length,
                                                      int64_t capacity, int64_t allocatable,
                                                      int64_t available, koord_error *err);
/** One more of a zone's costs, its distance to the zone `name`. Errors: INVALID (no such zone),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_cost(koord_nrt_builder *builder, int32_t zone,
                                                  const char *name, size_t name_length,
                                                  uint32_t value, koord_error *err);

/** What is said of a node's kubelet. */
typedef uint32_t koord_node_kubelet_flags;
enum {
  KOORD_NODE_KUBELET_STATIC = 1,                     /**< CPU manager policy static */
  KOORD_NODE_KUBELET_FULL_PCPUS_ONLY = 2,            /**< its option full-pcpus-only */
  KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA = 4 /**< its option distribute-cpus-across-numa */
};
/** What is said in numbers, for hosts that have no policies, attributes and annotations: one
 *  that states the same replaces it. */
typedef struct koord_nrt_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_node_kubelet_flags flags;
  koord_numa_policy numa_policy; /**< kubelet's topology manager policy */
  uint32_t reserved;             /**< 0 */
} koord_nrt_spec;
/** All of them at once. Errors: INVALID (unknown numbers or flags). */
KOORD_API koord_status koord_nrt_builder_set_spec(koord_nrt_builder *builder,
                                                  const koord_nrt_spec *spec, koord_error *err);
/** The machine, which is shared, for hosts that have it: the annotation cpu-topology replaces
 *  it. Nodes of one kind may share one. NULL: its CPUs are not known. Errors: INVALID. */
KOORD_API koord_status koord_nrt_builder_set_topology(koord_nrt_builder *builder,
                                                      KOORD_NULLABLE const koord_topology *machine,
                                                      koord_error *err);
/** Which CPUs a NodeResourceTopology speaks of. */
typedef int32_t koord_nrt_cpuset;
enum {
  /** which kubelet reserves: no pod's own under any of its policies, and part of the shared pool */
  KOORD_NRT_CPUSET_RESERVED = 0,
  /** which kubelet has given to pods of its own: not of the shared pool */
  KOORD_NRT_CPUSET_HELD = 1
};
/** CPUs, for hosts that have no annotation that says them (cpu-manager-policy, pod-cpu-allocs):
 *  such a one replaces them. Errors: INVALID. */
KOORD_API koord_status koord_nrt_builder_set_cpus(koord_nrt_builder *builder,
                                                  koord_nrt_cpuset which, const uint64_t *words,
                                                  size_t word_count, koord_error *err);

/** koord_cluster_set_topology of what the builder has, which stays as it is. There are no
 *  remarks. Errors: as there. */
KOORD_API koord_status koord_cluster_set_topology_from_builder(koord_cluster *cluster,
                                                               const koord_nrt_builder *builder,
                                                               KOORD_NULLABLE uint32_t *id,
                                                               koord_error *err);
/** koord_topology_from_nrt of what the builder has, which stays as it is: of the annotation
 *  cpu-topology and the zones, else the machine that it was given. `context` may be NULL. The
 *  caller owns *out. Errors: as there. */
KOORD_API koord_status koord_topology_from_nrt_builder(KOORD_NULLABLE const koord_context *context,
                                                       const koord_nrt_builder *builder,
                                                       koord_topology **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NRT_BUILDER_H_ */
