/* The agent of a node: CPU pools, where each pod runs, and what the node reports to the scheduler
 * (docs/operate/node.md; semantics: Koordinator's CPU orchestration proposal and koordlet).
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_AGENT_H_
#define KOORD_AGENT_H_

#include "pod.h"
#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A node as its agent knows it: machine, settings, kubelet's state and pods. Threading is as for
 *  koord_kubelet: functions that take a `const koord_agent *` may run at the same time. */
typedef struct koord_agent koord_agent;

/** Options of a node's agent. */
typedef uint32_t koord_agent_flags;
enum {
  /** Ignore the CPUs that kubelet allocates or reserves, and leave every cpuset to kubelet, even
   *  those of pods with exclusive CPUs. This is the first stage of taking over kubelet's CPU
   *  management. */
  KOORD_AGENT_IGNORE_KUBELET = 1,
  /** KOORD_PROFILE_UPSTREAM: BE pods stay on the NUMA nodes that they name (Koordinator's feature
   *  gate BECPUManager). */
  KOORD_AGENT_BE_BY_NUMA = 2,
  /** KOORD_PROFILE_SPEC: keep isolated CPUs (KOORD_CPUSET_KIND_ISOLATED) out of the shared and BE
   *  pools, and for pods that require isolated CPUs. The report says so, and the scheduler does the
   *  same. Without this flag isolated CPUs are in the pools, as kubelet has them. */
  KOORD_AGENT_EXCLUDE_ISOLATED = 4
};
/** Options of a node agent. */
typedef struct koord_agent_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_agent_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
} koord_agent_options;

/** Creates the agent of a node on this machine, without pods, settings or kubelet.
 *
 *  context  nullable; receives the diagnostics of all calls on the agent. The agent is silent once
 *           the context is freed.
 *  options  nullable.
 *
 *  The caller owns *out. The topology may be released afterwards. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_new(KOORD_NULLABLE const koord_context *context,
                                       const koord_topology *topology,
                                       KOORD_NULLABLE const koord_agent_options *options,
                                       koord_agent **out, koord_error *err);
KOORD_API void koord_agent_free(koord_agent *agent);

/** Replaces the machine, after CPUs were added or removed. A pod loses its exclusive CPUs when one
 *  of them no longer exists. The CPUs that kubelet reserves stay those of the last
 *  koord_agent_set_kubelet.
 *  Errors: INVALID (more CPUs are reserved than exist), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_topology(koord_agent *agent, const koord_topology *topology,
                                                koord_error *err);
/** Reads the Node (v1) as JSON: its name, reservation and system QoS.
 *  Errors: INVALID (names the field; more CPUs are reserved than exist), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_node(koord_agent *agent, KOORD_DOCUMENT const char *json,
                                            size_t length, koord_error *err);
/** Sets kubelet's configuration and allocations: the configuration, cpu_manager_state,
 *  memory_manager_state, devices and kubelet_internal_checkpoint of `setup` (nullable: kubelet's
 *  defaults, nothing allocated). Pods keep their exclusive CPUs. The state of the memory manager is
 *  reported if its policy is Static, and the devices of resources of which a device states NUMA
 *  nodes; the pods in both as ended if this node does not know them. A damaged file is left out of
 *  the report, and logged.
 *  Errors: INVALID, CORRUPT (cpu_manager_state: checksum), LIMIT
 *  (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_kubelet(koord_agent *agent,
                                               KOORD_NULLABLE const koord_kubelet_setup *setup,
                                               koord_error *err);
/** Sets the node's Device object, as for koord_cluster_set_devices. It supplies the names of
 *  devices that were allocated to pods by minor only. Length 0: the node has no Device object.
 *  Errors: INVALID (names the field; two devices of one type and minor), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_devices(koord_agent *agent,
                                               KOORD_NULLABLE KOORD_DOCUMENT const char *json,
                                               size_t length, koord_error *err);
/** Adds or updates a pod; a terminated pod is removed. The CPUs and devices that the pod claims are
 *  its own where it is entitled to them and no pod of higher precedence has them, as in
 *  koord_cluster_set_pod; koord_agent_pod.refusal says why not. Precedence: first the pods that the
 *  state of koord_agent_set_state confirms, then the pod that was bound first, then the lower uid.
 *  Errors: INVALID (no uid), LIMIT (65536 pods), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_pod(koord_agent *agent, const koord_pod *pod,
                                           koord_error *err);
/** Removes the pod with this uid. `*known` (nullable) receives 1 if the agent knew the pod, else 0.
 *  Errors: INVALID. */
