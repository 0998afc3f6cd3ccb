/* Builds NodeResourceTopology objects from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NRT_BUILDER_H_
#define KOORD_NRT_BUILDER_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/nrt_builder.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Builds a NodeResourceTopology for callers that have it as a typed object. It has every field
 *  that docs/reference/objects.md lists. A cluster reads it as it reads the same object from JSON,
 *  with the same results and errors. One builder serves many objects in turn:
 *  koord_nrt_builder_reset keeps its memory. Setters require exclusive access. Texts are UTF-8
 *  without NUL, at most 16 MiB of them in an object. */
typedef struct koord_nrt_builder koord_nrt_builder;
/** Creates the builder of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_new(koord_nrt_builder **out, koord_error *err);
KOORD_API void koord_nrt_builder_free(koord_nrt_builder *builder);
/** Restores the state of a new builder, and releases its machine. Errors: INVALID. */
KOORD_API koord_status koord_nrt_builder_reset(koord_nrt_builder *builder, koord_error *err);

/** Sets the name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 16 MiB of
 *  texts or 2^20 of them, as in all setters), NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_set_name(koord_nrt_builder *builder, const char *name,
                                                  size_t length, koord_error *err);
/** Sets an annotation, with its text as Kubernetes stores it. Setting it again replaces it. A text
 *  that cannot be interpreted is an error of the call that takes the builder. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_set_annotation(koord_nrt_builder *builder, const char *key,
                                                        size_t key_length, const char *value,
                                                        size_t value_length, koord_error *err);
/** Adds an item to topologyPolicies. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_policy(koord_nrt_builder *builder, const char *policy,
                                                    size_t length, koord_error *err);
/** Adds an item to attributes. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_attribute(koord_nrt_builder *builder, const char *name,
                                                       size_t name_length, const char *value,
                                                       size_t value_length, koord_error *err);

/** Adds a zone. A `type` of length 0 is "Node". `*zone` (nullable) receives its index. Errors:
 *  INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_zone(koord_nrt_builder *builder, const char *name,
                                                  size_t name_length,
                                                  KOORD_NULLABLE const char *type,
                                                  size_t type_length, KOORD_NULLABLE int32_t *zone,
                                                  koord_error *err);
/** Adds a resource to a zone: milli-CPU for "cpu", bytes or units for all others; negative: not
 *  stated. Errors: INVALID (no such zone), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_resource(koord_nrt_builder *builder, int32_t zone,
                                                      const char *name, size_t name_length,
                                                      int64_t capacity, int64_t allocatable,
                                                      int64_t available, koord_error *err);
/** Adds a cost to a zone: its distance to the zone `name`. Errors: INVALID (no such zone), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_nrt_builder_add_cost(koord_nrt_builder *builder, int32_t zone,
                                                  const char *name, size_t name_length,
                                                  uint32_t value, koord_error *err);

/** Settings of a node's kubelet. */
typedef uint32_t koord_node_kubelet_flags;
enum {
  KOORD_NODE_KUBELET_STATIC = 1,                     /**< CPU manager policy static */
  KOORD_NODE_KUBELET_FULL_PCPUS_ONLY = 2,            /**< its option full-pcpus-only */
  KOORD_NODE_KUBELET_DISTRIBUTE_CPUS_ACROSS_NUMA = 4 /**< its option distribute-cpus-across-numa */
};
/** The numbers of a NodeResourceTopology, for hosts without policies, attributes and annotations:
 *  one with the same meaning overrides them. */
typedef struct koord_nrt_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_node_kubelet_flags flags;
  koord_numa_policy numa_policy; /**< kubelet's topology manager policy */
  uint32_t reserved;             /**< 0 */
} koord_nrt_spec;
/** Sets all of them at once. Errors: INVALID (unknown numbers or flags). */
KOORD_API koord_status koord_nrt_builder_set_spec(koord_nrt_builder *builder,
                                                  const koord_nrt_spec *spec, koord_error *err);
/** Sets the machine, for hosts that have it as a topology: the annotation cpu-topology overrides
 *  it. The builder takes a reference; nodes of one kind may share a topology. NULL: its CPUs are
 *  not known. Errors: INVALID. */
KOORD_API koord_status koord_nrt_builder_set_topology(koord_nrt_builder *builder,
                                                      KOORD_NULLABLE const koord_topology *machine,
                                                      koord_error *err);
/** Selects a set of CPUs of a NodeResourceTopology. */
typedef int32_t koord_nrt_cpuset;
enum {
  /** reserved by kubelet: never exclusive under any of its policies, and part of the shared pool */
  KOORD_NRT_CPUSET_RESERVED = 0,
  KOORD_NRT_CPUSET_HELD = 1 /**< allocated exclusively by kubelet: not part of the shared pool */
};
/** Sets CPUs, for hosts without the annotation that states them (cpu-manager-policy,
 *  pod-cpu-allocs): the annotation overrides them. Errors: INVALID. */
KOORD_API koord_status koord_nrt_builder_set_cpus(koord_nrt_builder *builder,
                                                  koord_nrt_cpuset which, const uint64_t *words,
                                                  size_t word_count, koord_error *err);

/** Same as koord_cluster_set_topology, from the content of the builder, which is not changed.
 *  Errors: as koord_cluster_set_topology. */
KOORD_API koord_status koord_cluster_set_topology_from_builder(koord_cluster *cluster,
                                                               const koord_nrt_builder *builder,
                                                               KOORD_NULLABLE uint32_t *id,
                                                               koord_error *err);
/** Same as koord_topology_from_nrt, from the content of the builder, which is not changed: from the
 *  annotation cpu-topology and the zones, else from the machine that was set. `context` may be
 *  NULL. The caller owns *out. Errors: as koord_topology_from_nrt. */
KOORD_API koord_status koord_topology_from_nrt_builder(KOORD_NULLABLE const koord_context *context,
                                                       const koord_nrt_builder *builder,
                                                       koord_topology **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NRT_BUILDER_H_ */
