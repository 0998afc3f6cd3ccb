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

/* ---- CPU picking: kubelet's static policy ------------------------------------------------------ */

/** Options of kubelet's static CPU policy. Excluding each other, as in kubelet: FULL_PCPUS_ONLY and
 *  DISTRIBUTE_CPUS_ACROSS_CORES, DISTRIBUTE_CPUS_ACROSS_NUMA and DISTRIBUTE_CPUS_ACROSS_CORES,
 *  PREFER_ALIGN_BY_UNCORE_CACHE and either of the two that distribute. */
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

/** Sets of CPUs that follow the default set, in this order. */
typedef uint32_t koord_kubelet_set_flags;
enum {
  KOORD_KUBELET_SET_RESERVED = 1, /**< kubelet's reserved CPUs */
  KOORD_KUBELET_SET_REUSABLE = 2  /**< CPUs of finished init containers of the same pod */
};

/** What to pick as kubelet does. */
typedef struct koord_kubelet_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_kubelet_option_flags options;
  uint32_t cpus;                /**< whole CPUs of one Guaranteed container; 0: granted, empty */
  koord_kubelet_set_flags sets; /**< the sets that follow the default set; the others are empty */
  uint32_t reserved;            /**< 0 */
  /** NUMA nodes of the topology manager's hint: bit i is row i of koord_topology_get_numa_nodes;
   *  0: no preference. A hint cannot name rows above 63, nor can kubelet's own, which are masks
   *  of 64 bits, too. */
  uint64_t affinity;
} koord_kubelet_request;

/** What kubelet's static CPU policy gives one container (semantics: kubelet 1.36;
 *  docs/kubelet.md), its SMT admission checks included. Pure; touches no heap.
 *
 *  sets          the default CPU set: CPUs no container has exclusively, reserved ones included.
 *                After it those that request.sets names, each `words` after the one before.
 *  words         words of each of the sets and of `out`.
 *
 *  Out parameters and errors as koord_cpu_pick; INVALID also for options that exclude each other
 *  and for an affinity beyond the machine's NUMA nodes; LIMIT: DISTRIBUTE_CPUS_ACROSS_NUMA with
 *  more than 64 NUMA nodes that have free CPUs. */
KOORD_API koord_status koord_kubelet_pick(const koord_topology *topology,
                                          const koord_kubelet_request *request,
                                          const uint64_t *sets, size_t words, uint64_t *out,
                                          koord_refusal *refusal, koord_error *err);

/* ---- Kubelet's admission ----------------------------------------------------------------------- */

/** A node as its kubelet sees it: a state machine of pods that arrive and go, without a kubelet. Static CPU
 *  policy, memory manager and topology manager decide as in kubelet 1.36 (docs/kubelet.md). */
typedef struct koord_kubelet koord_kubelet;

/** A kubelet on this machine that starts with this configuration and these state files; `setup`
 *  is nullable: kubelet's defaults, no files. The memory manager needs a topology that knows
 *  memory, the topology manager's option prefer-closest-numa-nodes one that knows distances. The
 *  caller owns *out and may drop the topology. Errors, where kubelet would not start in its
 *  words: INVALID (the configuration, as kubelet says it; a state that cannot be read or is of
 *  another policy), CONFLICT (a state that does not suit machine or configuration), CORRUPT (the
 *  checksum of a state is wrong), UNSUPPORTED (feature gate PodLevelResourceManagers, memory
 *  policy BestEffort), LIMIT (a state: koord_kubelet_setup_set_cpu_state; more than 16 NUMA
 *  nodes for a memory or topology manager), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_new(const koord_topology *topology,
                                         KOORD_NULLABLE const koord_kubelet_setup *setup,
                                         koord_kubelet **out, koord_error *err);
/** A second kubelet in the same state, for what-if questions; from then on each goes its own way. What pods
 *  hold is shared until it changes: a copy costs 16 bytes for each. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_clone(const koord_kubelet *kubelet, koord_kubelet **out,
                                           koord_error *err);
KOORD_API void koord_kubelet_free(koord_kubelet *kubelet);

/** How a container got what kubelet gives it. */
typedef uint32_t koord_kubelet_container_flags;
enum {
  /** A container's affinity is what each of its resources prefers. */
  KOORD_KUBELET_CONTAINER_PREFERRED = 1,
  /** It shares the default CPU set with all others that do. */
  KOORD_KUBELET_CONTAINER_SHARED = 2
};
/** What one container gets of kubelet. Sets of NUMA nodes: bit i is row i of koord_topology_get_numa_nodes. 24 bytes. */
typedef struct koord_kubelet_container {
  uint64_t affinity;     /**< nodes the topology manager kept for it; 0: none in particular */
  uint64_t memory_nodes; /**< nodes of its memory, cpuset.mems; 0: not bound to any */
  uint32_t cpus;         /**< CPUs it has for itself */
  koord_kubelet_container_flags flags;
} koord_kubelet_container;

