/* Who runs where on a node, for its agent: pools of CPUs, the places of pods, what is reported to the scheduler
 * (docs/node.md; semantics: Koordinator's CPU orchestration proposal and koordlet).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_AGENT_H_
#define KOORD_AGENT_H_

#include "pod.h"
#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A node as its agent knows it: machine, settings, kubelet's state and pods. The same threading rule as for
 *  koord_kubelet: functions that take a `const koord_agent *` may run at the same time. */
typedef struct koord_agent koord_agent;

/** Options of a node's agent. */
typedef uint32_t koord_agent_flags;
enum {
  /** CPUs that kubelet gave away or reserves count for nothing, and every cpuset is left to kubelet, those of
   *  pods with CPUs of their own as well: the first stage of taking over its CPU management. */
  KOORD_AGENT_IGNORE_KUBELET = 1,
  /** KOORD_PROFILE_UPSTREAM: BE pods keep to the NUMA nodes they name (its gate BECPUManager). */
  KOORD_AGENT_BE_BY_NUMA = 2
};
/** How a node's agent decides. */
typedef struct koord_agent_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_agent_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
} koord_agent_options;

/** The agent of a node: on this machine, without pods, settings or kubelet.
 *
 *  context  nullable; receives the diagnostics of all calls on the agent. Once it is freed the
 *           agent is silent.
 *  options  nullable.
 *
 *  The caller owns *out and may drop the topology. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_new(KOORD_NULLABLE const koord_context *context,
                                       const koord_topology *topology,
                                       KOORD_NULLABLE const koord_agent_options *options,
                                       koord_agent **out, koord_error *err);
KOORD_API void koord_agent_free(koord_agent *agent);

/** The machine as it is now: CPUs came or went. A pod loses CPUs of its own when one of them is gone. CPUs that
 *  kubelet reserves stay those of the last koord_agent_set_kubelet.
 *  Errors: INVALID (more CPUs are reserved than there are), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_topology(koord_agent *agent, const koord_topology *topology,
                                                koord_error *err);
/** The Node (v1) as JSON, for its name, reservation and system QoS.
 *  Errors: INVALID (names the field; more CPUs are reserved than there are), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_node(koord_agent *agent, KOORD_DOCUMENT const char *json,
                                            size_t length, koord_error *err);
/** What its kubelet does: configuration and cpu_manager_state of `setup` (nullable: kubelet's
 *  defaults, nothing allocated). Pods keep CPUs that they have as their own.
 *  Errors: INVALID, CORRUPT (cpu_manager_state: checksum), LIMIT
 *  (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_kubelet(koord_agent *agent,
                                               KOORD_NULLABLE const koord_kubelet_setup *setup,
                                               koord_error *err);
/** The node's Device object, as for koord_cluster_set_devices: what devices are called that pods were allocated by
 *  their minors only. length 0: it has none any more.
 *  Errors: INVALID (names the field; two devices of one type and minor), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_devices(koord_agent *agent, KOORD_DOCUMENT const char *json,
                                               size_t length, koord_error *err);
/** A pod came, or is like this now; one that has ended is gone. CPUs and devices that it states are its own where they
 *  are due to it and nobody has them who comes first, as in koord_cluster_set_pod: see koord_agent_pod.refusal. First
 *  come pods that koord_agent_set_state vouches for, then the pod that was bound first, then the lesser uid.
 *  Errors: INVALID (no uid), LIMIT (65536 pods), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_pod(koord_agent *agent, const koord_pod *pod,
                                           koord_error *err);
/** The pod with this uid is gone. `*known` (nullable) receives 1 when it was there, else 0. Errors: INVALID. */
KOORD_API koord_status koord_agent_remove_pod(koord_agent *agent, const char *uid,
                                              size_t uid_length, KOORD_NULLABLE uint32_t *known,
                                              koord_error *err);

/** Counts of a node. */
typedef struct koord_agent_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< grows with every change */
  uint32_t pods;
  uint32_t words; /**< words a set over the machine's CPUs needs */
} koord_agent_info;
/** Counts. Errors: INVALID. */
KOORD_API koord_status koord_agent_get_info(const koord_agent *agent, koord_agent_info *info,
                                            koord_error *err);
/** 64 bits that change when what koord_agent_to_nrt writes does; the same in any process of one version of the
 *  library. Takes microseconds. Errors: INVALID. */
