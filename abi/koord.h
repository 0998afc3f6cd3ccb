/* Code generated from koord.h by tools/generate. DO NOT EDIT. */
/* clang-format off */
/* libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions, which hold for every function unless it says otherwise:
 *
 * - Calls that can fail return koord_status and take a nullable, caller-owned koord_error last; it is
 *   written only on failure. On failure nothing is changed, and an `out` handle is set to NULL.
 * - A request that does not fit is not a failure: the call returns KOORD_OK and fills a koord_refusal.
 * - Handles end with _free or _close (one owner), or with _unref (immutable, counted: any thread). All accept NULL.
 * - Any function may be called from any thread. Functions that take a `const X *` may run at the same
 *   time on one X; all others but _unref require exclusive access. The library starts no thread, keeps no global
 *   state, prints nothing, reads no environment variable (discovery: hwloc reads its own) and is safe
 *   to fork between calls.
 * - Structs that cross hold no pointers and grow only at their end. Zero is the default of every field.
 *   Structs that start with `struct_size` are set up by KOORD_INIT, or as `{sizeof x}` with all else zero;
 *   fields that a library does not know must be zero.
 *   Arrays of rows come with a stride: the caller's sizeof of one row, at most 4096.
 * - Strings go in as (pointer, length); KOORD_NUL as length means NUL-terminated. UTF-8, no NUL inside.
 * - KOORD_NUL is a length of such texts alone: of arrays and arenas, and as a stride, it and any other number that no
 *   array in memory can have are refused (INVALID, or LIMIT where the function has a lower bound), whatever the pointer.
 * - CPU sets are arrays of 64-bit words: bit b of word w is CPU 64 * w + b. Ids are below
 *   KOORD_MAX_CPUS. koord_topology_info.words says how many words a machine needs; more are accepted.
 * - Sets of numbers may grow: treat an unknown status as KOORD_E_INTERNAL, and expect reasons and
 *   objects that a newer library knows.
 */
#ifndef KOORD_H_
#define KOORD_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions, errors, documents, CPU sets and profiles: what all others need. */

#if defined(__GNUC__)
#define KOORD_API __attribute__((visibility("default")))
#else
#define KOORD_API
#endif

/* ---- Versions ---------------------------------------------------------------------------------- */

#define KOORD_VERSION_MAJOR 0
#define KOORD_VERSION_MINOR 1
#define KOORD_VERSION_PATCH 0

/** Version of the library that is loaded: major << 16 | minor << 8 | patch. */
KOORD_API uint32_t koord_version(void);
/** The same as text, "0.1.0". Static, never NULL. */
KOORD_API const char *koord_version_string(void);

/* ---- Status and errors ------------------------------------------------------------------------- */

/** Result of every call that can fail: 0 or negative. Numbers are never changed or reused. */
typedef int32_t koord_status;
enum {
  KOORD_OK = 0,              /**< it did not fail */
  KOORD_E_INVALID = -1,      /**< an argument, or a field of the input, broke its contract */
  KOORD_E_NO_MEMORY = -2,    /**< out of memory */
  KOORD_E_NO_SPACE = -3,     /**< the caller's buffer is too small */
  KOORD_E_CONFLICT = -20,    /**< contradicts what is already held */
  KOORD_E_STALE = -21,       /**< made from a state that has changed since */
  KOORD_E_LIMIT = -22,       /**< larger than a documented bound */
  KOORD_E_NOT_FOUND = -23,   /**< no such node, pod, file or whatever else was named */
  KOORD_E_IO = -40,          /**< the machine or a file could not be read or written */
  KOORD_E_PERMISSION = -41,  /**< not permitted */
  KOORD_E_CORRUPT = -42,     /**< a checksum is wrong, or what was read contradicts itself */
  KOORD_E_UNSUPPORTED = -43, /**< valid, but not something this build or machine can do */
  KOORD_E_INTERNAL = -99     /**< a bug in libkoord, please report it */
};

#define KOORD_NUL SIZE_MAX

/* A struct with its size and the default, zero, in every other field:
 *  `koord_cpu_request request = KOORD_INIT(koord_cpu_request);` */
#ifdef __cplusplus
#define KOORD_INIT(type) koord_init_struct<type>()
extern "C++" {
template <typename Struct>
Struct koord_init_struct() {
  Struct made = Struct();
  made.struct_size = static_cast<uint32_t>(sizeof made);
  return made;
}
}
#else
#define KOORD_INIT(type) ((type){.struct_size = sizeof(type)})
#endif
#define KOORD_MAX_CPUS 8192

/** What failed, for people. 256 bytes, this layout for ever. */
typedef struct koord_error {
  koord_status code;
  uint32_t reserved;
  char message[248]; /**< one line; names the field, what was found, what was expected */
} koord_error;

/** Stable lower-case name of a status for logs and metrics ("no-space"); "unknown" for others.
 *  Static, never NULL. */
KOORD_API const char *koord_status_get_name(koord_status status);

/* ---- Documents and remarks --------------------------------------------------------------------- */

/** A document the library wrote: JSON, SVG or text. Immutable. */
typedef struct koord_buffer koord_buffer;
/** The bytes, followed by a NUL that koord_buffer_get_length does not count. Borrowed: valid until
 *  koord_buffer_unref. Of NULL, it is empty. */
KOORD_API const char *koord_buffer_get_data(const koord_buffer *buffer);
KOORD_API size_t koord_buffer_get_length(const koord_buffer *buffer);
KOORD_API koord_buffer *koord_buffer_ref(const koord_buffer *buffer);
KOORD_API void koord_buffer_unref(koord_buffer *buffer);

/** How much a remark matters. */
typedef int32_t koord_log_level;
enum { KOORD_LOG_LEVEL_INFO = 1, KOORD_LOG_LEVEL_WARNING = 2 };
/** Receives one remark: odd but usable input, a matrix that was ignored. `message` is not
 *  NUL-terminated and valid only during the call. Called on the caller's thread with no lock held; must
 *  not throw or unwind. */
typedef void (*koord_log_fn)(void *user, int32_t level, const char *message, size_t length);

/** What several calls share: today the log function. Calls that take a context accept NULL:
 *  silence. A handle that keeps the context it was made with is silent once that is freed; no call
 *  on it may run meanwhile. */
typedef struct koord_context koord_context;
/** Errors: INVALID (out is NULL), NO_MEMORY. */
KOORD_API koord_status koord_context_new(koord_context **out, koord_error *err);
KOORD_API void koord_context_free(koord_context *context);
/** Sends remarks to `log` with `user` as its first argument; NULL silences. */
KOORD_API void koord_context_set_log(koord_context *context, koord_log_fn log, void *user);

/* ---- CPU sets ---------------------------------------------------------------------------------- */

/** Parses Linux cpu-list text ("0-3,8"; "" is empty) into `words`, all of which are written.
 *  Errors: INVALID (not a list: blanks, reversed ranges, empty items; an id at or above
 *  KOORD_MAX_CPUS), NO_SPACE (an id does not fit in `word_count` words). */
KOORD_API koord_status koord_cpulist_parse(const char *list, size_t length, uint64_t *words,
                                           size_t word_count, koord_error *err);
/** Writes the list form (ascending, runs collapsed) with a NUL into text[0..capacity).
 *  `*needed` (nullable) receives the length without the NUL, also on NO_SPACE, where nothing else is
 *  written. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cpulist_format(const uint64_t *words, size_t word_count, char *text,
                                            size_t capacity, size_t *needed,
                                            koord_error *err);

/* ---- Profiles ---------------------------------------------------------------------------------- */

/** Whose answer is wanted; docs/profiles.md lists every difference. */
typedef int32_t koord_profile;
enum {
  KOORD_PROFILE_SPEC = 0,     /**< the Koordinator proposals as written */
  KOORD_PROFILE_UPSTREAM = 1, /**< Koordinator v1.8, CPU for CPU */
  KOORD_PROFILE_KUBELET = 2,  /**< kubelet 1.36, known defects repaired: koord_kubelet_* */
  /** scheduler-plugins' NodeResourceTopologyMatch; koord_nrt_node_filter */
  KOORD_PROFILE_NRT_MATCH = 3
};

/* Policies: of binding to CPUs, of exclusion, and of NUMA nodes. */

/** Which CPUs of physical cores are taken first: a pod's requiredCPUBindPolicy and preferredCPUBindPolicy, the
 *  label of a node, a pick. */
typedef int32_t koord_bind_policy;
enum {
  /** Not stated. Pods: as the scheduler is configured; a pick: spread, on ARM full cores. */
  KOORD_BIND_POLICY_DEFAULT = 0,
  KOORD_BIND_POLICY_FULL_PCPUS = 1,      /**< whole physical cores first; nodes: FullPCPUsOnly */
  KOORD_BIND_POLICY_SPREAD_BY_PCPUS = 2, /**< one CPU per physical core first */
  /** Pods: the shared pool of one NUMA node that suits its limit. */
  KOORD_BIND_POLICY_CONSTRAINED_BURST = 3,
  KOORD_BIND_POLICY_NONE = 4 /**< nodes: pods are asked alone */
};
/** Whom a pod keeps away from: preferredCPUExclusivePolicy, and a pick. */
typedef int32_t koord_exclusive_policy;
enum {
  /** Not stated. Pods: as the scheduler is configured; a pick: none. */
  KOORD_EXCLUSIVE_POLICY_DEFAULT = 0,
  KOORD_EXCLUSIVE_POLICY_NONE = 1,
  KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL = 2,     /**< avoid cores held under the same policy */
  KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL = 3 /**< avoid NUMA nodes held under the same policy */
};
/** Which NUMA nodes come first: the numa-allocate-strategy of a node's label, and a pick. */
typedef int32_t koord_numa_strategy;
enum {
  /** Not stated. Nodes: as the scheduler is configured; a pick: most allocated. */
  KOORD_NUMA_STRATEGY_DEFAULT = 0,
  KOORD_NUMA_STRATEGY_MOST_ALLOCATED = 1,  /**< the NUMA node with the least available that fits */
  KOORD_NUMA_STRATEGY_LEAST_ALLOCATED = 2, /**< the NUMA node with the most available */
  /** evenly over NUMA nodes (upstream: as least allocated) */
  KOORD_NUMA_STRATEGY_DISTRIBUTE_EVENLY = 3
};
/** How resources are aligned to NUMA nodes. */
typedef int32_t koord_numa_policy;
enum {
  KOORD_NUMA_POLICY_UNSET = 0, /**< not stated */
  KOORD_NUMA_POLICY_NONE = 1,
  KOORD_NUMA_POLICY_BEST_EFFORT = 2,
  KOORD_NUMA_POLICY_RESTRICTED = 3,
  KOORD_NUMA_POLICY_SINGLE_NUMA_NODE = 4
};
/** Whether pods that keep to one NUMA node and pods that span several may meet on a NUMA node:
 *  singleNUMANodeExclusive. */
typedef int32_t koord_numa_exclusive;
enum {
  KOORD_NUMA_EXCLUSIVE_UNSET = 0,     /**< not stated */
  KOORD_NUMA_EXCLUSIVE_PREFERRED = 1, /**< no effect, as in Koordinator */
  KOORD_NUMA_EXCLUSIVE_REQUIRED = 2
};

/** Spellings as in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated"); "Default" for what is
 *  not stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_bind_policy_get_name(koord_bind_policy policy);
KOORD_API const char *koord_exclusive_policy_get_name(koord_exclusive_policy policy);
KOORD_API const char *koord_numa_strategy_get_name(koord_numa_strategy strategy);
/** The same ("SingleNUMANode", "Required"); "" for what is not stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_numa_policy_get_name(koord_numa_policy policy);
KOORD_API const char *koord_numa_exclusive_get_name(koord_numa_exclusive exclusive);

/* Why a request was refused. */

/** Why a request was refused; KOORD_REASON_NONE: it was granted. */
typedef int32_t koord_reason;
enum {
  KOORD_REASON_NONE = 0,                 /**< granted */
  KOORD_REASON_NOT_ENOUGH_CPUS = 1,      /**< fewer CPUs are available than asked */
  KOORD_REASON_REQUIRED_BIND_POLICY = 2, /**< enough CPUs, not in the required shape */
  KOORD_REASON_INSUFFICIENT_NUMA = 3,    /**< the given NUMA nodes cannot grant the amount */
  KOORD_REASON_SMT_ALIGNMENT = 4,        /**< whole cores wanted, no multiple of their threads */
  KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES = 5,    /**< kubelet: too few whole free cores */
  KOORD_REASON_BIND_POLICY_UNSUPPORTED = 6,      /**< not on this architecture */
  KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED = 7, /**< not on this architecture */
  KOORD_REASON_NO_NUMA_NODE_FITS = 8, /**< no NUMA node has all that must come from one */
  KOORD_REASON_RESOURCE_ABSENT = 9,   /**< the node has nothing of a resource that is asked for */
  KOORD_REASON_REQUEST_IS_NOT_LIMIT = 10,  /**< LSE, LSR: limit and request must be the same */
  KOORD_REASON_CPUS_NOT_WHOLE = 11,        /**< CPUs of its own come in whole numbers */
  KOORD_REASON_NO_TOPOLOGY = 12,           /**< the node reports no CPU topology */
  KOORD_REASON_BIND_POLICY_CONFLICT = 13,  /**< the node's bind policy is another than the pod's */
  KOORD_REASON_NUMA_POLICY_CONFLICT = 14,  /**< the node's NUMA policy is another than the pod's */
  KOORD_REASON_SHARED_POOL_TOO_SMALL = 15, /**< no NUMA node's shared pool holds the pod's limit */
  KOORD_REASON_INSUFFICIENT_RESOURCE = 16, /**< the node has too little left of a resource */
  KOORD_REASON_NODE_UNKNOWN = 17,          /**< pods mention the node, nobody has described it */
  KOORD_REASON_NODE_UNSCHEDULABLE = 18,    /**< spec.unschedulable */
  KOORD_REASON_NUMA_UNSATISFIED = 20,      /**< no NUMA nodes can give some resource */
  KOORD_REASON_NUMA_UNALIGNED = 21, /**< no NUMA nodes suit all resources as the policy demands */
  KOORD_REASON_NUMA_EXCLUSIVE = 22, /**< those that do are used by pods of the other kind */
  KOORD_REASON_SEARCH_LIMIT = 23,   /**< too many combinations to find the answer among */
  /* Of kubelet's memory manager; `needed` and `best` count bytes. */
  KOORD_REASON_NO_NUMA_MEMORY = 40,             /**< no NUMA nodes have the memory */
  KOORD_REASON_MEMORY_HINT_NOT_PREFERRED = 41,  /**< only more NUMA nodes than needed have it */
  KOORD_REASON_MEMORY_HINT_NOT_EXTENSIBLE = 42, /**< none that include the nodes chosen have it */
  KOORD_REASON_MEMORY_EXTENSION_NOT_PREFERRED = 43, /**< only more of them than needed have it */
  KOORD_REASON_MEMORY_GROUP_VIOLATED = 44,          /**< memory of these is used in other groups */
  KOORD_REASON_GANG_UNPLACED = 60,                  /**< not all pods of a gang find room at once */
  KOORD_REASON_RESERVATION_SHORT = 61, /**< what is left of a reservation does not suffice */
  KOORD_REASON_WOULD_MOVE = 62,        /**< only on other CPUs or NUMA nodes than it has */
  KOORD_REASON_DEVICE_UNIT = 80,       /**< neither a part of one device nor whole devices */
  KOORD_REASON_DEVICE_MIX = 81,        /**< names of device resources that do not go together */
  KOORD_REASON_NO_SHARE_TEMPLATE = 82, /**< a part of a device in no size that any model has */
  KOORD_REASON_NO_DEVICES = 83, /**< the node has none of the type, or none that the pod may have */
  KOORD_REASON_NOT_ENOUGH_DEVICES = 84, /**< fewer devices have enough left than asked */
  KOORD_REASON_NOT_ENOUGH_VFS = 85, /**< the devices have no virtual functions of the kind asked */
  KOORD_REASON_DEVICE_SCOPE = 86,   /**< not within one PCIe switch or NUMA node, as asked */
  KOORD_REASON_DEVICE_NUMA = 87,    /**< not on the NUMA nodes that the pod keeps to */
  KOORD_REASON_NO_PARTITION_TABLE = 88, /**< devices come in partitions, and none are known */
  KOORD_REASON_PARTITION_SIZE = 89,     /**< there are no partitions of so many devices */
  KOORD_REASON_PARTITIONS_TAKEN = 90,   /**< there are, but none that is free */
  KOORD_REASON_DEVICES_UNPLACED = 91,   /**< the devices state no NUMA node, and must be near */
  KOORD_REASON_SHARES_SPREAD = 92,    /**< parts of several devices within a scope: not supported */
  KOORD_REASON_DEVICES_APART = 93,    /**< devices of two types that must be together are not */
  KOORD_REASON_DEVICE_UNHEALTHY = 94, /**< a device that is named is not there, or not healthy */
  KOORD_REASON_DEVICE_UNNAMED = 95,   /**< nothing names the pod's device `where` to a runtime */
  /* Why CPUs that a pod states are not its own, or a pool is not where it runs; koord_agent_*. */
  KOORD_REASON_CPU_NOT_ON_MACHINE = 100,   /**< `where` is a CPU that the machine does not have */
  KOORD_REASON_CPU_TAKEN = 101,            /**< the CPU `where` is another pod's */
  KOORD_REASON_CLAIM_NOT_DUE = 102,        /**< CPUs of its own are for QoS LSE and LSR */
  KOORD_REASON_CPU_RESERVED = 103,         /**< kubelet reserves the CPU `where` for the system */
  KOORD_REASON_MORE_CPUS_THAN_ASKED = 104, /**< more CPUs than the whole ones it asks for */
  KOORD_REASON_POOL_EMPTY = 105, /**< no CPUs in the pool of the NUMA node `where`, or in all */
  KOORD_REASON_NUMA_NODE_ABSENT = 106, /**< its memory is on a NUMA node that is not there */
  KOORD_REASON_POD_UNKNOWN = 107,      /**< what is known of the node does not have the pod */
  KOORD_REASON_STATE_DISAGREES = 108,  /**< it says that the pod runs elsewhere */
  KOORD_REASON_NOT_THE_PODS = 109,     /**< its process is in a control group that is not its own */
  KOORD_REASON_CPU_RESERVED_BY_NODE = 110, /**< the node reserves the CPU `where`, for the system */
  /* Why what a bound pod says that it holds is not believed; koord_pod_conflicts. */
  KOORD_REASON_CLAIM_UNREADABLE = 120, /**< it cannot be read: koord_pod_get_faults */
  KOORD_REASON_NUMA_NOT_DUE = 121,     /**< amounts of NUMA nodes are not for QoS BE and SYSTEM */
  KOORD_REASON_MORE_ON_NUMA_THAN_ASKED = 122, /**< more of `resource` than it asks for */
  KOORD_REASON_DEVICES_NOT_ASKED = 123,       /**< devices of `device_type`; it asks for none */
  KOORD_REASON_DEVICE_COUNT = 124,            /**< `needed` devices; it asks for `best` */
  KOORD_REASON_DEVICE_AMOUNT = 125,  /**< more of the device of minor `where` than it asks for */
  KOORD_REASON_DEVICE_TAKEN = 126,   /**< others have too much of the device of minor `where` */
  KOORD_REASON_DEVICES_UNTOLD = 127, /**< nothing tells which `needed` devices it has; `best` of
                                          them are kept for it */
  KOORD_REASON_GIVEN_OTHERWISE = 128 /**< other CPUs, NUMA nodes or devices than it was given */
};

/** What the numbers of a refusal count, and what it happened to. */
typedef int32_t koord_object_kind;
enum {
  KOORD_OBJECT_KIND_MACHINE = 0,
  KOORD_OBJECT_KIND_CPU = 1,
  KOORD_OBJECT_KIND_CORE = 2,
  KOORD_OBJECT_KIND_L3 = 3, /**< CPUs that share an L3 cache */
  KOORD_OBJECT_KIND_NUMA_NODE = 4,
  KOORD_OBJECT_KIND_SOCKET = 5,
  KOORD_OBJECT_KIND_MILLI_CPU = 6,
  KOORD_OBJECT_KIND_POLICY = 7,
  KOORD_OBJECT_KIND_BYTES = 8,      /**< of memory or huge pages */
  KOORD_OBJECT_KIND_UNIT = 9,       /**< of a resource that is neither CPU nor memory */
  KOORD_OBJECT_KIND_CONTAINER = 10, /**< `where` is its index in the pod */
  KOORD_OBJECT_KIND_POD = 11,
  KOORD_OBJECT_KIND_DEVICE = 12, /**< `where` is its minor */
  /** an init container; `where` is its index among them */
  KOORD_OBJECT_KIND_INIT_CONTAINER = 13,
  /** resources; `where` is a set: bit i stands for resource i (koord_cluster_get_resource_name) */
  KOORD_OBJECT_KIND_RESOURCES = 14
};

/** Why a request was refused; reason KOORD_REASON_NONE: it was granted. 64 bytes, this layout for ever: what
 *  is stored or sent goes through koord_refusal_to_json. */
typedef struct koord_refusal {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< the most that any place considered could give, same units */
  koord_reason reason;
  koord_profile profile;          /**< whose words koord_refusal_format uses */
  koord_object_kind object;       /**< what needed and best count */
  koord_object_kind where_object; /**< what `where` is */
  int32_t where;                  /**< its id, -1 for the machine and for pods */
  /** The policy that was not met, where the reason names one: a koord_bind_policy of
   *  KOORD_REASON_REQUIRED_BIND_POLICY and KOORD_REASON_BIND_POLICY_*, a koord_exclusive_policy of
   *  KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED, a koord_numa_policy of KOORD_REASON_NUMA_*; else 0. */
  int32_t policy;
  /** The resource (koord_cluster_get_resource_name); -1: none, or one that no node has. */
  int32_t resource;
  /** The type of devices (koord_cluster_get_device_type_name); -1: none, or one that has no number. */
  int32_t device_type;
  /** KOORD_REASON_SMT_ALIGNMENT, KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES: threads per core; of a gang: how
   *  many nodes it may use. 0: none. */
  uint32_t count;
  char reserved[12]; /**< 0 */
} koord_refusal;

