/* Pods.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_POD_H_
#define KOORD_POD_H_

#include "refusal.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Koordinator's QoS class, koordinator.sh/qosClass. */
typedef int32_t koord_qos;
enum {
  KOORD_QOS_NONE = 0, /**< not stated */
  KOORD_QOS_LSE = 1,  /**< latency sensitive, exclusive */
  KOORD_QOS_LSR = 2,  /**< latency sensitive, reserved: shares its CPUs with BE only */
  KOORD_QOS_LS = 3,   /**< latency sensitive, on the shared pool */
  KOORD_QOS_BE = 4,   /**< best effort */
  KOORD_QOS_SYSTEM = 5
};
/** The QoS class of Kubernetes. */
typedef int32_t koord_kube_qos;
enum {
  KOORD_KUBE_QOS_BEST_EFFORT = 0,
  KOORD_KUBE_QOS_BURSTABLE = 1,
  KOORD_KUBE_QOS_GUARANTEED = 2
};
/** Koordinator's priority class, koordinator.sh/priority-class. */
typedef int32_t koord_priority_class;
enum {
  KOORD_PRIORITY_CLASS_NONE = 0, /**< not stated */
  KOORD_PRIORITY_CLASS_PROD = 1,
  KOORD_PRIORITY_CLASS_MID = 2,
  KOORD_PRIORITY_CLASS_BATCH = 3,
  KOORD_PRIORITY_CLASS_FREE = 4
};
/** Returns the spelling in Kubernetes objects ("LSR", "Guaranteed", "koord-prod"); "" for what is
 *  not stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_qos_get_name(koord_qos qos);
KOORD_API const char *koord_kube_qos_get_name(koord_kube_qos qos);
KOORD_API const char *koord_priority_class_get_name(koord_priority_class priority_class);

/** An immutable pod, reference-counted and shared by any threads. */
typedef struct koord_pod koord_pod;

/** Adds a reference and returns `pod`. */
KOORD_API koord_pod *koord_pod_ref(const koord_pod *pod);
KOORD_API void koord_pod_unref(koord_pod *pod);

/** Reads a Pod (v1) of the API server (docs/reference/objects.md lists the fields). Unknown fields
 *  are ignored; missing requests are filled in from limits. `context` may be NULL. The caller owns
 *  *out.
 *  If claims to allocations (resource-status, device-allocated, environment) cannot be read, the
 *  pod loses that claim and nothing else: see koord_pod_get_faults. The same applies to the
 *  preferences (other annotations, labels) of a pod that is already bound; for a pod that is not
 *  bound they are INVALID.
 *  Errors: INVALID (names pod and field: not a pod, an unknown policy, a negative amount), LIMIT
 *  (over 4 MiB or 1024 containers; a sum above 2^63 - 1, unless the pod is bound), NO_MEMORY. */
KOORD_API koord_status koord_pod_from_json(KOORD_NULLABLE const koord_context *context,
                                           KOORD_DOCUMENT const char *json, size_t length,
                                           koord_pod **out, koord_error *err);

/** Properties of a pod. */
typedef uint32_t koord_pod_property_flags;
enum {
  KOORD_POD_PROPERTY_TERMINATED = 1, /**< phase Succeeded or Failed */
  KOORD_POD_PROPERTY_BOUND = 2,      /**< it is bound to a node */
  KOORD_POD_PROPERTY_ALLOCATED = 4,  /**< it states its allocation (resource-status) */
  /** pod-level requests or limits replace those of its containers */
  KOORD_POD_PROPERTY_HAS_POD_LEVEL = 8,
  KOORD_POD_PROPERTY_LIMIT_IS_REQUEST = 16 /**< CPU: every limit equals its request */
};

/** Properties and requests of a pod. */
typedef struct koord_pod_info {
  uint32_t struct_size;      /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;            /**< 0 */
  int64_t cpu_request_milli; /**< effective, as koord_pod_get_request */
  int64_t cpu_limit_milli;   /**< -1: none */
  koord_pod_property_flags properties;
  uint32_t containers; /**< containers of all kinds */
  koord_qos qos;       /**< by label */
  /** by label, else LS for Guaranteed and Burstable pods and BE for others */
  koord_qos effective_qos;
  koord_kube_qos kube_qos;             /**< by status, else computed */
  koord_priority_class priority_class; /**< by label, else by priority, else by effective QoS */
  int32_t priority;
  koord_bind_policy required_bind;
  koord_bind_policy preferred_bind;
  koord_exclusive_policy exclusive;
  koord_numa_policy numa_policy;
  koord_numa_exclusive numa_exclusive;
} koord_pod_info;
/** Returns properties and requests of the pod. Errors: INVALID. */
KOORD_API koord_status koord_pod_get_info(const koord_pod *pod, koord_pod_info *info,
                                          koord_error *err);
/** Returns the effective request and limit of one resource ("memory", "nvidia.com/gpu") as
 *  Kubernetes computes them: the sum of app containers and sidecars or the peak of the init
 *  containers, replaced by pod-level resources, plus overhead. Milli-CPU for "cpu", bytes or units
 *  for all others; -1: not stated. `request` and `limit` are nullable. Errors: INVALID. */
KOORD_API koord_status koord_pod_get_request(const koord_pod *pod, const char *resource,
                                             size_t resource_length,
                                             KOORD_NULLABLE int64_t *request,
                                             KOORD_NULLABLE int64_t *limit, koord_error *err);

/** Selects a text of a pod. */
typedef int32_t koord_pod_text;
enum {
  KOORD_POD_TEXT_NAME = 0,
  KOORD_POD_TEXT_NAMESPACE = 1,
  KOORD_POD_TEXT_UID = 2, /**< "": unknown */
  KOORD_POD_TEXT_NODE = 3 /**< the node it is bound to, "": none */
};
/** Writes one text with a NUL into text[0..capacity). `*needed` (nullable) receives its length
 *  without the NUL, also on NO_SPACE. Errors: INVALID (unknown `which`), NO_SPACE. */
KOORD_API koord_status koord_pod_get_text(const koord_pod *pod, koord_pod_text which, char *text,
                                          size_t capacity, KOORD_NULLABLE size_t *needed,
                                          koord_error *err);
/** Writes which parts of the pod could not be read and were ignored: one line per part, which names
 *  the field and ends with a line feed; "": none. Text as in koord_pod_get_text. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_pod_get_faults(const koord_pod *pod, char *text, size_t capacity,
                                            KOORD_NULLABLE size_t *needed, koord_error *err);
/** Writes the CPUs that the pod states as its allocation to all of `words`; all zero: none. Errors:
 *  INVALID, NO_SPACE. */
KOORD_API koord_status koord_pod_get_cpus(const koord_pod *pod, uint64_t *words, size_t word_count,
                                          koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_POD_H_ */