KOORD_API koord_status koord_agent_get_hash(const koord_agent *agent, uint64_t *hash,
                                            koord_error *err);

/** Which set of CPUs of a koord_agent or koord_agent_state. */
typedef int32_t koord_agent_cpuset;
enum {
  KOORD_AGENT_CPUSET_SHARED = 0, /**< the shared pool */
  /** of LSE and LSR pods and of containers that kubelet's static policy serves */
  KOORD_AGENT_CPUSET_EXCLUSIVE = 1,
  KOORD_AGENT_CPUSET_BEST_EFFORT = 2, /**< the BE pool */
  KOORD_AGENT_CPUSET_ALL = 3,         /**< all CPUs */
  KOORD_AGENT_CPUSET_RESERVED = 4,    /**< by the Node's annotation */
  KOORD_AGENT_CPUSET_SYSTEM = 5,      /**< of system QoS */
  /** which kubelet keeps for the system; not of a koord_agent_state */
  KOORD_AGENT_CPUSET_KUBELET_RESERVED = 6
};
/** Writes one set to `words` (all of them). Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_get_cpus(const koord_agent *agent, koord_agent_cpuset which,
                                            uint64_t *words, size_t word_count, koord_error *err);

/** The pools where a socket and a NUMA node meet. 16 bytes. */
typedef struct koord_agent_pool {
  int32_t socket;       /**< kernel physical package id */
  int32_t numa_node;    /**< kernel NUMA node number; CPUs without one count for 0 */
  uint32_t shared;      /**< CPUs of the shared pool here */
  uint32_t best_effort; /**< CPUs of the BE pool here */
} koord_agent_pool;
/** A row for every socket and NUMA node that share CPUs, ascending. rows as in
 *  koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_get_pools(const koord_agent *agent, koord_agent_pool *rows,
                                             size_t stride, size_t capacity, size_t *count,
                                             koord_error *err);
/** The part of one set of CPUs that lies where row `pool` of koord_agent_get_pools is, into all of
 *  `words`. Errors: INVALID (no such row or set), NO_SPACE. */
KOORD_API koord_status koord_agent_get_pool_cpus(const koord_agent *agent, uint32_t pool,
                                                 koord_agent_cpuset which, uint64_t *words,
                                                 size_t word_count, koord_error *err);

/** Where a pod or container runs. */
typedef int32_t koord_agent_place;
enum {
  KOORD_AGENT_PLACE_UNTOUCHED = 0, /**< kubelet and the runtime decide */
  KOORD_AGENT_PLACE_EXCLUSIVE = 1, /**< on CPUs that the scheduler gave it, by resource-status */
  KOORD_AGENT_PLACE_KUBELET = 2,   /**< on those that kubelet's static policy gave it */
  KOORD_AGENT_PLACE_SHARED = 3,    /**< on the shared pool */
  /** on the shared or BE pool of the NUMA nodes that it names */
  KOORD_AGENT_PLACE_NAMED_POOLS = 4,
  KOORD_AGENT_PLACE_BEST_EFFORT = 5, /**< on the BE pool */
  KOORD_AGENT_PLACE_SYSTEM = 6       /**< on the CPUs of system QoS */
};
/** Stable name ("own", "namedPools"), as in node-state.json. Static; "Unknown" for others. */
KOORD_API const char *koord_agent_place_get_name(koord_agent_place place);

/** An annotation of a NodeResourceTopology that a node's agent writes. */
typedef int32_t koord_agent_annotation;
enum {
  KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS = 0,    /**< node.koordinator.sh/cpu-shared-pools */
  KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS = 1, /**< node.koordinator.sh/be-cpu-shared-pools */
  KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS = 2       /**< node.koordinator.sh/pod-cpu-allocs */
};
/** The value of an annotation of the NodeResourceTopology, JSON. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_to_annotation(const koord_agent *agent,
                                                 koord_agent_annotation which, koord_buffer **out,
                                                 koord_error *err);
/** The NodeResourceTopology of the node, as koord_topology_to_nrt writes it, with its pools, reservation, system QoS
 *  and CPUs of pods. Errors: INVALID (koord_agent_set_node was not called; kubelet would not start, as above),
 *  NO_MEMORY. */
KOORD_API koord_status koord_agent_to_nrt(const koord_agent *agent, koord_buffer **out,
                                          koord_error *err);