/** One sentence for people, with a NUL, into text[0..capacity); `*needed` (nullable) receives its length
 *  without the NUL. Under a profile other than KOORD_PROFILE_SPEC it is the peer's own text.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_refusal_format(const koord_refusal *refusal, char *text,
                                            size_t capacity, size_t *needed,
                                            koord_error *err);
/** The refusal as one line of JSON with names in place of numbers (docs/refusals.md), for logs and for what is
 *  stored or sent. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_refusal_to_json(const koord_refusal *refusal, koord_buffer **out,
                                             koord_error *err);
/** Stable name of a reason ("NotEnoughCPUs"); under KOORD_PROFILE_KUBELET the reason kubelet reports
 *  ("SMTAlignmentError", "UnexpectedAdmissionError"). Static; "Unknown" for others. */
KOORD_API const char *koord_reason_get_name(koord_reason reason, koord_profile profile);
/** Stable name, as in JSON ("cpu", "numaNode"). Static; "unknown" for others. */
KOORD_API const char *koord_object_kind_get_name(koord_object_kind kind);

/* Pods. */

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
/** Spellings as in Kubernetes objects ("LSR", "Guaranteed", "koord-prod"); "" for what is not stated,
 *  "Unknown" for other numbers. Static. */
KOORD_API const char *koord_qos_get_name(koord_qos qos);
KOORD_API const char *koord_kube_qos_get_name(koord_kube_qos qos);
KOORD_API const char *koord_priority_class_get_name(koord_priority_class priority_class);

/** An immutable pod, counted and shared by any threads. */
typedef struct koord_pod koord_pod;

/** Adds a reference and returns `pod`. */
KOORD_API koord_pod *koord_pod_ref(const koord_pod *pod);
KOORD_API void koord_pod_unref(koord_pod *pod);

/** Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields): unknown fields are
 *  ignored, missing requests filled in from limits. `context` may be NULL. The caller owns *out.
 *  Annotations of what the pod holds (resource-status, device-allocated) and an environment that cannot be read cost
 *  the pod that claim and nothing else: koord_pod_get_faults. So do wishes (other annotations, labels) of a pod that is
 *  bound already; those of one that waits are INVALID.
 *  Errors: INVALID (names pod and field: not a pod, an unknown policy, a negative amount), LIMIT (over 4
 *  MiB or 1024 containers; a sum of amounts above 2^63 - 1), NO_MEMORY. */
KOORD_API koord_status koord_pod_from_json(const koord_context *context,
                                           const char *json, size_t length,
                                           koord_pod **out, koord_error *err);

/** Properties of a pod. */
typedef uint32_t koord_pod_property_flags;
enum {
  KOORD_POD_PROPERTY_TERMINATED = 1, /**< phase Succeeded or Failed */
  KOORD_POD_PROPERTY_BOUND = 2,      /**< it names a node */
  KOORD_POD_PROPERTY_ALLOCATED = 4,  /**< it states what it was allocated (resource-status) */
  /** requests or limits of the pod as a whole replace its containers' */
  KOORD_POD_PROPERTY_HAS_POD_LEVEL = 8,
  KOORD_POD_PROPERTY_LIMIT_IS_REQUEST = 16 /**< CPU: every limit equals its request */
};

/** What a pod is and asks for. */
typedef struct koord_pod_info {
  uint32_t struct_size;      /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;            /**< 0 */
  int64_t cpu_request_milli; /**< effective, as koord_pod_get_request */
  int64_t cpu_limit_milli;   /**< -1: none */
  koord_pod_property_flags properties;
  uint32_t containers; /**< of all kinds */
  koord_qos qos;       /**< the label's */
  /** the label's, else LS for Guaranteed and Burstable pods and BE for others */
  koord_qos effective_qos;
  koord_kube_qos kube_qos;             /**< as reported in status, else computed */
  koord_priority_class priority_class; /**< by label, else by priority, else by effective QoS */
  int32_t priority;
  koord_bind_policy required_bind;
  koord_bind_policy preferred_bind;
  koord_exclusive_policy exclusive;
  koord_numa_policy numa_policy;
  koord_numa_exclusive numa_exclusive;
} koord_pod_info;
/** What the pod is and asks for. Errors: INVALID. */
KOORD_API koord_status koord_pod_get_info(const koord_pod *pod, koord_pod_info *info,
                                          koord_error *err);
/** Effective request and limit of one resource ("memory", "nvidia.com/gpu") as Kubernetes computes them:
 *  app containers and sidecars together or the peak of the init containers, replaced by resources of the
 *  pod, plus overhead. Milli-CPU for "cpu", bytes or units for all others; -1: none stated. `request`
 *  and `limit` are nullable. Errors: INVALID. */
KOORD_API koord_status koord_pod_get_request(const koord_pod *pod, const char *resource,
                                             size_t resource_length,
                                             int64_t *request,
                                             int64_t *limit, koord_error *err);

/** Which text of a pod. */
typedef int32_t koord_pod_text;
enum {
  KOORD_POD_TEXT_NAME = 0,
  KOORD_POD_TEXT_NAMESPACE = 1,
  KOORD_POD_TEXT_UID = 2, /**< "": unknown */
  KOORD_POD_TEXT_NODE = 3 /**< the node it is bound to, "": none */
};
/** Writes one text with a NUL into text[0..capacity); `*needed` (nullable) receives its length without
 *  the NUL, also on NO_SPACE. Errors: INVALID (unknown `which`), NO_SPACE. */
KOORD_API koord_status koord_pod_get_text(const koord_pod *pod, koord_pod_text which, char *text,
                                          size_t capacity, size_t *needed,
                                          koord_error *err);
/** What of the pod could not be read and was left aside: a line each, followed by a line feed, which names the
 *  field; "": nothing. Into text as koord_pod_get_text does. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_pod_get_faults(const koord_pod *pod, char *text, size_t capacity,
                                            size_t *needed, koord_error *err);
/** The CPUs the pod states it was allocated, into all of `words`; none: all zero. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_pod_get_cpus(const koord_pod *pod, uint64_t *words, size_t word_count,
                                          koord_error *err);

/* What a kubelet is configured with, and what it finds when it starts. */

/** A kubelet's configuration, its state files and the containers on its node: an input of
 *  koord_kubelet_new, koord_topology_to_nrt, koord_agent_set_kubelet and of the calls that check
 *  and repair its files. They read it and keep nothing of it. One that nothing was set in is
 *  kubelet's defaults, and no files. */
typedef struct koord_kubelet_setup koord_kubelet_setup;

/** A setup in which nothing is set. `context` may be NULL and may be dropped: the setup keeps
 *  the log function that it has now, for remarks on a configuration; what that function uses
 *  must stay valid as long as the setup. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_new(const koord_context *context,
                                               koord_kubelet_setup **out, koord_error *err);
KOORD_API void koord_kubelet_setup_free(koord_kubelet_setup *setup);
/** Makes it as new. Errors: INVALID. */
KOORD_API koord_status koord_kubelet_setup_reset(koord_kubelet_setup *setup, koord_error *err);

/** The configuration: a KubeletConfiguration or the answer of /configz (JSON; length 0:
 *  kubelet's defaults). What is odd in it but usable is remarked on.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB or 2^20 values, nested deeper than 64),
 *  NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_set_config(koord_kubelet_setup *setup,
                                                      const char *kubelet_config,
                                                      size_t length, koord_error *err);
/** The text of cpu_manager_state, which is copied, and read by the calls that use it: they say
 *  what is wrong in it. Not set: there is no such file. Length 0: the file is empty. For
 *  koord_kubelet_check and koord_kubelet_repair_cpus that is damage, which stops kubelet; all
 *  others take it for no file.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Those calls' LIMIT: 2^20
 *  values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole pods. */
KOORD_API koord_status koord_kubelet_setup_set_cpu_state(koord_kubelet_setup *setup,
                                                         const char *cpu_state,
                                                         size_t length, koord_error *err);
/** The text of memory_manager_state, likewise: for koord_kubelet_check and
 *  koord_kubelet_repair_memory an empty file is damage, for koord_kubelet_new it is none; others
 *  do not read it.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Those calls' LIMIT: 2^20
 *  values in maps and lists. */
KOORD_API koord_status koord_kubelet_setup_set_memory_state(koord_kubelet_setup *setup,
                                                            const char *memory_state,
                                                            size_t length, koord_error *err);
/** A pod that is on the node, or one container of it: for calls that check and repair files.
 *
 *  uid   the pod's.
 *  name  the container's; name_length 0: this is about the pod alone.
 *  id    the container's, as the runtime has it; id_length 0: not known. Files of version 1 know
 *        nothing else of a container. The last one with an id counts.
 *
 *  Errors: INVALID (uid is empty, an id without name, a text longer than 1,024 bytes or not
 *  UTF-8), LIMIT (65,536 are there), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_add_container(koord_kubelet_setup *setup,
                                                         const char *uid, size_t uid_length,
                                                         const char *name, size_t name_length,
                                                         const char *id, size_t id_length,
                                                         koord_error *err);

/* A machine: its CPUs, NUMA nodes and PCI devices. */

/** An immutable picture of one machine, counted and shared by any threads. */
typedef struct koord_topology koord_topology;

/** Adds a reference and returns `topology`. */
KOORD_API koord_topology *koord_topology_ref(const koord_topology *topology);
KOORD_API void koord_topology_unref(koord_topology *topology);

/** How a machine is read. */
typedef uint32_t koord_topology_flags;
enum {
  /** Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without it
   *  they are part of the topology, as kubelet sees them, and listed as disallowed. */
  KOORD_TOPOLOGY_ONLY_ALLOWED = 1
};

/** Reads this machine through hwloc (which honours its own HWLOC_* variables; this library sets none).
 *  `context` may be NULL. The caller owns *out.
 *  Errors: INVALID (unknown flags), IO (hwloc cannot read it), NO_MEMORY. */
KOORD_API koord_status koord_topology_discover(const koord_context *context,
                                               koord_topology_flags flags, koord_topology **out,
                                               koord_error *err);
/** Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
 *  Errors: INVALID (not such XML, or an absurd machine), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_topology_from_hwloc_xml(const koord_context *context,
                                                     koord_topology_flags flags,
                                                     const char *xml, size_t length,
                                                     koord_topology **out, koord_error *err);
/** Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
 *  Errors: INVALID, LIMIT (more than KOORD_MAX_CPUS), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_synthetic(const koord_context *context,
                                                     const char *text, size_t length,
                                                     koord_topology **out, koord_error *err);
/** Reads what koord_topology_to_json wrote (docs/topology-json.md), whatever the topology was read from: the
 *  two are equal in everything this header tells of them, and written again give the same bytes. Absent
 *  members are unknown or follow from others, which they must not contradict; those that are not known are
 *  ignored, with a remark to the log of `context`, which may be NULL. The caller owns *out.
 *  Errors: INVALID (names the field), LIMIT (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or devices,
 *  nested deeper than 64), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_json(const koord_context *context,
                                                const char *json, size_t length,
                                                koord_topology **out, koord_error *err);
/** Reads the value of the annotation node.koordinator.sh/cpu-topology,
 *  {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: `core` is lscpu's
 *  logical number. Absent numbers are 0, unknown fields are ignored. It knows no memory, L3 or distances.
 *  Cores are told apart by (socket, node, core): one core number in two NUMA nodes of a socket makes two
 *  cores, as in Linux, and a warning to the log of `context`. A CPU in two NUMA nodes is INVALID.
 *  Errors: INVALID (names the entry and field), LIMIT (over 4 MiB, nested deeper than 64), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_annotation(const koord_context *context,
                                                      const char *json,
                                                      size_t length, koord_topology **out,
                                                      koord_error *err);
/** Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation above, and
 *  memory, huge pages and distances from its zones.
 *  Errors: INVALID, LIMIT (over 16 MiB), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_nrt(const koord_context *context,
                                               const char *json, size_t length,
                                               koord_topology **out, koord_error *err);

/** One CPU (PU). What is unique within what:
 *  cpu, numa_node, l3, core_index: in the machine. socket: in the machine. core: in its socket (within one
 *  NUMA node); topologies read from a machine number cores machine-wide by their lowest CPU, so there it
 *  equals core_index. kernel_core is Linux's core_id: unique only within a socket, with holes. */
typedef struct koord_cpu {
  int32_t cpu;       /**< kernel CPU number */
  int32_t core;      /**< core number of the source (lscpu's logical number in annotations) */
  int32_t socket;    /**< kernel physical package id */
  int32_t numa_node; /**< kernel NUMA node number, -1: the CPU belongs to none */
  int32_t l3;        /**< dense L3 group number, by lowest CPU; -1: unknown */
  /** dense machine-wide core number, by lowest CPU; not read by koord_topology_from_rows */
  int32_t core_index;
  int32_t kernel_core; /**< Linux core_id, -1: unknown */
  int32_t kind;        /**< kind of core on hybrid machines: 0 is the least performant, rising */
} koord_cpu;

/** Builds a topology from rows, for callers without JSON; cores are told apart by (socket, numa_node, core),
 *  L3 groups by l3. `architecture` may be "" ("aarch64" turns on the ARM rule of koord_cpu_pick).
 *  Errors: INVALID (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1, numa_node below
 *  1024), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_topology_from_rows(const koord_cpu *rows, size_t stride, size_t count,
                                                const char *architecture,
                                                size_t architecture_length, koord_topology **out,
                                                koord_error *err);

/** Counts of a machine. */
typedef struct koord_topology_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t cpus;        /**< usable CPUs (PUs) */
  uint32_t cores;
  uint32_t l3s;          /**< L3 groups, those without usable CPUs included */
  uint32_t numa_nodes;   /**< those without CPUs included */
  uint32_t sockets;      /**< those without usable CPUs included */
  uint32_t devices;      /**< PCI devices */
  uint32_t smt_width;    /**< threads of the widest core */
  uint32_t words;        /**< words a set over this machine's CPUs needs */
  char architecture[24]; /**< "x86_64", "aarch64", ...; "" when unknown */
} koord_topology_info;
/** Counts of the machine. Errors: INVALID. */
KOORD_API koord_status koord_topology_get_info(const koord_topology *topology,
                                               koord_topology_info *info, koord_error *err);

/** Copies up to `capacity` rows, ascending by CPU number, `stride` bytes apart; `*count` receives how
 *  many there are, also on NO_SPACE (then nothing else is written). `rows` may be NULL when `capacity`
 *  is 0. Errors: INVALID (stride below sizeof a row), NO_SPACE. The same holds for the calls below that
 *  end in rows. */
KOORD_API koord_status koord_topology_get_cpus(const koord_topology *topology, koord_cpu *rows,
                                               size_t stride, size_t capacity, size_t *count,
                                               koord_error *err);

/** A NUMA node of a machine. */
typedef struct koord_numa_node {
  uint64_t memory_bytes; /**< all memory of the node, huge pages included; 0: none, or not known */
  int32_t numa_node;     /**< kernel NUMA node number */
  uint32_t cpus;         /**< usable CPUs that belong to the node */
} koord_numa_node;

/** NUMA nodes, ascending by number, those without CPUs included. */
KOORD_API koord_status koord_topology_get_numa_nodes(const koord_topology *topology,
                                                     koord_numa_node *rows, size_t stride,
                                                     size_t capacity, size_t *count,
                                                     koord_error *err);

/** Huge pages of one size on a NUMA node. */
typedef struct koord_hugepages {
  uint64_t page_bytes;
  uint64_t pages; /**< configured */
  int32_t numa_node;
  uint32_t reserved;
} koord_hugepages;

