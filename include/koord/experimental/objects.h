/* A cluster from a text with its API objects, as kubectl prints them.
 *
 * Experimental. Stable once programs other than koordctl have loaded their clusters with it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_OBJECTS_H_
#define KOORD_OBJECTS_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/objects.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kinds of objects by their use in a cluster. */
typedef int32_t koord_added_kind;
enum {
  KOORD_ADDED_KIND_OTHER = 0,       /**< a kind that a cluster does not use */
  KOORD_ADDED_KIND_NODE = 1,        /**< Node */
  KOORD_ADDED_KIND_TOPOLOGY = 2,    /**< NodeResourceTopology */
  KOORD_ADDED_KIND_DEVICES = 3,     /**< Device */
  KOORD_ADDED_KIND_POD = 4,         /**< Pod, or a pod that a workload would create */
  KOORD_ADDED_KIND_RESERVATION = 5, /**< Koordinator's Reservation */
  /** Deployment, ReplicaSet, StatefulSet, Job or CronJob; rows of its pods follow */
  KOORD_ADDED_KIND_WORKLOAD = 6,
  KOORD_ADDED_KIND_RESOURCE_SLICE = 7, /**< ResourceSlice (resource.k8s.io/v1) */
  KOORD_ADDED_KIND_RESOURCE_CLAIM = 8  /**< ResourceClaim (resource.k8s.io/v1) */
};
/** The result of adding an object. */
typedef int32_t koord_added_result;
enum {
  KOORD_ADDED_RESULT_SKIPPED = 0, /**< not used by a cluster, or it has ended */
  KOORD_ADDED_RESULT_ADDED = 1,   /**< added, expanded into pods, or released if it has ended */
  /** a pod or Reservation without a node: the cluster has nothing of it; place what
   *  koord_added_objects_get_pod returns */
  KOORD_ADDED_RESULT_PENDING = 2,
  KOORD_ADDED_RESULT_REFUSED = 3 /**< not added, nothing changes: see status and message */
};
/** An object of the text, or a pod of a workload. Texts are in koord_added_objects_get_texts. */
typedef struct koord_added_object {
  uint32_t index; /**< of the object in the text, from 0; pods have that of their workload */
  koord_added_kind kind;
  koord_added_result result;
  koord_status status;       /**< KOORD_OK; an error if the object is REFUSED */
  uint32_t kind_name_offset; /**< kind as the object states it ("StatefulSet") */
  uint32_t kind_name_length;
  /** namespace: "default" for a pod, workload or ResourceClaim that states none; empty for a Node
   *  and other objects of the whole cluster, even if one is stated; as stated for OTHER kinds */
  uint32_t namespace_offset;
  uint32_t namespace_length;
  uint32_t name_offset;
  uint32_t name_length;
  uint32_t message_offset; /**< one line: what is wrong or missing; empty if nothing is */
  uint32_t message_length;
} koord_added_object;
/** The objects of a text, and the result of each. Immutable, counted, shared by any threads. */
typedef struct koord_added_objects koord_added_objects;

/** Adds the objects of a text to a cluster: one object, a List ("kubectl get -o json"), an array,
 *  or several of these after each other, in any order. Every order of the objects, and of the
 *  documents, results in the same cluster: nodes get numbers by their names.
 *
 *  - Node, NodeResourceTopology and Device are set as by koord_cluster_set_node and its siblings.
 *  - A Pod with a node is set as by koord_cluster_set_pod; one that has ended is released. A Pod
 *    without a node is PENDING. A Pod without metadata.uid gets "NAMESPACE/NAME" as its uid.
 *  - A Reservation that holds resources of a node is set, with its policy, and pods that name it
 *    (annotation scheduling.koordinator.sh/reservation-allocated) are attached to it.
 *  - Deployment, ReplicaSet, StatefulSet, Job and CronJob stand for the pods of their template:
 *    spec.replicas of them, or as many as a Job runs at once, named "web-0", "web-1". Only a
 *    StatefulSet's pods have these names in a cluster; the others get random suffixes there. All
 *    workloads of a text have at most 100,000 pods, and 256 MiB of pods as JSON: each workload is
 *    expanded if it fits beside those with less JSON, and REFUSED (LIMIT) otherwise. Names and
 *    namespaces of more than 253 bytes are INVALID. A workload is SKIPPED if another object controls
 *    it, if it is a suspended or finished Job, and if an API server has stored it (metadata.uid) and
 *    the text has any Pod: its own pods are then expected in the text. The pods of a DaemonSet
 *    depend on the nodes: its kind is not used.
 *  - The devices of a ResourceClaim that is allocated are held on its node, and no pod gets them,
 *    if a Device object of the node has them by the identity that a ResourceSlice states
 *    (docs/reference/claims.md). Claims and slices replace those of the same name, and apply to
 *    every Device object of the cluster, however and whenever it is set. A claim that is not
 *    allocated holds nothing. If neither the allocation nor a slice states its node, it is that of
 *    the claim's pods: of these only Pods of such texts count, not those of koord_cluster_set_pod.
 *  - Other kinds are SKIPPED.
 *
 *  An object that cannot be added does not affect others: its end is found by its brackets and
 *  strings, whatever else is wrong in it. Objects that are in the text twice, by name or uid, are
 *  all REFUSED (CONFLICT); so is a workload whose pod is another object of the text, too.
 *  Objects are added one by one: calls of other threads may see some of them.
 *
 *  Errors: INVALID (a bracket or a string does not end, or there is other text between objects:
 *  the message has line and byte), LIMIT (256 MiB of text, 1,000,000 objects, 2 GiB of memory for
 *  rows and objects), NO_MEMORY (some objects may have been added; repeat the call). Single objects
 *  are REFUSED with the errors of the calls above, with INVALID if they are no JSON, and with LIMIT
 *  beyond 4 MiB (NodeResourceTopology: 16 MiB) and 64 nested arrays and objects. */
