/* Kubelet's static CPU policy, and its admission of pods.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_KUBELET_H_
#define KOORD_KUBELET_H_

#include "kubelet_setup.h"
#include "pod.h"
#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- CPU picking: kubelet's static policy ---------------------------------------------------- */

/** Options of kubelet's static CPU policy. As in kubelet, these exclude each other: FULL_PCPUS_ONLY
 *  and DISTRIBUTE_CPUS_ACROSS_CORES; DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES;
 *  PREFER_ALIGN_BY_UNCORE_CACHE and either DISTRIBUTE option. */
typedef uint32_t koord_kubelet_option_flags;
enum {
  KOORD_KUBELET_OPTION_FULL_PCPUS_ONLY = 1,              /**< full-pcpus-only */
  KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_NUMA = 2,  /**< distribute-cpus-across-numa */
  KOORD_KUBELET_OPTION_ALIGN_BY_SOCKET = 4,              /**< align-by-socket */
  KOORD_KUBELET_OPTION_DISTRIBUTE_CPUS_ACROSS_CORES = 8, /**< distribute-cpus-across-cores */
  /** strict-cpu-reservation: reserved CPUs are not shared */
  KOORD_KUBELET_OPTION_STRICT_CPU_RESERVATION = 16,
  KOORD_KUBELET_OPTION_PREFER_ALIGN_BY_UNCORE_CACHE = 32 /**< prefer-align-cpus-by-uncorecache */
};

/** The sets of CPUs that follow the default set, in this order. */
typedef uint32_t koord_kubelet_set_flags;
enum {
  KOORD_KUBELET_SET_RESERVED = 1, /**< kubelet's reserved CPUs */
  KOORD_KUBELET_SET_REUSABLE = 2  /**< CPUs of finished init containers of the same pod */
};

/** A request for CPUs of kubelet's static policy. */
typedef struct koord_kubelet_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_kubelet_option_flags options;
  /** number of whole CPUs of one Guaranteed container; 0 is granted with an empty set */
  uint32_t cpus;
  koord_kubelet_set_flags sets; /**< the sets that follow the default set; the others are empty */
  koord_kubelet_version version;
  /** NUMA nodes of the topology manager's hint: bit i is row i of koord_topology_get_numa_nodes; 0:
   *  no preference. A hint cannot name rows above 63; kubelet's own hints are 64-bit masks, too. */
  uint64_t affinity;
} koord_kubelet_request;

/** Picks the CPUs that kubelet's static CPU policy allocates to one container, with its SMT
 *  admission checks (docs/reference/kubelet.md). Pure; uses no heap.
 *
 *  sets   the default CPU set: CPUs that no container has exclusively, reserved CPUs included. Then
 *         the sets that request->sets names, `words` words each.
 *  words  words of each set and of `out`.
 *
 *  Output parameters and errors are as for koord_cpu_pick; also INVALID for options that exclude
 *  each other and for an affinity beyond the machine's NUMA nodes; LIMIT for
 *  DISTRIBUTE_CPUS_ACROSS_NUMA with more than 64 NUMA nodes that have free CPUs; more than 16 with
 *  ALIGN_BY_SOCKET under 1.37. */
KOORD_API koord_status koord_kubelet_pick(const koord_topology *topology,
                                          const koord_kubelet_request *request,
                                          const uint64_t *sets, size_t words, uint64_t *out,
                                          koord_refusal *refusal, koord_error *err);

/* ---- Kubelet's admission --------------------------------------------------------------------- */

/** A node as its kubelet sees it: a simulation of kubelet's admission, without a kubelet. Pods
 *  arrive and leave; static CPU policy, memory manager, device manager and topology manager decide
 *  as in the kubelet of the setup's version (docs/reference/kubelet.md). Functions that take a
 *  `const koord_kubelet *` may run at the same time. */
typedef struct koord_kubelet koord_kubelet;