/** Huge pages per NUMA node and size, by node, then size. */
KOORD_API koord_status koord_topology_get_hugepages(const koord_topology *topology,
                                                    koord_hugepages *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** NUMA distances (10 = local), row-major in the order of koord_topology_get_numa_nodes; `*count` receives nodes
 *  squared, or 0 when the machine reports none. A pair that was not reported is 0.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_topology_get_distances(const koord_topology *topology,
                                                    uint32_t *values, size_t capacity,
                                                    size_t *count, koord_error *err);

/** A PCI device of a machine; its texts are (offset, length) in koord_topology_get_texts. */
typedef struct koord_pci_device {
  uint32_t bus_id_offset; /**< "0000:3b:00.0" */
  uint32_t bus_id_length;
  uint32_t names_offset; /**< operating system names, joined by ',' */
  uint32_t names_length;
  uint32_t class_id; /**< PCI class << 8 | subclass */
  uint32_t vendor_id;
  uint32_t device_id;
  int32_t numa_node; /**< the nearest (the lowest of several), -1: none known */
} koord_pci_device;

/** PCI devices by bus id. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_topology_get_devices(const koord_topology *topology,
                                                  koord_pci_device *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The texts of its rows, one after another; `*length` (nullable) receives how many bytes they are. UTF-8, followed
 *  by a NUL that is not counted. Borrowed: valid as long as the topology. NULL has none. */
KOORD_API const char *koord_topology_get_texts(const koord_topology *topology,
                                               size_t *length);

/** Which set of CPUs of a machine. */
typedef int32_t koord_cpuset_kind;
enum {
  KOORD_CPUSET_KIND_ALL = 0, /**< usable CPUs; id is ignored */
  /** in the machine, not usable: offline, or left out by the export */
  KOORD_CPUSET_KIND_OFFLINE = 1,
  KOORD_CPUSET_KIND_DISALLOWED = 2, /**< not for the cgroup of the process that read the machine */
  KOORD_CPUSET_KIND_SOCKET = 3,     /**< of the socket `id` */
  /** that belong to NUMA node `id`; a CPU belongs to at most one */
  KOORD_CPUSET_KIND_NUMA_NODE = 4,
  /** that NUMA node `id` is local to, memory-only nodes included */
  KOORD_CPUSET_KIND_NUMA_NODE_LOCAL = 5,
  KOORD_CPUSET_KIND_L3 = 6,   /**< of the L3 group `id` (dense number) */
  KOORD_CPUSET_KIND_CORE = 7, /**< of the core `id` (dense number) */
  /** local to PCI device number `id`, a row of koord_topology_get_devices */
  KOORD_CPUSET_KIND_DEVICE = 8,
};

/** Writes one set to `words` (all of them). Errors: INVALID (no such kind or id), NO_SPACE. */
KOORD_API koord_status koord_topology_get_cpuset(const koord_topology *topology,
                                                 koord_cpuset_kind kind, int32_t id,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);

/** Everything the topology holds, as one JSON document (docs/topology-json.md), for people, for other programs
 *  and to be kept: koord_topology_from_json reads it. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_to_json(const koord_topology *topology, koord_buffer **out,
                                              koord_error *err);
/** The value for the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node are written
 *  with node 0, as koordlet does. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_to_annotation(const koord_topology *topology,
                                                    koord_buffer **out, koord_error *err);
/** A NodeResourceTopology object for `node_name` as JSON, ready for "kubectl apply -f -": label,
 *  annotations, zones with capacity, allocatable and available, distances as costs,
 *  topologyPolicies. `setup` (nullable: kubelet's defaults, nothing allocated) gives
 *  configuration and cpu_manager_state.
 *  Errors: INVALID (names the field; kubelet would not start: memory policy Static without
 *  reservedMemory, or more of it than the machine has), CORRUPT (cpu_manager_state: checksum),
 *  LIMIT (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_topology_to_nrt(const koord_topology *topology,
                                             const koord_kubelet_setup *setup,
                                             const char *node_name, size_t node_name_length,
                                             koord_buffer **out, koord_error *err);

/* Who runs where on a node, for its agent: pools of CPUs, the places of pods, what is reported to the scheduler
 * (docs/node.md; semantics: Koordinator's CPU orchestration proposal and koordlet). */

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
KOORD_API koord_status koord_agent_new(const koord_context *context,
                                       const koord_topology *topology,
                                       const koord_agent_options *options,
                                       koord_agent **out, koord_error *err);
KOORD_API void koord_agent_free(koord_agent *agent);

/** The machine as it is now: CPUs came or went. A pod loses CPUs of its own when one of them is gone. CPUs that
 *  kubelet reserves stay those of the last koord_agent_set_kubelet.
 *  Errors: INVALID (more CPUs are reserved than there are), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_topology(koord_agent *agent, const koord_topology *topology,
                                                koord_error *err);
/** The Node (v1) as JSON, for its name, reservation and system QoS.
 *  Errors: INVALID (names the field; more CPUs are reserved than there are), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_node(koord_agent *agent, const char *json,
                                            size_t length, koord_error *err);
/** What its kubelet does: configuration and cpu_manager_state of `setup` (nullable: kubelet's
 *  defaults, nothing allocated). Pods keep CPUs that they have as their own.
 *  Errors: INVALID, CORRUPT (cpu_manager_state: checksum), LIMIT
 *  (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_kubelet(koord_agent *agent,
                                               const koord_kubelet_setup *setup,
                                               koord_error *err);
/** The node's Device object, as for koord_cluster_set_devices: what devices are called that pods were allocated by
 *  their minors only. length 0: it has none any more.
 *  Errors: INVALID (names the field; two devices of one type and minor), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_devices(koord_agent *agent, const char *json,
                                               size_t length, koord_error *err);
/** A pod came, or is like this now; one that has ended is gone. CPUs and devices that it states are its own where they
 *  are due to it and nobody has them who comes first, as in koord_cluster_set_pod: see koord_agent_pod.refusal. First
 *  come pods that koord_agent_set_state vouches for, then the pod that was bound first, then the lesser uid.
 *  Errors: INVALID (no uid), LIMIT (65536 pods), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_pod(koord_agent *agent, const koord_pod *pod,
                                           koord_error *err);
/** The pod with this uid is gone. `*known` (nullable) receives 1 when it was there, else 0. Errors: INVALID. */
KOORD_API koord_status koord_agent_remove_pod(koord_agent *agent, const char *uid,
                                              size_t uid_length, uint32_t *known,
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
                                            const uint64_t *current,
                                            uint64_t *cpus, size_t words,
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
KOORD_API koord_status koord_agent_state_from_json(const char *json, size_t length,
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
                                              const char *json, size_t length,
                                              koord_error *err);

/** Which text of a koord_agent_state. */
typedef int32_t koord_agent_text;
enum { KOORD_AGENT_TEXT_NAME = 0, KOORD_AGENT_TEXT_BOOT_ID = 1 };
/** As koord_pod_get_text. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_text(const koord_agent_state *state,
                                                  koord_agent_text which, char *text,
                                                  size_t capacity, size_t *needed,
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
                                                  size_t *length);
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

/* Control groups of a node.

 *
 * Brings the control groups of a node's pods to where a state of the node (koord_agent_state) has them: what is
 * there is read, writes are planned in an order that is safe at every step, and made, verified and, where one
 * fails, taken back. docs/cgroups.md tells the rules. */

/** How kubelet names control groups. */
typedef int32_t koord_cgroup_driver;
enum {
  KOORD_CGROUP_DRIVER_DETECT = 0, /**< by which of kubepods.slice and kubepods is there */
  KOORD_CGROUP_DRIVER_CGROUPFS = 1,
  KOORD_CGROUP_DRIVER_SYSTEMD = 2
};
/** Version of the kernel's control groups. */
typedef int32_t koord_cgroup_version;
enum {
  KOORD_CGROUP_VERSION_DETECT = 0, /**< by what is mounted; 1 where both are */
  KOORD_CGROUP_VERSION_V1 = 1,
  KOORD_CGROUP_VERSION_V2 = 2
};
/** The runtime of a container, which names its control group. */
typedef int32_t koord_cgroup_runtime;
enum {
  KOORD_CGROUP_RUNTIME_CONTAINERD = 1,
  KOORD_CGROUP_RUNTIME_DOCKER = 2,
  KOORD_CGROUP_RUNTIME_CRIO = 3,
  KOORD_CGROUP_RUNTIME_POUCH = 4
};

/** The path of a group below its controller's root (version 2: below the mount), without '/' in
 *  front. Pure: nothing is read. */
typedef struct koord_cgroup_path koord_cgroup_path;
/** The path of kubepods.
 *
 *  driver  not KOORD_CGROUP_DRIVER_DETECT.
 *  root    kubelet's cgroupRoot; length 0: none.
 *
 *  The caller owns *out. Errors: INVALID (a root other than up to 4 names of letters, digits, '_',
 *  '.' and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_new(koord_cgroup_driver driver, const char *root,
                                             size_t root_length, koord_cgroup_path **out,
                                             koord_error *err);
KOORD_API void koord_cgroup_path_free(koord_cgroup_path *path);
/** The path becomes that of a pod. uid length 0: that of the QoS class, which for Guaranteed is
 *  kubepods itself. Errors: INVALID (a uid other than up to 64 of a-z, 0-9 and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_pod(koord_cgroup_path *path, koord_kube_qos qos,
                                                 const char *uid, size_t uid_length,
                                                 koord_error *err);
/** The path becomes that of a container of the pod that was set last. id length 0: that of the pod,
 *  and `runtime` is not looked at. Errors: INVALID (no pod was set; an id other than up to 128 of
 *  0-9 and a-f), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_container(koord_cgroup_path *path,
                                                       koord_cgroup_runtime runtime, const char *id,
                                                       size_t id_length, koord_error *err);
/** Writes it as koord_cpulist_format writes text. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_path_format(const koord_cgroup_path *path, char *text,
                                                size_t capacity, size_t *needed,
                                                koord_error *err);

/** The control groups of a machine, open. Calls that take one read and write its files. */
typedef struct koord_cgroups koord_cgroups;
/** Which control groups are meant. */
typedef struct koord_cgroup_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroup_options;
/** Opens what is mounted at `mount` (length 0: /sys/fs/cgroup); of version 1 its directories cpuset and cpu.
 *  Nothing above them is ever reached, and no symbolic link in them followed. `root` is kubelet's cgroupRoot,
 *  length 0: none. `options` is nullable. The caller owns *out.
 *  Errors: INVALID, NOT_FOUND (no such directory, or neither kubepods.slice nor kubepods in it), PERMISSION,
 *  UNSUPPORTED (version 2 without the cpuset controller), IO, NO_MEMORY. */
KOORD_API koord_status koord_cgroups_open(const char *mount, size_t mount_length, const char *root,
                                          size_t root_length,
                                          const koord_cgroup_options *options,
                                          koord_cgroups **out, koord_error *err);
KOORD_API void koord_cgroups_close(koord_cgroups *cgroups);

/** Properties of the mounted control groups. */
typedef uint32_t koord_cgroups_flags;
enum {
  KOORD_CGROUPS_HYBRID = 1 /**< version 1, with a mount of version 2 beside it, which is not used */
};
/** What control groups a machine has. */
typedef struct koord_cgroups_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroups_flags properties;
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroups_info;
/** Errors: INVALID. */
KOORD_API koord_status koord_cgroups_get_info(const koord_cgroups *cgroups,
                                              koord_cgroups_info *info, koord_error *err);

/** Names of containers by their ids. */
typedef struct koord_cgroup_containers koord_cgroup_containers;
/** No names yet. The caller owns *out. Errors: INVALID (out is NULL), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_new(koord_cgroup_containers **out, koord_error *err);
KOORD_API void koord_cgroup_containers_free(koord_cgroup_containers *containers);
/** The container with this id has this name; length 0: it is the sandbox. Errors: INVALID (an id
 *  other than 1 to 128 of 0-9 and a-f, or one that was added before; a name over 1024 bytes), LIMIT
 *  (over 16,384 containers), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_add(koord_cgroup_containers *containers,
                                                   const char *id, size_t id_length,
                                                   const char *name, size_t name_length,
                                                   koord_error *err);

/** Writes to make, as data. Immutable. */
typedef struct koord_cgroup_plan koord_cgroup_plan;
/** Reads the groups and plans; writes nothing.
 *
 *  containers  nullable. Which containers are whose matters only for pods whose containers run in
 *              different places: those that it does not name are left alone then.
 *
 *  Pods that the state does not know are left alone; on version 1 the directories above them stay
 *  large enough for them. The caller owns *out. Errors: INVALID, CONFLICT (two exclusive pods are
 *  to be on one CPU, or pods of one CPU each wait for each other and exclusive pods, of one CPU
 *  each, hold all others), NOT_FOUND (no kubepods), CORRUPT (a file that the kernel would not write
 *  so), LIMIT (over 16,384 groups or 8 levels), PERMISSION, UNSUPPORTED, IO, NO_MEMORY. */
KOORD_API koord_status
koord_cgroup_plan_new(koord_cgroups *cgroups, const koord_agent_state *state,
                      const koord_cgroup_containers *containers,
                      koord_cgroup_plan **out, koord_error *err);
KOORD_API koord_cgroup_plan *koord_cgroup_plan_ref(const koord_cgroup_plan *plan);
KOORD_API void koord_cgroup_plan_unref(koord_cgroup_plan *plan);

/** A file of a control group. */
typedef int32_t koord_cgroup_file;
enum {
  KOORD_CGROUP_FILE_CPUS = 1, /**< cpuset.cpus */
  KOORD_CGROUP_FILE_MEMS = 2, /**< cpuset.mems */
  KOORD_CGROUP_FILE_QUOTA = 3 /**< cpu.cfs_quota_us, cpu.max */
};
/** Why a step of a plan is made when it is. */
typedef int32_t koord_cgroup_phase;
enum {
  KOORD_CGROUP_PHASE_SHRINK = 1,      /**< a container gives up CPUs that are no longer its own */
  KOORD_CGROUP_PHASE_GROW_PARENT = 2, /**< a parent makes room for what its children will hold */
  KOORD_CGROUP_PHASE_MOVE = 3,        /**< a container gets its CPUs or NUMA nodes */
  KOORD_CGROUP_PHASE_PARK = 4,        /**< a container waits out of others' way, for a time */
  /** a parent is left with what is its own and its children's */
  KOORD_CGROUP_PHASE_SETTLE_PARENT = 5,
  KOORD_CGROUP_PHASE_REMOVE_QUOTA = 6 /**< a quota is taken away */
};
/** What a control group stands for. */
typedef int32_t koord_cgroup_kind;
enum {
  KOORD_CGROUP_KIND_ROOT = 1,
  KOORD_CGROUP_KIND_QOS = 2,
  KOORD_CGROUP_KIND_POD = 3,
  KOORD_CGROUP_KIND_CONTAINER = 4,
  KOORD_CGROUP_KIND_NESTED = 5, /**< below a container */
  KOORD_CGROUP_KIND_OTHER = 6   /**< in place of a pod, but nobody's */
};
/** One write to a control group. Texts are in koord_cgroup_plan_get_texts. */
typedef struct koord_cgroup_step {
  koord_cgroup_phase phase;
  koord_cgroup_file file;
  koord_cgroup_kind kind; /**< of the group */
  uint32_t path_offset;   /**< of the file, below the mount */
  uint32_t path_length;
  uint32_t from_offset; /**< what the file says before the step */
  uint32_t from_length;
  uint32_t to_offset; /**< what is written */
  uint32_t to_length;
  uint32_t uid_offset; /**< of the pod, length 0: none */
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_step;
/** The steps in their order; none: all is as it is to be. rows as in koord_topology_get_cpus.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_plan_get_steps(const koord_cgroup_plan *plan,
                                                   koord_cgroup_step *rows, size_t stride,
                                                   size_t capacity, size_t *count,
                                                   koord_error *err);
/** The texts of its steps, as koord_agent_state_get_texts has those of a state. */
KOORD_API const char *koord_cgroup_plan_get_texts(const koord_cgroup_plan *plan,
                                                  size_t *length);
/** Writes {"steps":[{"phase","path","from","to","pod"}],"left":[{"path","pod","why"}]}: also what is left alone and
 *  why. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_json(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);
/** Writes a line per step: what would be done. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_text(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);

/** What came of a plan. Immutable. */
typedef struct koord_cgroup_report koord_cgroup_report;
/** Makes the writes of a plan, in order, each verified by reading back what is in force. Old values are read before
 *  anything is written; groups that have ended are left out; where a write fails those made are taken back. What
 *  fails so is not a failure of the call: the report tells. A plan that is in force is done without a write.
 *  `cgroups` must be those that the plan was made from, or the same opened anew.
 *  Errors: INVALID, NO_MEMORY (nothing was written). */
KOORD_API koord_status koord_cgroups_apply(koord_cgroups *cgroups, const koord_cgroup_plan *plan,
                                           koord_cgroup_report **out, koord_error *err);
KOORD_API koord_cgroup_report *koord_cgroup_report_ref(const koord_cgroup_report *report);
KOORD_API void koord_cgroup_report_unref(koord_cgroup_report *report);

/** What came of a plan. */
typedef int32_t koord_cgroup_outcome;
enum {
  KOORD_CGROUP_OUTCOME_DONE = 0,
  KOORD_CGROUP_OUTCOME_UNDONE = 1, /**< a step failed; all is as it was */
  /** a step failed, and so did taking back another: what led to that one is in force */
  KOORD_CGROUP_OUTCOME_PARTIAL = 2,
  /** the groups are not as the plan found them; nothing was written */
  KOORD_CGROUP_OUTCOME_STALE = 3,
};
/** Why a write to a control group failed. */
typedef int32_t koord_cgroup_error;
enum {
  KOORD_CGROUP_ERROR_NONE = 0,
  KOORD_CGROUP_ERROR_RETRY = 1,       /**< busy: later it may work */
  KOORD_CGROUP_ERROR_GONE = 2,        /**< there is no such group */
  KOORD_CGROUP_ERROR_DENIED = 3,      /**< not permitted */
  KOORD_CGROUP_ERROR_INVALID = 4,     /**< the kernel does not take the value */
  KOORD_CGROUP_ERROR_UNSUPPORTED = 5, /**< the group does not have the file */
  KOORD_CGROUP_ERROR_DRIFTED = 6      /**< accepted but not in force, or changed by somebody else */
};
/** What came of a plan. */
typedef struct koord_cgroup_report_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t writes;      /**< made, those that took back others included */
  int64_t failed_step;  /**< index of the first that failed, -1: none */
  int64_t failed_undo;  /**< index of the step that could not be taken back, -1: none */
  koord_cgroup_outcome outcome;
  koord_cgroup_error error; /**< of the failed step */
} koord_cgroup_report_info;
/** Errors: INVALID. */
KOORD_API koord_status koord_cgroup_report_get_info(const koord_cgroup_report *report,
                                                    koord_cgroup_report_info *info,
                                                    koord_error *err);
/** What came of a step of a plan. */
typedef int32_t koord_cgroup_step_state;
enum {
  KOORD_CGROUP_STEP_STATE_NOT_MADE = 0,
  KOORD_CGROUP_STEP_STATE_MADE = 1,       /**< and in force */
  KOORD_CGROUP_STEP_STATE_GONE = 2,       /**< the pod or container has ended */
  KOORD_CGROUP_STEP_STATE_FAILED = 3,     /**< not accepted, or not in force */
  KOORD_CGROUP_STEP_STATE_TAKEN_BACK = 4, /**< the old value is there */
  KOORD_CGROUP_STEP_STATE_STUCK = 5       /**< it could not be taken back */
};
/** What came of a step of the plan, at the same index. Texts are in
 *  koord_cgroup_report_get_texts. */
typedef struct koord_cgroup_result {
  koord_cgroup_step_state state;
  koord_cgroup_error error;
  int32_t error_number; /**< errno of what failed, 0: none */
  uint32_t read_offset; /**< what was read back last */
  uint32_t read_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_result;
/** As koord_cgroup_plan_get_steps. */
KOORD_API koord_status koord_cgroup_report_get_results(const koord_cgroup_report *report,
                                                       koord_cgroup_result *rows, size_t stride,
                                                       size_t capacity, size_t *count,
                                                       koord_error *err);
/** The texts of its results, as koord_agent_state_get_texts has those of a state. */
KOORD_API const char *koord_cgroup_report_get_texts(const koord_cgroup_report *report,
                                                    size_t *length);
/** Writes {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to","readBack",
 *  "pod"}]}; the summary is one sentence that names the step that failed and why. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_report_to_json(const koord_cgroup_report *report,
                                                   koord_buffer **out, koord_error *err);

/* The NUMA topology manager: policies, and the merge of hints. */

/** Who uses a NUMA node. */
typedef int32_t koord_numa_use;
enum {
  KOORD_NUMA_USE_IDLE = 0,
  KOORD_NUMA_USE_SINGLE = 1, /**< only pods that keep to one NUMA node */
  KOORD_NUMA_USE_SHARED = 2  /**< some pod spans NUMA nodes */
};
/** What a provider says about NUMA nodes. */
typedef int32_t koord_numa_hint_kind;
enum {
  KOORD_NUMA_HINT_KIND_HINTS = 0,         /**< what the hints say; none: as UNSATISFIABLE */
  KOORD_NUMA_HINT_KIND_NO_PREFERENCE = 1, /**< any NUMA nodes will do */
  KOORD_NUMA_HINT_KIND_UNSATISFIABLE = 2  /**< no NUMA nodes can give the resource */
};

#define KOORD_MAX_NUMA_NODES 64 /* of one koord_numa_hints */
#define KOORD_MAX_NUMA_LISTS 256
#define KOORD_MAX_NUMA_HINTS 4194304 /* of all its lists together */

/** One NUMA node of a machine. */
typedef struct koord_numa_place {
  int32_t numa_node; /**< kernel NUMA node number; below 64 for a merge under peers' profiles */
  koord_numa_use use;
} koord_numa_place;

/** What is said of a NUMA hint. */
typedef uint32_t koord_numa_hint_flags;
enum {
  KOORD_NUMA_HINT_PREFERRED = 1,  /**< as good as this resource can have it */
  KOORD_NUMA_HINT_NO_AFFINITY = 2 /**< any NUMA nodes; `nodes` is 0 */
};
/** One way to have a resource: all of it from exactly these NUMA nodes. */
typedef struct koord_numa_hint {
  uint64_t nodes; /**< bit i is row i of koord_numa_hints_get_nodes */
  int64_t score;  /**< -2^53 to 2^53; not read by kubelet's profile */
  koord_numa_hint_flags flags;
  uint32_t reserved; /**< 0 */
} koord_numa_hint;

/** A list of hints that is added: what one provider (CPUs, memory, a device plugin) says about one
 *  resource. */
typedef struct koord_numa_hint_list {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  int32_t provider;     /**< which provider says so; does not fall from list to list */
  koord_numa_hint_kind kind;
} koord_numa_hint_list;

/** A list of hints that was added. */
typedef struct koord_numa_hint_list_info {
  uint32_t name_offset; /**< the resource's name, in koord_numa_hints_get_texts */
  uint32_t name_length;
  uint32_t hint_count; /**< 0 unless kind is KOORD_NUMA_HINT_KIND_HINTS */
  int32_t provider;
  koord_numa_hint_kind kind;
} koord_numa_hint_list_info;

/** The NUMA nodes of one machine with their users and distances, and what providers say about
 *  the resources of a pod or container: what a merge reads. Made once and used for many pods: it
 *  keeps its memory when it is reset or filled anew. Calls that take it as const may run at the
 *  same time; all others require exclusive access. */
typedef struct koord_numa_hints koord_numa_hints;
/** No NUMA nodes and no lists. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_new(koord_numa_hints **out, koord_error *err);
/** The same once more. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_clone(const koord_numa_hints *hints, koord_numa_hints **out,
                                              koord_error *err);
KOORD_API void koord_numa_hints_free(koord_numa_hints *hints);
/** As new, but for the memory. Errors: INVALID. */
KOORD_API koord_status koord_numa_hints_reset(koord_numa_hints *hints, koord_error *err);

/** Replaces the NUMA nodes. They come before lists, since hints name them by row; lists that are
 *  there stay, and their hints are for the new rows.
 *
 *  rows       ascending by number, `stride` bytes apart, at most KOORD_MAX_NUMA_NODES.
 *  distances  nullable without KOORD_NUMA_MERGE_PREFER_CLOSEST: `count` rows of `count` values, as
 *             koord_topology_get_distances has them. Copied.
 *
 *  Errors: INVALID (numbers that do not ascend, an unknown use, fewer rows than hints name),
 *  LIMIT (too many), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_set_nodes(koord_numa_hints *hints,
                                                  const koord_numa_place *rows, size_t stride,
                                                  size_t count,
                                                  const uint32_t *distances,
                                                  koord_error *err);
/** Adds a list behind those that are there.
 *
 *  name  of the resource: UTF-8 of at most 1024 bytes; two lists may have the same.
 *  rows  its hints, `stride` bytes apart; none unless list->kind is KOORD_NUMA_HINT_KIND_HINTS. All
 *        lists together have at most KOORD_MAX_NUMA_HINTS.
 *
 *  Errors: INVALID (a provider before that of the last list, hints that the kind does not have,
 *  a hint for NUMA nodes that are not there, an unknown flag or kind), LIMIT (more than
 *  KOORD_MAX_NUMA_LISTS lists, too many hints), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_add_list(koord_numa_hints *hints,
                                                 const koord_numa_hint_list *list, const char *name,
                                                 size_t length, const koord_numa_hint *rows,
                                                 size_t stride, size_t count, koord_error *err);

/** The NUMA nodes. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_nodes(const koord_numa_hints *hints,
                                                  koord_numa_place *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The lists, in the order in which they were added. rows as in koord_topology_get_cpus. Errors:
 *  INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_lists(const koord_numa_hints *hints,
                                                  koord_numa_hint_list_info *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The names of the lists, which their rows name by offset and length. Borrowed: valid until
 *  `hints` is changed or freed. `*length` (nullable) receives how many bytes there are. NULL
 *  where `hints` is. */
KOORD_API const char *koord_numa_hints_get_texts(const koord_numa_hints *hints,
                                                 size_t *length);
/** The hints of a list, by its row. rows as in koord_topology_get_cpus. Errors: INVALID (no such
 *  list), NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_hints(const koord_numa_hints *hints, uint32_t list,
                                                  koord_numa_hint *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Options of a merge. */
typedef uint32_t koord_numa_merge_flags;
enum {
  /** Among sets of NUMA nodes of one size the closest comes first (prefer-closest-numa-nodes). */
  KOORD_NUMA_MERGE_PREFER_CLOSEST = 1
};
/** How hints are merged. */
typedef struct koord_numa_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_numa_merge_flags flags;
  koord_profile profile;
  koord_numa_policy policy;
  koord_numa_exclusive exclusive; /**< not read by kubelet's profile */
  /** most NUMA nodes, 0: 8 under kubelet's profile, where 8 is also the least that may be said
   *  (max-allowable-numa-nodes), else KOORD_MAX_NUMA_NODES */
  uint32_t max_nodes;
} koord_numa_options;

/** What a merge answers. */
typedef uint32_t koord_numa_merged_flags;
enum {
  KOORD_NUMA_MERGED_ADMIT = 1,
  KOORD_NUMA_MERGED_PREFERRED = 2,
  KOORD_NUMA_MERGED_AFFINITY = 4,   /**< the pod is to keep to `nodes` */
  KOORD_NUMA_MERGED_UNSATISFIED = 8 /**< `nodes` do not suit every resource */
};
/** What a merge answers. 24 bytes, final. */
typedef struct koord_numa_merged {
  /** bit i is row i of koord_numa_hints_get_nodes; all of them where there is no affinity */
  uint64_t nodes;
  int64_t score; /**< of the hints for exactly these nodes; 0 under kubelet's profile */
  koord_numa_merged_flags flags;
  koord_reason reason; /**< KOORD_REASON_NONE when admitted */
} koord_numa_merged;

/** Merges what all resources of a pod or container say about NUMA nodes into one set of nodes, and
 *  says whether the policy admits it (semantics: the topology managers of kubelet 1.36 and
 *  Koordinator v1.8, and libkoord's own; docs/numa.md). Pure; touches no heap with up to 8 NUMA
 *  nodes and 255 hints of one resource, unless text is wanted.
 *
 *  out       never NULL.
 *  text      why it is not admitted, with a NUL; "" when it is. Under KOORD_PROFILE_UPSTREAM and
 *            KOORD_PROFILE_KUBELET the peer's own words, one reason a line. NULL with capacity 0:
 *            not wanted. `*needed` (nullable) receives its length without the NUL.
 *
 *  A pod that is not admitted is no error. KOORD_REASON_SEARCH_LIMIT: under KOORD_PROFILE_UPSTREAM
 *  more than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints that meet in too many
 *  sets, on machines with more than 16 NUMA nodes only. Time grows with the number of hints N as N
 *  log N, and under KOORD_PROFILE_KUBELET, where no set is preferred, with the number of sets the
 *  hints meet in.
 *  Errors: INVALID (unknown policy, flag or profile; a NUMA node number that the profile does
 *  not have; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes), NO_SPACE (text;
 *  nothing but *needed is written), NO_MEMORY. */
KOORD_API koord_status koord_numa_merge(const koord_numa_options *options,
                                        const koord_numa_hints *hints, koord_numa_merged *out,
                                        char *text, size_t capacity, size_t *needed,
                                        koord_error *err);

/* The nodes of a cluster and the pods on them, for a scheduler. */

/** The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler (semantics:
 *  Koordinator's CPU orchestration proposal; docs/scheduling.md). It synchronises itself: every function
 *  may be called on one cluster from any thread at any time, also those that take a `koord_cluster *`;
 *  only koord_cluster_free requires exclusive access. No call holds it longer than one evaluation, planning aside. */
typedef struct koord_cluster koord_cluster;

/** Options of a cluster. */
typedef uint32_t koord_cluster_flags;
enum {
  /** Score by Koordinator's formula of today, also under KOORD_PROFILE_SPEC. */
  KOORD_CLUSTER_UPSTREAM_SCORE = 1,
  /** Kubelet's own allocations and reserved CPUs do not count: the first stage of taking over its CPU
   *  management. */
  KOORD_CLUSTER_IGNORE_KUBELET = 2
};

/** How devices are scored: as Koordinator's DeviceShare does, with its default weights. */
typedef int32_t koord_device_strategy;
enum {
  KOORD_DEVICE_STRATEGY_DEFAULT = 0,        /**< not stated: least allocated */
  KOORD_DEVICE_STRATEGY_MOST_ALLOCATED = 1, /**< pods are packed */
  KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED = 2 /**< they spread over devices and nodes */
};

/** Which GPUs of a node go to a pod that asks for several (docs/devices-links.md). */
typedef int32_t koord_gpu_pick;
enum {
  KOORD_GPU_PICK_SET = 0,      /**< the best-linked set */
  KOORD_GPU_PICK_PARTITION = 1 /**< the best set of the best split of all that are free */
};

/** How a cluster judges and scores. */
typedef struct koord_cluster_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_cluster_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_device_strategy device_strategy;
  koord_gpu_pick gpu_pick;
  uint32_t reserved; /**< 0 */
} koord_cluster_options;

/** An empty cluster. `context` (nullable) receives the diagnostics of all calls on it, on the threads that make
 *  them and on several at once where they are; free it after the cluster. `args` are the arguments of Koordinator's plugins as JSON (length 0: their
 *  defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare or both in a profile, or the
 *  arguments of one of the two:
 *  - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only
 *    pods that ask are bound), numaTopologyAlignmentPolicy (of the proposal: for nodes that state none;
 *    "BestEffort"), scoringStrategy and numaScoringStrategy, each with type MostAllocated, LeastAllocated
 *    or BalancedAllocation and up to 64 resources with weights 1 to 100 (cpu and memory, 1 each); as
 *    upstream has it, the weights of scoringStrategy hold for both.
 *  - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which beats options.device_strategy,
 *    and weights; docs/devices.md has the rest.
 *  Errors: INVALID (names the field), UNSUPPORTED (another profile), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_new(const koord_context *context,
                                         const koord_cluster_options *options,
                                         const char *args, size_t args_length,
                                         koord_cluster **out, koord_error *err);
KOORD_API void koord_cluster_free(koord_cluster *cluster);

/** The node described by a Node (v1) as the API server gives it (docs/objects.md lists the fields), new or
 *  replaced; what its pods hold is kept. `*id` (nullable) receives its number: numbers count up from 0
 *  and are never reused.
 *  Amounts count up to 2^50, CPU to 2^42 milli: a node that reports more has this much, a pod that asks for
 *  more, or says it holds more, is LIMIT in every call. Pods that wait for the node (koord_cluster_set_pod) are on it
 *  from now on.
 *  Errors: INVALID (names node and field), LIMIT (over 4 MiB, more than 1024 resources of the node or
 *  2^20 numbers given to nodes, those that are gone included), NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_node(koord_cluster *cluster,
                                              const char *json, size_t length,
                                              uint32_t *id, koord_error *err);
/** Its NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the node itself.
 *  Pods keep what they hold, even if those CPUs no longer exist. Errors: as koord_cluster_set_node;
 *  LIMIT over 16 MiB. */
KOORD_API koord_status koord_cluster_set_topology(koord_cluster *cluster,
                                                  const char *json, size_t length,
                                                  uint32_t *id, koord_error *err);

/** Its devices: a Device object (scheduling.koordinator.sh/v1alpha1), named after the node, in any spelling that
 *  has been published (docs/devices.md). GPUs, RDMA and FPGA devices and those of any other type; what asks for a
 *  resource that they have is given of them, and the node's amount of it no longer counts. It may come before the
 *  node itself. Pods keep what they hold, be it of devices that are no longer there or healthy. Errors: as
 *  koord_cluster_set_node; also INVALID for two devices of one type and minor, LIMIT for more than 64 devices of
 *  one type, 16 resources of one type and 64 types. */
KOORD_API koord_status koord_cluster_set_devices(koord_cluster *cluster,
                                                 const char *json, size_t length,
                                                 uint32_t *id, koord_error *err);

/** The node is gone, its topology and pods with it. A node of that name has a new number when it comes
 *  back. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_node(koord_cluster *cluster, const char *name,
                                                 size_t length, koord_error *err);
/** Its NodeResourceTopology is gone. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_topology(koord_cluster *cluster, const char *name,
                                                     size_t length, koord_error *err);
/** Its Device object is gone: nobody gets its devices until it comes back, and who has them keeps them. Errors:
 *  INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_devices(koord_cluster *cluster, const char *name,
                                                    size_t length, koord_error *err);
/** The number of a node that is there. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_node_id(const koord_cluster *cluster, const char *name,
                                                 size_t length, uint32_t *id, koord_error *err);
/** The name behind a number, also of a node that is gone; text as in koord_pod_get_text.
 *  Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_name(const koord_cluster *cluster, uint32_t node,
                                                   char *text, size_t capacity,
                                                   size_t *needed, koord_error *err);
/** The names of a cluster's nodes at one moment. Immutable; counted, any threads may share it. */
typedef struct koord_node_names koord_node_names;
/** The name of a node. 16 bytes, final. */
typedef struct koord_node_name {
  uint32_t node;        /**< its number */
  uint32_t name_offset; /**< in koord_node_names_get_texts */
  uint32_t name_length;
  uint32_t reserved; /**< 0 */
} koord_node_name;
/** The names of all nodes that are there, in one call: numbers alone are needed from then on, and names of what
 *  comes later are koord_cluster_get_node_name's. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_names(const koord_cluster *cluster,
                                                    koord_node_names **out, koord_error *err);
/** One more reference; NULL of NULL. */
KOORD_API koord_node_names *koord_node_names_ref(const koord_node_names *names);
KOORD_API void koord_node_names_unref(koord_node_names *names);
/** A row for each node, by number. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_node_names_get_rows(const koord_node_names *names,
                                                 koord_node_name *rows, size_t stride,
                                                 size_t capacity, size_t *count, koord_error *err);
/** The texts of its rows, as koord_topology_get_texts: valid as long as the names; NULL has none. */
KOORD_API const char *koord_node_names_get_texts(const koord_node_names *names,
                                                 size_t *length);
/** Its machine, NULL where no topology is known; the caller owns *out. Errors: INVALID, NOT_FOUND,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_topology(const koord_cluster *cluster, uint32_t node,
                                                       koord_topology **out, koord_error *err);

/** Which set of CPUs of a node of a cluster. */
typedef int32_t koord_cluster_cpuset;
enum {
  KOORD_CLUSTER_CPUSET_FREE = 0,       /**< CPUs that a pod could have for itself */
  KOORD_CLUSTER_CPUSET_ALLOCATED = 1,  /**< owned by pods */
  KOORD_CLUSTER_CPUSET_RESERVED = 2,   /**< reserved, of system QoS, or kubelet's */
  KOORD_CLUSTER_CPUSET_SHARED_POOL = 3 /**< the shared pool: nobody's own */
};
/** Writes one set of CPUs of a node to `words` (all of them). Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_cpus(const koord_cluster *cluster, uint32_t node,
                                                   koord_cluster_cpuset which, uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** Counts of a cluster. */
typedef struct koord_cluster_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< counts every change, from 1 */
  uint64_t pods;        /**< pods that hold something; none that wait for their node */
  uint32_t nodes;       /**< nodes that are there, be it only by a topology or devices */
  uint32_t ids;         /**< numbers given so far: rows of nodes are below */
} koord_cluster_info;
/** Counts. Errors: INVALID. */
KOORD_API koord_status koord_cluster_get_info(const koord_cluster *cluster,
                                              koord_cluster_info *info, koord_error *err);