KOORD_API koord_status koord_agent_remove_pod(koord_agent *agent, const char *uid,
                                              size_t uid_length,
                                              KOORD_NULLABLE KOORD_BOOL uint32_t *known,
                                              koord_error *err);

/** Counts of a node. */
typedef struct koord_agent_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< grows with every change */
  uint32_t pods;
  uint32_t words; /**< number of words that a CPU set of the machine needs */
} koord_agent_info;
/** Returns the counts. Errors: INVALID. */
KOORD_API koord_status koord_agent_get_info(const koord_agent *agent, koord_agent_info *info,
                                            koord_error *err);
/** Returns 64 bits that change whenever the output of koord_agent_to_nrt changes. The value is the
 *  same in any process that runs the same version of the library. Takes microseconds. Errors:
 *  INVALID. */
KOORD_API koord_status koord_agent_get_hash(const koord_agent *agent, uint64_t *hash,
                                            koord_error *err);

/** Selects a set of CPUs of a koord_agent or koord_agent_state. */
typedef int32_t koord_agent_cpuset;
enum {
  KOORD_AGENT_CPUSET_SHARED = 0, /**< the shared pool */
  /** CPUs of LSE and LSR pods, and of containers that kubelet's static policy serves */
  KOORD_AGENT_CPUSET_EXCLUSIVE = 1,
  KOORD_AGENT_CPUSET_BEST_EFFORT = 2, /**< the BE pool */
  KOORD_AGENT_CPUSET_ALL = 3,         /**< all CPUs */
  KOORD_AGENT_CPUSET_RESERVED = 4,    /**< reserved by the Node's annotation */
  KOORD_AGENT_CPUSET_SYSTEM = 5,      /**< CPUs of system QoS */
  /** reserved by kubelet for the system; not available from a koord_agent_state */
  KOORD_AGENT_CPUSET_KUBELET_RESERVED = 6
};
/** Writes one set to all of `words`. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_get_cpus(const koord_agent *agent, koord_agent_cpuset which,
                                            uint64_t *words, size_t word_count, koord_error *err);

/** The pools at the intersection of a socket and a NUMA node. 16 bytes. */
typedef struct koord_agent_pool {
  int32_t socket;       /**< kernel physical package id */
  int32_t numa_node;    /**< kernel NUMA node number; CPUs without a NUMA node count as 0 */
  uint32_t shared;      /**< number of CPUs of the shared pool here */
  uint32_t best_effort; /**< number of CPUs of the BE pool here */
} koord_agent_pool;
/** Copies a row for every pair of a socket and a NUMA node that have CPUs in common, ascending.
 *  rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_get_pools(const koord_agent *agent, koord_agent_pool *rows,
                                             size_t stride, size_t capacity, size_t *count,
                                             koord_error *err);
/** Writes the part of one CPU set that lies in row `pool` of koord_agent_get_pools to all of
 *  `words`. Errors: INVALID (no such row or set), NO_SPACE. */
KOORD_API koord_status koord_agent_get_pool_cpus(const koord_agent *agent, uint32_t pool,
                                                 koord_agent_cpuset which, uint64_t *words,
                                                 size_t word_count, koord_error *err);

/** Kinds of CPU sets that a pod or container runs on. */
typedef int32_t koord_agent_place;
enum {
  KOORD_AGENT_PLACE_UNTOUCHED = 0, /**< kubelet and the runtime decide */
  /** on exclusive CPUs that the scheduler allocated (resource-status) */
  KOORD_AGENT_PLACE_EXCLUSIVE = 1,
  KOORD_AGENT_PLACE_KUBELET = 2, /**< on exclusive CPUs that kubelet's static policy allocated */
  KOORD_AGENT_PLACE_SHARED = 3,  /**< on the shared pool */
  /** on the shared or BE pool of the NUMA nodes that it names */
  KOORD_AGENT_PLACE_NAMED_POOLS = 4,
  KOORD_AGENT_PLACE_BEST_EFFORT = 5, /**< on the BE pool */
  KOORD_AGENT_PLACE_SYSTEM = 6       /**< on the CPUs of system QoS */
};
/** Returns the stable name ("exclusive", "namedPools"), as in node-state.json. Static; "Unknown"
 *  for others. */