/** Creates a kubelet on this machine that starts with the configuration and state files of `setup`
 *  (nullable: kubelet's defaults, no files). The memory manager needs a topology with memory; the
 *  topology manager's option prefer-closest-numa-nodes needs one with distances. The caller owns
 *  *out and may release the topology. If kubelet would not start, the message has kubelet's words.
 *  Errors: INVALID (the configuration; a state that cannot be read or is of another policy),
 *  CONFLICT (a state that does not match machine or configuration), CORRUPT (the checksum of a
 *  state is wrong), UNSUPPORTED (memory policy BestEffort),
 *  LIMIT (a state: koord_kubelet_setup_set_cpu_state; more than 16 NUMA nodes for a memory or
 *  topology manager), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_new(const koord_topology *topology,
                                         KOORD_NULLABLE const koord_kubelet_setup *setup,
                                         koord_kubelet **out, koord_error *err);
/** Copies a kubelet with its state, for what-if questions; the two are then independent.
 *  Allocations of pods are shared until they change: a copy costs 16 bytes for each. Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_clone(const koord_kubelet *kubelet, koord_kubelet **out,
                                           koord_error *err);
KOORD_API void koord_kubelet_free(koord_kubelet *kubelet);

/** Properties of a container's allocation. */
typedef uint32_t koord_kubelet_container_flags;
enum {
  /** The container's affinity is what each of its resources prefers. */
  KOORD_KUBELET_CONTAINER_PREFERRED = 1,
  /** The container shares the default CPU set with all other such containers. */
  KOORD_KUBELET_CONTAINER_SHARED = 2
};
/** Allocation of kubelet to one container. Sets of NUMA nodes: bit i is row i of
 *  koord_topology_get_numa_nodes. 24 bytes. */
typedef struct koord_kubelet_container {
  uint64_t affinity;     /**< nodes that the topology manager chose; 0: no affinity */
  uint64_t memory_nodes; /**< nodes of its memory, cpuset.mems; 0: not bound to any */
  uint32_t cpus;         /**< number of exclusive CPUs */
  koord_kubelet_container_flags flags;
} koord_kubelet_container;

/** The allocations of one pod, by container; koord_kubelet_admit and koord_kubelet_judge write it.
 *  One handle serves any number of calls, and allocates only for a pod larger than all before. A
 *  new handle has no containers. */
typedef struct koord_admission koord_admission;
/** Creates an admission without containers. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_admission_new(koord_admission **out, koord_error *err);
KOORD_API void koord_admission_free(koord_admission *admission);
/** Copies a row for each container of the pod, init containers first; all zero if the pod was
 *  refused. Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_admission_get_containers(const koord_admission *admission,
                                                      koord_kubelet_container *rows, size_t stride,
                                                      size_t capacity, size_t *count,
                                                      koord_error *err);
/** Writes the exclusive CPUs of a container to all of `words`: none if it shares CPUs or the pod
 *  was refused. `container` is a row of koord_admission_get_containers.
 *  Errors: INVALID (no such container), NO_SPACE. */
KOORD_API koord_status koord_admission_get_cpus(const koord_admission *admission,
                                                uint32_t container, uint64_t *words,
                                                size_t word_count, koord_error *err);

/** A device that a container has. 8 bytes. */
typedef struct koord_plugin_device {
  uint32_t container; /**< index in the pod */
  uint32_t device;    /**< its number: koord_kubelet_setup_add_device */
} koord_plugin_device;
/** Copies the devices of a pod's containers, by container, then by number; none if the pod was
 *  refused. Devices of an init container that a later one has, too, are listed for both. Rows as in
 *  koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_admission_get_devices(const koord_admission *admission,
                                                   koord_plugin_device *rows, size_t stride,
                                                   size_t capacity, size_t *count,
                                                   koord_error *err);

/** Options of an admission. */
typedef uint32_t koord_admit_flags;
enum {
  /** A refused pod keeps what its first containers got, as in kubelet until its next admission or
   *  removal: kubelet's state files show exactly that. Without the flag it is released at once. */
  KOORD_ADMIT_LEAVE_REFUSED = 1
};