/** What was measured on a node, in milli-CPU. */
typedef struct koord_suppress_usage {
  uint32_t struct_size;     /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;           /**< 0 */
  int64_t capacity;         /**< of the node; 0: the machine's CPUs */
  int64_t node_used;        /**< by everything */
  int64_t pods_used;        /**< by all pods */
  int64_t host_apps_used;   /**< by all applications that are no pods */
  int64_t non_be_pods_used; /**< by pods that are not BE */
  int64_t non_be_host_apps_used;
  int64_t reserved; /**< for the system; 0: the most that kubelet and annotation reserve */
  int64_t quota_us; /**< quota that BE has now, per 100 ms; 0 or less: none */
  uint32_t threshold_percent; /**< of the capacity, that all are to keep to; 0: 65 */
  uint32_t minimum_percent;   /**< of the capacity, that BE has in any case; 0: nothing */
} koord_suppress_usage;

/** What is said of a suppression. */
typedef uint32_t koord_suppression_flags;
enum {
  KOORD_SUPPRESSION_KEEP_QUOTA = 1 /**< the quota changes too little to be written */
};
/** How far BE pods are to be narrowed. */
typedef struct koord_suppression {
  uint32_t struct_size;    /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;          /**< 0 */
  int64_t allowance_milli; /**< what BE pods may use; negative: others use too much */
  int64_t quota_us;        /**< policy cfsQuota: per 100 ms */
  uint32_t cpus;           /**< policy cpuset: how many; 0: none can be had */
  koord_suppression_flags properties;
} koord_suppression;
/** How far BE pods are to be narrowed, by both policies of koordlet (docs/node.md). Pure.
 *
 *  current  CPUs that BE pods have now, `words` words; NULL: not known.
 *  cpus     (nullable) receives those that they are narrowed to, `words` words.
 *
 *  Errors: INVALID (an amount that is negative or above 2^42, a percentage above 1000), NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_agent_suppress(const koord_agent *agent,
                                            const koord_suppress_usage *usage,
                                            KOORD_NULLABLE const uint64_t *current,
                                            KOORD_NULLABLE uint64_t *cpus, size_t words,
                                            koord_suppression *out, koord_error *err);

/** node-state.json, version 1 (docs/node.md): who runs where, for hooks and tools that start after the agent.
 *  `boot_id` says which boot it is about; length 0: not said. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_to_json(const koord_agent *agent, const char *boot_id,
                                           size_t boot_id_length, koord_buffer **out,
                                           koord_error *err);

/** Who runs where, as such a file holds it. Immutable. */
typedef struct koord_agent_state koord_agent_state;
/** What koord_agent_to_json writes, without the file, as the node is now. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_agent_snapshot(const koord_agent *agent, koord_agent_state **out,
                                            koord_error *err);
/** What an agent decided for this node before, and carried out: pods keep CPUs of their own that this state gives them
 *  and that they still claim, against claims of others. To be said after a restart, with what koord_agent_state_load
 *  reads, and whenever a state has been carried out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_state(koord_agent *agent, const koord_agent_state *state,
                                             koord_error *err);
/** Errors: INVALID (names the field), UNSUPPORTED (another version), CORRUPT (it contradicts itself), LIMIT (over 16
 *  MiB or 2^20 values, 65536 pods or containers), NO_MEMORY. */
KOORD_API koord_status koord_agent_state_from_json(KOORD_DOCUMENT const char *json, size_t length,
                                                   koord_agent_state **out, koord_error *err);
KOORD_API koord_agent_state *koord_agent_state_ref(const koord_agent_state *state);
KOORD_API void koord_agent_state_unref(koord_agent_state *state);

/** Reads node-state.json for who acts on it as root: `path` must be a regular file, no link, of root or the user of
 *  this process, that nobody else may write, and its directory as well; directories above it may be sticky ones, as /tmp
 *  is. The caller owns *out. Errors: those of koord_agent_state_from_json, NOT_FOUND (there is no such file), PERMISSION (it is
 *  not to be trusted, or not ours to read), LIMIT, IO. */
KOORD_API koord_status koord_agent_state_load(const char *path, size_t path_length,
                                              koord_agent_state **out, koord_error *err);