/** The resource that `resource` of a refusal stands for; text as in
 *  koord_pod_get_text. A number is that of its resource while a node or pod of the cluster, or the pod that was asked
 *  with, speaks of it; later it may become another's.
 *  Errors: INVALID, NOT_FOUND (no such resource in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_resource_name(const koord_cluster *cluster,
                                                       int32_t resource, char *text,
                                                       size_t capacity,
                                                       size_t *needed,
                                                       koord_error *err);

/** The type of devices that `device_type` of a refusal stands for: 0
 *  "gpu", 1 "rdma", 2 "fpga", others as long as something is of the type; text as in koord_pod_get_text. Errors: INVALID,
 *  NOT_FOUND (no such type in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_device_type_name(const koord_cluster *cluster,
                                                          int32_t type, char *text, size_t capacity,
                                                          size_t *needed,
                                                          koord_error *err);
/** The number of a type of devices by its name: the inverse. Errors: INVALID, NOT_FOUND (no such type in this cluster). */
KOORD_API koord_status koord_cluster_get_device_type(const koord_cluster *cluster, const char *name,
                                                     size_t length, int32_t *id, koord_error *err);

/** What is said of a verdict. */
typedef uint32_t koord_verdict_flags;
enum {
  KOORD_VERDICT_UNRESOLVABLE = 1, /**< taking pods away would not change the reason */
  KOORD_VERDICT_REMOVED = 2       /**< from koord_cluster_get_changes: the node is gone */
};
/** Whether a node can take a pod, and how well. 16 bytes. */
typedef struct koord_verdict {
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: it can */
  /** 0 where it cannot. Under KOORD_PROFILE_SPEC 0..200: the proposal's A + B, not yet normalised;
   *  with Koordinator's formula 0..100. What devices say, 0..100 for each type, is added. Under a
   *  koord_gpu_policy its score instead. */
  int32_t score;
  koord_verdict_flags flags;
} koord_verdict;

/** What is judged elsewhere. */
typedef uint32_t koord_query_flags;
enum {
  /** Amounts of the whole node and spec.unschedulable are judged elsewhere (Kubernetes' plugins
   *  NodeResourcesFit and NodeUnschedulable). */
  KOORD_QUERY_SKIP_FIT = 1,
  /** koord_cluster_plan_resize: where there is no other way the pod may move to other CPUs and NUMA nodes of its
   *  node. */
  KOORD_QUERY_MAY_MOVE = 2
};

/** What a call is asked under: flags, nodes, and how things might be. An argument of one call, not a state of the
 *  cluster: made once, used for many calls, changed in between. A setter requires exclusive access.
 *
 *  A call refuses a query that names pods, nodes or reservations which it does not read (INVALID). Flags, the generation
 *  and the affinity have no effect on calls that do not read them: one query may serve Filter, Score and Reserve. */
typedef struct koord_query koord_query;
/** Asks nothing in particular, as NULL does wherever a query is taken. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_query_new(koord_query **out, koord_error *err);
/** The same query once more, for a host that clones its own state. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_query_clone(const koord_query *query, koord_query **out,
                                         koord_error *err);
KOORD_API void koord_query_free(koord_query *query);
/** As new. Errors: INVALID. */
KOORD_API koord_status koord_query_reset(koord_query *query, koord_error *err);
/** Errors: INVALID. */
KOORD_API koord_status koord_query_set_flags(koord_query *query, koord_query_flags flags,
                                             koord_error *err);
/** koord_cluster_evaluate: node `first` and following, at most `count` numbers; as new 0 and SIZE_MAX, which is
 *  all. Other calls refuse a query that leaves nodes out. Errors: INVALID. */
KOORD_API koord_status koord_query_set_nodes(koord_query *query, uint32_t first, size_t count,
                                             koord_error *err);
/** koord_cluster_reserve, koord_cluster_reserve_from: the generation of the verdict that is relied on; 0: whatever the
 *  node is by now. Errors: INVALID. */
KOORD_API koord_status koord_query_set_generation(koord_query *query, uint64_t generation,
                                                  koord_error *err);
/** koord_cluster_reserve: the NUMA nodes that the host's own topology manager chose, bit i being row i of
 *  koord_numa_hints_get_nodes; 0: the node's NUMA policy chooses. Errors: INVALID. */
KOORD_API koord_status koord_query_set_affinity(koord_query *query, uint64_t affinity,
                                                koord_error *err);
/** The pod with this uid is thought to be gone; an unknown one has no effect. Errors: INVALID, LIMIT (65536
 *  pods), NO_MEMORY. */
KOORD_API koord_status koord_query_remove_pod(koord_query *query, const char *uid, size_t length,
                                              koord_error *err);
/** The pod is thought to be on this node, where Reserve would place it, or nowhere in particular where it
 *  does not fit. Of several, higher priorities come first, equal ones in the order of the calls. Existing allocations
 *  are kept; remove the pod first. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_add_pod(koord_query *query, const koord_pod *pod, uint32_t node,
                                           koord_error *err);

/** How far plans may go with a pod. */
typedef int32_t koord_protection;
enum {
  KOORD_PROTECTION_NONE = 0,
  /** evicted only where there is no other way (PodDisruptionBudgets) */
  KOORD_PROTECTION_AVOID = 1,
  KOORD_PROTECTION_KEEP = 2 /**< neither evicted nor moved */
};
/** The last call per pod wins; it has no effect on an unknown pod. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_protect_pod(koord_query *query, const char *uid, size_t length,
                                               koord_protection protection, koord_error *err);

/** What a look at many nodes says besides its rows. 16 bytes, final. */
typedef struct koord_evaluation {
  uint64_t
      generation; /**< of the cluster that was judged; koord_cluster_get_changes: since which, too */
  uint64_t count; /**< rows; written also on NO_SPACE */
} koord_evaluation;

/** Filter and score: judges the nodes of `query`, all of them where it is NULL, for a pod. Rows ascend by node; numbers
 *  of removed nodes have none. Verdicts are kept per shape of pod, so that only what changed is judged again.
 *
 *  query   nullable.
 *  rows    as in koord_topology_get_cpus.
 *  out     never NULL; written also on NO_SPACE.
 *
 *  Errors: INVALID, NO_SPACE, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_evaluate(const koord_cluster *cluster, const koord_pod *pod,
                                              const koord_query *query,
                                              koord_verdict *rows, size_t stride, size_t capacity,
                                              koord_evaluation *out, koord_error *err);
/** The best nodes for a pod, at most `capacity` of them: higher scores first, then lower numbers. Nodes that
 *  cannot take it are left out. `query` is nullable and names no pods or nodes. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_find_best(const koord_cluster *cluster, const koord_pod *pod,
                                               const koord_query *query,
                                               koord_verdict *rows, size_t stride, size_t capacity,
                                               koord_evaluation *out, koord_error *err);
/** The verdicts that changed after inout->generation, in no particular order, each node once; perhaps also others, where
 *  that is too long ago or the pod's shape was not asked for since. `*inout` is that of an earlier call for this pod,
 *  and becomes the next one's. `query` is nullable and names no pods or nodes. Errors: as koord_cluster_evaluate, after
 *  which inout->generation is as it was. */
KOORD_API koord_status koord_cluster_get_changes(const koord_cluster *cluster, const koord_pod *pod,
                                                 const koord_query *query,
                                                 koord_verdict *rows, size_t stride,
                                                 size_t capacity, koord_evaluation *inout,
                                                 koord_error *err);
/** The proposal's normalisation over the nodes that all filters left: 100 * score / highest score, rounded
 *  down. Errors: INVALID. */
KOORD_API koord_status koord_verdicts_normalize(koord_verdict *rows, size_t stride, size_t count,
                                                koord_error *err);
/** What one node says to a pod, with the numbers behind a no. `refusal` is never NULL, `query` and
 *  `score` are nullable. Errors: INVALID, NOT_FOUND (no such node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_judge(const koord_cluster *cluster, const koord_pod *pod,
                                           const koord_query *query, uint32_t node,
                                           koord_refusal *refusal, int32_t *score,
                                           koord_error *err);

/** Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused; what the verdicts promised
 *  holds while the node does not change. A pod that is reserved on this node already keeps what it has.
 *
 *  query       nullable; its flags, generation and affinity are read.
 *  cpus        (nullable) `words` words: the CPUs that the pod owns; all zero: it shares or was refused.
 *  refusal     never NULL.
 *
 *  Errors: INVALID (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names pods, nodes or
 *  reservations), NOT_FOUND (no such node), STALE (the node changed since the query's generation), CONFLICT (the pod is on another node), NO_SPACE
 *  (`words` is less than the machine needs), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_reserve(koord_cluster *cluster, const koord_pod *pod,
                                             const koord_query *query, uint32_t node,
                                             uint64_t *cpus, size_t words,
                                             koord_refusal *refusal, koord_error *err);
/** What the node's CPUs and other resources say to a topology manager that hears other providers,
 *  too (GetPodTopologyHints). The host adds what its other providers say by
 *  koord_numa_hints_add_list; the answer of koord_numa_merge goes to koord_query_set_affinity.
 *  Under KOORD_PROFILE_UPSTREAM a set of NUMA nodes is a hint where a trial allocation of the whole
 *  pod succeeds there, under KOORD_PROFILE_SPEC where the one resource suffices; the score is that
 *  of the NUMA scoring strategy, or 0.
 *
 *  policy  the NUMA policy in force: under RESTRICTED all hints are preferred.
 *  hints   never NULL; replaced by the node's NUMA nodes with their users, without distances, and
 *          its lists by resource name, of provider 0. Where the call fails it stays as it was.
 *
 *  Errors: INVALID, NOT_FOUND (no such node, or no topology of it), LIMIT (more than 16 NUMA
 *  nodes, KOORD_MAX_NUMA_LISTS resources or KOORD_MAX_NUMA_HINTS hints), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_hints(const koord_cluster *cluster, const koord_pod *pod,
                                               uint32_t node, koord_numa_policy policy,
                                               koord_numa_hints *hints, koord_error *err);
/** Unreserve, or the pod is deleted: what it held is free, or it no longer waits. Errors: INVALID, NOT_FOUND (it
 *  holds nothing: a second time, or never there), NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_pod(koord_cluster *cluster, const char *uid,
                                                size_t length, koord_error *err);

/** What of a pod's own account of what it holds is not believed, or odd; all 0: nothing. */
typedef struct koord_pod_conflicts {
  uint32_t struct_size;   /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;         /**< 0 */
  uint32_t cpus_held;     /**< CPUs that another pod has, for which its claim is refused */
  uint32_t cpus_withheld; /**< CPUs that are reserved or of system QoS; it has the others */
  uint32_t
      cpus_unknown; /**< CPUs that its node does not have, or whose topology is not known yet */
  uint32_t
      grants_unknown; /**< amounts on NUMA nodes, or of resources, that its node does not report */
  uint32_t devices_unknown; /**< devices that its node does not report, or not as healthy */
  uint32_t
      devices_short; /**< devices of which others have too much, for which its claim is refused */
  uint32_t claims_refused; /**< how many are: of CPUs, of amounts on NUMA nodes, of devices */
  /** Devices that it asks for and of which nothing tells which they are: as many are kept for it. */
  uint32_t devices_unexplained;
  koord_refusal cpus;    /**< why not all CPUs that it claims are its own; reason 0: they are */
  koord_refusal amounts; /**< why none of the amounts on NUMA nodes are */
  koord_refusal devices; /**< why none of the devices are, or which nothing tells of */
} koord_pod_conflicts;
/** A pod as the API server shows it, bound to a node and with what it was allocated (resource-status, device-allocated): for
 *  restarts and for pods that others placed. A pod that was reserved on this node keeps what it got, whatever it says.
 *  Of others what they say is believed as far as it can have been given to them: whole CPUs for QoS LSE and LSR, no
 *  more than they ask for, devices that they ask for, and nothing that somebody has who comes first. First come pods that
 *  were reserved here, then those whose CPUs or devices the node reports (pod-cpu-allocs, devices-checkpoints), then the
 *  pod that was bound first (PodScheduled), then the lesser uid; never the pod that was told of first. A claim that is
 *  refused is weighed again whenever the node or its pods change; beyond it the pod holds what it asks for.
 *  `conflicts` (nullable) says what is refused: koord_cluster_get_pod_conflicts. Without device-allocated a pod has the GPUs
 *  that NVIDIA_VISIBLE_DEVICES of its containers names, else those of kubelet's record, else as many as it asks for are
 *  kept for it (docs/devices.md). Where the node is not there, the pod waits for it: it holds nothing, makes no
 *  node, cannot be reserved, and is on the node once its first object comes. 262,144 pods may wait, with 256 MiB of what
 *  they say; one more is LIMIT: give it again when its node is there. A pod that is here already
 *  is brought up to date; one that has terminated is let go; one that is reserved here and not bound yet
 *  keeps what it has. Setting all pods in any order gives the same state.
 *  Under KOORD_PROFILE_UPSTREAM whatever a pod states is believed, also what others have.
 *  Errors: INVALID (a pod without uid), NOT_FOUND (not bound or terminated, and held nothing), CONFLICT (a
 *  reservation or its owner, on another node than before), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_pod(koord_cluster *cluster, const koord_pod *pod,
                                             koord_pod_conflicts *conflicts,
                                             koord_error *err);
/** The same as things are now: other pods and reports may have come or gone since. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_conflicts(const koord_cluster *cluster,
                                                       const char *uid, size_t length,
                                                       koord_pod_conflicts *conflicts,
                                                       koord_error *err);

/** The node that a pod holds something on. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_node(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint32_t *node, koord_error *err);
/** The CPUs it owns there, into all of `words`; all zero: it shares. Those of its resource-status that are
 *  offline or that kubelet reserves are not among them. Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_pod_cpus(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint64_t *words, size_t word_count,
                                                  koord_error *err);
/** What it holds there as the value of the annotation scheduling.koordinator.sh/resource-status: cpuset,
 *  numaNodeResources, cpuSharedPools. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_status(const koord_cluster *cluster, const char *uid,
                                                    size_t length, koord_buffer **out,
                                                    koord_error *err);
/** What it has of devices as the value of the annotation scheduling.koordinator.sh/device-allocated: by type, minor,
 *  amounts, id and virtual functions; {} where it has none. Devices that are kept for it as nothing tells which it has
 *  are not among them. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_devices(const koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_buffer **out,
                                                     koord_error *err);
/** The minors of its devices of one type, as in koord_cluster_get_device_type, be they all its own or shared: ascending,
 *  each once; none where it has none of the type, or there is no such type. `minors` may be NULL with capacity 0; `*count` receives
 *  how many there are, also on NO_SPACE (then nothing else is written).
 *  Errors: INVALID, NOT_FOUND (no such pod), NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_minors(const koord_cluster *cluster, const char *uid,
                                                    size_t length, int32_t type, int32_t *minors,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** The shape of a patch. */