/** Admits a pod as kubelet does: its containers get CPUs, memory and devices of plugins, or the pod
 *  is refused with kubelet's reason (koord_reason_get_name) and message
 *  (koord_kubelet_format_refusal). The pod needs a uid. A known pod keeps its allocations if it is
 *  admitted, and loses them if it is refused.
 *
 *  admission  nullable: not wanted; receives what the containers got.
 *  refusal    never NULL; `where` is the index of the refused container, unless the pod as a whole
 *             was refused.
 *
 *  Errors: INVALID (a pod without uid, two containers with one name, unknown flags), LIMIT (1,024
 *  containers, 2^20 devices, amounts whose sum is too large), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_admit(koord_kubelet *kubelet, const koord_pod *pod,
                                           koord_admit_flags flags,
                                           KOORD_NULLABLE koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** Returns what koord_kubelet_admit would answer, without changing the kubelet; the pod needs no
 *  uid. Parameters and errors are as for koord_kubelet_admit. */
KOORD_API koord_status koord_kubelet_judge(const koord_kubelet *kubelet, const koord_pod *pod,
                                           KOORD_NULLABLE koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** Writes the sentence of koord_refusal_format with the names of this kubelet's resources. Errors:
 *  INVALID, NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_format_refusal(const koord_kubelet *kubelet,
                                                    const koord_refusal *refusal, char *text,
                                                    size_t capacity, KOORD_NULLABLE size_t *needed,
                                                    koord_error *err);
/** Removes the pod with this uid and frees its allocations. `*held` (nullable) receives 1 if it had
 *  any, else 0: pods without allocations are not recorded, so an unknown pod is not an error.
 *  Allocations left by a refused pod are released with any uid.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_remove_pod(koord_kubelet *kubelet, const char *uid,
                                                size_t uid_length,
                                                KOORD_NULLABLE KOORD_BOOL uint32_t *held,
                                                koord_error *err);

/** One kind of memory that a container has. */
typedef struct koord_memory_block {
  uint64_t nodes; /**< NUMA nodes it comes from: bit i is row i of koord_topology_get_numa_nodes */
  uint64_t bytes; /**< for an init container: the part that later containers do not reuse */
  uint64_t page_bytes; /**< 0: memory, else huge pages of this size */
  uint32_t container;  /**< index in the pod */
  uint32_t reserved;   /**< 0 */
} koord_memory_block;

/** Copies the memory of a pod, by container, then kind by name ("hugepages-1Gi" before "memory").
 *  An unknown pod has none. Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_kubelet_get_memory(const koord_kubelet *kubelet, const koord_pod *pod,
                                                koord_memory_block *rows, size_t stride,
                                                size_t capacity, size_t *count, koord_error *err);

/** Selects a set of CPUs of a kubelet. */
typedef int32_t koord_kubelet_cpuset;
enum {
  KOORD_KUBELET_CPUSET_SHARED = 0,   /**< the default set, for containers without exclusive CPUs */
  KOORD_KUBELET_CPUSET_RESERVED = 1, /**< never allocated exclusively */
  KOORD_KUBELET_CPUSET_AVAILABLE = 2 /**< shared and not reserved */
};
/** Writes one set to all of `words`. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_kubelet_get_cpus(const koord_kubelet *kubelet,
                                              koord_kubelet_cpuset which, uint64_t *words,
                                              size_t word_count, koord_error *err);

/** Writes the file cpu_manager_state (version 2, from kubelet 1.37 on version 4), or
 *  memory_manager_state (version 1, then version 3), of this kubelet, byte for byte.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_get_cpu_state(const koord_kubelet *kubelet, koord_buffer **out,
                                                   koord_error *err);
KOORD_API koord_status koord_kubelet_get_memory_state(const koord_kubelet *kubelet,
                                                      koord_buffer **out, koord_error *err);
/** Writes the file kubelet_internal_checkpoint of this kubelet: healthy devices by resource, and
 *  what containers have, by pod, container and resource. Kubelet writes both in any order. What a
 *  plugin answered is written as koord_kubelet_setup_set_device_state read it, and empty for
 *  devices that were allocated since. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_get_device_state(const koord_kubelet *kubelet,
                                                      koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_KUBELET_H_ */
