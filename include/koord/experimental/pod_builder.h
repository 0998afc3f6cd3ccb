/* Builds pods from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_POD_BUILDER_H_
#define KOORD_POD_BUILDER_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/pod_builder.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../pod.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Builds a Pod (v1) for callers that have it as a typed object. It has every field that
 *  docs/reference/objects.md lists. koord_pod_from_builder reads it as koord_pod_from_json reads
 *  the same pod, with the same results and errors. One builder serves many pods in turn:
 *  koord_pod_builder_reset keeps its memory. Setters require exclusive access. Setting a value
 *  again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod. */
typedef struct koord_pod_builder koord_pod_builder;
/** Creates the builder of an empty pod. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_new(koord_pod_builder **out, koord_error *err);
KOORD_API void koord_pod_builder_free(koord_pod_builder *builder);
/** Restores the state of a new builder. Errors: INVALID. */
KOORD_API koord_status koord_pod_builder_reset(koord_pod_builder *builder, koord_error *err);

/** Sets one text. The name must not be empty; a namespace of length 0 is "default", a node of
 *  length 0 is none. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all
 *  setters), NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_text(koord_pod_builder *builder, koord_pod_text which,
                                                  KOORD_NULLABLE const char *text, size_t length,
                                                  koord_error *err);
/** Sets a label. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_label(koord_pod_builder *builder, const char *key,
                                                   size_t key_length, const char *value,
                                                   size_t value_length, koord_error *err);
/** Sets an annotation, with its text as Kubernetes stores it. A text that cannot be interpreted is
 *  an error of koord_pod_from_builder. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_annotation(koord_pod_builder *builder, const char *key,
                                                        size_t key_length, const char *value,
                                                        size_t value_length, koord_error *err);

/** Properties of a pod. */
typedef uint32_t koord_pod_flags;
enum {
  KOORD_POD_TERMINATED = 1,    /**< phase Succeeded or Failed */
  KOORD_POD_HAS_KUBE_QOS = 2,  /**< `kube_qos` is status.qosClass; else it is computed */
  KOORD_POD_HAS_POD_LEVEL = 4, /**< spec.resources is present, even if empty */
  /** a toleration of the taint node.kubernetes.io/unschedulable:NoSchedule: nodes with
   *  spec.unschedulable accept the pod */
  KOORD_POD_TOLERATES_UNSCHEDULABLE = 8,
  /** condition Initialized of a bound pod: its init containers, except sidecars, have ended */
  KOORD_POD_INITIALIZED = 16
};
/** The numbers of a pod. Zero is the value for whatever a pod does not state. Policies and classes
 *  are for hosts without labels and annotations: a label or annotation with the same meaning
 *  overrides them. */
typedef struct koord_pod_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_pod_flags flags;
  int64_t scheduled; /**< lastTransitionTime of PodScheduled, seconds since 1970; 0: not known */
  koord_kube_qos kube_qos;
  int32_t priority; /**< spec.priority */
  koord_qos qos;
  koord_priority_class priority_class; /**< KOORD_PRIORITY_CLASS_NONE: by `priority` */
  koord_bind_policy required_bind;
  koord_bind_policy preferred_bind;
  koord_exclusive_policy exclusive;
  koord_numa_policy numa_policy;
  koord_numa_exclusive numa_exclusive;
  uint32_t reserved; /**< 0 */
} koord_pod_spec;
/** Sets all of them at once. Errors: INVALID (unknown numbers or flags). */
KOORD_API koord_status koord_pod_builder_set_spec(koord_pod_builder *builder,
                                                  const koord_pod_spec *spec, koord_error *err);

/** The kind of a container of a pod. */
typedef int32_t koord_container_kind;
enum {
  KOORD_CONTAINER_KIND_APP = 0,
  KOORD_CONTAINER_KIND_INIT = 1, /**< runs to its end before the app containers start */
  /** an init container that keeps running (restartPolicy Always) */
  KOORD_CONTAINER_KIND_SIDECAR = 2
};
/** Adds a container, in the order of spec.containers. Add init containers and sidecars in the order
 *  of spec.initContainers, before or after the others. `*container` (nullable) receives its index
 *  in the builder. Errors: INVALID, LIMIT (over 1024 containers), NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_add_container(koord_pod_builder *builder,
                                                       koord_container_kind kind, const char *name,
                                                       size_t name_length,
                                                       KOORD_NULLABLE int32_t *container,
                                                       koord_error *err);
/** The scope of a resource, where it is not a container. */
typedef int32_t koord_resource_scope;
enum {
  KOORD_RESOURCE_SCOPE_POD = -1,     /**< spec.resources: the pod as a whole */
  KOORD_RESOURCE_SCOPE_OVERHEAD = -2 /**< spec.overhead; only the request counts */
};
/** Sets request and limit of one resource: milli-CPU for "cpu", bytes or units for all others;
 *  negative: not stated. The name must not be empty. `container` is an index or a
 *  koord_resource_scope. Requests that are not stated are filled in from limits. Errors: INVALID
 *  (no such container), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_resource(koord_pod_builder *builder, int32_t container,
                                                      const char *name, size_t name_length,
                                                      int64_t request, int64_t limit,
                                                      koord_error *err);
/** Selects one of the two amounts that a container states of a resource. */
typedef int32_t koord_resource_bound;
enum { KOORD_RESOURCE_BOUND_REQUEST = 0, KOORD_RESOURCE_BOUND_LIMIT = 1 };
/** Sets the request or limit of one resource as a Kubernetes quantity ("1500m", "1.1Gi"), for
 *  amounts that are no whole number of bytes or units; overrides koord_pod_builder_set_resource.
 *  Amounts above 2^63 - 1 count as 2^63 - 1. `container` is an index or a koord_resource_scope.
 *  Errors: INVALID (no such container, not a quantity, a negative amount), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_quantity(koord_pod_builder *builder, int32_t container,
                                                      koord_resource_bound bound, const char *name,
                                                      size_t name_length, const char *quantity,
                                                      size_t quantity_length, koord_error *err);
/** Sets an environment variable of a container whose value is written in the pod (not valueFrom).
 *  Only NVIDIA_VISIBLE_DEVICES is read (docs/reference/devices.md): others have no effect and need
 *  not be set. Errors: INVALID (no such container), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_env(koord_pod_builder *builder, int32_t container,
                                                 const char *name, size_t name_length,
                                                 const char *value, size_t value_length,
                                                 koord_error *err);

/** Sets the CPUs allocated to the pod, for hosts without the annotation resource-status: an
 *  annotation that states any allocation overrides these and koord_pod_builder_set_numa_resource.
 *  Errors: INVALID. */
KOORD_API koord_status koord_pod_builder_set_cpus(koord_pod_builder *builder, const uint64_t *words,
                                                  size_t word_count, koord_error *err);
/** Sets the amount of a resource allocated to the pod on a NUMA node. Errors: INVALID (no NUMA
 *  node, a negative amount), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_numa_resource(koord_pod_builder *builder,
                                                           int32_t numa_node, const char *name,
                                                           size_t name_length, int64_t amount,
                                                           koord_error *err);

/** Returns the pod, as koord_pod_from_json does; the builder is not changed. `context` may be NULL.
 *  The caller owns *out. Errors: INVALID (names pod and field), LIMIT (a sum of amounts above 2^63
 *  - 1, an annotation over 1 MiB), NO_MEMORY. */
KOORD_API koord_status koord_pod_from_builder(KOORD_NULLABLE const koord_context *context,
                                              const koord_pod_builder *builder, koord_pod **out,
                                              koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_POD_BUILDER_H_ */