KOORD_API const char *koord_agent_place_get_name(koord_agent_place place);

/** An annotation of a NodeResourceTopology that a node's agent writes. */
typedef int32_t koord_agent_annotation;
enum {
  KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS = 0,    /**< node.koordinator.sh/cpu-shared-pools */
  KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS = 1, /**< node.koordinator.sh/be-cpu-shared-pools */
  KOORD_AGENT_ANNOTATION_POD_CPU_ALLOCS = 2       /**< node.koordinator.sh/pod-cpu-allocs */
};
/** Writes the value of an annotation of the NodeResourceTopology as JSON. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_agent_to_annotation(const koord_agent *agent,
                                                 koord_agent_annotation which, koord_buffer **out,
                                                 koord_error *err);
/** Writes the NodeResourceTopology of the node as koord_topology_to_nrt does, with the node's
 *  pools, reservation, system QoS and the CPUs of pods. Errors: INVALID (koord_agent_set_node was
 *  not called; kubelet would not start, see koord_topology_to_nrt), NO_MEMORY. */
KOORD_API koord_status koord_agent_to_nrt(const koord_agent *agent, koord_buffer **out,
                                          koord_error *err);

/** Writes node-state.json, version 1 (docs/operate/node.md): where each pod runs, for hooks and
 *  tools that start after the agent. `boot_id` identifies the boot that the state belongs to;
 *  length 0: not stated. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_to_json(const koord_agent *agent,
                                           KOORD_NULLABLE const char *boot_id,
                                           size_t boot_id_length, koord_buffer **out,
                                           koord_error *err);

/** The content of a node-state.json: where each pod runs. Immutable. */
typedef struct koord_agent_state koord_agent_state;
/** Returns the current state of the node: what koord_agent_to_json writes, without the file. The
 *  caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_snapshot(const koord_agent *agent, koord_agent_state **out,
                                            koord_error *err);
/** Tells the agent what was decided and applied for this node before. A pod keeps the exclusive
 *  CPUs that this state gives it and that it still claims, against claims of other pods. Call it
 *  after a restart, with the result of koord_agent_state_load, and whenever a state has been
 *  applied. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_state(koord_agent *agent, const koord_agent_state *state,
                                             koord_error *err);
/** Parses the text of a node-state.json. The caller owns *out. Errors: INVALID (names the field),
 *  UNSUPPORTED (another version), CORRUPT (it contradicts itself), LIMIT (over 16 MiB or 2^20
 *  values, 65536 pods or containers), NO_MEMORY. */
KOORD_API koord_status koord_agent_state_from_json(KOORD_DOCUMENT const char *json, size_t length,
                                                   koord_agent_state **out, koord_error *err);
KOORD_API koord_agent_state *koord_agent_state_ref(const koord_agent_state *state);
KOORD_API void koord_agent_state_unref(koord_agent_state *state);

/** Reads node-state.json for a process that acts on it as root. `path` must be a regular file, not
 *  a link, owned by root or by the user of this process. No other user may be able to write the
 *  file or its directory; directories above it may be sticky, as /tmp is. The caller owns *out.
 *  Errors: those of koord_agent_state_from_json, NOT_FOUND (no such file), PERMISSION (the file is
 *  not trusted, or this process may not read it), LIMIT, IO. */
KOORD_API koord_status koord_agent_state_load(const char *path, size_t path_length,
                                              koord_agent_state **out, koord_error *err);
/** Replaces node-state.json atomically: a reader finds either the old or the new file, complete.
 *  `json` is the output of koord_agent_to_json. An existing file keeps its mode and owner; a new
 *  file is accessible to its owner only. Errors: those of koord_agent_state_from_json for `json`;
 *  PERMISSION (the existing file or its directory is not trusted by the rules of
 *  koord_agent_state_load, or this process may not replace it), INVALID (`path` names no file), IO
 *  (the old file is kept, unless the message says that only the directory could not be synced),
 *  NO_MEMORY. */
KOORD_API koord_status koord_agent_state_save(const char *path, size_t path_length,
                                              KOORD_DOCUMENT const char *json, size_t length,
                                              koord_error *err);