KOORD_API koord_status koord_cluster_add_objects(koord_cluster *cluster,
                                                 KOORD_DOCUMENT const char *json, size_t length,
                                                 koord_added_objects **out, koord_error *err);

/** Removes a ResourceSlice that koord_cluster_add_objects added. Errors: INVALID, NOT_FOUND,
 *  NO_MEMORY (repeat the call: some nodes may have changed). */
KOORD_API koord_status koord_cluster_remove_resource_slice(koord_cluster *cluster, const char *name,
                                                           size_t length, koord_error *err);
/** Removes a ResourceClaim that koord_cluster_add_objects added; its devices are free. `name` is
 *  "NAMESPACE/NAME". Errors: INVALID, NOT_FOUND, NO_MEMORY (repeat the call: some nodes may have
 *  changed). */
KOORD_API koord_status koord_cluster_remove_resource_claim(koord_cluster *cluster, const char *name,
                                                           size_t length, koord_error *err);

/** Writes the devices of a node that ResourceClaims hold, as the value of the annotation
 *  node.koordinator.sh/claimed-devices (docs/reference/objects.md):
 *  [{"podUID":"","containerName":"","resourceName":"","deviceIDs":[]}], "[]" if they hold none.
 *  `podUID` is "resourceclaim:UID" of the claim, the uid of the pod whose extended resources the
 *  claim serves, or "resourceclaims" if the node has more claims than are counted. `deviceIDs` are
 *  the ids of the Device object; "*" is any device of the resource, because the claim's one is not
 *  identified. Entries of the Device object's own annotation come first. `name` is the node's.
 *  Errors: INVALID, NOT_FOUND (the node has no Device object), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_claimed_devices(const koord_cluster *cluster,
                                                         const char *name, size_t length,
                                                         koord_buffer **out, koord_error *err);

/** Adds a reference and returns `objects`; NULL for NULL. */
KOORD_API koord_added_objects *koord_added_objects_ref(const koord_added_objects *objects);
KOORD_API void koord_added_objects_unref(koord_added_objects *objects);
/** Copies a row for each object, in the order of the text. rows as in koord_topology_get_cpus.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_added_objects_get_rows(const koord_added_objects *objects,
                                                    koord_added_object *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as `objects`. */
KOORD_API const char *koord_added_objects_get_texts(const koord_added_objects *objects,
                                                    KOORD_NULLABLE size_t *length);
/** Returns the pod of a row: of a Pod, of a workload's pod, or the pod that stands for a
 *  Reservation; NULL for other rows and for a pod that could not be read. `row` counts the rows
 *  from 0. Each call makes another pod for a row of a workload's pod. The caller owns *out.
 *  Errors: INVALID, NOT_FOUND (no such row), NO_MEMORY. */
KOORD_API koord_status koord_added_objects_get_pod(const koord_added_objects *objects, size_t row,
                                                   KOORD_OPTIONAL koord_pod **out,
                                                   koord_error *err);
/** Writes the Pod object that a workload would create, for the row of such a pod. Errors: INVALID,
 *  NOT_FOUND (no such row, or not a workload's pod), NO_MEMORY. */
KOORD_API koord_status koord_added_objects_get_pod_json(const koord_added_objects *objects,
                                                        size_t row, koord_buffer **out,
                                                        koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_OBJECTS_H_ */