typedef uint32_t koord_prebind_flags;
enum {
  /** The shape of the proposal: no numaNodeResources. */
  KOORD_PREBIND_PROPOSAL = 1
};
/** PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge patch
 *  (RFC 7396): {"metadata":{"annotations":{...}}}, with {} for a pod that needs none. A claim that `pod` carries and
 *  that is not what it got is replaced, or removed by null: resource-status, device-allocated. The annotation
 *  resource-spec is part of it where the pod does not state the bind policy that was in force, be it the
 *  configuration's, preferred, or the node's, required.
 *  Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_prebind(const koord_cluster *cluster, const koord_pod *pod,
                                             koord_prebind_flags flags, koord_buffer **out,
                                             koord_error *err);
/** The uids of a node's pods, each followed by a line feed. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pods(const koord_cluster *cluster, uint32_t node,
                                              koord_buffer **out, koord_error *err);

/* CPU picking by Koordinator's policies. */

/** Options of a pick. */
typedef uint32_t koord_pick_flags;
enum {
  /** The bind policy must hold for every CPU: whole cores, or one CPU per core; else refuse. */
  KOORD_PICK_REQUIRED = 1,
  /** Fewest L3 groups, then fewest cores split, never on more NUMA nodes than without the flag. */
  KOORD_PICK_FEWEST_L3 = 2
};

/** Which sets of CPUs a pick gets besides those that may be used. */
typedef uint32_t koord_pick_set_flags;
enum {
  KOORD_PICK_SET_PREFERRED = 1, /**< CPUs to use first (a reservation's) */
  /** CPUs held by pods with the exclusive policy PCPULevel */
  KOORD_PICK_SET_CORE_HELD = 2,
  KOORD_PICK_SET_NODE_HELD = 4 /**< CPUs held by pods with NUMANodeLevel */
};

/** What to pick, by which policies. */
typedef struct koord_cpu_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_pick_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_bind_policy bind_policy;
  koord_exclusive_policy exclusive_policy;
  koord_numa_strategy numa_strategy;
  uint32_t cpus;          /**< CPUs wanted; 0 is granted with an empty set */
  uint32_t max_ref_count; /**< pods that may share one CPU; 0 and 1: none shares */
  /** words of each set and of `out`: koord_topology_info.words to KOORD_MAX_CPUS / 64 */
  uint32_t words;
  koord_pick_set_flags sets; /**< those that follow the available CPUs */
  uint32_t grant_stride;     /**< sizeof a row of `grants` */
  uint32_t grant_count;      /**< rows of `grants`; 0: any NUMA nodes */
} koord_cpu_request;

/** One of the NUMA nodes that a topology manager chose: what it can give, and what it was made
 *  to give. */
typedef struct koord_numa_grant {
  int64_t available_milli; /**< milli-CPU the node has left; negative: 1000 per available CPU */
  int64_t granted_milli;   /**< written: milli-CPU taken from the node */
  int32_t numa_node;       /**< kernel NUMA node number */
  uint32_t reserved;       /**< 0 */
} koord_numa_grant;

/** Picks request->cpus CPUs out of those that are available (semantics: Koordinator's CPU
 *  orchestration proposal; docs/koordinator-policies.md). Pure: changes nothing but its out
 *  parameters, and touches no heap; takes up to 384 KiB of stack, whatever the machine (both
 *  pickers; docs/abi.md has figures).
 *
 *  sets        one after another, request->words words each: the CPUs that may be used,
 *              request->max_ref_count respected by the caller; then those that request->sets names,
 *              in the order of their flags. The others count as empty.
 *  ref_counts  holders per CPU number, 64 * words values, read when max_ref_count > 1; nullable: 0.
 *  grants      request->grant_count NUMA nodes that the topology manager chose, in ascending order,
 *              request->grant_stride bytes apart; the CPUs come from these nodes only. Their
 *              granted_milli is written. May be NULL when there are none.
 *  out         the CPUs picked, request->words words; all zero when refused. It may be one of the
 *              sets.
 *  refusal     never NULL; reason KOORD_REASON_NONE when granted.
 *
 *  CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown
 *  policy, flag or profile, more grants than NUMA nodes, a NUMA node in a grant that is not
 *  there or not above the one before), NO_SPACE (request->words is less than
 *  koord_topology_info.words), LIMIT (it is more than any machine needs). */
KOORD_API koord_status koord_cpu_pick(const koord_topology *topology,
                                      const koord_cpu_request *request, const uint64_t *sets,
                                      const uint16_t *ref_counts,
                                      koord_numa_grant *grants, uint64_t *out,
                                      koord_refusal *refusal, koord_error *err);

/* Device objects without JSON: built from their parts. */

/** A Device object (scheduling.koordinator.sh) in the making, for callers that have it as a
 *  typed object: every field that docs/objects.md lists. A cluster or an agent reads it as it
 *  reads the same object from JSON, with the same answers and errors. It serves many objects one
 *  after the other: koord_device_builder_reset keeps its memory. A setter requires exclusive
 *  access. What is set again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in
 *  an object. */
typedef struct koord_device_builder koord_device_builder;
/** Of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_new(koord_device_builder **out, koord_error *err);
KOORD_API void koord_device_builder_free(koord_device_builder *builder);
/** As new. Errors: INVALID. */
KOORD_API koord_status koord_device_builder_reset(koord_device_builder *builder, koord_error *err);

/** The name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 4 MiB of
 *  texts or 2^20 of them, as in all of these), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_name(koord_device_builder *builder,
                                                     const char *name, size_t length,
                                                     koord_error *err);
/** A label of the object. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_label(koord_device_builder *builder,
                                                      const char *key, size_t key_length,
                                                      const char *value, size_t value_length,
                                                      koord_error *err);
/** An annotation of the object, with its text as Kubernetes keeps it. Errors: INVALID, LIMIT,
 *  NO_MEMORY; a text that means nothing is an error of the call that takes the builder. */
KOORD_API koord_status koord_device_builder_set_annotation(koord_device_builder *builder,
                                                           const char *key, size_t key_length,
                                                           const char *value, size_t value_length,
                                                           koord_error *err);

/** What is said of a device. */
typedef uint32_t koord_device_flags;
enum {
  KOORD_DEVICE_HEALTHY = 1,     /**< health */
  KOORD_DEVICE_HAS_MODULE = 2,  /**< `module` is stated */
  KOORD_DEVICE_HAS_TOPOLOGY = 4 /**< `socket` and `numa_node` are, and so are its PCIe and bus id */
};
/** What a device states in numbers. */
typedef struct koord_device_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_device_flags flags;
  int32_t minor;     /**< unique within its type */
  int32_t module;    /**< moduleID */
  int32_t socket;    /**< topology.socketID; -1: any */
  int32_t numa_node; /**< topology.nodeID; -1: any */
} koord_device_spec;
/** One more of spec.devices. `*device` (nullable) receives its index. Errors: INVALID (unknown
 *  flags, a number out of range), LIMIT (over 4096 devices), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_device(koord_device_builder *builder,
                                                       const koord_device_spec *spec,
                                                       int32_t *device,
                                                       koord_error *err);
/** Which text of a device. */
typedef int32_t koord_device_text;
enum {
  KOORD_DEVICE_TEXT_TYPE = 0,  /**< "gpu", "rdma", "fpga" or any other; must not be empty */
  KOORD_DEVICE_TEXT_ID = 1,    /**< id: "GPU-<uuid>", or a bus id */
  KOORD_DEVICE_TEXT_PCIE = 2,  /**< topology.pcieID, with KOORD_DEVICE_HAS_TOPOLOGY */
  KOORD_DEVICE_TEXT_BUS_ID = 3 /**< topology.busID, with KOORD_DEVICE_HAS_TOPOLOGY */
};
/** One text of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_device_text(koord_device_builder *builder,
                                                            int32_t device, koord_device_text which,
                                                            const char *text, size_t length,
                                                            koord_error *err);
/** A label of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_device_label(koord_device_builder *builder,
                                                             int32_t device, const char *key,
                                                             size_t key_length, const char *value,
                                                             size_t value_length, koord_error *err);
/** What a device has of a resource, whose name must not be empty, in its unit: percent, bytes.
 *  Names that have been published before are read as today's (docs/objects.md). Errors: INVALID
 *  (no such device, a negative amount), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_resource(koord_device_builder *builder,
                                                         int32_t device, const char *name,
                                                         size_t name_length, int64_t amount,
                                                         koord_error *err);
/** One more of a device's vfGroups. `*group` (nullable) receives its index among the groups of
 *  all devices. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_vf_group(koord_device_builder *builder,
                                                         int32_t device,
                                                         int32_t *group,
                                                         koord_error *err);
/** A label of a group of virtual functions. Errors: INVALID (no such group), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_vf_label(koord_device_builder *builder,
                                                         int32_t group, const char *key,
                                                         size_t key_length, const char *value,
                                                         size_t value_length, koord_error *err);
/** One more virtual function of a group; `minor` -1: none. Errors: INVALID (no such group, a
 *  number out of range), LIMIT (over 65536 in an object), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_vf(koord_device_builder *builder, int32_t group,
                                                   int32_t minor, const char *bus_id,
                                                   size_t bus_id_length, koord_error *err);

/** koord_cluster_set_devices of what the builder has, which stays as it is. There are no
 *  remarks. Errors: as there. */
KOORD_API koord_status koord_cluster_set_devices_from_builder(koord_cluster *cluster,
                                                              const koord_device_builder *builder,
                                                              uint32_t *id,
                                                              koord_error *err);
/** koord_agent_set_devices of what the builder has, which stays as it is. There are no remarks.
 *  Errors: as there. */
KOORD_API koord_status koord_agent_set_devices_from_builder(koord_agent *agent,
                                                            const koord_device_builder *builder,
                                                            koord_error *err);

/* Container adjustments, and the OCI hook.

 *
 * What runtimes are to be told, or to be spared, when containers come (docs/hooks.md; semantics: koordlet's runtime
 * hooks). Annotations are untrusted input: they must agree with what the node's agent decided. */

/** When a runtime asks. */
typedef int32_t koord_hook_stage;
enum {
  KOORD_HOOK_STAGE_RUN_POD_SANDBOX = 1,
  KOORD_HOOK_STAGE_CREATE_CONTAINER = 2,
  KOORD_HOOK_STAGE_START_CONTAINER = 3,
  KOORD_HOOK_STAGE_UPDATE_CONTAINER = 4 /**< UpdateContainerResources */
};
/** "CreateContainer". Static; "Unknown" for others. */
KOORD_API const char *koord_hook_stage_get_name(koord_hook_stage stage);

/** What a runtime asks about: a container of a pod, at a stage. */
typedef struct koord_adjustment_request koord_adjustment_request;
/** The sandbox of no pod yet. The caller owns *out. Errors: INVALID (an unknown stage),
 *  NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_new(koord_hook_stage stage,
                                                    koord_adjustment_request **out,
                                                    koord_error *err);
KOORD_API void koord_adjustment_request_free(koord_adjustment_request *request);
/** The container with this name of the pod with this uid; container length 0: the pod's sandbox.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_container(koord_adjustment_request *request,
                                                              const char *uid, size_t uid_length,
                                                              const char *container,
                                                              size_t container_length,
                                                              koord_error *err);
/** The value of the pod's annotation resource-status, as whoever asks was told; length 0: not told.
 *  Its CPUs must be those that the state gives to the pod. Errors: INVALID (names the field),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_resource_status(
    koord_adjustment_request *request, const char *resource_status, size_t resource_status_length,
    koord_error *err);
/** The directory that holds sys/, by which the device nodes of RDMA devices are found; length 0:
 *  device nodes are not asked for. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_sysfs_root(koord_adjustment_request *request,
                                                               const char *sysfs_root,
                                                               size_t sysfs_root_length,
                                                               koord_error *err);

/** What of a container changes. Immutable. */
typedef struct koord_adjustment koord_adjustment;
/** What of a container of a pod changes at a stage. Pure but for what
 *  koord_adjustment_request_set_sysfs_root asks for.
 *
 *  A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so,
 *  and the rest what it gets instead, if anything. The same holds where one of its devices cannot
 *  be named to a runtime (KOORD_REASON_DEVICE_UNNAMED): it gets all but devices. The caller owns
 *  *out. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_new(const koord_agent_state *state,
                                            const koord_adjustment_request *request,
                                            koord_adjustment **out, koord_error *err);
KOORD_API koord_adjustment *koord_adjustment_ref(const koord_adjustment *adjustment);
KOORD_API void koord_adjustment_unref(koord_adjustment *adjustment);

/** What of a container changes. */
typedef uint32_t koord_adjustment_flags;
enum {
  KOORD_ADJUSTMENT_CPUS = 1,       /**< cpuset.cpus: koord_adjustment_get_cpus */
  KOORD_ADJUSTMENT_NUMA_NODES = 2, /**< cpuset.mems: koord_adjustment_get_numa_nodes */
  KOORD_ADJUSTMENT_UNLIMITED = 4   /**< no CFS quota */
};
/** What of a container changes. */
typedef struct koord_adjustment_info {
  uint32_t struct_size;           /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;                 /**< 0 */
  koord_refusal refusal;          /**< reason KOORD_REASON_NONE: nothing is wrong */
  koord_adjustment_flags changes; /**< what is not named stays as it is */
  uint32_t env;                   /**< how many variables */
  uint32_t cdi_devices;           /**< how many names for the container device interface */
  uint32_t device_nodes;          /**< how many paths of device nodes */
} koord_adjustment_info;
/** Errors: INVALID. */
KOORD_API koord_status koord_adjustment_get_info(const koord_adjustment *adjustment,
                                                 koord_adjustment_info *info, koord_error *err);
/** The CPUs, into all of `words`; none where they stay as they are. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_cpus(const koord_adjustment *adjustment,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);
/** The same of NUMA nodes: bit b of word w is node 64 * w + b. */
KOORD_API koord_status koord_adjustment_get_numa_nodes(const koord_adjustment *adjustment,
                                                       uint64_t *words, size_t word_count,
                                                       koord_error *err);
/** Which list of an adjustment. */
typedef int32_t koord_adjustment_list;
enum {
  KOORD_ADJUSTMENT_LIST_ENV = 0,         /**< "NAME=value", which replaces one of that name */
  KOORD_ADJUSTMENT_LIST_CDI_DEVICES = 1, /**< "nvidia.com/gpu=GPU-..." */
  KOORD_ADJUSTMENT_LIST_DEVICE_NODES = 2 /**< "/dev/infiniband/uverbs0" */
};
/** One text of a list, as koord_pod_get_text. Errors: INVALID (no such list or item), NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_text(const koord_adjustment *adjustment,
                                                 koord_adjustment_list list, uint32_t item,
                                                 char *text, size_t capacity,
                                                 size_t *needed, koord_error *err);
/** All of it as JSON, in the names of the OCI runtime specification (docs/hooks.md). Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_to_json(const koord_adjustment *adjustment,
                                                koord_buffer **out, koord_error *err);

/** What a hook does with a container that it cannot serve. */
typedef int32_t koord_hook_choice;
enum {
  KOORD_HOOK_CHOICE_DEFAULT = 0, /**< not stated: what koord_hook_options says of the field */
  KOORD_HOOK_CHOICE_REFUSE = 1,  /**< the container is not to start */
  KOORD_HOOK_CHOICE_LEAVE = 2    /**< it starts without what it asks for */
};
/** What a hook does where it cannot serve. The program koord-oci-hook has the same defaults. */
typedef struct koord_hook_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** there is no node-state.json, as where the agent has not started; default:
   *  KOORD_HOOK_CHOICE_LEAVE */
  koord_hook_choice without_state;
  /** the pod claims what is not its own; default: KOORD_HOOK_CHOICE_REFUSE.
   *  KOORD_HOOK_CHOICE_LEAVE: it gets what the state gives it instead, which may be nothing */
  koord_hook_choice refused;
} koord_hook_options;

/** What a hook did. */
typedef int32_t koord_hook_outcome;
enum {
  KOORD_HOOK_OUTCOME_NOT_OURS = 0, /**< a container of no pod: untouched */
  KOORD_HOOK_OUTCOME_DONE = 1,     /**< its control group was found, and has what the state wants */
  /** Untouched: there is no state, what the pod asks for is not its own, or others decide where the container
   *  runs, as where every cpuset is left to kubelet (KOORD_AGENT_IGNORE_KUBELET); refusal.reason is
   *  KOORD_REASON_NONE then. */
  KOORD_HOOK_OUTCOME_LEFT = 2,
  KOORD_HOOK_OUTCOME_REFUSED = 3 /**< it is not to start */
};
/** What a hook did. */
typedef struct koord_hook_result {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  koord_refusal refusal; /**< why not as asked; also where outcome is KOORD_HOOK_OUTCOME_DONE */
  koord_hook_outcome outcome;
  uint32_t writes; /**< made to files of control groups */
} koord_hook_result;

/** A createRuntime hook of OCI runtimes: where it finds what it needs, and what it does where it
 *  cannot serve. */
typedef struct koord_hook koord_hook;
/** `options` is nullable. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_new(const koord_hook_options *options,
                                      koord_hook **out, koord_error *err);
KOORD_API void koord_hook_free(koord_hook *hook);
/** The path of node-state.json; to be trusted as koord_agent_state_load has it. length 0, and where
 *  it is not set: "/run/koord/node-state.json". Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_state_file(koord_hook *hook, const char *state_file,
                                                 size_t state_file_length, koord_error *err);
/** Where control groups are mounted. length 0, and where it is not set: "/sys/fs/cgroup".
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_cgroup_root(koord_hook *hook, const char *cgroup_root,
                                                  size_t cgroup_root_length, koord_error *err);
/** Where proc is mounted. length 0, and where it is not set: "/proc". Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_hook_set_proc_root(koord_hook *hook, const char *proc_root,
                                                size_t proc_root_length, koord_error *err);
/** All that such a hook does for a container that is about to start: reads node-state.json, finds
 *  the control groups of the container's process, checks that they are its pod's, and writes CPUs,
 *  NUMA nodes and quota, or changes nothing.
 *
 *  oci_state  what the runtime gives on standard input.
 *
 *  Errors: INVALID (oci_state: names the field), PERMISSION (a file that is not to be trusted, or
 *  not ours to read), CORRUPT, LIMIT (node-state.json; see koord_agent_state_from_json), STALE (it
 *  is of another boot), IO (a control group did not take its value: rolled back unless the message
 *  says otherwise), NOT_FOUND (no control groups, or none of this container; no such process),
 *  CONFLICT, NO_MEMORY. */
KOORD_API koord_status koord_hook_run(const koord_hook *hook, const char *oci_state,
                                      size_t oci_state_length, koord_hook_result *result,
                                      koord_error *err);

/* Kubelet's static CPU policy, and its admission of pods. */

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
                                         const koord_kubelet_setup *setup,
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
                                           koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** What koord_kubelet_admit would answer; nothing of the kubelet changes, and the pod needs no
 *  uid. Arguments and errors as there. */