/** What one pod got of a kubelet, by container: koord_kubelet_admit and koord_kubelet_judge
 *  write it. One handle serves any number of calls, and pods no larger than those before cost no
 *  allocation of it. New, it has no containers. */
typedef struct koord_admission koord_admission;
/** The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_admission_new(koord_admission **out, koord_error *err);
KOORD_API void koord_admission_free(koord_admission *admission);
/** A row for each container of the pod, init containers first; all zero where it was refused.
 *  Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_admission_get_containers(const koord_admission *admission,
                                                      koord_kubelet_container *rows, size_t stride,
                                                      size_t capacity, size_t *count,
                                                      koord_error *err);
/** Writes the CPUs that a container has for itself to `words` (all of them): none where it
 *  shares, and where the pod was refused. `container` is a row of
 *  koord_admission_get_containers.
 *  Errors: INVALID (no such container), NO_SPACE. */
KOORD_API koord_status koord_admission_get_cpus(const koord_admission *admission,
                                                uint32_t container, uint64_t *words,
                                                size_t word_count, koord_error *err);

/** Options of an admission. */
typedef uint32_t koord_admit_flags;
enum {
  /** A refused pod keeps what its first containers got, as in kubelet until its next admission or removal:
   *  that is what kubelet's state files show then. Without the flag it is swept at once. */
  KOORD_ADMIT_LEAVE_REFUSED = 1
};

/** A pod arrives: kubelet admits it, and its containers get CPUs and memory, or refuses it, with
 *  kubelet's reason (koord_reason_get_name) and message (koord_refusal_format). Needs a uid. A
 *  pod that is known already keeps what it holds when it is admitted, and loses it when it is
 *  refused.
 *
 *  admission (nullable: not wanted) receives what its containers got.
 *  refusal   never NULL; `where` is the container that was refused, by index, unless the pod was as a whole.
 *
 *  Errors: INVALID (a pod without uid, two containers of one name, unknown flags), LIMIT (1,024
 *  containers, amounts that add up to too much), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_admit(koord_kubelet *kubelet, const koord_pod *pod,
                                           koord_admit_flags flags,
                                           KOORD_NULLABLE koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** What koord_kubelet_admit would answer; nothing of the kubelet changes, and the pod needs no
 *  uid. Arguments and errors as there. */
KOORD_API koord_status koord_kubelet_judge(const koord_kubelet *kubelet, const koord_pod *pod,
                                           KOORD_NULLABLE koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** The pod with this uid is gone: what it held is free. `*held` (nullable) receives 1 when it held
 *  anything, else 0: pods that hold nothing leave no trace, so that an unknown pod is no error. What a
 *  refused pod was left is swept, whatever the uid.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_remove_pod(koord_kubelet *kubelet, const char *uid,
                                                size_t uid_length, KOORD_NULLABLE uint32_t *held,
                                                koord_error *err);

/** One kind of memory that a container has. */
typedef struct koord_memory_block {
  uint64_t nodes; /**< NUMA nodes it comes from: bit i is row i of koord_topology_get_numa_nodes */
  uint64_t bytes; /**< of an init container: what later containers do not reuse */
  uint64_t page_bytes; /**< 0: memory, else huge pages of this size */
  uint32_t container;  /**< index in the pod */
  uint32_t reserved;   /**< 0 */
} koord_memory_block;

/** The memory a pod holds, by container, then kind by name ("hugepages-1Gi" before "memory"). None for a
 *  pod that is not there. Rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_kubelet_get_memory(const koord_kubelet *kubelet, const koord_pod *pod,
                                                koord_memory_block *rows, size_t stride,
                                                size_t capacity, size_t *count, koord_error *err);

/** Which set of CPUs of a kubelet. */
typedef int32_t koord_kubelet_cpuset;
enum {
  KOORD_KUBELET_CPUSET_SHARED = 0,   /**< the default set, where containers without own CPUs run */
  KOORD_KUBELET_CPUSET_RESERVED = 1, /**< never given to one container alone */
  KOORD_KUBELET_CPUSET_AVAILABLE = 2 /**< shared and not reserved */
};
/** Writes one set to `words` (all of them). Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_kubelet_get_cpus(const koord_kubelet *kubelet,
                                              koord_kubelet_cpuset which, uint64_t *words,
                                              size_t word_count, koord_error *err);

/** The files cpu_manager_state (version 2) and memory_manager_state (version 1) of this kubelet, byte for
 *  byte. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_get_cpu_state(const koord_kubelet *kubelet, koord_buffer **out,
                                                   koord_error *err);
KOORD_API koord_status koord_kubelet_get_memory_state(const koord_kubelet *kubelet,
                                                      koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_KUBELET_H_ */