/** Replaces node-state.json in one step: whoever reads it finds the old or the new one, whole. `json` is what
 *  koord_agent_to_json wrote. Mode and owner of a file that is there stay; a new one is its owner's alone. Errors:
 *  those of koord_agent_state_from_json for `json`; PERMISSION (what is there, or its directory, is not to be trusted, as
 *  koord_agent_state_load has it, or not ours to replace), INVALID (`path` names no file), IO; the old file stands
 *  then, unless the message says that only its directory could not be synced. NO_MEMORY. */
KOORD_API koord_status koord_agent_state_save(const char *path, size_t path_length,
                                              KOORD_DOCUMENT const char *json, size_t length,
                                              koord_error *err);

/** Which text of a koord_agent_state. */
typedef int32_t koord_agent_text;
enum { KOORD_AGENT_TEXT_NAME = 0, KOORD_AGENT_TEXT_BOOT_ID = 1 };
/** As koord_pod_get_text. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_text(const koord_agent_state *state,
                                                  koord_agent_text which, char *text,
                                                  size_t capacity, KOORD_NULLABLE size_t *needed,
                                                  koord_error *err);
/** As of the node that wrote it. Errors: INVALID. */
KOORD_API koord_status koord_agent_state_get_info(const koord_agent_state *state,
                                                  koord_agent_info *info, koord_error *err);
/** As koord_agent_get_cpus, the three pools and all CPUs. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_cpus(const koord_agent_state *state,
                                                  koord_agent_cpuset which, uint64_t *words,
                                                  size_t word_count, koord_error *err);

/** Properties of a pod on a node. */
typedef uint32_t koord_agent_pod_flags;
enum {
  KOORD_AGENT_POD_UNLIMITED = 1 /**< no CFS quota, as it has CPUs of its own */
};
/** A pod on a node, or a container that runs elsewhere than its pod. Texts are in
 *  koord_agent_state_get_texts. 80 bytes. */
typedef struct koord_agent_pod {
  koord_refusal refusal; /**< why CPUs or NUMA nodes that it states are not what it runs on */
  uint32_t uid_offset;   /**< of the pod */
  uint32_t uid_length;
  uint32_t container_offset; /**< name of the container; length 0: the row is about the pod */
  uint32_t container_length;
  koord_qos qos;                    /**< as the pod is treated */
  koord_agent_place place;          /**< of the pod or container */
  uint32_t cpus;                    /**< how many; 0: left as they are */
  uint32_t numa_nodes;              /**< how many its memory is on; 0: left as they are */
  koord_agent_pod_flags properties; /**< KOORD_AGENT_POD_UNLIMITED */
  uint32_t row;                     /**< its number among all rows of the state */
} koord_agent_pod;
/** Pods ascending by uid, each followed by its containers that run elsewhere, ascending by name;
 *  those for which anything may have changed after generation `since` (0: all of them). Pods that
 *  are gone have no row. A state that was read from JSON does not say when its pods changed: all
 *  count as of its own generation. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_pods(const koord_agent_state *state, uint64_t since,
                                                  koord_agent_pod *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The texts of all rows, which rows name by offset and length. `*length` (nullable) receives how
 *  many bytes there are; no NUL ends them. Borrowed: valid as long as the state. `state` must not
 *  be NULL. */
KOORD_API const char *koord_agent_state_get_texts(const koord_agent_state *state,
                                                  KOORD_NULLABLE size_t *length);
/** Where a container runs, by the pod's uid and its name (length 0: the pod).
 *
 *  row       the container's, or its pod's where it runs with that.
 *  row_size  the caller's sizeof koord_agent_pod, as a stride.
 *
 *  Errors: INVALID, NOT_FOUND (no such pod). */
KOORD_API koord_status koord_agent_state_find_container(
    const koord_agent_state *state, const char *uid, size_t uid_length, const char *container,
    size_t container_length, koord_agent_pod *row, size_t row_size, koord_error *err);
/** The CPUs of the row with this number, koord_agent_pod.row, into all of `words`; none where they
 *  stay as they are. Errors: INVALID (no such row), NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_pod_cpus(const koord_agent_state *state, uint32_t row,
                                                      uint64_t *words, size_t word_count,
                                                      koord_error *err);
/** The same of the NUMA nodes of its memory: bit b of word w is the NUMA node with the kernel's
 *  number 64 * w + b. */
KOORD_API koord_status koord_agent_state_get_pod_numa_nodes(const koord_agent_state *state,
                                                            uint32_t row, uint64_t *words,
                                                            size_t word_count, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_AGENT_H_ */