KOORD_API koord_status koord_kubelet_judge(const koord_kubelet *kubelet, const koord_pod *pod,
                                           koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** The pod with this uid is gone: what it held is free. `*held` (nullable) receives 1 when it held
 *  anything, else 0: pods that hold nothing leave no trace, so that an unknown pod is no error. What a
 *  refused pod was left is swept, whatever the uid.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_remove_pod(koord_kubelet *kubelet, const char *uid,
                                                size_t uid_length, uint32_t *held,
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

/* Nodes without JSON: built from their parts. */

/** A Node (v1) in the making, for callers that have it as a typed object: every field that
 *  docs/objects.md lists. A cluster or an agent reads it as it reads the same node from JSON,
 *  with the same answers and errors. It serves many nodes one after the other:
 *  koord_node_builder_reset keeps its memory. A setter requires exclusive access. What is set
 *  again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a node. */
typedef struct koord_node_builder koord_node_builder;
/** Of an empty node. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_node_builder_new(koord_node_builder **out, koord_error *err);
KOORD_API void koord_node_builder_free(koord_node_builder *builder);
/** As new. Errors: INVALID. */
KOORD_API koord_status koord_node_builder_reset(koord_node_builder *builder, koord_error *err);

/** Which text of a node. */
typedef int32_t koord_node_text;
enum {
  KOORD_NODE_TEXT_NAME = 0,        /**< must not be empty */
  KOORD_NODE_TEXT_ARCHITECTURE = 1 /**< status.nodeInfo.architecture: "amd64", "arm64" */
};
/** One text. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all of these),
 *  NO_MEMORY. */
KOORD_API koord_status koord_node_builder_set_text(koord_node_builder *builder,
                                                   koord_node_text which, const char *text,
                                                   size_t length, koord_error *err);
/** A label. Errors: INVALID, LIMIT, NO_MEMORY; a value that means nothing is an error of the
 *  call that takes the builder. */
KOORD_API koord_status koord_node_builder_set_label(koord_node_builder *builder, const char *key,
                                                    size_t key_length, const char *value,
                                                    size_t value_length, koord_error *err);
/** An annotation, with its text as Kubernetes keeps it. Errors: as koord_node_builder_set_label. */
KOORD_API koord_status koord_node_builder_set_annotation(koord_node_builder *builder,
                                                         const char *key, size_t key_length,
                                                         const char *value, size_t value_length,
                                                         koord_error *err);

/** What is said of a node. */
typedef uint32_t koord_node_flags;
enum {
  KOORD_NODE_UNSCHEDULABLE = 1,     /**< spec.unschedulable */
  KOORD_NODE_SYSTEM_CPUS_SHARED = 2 /**< other pods may have the CPUs of system QoS, too */
};
/** What a node states in numbers. All but KOORD_NODE_UNSCHEDULABLE is for hosts that have no
 *  labels and annotations: one that states the same replaces it. */
typedef struct koord_node_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_node_flags flags;
  koord_bind_policy bind_policy;
  koord_numa_strategy strategy; /**< numa-allocate-strategy */
  koord_numa_policy numa_policy;
  uint32_t cpu_amplification_percent; /**< 150: the node sells 3 CPUs for 2; 0: 100 */
} koord_node_spec;
/** All of them at once. Errors: INVALID (unknown numbers or flags). */
KOORD_API koord_status koord_node_builder_set_spec(koord_node_builder *builder,
                                                   const koord_node_spec *spec, koord_error *err);

/** What is allocatable of a resource (status.allocatable), whose name must not be empty:
 *  milli-CPU for "cpu", bytes or units for all others. `reserved` of it is kept from pods: for
 *  hosts that have no annotation reservation, which replaces it; else 0. Errors: INVALID (a
 *  negative amount), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_node_builder_set_resource(koord_node_builder *builder,
                                                       const char *name, size_t name_length,
                                                       int64_t allocatable, int64_t reserved,
                                                       koord_error *err);
/** Which CPUs of a node. */
typedef int32_t koord_node_cpuset;
enum {
  KOORD_NODE_CPUSET_RESERVED = 0, /**< kept from pods, as by the annotation reservation */
  KOORD_NODE_CPUSET_SYSTEM = 1    /**< of system QoS, as by the annotation system-qos-resource */
};
/** CPUs, for hosts that have no annotation that says them: such a one replaces them. Errors:
 *  INVALID. */
KOORD_API koord_status koord_node_builder_set_cpus(koord_node_builder *builder,
                                                   koord_node_cpuset which, const uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** koord_cluster_set_node of what the builder has, which stays as it is. There are no remarks.
 *  Errors: as there. */
KOORD_API koord_status koord_cluster_set_node_from_builder(koord_cluster *cluster,
                                                           const koord_node_builder *builder,
                                                           uint32_t *id,
                                                           koord_error *err);
/** koord_agent_set_node of what the builder has, which stays as it is. There are no remarks.
 *  Errors: as there. */
KOORD_API koord_status koord_agent_set_node_from_builder(koord_agent *agent,
                                                         const koord_node_builder *builder,
                                                         koord_error *err);

/* NodeResourceTopologies without JSON: built from their parts. */

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
                                                  size_t type_length, int32_t *zone,
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
                                                      const koord_topology *machine,
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
                                                               uint32_t *id,
                                                               koord_error *err);
/** koord_topology_from_nrt of what the builder has, which stays as it is: of the annotation
 *  cpu-topology and the zones, else the machine that it was given. `context` may be NULL. The
 *  caller owns *out. Errors: as there. */
KOORD_API koord_status koord_topology_from_nrt_builder(const koord_context *context,
                                                       const koord_nrt_builder *builder,
                                                       koord_topology **out, koord_error *err);

/* Pods without JSON: built from their parts. */

/** A Pod (v1) in the making, for callers that have it as a typed object: every field that
 *  docs/objects.md lists. koord_pod_from_builder reads it as koord_pod_from_json reads the same
 *  pod, with the same answers and errors. It serves many pods one after the other:
 *  koord_pod_builder_reset keeps its memory. A setter requires exclusive access. What is set
 *  again is replaced. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod. */
typedef struct koord_pod_builder koord_pod_builder;
/** Of an empty pod. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_new(koord_pod_builder **out, koord_error *err);
KOORD_API void koord_pod_builder_free(koord_pod_builder *builder);
/** As new. Errors: INVALID. */
KOORD_API koord_status koord_pod_builder_reset(koord_pod_builder *builder, koord_error *err);

/** One text. The name must not be empty; a namespace of length 0 is "default", a node of length
 *  0 is none. Errors: INVALID, LIMIT (over 4 MiB of texts or 2^20 of them, as in all of these),
 *  NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_text(koord_pod_builder *builder, koord_pod_text which,
                                                  const char *text, size_t length,
                                                  koord_error *err);
/** A label. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_label(koord_pod_builder *builder, const char *key,
                                                   size_t key_length, const char *value,
                                                   size_t value_length, koord_error *err);
/** An annotation, with its text as Kubernetes keeps it. Errors: INVALID, LIMIT, NO_MEMORY; a
 *  text that means nothing is an error of koord_pod_from_builder. */
KOORD_API koord_status koord_pod_builder_set_annotation(koord_pod_builder *builder, const char *key,
                                                        size_t key_length, const char *value,
                                                        size_t value_length, koord_error *err);

/** What is said of a pod. */
typedef uint32_t koord_pod_flags;
enum {
  KOORD_POD_TERMINATED = 1,   /**< phase Succeeded or Failed */
  KOORD_POD_HAS_KUBE_QOS = 2, /**< `kube_qos` is status.qosClass; else it is computed */
  KOORD_POD_HAS_POD_LEVEL = 4 /**< spec.resources is there, be it empty */
};
/** What a pod states in numbers. Zeros are what a pod that states nothing has. Policies and
 *  classes are for hosts that have no labels and annotations: one that states the same replaces
 *  them. */
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
/** All of them at once. Errors: INVALID (unknown numbers or flags). */
KOORD_API koord_status koord_pod_builder_set_spec(koord_pod_builder *builder,
                                                  const koord_pod_spec *spec, koord_error *err);

/** What a container of a pod is for. */
typedef int32_t koord_container_kind;
enum {
  KOORD_CONTAINER_KIND_APP = 0,
  KOORD_CONTAINER_KIND_INIT = 1, /**< runs to its end before the app containers start */
  /** an init container that keeps running (restartPolicy Always) */
  KOORD_CONTAINER_KIND_SIDECAR = 2
};
/** One more container, in the order of spec.containers; init containers and sidecars in that of
 *  spec.initContainers, before or after the others. `*container` (nullable) receives its index
 *  in the builder. Errors: INVALID, LIMIT (over 1024 containers), NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_add_container(koord_pod_builder *builder,
                                                       koord_container_kind kind, const char *name,
                                                       size_t name_length,
                                                       int32_t *container,
                                                       koord_error *err);
/** What a resource is of, besides the index of a container. */
typedef int32_t koord_resource_scope;
enum {
  KOORD_RESOURCE_SCOPE_POD = -1,     /**< spec.resources: of the pod as a whole */
  KOORD_RESOURCE_SCOPE_OVERHEAD = -2 /**< spec.overhead; only the request counts */
};
/** Request and limit of one resource, whose name must not be empty: milli-CPU for "cpu", bytes
 *  or units for all others; negative: not stated. `container` is an index or a
 *  koord_resource_scope. Requests that are not stated are filled in from limits. Errors: INVALID
 *  (no such container), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_resource(koord_pod_builder *builder, int32_t container,
                                                      const char *name, size_t name_length,
                                                      int64_t request, int64_t limit,
                                                      koord_error *err);
/** A variable of a container's environment, with a value that is written in the pod (not
 *  valueFrom). Only NVIDIA_VISIBLE_DEVICES counts (docs/devices.md): others have no effect and
 *  need not be set. Errors: INVALID (no such container), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_env(koord_pod_builder *builder, int32_t container,
                                                 const char *name, size_t name_length,
                                                 const char *value, size_t value_length,
                                                 koord_error *err);

/** CPUs that it was allocated, for hosts that have no annotation resource-status: one that says
 *  anything replaces these and koord_pod_builder_set_numa_resource. Errors: INVALID. */
KOORD_API koord_status koord_pod_builder_set_cpus(koord_pod_builder *builder, const uint64_t *words,
                                                  size_t word_count, koord_error *err);
/** What it was allocated of a resource on a NUMA node. Errors: INVALID (no NUMA node, a negative
 *  amount), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_pod_builder_set_numa_resource(koord_pod_builder *builder,
                                                           int32_t numa_node, const char *name,
                                                           size_t name_length, int64_t amount,
                                                           koord_error *err);

/** The pod, as koord_pod_from_json makes it; the builder stays as it is. `context` may be NULL.
 *  The caller owns *out. Errors: INVALID (names pod and field), LIMIT (a sum of amounts above
 *  2^63 - 1, an annotation over 1 MiB), NO_MEMORY. */
KOORD_API koord_status koord_pod_from_builder(const koord_context *context,
                                              const koord_pod_builder *builder, koord_pod **out,
                                              koord_error *err);

#ifdef KOORD_EXPERIMENTAL

/* How many more pods fit (docs/capacity.md).
 *
 * Experimental. Stable once an autoscaler uses it and the kinds of restarts are known. */

/** The node takes nobody, and its pods are to go elsewhere. An unknown one has no effect. Restarts are for
 *  koord_cluster_get_capacity only: INVALID in other calls. Errors: INVALID, LIMIT (65536 restarts), NO_MEMORY. */
KOORD_API koord_status koord_query_drain_node(koord_query *query, uint32_t node, koord_error *err);
/** The node restarts with one thread of each core; the CPUs that go are gone from its amounts, too. Its pods
 *  come back by priority, descending, then uid, as Reserve would place them; those that do not fit are to
 *  go elsewhere. Otherwise as koord_query_drain_node. */
KOORD_API koord_status koord_query_disable_smt(koord_query *query, uint32_t node, koord_error *err);
/** The same with CPUs that are nobody's (isolcpus). Several restarts of one node are one. */
KOORD_API koord_status koord_query_isolate_cpus(koord_query *query, uint32_t node,
                                                const uint64_t *words, size_t word_count,
                                                koord_error *err);

/** How many pods are counted. */
typedef struct koord_capacity_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t max_pods;    /**< that are counted on one node, up to 65536; 0: 4096 */
} koord_capacity_options;

/** How many pods every node takes. Immutable. */
typedef struct koord_capacity koord_capacity;
KOORD_API koord_capacity *koord_capacity_ref(const koord_capacity *capacity);
KOORD_API void koord_capacity_unref(koord_capacity *capacity);

/** Counts for every node the pods like `pod` that it still takes, put there one after the other as Reserve
 *  puts them. Changes nothing. `options` and `query` are nullable. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_capacity(
    const koord_cluster *cluster, const koord_pod *pod,
    const koord_capacity_options *options, const koord_query *query,
    koord_capacity **out, koord_error *err);

/** Sums of a capacity. */
typedef struct koord_capacity_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t pods;        /**< that fit, on all nodes */
  /** Pods that restarts drive from their nodes, and of them those that no node has room for, or that are
   *  under KOORD_PROTECTION_KEEP and do not move (on a node that drains they end with it instead). The others
   *  went to the best node each, by priority, descending, then uid, before anything was counted. */
  uint64_t displaced;
  uint64_t unplaced;
} koord_capacity_info;
/** Sums. Errors: INVALID. */
KOORD_API koord_status koord_capacity_get_info(const koord_capacity *capacity,
                                               koord_capacity_info *info, koord_error *err);

/** What is said of a row of a capacity. */
typedef uint32_t koord_capacity_flags;
enum {
  KOORD_CAPACITY_UNRESOLVABLE = 1 /**< no pods that go would change the reason */
};
/** How many more pods a node takes. */
typedef struct koord_node_capacity {
  int64_t left_milli;  /**< CPU that is nobody's after that, of the whole node */
  int64_t left_memory; /**< bytes */
  uint32_t node;
  uint32_t pods;       /**< that fit */
  koord_reason reason; /**< why no more; KOORD_REASON_NONE: as many as were asked about */
  koord_capacity_flags flags;
} koord_node_capacity;
/** A row for every node, ascending. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE (*count is
 *  written). */
KOORD_API koord_status koord_capacity_get_nodes(const koord_capacity *capacity,
                                                koord_node_capacity *rows, size_t stride,
                                                size_t row_capacity, size_t *count,
                                                koord_error *err);
/** What strands the rest: sums by reason. */
typedef struct koord_capacity_reason {
  int64_t left_milli;  /**< sums over the nodes with this reason */
  int64_t left_memory; /**< bytes */
  uint64_t pods;
  koord_reason reason;
  uint32_t nodes; /**< how many they are */
} koord_capacity_reason;
/** What strands the rest: sums by reason, ascending. Otherwise as koord_capacity_get_nodes. */
KOORD_API koord_status koord_capacity_get_reasons(const koord_capacity *capacity,
                                                  koord_capacity_reason *rows, size_t stride,
                                                  size_t row_capacity, size_t *count,
                                                  koord_error *err);

/* Devices of this machine, as objects for the API server (docs/devices-report.md).
 *
 * Experimental. Stable once Koordinator's Device object is v1. */

/** What is asked about devices. */
typedef uint32_t koord_device_report_flags;
enum {
  /** Ask NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded for the
   *  time of the call. Without a driver there are none. */
  KOORD_DEVICE_REPORT_NVML = 1,
  /** Read virtual functions of RDMA devices from sysfs. */
  KOORD_DEVICE_REPORT_SYSFS = 2
};

/** What a report on devices is made from. One owner. Reports may be written from it at the same time; all other calls
 *  require exclusive access. */
typedef struct koord_device_report koord_device_report;
/** A report on what `flags` ask for and on what the topology knows, its RDMA devices; flags 0: on those alone. Remarks
 *  of later calls go to the log function that `context` (nullable) has now. The caller owns *out.
 *  Errors: INVALID (unknown flags), NO_MEMORY. */
KOORD_API koord_status koord_device_report_new(const koord_context *context,
                                               koord_device_report_flags flags,
                                               koord_device_report **out, koord_error *err);
KOORD_API void koord_device_report_free(koord_device_report *report);
/** With KOORD_DEVICE_REPORT_NVML: the library's path, or a name that the loader looks up; length 0, as without this
 *  call: libnvidia-ml.so.1. Errors: INVALID (a path without its flag), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_nvml_library(koord_device_report *report,
                                                            const char *nvml_library, size_t length,
                                                            koord_error *err);
/** With KOORD_DEVICE_REPORT_SYSFS: the directory that holds sys/; length 0, as without this call: "/".
 *  Errors: INVALID (a path without its flag), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_sysfs_root(koord_device_report *report,
                                                          const char *sysfs_root, size_t length,
                                                          koord_error *err);
/** The text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet gave to pods become the
 *  annotation devices-checkpoints, so that nobody is given them again. Length 0, as without this call: there is none.
 *  Errors: INVALID (names the field), CORRUPT (the checksum is wrong), LIMIT (over 16 MiB or 2^20 values), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_checkpoint(koord_device_report *report,
                                                          const char *checkpoint,
                                                          size_t length, koord_error *err);
/** The node's pods (a Pod, a list or an array, as JSON). Those that a scheduler gave devices to, or that have
 *  terminated, are left out of the annotation. Length 0, as without this call: none are known.
 *  Errors: INVALID (names the field), LIMIT (over 128 MiB), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_pods(koord_device_report *report,
                                                    const char *pods, size_t length,
                                                    koord_error *err);

/** Writes the Device object (scheduling.koordinator.sh/v1alpha1) of the machine of a topology, ready for
 *  "kubectl apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
 *  NUMA node and PCIe switch. docs/devices-report.md says where each field is from.
 *
 *  What the report's flags ask for is read on the machine the program runs on, so `topology` must be that machine's. A
 *  GPU that fails is reported as unhealthy, with a warning to the report's log; the others are not affected.
 *  Errors: INVALID (node_name is no DNS-1123 subdomain), IO (the library named by a path does not load; the driver
 *  does not answer), UNSUPPORTED (driver and library do not match), CORRUPT (the driver's answers make no sense: the
 *  message names GPU and field), LIMIT (over 64 GPUs), NO_MEMORY. */
KOORD_API koord_status koord_device_report_to_json(const koord_device_report *report,
                                                   const koord_topology *topology,
                                                   const char *node_name, size_t length,
                                                   koord_buffer **out, koord_error *err);

/** Which resources are named. */
typedef uint32_t koord_node_resources_flags;
enum {
  KOORD_NODE_RESOURCES_SHARED = 1 /**< koordinator.sh/gpu.shared, too: 100 for each healthy GPU */
};
/** Writes what a node offers by its Device object, {"resources":{...},"labels":{...}}: sums over healthy
 *  devices as quantities by name, and the labels about its GPUs. `device` is the object as JSON.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB; a sum over 2^63 - 1), NO_MEMORY. */
KOORD_API koord_status koord_device_get_node_resources(const koord_context *context,
                                                       const char *device,
                                                       size_t device_length,
                                                       koord_node_resources_flags flags,
                                                       koord_buffer **out, koord_error *err);

/* Why the nodes of a cluster refuse a pod, how near the nearest of them are, and what would have to change there.
 * Every remedy has been tried: with it the pod fits.
 *
 * Experimental. Stable once the kinds of remedies have not grown for two releases. */

/** What was found at one moment. Immutable; needs its cluster no more. */
typedef struct koord_explanation koord_explanation;
KOORD_API koord_explanation *koord_explanation_ref(const koord_explanation *explanation);
KOORD_API void koord_explanation_unref(koord_explanation *explanation);

/** How much is tried to explain a refusal. */
typedef struct koord_explain_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t nearest;     /**< how many nodes are looked at closely, at most 64; 0: 3 */
  /** How often such nodes may be judged as they might be, at most 1000000; 0: 8192. */
  uint32_t max_judgements;
} koord_explain_options;
/** Asks every node, and looks closely at the nearest of those that refuse. Pods that are to leave have a lower
 *  priority than `pod`, and are none that the query protects with KOORD_PROTECTION_KEEP.
 *
 *  options  nullable.
 *  query  nullable.
 *
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_explain(const koord_cluster *cluster, const koord_pod *pod,
                                             const koord_explain_options *options,
                                             const koord_query *query,
                                             koord_explanation **out, koord_error *err);

/** What is said of an explanation. */
typedef uint32_t koord_explanation_flags;
enum {
  KOORD_EXPLANATION_TRUNCATED = 1 /**< judging stopped at the limit: there may be more remedies */
};
/** Counts of an explanation. */
typedef struct koord_explanation_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< of the cluster that was asked */
  uint32_t nodes;       /**< that were asked */
  uint32_t fitting;     /**< that can take the pod */
  uint32_t groups;      /**< rows of koord_explanation_get_groups */
  uint32_t misses;      /**< rows of koord_explanation_get_misses */
  koord_explanation_flags properties;
  uint32_t reserved; /**< 0 */
} koord_explanation_info;
/** Counts. Errors: INVALID. */
KOORD_API koord_status koord_explanation_get_info(const koord_explanation *explanation,
                                                  koord_explanation_info *info, koord_error *err);
/** The best of the nodes that can take the pod, at most `nearest` of the options: as koord_cluster_find_best. rows as
 *  in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_fits(const koord_explanation *explanation,
                                                  koord_verdict *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Where an amount lacks. */
typedef int32_t koord_scope;
enum {
  KOORD_SCOPE_NONE = 0,       /**< not a resource shortage */
  KOORD_SCOPE_NODE = 1,       /**< the whole node has too little */
  KOORD_SCOPE_NUMA_NODE = 2,  /**< each NUMA node alone has too little of something */
  KOORD_SCOPE_NUMA_NODES = 3, /**< as many NUMA nodes as the pod may keep to have too little */
  KOORD_SCOPE_DEVICE = 4,     /**< each device alone has too little left of something */
  KOORD_SCOPE_PLACE = 5       /**< too few devices within what those of the pod must share */
};
/** An amount that lacks: best < needed; all 0 but `where` and `resource`, which are -1, where it is none.
 *  32 bytes. */