/** Selects a text of a koord_agent_state. */
typedef int32_t koord_agent_text;
enum { KOORD_AGENT_TEXT_NAME = 0, KOORD_AGENT_TEXT_BOOT_ID = 1 };
/** Writes one text, as koord_pod_get_text does. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_text(const koord_agent_state *state,
                                                  koord_agent_text which, char *text,
                                                  size_t capacity, KOORD_NULLABLE size_t *needed,
                                                  koord_error *err);
/** Returns the counts of the node that wrote the state. Errors: INVALID. */
KOORD_API koord_status koord_agent_state_get_info(const koord_agent_state *state,
                                                  koord_agent_info *info, koord_error *err);
/** Same as koord_agent_get_cpus, for the three pools and all CPUs. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_cpus(const koord_agent_state *state,
                                                  koord_agent_cpuset which, uint64_t *words,
                                                  size_t word_count, koord_error *err);

/** Properties of a pod on a node. */
typedef uint32_t koord_agent_pod_flags;
enum {
  KOORD_AGENT_POD_UNLIMITED = 1 /**< no CFS quota, because it has exclusive CPUs */
};
/** A pod on a node, or a container that runs in a different place than its pod. Texts are in
 *  koord_agent_state_get_texts. 80 bytes. */
typedef struct koord_agent_pod {
  koord_refusal refusal; /**< reason if it does not run on its claimed CPUs or NUMA nodes */
  uint32_t uid_offset;   /**< uid of the pod */
  uint32_t uid_length;
  uint32_t container_offset; /**< name of the container; length 0: the row is about the pod */
  uint32_t container_length;
  koord_qos qos;           /**< the QoS class that applies to the pod */
  koord_agent_place place; /**< place of the pod or container */
  uint32_t cpus;           /**< number of CPUs; 0: cpuset.cpus is not changed */
  uint32_t numa_nodes;     /**< number of NUMA nodes of its memory; 0: cpuset.mems is not changed */
  koord_agent_pod_flags properties; /**< KOORD_AGENT_POD_UNLIMITED */
  uint32_t row;                     /**< its index among all rows of the state */
} koord_agent_pod;
/** Copies pods, ascending by uid, each followed by those of its containers that run in a different
 *  place, ascending by name. Only rows that may have changed after generation `since` are included
 *  (0: all rows). Removed pods have no row. A state that was read from JSON does not record when
 *  its pods changed: all of them count as changed at the state's own generation. rows as in
 *  koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_pods(const koord_agent_state *state,
                                                  KOORD_OPTIONAL uint64_t since,
                                                  koord_agent_pod *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Returns the texts of all rows; rows refer to them by offset and length. `*length` (nullable)
 *  receives the number of bytes; no NUL follows. Borrowed: valid as long as the state. `state` must
 *  not be NULL. */
KOORD_API const char *koord_agent_state_get_texts(const koord_agent_state *state,
                                                  KOORD_NULLABLE size_t *length);
/** Finds where a container runs, by the uid of its pod and its own name (length 0: the pod).
 *
 *  row       receives the row of the container, or that of its pod where both run in the same
 *            place.
 *  row_size  the caller's sizeof koord_agent_pod, as a stride.
 *
 *  Errors: INVALID, NOT_FOUND (no such pod). */
KOORD_API koord_status koord_agent_state_find_container(const koord_agent_state *state,
                                                        const char *uid, size_t uid_length,
                                                        KOORD_NULLABLE const char *container,
                                                        size_t container_length,
                                                        koord_agent_pod *row, size_t row_size,
                                                        koord_error *err);
/** Writes the CPUs of row number `row` (koord_agent_pod.row) to all of `words`; all zero where
 *  cpuset.cpus is not changed. Errors: INVALID (no such row), NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_pod_cpus(const koord_agent_state *state, uint32_t row,
                                                      uint64_t *words, size_t word_count,
                                                      koord_error *err);
/** Writes the NUMA nodes of the row's memory in the same way: bit b of word w is the NUMA node with
 *  kernel number 64 * w + b. */
KOORD_API koord_status koord_agent_state_get_pod_numa_nodes(const koord_agent_state *state,
                                                            uint32_t row, uint64_t *words,
                                                            size_t word_count, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_AGENT_H_ */
