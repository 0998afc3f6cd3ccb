/* Builds nodes from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_NODE_BUILDER_H_
#define KOORD_NODE_BUILDER_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/node_builder.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../agent.h"
#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Builds a Node (v1) for callers that have it as a typed object. It has every field that
 *  docs/reference/objects.md lists. A cluster or an agent reads it as it reads the same node from
 *  JSON, with the same results and errors. One builder serves many nodes in turn:
 *  koord_node_builder_reset keeps its memory. Setters require exclusive access. Setting a value
 *  again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a node. */
typedef struct koord_node_builder koord_node_builder;
/** Creates the builder of an empty node. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_node_builder_new(koord_node_builder **out, koord_error *err);
KOORD_API void koord_node_builder_free(koord_node_builder *builder);
/** Restores the state of a new builder. Errors: INVALID. */
KOORD_API koord_status koord_node_builder_reset(koord_node_builder *builder, koord_error *err);

/** Selects a text of a node. */
typedef int32_t koord_node_text;
enum {
  KOORD_NODE_TEXT_NAME = 0,           /**< must not be empty */
  KOORD_NODE_TEXT_ARCHITECTURE = 1,   /**< status.nodeInfo.architecture: "amd64", "arm64" */
  KOORD_NODE_TEXT_KUBELET_VERSION = 2 /**< status.nodeInfo.kubeletVersion: "v1.37.2" */
};
/** Sets one text. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all setters),
 *  NO_MEMORY. */
KOORD_API koord_status koord_node_builder_set_text(koord_node_builder *builder,
                                                   koord_node_text which, const char *text,
                                                   size_t length, koord_error *err);
/** Sets a label. A value that cannot be interpreted is an error of the call that takes the builder.
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_node_builder_set_label(koord_node_builder *builder, const char *key,
                                                    size_t key_length, const char *value,
                                                    size_t value_length, koord_error *err);
/** Sets an annotation, with its text as Kubernetes stores it. Errors: as
 *  koord_node_builder_set_label. */
KOORD_API koord_status koord_node_builder_set_annotation(koord_node_builder *builder,
                                                         const char *key, size_t key_length,
                                                         const char *value, size_t value_length,
                                                         koord_error *err);

/** Properties of a node. */
typedef uint32_t koord_node_flags;
enum {
  KOORD_NODE_UNSCHEDULABLE = 1,     /**< spec.unschedulable */
  KOORD_NODE_SYSTEM_CPUS_SHARED = 2 /**< other pods may use the CPUs of system QoS, too */
};
/** The numbers of a node. All except KOORD_NODE_UNSCHEDULABLE are for hosts without labels and
 *  annotations: a label or annotation with the same meaning overrides them. */
typedef struct koord_node_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_node_flags flags;
  koord_bind_policy bind_policy;
  koord_numa_strategy strategy; /**< numa-allocate-strategy */
  koord_numa_policy numa_policy;
  uint32_t cpu_amplification_percent; /**< 150: 2 CPUs count as 3; 0: 100 */
} koord_node_spec;
/** Sets all of them at once. Errors: INVALID (unknown numbers or flags). */
KOORD_API koord_status koord_node_builder_set_spec(koord_node_builder *builder,
                                                   const koord_node_spec *spec, koord_error *err);

/** Sets the allocatable amount of a resource (status.allocatable): milli-CPU for "cpu", bytes or
 *  units for all others. The name must not be empty. `reserved` is the part of it that pods cannot
 *  use, for hosts without the annotation reservation, which overrides it; else 0. Errors: INVALID
 *  (a negative amount), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_node_builder_set_resource(koord_node_builder *builder,
                                                       const char *name, size_t name_length,
                                                       int64_t allocatable, int64_t reserved,
                                                       koord_error *err);
/** Selects a set of CPUs of a node. */
typedef int32_t koord_node_cpuset;
enum {
  KOORD_NODE_CPUSET_RESERVED = 0, /**< not for pods, as by the annotation reservation */
  KOORD_NODE_CPUSET_SYSTEM = 1    /**< CPUs of system QoS (annotation system-qos-resource) */
};
/** Sets CPUs, for hosts without the annotation that states them: the annotation overrides them.
 *  Errors: INVALID. */
KOORD_API koord_status koord_node_builder_set_cpus(koord_node_builder *builder,
                                                   koord_node_cpuset which, const uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** Same as koord_cluster_set_node, from the content of the builder, which is not changed. There are
 *  no diagnostics. Errors: as koord_cluster_set_node. */
KOORD_API koord_status koord_cluster_set_node_from_builder(koord_cluster *cluster,
                                                           const koord_node_builder *builder,
                                                           KOORD_NULLABLE uint32_t *id,
                                                           koord_error *err);
/** Same as koord_agent_set_node, from the content of the builder, which is not changed. There are
 *  no diagnostics. Errors: as koord_agent_set_node. */
KOORD_API koord_status koord_agent_set_node_from_builder(koord_agent *agent,
                                                         const koord_node_builder *builder,
                                                         koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_NODE_BUILDER_H_ */