typedef struct koord_bound {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< what there is */
  koord_scope scope;
  koord_object_kind object;
  /** NUMA_NODE: id of the one that lacks least; NUMA_NODES: how many, 0: those chosen; DEVICE: minor of the one
   *  that lacks least; PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device. */
  int32_t where;
  /** As in koord_cluster_get_resource_name, -1: one that no node has; where KOORD_OBJECT_KIND_DEVICE are counted, their
   *  type as in koord_cluster_get_device_type_name. */
  int32_t resource;
} koord_bound;

/** Nodes that refuse for one reason and lack the same. 120 bytes. */
typedef struct koord_refused_group {
  koord_refusal refusal; /**< of the nearest of them */
  koord_bound bound;     /**< of the nearest of them */
  int64_t min_best;      /**< the least bound.best of all of them */
  int64_t max_best;      /**< the most */
  uint32_t nodes;        /**< how many they are */
  uint32_t nearest;      /**< which lacks least of it, the lowest number of those */
} koord_refused_group;
/** All nodes that refuse, in groups: that of most nodes first, then by reason. rows as in koord_topology_get_cpus;
 *  *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_groups(const koord_explanation *explanation,
                                                    koord_refused_group *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** A node that refuses, looked at closely. 112 bytes. */
typedef struct koord_near_miss {
  koord_refusal refusal; /**< as from koord_cluster_judge */
  koord_bound bound;
  uint32_t node;
  koord_verdict_flags flags; /**< KOORD_VERDICT_UNRESOLVABLE */
  uint32_t
      missing; /**< per mille of what the pod asks for, rounded up, of the resource that lacks most */
  uint32_t remedies; /**< how many were found */
} koord_near_miss;
/** The nodes that refuse and lack least, the nearest first and after all others those where no eviction
 *  would help. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_misses(const koord_explanation *explanation,
                                                    koord_near_miss *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** What a remedy changes, and what `before` and `after` of its steps are. */
typedef int32_t koord_remedy_kind;
enum {
  /** the pod prefers a policy it required, koord_bind_policy */
  KOORD_REMEDY_KIND_PREFER_BIND = 0,
  KOORD_REMEDY_KIND_REQUIRED_BIND = 1,  /**< of the pod, koord_bind_policy */
  KOORD_REMEDY_KIND_PREFERRED_BIND = 2, /**< of the pod, koord_bind_policy */
  KOORD_REMEDY_KIND_POD_EXCLUSIVE = 3,  /**< koord_exclusive_policy */
  KOORD_REMEDY_KIND_POD_NUMA = 4,       /**< of the pod, koord_numa_policy */
  KOORD_REMEDY_KIND_NUMA_EXCLUSIVE = 5, /**< of the pod, koord_numa_exclusive */
  /** its request, and its limit where that is the same: milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU = 6,
  /** its limit, and its request where that is more: milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU_LIMIT = 7,
  KOORD_REMEDY_KIND_NODE_SCHEDULABLE = 8, /**< spec.unschedulable, from 1 to 0 */
  KOORD_REMEDY_KIND_NODE_BIND = 9,  /**< the policy in force and the label, koord_bind_policy */
  KOORD_REMEDY_KIND_NODE_NUMA = 10, /**< the policy in force and the label, koord_numa_policy */
  KOORD_REMEDY_KIND_EVICT = 11,     /**< the pod `uid` leaves */
  /** `after` of the node's pods move: koord_cluster_plan_rebind_for */
  KOORD_REMEDY_KIND_REBIND = 12,
  /** requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4 device. */
  KOORD_REMEDY_KIND_DEVICE_SCOPE = 13,
  KOORD_REMEDY_KIND_DEVICE_EXCLUSIVE = 14, /**< exclusivePolicy of such: 0 none, 1 device, 2 PCIe */
  KOORD_REMEDY_KIND_DEVICE_SELECTOR = 15,  /**< from 1 to 0: their selector is dropped */
  KOORD_REMEDY_KIND_VIRTUAL_FUNCTIONS = 16, /**< 2 those that vfSelector matches, 1 any, 0 none */
  KOORD_REMEDY_KIND_JOINT_DEVICES = 17,     /**< from 1 to 0: they need not share PCIe switches */
  KOORD_REMEDY_KIND_POD_PARTITION = 18, /**< 2 a partition as its spec says, 1 any, 0 none needed */
  KOORD_REMEDY_KIND_POD_DEVICES = 19,   /**< how many of a type the pod asks for */
  KOORD_REMEDY_KIND_NODE_PARTITION = 20 /**< the node's gpu-partition-policy: 2 Honor, 1 Prefer */
};
/** Stable name of a kind ("PodCPU"). Static; "Unknown" for others. */
KOORD_API const char *koord_remedy_kind_get_name(koord_remedy_kind kind);

/** A change; the steps of a remedy are made together. 40 bytes. */
typedef struct koord_remedy_step {
  int64_t before;
  int64_t after;
  uint32_t miss;   /**< row of koord_explanation_get_misses */
  uint32_t remedy; /**< of that node, from 0: fewest steps first */
  koord_remedy_kind kind;
  int32_t priority; /**< of the pod that leaves */
  /** Of the pod that leaves, in koord_explanation_get_texts; in its place the type ("gpu") where devices of one are
   *  concerned. */
  uint32_t uid_offset;
  uint32_t uid_length;
} koord_remedy_step;
/** The steps of all remedies of all misses. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_remedies(const koord_explanation *explanation,
                                                      koord_remedy_step *rows, size_t stride,
                                                      size_t capacity, size_t *count,
                                                      koord_error *err);
/** The texts of its rows, as koord_topology_get_texts: valid as long as the explanation; NULL has none. */
KOORD_API const char *koord_explanation_get_texts(const koord_explanation *explanation,
                                                  size_t *length);

/** For people: several lines of text, names resolved. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_text(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);
/** Everything as one line of JSON (docs/explain.md). Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_json(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);

/* Plans: what several pods would hold, decided by one call and made by another. A plan changes nothing until it is
 * committed, and then everything at once.
 *
 * Experimental. Stable once a scheduler has carried plans out in production, so that the kinds of steps are known. */

/** Steps in their order, and the state of the nodes that they were decided on. Immutable. A plan for a node that
 *  pods were thought away from is for reading: committed it is STALE. */
typedef struct koord_plan koord_plan;
KOORD_API koord_plan *koord_plan_ref(const koord_plan *plan);
KOORD_API void koord_plan_unref(koord_plan *plan);

/** What a step of a plan does. */
typedef int32_t koord_step_kind;
enum {
  KOORD_STEP_KIND_RELEASE = 0, /**< a pod is evicted and lets go of what it holds */
  KOORD_STEP_KIND_PLACE = 1,   /**< a pod comes to a node */
  KOORD_STEP_KIND_MOVE = 2     /**< a pod of the node holds something else from now on */
};
/** A step of a plan, or a victim of a preemption. */
typedef struct koord_plan_step {
  uint32_t node;
  koord_step_kind kind;
  int32_t priority; /**< of the pod */
  /** Of the pod, in koord_plan_get_texts or koord_preemption_get_texts. */
  uint32_t uid_offset;
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_plan_step;
/** The steps of a plan. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_plan_get_steps(const koord_plan *plan, koord_plan_step *rows,
                                            size_t stride, size_t capacity, size_t *count,
                                            koord_error *err);
/** The texts of its rows, as koord_topology_get_texts: valid as long as the plan; NULL has none. */
KOORD_API const char *koord_plan_get_texts(const koord_plan *plan, size_t *length);
/** The CPUs that a step's pod owns after it, into all of `words`; all zero: it shares or was released.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_plan_get_step_cpus(const koord_plan *plan, size_t step,
                                                uint64_t *words, size_t word_count,
                                                koord_error *err);
/** What a step's pod holds after it, as koord_cluster_get_pod_status says it; {} where it is released. Errors:
 *  INVALID (also a plan of another cluster), NOT_FOUND (its node is gone), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_step_status(const koord_cluster *cluster,
                                                     const koord_plan *plan, size_t step,
                                                     koord_buffer **out, koord_error *err);
/** What it has of devices after it, as koord_cluster_get_pod_devices says it. Errors: as above. */
KOORD_API koord_status koord_cluster_get_step_devices(const koord_cluster *cluster,
                                                      const koord_plan *plan, size_t step,
                                                      koord_buffer **out, koord_error *err);
/** Makes all changes of a plan, as if its steps were made one by one with nothing between them. Errors: INVALID
 *  (a plan of another cluster), STALE (a node that the plan relies on has changed since), CONFLICT (a pod is
 *  not where the plan expects it), LIMIT, NO_MEMORY; nothing changed then. */
KOORD_API koord_status koord_cluster_commit(koord_cluster *cluster, const koord_plan *plan,
                                            koord_error *err);

/* ---- Resizing ---------------------------------------------------------------------------------- */

/** A pod grows or shrinks in place (docs/resize.md): what it owns then contains, or is contained in, what it owns
 *  now, a pod that shares CPUs stays on its NUMA nodes, and its policies hold as for a new pod. Where that
 *  cannot be it is refused: KOORD_REASON_WOULD_MOVE if other CPUs or NUMA nodes would do.
 *
 *  pod      as it is to be, with the uid of one that is on a node.
 *  query    nullable.
 *  out      receives a plan of one step, KOORD_STEP_KIND_MOVE, which the caller owns; NULL where it is refused.
 *  refusal  never NULL.
 *
 *  Errors: INVALID, NOT_FOUND (the pod holds nothing, or is thought away), CONFLICT (it is a reservation or takes
 *  from one), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_resize(const koord_cluster *cluster, const koord_pod *pod,
                                                 const koord_query *query,
                                                 koord_plan **out, koord_refusal *refusal,
                                                 koord_error *err);

/* Gangs: several pods at once or none of them.
 *
 * Experimental. Stable once Kubernetes' own gang scheduling (Workload, PodGroup) is stable and needs no more than this. */

/** How much is tried to place a gang. */
typedef struct koord_gang_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t budget;      /**< how often a pod may be tried on a node; 0: 5000 */
  uint32_t max_nodes;   /**< the pods may use so many nodes; 0: any number */
  uint32_t reserved;    /**< 0 */
} koord_gang_options;

/** How placing a gang went. */
typedef struct koord_gang_info {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  uint64_t used;         /**< of the budget */
  koord_refusal refusal; /**< why there is no plan; reason NONE where there is one */
  uint32_t placed;       /**< all pods, or the most that one attempt placed */
  uint32_t nodes;        /**< that the plan puts pods on */
  uint32_t blocked;      /**< where refused: the first pod without room, an index into `pods` */
  uint32_t reserved;     /**< 0 */
} koord_gang_info;

/** Places several pods at once or none of them (docs/gang.md). Pods are placed shape by shape in the order of their
 *  demand: those for which fewer nodes have room first, then those with more GPUs, more CPU, more memory, then
 *  by uid. First each goes to the best node as things are by then; where that fails, other combinations are tried. For
 *  pods of one shape a refusal with KOORD_REASON_GANG_UNPLACED is a proof that no combination does; for pods of
 *  several, that none does in this order. KOORD_REASON_SEARCH_LIMIT: the budget was used up before one was found. Several
 *  pods that ask for whole GPUs are brought together then, but under KOORD_PROFILE_UPSTREAM: on the fewest nodes,
 *  there with the largest sum of link scores inside the pods, then between pods of one node; their sets are chosen
 *  at once on each node.
 *
 *  pods        `count` of them, 1..1024, with uids that differ.
 *  options     nullable.
 *  query       nullable; nominated pods are thought there.
 *  out         receives the plan, which the caller owns; NULL where the gang is refused.
 *  info        never NULL; needed and best of its refusal count pods.
 *
 *  Errors: INVALID (also a pod twice), CONFLICT (a pod is on a node already, or is bound to one that is not there),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_gang(const koord_cluster *cluster,
                                               const koord_pod *const *pods, size_t count,
                                               const koord_gang_options *options,
                                               const koord_query *query,
                                               koord_plan **out, koord_gang_info *info,
                                               koord_error *err);

/* Policies that place tasks so that the GPUs that are left are of use (docs/gpu-placement.md).
 *
 * Experimental. Stable once one policy is the better choice for every workload of docs/gpu-placement.md, or the choice is the scheduler's. */

/** Policies that place tasks so that GPUs which are left are of use (docs/gpu-placement.md). */
typedef int32_t koord_gpu_policy;
enum {
  KOORD_GPU_POLICY_NONE = 0,      /**< none of them: scores as configured */
  KOORD_GPU_POLICY_FGD = 1,       /**< fragmentation gradient descent; scores 0..99 */
  KOORD_GPU_POLICY_ROOM_LEFT = 2, /**< what comes after keeps the most room; up to 2^31 - 1 */
  KOORD_GPU_POLICY_BEST_FIT = 3,  /**< the least of CPU and GPU left; 0..100, as the next */
  KOORD_GPU_POLICY_DOT_PRODUCT = 4,
  KOORD_GPU_POLICY_PACKING = 5, /**< shared GPUs, then nodes in use, then idle ones; 0..100 */
  /** Nodes whose pods share a GPU as this one does, or have as many whole ones; 0..100 */
  KOORD_GPU_POLICY_CLUSTERING = 6
};
/** Tasks of a workload that ask for the same. 32 bytes. */
typedef struct koord_task_class {
  int64_t
      tasks; /**< how many of them there are: only the proportions count. All together up to 2^30 */
  int64_t cpu_milli; /**< up to 2^28 */
  int32_t gpu_milli; /**< thousandths of each GPU, up to 1000 */
  int32_t gpu_count; /**< GPUs, up to 64; 0 with gpu_milli 0: none */
  uint32_t
      models_offset; /**< models that will do, in the arena of the same call: "A100|H100"; up to 63 in all */
  uint32_t models_length; /**< 0: any */
} koord_task_class;
/** From here on a policy scores nodes, for all pods: higher is better, and never less than 0. The score says what
 *  the GPUs of the node are worth after the pod, CPUs and memory count only as far as they say who fits; a pod that
 *  takes a part of one GPU gets the GPU of the node that the policy thinks best. Everything is judged anew.
 *  FGD and ROOM_LEFT are made for the workload, `rows`, of which FGD takes the most frequent 95 percent; the others
 *  do not look at it. All but FGD and PACKING are made for the nodes that are there: call it again when the cluster
 *  has become another one, or the workload. A GPU's part is its gpu-memory-ratio, a node's model that of
 *  the label node.koordinator.sh/gpu-model or else of its Device object. Scores of ROOM_LEFT lie near each other and
 *  far from 0: compare them, koord_verdicts_normalize rounds them to the same value.
 *  Errors: INVALID (names the row and field; no tasks for FGD and ROOM_LEFT), LIMIT (65536 rows, 4096 of them that
 *  differ, 63 models, 4096 kinds of nodes), NO_MEMORY; all is as before then. */
KOORD_API koord_status koord_cluster_set_gpu_policy(koord_cluster *cluster, koord_gpu_policy policy,
                                                    const koord_task_class *rows, size_t stride,
                                                    size_t count, const char *arena,
                                                    size_t arena_length, koord_error *err);

/* Kubelet's state files: checked, repaired, replaced.
 *
 * Experimental. Stable once kubelet documents the format of its files, or two releases of it have kept it. */

/* Checks, mends and replaces what kubelet keeps in cpu_manager_state and memory_manager_state
 * (docs/kubelet-files.md). Kubelet reads its files when it starts and rewrites them whenever
 * something changes: another writer is of use only while no kubelet runs. All but
 * koord_kubelet_write_state work on the texts of a koord_kubelet_setup and touch no file.
 * Semantics: kubelet 1.36. `topology` as for koord_kubelet_new; `setup` is nullable: kubelet's
 * defaults, no files. Its containers are who is on the node: their pods for
 * KOORD_REPAIR_ONLY_PRESENT, their ids for files of version 1. */

/** What is wrong with a state file of kubelet. */
typedef int32_t koord_kubelet_fault;
enum {
  KOORD_KUBELET_FAULT_NONE = 0,
  KOORD_KUBELET_FAULT_UNREADABLE = 1,       /**< the file, or a set in it */
  KOORD_KUBELET_FAULT_CHECKSUM = 2,         /**< wrong, or missing, which kubelet accepts */
  KOORD_KUBELET_FAULT_VERSION = 3,          /**< of the file: not 2 */
  KOORD_KUBELET_FAULT_POLICY = 4,           /**< of the file: not the configured one */
  KOORD_KUBELET_FAULT_DEFAULT_EMPTY = 5,    /**< no default set, but entries */
  KOORD_KUBELET_FAULT_RESERVED = 6,         /**< reserved CPUs are not where they belong */
  KOORD_KUBELET_FAULT_OVERLAPS_DEFAULT = 7, /**< an entry's CPUs are in the default set, too */
  KOORD_KUBELET_FAULT_CPUS_GONE = 8,    /**< CPUs that the machine does not have or has offline */
  KOORD_KUBELET_FAULT_CPUS_MISSING = 9, /**< CPUs in neither the default set nor an entry */
  KOORD_KUBELET_FAULT_OVERLAP = 10,     /**< entries of two pods share CPUs; kubelet accepts it */
  KOORD_KUBELET_FAULT_EMPTY_ENTRY = 11, /**< an entry without CPUs; kubelet accepts it */
  KOORD_KUBELET_FAULT_POD_GONE = 12, /**< an entry of a pod that is not there; kubelet accepts it */
  KOORD_KUBELET_FAULT_MEMORY = 13    /**< memory_manager_state */
};
/** "checksum", "pod-gone"; "unknown" for other numbers. Static. */
KOORD_API const char *koord_kubelet_fault_get_name(koord_kubelet_fault fault);

/** What is said of a fault that was found. */
typedef uint32_t koord_kubelet_finding_flags;
enum {
  /** Kubelet does not start. Without the flag it starts and goes on with what is wrong. */
  KOORD_KUBELET_FINDING_STOPS = 1
};
/** One thing that is wrong; its sentence is in the report. 16 bytes. */
typedef struct koord_kubelet_finding {
  koord_kubelet_fault fault;
  koord_kubelet_finding_flags flags;
  uint32_t cpus;     /**< how many CPUs it is about */
  uint32_t reserved; /**< 0 */
} koord_kubelet_finding;

/** Options of a check and a repair. */
typedef uint32_t koord_repair_flags;
enum {
  /** The pods that are given are all of the node: entries of others are findings, and are
   *  dropped by a repair. */
  KOORD_REPAIR_ONLY_PRESENT = 1,
  /** Repair: the file may have been written under another policy of its manager. */
  KOORD_REPAIR_MIGRATE = 2,
  /** Repair: an entry that lost CPUs keeps those that are left, instead of being dropped. Kubelet does not
   *  fill it up while the container runs. */
  KOORD_REPAIR_KEEP_SHRUNK = 4,
  /** Repair: a file that cannot be read at all becomes that of a kubelet that starts for the first time. */
  KOORD_REPAIR_START_OVER = 8
};

/** What a check found in kubelet's files. Immutable. */
typedef struct koord_kubelet_report koord_kubelet_report;
KOORD_API koord_kubelet_report *koord_kubelet_report_ref(const koord_kubelet_report *report);
KOORD_API void koord_kubelet_report_unref(koord_kubelet_report *report);
/** Its findings, those of cpu_manager_state first, in the order in which kubelet meets them; at
 *  most 2,048. None: nothing is wrong. Rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_kubelet_report_get_findings(const koord_kubelet_report *report,
                                                         koord_kubelet_finding *rows, size_t stride,
                                                         size_t capacity, size_t *count,
                                                         koord_error *err);
/** The same as JSON: "starts", "kubelet" (its own words where it does not), "findings"
 *  [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut". The caller
 *  owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_report_to_json(const koord_kubelet_report *report,
                                                    koord_buffer **out, koord_error *err);

/** Everything at which kubelet would stop when it starts, and what it would accept although it
 *  is wrong. Of memory_manager_state only kubelet's own errors are reported. flags:
 *  KOORD_REPAIR_ONLY_PRESENT. The caller owns *out.
 *  Errors: INVALID (not the state files, but the arguments and the configuration), UNSUPPORTED
 *  and LIMIT as for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_check(const koord_topology *topology,
                                           const koord_kubelet_setup *setup,
                                           koord_repair_flags flags, koord_kubelet_report **out,
                                           koord_error *err);

/** The nearest text of cpu_manager_state with which kubelet starts: byte for byte the same where
 *  koord_kubelet_check finds nothing. Checksum and version are set right; CPUs in no set join
 *  the default set, those that containers hold and those that are gone leave it; reserved CPUs
 *  come where they belong; of two pods that hold one CPU the one with the later uid loses it. An
 *  entry that loses CPUs is dropped (kubelet gives the container CPUs anew when it starts)
 *  unless flags say otherwise. Entries that are right are kept; no container is given CPUs that
 *  it did not have. `*report` (nullable) receives JSON: "changed", "changes" [{"act", "why",
 *  "pod", "container", "cpus", "now", "message"}]. The caller owns both.
 *  flags: KOORD_REPAIR_*.
 *  Errors: INVALID (no cpu_manager_state is set, with which kubelet starts; in kubelet's words:
 *  the file cannot be read), CONFLICT (another policy), UNSUPPORTED and LIMIT as for
 *  koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_repair_cpus(const koord_topology *topology,
                                                 const koord_kubelet_setup *setup,
                                                 koord_repair_flags flags, koord_buffer **out,
                                                 koord_buffer **report,
                                                 koord_error *err);

/** The same of memory_manager_state: byte for byte the same where koord_kubelet_check finds
 *  nothing. Containers keep the memory that they have, on the NUMA nodes where they have it;
 *  what the file says of the machine is reckoned anew from the machine, the configuration and
 *  these entries. An entry is dropped where it cannot be kept: its pod is not there, it names
 *  NUMA nodes or kinds of memory that the machine does not have, groups nodes that another pod's
 *  entry has apart or otherwise, or has more bytes than its nodes have left; of two such pods
 *  the one with the later uid loses. Kubelet gives a container memory anew when it starts.
 *  flags: KOORD_REPAIR_ONLY_PRESENT, KOORD_REPAIR_MIGRATE, KOORD_REPAIR_START_OVER. Report and
 *  errors as for koord_kubelet_repair_cpus. */
KOORD_API koord_status koord_kubelet_repair_memory(const koord_topology *topology,
                                                   const koord_kubelet_setup *setup,
                                                   koord_repair_flags flags, koord_buffer **out,
                                                   koord_buffer **report,
                                                   koord_error *err);

/** Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those
 *  kubelet chose. Each container that kubelet would give own CPUs gets as many of its pod's as
 *  it asks for: those it has where it may keep them, else picked as the static policy picks;
 *  init containers have theirs of the same. CPUs of a pod that no container asks for stay in the
 *  default set, and the report says so. Pods without allocated CPUs are passed over. At most
 *  65,536 pods. `*report` as for koord_kubelet_repair_cpus. An empty cpu_manager_state, and one
 *  that is not set: there is none, as for koord_kubelet_new.
 *  Errors: CONFLICT (naming the pod: its CPUs are not there, reserved, held by another pod or
 *  too few; a state that kubelet does not start with, in its words), CORRUPT (a checksum),
 *  INVALID (a pod twice or without uid; a state that cannot be read), UNSUPPORTED and LIMIT as
 *  for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_replace_cpus(const koord_topology *topology,
                                                  const koord_kubelet_setup *setup,
                                                  const koord_pod *const *pods, size_t count,
                                                  koord_buffer **out,
                                                  koord_buffer **report,
                                                  koord_error *err);

/** Options of writing a state file. */
typedef uint32_t koord_write_state_flags;
enum {
  /** Write although a kubelet runs. It overwrites the file as soon as something changes. */
  KOORD_WRITE_STATE_FORCE = 1,
  /** Keep no backup. */
  KOORD_WRITE_STATE_NO_BACKUP = 2
};
/** Replaces a state file in one step: whoever reads it finds the old or the new one, whole, also after a
 *  power cut. The new file has the mode and owner of the old one, which stays as "<path>.koord-backup" in the
 *  place of an older backup. `proc_root` says where proc is mounted (length 0: "/proc"): unless forced,
 *  nothing is written while a kubelet runs there, k3s and kubelite included. Those of another PID namespace
 *  cannot be seen: call it in the host's.
 *  Errors: INVALID (`path` is a link or no regular file), CONFLICT (a kubelet runs), PERMISSION, IO; the old
 *  file stands then and nothing else is left, unless the message says that only its directory could not be
 *  synced. LIMIT (over 64 MiB), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_write_state(const char *path, size_t path_length,
                                                 const char *text,
                                                 size_t text_length, const char *proc_root,
                                                 size_t proc_root_length,
                                                 koord_write_state_flags flags, koord_error *err);

/* NodeResourceTopologyMatch: its filter and score (docs/nrt-match.md).
 *
 * Experimental. Stable once NodeResourceTopology v1alpha2 is stable upstream. */

/** What of a pod could not be aligned to one NUMA node. */
typedef int32_t koord_nrt_level;
enum {
  KOORD_NRT_LEVEL_NONE = 0, /**< nothing: it fits */
  KOORD_NRT_LEVEL_POD = 1,
  KOORD_NRT_LEVEL_CONTAINER = 2,
  KOORD_NRT_LEVEL_INIT_CONTAINER = 3
};

/** A node as NodeResourceTopologyMatch sees it: what it has, and what its NUMA zones have left. Immutable, counted and
 *  shared by any threads. */
typedef struct koord_nrt_node koord_nrt_node;
KOORD_API koord_nrt_node *koord_nrt_node_ref(const koord_nrt_node *node);
KOORD_API void koord_nrt_node_unref(koord_nrt_node *node);

/** Reads a node and its zones.
 *
 *  context       receives remarks, nullable.
 *  node          the Node (v1) as JSON; only its name and status.allocatable count.
 *  nrt           its NodeResourceTopology as JSON; length 0: there is none.
 *  out           the caller owns it.
 *
 *  Errors: INVALID (names object and field; documents of different nodes), LIMIT (document sizes as in
 *  koord_cluster_set_node and koord_topology_from_nrt; more than 1024 resources), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_from_json(const koord_context *context,
                                                const char *node, size_t node_length,
                                                const char *nrt, size_t nrt_length,
                                                koord_nrt_node **out, koord_error *err);

/** Whether NUMA zones admit a pod. */
typedef struct koord_nrt_verdict {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  koord_refusal refusal; /**< reason KOORD_REASON_NONE: the pod passes */
  koord_nrt_level level;
  int32_t container; /**< its index among the containers, or init containers, -1: the pod */
} koord_nrt_verdict;

/** Whether the NUMA zones of a node let kubelet's topology manager admit a pod (semantics: filter of
 *  scheduler-plugins' NodeResourceTopologyMatch; docs/nrt-match.md). A node without a NodeResourceTopology lets every
 *  pod pass.
 *
 *  verdict       never NULL. The words of koord_refusal_format are upstream's ("cannot align pod"); with
 *                refusal.profile set to KOORD_PROFILE_SPEC they say what is missing and where.
 *  text          the name of the resource that is missing, "" when the pod passes; as in koord_pod_get_text. NULL with
 *                capacity 0: not wanted.
 *
 *  Errors: INVALID, NO_SPACE (nothing but *needed is written), LIMIT (more than 256 resources in the
 *  pod), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_filter(const koord_nrt_node *node, const koord_pod *pod,
                                             koord_nrt_verdict *verdict, char *text,
                                             size_t capacity, size_t *needed,
                                             koord_error *err);
/** How well the node suits the pod, 0..100 (semantics: the plugin's score). `args` is the plugin's
 *  NodeResourceTopologyMatchArgs as JSON (length 0: its defaults): scoringStrategy.type MostAllocated,
 *  LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.
 *  Errors: INVALID (names the field; an unknown strategy), LIMIT (more than 256 resources in the pod), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_score(const koord_nrt_node *node, const koord_pod *pod,
                                            const char *args, size_t args_length,
                                            int32_t *score, koord_error *err);

/* Which pods to evict so that another fits, on every node in one call (docs/preemption.md).
 *
 * Experimental. Stable once the order of victims has been compared with kube-scheduler's over one of its releases. */

/** Options of a preemption. */
typedef uint32_t koord_preempt_flags;
enum {
  /** Of two sets of victims the one whose highest priority is lower, then the smaller one, then that with the lower
   *  sum of priorities, as kube-scheduler has it. Without it: the smaller one, then that with lower priorities, sorted descending and compared one
   *  by one. Victims under KOORD_PROTECTION_AVOID count before either, their uids after both. */
  KOORD_PREEMPT_LEAST_IMPORTANT = 1
};
/** How much is tried to find victims. */
typedef struct koord_preempt_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_preempt_flags flags;
  /** How much is searched on all nodes together: a set of victims that is tried costs 16, any other step 1.
   *  0: 2^20. A node's answer may depend on it, and on how many nodes there are. */
  uint64_t budget;
} koord_preempt_options;

/** What every node says, and the victims there. Immutable. */
typedef struct koord_preemption koord_preemption;
KOORD_API koord_preemption *koord_preemption_ref(const koord_preemption *preemption);
KOORD_API void koord_preemption_unref(koord_preemption *preemption);

/** Finds on every node the pods to evict so that `pod` fits. Those of a lower priority (spec.priority) may
 *  have to go, unless `query` protects them with KOORD_PROTECTION_KEEP; pods that are thought there never
 *  do, and have first call on the room that victims leave. Changes nothing. `options` and `query` are nullable.
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_preempt(const koord_cluster *cluster, const koord_pod *pod,
                                             const koord_preempt_options *options,
                                             const koord_query *query,
                                             koord_preemption **out, koord_error *err);

/** What is said of a row of a preemption. */
typedef uint32_t koord_preemption_flags;
enum {
  KOORD_PREEMPTION_UNRESOLVABLE = 1, /**< no eviction of any pods would change the reason */
  /** The budget was too small to tell the best victims: these, of which none can be spared, are what
   *  kube-scheduler's way of sparing the most important first left. */
  KOORD_PREEMPTION_UNPROVEN = 2
};
/** What a node says to a pod that may evict others. */
typedef struct koord_node_preemption {
  int64_t priority_sum; /**< of the victims, each counted from INT32_MIN on */
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: the pod fits once the victims are gone */
  int32_t score;       /**< of the node without the victims; see koord_verdict */
  koord_preemption_flags flags;
  int32_t highest_priority; /**< of the victims; 0: none */
  uint32_t victims;         /**< how many; 0: the pod fits as it is */
  uint32_t avoided;         /**< of them under KOORD_PROTECTION_AVOID */
  uint32_t reserved;        /**< 0 */
} koord_node_preemption;
/** A row for every node. The best come first: nodes without victims, then in the order of kube-scheduler:
 *  fewest avoided, lowest highest priority, lowest sum, fewest victims; then the higher score and the lower
 *  number. Nodes where no eviction helps come last, by number, with the reason that is left when all pods
 *  that may go are gone. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE (*count is written). */
KOORD_API koord_status koord_preemption_get_nodes(const koord_preemption *preemption,
                                                  koord_node_preemption *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** The victims of a row, as steps that release them: by priority, descending, then uid. Otherwise as
 *  koord_plan_get_steps. */
KOORD_API koord_status koord_preemption_get_victims(const koord_preemption *preemption, size_t row,
                                                    koord_plan_step *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** The texts of the victims of all rows, as koord_topology_get_texts: valid as long as the preemption, which must not
 *  be NULL. Those of one row's victims lie side by side, in their order. */
KOORD_API const char *koord_preemption_get_texts(const koord_preemption *preemption,
                                                 size_t *length);
/** The plan of a row: its victims let go, then the pod comes and gets its CPUs and NUMA amounts.
 *  `refusal` (never NULL) tells where Reserve would not do what the verdict promised, *out is NULL then.
 *  Errors: INVALID (a pod without uid, a row with a reason, another cluster), STALE (the node changed
 *  since), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_preemption(const koord_cluster *cluster,
                                                     const koord_preemption *preemption, size_t row,
                                                     koord_refusal *refusal, koord_plan **out,
                                                     koord_error *err);

/* RebindResource: other CPUs for the pods of a node, so that pods use fewer NUMA nodes and free CPUs lie together
 * (docs/rebind.md).
 *
 * Experimental. Stable once the RebindResource proposal is accepted and its object no longer changes. */

/** How well the CPUs of a node are used. A plan is better than another by the first of the fields down to
 *  largest_block that differs. */
typedef struct koord_fragmentation {
  int32_t contested;     /**< CPUs that a pod owns although another does too, or nobody may */
  int32_t extra_numa;    /**< NUMA nodes that pods are on beyond the fewest that have their CPUs */
  int32_t extra_sockets; /**< the same of sockets */
  int32_t unmet_pods;    /**< pods whose bind, exclusive and NUMA policies do not all hold */
  int32_t stranded;      /**< free CPUs on cores that are not free */
  int32_t largest_block; /**< most free CPUs on free cores of one NUMA node; more is better */
  int32_t free_cpus;
  int32_t free_cores; /**< with all their threads */
  int32_t
      percent; /**< how much smaller the largest block is than as many free CPUs could make: 0 to 100 */
  int32_t reserved; /**< 0 */
} koord_fragmentation;

/** Options of a rebind. */
typedef uint32_t koord_rebind_flags;
enum {
  KOORD_REBIND_NO_NEW_CROSSING = 1 /**< no pod comes to be on more NUMA nodes than it is */
};
/** How many placements a rebind may try. */
typedef int32_t koord_rebind_budget;
enum {
  KOORD_REBIND_BUDGET_DEFAULT = 1000, /**< where it is 0 */
  KOORD_REBIND_BUDGET_MAX = 1000000
};
/** How much a rebind may move and try. */
typedef struct koord_rebind_options {
  uint32_t struct_size;     /**< sizeof the struct: KOORD_INIT */
  koord_rebind_flags flags; /**< KOORD_REBIND_NO_NEW_CROSSING */
  uint32_t max_moved;       /**< pods that may move; 0: any number */
  /** How many placements may be tried, up to KOORD_REBIND_BUDGET_MAX; 0: KOORD_REBIND_BUDGET_DEFAULT. */
  uint32_t budget;
} koord_rebind_options;

/** What is said of a rebind. */
typedef uint32_t koord_rebind_info_flags;
enum {
  /** The budget was used up: more of it might have found a better plan. */
  KOORD_REBIND_INFO_TRUNCATED = 1
};
/** How a rebind went. */
typedef struct koord_rebind_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_reason reason;  /**< why there is nothing to plan on: NODE_UNKNOWN, NO_TOPOLOGY; of
                            koord_cluster_plan_rebind_for, why the pod does not fit; else NONE */
  uint32_t moved;       /**< pods; the plan may have more steps */
  uint32_t used;        /**< of the budget: placements tried */
  koord_rebind_info_flags properties;
  koord_fragmentation before;
  koord_fragmentation after;
  koord_refusal refusal; /**< koord_cluster_plan_rebind_for: why the pod does not fit; else NONE */
} koord_rebind_info;

/** Plans other CPUs for the pods of a node that own CPUs; nothing changes before the plan is committed.
 *
 *  options     NULL: any number of pods, KOORD_REBIND_BUDGET_DEFAULT.
 *  query       NULL: nothing. Pods protected by KOORD_PROTECTION_KEEP stay as they are.
 *  out         the plan, koord_plan_unref() when done; without steps where nothing better was found. Its steps
 *              are KOORD_STEP_KIND_MOVE, ordered so that no CPU ever has two owners; a pod whose turn comes twice
 *              first steps aside, at times to fewer CPUs, never to none.
 *  info        nullable.
 *
 *  No policy of any pod holds less afterwards, and the node is never worse by koord_fragmentation. The same
 *  question gives the same plan. Time is bounded by the budget, not by a clock.
 *
 *  Errors: INVALID, NOT_FOUND (the node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind(const koord_cluster *cluster, uint32_t node,
                                                 const koord_rebind_options *options,
                                                 const koord_query *query,
                                                 koord_plan **out,
                                                 koord_rebind_info *info,
                                                 koord_error *err);

/** Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's steps are those moves, as
 *  few as are found, and last KOORD_STEP_KIND_PLACE of the pod.
 *
 *  pod         that holds nothing yet; with a uid.
 *  options, query: as above.
 *  out         NULL where it does not fit.
 *  info        never NULL; its refusal says why the pod does not fit.
 *
 *  Errors: INVALID, NOT_FOUND (the node), CONFLICT (as for koord_cluster_plan_gang), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind_for(
    const koord_cluster *cluster, const koord_pod *pod, uint32_t node,
    const koord_rebind_options *options, const koord_query *query,
    koord_plan **out, koord_rebind_info *info, koord_error *err);

/** What a RebindResource asks for. */
typedef int32_t koord_rebind_action;
enum { KOORD_REBIND_ACTION_CPU = 1 /**< RebindCPU */ };
/** How far a RebindResource got. */
typedef int32_t koord_rebind_phase;
enum {
  KOORD_REBIND_PHASE_NONE = 0, /**< nobody has seen it yet */
  KOORD_REBIND_PHASE_PENDING = 1,
  KOORD_REBIND_PHASE_SUCCEED = 2,
  KOORD_REBIND_PHASE_FAILED = 3,
  KOORD_REBIND_PHASE_UNKNOWN = 4
};
/** What a RebindResource object asks for, and how far it got. */
typedef struct koord_rebind_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_rebind_action action;
  koord_rebind_phase phase;
  int64_t deadline_seconds; /**< 600 where the object does not say */
} koord_rebind_request;

/** Reads a RebindResource (packaging/crds). node: the name of its node, text as in koord_pod_get_text; up to
 *  254 bytes. On errors, NO_SPACE among them, *request is left alone. Errors: INVALID (names the field), LIMIT,
 *  NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_rebind_request_from_json(const koord_context *context,
                                                      const char *json,
                                                      size_t length, koord_rebind_request *request,
                                                      char *node, size_t capacity,
                                                      size_t *needed,
                                                      koord_error *err);
/** A JSON merge patch for the status of a RebindResource. timestamp: the time now, as RFC 3339 has it. reason:
 *  up to 1024 bytes; "" takes an earlier one away. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_rebind_status_to_json(koord_rebind_phase phase, const char *timestamp,
                                                   size_t timestamp_length, const char *reason,
                                                   size_t reason_length, koord_buffer **out,
                                                   koord_error *err);

/* Pictures of a machine.
 *
 * Experimental. Stable once another program than koordctl draws with it. */

/** What a picture is drawn as. */
typedef int32_t koord_picture_format;
enum { KOORD_PICTURE_FORMAT_TEXT = 0, KOORD_PICTURE_FORMAT_SVG = 1 };
/** How a picture is drawn. */
typedef uint32_t koord_picture_flags;
enum {
  KOORD_PICTURE_COLOR = 1,  /**< text: ANSI colours */
  KOORD_PICTURE_ASCII = 2,  /**< text: no characters outside ASCII */
  KOORD_PICTURE_DEVICES = 4 /**< list PCI devices under their NUMA node */
};

/** How a picture is drawn. */
typedef struct koord_picture_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_picture_flags flags;
  koord_picture_format format;
  uint32_t columns; /**< text: width of the terminal, 0: 100 */
} koord_picture_options;

/** What a picture shows beside the machine: a title, and sets of CPUs with their labels. One owner. Draws may read one
 *  picture at the same time; all other calls require exclusive access. */
typedef struct koord_picture koord_picture;
/** A picture of the machine alone: no title, no sets. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_new(koord_picture **out, koord_error *err);
KOORD_API void koord_picture_free(koord_picture *picture);
/** Sets the headline; length 0: none. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_set_title(koord_picture *picture, const char *title,
                                               size_t length, koord_error *err);
/** Adds the CPUs that somebody holds, and who: `label` is one line and may be empty. Sets are shown in the order of
 *  the calls, a CPU in several of them as shared. Errors: INVALID, LIMIT (more than 64 sets), NO_MEMORY. */
KOORD_API koord_status koord_picture_add_set(koord_picture *picture, const char *label,
                                             size_t label_length, const uint64_t *words,
                                             size_t word_count, koord_error *err);

/** Draws the machine - sockets, NUMA nodes, L3 groups, cores, CPUs - and who holds what.
 *
 *  options  nullable.
 *  picture  nullable: the machine alone.
 *
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_draw(const koord_topology *topology,
                                           const koord_picture_options *options,
                                           const koord_picture *picture,
                                           koord_buffer **out, koord_error *err);

/* Reservations of a cluster.
 * Experimental. Stable once the Go plugin for Koordinator's Reservation has been run with it.

 *
 * A reservation holds CPUs and amounts of a node like a pod, for pods that come later: its owners. Which pods those are
 * the host decides. Owners get what the reservation has left, first where that suffices and then, but under
 * KOORD_RESERVATION_POLICY_RESTRICTED, with what the node has besides. What an owner took is the reservation's again
 * when it goes. Pods that share CPUs leave a reservation the CPUs that it owns. Plans neither evict nor move
 * reservations and their owners. docs/reservations.md. */

/** Koordinator's allocatePolicy of a reservation. */
typedef int32_t koord_reservation_policy;
enum {
  KOORD_RESERVATION_POLICY_DEFAULT = 0,
  KOORD_RESERVATION_POLICY_ALIGNED = 1, /**< what it lacks comes from the node, as under DEFAULT */
  /** of the resources it reserves, owners get only its own */
  KOORD_RESERVATION_POLICY_RESTRICTED = 2,
};
/** A pod that was reserved or set is a reservation from now on, and does not count as a pod of its node
 *  any more; one that is a reservation already gets the policy. What is left of it is what
 *  koord_cluster_get_pod_status says. Errors: INVALID, NOT_FOUND (it holds nothing), CONFLICT (it takes from a
 *  reservation itself), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_reservation(koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_reservation_policy policy,
                                                     koord_error *err);
/** koord_cluster_reserve for an owner, on the node of the one reservation that `query` uses
 *  (koord_query_use_reservation). KOORD_REASON_RESERVATION_SHORT: under RESTRICTED too little is left. The query's
 *  affinity must be 0. Errors: as there, NOT_FOUND (there is no such reservation), CONFLICT (the pod is here already,
 *  without it). */
KOORD_API koord_status koord_cluster_reserve_from(koord_cluster *cluster, const koord_pod *pod,
                                                  const koord_query *query,
                                                  uint64_t *cpus, size_t words,
                                                  koord_refusal *refusal, koord_error *err);
/** After a restart: the pod, which has been set, has what it holds from this reservation, which has been
 *  set, too, with all that it reserved, and is on the same node. A second time it has no effect. Errors: INVALID,
 *  NOT_FOUND, CONFLICT (another node or another reservation), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_attach_owner(koord_cluster *cluster, const char *uid,
                                                  size_t length, const char *reservation,
                                                  size_t reservation_length, koord_error *err);
/** For one question: the pod that is asked about may take from this reservation, on its node; of several on one
 *  node the first counts, an unknown one has no effect. koord_cluster_evaluate, koord_cluster_judge and
 *  koord_cluster_reserve_from read it, other calls refuse it. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_use_reservation(koord_query *query, const char *reservation,
                                                   size_t length, koord_error *err);

#endif /* KOORD_EXPERIMENTAL */

#ifdef __cplusplus
}
#endif
#endif /* KOORD_H_ */
