/* Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT. */
/* clang-format off */
/* libkoord: which CPUs, NUMA memory and devices a pod gets on a Kubernetes node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Conventions. They hold for every function unless its comment says otherwise:
 *
 * - A call that can fail returns koord_status and takes a koord_error as its last parameter. The
 *   caller owns the koord_error; it may be NULL, and is written only on failure. A failed call
 *   changes nothing and sets its `out` handle to NULL.
 * - A request that does not fit is not a failure: the call returns KOORD_OK and fills a
 *   koord_refusal.
 * - Release a handle with its _free or _close function (it has one owner), or with its _unref
 *   function (it is immutable and reference-counted, for any thread). All of them accept NULL.
 * - Any function may be called from any thread. Functions that take a `const X *` may run at the
 *   same time on one X; all others except _unref require exclusive access. The library starts no
 *   thread, keeps no global state, prints nothing and reads no environment variable (hwloc reads
 *   its own during discovery). It is safe to fork between calls.
 * - Public structs hold no pointers and grow only at their end. Zero is the default of every field.
 *   Set up a struct that starts with `struct_size` by KOORD_INIT, or as `{sizeof x}` with all other
 *   fields zero. Fields that the loaded library does not know must be zero.
 *   An array of rows comes with a stride: the caller's sizeof of one row, at most 4096.
 * - Input strings are (pointer, length) pairs of UTF-8 without NUL inside. KOORD_NUL as the length
 *   means that the string is NUL-terminated.
 * - KOORD_NUL is valid only as the length of such a string. As the length of an array or arena, or
 *   as a stride, it is refused, and so is any other number that no array in memory can have,
 *   whatever the pointer: INVALID, or LIMIT where the function has a lower bound.
 * - CPU sets are arrays of 64-bit words: bit b of word w is CPU 64 * w + b. CPU ids are below
 *   KOORD_MAX_CPUS. koord_topology_info.words is the number of words that a machine needs; more
 *   words are accepted.
 * - Enumerations may grow. Treat an unknown status as KOORD_E_INTERNAL, and expect reasons and
 *   objects that only a newer library defines.
 */
#ifndef KOORD_H_
#define KOORD_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Versions, errors, documents, CPU sets and profiles: the basis of all other headers. */

#if defined(__GNUC__)
#define KOORD_API __attribute__((visibility("default")))
#else
#define KOORD_API
#endif

/* ---- Versions -------------------------------------------------------------------------------- */

/** Version of this interface; koord_version returns that of the loaded library. */
#define KOORD_VERSION_MAJOR 0
#define KOORD_VERSION_MINOR 1
#define KOORD_VERSION_PATCH 0

/** Version of the loaded library: major << 16 | minor << 8 | patch. */
KOORD_API uint32_t koord_version(void);
/** The version as text, "0.1.0". Static, never NULL. */
KOORD_API const char *koord_version_string(void);

/* ---- Status and errors ----------------------------------------------------------------------- */

/** Result of every call that can fail: 0 or negative. Numbers are never changed or reused. */
typedef int32_t koord_status;
enum {
  KOORD_OK = 0,              /**< success */
  KOORD_E_INVALID = -1,      /**< an argument, or a field of the input, violates its contract */
  KOORD_E_NO_MEMORY = -2,    /**< out of memory */
  KOORD_E_NO_SPACE = -3,     /**< the caller's buffer is too small */
  KOORD_E_CONFLICT = -20,    /**< contradicts what is already allocated */
  KOORD_E_STALE = -21,       /**< made from a state that has changed since */
  KOORD_E_LIMIT = -22,       /**< larger than a documented bound */
  KOORD_E_NOT_FOUND = -23,   /**< no such node, pod, file or other named object */
  KOORD_E_IO = -40,          /**< the machine or a file could not be read or written */
  KOORD_E_PERMISSION = -41,  /**< not permitted */
  KOORD_E_CORRUPT = -42,     /**< a checksum is wrong, or what was read contradicts itself */
  KOORD_E_UNSUPPORTED = -43, /**< valid, but this build or machine cannot do it */
  KOORD_E_INTERNAL = -99     /**< a bug in libkoord; please report it */
};

/** As the length of a text: it ends with a NUL. Not valid as any other length, count or stride. */
#define KOORD_NUL SIZE_MAX

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
/** A struct with its struct_size set and every other field at its default, zero:
 *  `koord_cpu_request request = KOORD_INIT(koord_cpu_request);` */
#define KOORD_INIT(type) ((type){.struct_size = sizeof(type)})
#endif

/** Number of CPU ids on any machine: ids are below it, and this many bits hold every set. */
#define KOORD_MAX_CPUS 8192

/** What failed, for people. 256 bytes, this layout for ever. */
typedef struct koord_error {
  koord_status code;
  uint32_t reserved;
  char message[248]; /**< one line: the field, what was found, what was expected */
} koord_error;

/** Returns the stable lower-case name of a status for logs and metrics ("no-space"); "unknown" for
 *  others. Static, never NULL. */
KOORD_API const char *koord_status_get_name(koord_status status);

/* ---- Documents and diagnostics --------------------------------------------------------------- */

/** A document that the library wrote: JSON, SVG or text. Immutable. */
typedef struct koord_buffer koord_buffer;
/** Returns the bytes, followed by a NUL that koord_buffer_get_length does not count. Borrowed:
 *  valid until koord_buffer_unref. For NULL, the document is empty. */
KOORD_API const char *koord_buffer_get_data(const koord_buffer *buffer);
KOORD_API size_t koord_buffer_get_length(const koord_buffer *buffer);
KOORD_API koord_buffer *koord_buffer_ref(const koord_buffer *buffer);
KOORD_API void koord_buffer_unref(koord_buffer *buffer);

/** Severity of a diagnostic. */
typedef int32_t koord_log_level;
enum { KOORD_LOG_LEVEL_INFO = 1, KOORD_LOG_LEVEL_WARNING = 2 };
/** Receives one diagnostic: for example input that is odd but usable, or a distance matrix that was
 *  ignored. `message` is not NUL-terminated and is valid only during the call. Called on the
 *  caller's thread with no lock held; must not throw or unwind. */
typedef void (*koord_log_fn)(void *user, int32_t level, const char *message, size_t length);

/** Settings that several calls share: today the log function. Calls that take a context accept
 *  NULL: no diagnostics. A handle keeps the context that it was created with, and is silent once
 *  that context is freed; do not free the context while a call on the handle runs. */
typedef struct koord_context koord_context;
/** Creates a context without a log function. The caller owns *out. Errors: INVALID (out is NULL),
 *  NO_MEMORY. */
KOORD_API koord_status koord_context_new(koord_context **out, koord_error *err);
KOORD_API void koord_context_free(koord_context *context);
/** Sends diagnostics to `log`, with `user` as its first argument; NULL turns them off. */
KOORD_API void koord_context_set_log(koord_context *context, koord_log_fn log, void *user);

/* ---- CPU sets -------------------------------------------------------------------------------- */

/** Parses a Linux CPU list ("0-3,8"; "" is empty) and writes all of `words`.
 *  Errors: INVALID (not a list: blanks, reversed ranges, empty items; an id at or above
 *  KOORD_MAX_CPUS), NO_SPACE (an id does not fit in `word_count` words). */
KOORD_API koord_status koord_cpulist_parse(const char *list, size_t length, uint64_t *words,
                                           size_t word_count, koord_error *err);
/** Writes the set as a CPU list (ascending, consecutive ids as ranges) with a NUL into
 *  text[0..capacity). `*needed` (nullable) receives the length without the NUL, also on NO_SPACE,
 *  where nothing else is written. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cpulist_format(const uint64_t *words, size_t word_count, char *text,
                                            size_t capacity, size_t *needed,
                                            koord_error *err);

/* ---- Profiles -------------------------------------------------------------------------------- */

/** Whose behaviour applies; docs/reference/profiles.md lists every difference. */
typedef int32_t koord_profile;
enum {
  KOORD_PROFILE_SPEC = 0,     /**< the Koordinator proposals as written */
  KOORD_PROFILE_UPSTREAM = 1, /**< Koordinator v1.8, CPU for CPU */
  KOORD_PROFILE_KUBELET = 2,  /**< kubelet 1.36 with known defects fixed: koord_kubelet_* */
  /** scheduler-plugins' NodeResourceTopologyMatch; koord_nrt_node_filter */
  KOORD_PROFILE_NRT_MATCH = 3
};

/* Policies for CPU binding, exclusive use and NUMA alignment. */

/** How CPUs are taken from physical cores: requiredCPUBindPolicy and preferredCPUBindPolicy of a
 *  pod, the label of a node, or the policy of a pick. */
typedef int32_t koord_bind_policy;
enum {
  /** Not stated. For pods: as the scheduler is configured; for a pick: spread, on ARM full
   *  cores. */
  KOORD_BIND_POLICY_DEFAULT = 0,
  KOORD_BIND_POLICY_FULL_PCPUS = 1, /**< whole physical cores first; for nodes: FullPCPUsOnly */
  KOORD_BIND_POLICY_SPREAD_BY_PCPUS = 2, /**< one CPU per physical core first */
  /** For pods: the shared pool of one NUMA node that is large enough for the pod's limit. */
  KOORD_BIND_POLICY_CONSTRAINED_BURST = 3,
  KOORD_BIND_POLICY_NONE = 4 /**< for nodes: only the policy of the pod applies */
};
/** Which pods a pod avoids: preferredCPUExclusivePolicy, or the policy of a pick. */
typedef int32_t koord_exclusive_policy;
enum {
  /** Not stated. For pods: as the scheduler is configured; for a pick: none. */
  KOORD_EXCLUSIVE_POLICY_DEFAULT = 0,
  KOORD_EXCLUSIVE_POLICY_NONE = 1,
  KOORD_EXCLUSIVE_POLICY_PCPU_LEVEL = 2,     /**< avoid cores held by pods with this policy */
  KOORD_EXCLUSIVE_POLICY_NUMA_NODE_LEVEL = 3 /**< avoid NUMA nodes held by pods with this policy */
};
/** Which NUMA nodes are used first: numa-allocate-strategy of a node's label, or the strategy of a
 *  pick. */
typedef int32_t koord_numa_strategy;
enum {
  /** Not stated. For nodes: as the scheduler is configured; for a pick: most allocated. */
  KOORD_NUMA_STRATEGY_DEFAULT = 0,
  /** the NUMA node with the least available that suffices */
  KOORD_NUMA_STRATEGY_MOST_ALLOCATED = 1,
  KOORD_NUMA_STRATEGY_LEAST_ALLOCATED = 2, /**< the NUMA node with the most available */
  /** spread evenly over NUMA nodes (upstream: as least allocated) */
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
/** Whether pods on one NUMA node and pods that span several may share a NUMA node:
 *  singleNUMANodeExclusive. */
typedef int32_t koord_numa_exclusive;
enum {
  KOORD_NUMA_EXCLUSIVE_UNSET = 0,     /**< not stated */
  KOORD_NUMA_EXCLUSIVE_PREFERRED = 1, /**< no effect, as in Koordinator */
  KOORD_NUMA_EXCLUSIVE_REQUIRED = 2
};

/** Returns the spelling in Kubernetes objects ("FullPCPUs", "NUMANodeLevel", "MostAllocated");
 *  "Default" for what is not stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_bind_policy_get_name(koord_bind_policy policy);
KOORD_API const char *koord_exclusive_policy_get_name(koord_exclusive_policy policy);
KOORD_API const char *koord_numa_strategy_get_name(koord_numa_strategy strategy);
/** Returns the spelling in Kubernetes objects ("SingleNUMANode", "Required"); "" for what is not
 *  stated, "Unknown" for other numbers. Static. */
KOORD_API const char *koord_numa_policy_get_name(koord_numa_policy policy);
KOORD_API const char *koord_numa_exclusive_get_name(koord_numa_exclusive exclusive);

/* Why a request was refused. */

/** Why a request was refused; KOORD_REASON_NONE: it was granted. */
typedef int32_t koord_reason;
enum {
  KOORD_REASON_NONE = 0,            /**< granted */
  KOORD_REASON_NOT_ENOUGH_CPUS = 1, /**< fewer CPUs are available than requested */
  /** enough CPUs, but the required bind policy cannot be met */
  KOORD_REASON_REQUIRED_BIND_POLICY = 2,
  KOORD_REASON_INSUFFICIENT_NUMA = 3, /**< the given NUMA nodes cannot supply the amount */
  KOORD_REASON_SMT_ALIGNMENT = 4, /**< whole cores required, but not a multiple of their threads */
  KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES = 5,    /**< kubelet: too few entirely free cores */
  KOORD_REASON_BIND_POLICY_UNSUPPORTED = 6,      /**< not supported on this architecture */
  KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED = 7, /**< not supported on this architecture */
  KOORD_REASON_NO_NUMA_NODE_FITS = 8, /**< no NUMA node has everything that must come from one */
  KOORD_REASON_RESOURCE_ABSENT = 9,   /**< the node has none of a requested resource */
  KOORD_REASON_REQUEST_IS_NOT_LIMIT = 10, /**< LSE, LSR: limit and request must be equal */
  KOORD_REASON_CPUS_NOT_WHOLE = 11,       /**< exclusive CPUs must be a whole number */
  KOORD_REASON_NO_TOPOLOGY = 12,          /**< the node reports no CPU topology */
  KOORD_REASON_BIND_POLICY_CONFLICT = 13, /**< the bind policies of node and pod differ */
  KOORD_REASON_NUMA_POLICY_CONFLICT = 14, /**< the NUMA policies of node and pod differ */
  /** no NUMA node's shared pool is large enough for the pod's limit */
  KOORD_REASON_SHARED_POOL_TOO_SMALL = 15,
  KOORD_REASON_INSUFFICIENT_RESOURCE = 16, /**< the node has too little left of a resource */
  KOORD_REASON_NODE_UNKNOWN = 17,          /**< pods mention the node, but it was never set */
  KOORD_REASON_NODE_UNSCHEDULABLE = 18,    /**< spec.unschedulable */
  KOORD_REASON_NUMA_UNSATISFIED = 20,      /**< no NUMA nodes can supply some resource */
  KOORD_REASON_NUMA_UNALIGNED = 21, /**< no NUMA nodes suit all resources as the policy requires */
  KOORD_REASON_NUMA_EXCLUSIVE = 22, /**< suitable NUMA nodes are used by pods of the other kind */
  KOORD_REASON_SEARCH_LIMIT = 23,   /**< too many combinations to search */
  /** the pod requires isolated CPUs, and fewer are free than it requests */
  KOORD_REASON_NOT_ENOUGH_ISOLATED_CPUS = 24,
  /* Of kubelet's memory manager; `needed` and `best` count bytes. */
  KOORD_REASON_NO_NUMA_MEMORY = 40, /**< no NUMA nodes have the memory */
  /** only more NUMA nodes than needed have the memory */
  KOORD_REASON_MEMORY_HINT_NOT_PREFERRED = 41,
  /** no NUMA nodes that include the chosen ones have the memory */
  KOORD_REASON_MEMORY_HINT_NOT_EXTENSIBLE = 42,
  /** only more NUMA nodes than needed, the chosen ones included, have the memory */
  KOORD_REASON_MEMORY_EXTENSION_NOT_PREFERRED = 43,
  /** memory of these NUMA nodes is used in other groups */
  KOORD_REASON_MEMORY_GROUP_VIOLATED = 44,
  /** kubelet cannot read an amount of memory as a 64-bit number: a fraction of a byte, or too many
   *  digits for it ("200Ti"); `needed` is the amount, rounded up */
  KOORD_REASON_MEMORY_NOT_INT64 = 45,
  KOORD_REASON_GANG_UNPLACED = 60,     /**< the pods of a gang do not all fit at once */
  KOORD_REASON_RESERVATION_SHORT = 61, /**< the reservation has too little left */
  KOORD_REASON_WOULD_MOVE = 62,        /**< fits only on other CPUs or NUMA nodes than it has */
  /** kubelet's static managers do not change `resource` of a Guaranteed pod that runs */
  KOORD_REASON_RESIZE_INFEASIBLE = 63,
  KOORD_REASON_DEVICE_UNIT = 80, /**< neither a part of one device nor a number of whole devices */
  KOORD_REASON_DEVICE_MIX = 81,  /**< device resources that cannot be requested together */
  KOORD_REASON_NO_SHARE_TEMPLATE = 82, /**< a part of a device in a size that no model offers */
  KOORD_REASON_NO_DEVICES = 83, /**< the node has none of the type, or none that the pod may use */
  KOORD_REASON_NOT_ENOUGH_DEVICES = 84, /**< fewer devices have enough left than requested */
  /** the devices have no virtual functions of the requested kind */
  KOORD_REASON_NOT_ENOUGH_VFS = 85,
  KOORD_REASON_DEVICE_SCOPE = 86, /**< not within one PCIe switch or NUMA node, as requested */
  KOORD_REASON_DEVICE_NUMA = 87,  /**< not on the NUMA nodes of the pod */
  KOORD_REASON_NO_PARTITION_TABLE = 88, /**< devices are partitioned, but no partitions are known */
  KOORD_REASON_PARTITION_SIZE = 89,     /**< there are no partitions of this size */
  KOORD_REASON_PARTITIONS_TAKEN = 90,   /**< no partition of this size is free */
  /** the devices must be close together, but state no NUMA node */
  KOORD_REASON_DEVICES_UNPLACED = 91,
  KOORD_REASON_SHARES_SPREAD = 92, /**< parts of several devices within one scope: not supported */
  KOORD_REASON_DEVICES_APART = 93, /**< devices of two types that must be together are not */
  KOORD_REASON_DEVICE_UNHEALTHY = 94, /**< a named device does not exist or is unhealthy */
  /** the pod's device `where` has no name that a runtime knows */
  KOORD_REASON_DEVICE_UNNAMED = 95,
  /* Why claimed CPUs are not the pod's own, or why it cannot run on a pool; koord_agent_*. */
  KOORD_REASON_CPU_NOT_ON_MACHINE = 100,   /**< `where` is a CPU that the machine does not have */
  KOORD_REASON_CPU_TAKEN = 101,            /**< the CPU `where` is assigned to another pod */
  KOORD_REASON_CLAIM_NOT_ALLOWED = 102,    /**< exclusive CPUs are for QoS LSE and LSR */
  KOORD_REASON_CPU_RESERVED = 103,         /**< kubelet reserves the CPU `where` for the system */
  KOORD_REASON_MORE_CPUS_THAN_ASKED = 104, /**< more CPUs than the whole CPUs that it requests */
  /** the pool of the NUMA node `where`, or the whole pool, has no CPUs */
  KOORD_REASON_POOL_EMPTY = 105,
  KOORD_REASON_NUMA_NODE_ABSENT = 106, /**< its memory is on a NUMA node that does not exist */
  KOORD_REASON_POD_UNKNOWN = 107,      /**< the node's state does not contain the pod */
  KOORD_REASON_STATE_DISAGREES = 108,  /**< the node's state assigns other CPUs to the pod */
  /** the process is in a control group that is not the pod's */
  KOORD_REASON_CGROUP_NOT_OF_POD = 109,
  KOORD_REASON_CPU_RESERVED_BY_NODE = 110, /**< the node reserves the CPU `where` for the system */
  /** the CPU `where` is isolated and kept for pods that require isolated CPUs, or the pod requires
   *  isolated CPUs and this is none */
  KOORD_REASON_CPU_ISOLATION = 111,
  /* Why a claim of a bound pod is refused; koord_pod_conflicts. */
  KOORD_REASON_CLAIM_UNREADABLE = 120,       /**< the claim cannot be read: koord_pod_get_faults */
  KOORD_REASON_NUMA_CLAIM_NOT_ALLOWED = 121, /**< QoS BE and SYSTEM have no amounts on NUMA nodes */
  KOORD_REASON_MORE_ON_NUMA_THAN_ASKED = 122, /**< more of `resource` than it requests */
  KOORD_REASON_DEVICES_NOT_ASKED = 123,       /**< devices of `device_type`; it requests none */
  KOORD_REASON_DEVICE_COUNT = 124,            /**< `needed` devices; it requests `best` */
  KOORD_REASON_DEVICE_AMOUNT = 125, /**< more of the device with minor `where` than it requests */
  KOORD_REASON_DEVICE_TAKEN = 126, /**< other pods have too much of the device with minor `where` */
  /** no source says which `needed` devices it has; `best` devices are set aside for it */
  KOORD_REASON_DEVICES_UNKNOWN = 127,
  /** other CPUs, NUMA nodes or devices than were allocated to it */
  KOORD_REASON_ALLOCATION_DIFFERS = 128
};

/** The unit that a refusal counts, or the kind of object that it concerns. */
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

/** Why a request was refused; reason KOORD_REASON_NONE: it was granted. 64 bytes, this
 *  layout for ever. To store or send a refusal, use koord_refusal_to_json. */
typedef struct koord_refusal {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< the most that any considered place could supply, in the same units */
  koord_reason reason;
  koord_profile profile;          /**< selects the message of koord_refusal_format */
  koord_object_kind object;       /**< what needed and best count */
  koord_object_kind where_object; /**< kind of the object `where` */
  int32_t where;                  /**< id of that object, -1 for the machine and for pods */
  /** the bind policy that was not met; 0: none */
  uint8_t bind_policy;
  /** the exclusive policy that was not met; 0: none */
  uint8_t exclusive_policy;
  /** the NUMA policy that was not met; 0: none */
  uint8_t numa_policy;
  /** of the machine's cores, where whole cores are required; 255: that many or more; else 0 */
  uint8_t threads_per_core;
  /** The resource (koord_cluster_get_resource_name; of koord_kubelet_admit:
   *  koord_kubelet_format_refusal); -1: none, or one that no node has. */
  int32_t resource;
  /** The device type (koord_cluster_get_device_type_name); -1: none, or one without a number. */
  int32_t device_type;
  uint32_t max_nodes; /**< number of nodes that a gang may use; 0: any number, or not a gang */
  char reserved[12];  /**< 0 */
} koord_refusal;

/** Writes one sentence for people, with a NUL, into text[0..capacity). `*needed` (nullable)
 *  receives its length without the NUL. Under a profile other than KOORD_PROFILE_SPEC it is the
 *  message of the other project. koord_cluster_format_refusal also knows the names of a cluster's
 *  resources and device types, koord_kubelet_format_refusal those of a kubelet's resources.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_refusal_format(const koord_refusal *refusal, char *text,
                                            size_t capacity, size_t *needed,
                                            koord_error *err);
/** Writes the refusal as one line of JSON with names in place of numbers
 *  (docs/reference/refusals.md), for logs, storage and transmission. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_refusal_to_json(const koord_refusal *refusal, koord_buffer **out,
                                             koord_error *err);
/** Returns the stable name of a reason ("NotEnoughCPUs"); under KOORD_PROFILE_KUBELET the reason
 *  that kubelet reports ("SMTAlignmentError", "UnexpectedAdmissionError"). Static; "Unknown" for
 *  others. */
KOORD_API const char *koord_reason_get_name(koord_reason reason, koord_profile profile);
/** Returns the stable name, as in JSON ("cpu", "numaNode"). Static; "unknown" for others. */
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
 *  (over 4 MiB or 1024 containers; a sum of amounts above 2^63 - 1), NO_MEMORY. */
KOORD_API koord_status koord_pod_from_json(const koord_context *context,
                                           const char *json, size_t length,
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
  uint32_t containers; /**< of all kinds */
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
                                             int64_t *request,
                                             int64_t *limit, koord_error *err);

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
                                          size_t capacity, size_t *needed,
                                          koord_error *err);
/** Writes which parts of the pod could not be read and were ignored: one line per part, which names
 *  the field and ends with a line feed; "": none. Text as in koord_pod_get_text. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_pod_get_faults(const koord_pod *pod, char *text, size_t capacity,
                                            size_t *needed, koord_error *err);
/** Writes the CPUs that the pod states as its allocation to all of `words`; all zero: none. Errors:
 *  INVALID, NO_SPACE. */
KOORD_API koord_status koord_pod_get_cpus(const koord_pod *pod, uint64_t *words, size_t word_count,
                                          koord_error *err);

/* The configuration of a kubelet, and the files that it finds when it starts. */

/** The versions of kubelet whose answers and state files the library knows. What differs between
 *  them is in docs/reference/kubelet.md. */
typedef int32_t koord_kubelet_version;
enum {
  KOORD_KUBELET_VERSION_DEFAULT = 0, /**< 1.36 */
  KOORD_KUBELET_VERSION_V1_35 = 35,
  KOORD_KUBELET_VERSION_V1_36 = 36,
  KOORD_KUBELET_VERSION_V1_37 = 37
};
/** Reads a version as a node reports it in status.nodeInfo.kubeletVersion ("v1.37.2"), or without
 *  patch level, as the known version that answers in the same way: the oldest for older ones, the
 *  newest for newer ones. Errors: INVALID (no version of Kubernetes 1). */
KOORD_API koord_status koord_kubelet_version_parse(const char *text, size_t length,
                                                   koord_kubelet_version *out, koord_error *err);

/** A kubelet's configuration, its state files, what device plugins report and the containers on its
 *  node: an input of koord_kubelet_new, koord_topology_to_nrt, koord_agent_set_kubelet and the
 *  functions that check and repair kubelet's files. They read it and keep no reference. A setup in
 *  which nothing is set means kubelet's defaults, and no files. */
typedef struct koord_kubelet_setup koord_kubelet_setup;

/** Creates a setup in which nothing is set. `context` may be NULL and may be released: the setup
 *  keeps the log function that it has now, for diagnostics about a configuration; the data that
 *  this function uses must stay valid as long as the setup. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_new(const koord_context *context,
                                               koord_kubelet_setup **out, koord_error *err);
KOORD_API void koord_kubelet_setup_free(koord_kubelet_setup *setup);
/** Restores the state of a new setup. Errors: INVALID. */
KOORD_API koord_status koord_kubelet_setup_reset(koord_kubelet_setup *setup, koord_error *err);

/** Sets the version of kubelet, for the calls that use the setup: how it decides, which files it
 *  reads and which it writes. Not set: DEFAULT. Errors: INVALID (an unknown number). */
KOORD_API koord_status koord_kubelet_setup_set_version(koord_kubelet_setup *setup,
                                                       koord_kubelet_version version,
                                                       koord_error *err);
/** Sets the configuration: a KubeletConfiguration or the response of /configz (JSON; length 0:
 *  kubelet's defaults). Fields that are odd but usable give diagnostics.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB or 2^20 values, nested deeper than 64),
 *  NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_set_config(
    koord_kubelet_setup *setup, const char *kubelet_config,
    size_t length, koord_error *err);
/** Sets the text of cpu_manager_state. It is copied; the calls that use the setup parse it and
 *  report what is wrong in it. Not set: there is no such file. Length 0: the file is empty. For
 *  koord_kubelet_check and koord_kubelet_repair_cpus an empty file is damage that stops kubelet;
 *  all other calls treat it as no file.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
 *  for more than 2^20 values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole
 *  pods. */
KOORD_API koord_status koord_kubelet_setup_set_cpu_state(
    koord_kubelet_setup *setup, const char *cpu_state, size_t length,
    koord_error *err);
/** Sets the text of memory_manager_state, likewise. For koord_kubelet_check and
 *  koord_kubelet_repair_memory an empty file is damage; koord_kubelet_new treats it as no file;
 *  other calls do not read it.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
 *  for more than 2^20 values in maps and lists. */
KOORD_API koord_status koord_kubelet_setup_set_memory_state(
    koord_kubelet_setup *setup, const char *memory_state,
    size_t length, koord_error *err);
/** Properties of a device. */
typedef uint32_t koord_plugin_device_flags;
enum {
  /** The plugin reports it as unhealthy: no container gets it. */
  KOORD_PLUGIN_DEVICE_UNHEALTHY = 1
};
/** Adds a device that a device plugin reports to kubelet, for koord_kubelet_new: the first call
 *  adds device 0, the next one device 1.
 *
 *  resource    the plugin's resource: "nvidia.com/gpu".
 *  id          the plugin's name of the device, unique within the resource.
 *  numa_nodes  the nodes that it is near: bit i is row i of koord_topology_get_numa_nodes; 0: not
 *              known.
 *
 *  Errors: INVALID (a resource without domain, no id, a text longer than 1,024 bytes or not UTF-8,
 *  unknown flags),
 *  LIMIT (65,536 were added already), NO_MEMORY. A device that was added twice and nodes that the
 *  machine does not have are INVALID to koord_kubelet_new, devices of more than 64 resources
 *  LIMIT. */
KOORD_API koord_status koord_kubelet_setup_add_device(
    koord_kubelet_setup *setup, const char *resource, size_t resource_length, const char *id,
    size_t id_length, uint64_t numa_nodes, koord_plugin_device_flags flags, koord_error *err);
/** Sets the text of kubelet_internal_checkpoint: which devices pods have, and which resources had a
 *  plugin. For koord_kubelet_new, to which a damaged one is INVALID or CORRUPT, where kubelet goes
 *  on without it; other calls do not read it. Length 0: there is no such file.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
 *  for more than 2^20 values in maps and lists. */
KOORD_API koord_status koord_kubelet_setup_set_device_state(
    koord_kubelet_setup *setup, const char *device_state,
    size_t length, koord_error *err);
/** Adds a pod that is on the node, or one container of it, for calls that check and repair files.
 *
 *  uid   of the pod.
 *  name  of the container; name_length 0: only the pod is added.
 *  id    of the container in the runtime; id_length 0: not known. Files of version 1 identify
 *        containers by id only. If a container is added again with an id, the last id applies.
 *
 *  Errors: INVALID (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8),
 *  LIMIT (65,536 were added already), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_add_container(
    koord_kubelet_setup *setup, const char *uid, size_t uid_length, const char *name,
    size_t name_length, const char *id, size_t id_length, koord_error *err);

/* A machine: its CPUs, NUMA nodes and PCI devices. */

/** An immutable description of one machine, reference-counted and shared by any threads. */
typedef struct koord_topology koord_topology;

/** Adds a reference and returns `topology`. */
KOORD_API koord_topology *koord_topology_ref(const koord_topology *topology);
KOORD_API void koord_topology_unref(koord_topology *topology);

/** Options of reading a machine. */
typedef uint32_t koord_topology_flags;
enum {
  /** Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without this
   *  flag they are part of the topology, as kubelet sees them, and listed as disallowed. */
  KOORD_TOPOLOGY_ONLY_ALLOWED = 1
};

/** Reads this machine through hwloc (which reads its own HWLOC_* variables; this library sets
 *  none). `context` may be NULL. The caller owns *out.
 *  Errors: INVALID (unknown flags), IO (hwloc cannot read it), NO_MEMORY. */
KOORD_API koord_status koord_topology_discover(const koord_context *context,
                                               koord_topology_flags flags, koord_topology **out,
                                               koord_error *err);
/** Reads a machine as koord_topology_discover does, for processes in which HWLOC_FSROOT names a
 *  directory with an exported sysfs. `root` is that directory: what hwloc does not read (isolated
 *  and nohz_full CPUs) comes from below it. koord_topology_discover reads those of this machine
 *  only.
 *  Errors: INVALID (unknown flags; no such directory), IO, NO_MEMORY. */
KOORD_API koord_status koord_topology_discover_in(const koord_context *context,
                                                  koord_topology_flags flags, const char *root,
                                                  size_t root_length, koord_topology **out,
                                                  koord_error *err);
/** Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
 *  Errors: INVALID (not such XML, or an impossible machine), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_topology_from_hwloc_xml(const koord_context *context,
                                                     koord_topology_flags flags,
                                                     const char *xml, size_t length,
                                                     koord_topology **out, koord_error *err);
/** Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
 *  Errors: INVALID, LIMIT (more than KOORD_MAX_CPUS), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_synthetic(const koord_context *context,
                                                     const char *text, size_t length,
                                                     koord_topology **out, koord_error *err);
/** Reads the output of koord_topology_to_json (docs/reference/topology-json.md), for a topology
 *  from any source: the result equals the original in everything that this header can return, and
 *  koord_topology_to_json writes the same bytes for it. Absent members are unknown or follow from
 *  others. Members that are derived from others must not contradict them. Unknown members are
 *  ignored, with a diagnostic to the log of `context`, which may be NULL. The caller owns *out.
 *  Errors: INVALID (names the field), LIMIT (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or
 *  devices, nested deeper than 64), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_json(const koord_context *context,
                                                const char *json, size_t length,
                                                koord_topology **out, koord_error *err);
/** Reads the value of the annotation node.koordinator.sh/cpu-topology,
 *  {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: `core` is
 *  lscpu's logical number. Absent numbers are 0, unknown fields are ignored. The topology has no
 *  memory, L3 groups or distances. Cores are identified by (socket, node, core): one core number in
 *  two NUMA nodes of a socket is two cores, as in Linux, and gives a warning to the log of
 *  `context`. A CPU in two NUMA nodes is INVALID.
 *  Errors: INVALID (names the entry and field), LIMIT (over 4 MiB, nested deeper than 64),
 *  NO_MEMORY. */
KOORD_API koord_status koord_topology_from_annotation(const koord_context *context,
                                                      const char *json,
                                                      size_t length, koord_topology **out,
                                                      koord_error *err);
/** Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation of
 *  koord_topology_from_annotation, and memory, huge pages and distances from its zones.
 *  Errors: INVALID, LIMIT (over 16 MiB), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_nrt(const koord_context *context,
                                               const char *json, size_t length,
                                               koord_topology **out, koord_error *err);

/** One CPU (PU). Scope of the ids: cpu, numa_node, l3, core_index and socket are unique in the
 *  machine. core is unique in its socket (within one NUMA node); topologies read from a machine
 *  number cores machine-wide by their lowest CPU, so there it equals core_index. kernel_core is
 *  Linux's core_id: unique only within a socket, with gaps. */
typedef struct koord_cpu {
  int32_t cpu;       /**< kernel CPU number */
  int32_t core;      /**< core number in the source (lscpu's logical number in annotations) */
  int32_t socket;    /**< kernel physical package id */
  int32_t numa_node; /**< kernel NUMA node number, -1: the CPU belongs to none */
  int32_t l3;        /**< dense L3 group number, by lowest CPU; -1: unknown */
  /** dense machine-wide core number, by lowest CPU; not read by koord_topology_from_rows */
  int32_t core_index;
  int32_t kernel_core; /**< Linux core_id, -1: unknown */
  int32_t kind;        /**< kind of core on hybrid machines: 0 is the least performant, ascending */
} koord_cpu;

/** Builds a topology from rows, for callers without JSON. Cores are identified by (socket,
 *  numa_node, core), L3 groups by l3. `architecture` may be "" ("aarch64" enables the ARM rule of
 *  koord_cpu_pick).
 *  Errors: INVALID (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1,
 *  numa_node below 1024), LIMIT, NO_MEMORY. */
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
  uint32_t l3s;          /**< L3 groups, including those without usable CPUs */
  uint32_t numa_nodes;   /**< including those without CPUs */
  uint32_t sockets;      /**< including those without usable CPUs */
  uint32_t devices;      /**< PCI devices */
  uint32_t smt_width;    /**< number of threads of the widest core */
  uint32_t words;        /**< number of words that a CPU set of this machine needs */
  char architecture[24]; /**< "x86_64", "aarch64", ...; "" if unknown */
} koord_topology_info;
/** Returns the counts of the machine. Errors: INVALID. */
KOORD_API koord_status koord_topology_get_info(const koord_topology *topology,
                                               koord_topology_info *info, koord_error *err);

/** Copies up to `capacity` rows, ascending by CPU number, `stride` bytes apart. `*count` receives
 *  the number of rows that exist, also on NO_SPACE (nothing else is written then). `rows` may be
 *  NULL if `capacity` is 0. Errors: INVALID (stride below sizeof a row), NO_SPACE. The same holds
 *  for the functions below that return rows. */
KOORD_API koord_status koord_topology_get_cpus(const koord_topology *topology, koord_cpu *rows,
                                               size_t stride, size_t capacity, size_t *count,
                                               koord_error *err);

/** A NUMA node of a machine. */
typedef struct koord_numa_node {
  uint64_t memory_bytes; /**< all memory of the node, huge pages included; 0: none or unknown */
  int32_t numa_node;     /**< kernel NUMA node number */
  uint32_t cpus;         /**< number of usable CPUs of the node */
} koord_numa_node;

/** Copies the NUMA nodes, ascending by number, including those without CPUs. */
KOORD_API koord_status koord_topology_get_numa_nodes(const koord_topology *topology,
                                                     koord_numa_node *rows, size_t stride,
                                                     size_t capacity, size_t *count,
                                                     koord_error *err);

/** Huge pages of one size on a NUMA node. */
typedef struct koord_hugepages {
  uint64_t page_bytes;
  uint64_t pages; /**< number configured */
  int32_t numa_node;
  uint32_t reserved;
} koord_hugepages;

/** Copies the huge pages per NUMA node and size, by node, then size. */
KOORD_API koord_status koord_topology_get_hugepages(const koord_topology *topology,
                                                    koord_hugepages *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** Copies the NUMA distances (10 = local), row-major in the order of koord_topology_get_numa_nodes.
 *  `*count` receives the square of the number of NUMA nodes, or 0 if the machine reports no
 *  distances. The value of a pair that was not reported is 0.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_topology_get_distances(const koord_topology *topology,
                                                    uint32_t *values, size_t capacity,
                                                    size_t *count, koord_error *err);

/** A PCI device of a machine; its texts are (offset, length) in koord_topology_get_texts. */
typedef struct koord_pci_device {
  uint32_t bus_id_offset; /**< "0000:3b:00.0" */
  uint32_t bus_id_length;
  uint32_t names_offset; /**< operating system names, separated by ',' */
  uint32_t names_length;
  uint32_t class_id; /**< PCI class << 8 | subclass */
  uint32_t vendor_id;
  uint32_t device_id;
  int32_t numa_node; /**< the nearest NUMA node (the lowest of several), -1: unknown */
} koord_pci_device;

/** Copies the PCI devices, by bus id. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_topology_get_devices(const koord_topology *topology,
                                                  koord_pci_device *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Returns the texts of the rows, one after another. `*length` (nullable) receives the number of
 *  bytes. UTF-8, followed by a NUL that is not counted. Borrowed: valid as long as the topology.
 *  NULL has none. */
KOORD_API const char *koord_topology_get_texts(const koord_topology *topology,
                                               size_t *length);

/** Selects a set of CPUs of a machine. */
typedef int32_t koord_cpuset_kind;
enum {
  KOORD_CPUSET_KIND_ALL = 0, /**< usable CPUs; id is ignored */
  /** CPUs of the machine that are not usable: offline, or missing in the export */
  KOORD_CPUSET_KIND_OFFLINE = 1,
  /** CPUs that the cgroup of the process that read the machine may not use */
  KOORD_CPUSET_KIND_DISALLOWED = 2,
  KOORD_CPUSET_KIND_SOCKET = 3, /**< CPUs of the socket `id` */
  /** CPUs that belong to NUMA node `id`; a CPU belongs to at most one */
  KOORD_CPUSET_KIND_NUMA_NODE = 4,
  /** CPUs that NUMA node `id` is local to, also for memory-only NUMA nodes */
  KOORD_CPUSET_KIND_NUMA_NODE_LOCAL = 5,
  KOORD_CPUSET_KIND_L3 = 6,   /**< CPUs of the L3 group `id` (dense number) */
  KOORD_CPUSET_KIND_CORE = 7, /**< CPUs of the core `id` (dense number) */
  /** CPUs local to PCI device number `id`, a row of koord_topology_get_devices */
  KOORD_CPUSET_KIND_DEVICE = 8,
  /** CPUs on which the kernel places no task by itself (isolcpus), offline ones included */
  KOORD_CPUSET_KIND_ISOLATED = 9,
  /** CPUs without a timer tick while one task runs (nohz_full), offline ones included */
  KOORD_CPUSET_KIND_NOHZ_FULL = 10,
};

/** Writes one set to all of `words`. Errors: INVALID (no such kind or id), NO_SPACE. */
KOORD_API koord_status koord_topology_get_cpuset(const koord_topology *topology,
                                                 koord_cpuset_kind kind, int32_t id,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);

/** Writes everything that the topology holds as one JSON document
 *  (docs/reference/topology-json.md), for people, other programs and storage;
 *  koord_topology_from_json reads it. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_to_json(const koord_topology *topology, koord_buffer **out,
                                              koord_error *err);
/** Writes the value of the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node
 *  are written with node 0, as koordlet does. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_to_annotation(const koord_topology *topology,
                                                    koord_buffer **out, koord_error *err);
/** Writes a NodeResourceTopology object for `node_name` as JSON, ready for "kubectl apply -f -":
 *  label, annotations, zones with capacity, allocatable and available, distances as costs,
 *  topologyPolicies. `setup` (nullable: kubelet's defaults, nothing allocated) supplies kubelet's
 *  configuration and cpu_manager_state.
 *  Errors: INVALID (names the field; kubelet would not start: memory policy Static without
 *  reservedMemory, or more of it than the machine has), CORRUPT (cpu_manager_state: checksum),
 *  LIMIT (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_topology_to_nrt(const koord_topology *topology,
                                             const koord_kubelet_setup *setup,
                                             const char *node_name, size_t node_name_length,
                                             koord_buffer **out, koord_error *err);

/* The agent of a node: CPU pools, where each pod runs, and what the node reports to the scheduler
 * (docs/operate/node.md; semantics: Koordinator's CPU orchestration proposal and koordlet). */

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
/** How a node's agent decides. */
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
KOORD_API koord_status koord_agent_new(const koord_context *context,
                                       const koord_topology *topology,
                                       const koord_agent_options *options,
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
KOORD_API koord_status koord_agent_set_node(koord_agent *agent, const char *json,
                                            size_t length, koord_error *err);
/** Sets kubelet's configuration and allocations: the configuration and cpu_manager_state of `setup`
 *  (nullable: kubelet's defaults, nothing allocated). Pods keep their exclusive CPUs.
 *  Errors: INVALID, CORRUPT (cpu_manager_state: checksum), LIMIT
 *  (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_agent_set_kubelet(koord_agent *agent,
                                               const koord_kubelet_setup *setup,
                                               koord_error *err);
/** Sets the node's Device object, as for koord_cluster_set_devices. It supplies the names of
 *  devices that were allocated to pods by minor only. Length 0: the node has no Device object.
 *  Errors: INVALID (names the field; two devices of one type and minor), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_set_devices(koord_agent *agent,
                                               const char *json,
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
                                              uint32_t *known,
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
  KOORD_AGENT_CPUSET_SYSTEM = 5,      /**< of system QoS */
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

/** Where a pod or container runs. */
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
                                           const char *boot_id,
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
KOORD_API koord_status koord_agent_state_from_json(const char *json, size_t length,
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
                                              const char *json, size_t length,
                                              koord_error *err);

/** Selects a text of a koord_agent_state. */
typedef int32_t koord_agent_text;
enum { KOORD_AGENT_TEXT_NAME = 0, KOORD_AGENT_TEXT_BOOT_ID = 1 };
/** Writes one text, as koord_pod_get_text does. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_agent_state_get_text(const koord_agent_state *state,
                                                  koord_agent_text which, char *text,
                                                  size_t capacity, size_t *needed,
                                                  koord_error *err);
/** Returns the counts of the node that wrote the state. Errors: INVALID. */
KOORD_API koord_status koord_agent_state_get_info(const koord_agent_state *state,
                                                  koord_agent_info *info, koord_error *err);
/** As koord_agent_get_cpus, for the three pools and all CPUs. Errors: INVALID, NO_SPACE. */
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
  koord_refusal refusal; /**< why it does not run on the CPUs or NUMA nodes that it claims */
  uint32_t uid_offset;   /**< of the pod */
  uint32_t uid_length;
  uint32_t container_offset; /**< name of the container; length 0: the row is about the pod */
  uint32_t container_length;
  koord_qos qos;           /**< the QoS class that applies to the pod */
  koord_agent_place place; /**< of the pod or container */
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
                                                  uint64_t since,
                                                  koord_agent_pod *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Returns the texts of all rows; rows refer to them by offset and length. `*length` (nullable)
 *  receives the number of bytes; no NUL follows. Borrowed: valid as long as the state. `state` must
 *  not be NULL. */
KOORD_API const char *koord_agent_state_get_texts(const koord_agent_state *state,
                                                  size_t *length);
/** Finds where a container runs, by the uid of its pod and its own name (length 0: the pod).
 *
 *  row       receives the row of the container, or that of its pod where both run in the same
 *            place.
 *  row_size  the caller's sizeof koord_agent_pod, as a stride.
 *
 *  Errors: INVALID, NOT_FOUND (no such pod). */
KOORD_API koord_status koord_agent_state_find_container(const koord_agent_state *state,
                                                        const char *uid, size_t uid_length,
                                                        const char *container,
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

/* Control groups of a node.

 *
 * Brings the control groups of a node's pods in line with a state of the node (koord_agent_state).
 * The current values are read, and the writes are planned in an order that is safe at every step.
 * Then they are made and verified, and rolled back if one fails. docs/embed/cgroups.md has the
 * rules. */

/** How kubelet names control groups. */
typedef int32_t koord_cgroup_driver;
enum {
  KOORD_CGROUP_DRIVER_DETECT = 0, /**< detect by which of kubepods.slice and kubepods exists */
  KOORD_CGROUP_DRIVER_CGROUPFS = 1,
  KOORD_CGROUP_DRIVER_SYSTEMD = 2
};
/** Version of the kernel's control groups. */
typedef int32_t koord_cgroup_version;
enum {
  KOORD_CGROUP_VERSION_DETECT = 0, /**< detect by what is mounted; version 1 where both are */
  KOORD_CGROUP_VERSION_V1 = 1,
  KOORD_CGROUP_VERSION_V2 = 2
};
/** The container runtime; it determines how the control group of a container is named. */
typedef int32_t koord_cgroup_runtime;
enum {
  KOORD_CGROUP_RUNTIME_CONTAINERD = 1,
  KOORD_CGROUP_RUNTIME_DOCKER = 2,
  KOORD_CGROUP_RUNTIME_CRIO = 3,
  KOORD_CGROUP_RUNTIME_POUCH = 4
};

/** The path of a control group below the root of its controller (version 2: below the mount),
 *  without a leading '/'. Pure: nothing is read. */
typedef struct koord_cgroup_path koord_cgroup_path;
/** Creates the path of kubepods.
 *
 *  driver  must not be KOORD_CGROUP_DRIVER_DETECT.
 *  root    kubelet's cgroupRoot; length 0: none.
 *
 *  The caller owns *out. Errors: INVALID (root is not up to 4 names of letters, digits, '_', '.'
 *  and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_new(koord_cgroup_driver driver,
                                             const char *root, size_t root_length,
                                             koord_cgroup_path **out, koord_error *err);
KOORD_API void koord_cgroup_path_free(koord_cgroup_path *path);
/** Changes the path to that of a pod. uid length 0: the path of the QoS class, which for Guaranteed
 *  is kubepods itself. Errors: INVALID (uid is not up to 64 of a-z, 0-9 and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_pod(koord_cgroup_path *path, koord_kube_qos qos,
                                                 const char *uid, size_t uid_length,
                                                 koord_error *err);
/** Changes the path to that of a container of the pod that was set last. id length 0: the path of
 *  the pod; `runtime` is then ignored. Errors: INVALID (no pod was set; id is not up to 128 of 0-9
 *  and a-f), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_container(koord_cgroup_path *path,
                                                       koord_cgroup_runtime runtime,
                                                       const char *id,
                                                       size_t id_length, koord_error *err);
/** Writes the path; text as in koord_pod_get_text. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_path_format(const koord_cgroup_path *path, char *text,
                                                size_t capacity, size_t *needed,
                                                koord_error *err);

/** The opened control groups of a machine. Calls that take this handle read and write cgroup
 *  files. */
typedef struct koord_cgroups koord_cgroups;
/** Which control groups to open. */
typedef struct koord_cgroup_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroup_options;
/** Opens the control groups mounted at `mount` (length 0: /sys/fs/cgroup); for version 1 its
 *  directories cpuset and cpu. No access leaves these directories, and symbolic links in them are
 *  not followed. `root` is kubelet's cgroupRoot, length 0: none. `options` is nullable. The caller
 *  owns *out.
 *  Errors: INVALID, NOT_FOUND (no such directory, or neither kubepods.slice nor kubepods in it),
 *  PERMISSION, UNSUPPORTED (version 2 without the cpuset controller), IO, NO_MEMORY. */
KOORD_API koord_status koord_cgroups_open(const char *mount, size_t mount_length,
                                          const char *root, size_t root_length,
                                          const koord_cgroup_options *options,
                                          koord_cgroups **out, koord_error *err);
KOORD_API void koord_cgroups_close(koord_cgroups *cgroups);

/** Properties of the mounted control groups. */
typedef uint32_t koord_cgroups_flags;
enum {
  KOORD_CGROUPS_HYBRID = 1 /**< version 1 is used, although version 2 is mounted beside it */
};
/** The control groups that a machine has. */
typedef struct koord_cgroups_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroups_flags properties;
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroups_info;
/** Returns driver, version and properties. Errors: INVALID. */
KOORD_API koord_status koord_cgroups_get_info(const koord_cgroups *cgroups,
                                              koord_cgroups_info *info, koord_error *err);

/** Names of containers by container id. */
typedef struct koord_cgroup_containers koord_cgroup_containers;
/** Creates an empty map. The caller owns *out. Errors: INVALID (out is NULL), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_new(koord_cgroup_containers **out, koord_error *err);
KOORD_API void koord_cgroup_containers_free(koord_cgroup_containers *containers);
/** Adds the name of the container with this id; name length 0: the container is the sandbox.
 *  Errors: INVALID (id is not 1 to 128 of 0-9 and a-f, or was added before; name is over
 *  1024 bytes), LIMIT (over 16,384 containers), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_add(koord_cgroup_containers *containers,
                                                   const char *id, size_t id_length,
                                                   const char *name,
                                                   size_t name_length, koord_error *err);

/** Planned writes to control groups. Immutable. */
typedef struct koord_cgroup_plan koord_cgroup_plan;
/** Reads the control groups and plans the writes; writes nothing.
 *
 *  containers  nullable. Names matter only for pods whose containers run in different places;
 *              containers of such pods that are not named here are not changed.
 *
 *  Pods that the state does not know are not changed; on version 1 the directories above them stay
 *  large enough for them. The caller owns *out. Errors: INVALID, CONFLICT (two exclusive pods would
 *  be on one CPU; or pods of one CPU each wait for each other while exclusive pods of one CPU each
 *  hold all other CPUs), NOT_FOUND (no kubepods), CORRUPT (a file has content that the kernel would
 *  not write), LIMIT (over 16,384 groups or 8 levels), PERMISSION, UNSUPPORTED, IO, NO_MEMORY. */
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
/** The purpose of a step within the order of a plan. */
typedef int32_t koord_cgroup_phase;
enum {
  KOORD_CGROUP_PHASE_SHRINK = 1,      /**< a container gives up CPUs that it may no longer use */
  KOORD_CGROUP_PHASE_GROW_PARENT = 2, /**< a parent is extended to what its children will have */
  KOORD_CGROUP_PHASE_MOVE = 3,        /**< a container gets its CPUs or NUMA nodes */
  KOORD_CGROUP_PHASE_PARK = 4,        /**< a container is moved aside temporarily */
  /** a parent is reduced to its own CPUs and those of its children */
  KOORD_CGROUP_PHASE_SETTLE_PARENT = 5,
  KOORD_CGROUP_PHASE_REMOVE_QUOTA = 6 /**< a quota is removed */
};
/** What a control group represents. */
typedef int32_t koord_cgroup_kind;
enum {
  KOORD_CGROUP_KIND_ROOT = 1,
  KOORD_CGROUP_KIND_QOS = 2,
  KOORD_CGROUP_KIND_POD = 3,
  KOORD_CGROUP_KIND_CONTAINER = 4,
  KOORD_CGROUP_KIND_NESTED = 5, /**< below a container */
  KOORD_CGROUP_KIND_OTHER = 6   /**< at the level of pods, but not a pod's */
};
/** One write to a control group. Texts are in koord_cgroup_plan_get_texts. */
typedef struct koord_cgroup_step {
  koord_cgroup_phase phase;
  koord_cgroup_file file;
  koord_cgroup_kind kind; /**< of the group */
  uint32_t path_offset;   /**< path of the file, below the mount */
  uint32_t path_length;
  uint32_t from_offset; /**< content of the file before the step */
  uint32_t from_length;
  uint32_t to_offset; /**< content that is written */
  uint32_t to_length;
  uint32_t uid_offset; /**< uid of the pod, length 0: none */
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_step;
/** Copies the steps in their order. No steps: everything is in the desired state already. rows as
 *  in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_plan_get_steps(const koord_cgroup_plan *plan,
                                                   koord_cgroup_step *rows, size_t stride,
                                                   size_t capacity, size_t *count,
                                                   koord_error *err);
/** Returns the texts of the plan's steps, as koord_agent_state_get_texts does for a state. */
KOORD_API const char *koord_cgroup_plan_get_texts(const koord_cgroup_plan *plan,
                                                  size_t *length);
/** Writes {"steps":[{"phase","path","from","to","pod"}],"skipped":[{"path","pod","reason"}]}:
 *  "skipped" lists what is not changed and why. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_json(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);
/** Writes one line per step: what would be done. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_text(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);

/** The result of applying a plan. Immutable. */
typedef struct koord_cgroup_report koord_cgroup_report;
/** Makes the writes of a plan in order, and verifies each by reading back the effective value. Old
 *  values are read before anything is written. Groups that no longer exist are skipped. If a write
 *  fails, the writes already made are rolled back. Write failures are reported in *out, not as a
 *  status. A plan that is already in effect causes no writes. `cgroups` must be the handle that the
 *  plan was made from, or the same control groups opened again.
 *  Errors: INVALID, NO_MEMORY (nothing was written). */
KOORD_API koord_status koord_cgroups_apply(koord_cgroups *cgroups, const koord_cgroup_plan *plan,
                                           koord_cgroup_report **out, koord_error *err);
KOORD_API koord_cgroup_report *koord_cgroup_report_ref(const koord_cgroup_report *report);
KOORD_API void koord_cgroup_report_unref(koord_cgroup_report *report);

/** The outcome of applying a plan. */
typedef int32_t koord_cgroup_outcome;
enum {
  KOORD_CGROUP_OUTCOME_DONE = 0,
  KOORD_CGROUP_OUTCOME_UNDONE = 1, /**< a step failed; everything was rolled back */
  /** a step failed, and so did a rollback: the steps up to the one that could not be rolled back
   *  are in effect */
  KOORD_CGROUP_OUTCOME_PARTIAL = 2,
  /** the control groups changed after the plan was made; nothing was written */
  KOORD_CGROUP_OUTCOME_STALE = 3,
};
/** Why a write to a control group failed. */
typedef int32_t koord_cgroup_error;
enum {
  KOORD_CGROUP_ERROR_NONE = 0,
  KOORD_CGROUP_ERROR_RETRY = 1,       /**< busy; a retry may succeed */
  KOORD_CGROUP_ERROR_GONE = 2,        /**< the group does not exist */
  KOORD_CGROUP_ERROR_DENIED = 3,      /**< not permitted */
  KOORD_CGROUP_ERROR_INVALID = 4,     /**< the kernel rejects the value */
  KOORD_CGROUP_ERROR_UNSUPPORTED = 5, /**< the group does not have the file */
  KOORD_CGROUP_ERROR_DRIFTED = 6 /**< accepted but not in effect, or changed by another process */
};
/** The outcome of applying a plan. */
typedef struct koord_cgroup_report_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t writes;      /**< number of writes made, rollbacks included */
  int64_t failed_step;  /**< index of the first step that failed, -1: none */
  int64_t failed_undo;  /**< index of the step that could not be rolled back, -1: none */
  koord_cgroup_outcome outcome;
  koord_cgroup_error error; /**< of the failed step */
} koord_cgroup_report_info;
/** Returns the outcome. Errors: INVALID. */
KOORD_API koord_status koord_cgroup_report_get_info(const koord_cgroup_report *report,
                                                    koord_cgroup_report_info *info,
                                                    koord_error *err);
/** The outcome of one step of a plan. */
typedef int32_t koord_cgroup_step_state;
enum {
  KOORD_CGROUP_STEP_STATE_NOT_MADE = 0,
  KOORD_CGROUP_STEP_STATE_MADE = 1,       /**< written and in effect */
  KOORD_CGROUP_STEP_STATE_GONE = 2,       /**< the pod or container no longer exists */
  KOORD_CGROUP_STEP_STATE_FAILED = 3,     /**< rejected, or not in effect */
  KOORD_CGROUP_STEP_STATE_TAKEN_BACK = 4, /**< rolled back: the old value is in effect */
  KOORD_CGROUP_STEP_STATE_STUCK = 5       /**< could not be rolled back */
};
/** The outcome of the step with the same index. Texts are in koord_cgroup_report_get_texts. */
typedef struct koord_cgroup_result {
  koord_cgroup_step_state state;
  koord_cgroup_error error;
  int32_t error_number; /**< errno of the failed operation, 0: none */
  uint32_t read_offset; /**< the value that was read back last */
  uint32_t read_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_result;
/** Copies the outcome of every step, as koord_cgroup_plan_get_steps does. */
KOORD_API koord_status koord_cgroup_report_get_results(const koord_cgroup_report *report,
                                                       koord_cgroup_result *rows, size_t stride,
                                                       size_t capacity, size_t *count,
                                                       koord_error *err);
/** Returns the texts of the results, as koord_agent_state_get_texts does for a state. */
KOORD_API const char *koord_cgroup_report_get_texts(const koord_cgroup_report *report,
                                                    size_t *length);
/** Writes
 *  {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to",
 *  "readBack","pod"}]}; the summary is one sentence that names the failed step and the cause.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_report_to_json(const koord_cgroup_report *report,
                                                   koord_buffer **out, koord_error *err);

/* The NUMA topology manager: policies, and the merge of hints. */

/** Which pods use a NUMA node. */
typedef int32_t koord_numa_use;
enum {
  KOORD_NUMA_USE_IDLE = 0,
  KOORD_NUMA_USE_SINGLE = 1, /**< only pods that are aligned to one NUMA node */
  KOORD_NUMA_USE_SHARED = 2  /**< at least one pod that spans NUMA nodes */
};
/** What a list of hints says. */
typedef int32_t koord_numa_hint_kind;
enum {
  KOORD_NUMA_HINT_KIND_HINTS = 0,         /**< what its hints say; no hints: as UNSATISFIABLE */
  KOORD_NUMA_HINT_KIND_NO_PREFERENCE = 1, /**< any NUMA nodes are suitable */
  KOORD_NUMA_HINT_KIND_UNSATISFIABLE = 2  /**< no NUMA nodes can supply the resource */
};

#define KOORD_MAX_NUMA_NODES 64      /**< NUMA nodes of one koord_numa_hints */
#define KOORD_MAX_NUMA_LISTS 256     /**< lists of one koord_numa_hints */
#define KOORD_MAX_NUMA_HINTS 4194304 /**< hints of all lists of one koord_numa_hints */

/** One NUMA node of a machine. */
typedef struct koord_numa_place {
  /** Kernel NUMA node number; below 64 for a merge under KOORD_PROFILE_UPSTREAM and
   *  KOORD_PROFILE_KUBELET. */
  int32_t numa_node;
  koord_numa_use use;
} koord_numa_place;

/** Properties of a NUMA hint. */
typedef uint32_t koord_numa_hint_flags;
enum {
  KOORD_NUMA_HINT_PREFERRED = 1,  /**< the best that is possible for this resource */
  KOORD_NUMA_HINT_NO_AFFINITY = 2 /**< any NUMA nodes; `nodes` is 0 */
};
/** One way to allocate a resource: all of it from exactly these NUMA nodes. */
typedef struct koord_numa_hint {
  uint64_t nodes; /**< bit i is row i of koord_numa_hints_get_nodes */
  int64_t score;  /**< -2^53 to 2^53; ignored by kubelet's profile */
  koord_numa_hint_flags flags;
  uint32_t reserved; /**< 0 */
} koord_numa_hint;

/** A list of hints to add: what one provider (CPUs, memory, a device plugin) says about one
 *  resource. */
typedef struct koord_numa_hint_list {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  int32_t provider;     /**< number of the provider; must not decrease from list to list */
  koord_numa_hint_kind kind;
} koord_numa_hint_list;

/** A list of hints that was added. */
typedef struct koord_numa_hint_list_info {
  uint32_t name_offset; /**< name of the resource, in koord_numa_hints_get_texts */
  uint32_t name_length;
  uint32_t hint_count; /**< 0 unless kind is KOORD_NUMA_HINT_KIND_HINTS */
  int32_t provider;
  koord_numa_hint_kind kind;
} koord_numa_hint_list_info;

/** The input of a merge: the NUMA nodes of one machine with their users and distances, and the
 *  hints of providers for the resources of a pod or container. Create it once and use it for many
 *  pods: it keeps its memory when it is reset or filled again. Calls that take it as const may run
 *  at the same time; all others require exclusive access. */
typedef struct koord_numa_hints koord_numa_hints;
/** Creates hints without NUMA nodes and lists. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_new(koord_numa_hints **out, koord_error *err);
/** Copies hints. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_clone(const koord_numa_hints *hints, koord_numa_hints **out,
                                              koord_error *err);
KOORD_API void koord_numa_hints_free(koord_numa_hints *hints);
/** Restores the state of new hints, but keeps the memory. Errors: INVALID. */
KOORD_API koord_status koord_numa_hints_reset(koord_numa_hints *hints, koord_error *err);

/** Replaces the NUMA nodes. Set them before adding lists, because hints name NUMA nodes by row.
 *  Existing lists stay, and their hints then refer to the new rows.
 *
 *  rows       ascending by number, `stride` bytes apart, at most KOORD_MAX_NUMA_NODES.
 *  distances  nullable without KOORD_NUMA_MERGE_PREFER_CLOSEST: `count` rows of `count` values, as
 *             in koord_topology_get_distances. Copied.
 *
 *  Errors: INVALID (numbers that do not ascend, an unknown use, fewer rows than hints name), LIMIT
 *  (too many), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_set_nodes(koord_numa_hints *hints,
                                                  const koord_numa_place *rows, size_t stride,
                                                  size_t count,
                                                  const uint32_t *distances,
                                                  koord_error *err);
/** Appends a list.
 *
 *  name  of the resource: UTF-8 of at most 1024 bytes; two lists may have the same name.
 *  rows  its hints, `stride` bytes apart; none unless list->kind is KOORD_NUMA_HINT_KIND_HINTS. All
 *        lists together have at most KOORD_MAX_NUMA_HINTS.
 *
 *  Errors: INVALID (a provider number below that of the last list, hints although the kind has
 *  none, a hint for NUMA nodes that do not exist, an unknown flag or kind), LIMIT (more than
 *  KOORD_MAX_NUMA_LISTS lists, too many hints), NO_MEMORY. */
KOORD_API koord_status koord_numa_hints_add_list(koord_numa_hints *hints,
                                                 const koord_numa_hint_list *list, const char *name,
                                                 size_t length, const koord_numa_hint *rows,
                                                 size_t stride, size_t count, koord_error *err);

/** Copies the NUMA nodes. rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_nodes(const koord_numa_hints *hints,
                                                  koord_numa_place *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Copies the lists, in the order in which they were added. rows as in koord_topology_get_cpus.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_lists(const koord_numa_hints *hints,
                                                  koord_numa_hint_list_info *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Returns the names of the lists; rows refer to them by offset and length. Borrowed: valid until
 *  `hints` is changed or freed. `*length` (nullable) receives the number of bytes. NULL if `hints`
 *  is NULL. */
KOORD_API const char *koord_numa_hints_get_texts(const koord_numa_hints *hints,
                                                 size_t *length);
/** Copies the hints of a list, by its row. rows as in koord_topology_get_cpus. Errors: INVALID (no
 *  such list), NO_SPACE. */
KOORD_API koord_status koord_numa_hints_get_hints(const koord_numa_hints *hints, uint32_t list,
                                                  koord_numa_hint *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Options of a merge. */
typedef uint32_t koord_numa_merge_flags;
enum {
  /** Of sets with the same number of NUMA nodes, prefer the closest (prefer-closest-numa-nodes). */
  KOORD_NUMA_MERGE_PREFER_CLOSEST = 1
};
/** How hints are merged. */
typedef struct koord_numa_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_numa_merge_flags flags;
  koord_profile profile;
  koord_numa_policy policy;
  koord_numa_exclusive exclusive; /**< ignored by kubelet's profile */
  /** Limit of NUMA nodes. 0: 8 under kubelet's profile, else KOORD_MAX_NUMA_NODES. Under kubelet's
   *  profile the limit must be at least 8 (max-allowable-numa-nodes). */
  uint32_t max_nodes;
} koord_numa_options;

/** Properties of a merge's result. */
typedef uint32_t koord_numa_merged_flags;
enum {
  KOORD_NUMA_MERGED_ADMIT = 1,
  KOORD_NUMA_MERGED_PREFERRED = 2,
  KOORD_NUMA_MERGED_AFFINITY = 4,   /**< the pod must use `nodes` only */
  KOORD_NUMA_MERGED_UNSATISFIED = 8 /**< `nodes` do not suit every resource */
};
/** The result of a merge. 24 bytes, final. */
typedef struct koord_numa_merged {
  /** Bit i is row i of koord_numa_hints_get_nodes; all of them without an affinity. */
  uint64_t nodes;
  int64_t score; /**< of the hints for exactly these nodes; 0 under kubelet's profile */
  koord_numa_merged_flags flags;
  koord_reason reason; /**< KOORD_REASON_NONE when admitted */
} koord_numa_merged;

/** Merges the hints for all resources of a pod or container into one set of NUMA nodes, and decides
 *  whether the policy admits it (semantics: the topology managers of kubelet 1.36 and Koordinator
 *  v1.8, and libkoord's own; docs/reference/numa.md). Pure; uses no heap with up to 8 NUMA nodes
 *  and 255 hints per resource, unless text is wanted.
 *
 *  out   never NULL.
 *  text  why the pod is not admitted, with a NUL; "" if it is. Under KOORD_PROFILE_UPSTREAM and
 *        KOORD_PROFILE_KUBELET it is the message of Koordinator and kubelet, one reason per line.
 *        NULL with capacity 0: not wanted. `*needed` (nullable) receives its length without the
 *        NUL.
 *
 *  A pod that is not admitted is not an error. KOORD_REASON_SEARCH_LIMIT: under
 *  KOORD_PROFILE_UPSTREAM more than 10^6 combinations of hints; under KOORD_PROFILE_KUBELET hints
 *  with too many different intersections, only on machines with more than 16 NUMA nodes. Time grows
 *  with the number of hints N as N log N, and under KOORD_PROFILE_KUBELET, if no set is preferred,
 *  with the number of different intersections of hints.
 *  Errors: INVALID (unknown policy, flag or profile; a NUMA node number that the profile does not
 *  allow; no distances; max_nodes), LIMIT (more NUMA nodes than max_nodes), NO_SPACE (text; nothing
 *  but *needed is written), NO_MEMORY. */
KOORD_API koord_status koord_numa_merge(const koord_numa_options *options,
                                        const koord_numa_hints *hints, koord_numa_merged *out,
                                        char *text, size_t capacity, size_t *needed,
                                        koord_error *err);

/* The nodes of a cluster and the pods on them, for a scheduler. */

/** The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
 *  (semantics: Koordinator's CPU orchestration proposal; docs/embed/scheduling.md). The handle
 *  synchronises itself: any thread may call any function on it at any time, even functions that
 *  take a `koord_cluster *`; only koord_cluster_free requires exclusive access. No call except
 *  planning locks the cluster for longer than one evaluation. */
typedef struct koord_cluster koord_cluster;

/** Options of a cluster. */
typedef uint32_t koord_cluster_flags;
enum {
  /** Score by Koordinator's current formula, even under KOORD_PROFILE_SPEC. */
  KOORD_CLUSTER_UPSTREAM_SCORE = 1,
  /** Ignore kubelet's own allocations and reserved CPUs. This is the first stage of taking over
   *  kubelet's CPU management. */
  KOORD_CLUSTER_IGNORE_KUBELET = 2
};

/** How devices are scored: as Koordinator's DeviceShare does, with its default weights. */
typedef int32_t koord_device_strategy;
enum {
  KOORD_DEVICE_STRATEGY_DEFAULT = 0,        /**< not stated: least allocated */
  KOORD_DEVICE_STRATEGY_MOST_ALLOCATED = 1, /**< pack pods */
  KOORD_DEVICE_STRATEGY_LEAST_ALLOCATED = 2 /**< spread pods over devices and nodes */
};

/** Choice of GPUs for a pod that requests several (docs/reference/devices-links.md). */
typedef int32_t koord_gpu_pick;
enum {
  KOORD_GPU_PICK_SET = 0, /**< the best-linked set */
  /** a set of the best split of all free GPUs into sets of the requested size */
  KOORD_GPU_PICK_PARTITION = 1
};

/** How a cluster judges and scores. Whether pods are packed on few nodes, which is the default, or
 *  spread over many is said by the arguments of koord_cluster_new. */
typedef struct koord_cluster_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_cluster_flags flags;
  koord_profile profile; /**< KOORD_PROFILE_SPEC or KOORD_PROFILE_UPSTREAM */
  koord_device_strategy device_strategy;
  koord_gpu_pick gpu_pick;
  uint32_t reserved; /**< 0 */
} koord_cluster_options;

/** Creates an empty cluster. `context` (nullable) receives the diagnostics of all calls on the
 *  cluster, on the threads that make the calls, and concurrently when calls are concurrent. Free
 *  the context after the cluster. `args` are the arguments of Koordinator's plugins as JSON (length
 *  0: their defaults): a KubeSchedulerConfiguration that configures NodeNUMAResource, DeviceShare
 *  or both in a profile, or the arguments of one of the two, here with the defaults in brackets:
 *  - NodeNUMAResourceArgs: defaultCPUBindPolicy ("FullPCPUs"; "": only pods that ask for it are
 *    bound to CPUs), numaTopologyAlignmentPolicy (from the proposal, for nodes that state none;
 *    "BestEffort"), scoringStrategy (MostAllocated: pods are packed on few nodes) and
 *    numaScoringStrategy (LeastAllocated; read under KOORD_PROFILE_UPSTREAM only), each with type
 *    MostAllocated, LeastAllocated or BalancedAllocation and up to 64 resources with weights 1 to
 *    100 (cpu and memory, 1 each). As upstream, the weights of scoringStrategy apply to both
 *    strategies.
 *  - DeviceShareArgs: scoringStrategy with type MostAllocated or LeastAllocated, which overrides
 *    options.device_strategy (LeastAllocated), and weights; see docs/reference/devices.md.
 *  Errors: INVALID (names the field), UNSUPPORTED (another profile), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_new(const koord_context *context,
                                         const koord_cluster_options *options,
                                         const char *args,
                                         size_t args_length, koord_cluster **out, koord_error *err);
KOORD_API void koord_cluster_free(koord_cluster *cluster);

/** Adds or replaces the node described by a Node (v1) object of the API server
 *  (docs/reference/objects.md lists the fields). Allocations of its pods are kept. `*id` (nullable)
 *  receives the number of the node; numbers count up from 0 and are never reused.
 *  Amounts are at most 2^50, CPU 2^42 milli: a node that reports more is treated as having this
 *  much; a pod that requests or claims more is LIMIT in every call. Pods that wait for the node
 *  (koord_cluster_set_pod) are attached to it.
 *  Errors: INVALID (names node and field), LIMIT (over 4 MiB, more than 1024 resources of the node
 *  or 2^20 node numbers, those of removed nodes included), NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_node(koord_cluster *cluster,
                                              const char *json, size_t length,
                                              uint32_t *id, koord_error *err);
/** Sets the NodeResourceTopology of a node: CPUs, NUMA nodes and kubelet's settings. It may be set
 *  before the node itself. Pods keep their allocations, even if those CPUs no longer exist. Errors:
 *  as koord_cluster_set_node; LIMIT over 16 MiB. */
KOORD_API koord_status koord_cluster_set_topology(koord_cluster *cluster,
                                                  const char *json, size_t length,
                                                  uint32_t *id, koord_error *err);
/** Sets the devices of a node: a Device object (scheduling.koordinator.sh/v1alpha1), named after
 *  the node, in any published spelling (docs/reference/devices.md). Devices may be GPUs, RDMA and
 *  FPGA devices and any other type. Requests for a resource that devices have are allocated from
 *  the devices; the node's own amount of that resource no longer counts. The object may be set
 *  before the node itself. Pods keep their allocations, even if those devices no longer exist or
 *  are unhealthy. Errors: as koord_cluster_set_node; also INVALID for two devices of one type and
 *  minor, LIMIT for more than 64 devices of one type, 16 resources of one type and 64 types. */
KOORD_API koord_status koord_cluster_set_devices(koord_cluster *cluster,
                                                 const char *json, size_t length,
                                                 uint32_t *id, koord_error *err);

/** Removes the node with its topology and pods. A node with the same name gets a new number when it
 *  is added again. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_node(koord_cluster *cluster, const char *name,
                                                 size_t length, koord_error *err);
/** Removes the NodeResourceTopology of the node. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_topology(koord_cluster *cluster, const char *name,
                                                     size_t length, koord_error *err);
/** Removes the Device object of the node: its devices are not allocated until the object returns;
 *  existing allocations are kept. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_devices(koord_cluster *cluster, const char *name,
                                                    size_t length, koord_error *err);
/** Returns the number of an existing node. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_node_id(const koord_cluster *cluster, const char *name,
                                                 size_t length, uint32_t *id, koord_error *err);
/** Writes the name of the node with this number, even if the node was removed; text as in
 *  koord_pod_get_text. Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_name(const koord_cluster *cluster, uint32_t node,
                                                   char *text, size_t capacity,
                                                   size_t *needed, koord_error *err);
/** The names of a cluster's nodes at one moment. Immutable, counted, shared by any threads. */
typedef struct koord_node_names koord_node_names;
/** The name of a node. 16 bytes, final. */
typedef struct koord_node_name {
  uint32_t node;        /**< number of the node */
  uint32_t name_offset; /**< in koord_node_names_get_texts */
  uint32_t name_length;
  uint32_t reserved; /**< 0 */
} koord_node_name;
/** Returns the names of all existing nodes in one call. For nodes that are added later, use
 *  koord_cluster_get_node_name. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_names(const koord_cluster *cluster,
                                                    koord_node_names **out, koord_error *err);
/** Adds a reference and returns `names`; NULL for NULL. */
KOORD_API koord_node_names *koord_node_names_ref(const koord_node_names *names);
KOORD_API void koord_node_names_unref(koord_node_names *names);
/** Copies a row for each node, by number. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_node_names_get_rows(const koord_node_names *names,
                                                 koord_node_name *rows, size_t stride,
                                                 size_t capacity, size_t *count, koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as `names`. */
KOORD_API const char *koord_node_names_get_texts(const koord_node_names *names,
                                                 size_t *length);
/** Returns the machine of a node, NULL if its topology is unknown. The caller owns *out. Errors:
 *  INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_node_topology(const koord_cluster *cluster, uint32_t node,
                                                       koord_topology **out,
                                                       koord_error *err);

/** Selects a set of CPUs of a node of a cluster. */
typedef int32_t koord_cluster_cpuset;
enum {
  KOORD_CLUSTER_CPUSET_FREE = 0,       /**< CPUs that a pod can get exclusively */
  KOORD_CLUSTER_CPUSET_ALLOCATED = 1,  /**< CPUs that pods own */
  KOORD_CLUSTER_CPUSET_RESERVED = 2,   /**< CPUs that are reserved, of system QoS, or kubelet's */
  KOORD_CLUSTER_CPUSET_SHARED_POOL = 3 /**< the shared pool: CPUs that no pod owns */
};
/** Writes one set of CPUs of a node to all of `words`. Errors: INVALID, NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_node_cpus(const koord_cluster *cluster, uint32_t node,
                                                   koord_cluster_cpuset which, uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** Counts of a cluster. */
typedef struct koord_cluster_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< counts every change, from 1 */
  uint64_t pods;        /**< pods with allocations; pods that wait for their node do not count */
  uint32_t nodes;       /**< existing nodes, even if only a topology or devices were set */
  uint32_t ids;         /**< node numbers assigned so far: every node number in a row is below */
  /** changes rejected because they gave more than a node has: defects of the library */
  uint64_t rejected;
} koord_cluster_info;
/** Returns the counts. Errors: INVALID. */
KOORD_API koord_status koord_cluster_get_info(const koord_cluster *cluster,
                                              koord_cluster_info *info, koord_error *err);

/** Writes the name of the resource that koord_refusal.resource stands for; text as in
 *  koord_pod_get_text. A number stands for its resource as long as a node or pod of the cluster, or
 *  the pod of the call that returned it, mentions the resource. Later the number may be reused for
 *  another. Errors: INVALID, NOT_FOUND (no such resource in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_resource_name(const koord_cluster *cluster,
                                                       int32_t resource, char *text,
                                                       size_t capacity,
                                                       size_t *needed,
                                                       koord_error *err);

/** Writes the name of the device type that koord_refusal.device_type stands for: 0 "gpu", 1 "rdma",
 *  2 "fpga", other numbers as long as something in the cluster is of that type; text as in
 *  koord_pod_get_text. Errors: INVALID, NOT_FOUND (no such type in this cluster), NO_SPACE. */
KOORD_API koord_status koord_cluster_get_device_type_name(const koord_cluster *cluster,
                                                          int32_t type, char *text, size_t capacity,
                                                          size_t *needed,
                                                          koord_error *err);
/** Returns the number of a device type by its name: the inverse. Errors: INVALID, NOT_FOUND (no
 *  such type in this cluster). */
KOORD_API koord_status koord_cluster_get_device_type(const koord_cluster *cluster, const char *name,
                                                     size_t length, int32_t *id, koord_error *err);
/** Writes the sentence of koord_refusal_format with this cluster's names of resources and device
 *  types ("needs 4 of example.com/nic; the node has 2 available"). Use it soon after the call that
 *  returned the refusal: numbers may be reused. Errors: INVALID, NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_cluster_format_refusal(const koord_cluster *cluster,
                                                    const koord_refusal *refusal, char *text,
                                                    size_t capacity, size_t *needed,
                                                    koord_error *err);

/** Properties of a verdict. */
typedef uint32_t koord_verdict_flags;
enum {
  KOORD_VERDICT_UNRESOLVABLE = 1, /**< no eviction would change the reason */
  KOORD_VERDICT_REMOVED = 2       /**< only from koord_cluster_get_changes: the node was removed */
};
/** Whether a pod fits on a node, and how well. 16 bytes. */
typedef struct koord_verdict {
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: the pod fits */
  /** 0 where the pod does not fit. Under KOORD_PROFILE_SPEC 0..200: the proposal's A + B, not yet
   *  normalised; with Koordinator's formula 0..100. The score of devices, 0..100 for each type, is
   *  added. Under a koord_gpu_policy it is the score of that policy instead. */
  int32_t score;
  koord_verdict_flags flags;
} koord_verdict;

/** Options of a query. */
typedef uint32_t koord_query_flags;
enum {
  /** Do not check the amounts of the whole node and spec.unschedulable: the host checks them
   *  elsewhere (Kubernetes' plugins NodeResourcesFit and NodeUnschedulable). */
  KOORD_QUERY_SKIP_FIT = 1,
  /** koord_cluster_plan_resize: if there is no other way, the pod may move to other CPUs and NUMA
   *  nodes of its node. */
  KOORD_QUERY_MAY_MOVE = 2
};

/** The conditions of a call: flags, nodes and hypothetical changes. It is an argument of a call,
 *  not a state of the cluster: create it once, use it for many calls, and change it in between.
 *  Setters require exclusive access.
 *
 *  A call refuses a query that names pods, nodes or reservations which the call does not read
 *  (INVALID). Flags, the generation and the affinity have no effect on calls that do not read them:
 *  one query may serve Filter, Score and Reserve. */
typedef struct koord_query koord_query;
/** Creates a query without conditions; it has the same meaning as NULL. The caller owns *out.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_query_new(koord_query **out, koord_error *err);
/** Copies a query, for a host that clones its own state. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_query_clone(const koord_query *query, koord_query **out,
                                         koord_error *err);
KOORD_API void koord_query_free(koord_query *query);
/** Restores the state of a new query. Errors: INVALID. */
KOORD_API koord_status koord_query_reset(koord_query *query, koord_error *err);
/** Sets the flags. Errors: INVALID. */
KOORD_API koord_status koord_query_set_flags(koord_query *query, koord_query_flags flags,
                                             koord_error *err);
/** koord_cluster_evaluate: judges the nodes from number `first` on, at most `count` numbers.
 *  Default: all nodes. Other calls refuse a query that limits them. Errors: INVALID. */
KOORD_API koord_status koord_query_set_nodes(koord_query *query, uint32_t first, size_t count,
                                             koord_error *err);
/** koord_cluster_reserve, koord_cluster_reserve_from: the generation of the verdict that the caller
 *  relies on; 0: accept the node as it is now. Errors: INVALID. */
KOORD_API koord_status koord_query_set_generation(koord_query *query, uint64_t generation,
                                                  koord_error *err);
/** koord_cluster_reserve: the NUMA nodes that the host's own topology manager chose; bit i is row i
 *  of koord_numa_hints_get_nodes. 0: the node's NUMA policy chooses. Errors: INVALID. */
KOORD_API koord_status koord_query_set_affinity(koord_query *query, uint64_t affinity,
                                                koord_error *err);
/** Evaluates as if the pod with this uid were removed; an unknown pod has no effect. Errors:
 *  INVALID, LIMIT (65536 pods), NO_MEMORY. */
KOORD_API koord_status koord_query_remove_pod(koord_query *query, const char *uid, size_t length,
                                              koord_error *err);
/** Evaluates as if the pod were on this node, where Reserve would place it. A pod that does not fit
 *  counts with its amounts of the whole node only, without CPUs, NUMA nodes or devices. If there
 *  are several, higher priorities come first, equal ones in the order of the calls. Existing
 *  allocations of the pod are kept; remove the pod first. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_add_pod(koord_query *query, const koord_pod *pod, uint32_t node,
                                           koord_error *err);

/** Whether plans may evict or move a pod. */
typedef int32_t koord_protection;
enum {
  KOORD_PROTECTION_NONE = 0,
  KOORD_PROTECTION_AVOID = 1, /**< evict only if there is no other way (PodDisruptionBudgets) */
  KOORD_PROTECTION_KEEP = 2   /**< neither evict nor move */
};
/** Protects a pod from eviction and moves. The last call per pod wins; an unknown pod has no
 *  effect. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_protect_pod(koord_query *query, const char *uid, size_t length,
                                               koord_protection protection, koord_error *err);

/** The result of an evaluation besides its rows. 16 bytes, final. */
typedef struct koord_evaluation {
  /** generation of the cluster that was judged; for koord_cluster_get_changes an input, too */
  uint64_t generation;
  uint64_t count; /**< number of rows; written also on NO_SPACE */
} koord_evaluation;

/** Filter and score: judges the nodes of `query` for a pod, or all nodes if `query` is NULL. Rows
 *  ascend by node; removed nodes have no row. Verdicts are cached per shape of pod, so that only
 *  changed nodes are judged again.
 *
 *  query  nullable.
 *  rows   as in koord_topology_get_cpus.
 *  out    never NULL; written also on NO_SPACE.
 *
 *  Errors: INVALID, NO_SPACE, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_evaluate(const koord_cluster *cluster, const koord_pod *pod,
                                              const koord_query *query,
                                              koord_verdict *rows, size_t stride, size_t capacity,
                                              koord_evaluation *out, koord_error *err);
/** Finds the best nodes for a pod, at most `capacity` of them: higher scores first, then lower
 *  numbers. Nodes where the pod does not fit are left out. `query` is nullable and must name no
 *  pods or nodes. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_find_best(const koord_cluster *cluster, const koord_pod *pod,
                                               const koord_query *query,
                                               koord_verdict *rows, size_t stride, size_t capacity,
                                               koord_evaluation *out, koord_error *err);
/** Returns the verdicts that changed after inout->generation, in no particular order, each node
 *  once. Unchanged verdicts may be included if that generation is too old, or if the pod's shape
 *  was not judged since. Pass the `*inout` of an earlier call for this pod; it is updated for the
 *  next call. `query` is nullable and must name no pods or nodes. Errors: as
 *  koord_cluster_evaluate; inout->generation is then unchanged. */
KOORD_API koord_status koord_cluster_get_changes(const koord_cluster *cluster, const koord_pod *pod,
                                                 const koord_query *query,
                                                 koord_verdict *rows, size_t stride,
                                                 size_t capacity, koord_evaluation *inout,
                                                 koord_error *err);
/** Normalises scores as the proposal does, over the nodes that passed all filters: 100 * score /
 *  highest score, rounded down. Errors: INVALID. */
KOORD_API koord_status koord_verdicts_normalize(koord_verdict *rows, size_t stride, size_t count,
                                                koord_error *err);
/** Judges one node for a pod, with the details of a refusal. `refusal` is never NULL; `query` and
 *  `score` are nullable. Errors: INVALID, NOT_FOUND (no such node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_judge(const koord_cluster *cluster, const koord_pod *pod,
                                           const koord_query *query, uint32_t node,
                                           koord_refusal *refusal, int32_t *score,
                                           koord_error *err);

/** Reserve: allocates CPUs and NUMA amounts on the node to the pod, or refuses it. A verdict holds
 *  as long as the node does not change. A pod that is already reserved on this node keeps its
 *  allocation.
 *
 *  query    nullable; its flags, generation and affinity are read.
 *  cpus     nullable; `words` words: the CPUs that the pod owns; all zero: it shares CPUs, or was
 *           refused.
 *  refusal  never NULL.
 *
 *  Errors: INVALID (a pod without uid, an affinity beyond the node's NUMA nodes, a query that names
 *  pods, nodes or reservations), NOT_FOUND (no such node), STALE (the node changed since the
 *  query's generation), CONFLICT (the pod is on another node; or koord_cluster_info.rejected),
 *  NO_SPACE (`words` is less than the machine needs), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_reserve(koord_cluster *cluster, const koord_pod *pod,
                                             const koord_query *query, uint32_t node,
                                             uint64_t *cpus, size_t words,
                                             koord_refusal *refusal, koord_error *err);
/** Computes the NUMA hints of the node's CPUs and other resources, for a host whose topology
 *  manager has other providers, too (GetPodTopologyHints). The host adds the hints of its other
 *  providers by koord_numa_hints_add_list, and passes the result of koord_numa_merge to
 *  koord_query_set_affinity. Under KOORD_PROFILE_UPSTREAM a set of NUMA nodes is a hint if a trial
 *  allocation of the whole pod succeeds there; under KOORD_PROFILE_SPEC if the one resource
 *  suffices. The score of a hint is that of the NUMA scoring strategy, or 0.
 *
 *  policy  the policy in force. Preferred are the fewest NUMA nodes that could hold the request if
 *          empty; under KOORD_PROFILE_UPSTREAM all under RESTRICTED.
 *  hints   never NULL; its content is replaced by the node's NUMA nodes with their users, without
 *          distances, and by lists by resource name, of provider 0. Unchanged on failure.
 *
 *  Errors: INVALID, NOT_FOUND (no such node or topology), LIMIT (more than 16 NUMA nodes with the
 *  resource, KOORD_MAX_NUMA_LISTS resources, KOORD_MAX_NUMA_HINTS hints), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_hints(const koord_cluster *cluster, const koord_pod *pod,
                                               uint32_t node, koord_numa_policy policy,
                                               koord_numa_hints *hints, koord_error *err);
/** Removes a pod (Unreserve, or the pod was deleted): frees its allocations, or ends its wait for a
 *  node. Errors: INVALID, NOT_FOUND (it has no allocation: it was removed before or never set),
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_remove_pod(koord_cluster *cluster, const char *uid,
                                                size_t length, koord_error *err);

/** Which of a pod's claims to CPUs, NUMA amounts and devices are refused or doubtful; all 0:
 *  none. */
typedef struct koord_pod_conflicts {
  uint32_t struct_size;   /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;         /**< 0 */
  uint32_t cpus_held;     /**< CPUs that are another pod's; the claim is refused for them */
  uint32_t cpus_reserved; /**< CPUs that are reserved or of system QoS; the pod has the others */
  /** CPUs that the node does not have, or whose topology is not known yet */
  uint32_t cpus_unknown;
  /** amounts on NUMA nodes, or of resources, that the node does not report */
  uint32_t amounts_unknown;
  uint32_t devices_unknown; /**< devices that the node does not report, or reports as unhealthy */
  /** devices of which other pods have too much; the claim is refused for them */
  uint32_t devices_overcommitted;
  /** number of refused claims: to CPUs, to amounts on NUMA nodes, to devices */
  uint32_t claims_refused;
  /** Devices that it requests, but no source says which devices they are: that many are set aside
   *  for it. */
  uint32_t devices_unexplained;
  koord_refusal cpus;    /**< why not all claimed CPUs are its own; reason 0: they are */
  koord_refusal amounts; /**< why it has none of the claimed amounts on NUMA nodes */
  /** why it has none of the claimed devices, or which devices no source names */
  koord_refusal devices;
} koord_pod_conflicts;
/** Adds or updates a bound pod of the API server, with its claims: the allocations that it states
 *  (resource-status, device-allocated). Use it after restarts and for pods that another scheduler
 *  placed. Setting all pods in any order gives the same state.
 *
 *  A pod that was reserved on this node keeps that allocation, whatever it claims. Claims of other
 *  pods are accepted as far as they can be valid: whole CPUs only for QoS LSE and LSR, no more than
 *  the pod requests, only devices that it requests, and nothing that belongs to a pod of higher
 *  precedence. Precedence: first pods that were reserved here, then pods whose CPUs or devices the
 *  node reports (pod-cpu-allocs, devices-checkpoints), then the pod that was bound first
 *  (PodScheduled), then the lower uid. The order of calls never matters. A refused claim is checked
 *  again whenever the node or its pods change; apart from accepted claims the pod has the amounts
 *  that it requests. `conflicts` (nullable) receives what is refused, as
 *  koord_cluster_get_pod_conflicts. Under KOORD_PROFILE_UPSTREAM every claim is accepted, even to
 *  what other pods have.
 *
 *  A pod without device-allocated has the GPUs that NVIDIA_VISIBLE_DEVICES of its containers names,
 *  else those of kubelet's record; else as many as it requests are set aside for it
 *  (docs/reference/devices.md).
 *
 *  If the node does not exist, the pod waits for it: it has no allocations, does not create the
 *  node, cannot be reserved, and is attached when the first object of the node is set. At most
 *  262,144 pods with 256 MiB of claims may wait; beyond that the call returns LIMIT: set the pod
 *  again when its node exists. A known pod is updated. A terminated pod is released. A pod that is
 *  reserved here and not bound yet keeps its allocation.
 *  Errors: INVALID (a pod without uid), NOT_FOUND (not bound or terminated, and without
 *  allocation), CONFLICT (a reservation or its owner, on another node than before), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_pod(koord_cluster *cluster, const koord_pod *pod,
                                             koord_pod_conflicts *conflicts,
                                             koord_error *err);
/** Returns the current conflicts of a pod: they change when other pods and the objects of the node
 *  change. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_conflicts(const koord_cluster *cluster,
                                                       const char *uid, size_t length,
                                                       koord_pod_conflicts *conflicts,
                                                       koord_error *err);

/** Returns the node on which a pod has allocations. Errors: INVALID, NOT_FOUND. */
KOORD_API koord_status koord_cluster_get_pod_node(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint32_t *node, koord_error *err);
/** Writes the CPUs that the pod owns to all of `words`; all zero: it shares CPUs. CPUs of its
 *  resource-status that are offline, or that kubelet reserves, are not included. Errors: INVALID,
 *  NOT_FOUND, NO_SPACE. */
KOORD_API koord_status koord_cluster_get_pod_cpus(const koord_cluster *cluster, const char *uid,
                                                  size_t length, uint64_t *words, size_t word_count,
                                                  koord_error *err);
/** Writes the pod's allocation as the value of the annotation
 *  scheduling.koordinator.sh/resource-status: cpuset, numaNodeResources, cpuSharedPools. Errors:
 *  INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_status(const koord_cluster *cluster, const char *uid,
                                                    size_t length, koord_buffer **out,
                                                    koord_error *err);
/** Writes the pod's devices as the value of the annotation
 *  scheduling.koordinator.sh/device-allocated: by type, minor, amounts, id and virtual functions;
 *  {} if it has none. Devices that are set aside for the pod, because no source says which it has,
 *  are not included. Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_devices(const koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_buffer **out,
                                                     koord_error *err);
/** Returns the minors of the pod's devices of one type (koord_cluster_get_device_type), exclusive
 *  or shared: ascending, each once; none if it has none of the type, or the type does not exist.
 *  `minors` may be NULL with capacity 0; `*count` receives the number of minors, also on NO_SPACE
 *  (nothing else is written then).
 *  Errors: INVALID, NOT_FOUND (no such pod), NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pod_minors(const koord_cluster *cluster, const char *uid,
                                                    size_t length, int32_t type, int32_t *minors,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** The shape of a patch. */
typedef uint32_t koord_prebind_flags;
enum {
  KOORD_PREBIND_PROPOSAL = 1 /**< The shape of the proposal: without numaNodeResources. */
};
/** PreBind: writes the patch to send to the API server for a reserved pod before it is bound, as a
 *  JSON merge patch (RFC 7396): {"metadata":{"annotations":{...}}}, or {} if the pod needs none.
 *  Claims of `pod` (resource-status, device-allocated) that differ from its allocation are
 *  replaced, or removed by null. The patch includes the annotation resource-spec if the pod does
 *  not state the bind policy that applied: a preferred policy from the configuration, or a required
 *  policy from the node.
 *  Errors: INVALID, NOT_FOUND, NO_MEMORY. */
KOORD_API koord_status koord_cluster_prebind(const koord_cluster *cluster, const koord_pod *pod,
                                             koord_prebind_flags flags, koord_buffer **out,
                                             koord_error *err);
/** Writes the uids of a node's pods, each followed by a line feed. Errors: INVALID, NOT_FOUND,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_pods(const koord_cluster *cluster, uint32_t node,
                                              koord_buffer **out, koord_error *err);

/* CPU picking by Koordinator's policies. */

/** Options of a pick. */
typedef uint32_t koord_pick_flags;
enum {
  /** The bind policy must hold for every CPU (whole cores, or one CPU per core); otherwise the pick
   *  is refused. */
  KOORD_PICK_REQUIRED = 1,
  /** Use the fewest L3 groups, then split the fewest cores, but never use more NUMA nodes than
   *  without this flag. */
  KOORD_PICK_FEWEST_L3 = 2
};

/** The sets of CPUs that a pick receives after the available CPUs. */
typedef uint32_t koord_pick_set_flags;
enum {
  KOORD_PICK_SET_PREFERRED = 1, /**< CPUs to use first (those of a reservation) */
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
  uint32_t cpus;          /**< number of CPUs; 0 is granted with an empty set */
  uint32_t max_ref_count; /**< number of pods that may share one CPU; 0 and 1: no sharing */
  /** words of each set and of `out`: koord_topology_info.words to KOORD_MAX_CPUS / 64 */
  uint32_t words;
  koord_pick_set_flags sets; /**< the sets that follow the available CPUs */
  uint32_t grant_stride;     /**< sizeof a row of `grants` */
  uint32_t grant_count;      /**< number of rows of `grants`; 0: any NUMA nodes */
} koord_cpu_request;

/** One of the NUMA nodes that a topology manager chose: what is available there, and what the pick
 *  took. */
typedef struct koord_numa_grant {
  /** milli-CPU that the node has left; negative: 1000 per available CPU */
  int64_t available_milli;
  int64_t granted_milli; /**< output: milli-CPU taken from the node */
  int32_t numa_node;     /**< kernel NUMA node number */
  uint32_t reserved;     /**< 0 */
} koord_numa_grant;

/** Picks request->cpus CPUs out of the available ones (semantics: Koordinator's CPU orchestration
 *  proposal; docs/reference/koordinator-policies.md). Pure: writes only its output parameters and
 *  uses no heap. It uses up to 384 KiB of stack on any machine, as does koord_kubelet_pick
 *  (docs/embed/abi.md has figures).
 *
 *  sets        consecutive sets of request->words words each: first the available CPUs, from which
 *              the caller has removed those at request->max_ref_count; then the sets that
 *              request->sets names, in the order of their flags. Sets that it does not name are
 *              empty. NULL: all CPUs are available; request->sets is 0.
 *  ref_counts  number of pods on each CPU, by CPU number, 64 * words values; read if max_ref_count
 *              > 1; nullable: all 0.
 *  grants      request->grant_count NUMA nodes that the topology manager chose, ascending,
 *              request->grant_stride bytes apart; CPUs are picked from these nodes only. Their
 *              granted_milli is written. May be NULL if there are none.
 *  out         the picked CPUs, request->words words; all zero if refused. May be one of the sets.
 *  refusal     never NULL; reason KOORD_REASON_NONE if granted.
 *
 *  CPUs in the sets that the topology does not have are ignored. Errors: INVALID (unknown policy,
 *  flag or profile; more grants than NUMA nodes; a grant of a NUMA node that does not exist or is
 *  not above the previous one), NO_SPACE (request->words is less than koord_topology_info.words),
 *  LIMIT (it is more than any machine needs). */
KOORD_API koord_status koord_cpu_pick(const koord_topology *topology,
                                      const koord_cpu_request *request,
                                      const uint64_t *sets,
                                      const uint16_t *ref_counts,
                                      koord_numa_grant *grants, uint64_t *out,
                                      koord_refusal *refusal, koord_error *err);

/* Container adjustments, and the OCI hook.

 *
 * What a container runtime changes when a container starts (docs/operate/hooks.md; semantics:
 * koordlet's runtime hooks). Annotations are untrusted input: they must agree with what the node's
 * agent decided. */

/** The stage at which a runtime asks. */
typedef int32_t koord_hook_stage;
enum {
  KOORD_HOOK_STAGE_RUN_POD_SANDBOX = 1,
  KOORD_HOOK_STAGE_CREATE_CONTAINER = 2,
  KOORD_HOOK_STAGE_START_CONTAINER = 3,
  KOORD_HOOK_STAGE_UPDATE_CONTAINER = 4 /**< UpdateContainerResources */
};
/** Returns the name, "CreateContainer". Static; "Unknown" for others. */
KOORD_API const char *koord_hook_stage_get_name(koord_hook_stage stage);

/** The container of a pod, and the stage, that a runtime asks about. */
typedef struct koord_adjustment_request koord_adjustment_request;
/** Creates a request for a stage; it names no pod yet. The caller owns *out. Errors: INVALID (an
 *  unknown stage), NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_new(koord_hook_stage stage,
                                                    koord_adjustment_request **out,
                                                    koord_error *err);
KOORD_API void koord_adjustment_request_free(koord_adjustment_request *request);
/** Sets the pod by uid and the container by name; container length 0: the pod's sandbox. Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_container(koord_adjustment_request *request,
                                                              const char *uid, size_t uid_length,
                                                              const char *container,
                                                              size_t container_length,
                                                              koord_error *err);
/** Sets the value of the pod's annotation resource-status as the caller knows it; length 0: not
 *  known. Its CPUs must be those that the state gives to the pod. Errors: INVALID (names the
 *  field), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_resource_status(
    koord_adjustment_request *request, const char *resource_status,
    size_t resource_status_length, koord_error *err);
/** Sets the directory that contains sys/, where the device nodes of RDMA devices are looked up;
 *  length 0: device nodes are not looked up. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_sysfs_root(
    koord_adjustment_request *request, const char *sysfs_root,
    size_t sysfs_root_length, koord_error *err);

/** The changes to a container. Immutable. */
typedef struct koord_adjustment koord_adjustment;
/** Computes the changes to a container of a pod at a stage. Pure, except for the lookups that
 *  koord_adjustment_request_set_sysfs_root enables.
 *
 *  A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so,
 *  and the adjustment holds what the pod gets instead, if anything. The same applies if one of its
 *  devices has no name that a runtime knows (KOORD_REASON_DEVICE_UNNAMED): the pod gets everything
 *  except devices. The caller owns *out. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_new(const koord_agent_state *state,
                                            const koord_adjustment_request *request,
                                            koord_adjustment **out, koord_error *err);
KOORD_API koord_adjustment *koord_adjustment_ref(const koord_adjustment *adjustment);
KOORD_API void koord_adjustment_unref(koord_adjustment *adjustment);

/** Which properties of a container change. */
typedef uint32_t koord_adjustment_flags;
enum {
  KOORD_ADJUSTMENT_CPUS = 1,       /**< cpuset.cpus: koord_adjustment_get_cpus */
  KOORD_ADJUSTMENT_NUMA_NODES = 2, /**< cpuset.mems: koord_adjustment_get_numa_nodes */
  KOORD_ADJUSTMENT_UNLIMITED = 4   /**< no CFS quota */
};
/** Summary of an adjustment. */
typedef struct koord_adjustment_info {
  uint32_t struct_size;           /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;                 /**< 0 */
  koord_refusal refusal;          /**< reason KOORD_REASON_NONE: nothing was refused */
  koord_adjustment_flags changes; /**< properties that are not included do not change */
  uint32_t env;                   /**< number of environment variables */
  uint32_t cdi_devices;           /**< number of names for the container device interface */
  uint32_t device_nodes;          /**< number of paths of device nodes */
} koord_adjustment_info;
/** Returns the summary. Errors: INVALID. */
KOORD_API koord_status koord_adjustment_get_info(const koord_adjustment *adjustment,
                                                 koord_adjustment_info *info, koord_error *err);
/** Writes the CPUs to all of `words`; all zero if they do not change. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_cpus(const koord_adjustment *adjustment,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);
/** Writes the NUMA nodes in the same way: bit b of word w is NUMA node 64 * w + b. */
KOORD_API koord_status koord_adjustment_get_numa_nodes(const koord_adjustment *adjustment,
                                                       uint64_t *words, size_t word_count,
                                                       koord_error *err);
/** Selects a list of an adjustment. */
typedef int32_t koord_adjustment_list;
enum {
  KOORD_ADJUSTMENT_LIST_ENV = 0, /**< "NAME=value"; replaces a variable with the same name */
  KOORD_ADJUSTMENT_LIST_CDI_DEVICES = 1, /**< "nvidia.com/gpu=GPU-..." */
  KOORD_ADJUSTMENT_LIST_DEVICE_NODES = 2 /**< "/dev/infiniband/uverbs0" */
};
/** Writes one text of a list, as koord_pod_get_text does. Errors: INVALID (no such list or item),
 *  NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_text(const koord_adjustment *adjustment,
                                                 koord_adjustment_list list, uint32_t item,
                                                 char *text, size_t capacity,
                                                 size_t *needed, koord_error *err);
/** Writes the adjustment as JSON, with the names of the OCI runtime specification
 *  (docs/operate/hooks.md).
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_to_json(const koord_adjustment *adjustment,
                                                koord_buffer **out, koord_error *err);

/** What a hook does with a container that it cannot serve. */
typedef int32_t koord_hook_choice;
enum {
  KOORD_HOOK_CHOICE_DEFAULT = 0, /**< not stated: the default of the field in koord_hook_options */
  KOORD_HOOK_CHOICE_REFUSE = 1,  /**< the container must not start */
  KOORD_HOOK_CHOICE_LEAVE = 2    /**< the container starts without what it requests */
};
/** What a hook does if it cannot serve a container. The program koord-oci-hook has the same
 *  defaults. */
typedef struct koord_hook_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** if there is no node-state.json, for example because the agent has not started; default:
   *  KOORD_HOOK_CHOICE_LEAVE */
  koord_hook_choice without_state;
  /** if the pod claims what is not its own; default: KOORD_HOOK_CHOICE_REFUSE.
   *  KOORD_HOOK_CHOICE_LEAVE: the pod gets what the state gives it instead, which may be nothing */
  koord_hook_choice refused;
} koord_hook_options;

/** The outcome of a hook. */
typedef int32_t koord_hook_outcome;
enum {
  KOORD_HOOK_OUTCOME_NOT_OURS = 0, /**< not changed: the container belongs to no pod */
  KOORD_HOOK_OUTCOME_DONE = 1,     /**< its control group has what the state demands */
  /** Not changed, because there is no state, or the pod claims what is not its own, or the
   *  container is placed by others, for example because every cpuset is left to kubelet
   *  (KOORD_AGENT_IGNORE_KUBELET). In the last case refusal.reason is KOORD_REASON_NONE. */
  KOORD_HOOK_OUTCOME_LEFT = 2,
  KOORD_HOOK_OUTCOME_REFUSED = 3 /**< the container must not start */
};
/** The result of a hook. */
typedef struct koord_hook_result {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** why a claim was refused; may also be set if outcome is KOORD_HOOK_OUTCOME_DONE */
  koord_refusal refusal;
  koord_hook_outcome outcome;
  uint32_t writes; /**< number of writes to files of control groups */
} koord_hook_result;

/** A createRuntime hook of OCI runtimes: its paths, and what it does if it cannot serve a
 *  container. */
typedef struct koord_hook koord_hook;
/** Creates a hook with default paths. `options` is nullable. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_hook_new(const koord_hook_options *options,
                                      koord_hook **out, koord_error *err);
KOORD_API void koord_hook_free(koord_hook *hook);
/** Sets the path of node-state.json; the file must be trusted by the rules of
 *  koord_agent_state_load. Length 0, and the default: "/run/koord/node-state.json". Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_state_file(koord_hook *hook,
                                                 const char *state_file,
                                                 size_t state_file_length, koord_error *err);
/** Sets where control groups are mounted. Length 0, and the default: "/sys/fs/cgroup". Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_cgroup_root(koord_hook *hook,
                                                  const char *cgroup_root,
                                                  size_t cgroup_root_length, koord_error *err);
/** Sets where proc is mounted. Length 0, and the default: "/proc". Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_proc_root(koord_hook *hook,
                                                const char *proc_root,
                                                size_t proc_root_length, koord_error *err);
/** Runs the hook for a container that is about to start: reads node-state.json, finds the control
 *  groups of the container's process, checks that they belong to its pod, and writes CPUs, NUMA
 *  nodes and quota, or changes nothing.
 *
 *  oci_state  the container state that the runtime passes on standard input.
 *
 *  Errors: INVALID (oci_state: names the field), PERMISSION (a file is not trusted, or this process
 *  may not read it), CORRUPT, LIMIT (node-state.json; see koord_agent_state_from_json), STALE
 *  (node-state.json is of another boot), IO (a control group rejected its value: rolled back unless
 *  the message says otherwise), NOT_FOUND (no control groups, or none of this container; no such
 *  process), CONFLICT, NO_MEMORY. */
KOORD_API koord_status koord_hook_run(const koord_hook *hook, const char *oci_state,
                                      size_t oci_state_length, koord_hook_result *result,
                                      koord_error *err);

/* Kubelet's static CPU policy, and its admission of pods. */

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

/** What to pick as kubelet does. */
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
 *  state is wrong), UNSUPPORTED (feature gate PodLevelResourceManagers, memory policy BestEffort),
 *  LIMIT (a state: koord_kubelet_setup_set_cpu_state; more than 16 NUMA nodes for a memory or
 *  topology manager), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_new(const koord_topology *topology,
                                         const koord_kubelet_setup *setup,
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
/** What kubelet allocates to one container. Sets of NUMA nodes: bit i is row i of
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
                                           koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** Returns what koord_kubelet_admit would answer, without changing the kubelet; the pod needs no
 *  uid. Parameters and errors are as for koord_kubelet_admit. */
KOORD_API koord_status koord_kubelet_judge(const koord_kubelet *kubelet, const koord_pod *pod,
                                           koord_admission *admission,
                                           koord_refusal *refusal, koord_error *err);
/** Writes the sentence of koord_refusal_format with the names of this kubelet's resources. Errors:
 *  INVALID, NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_format_refusal(const koord_kubelet *kubelet,
                                                    const koord_refusal *refusal, char *text,
                                                    size_t capacity, size_t *needed,
                                                    koord_error *err);
/** Removes the pod with this uid and frees its allocations. `*held` (nullable) receives 1 if it had
 *  any, else 0: pods without allocations are not recorded, so an unknown pod is not an error.
 *  Allocations left by a refused pod are released with any uid.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_remove_pod(koord_kubelet *kubelet, const char *uid,
                                                size_t uid_length,
                                                uint32_t *held,
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

#ifdef KOORD_EXPERIMENTAL

/* How many more pods fit (docs/embed/capacity.md).
 *
 * Experimental. Stable once an autoscaler uses it and the kinds of restarts are known. */

/** Evaluates as if the node were drained: it takes no pods, and its pods go to other nodes. An
 *  unknown node has no effect. Only koord_cluster_get_capacity accepts a query with drained or
 *  restarted nodes; other calls return INVALID. Errors: INVALID, LIMIT (65536 restarts),
 *  NO_MEMORY. */
KOORD_API koord_status koord_query_drain_node(koord_query *query, uint32_t node, koord_error *err);
/** Evaluates as if the node restarted with one thread per core; its amounts shrink by the CPUs that
 *  it loses. Its pods return by priority, descending, then uid, each placed as Reserve would place
 *  it; those that no longer fit go to other nodes. Otherwise as koord_query_drain_node. */
KOORD_API koord_status koord_query_disable_smt(koord_query *query, uint32_t node, koord_error *err);
/** As koord_query_disable_smt, but the node restarts with these CPUs isolated (isolcpus): no pod
 *  can use them. Several restarts of one node count as one. */
KOORD_API koord_status koord_query_isolate_cpus(koord_query *query, uint32_t node,
                                                const uint64_t *words, size_t word_count,
                                                koord_error *err);

/** Limits of a capacity count. */
typedef struct koord_capacity_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t max_pods;    /**< most pods to count on one node, up to 65536; 0: 4096 */
} koord_capacity_options;

/** How many more pods every node takes. Immutable. */
typedef struct koord_capacity koord_capacity;
KOORD_API koord_capacity *koord_capacity_ref(const koord_capacity *capacity);
KOORD_API void koord_capacity_unref(koord_capacity *capacity);

/** Counts for every node how many more pods like `pod` it takes, placed one after another as
 *  Reserve places them. Changes nothing. `options` and `query` are nullable. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_capacity(
    const koord_cluster *cluster, const koord_pod *pod,
    const koord_capacity_options *options, const koord_query *query,
    koord_capacity **out, koord_error *err);

/** Sums of a capacity. */
typedef struct koord_capacity_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t pods;        /**< pods that fit, over all nodes */
  /** Pods that must leave their nodes because of drains and restarts. Before anything is counted,
   *  each moves to the best node for it, by priority, descending, then uid. */
  uint64_t displaced;
  /** Displaced pods that no node has room for, and displaced pods under KOORD_PROTECTION_KEEP,
   *  which do not move. (On a drained node, pods under KOORD_PROTECTION_KEEP end with the node and
   *  are not displaced.) */
  uint64_t unplaced;
} koord_capacity_info;
/** Returns the sums. Errors: INVALID. */
KOORD_API koord_status koord_capacity_get_info(const koord_capacity *capacity,
                                               koord_capacity_info *info, koord_error *err);

/** Properties of a row of a capacity. */
typedef uint32_t koord_capacity_flags;
enum {
  KOORD_CAPACITY_UNRESOLVABLE = 1 /**< no eviction would change the reason */
};
/** How many more pods a node takes. */
typedef struct koord_node_capacity {
  int64_t left_milli;  /**< milli-CPU of the whole node that stays unallocated after these pods */
  int64_t left_memory; /**< the same of memory, in bytes */
  uint32_t node;
  uint32_t pods;       /**< number of pods that fit */
  koord_reason reason; /**< why no more fit; KOORD_REASON_NONE: the count reached max_pods */
  koord_capacity_flags flags;
} koord_node_capacity;
/** Copies a row for every node, ascending. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE (*count is written). */
KOORD_API koord_status koord_capacity_get_nodes(const koord_capacity *capacity,
                                                koord_node_capacity *rows, size_t stride,
                                                size_t row_capacity, size_t *count,
                                                koord_error *err);
/** Stranded resources: what is left on nodes where no more pods fit, summed by reason. */
typedef struct koord_capacity_reason {
  int64_t left_milli;  /**< milli-CPU, summed over the nodes with this reason */
  int64_t left_memory; /**< bytes */
  uint64_t pods;
  koord_reason reason;
  uint32_t nodes; /**< number of nodes with this reason */
} koord_capacity_reason;
/** Copies a row for every reason, ascending: what is stranded on the nodes with that reason.
 *  Otherwise as koord_capacity_get_nodes. */
KOORD_API koord_status koord_capacity_get_reasons(const koord_capacity *capacity,
                                                  koord_capacity_reason *rows, size_t stride,
                                                  size_t row_capacity, size_t *count,
                                                  koord_error *err);

/* Devices of this machine, reported as objects for the API server (docs/operate/devices-report.md).
 *
 * Experimental. Stable once Koordinator's Device object is v1. */

/** Sources of a device report. */
typedef uint32_t koord_device_report_flags;
enum {
  /** Query NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded
   *  only during the call. Without a driver there are no GPUs. */
  KOORD_DEVICE_REPORT_NVML = 1,
  KOORD_DEVICE_REPORT_SYSFS = 2 /**< Read virtual functions of RDMA devices from sysfs. */
};

/** The inputs of a report on devices. One owner. Calls that write reports may run at the same time;
 *  all other calls require exclusive access. */
typedef struct koord_device_report koord_device_report;
/** Creates a report from the sources in `flags` and from the RDMA devices of a topology; flags 0:
 *  from the latter alone. Later calls send their diagnostics to the log function that `context`
 *  (nullable) has now. The caller owns *out.
 *  Errors: INVALID (unknown flags), NO_MEMORY. */
KOORD_API koord_status koord_device_report_new(const koord_context *context,
                                               koord_device_report_flags flags,
                                               koord_device_report **out, koord_error *err);
KOORD_API void koord_device_report_free(koord_device_report *report);
/** With KOORD_DEVICE_REPORT_NVML: sets the path of the library, or a name that the loader looks up.
 *  Length 0, and the default: libnvidia-ml.so.1. Errors: INVALID (a path without its flag),
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_nvml_library(koord_device_report *report,
                                                            const char *nvml_library,
                                                            size_t length, koord_error *err);
/** With KOORD_DEVICE_REPORT_SYSFS: sets the directory that contains sys/. Length 0, and the
 *  default: "/". Errors: INVALID (a path without its flag), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_sysfs_root(koord_device_report *report,
                                                          const char *sysfs_root,
                                                          size_t length, koord_error *err);
/** Sets the text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet
 *  allocated to pods are written to the annotation devices-checkpoints, so that they are not
 *  allocated again. Length 0, and the default: no such file.
 *  Errors: INVALID (names the field), CORRUPT (the checksum is wrong), LIMIT (over 16 MiB or 2^20
 *  values), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_checkpoint(
    koord_device_report *report, const char *checkpoint,
    size_t length, koord_error *err);
/** Sets the node's pods (a Pod, a list or an array, as JSON). The annotation leaves out pods whose
 *  devices a scheduler allocated, and terminated pods. Length 0, and the default: no pods are
 *  known.
 *  Errors: INVALID (names the field), LIMIT (over 128 MiB), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_pods(koord_device_report *report,
                                                    const char *pods,
                                                    size_t length, koord_error *err);

/** Writes the Device object (scheduling.koordinator.sh/v1alpha1) of a machine, ready for "kubectl
 *  apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
 *  NUMA node and PCIe switch. docs/operate/devices-report.md lists the source of each field.
 *
 *  The sources in the report's flags are read on the machine that the program runs on, so
 *  `topology` must be that machine's. A GPU that fails is reported as unhealthy, with a warning to
 *  the report's log; other GPUs are not affected.
 *  Errors: INVALID (node_name is no DNS-1123 subdomain), IO (the library named by a path does not
 *  load; the driver does not answer), UNSUPPORTED (driver and library do not match), CORRUPT (the
 *  driver's answers are inconsistent: the message names GPU and field), LIMIT (over 64 GPUs),
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_report_to_json(const koord_device_report *report,
                                                   const koord_topology *topology,
                                                   const char *node_name, size_t length,
                                                   koord_buffer **out, koord_error *err);

/** Options of koord_device_get_node_resources. */
typedef uint32_t koord_node_resources_flags;
enum {
  KOORD_NODE_RESOURCES_SHARED = 1 /**< include koordinator.sh/gpu.shared: 100 per healthy GPU */
};
/** Writes the resources and labels of a node by its Device object,
 *  {"resources":{...},"labels":{...}}: sums over healthy devices as quantities by name, and the
 *  labels about its GPUs. `device` is the object as JSON.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB; a sum over 2^63 - 1), NO_MEMORY. */
KOORD_API koord_status koord_device_get_node_resources(const koord_context *context,
                                                       const char *device,
                                                       size_t device_length,
                                                       koord_node_resources_flags flags,
                                                       koord_buffer **out, koord_error *err);

/* Builds Device objects from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release. */

/** Builds a Device object (scheduling.koordinator.sh) for callers that have it as a typed object.
 *  It has every field that docs/reference/objects.md lists. A cluster or an agent reads it as it
 *  reads the same object from JSON, with the same results and errors. One builder serves many
 *  objects in turn: koord_device_builder_reset keeps its memory. Setters require exclusive access.
 *  Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in an
 *  object. */
typedef struct koord_device_builder koord_device_builder;
/** Creates the builder of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_new(koord_device_builder **out, koord_error *err);
KOORD_API void koord_device_builder_free(koord_device_builder *builder);
/** Restores the state of a new builder. Errors: INVALID. */
KOORD_API koord_status koord_device_builder_reset(koord_device_builder *builder, koord_error *err);

/** Sets the name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 4 MiB of
 *  texts or 2^20 of them, as in all setters), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_name(koord_device_builder *builder,
                                                     const char *name, size_t length,
                                                     koord_error *err);
/** Sets a label of the object. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_label(koord_device_builder *builder,
                                                      const char *key, size_t key_length,
                                                      const char *value, size_t value_length,
                                                      koord_error *err);
/** Sets an annotation of the object, with its text as Kubernetes stores it. A text that cannot be
 *  interpreted is an error of the call that takes the builder. Errors: INVALID, LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_annotation(koord_device_builder *builder,
                                                           const char *key, size_t key_length,
                                                           const char *value, size_t value_length,
                                                           koord_error *err);

/** Properties of a device. */
typedef uint32_t koord_device_flags;
enum {
  KOORD_DEVICE_HEALTHY = 1,     /**< health */
  KOORD_DEVICE_HAS_MODULE = 2,  /**< `module` is stated */
  KOORD_DEVICE_HAS_TOPOLOGY = 4 /**< `socket`, `numa_node`, PCIe and bus id are stated */
};
/** The numbers of a device. */
typedef struct koord_device_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_device_flags flags;
  int32_t minor;     /**< unique within its type */
  int32_t module;    /**< moduleID */
  int32_t socket;    /**< topology.socketID; -1: any */
  int32_t numa_node; /**< topology.nodeID; -1: any */
} koord_device_spec;
/** Adds a device (spec.devices). `*device` (nullable) receives its index. Errors: INVALID (unknown
 *  flags, a number out of range), LIMIT (over 4096 devices), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_device(koord_device_builder *builder,
                                                       const koord_device_spec *spec,
                                                       int32_t *device,
                                                       koord_error *err);
/** Selects a text of a device. */
typedef int32_t koord_device_text;
enum {
  KOORD_DEVICE_TEXT_TYPE = 0,  /**< "gpu", "rdma", "fpga" or any other; must not be empty */
  KOORD_DEVICE_TEXT_ID = 1,    /**< id: "GPU-<uuid>", or a bus id */
  KOORD_DEVICE_TEXT_PCIE = 2,  /**< topology.pcieID, with KOORD_DEVICE_HAS_TOPOLOGY */
  KOORD_DEVICE_TEXT_BUS_ID = 3 /**< topology.busID, with KOORD_DEVICE_HAS_TOPOLOGY */
};
/** Sets one text of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_device_text(koord_device_builder *builder,
                                                            int32_t device, koord_device_text which,
                                                            const char *text, size_t length,
                                                            koord_error *err);
/** Sets a label of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_device_label(koord_device_builder *builder,
                                                             int32_t device, const char *key,
                                                             size_t key_length, const char *value,
                                                             size_t value_length, koord_error *err);
/** Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes.
 *  The name must not be empty. Names published earlier are read as the current ones
 *  (docs/reference/objects.md). Errors: INVALID (no such device, a negative amount), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_resource(koord_device_builder *builder,
                                                         int32_t device, const char *name,
                                                         size_t name_length, int64_t amount,
                                                         koord_error *err);
/** Adds a group of virtual functions (vfGroups) to a device. `*group` (nullable) receives its index
 *  among the groups of all devices. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_vf_group(koord_device_builder *builder,
                                                         int32_t device,
                                                         int32_t *group,
                                                         koord_error *err);
/** Sets a label of a group of virtual functions. Errors: INVALID (no such group), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_vf_label(koord_device_builder *builder,
                                                         int32_t group, const char *key,
                                                         size_t key_length, const char *value,
                                                         size_t value_length, koord_error *err);
/** Adds a virtual function to a group; `minor` -1: none. Errors: INVALID (no such group, a number
 *  out of range), LIMIT (over 65536 in an object), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_vf(koord_device_builder *builder, int32_t group,
                                                   int32_t minor, const char *bus_id,
                                                   size_t bus_id_length, koord_error *err);

/** As koord_cluster_set_devices, from the content of the builder, which is not changed. There are
 *  no diagnostics. Errors: as koord_cluster_set_devices. */
KOORD_API koord_status koord_cluster_set_devices_from_builder(koord_cluster *cluster,
                                                              const koord_device_builder *builder,
                                                              uint32_t *id,
                                                              koord_error *err);
/** As koord_agent_set_devices, from the content of the builder, which is not changed. There are no
 *  diagnostics. Errors: as koord_agent_set_devices. */
KOORD_API koord_status koord_agent_set_devices_from_builder(koord_agent *agent,
                                                            const koord_device_builder *builder,
                                                            koord_error *err);

/* Explains why the nodes of a cluster refuse a pod, how far the nearest of them are from taking it,
 * and what would have to change there. Every remedy was tried: with it the pod fits.
 *
 * Experimental. Stable once the kinds of remedies have not grown for two releases. */

/** The result of an explanation, at one moment. Immutable; independent of its cluster. */
typedef struct koord_explanation koord_explanation;
KOORD_API koord_explanation *koord_explanation_ref(const koord_explanation *explanation);
KOORD_API void koord_explanation_unref(koord_explanation *explanation);

/** Limits of the work for an explanation. */
typedef struct koord_explain_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t nearest;     /**< number of nodes to examine closely, at most 64; 0: 3 */
  /** Limit of trial judgements on these nodes, with something changed; at most 1000000; 0: 8192. */
  uint32_t max_judgements;
} koord_explain_options;
/** Judges every node, and examines closely the nearest of those that refuse: the nodes with the
 *  smallest shortage. Evictions in remedies are of pods with a lower priority than `pod` that the
 *  query does not protect with KOORD_PROTECTION_KEEP.
 *
 *  options  nullable.
 *  query    nullable.
 *
 *  Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_explain(const koord_cluster *cluster, const koord_pod *pod,
                                             const koord_explain_options *options,
                                             const koord_query *query,
                                             koord_explanation **out, koord_error *err);

/** Properties of an explanation. */
typedef uint32_t koord_explanation_flags;
enum {
  KOORD_EXPLANATION_TRUNCATED = 1 /**< max_judgements was reached: there may be more remedies */
};
/** Counts of an explanation. */
typedef struct koord_explanation_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t generation;  /**< generation of the cluster that was judged */
  uint32_t nodes;       /**< number of nodes that were judged */
  uint32_t fitting;     /**< number of nodes where the pod fits */
  uint32_t groups;      /**< number of rows of koord_explanation_get_groups */
  uint32_t misses;      /**< number of rows of koord_explanation_get_misses */
  koord_explanation_flags properties;
  uint32_t reserved; /**< 0 */
} koord_explanation_info;
/** Returns the counts. Errors: INVALID. */
KOORD_API koord_status koord_explanation_get_info(const koord_explanation *explanation,
                                                  koord_explanation_info *info, koord_error *err);
/** Copies the best nodes where the pod fits, at most `nearest` of the options, in the order of
 *  koord_cluster_find_best. rows as in koord_topology_get_cpus; *count is written also on NO_SPACE.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_fits(const koord_explanation *explanation,
                                                  koord_verdict *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);

/** Where a resource is short. */
typedef int32_t koord_scope;
enum {
  KOORD_SCOPE_NONE = 0,      /**< not a resource shortage */
  KOORD_SCOPE_NODE = 1,      /**< the whole node has too little */
  KOORD_SCOPE_NUMA_NODE = 2, /**< each single NUMA node has too little of something */
  /** as many NUMA nodes as the pod may span have too little together */
  KOORD_SCOPE_NUMA_NODES = 3,
  KOORD_SCOPE_DEVICE = 4, /**< each single device has too little of something left */
  KOORD_SCOPE_PLACE = 5   /**< too few devices in any one place that the pod's devices must share */
};
/** A shortage: best < needed. If there is none, `where` and `resource` are -1 and all other fields
 *  0. 32 bytes. */
typedef struct koord_bound {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< what is available */
  koord_scope scope;
  koord_object_kind object;
  /** NUMA_NODE: id of the NUMA node with the smallest shortage. NUMA_NODES: number of NUMA nodes,
   *  0: those that were chosen. DEVICE: minor of the device with the smallest shortage. PLACE: 2 a
   *  NUMA node, 3 a PCIe switch, 4 a device. */
  int32_t where;
  /** As in koord_cluster_get_resource_name, -1: one that no node has. If `object` is
   *  KOORD_OBJECT_KIND_DEVICE, the device type as in koord_cluster_get_device_type_name. */
  int32_t resource;
} koord_bound;

/** Nodes that refuse for the same reason and are short of the same resource. 120 bytes. */
typedef struct koord_refused_group {
  koord_refusal refusal; /**< of the nearest of these nodes */
  koord_bound bound;     /**< of the nearest of these nodes */
  int64_t min_best;      /**< the smallest bound.best of these nodes */
  int64_t max_best;      /**< the largest bound.best of these nodes */
  uint32_t nodes;        /**< number of these nodes */
  uint32_t nearest;      /**< the node with the smallest shortage; of several the lowest number */
} koord_refused_group;
/** Copies all nodes that refuse, in groups: the group with the most nodes first, then by reason.
 *  rows as in koord_topology_get_cpus; *count is written also on NO_SPACE. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_explanation_get_groups(const koord_explanation *explanation,
                                                    koord_refused_group *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** A node that refuses and was examined closely. 112 bytes. */
typedef struct koord_near_miss {
  koord_refusal refusal; /**< as from koord_cluster_judge */
  koord_bound bound;
  uint32_t node;
  koord_verdict_flags flags; /**< KOORD_VERDICT_UNRESOLVABLE */
  /** Share of the pod's request that is missing, in per mille, rounded up, of the resource with the
   *  largest such share. */
  uint32_t missing;
  uint32_t remedies; /**< number of remedies that were found */
} koord_near_miss;
/** Copies the nodes that refuse and have the smallest shortages, nearest first; nodes where no
 *  eviction would help come last. rows as in koord_topology_get_cpus; *count is written also on
 *  NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_misses(const koord_explanation *explanation,
                                                    koord_near_miss *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** What a remedy changes, and the meaning of `before` and `after` in its steps. */
typedef int32_t koord_remedy_kind;
enum {
  /** the pod prefers the bind policy that it required; koord_bind_policy */
  KOORD_REMEDY_KIND_PREFER_BIND = 0,
  KOORD_REMEDY_KIND_REQUIRED_BIND = 1,  /**< of the pod; koord_bind_policy */
  KOORD_REMEDY_KIND_PREFERRED_BIND = 2, /**< of the pod; koord_bind_policy */
  KOORD_REMEDY_KIND_POD_EXCLUSIVE = 3,  /**< koord_exclusive_policy */
  KOORD_REMEDY_KIND_POD_NUMA = 4,       /**< of the pod; koord_numa_policy */
  KOORD_REMEDY_KIND_NUMA_EXCLUSIVE = 5, /**< of the pod; koord_numa_exclusive */
  /** the pod's CPU request, and its limit if that is equal, in milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU = 6,
  /** the pod's CPU limit, and its request if that is larger, in milli-CPU */
  KOORD_REMEDY_KIND_POD_CPU_LIMIT = 7,
  KOORD_REMEDY_KIND_NODE_SCHEDULABLE = 8, /**< spec.unschedulable, from 1 to 0 */
  KOORD_REMEDY_KIND_NODE_BIND = 9,  /**< the policy in force and the label; koord_bind_policy */
  KOORD_REMEDY_KIND_NODE_NUMA = 10, /**< the policy in force and the label; koord_numa_policy */
  KOORD_REMEDY_KIND_EVICT = 11,     /**< the pod `uid` is evicted */
  /** `after` pods of the node move: koord_cluster_plan_rebind_for */
  KOORD_REMEDY_KIND_REBIND = 12,
  /** requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch,
   *  4 device */
  KOORD_REMEDY_KIND_DEVICE_SCOPE = 13,
  /** exclusivePolicy of the pod's devices of a type: 0 none, 1 device, 2 PCIe */
  KOORD_REMEDY_KIND_DEVICE_EXCLUSIVE = 14,
  /** from 1 to 0: the selector of the pod's devices is dropped */
  KOORD_REMEDY_KIND_DEVICE_SELECTOR = 15,
  /** 2: those that vfSelector matches, 1: any, 0: none */
  KOORD_REMEDY_KIND_VIRTUAL_FUNCTIONS = 16,
  /** from 1 to 0: the pod's devices need not share PCIe switches */
  KOORD_REMEDY_KIND_JOINT_DEVICES = 17,
  /** 2: a partition that matches its spec, 1: any, 0: none needed */
  KOORD_REMEDY_KIND_POD_PARTITION = 18,
  KOORD_REMEDY_KIND_POD_DEVICES = 19,   /**< number of devices of a type that the pod requests */
  KOORD_REMEDY_KIND_NODE_PARTITION = 20 /**< the node's gpu-partition-policy: 2 Honor, 1 Prefer */
};
/** Returns the stable name of a kind ("PodCPU"). Static; "Unknown" for others. */
KOORD_API const char *koord_remedy_kind_get_name(koord_remedy_kind kind);

/** One change; the steps of a remedy are made together. 40 bytes. */
typedef struct koord_remedy_step {
  int64_t before;
  int64_t after;
  uint32_t miss;   /**< row of koord_explanation_get_misses */
  uint32_t remedy; /**< index of the remedy of that node, from 0: fewest steps first */
  koord_remedy_kind kind;
  int32_t priority; /**< of the evicted pod */
  /** uid of the evicted pod, in koord_explanation_get_texts; for changes of devices, the device
   *  type ("gpu") instead. */
  uint32_t uid_offset;
  uint32_t uid_length;
} koord_remedy_step;
/** Copies the steps of all remedies of all misses. rows as in koord_topology_get_cpus; *count is
 *  written also on NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_explanation_get_remedies(const koord_explanation *explanation,
                                                      koord_remedy_step *rows, size_t stride,
                                                      size_t capacity, size_t *count,
                                                      koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as the explanation;
 *  NULL has none. */
KOORD_API const char *koord_explanation_get_texts(const koord_explanation *explanation,
                                                  size_t *length);

/** Writes several lines of text for people, with names in place of numbers. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_text(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);
/** Writes everything as one line of JSON (docs/operate/explain.md). Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_explanation_to_json(const koord_explanation *explanation,
                                                 koord_buffer **out, koord_error *err);

/* Plans: changes to the allocations of several pods. One call decides them, and another applies
 * them. A plan changes nothing until it is committed, and then everything at once.
 *
 * Experimental. Stable once a scheduler has carried plans out in production, so that the kinds of
 * steps are known. */

/** Steps in their order, and the state of the nodes for which they were decided. Immutable. A plan
 *  for a node from which a query removed pods can only be read: committing it fails with STALE. */
typedef struct koord_plan koord_plan;
KOORD_API koord_plan *koord_plan_ref(const koord_plan *plan);
KOORD_API void koord_plan_unref(koord_plan *plan);

/** What a step of a plan does. */
typedef int32_t koord_step_kind;
enum {
  KOORD_STEP_KIND_RELEASE = 0, /**< a pod is evicted and its allocations are freed */
  KOORD_STEP_KIND_PLACE = 1,   /**< a pod is placed on a node */
  KOORD_STEP_KIND_MOVE = 2     /**< a pod of the node gets other allocations */
};
/** A step of a plan, or a victim of a preemption. */
typedef struct koord_plan_step {
  uint32_t node;
  koord_step_kind kind;
  int32_t priority; /**< of the pod */
  /** uid of the pod, in koord_plan_get_texts or koord_preemption_get_texts. */
  uint32_t uid_offset;
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_plan_step;
/** Copies the steps of a plan. rows as in koord_topology_get_cpus; *count is written also on
 *  NO_SPACE. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_plan_get_steps(const koord_plan *plan, koord_plan_step *rows,
                                            size_t stride, size_t capacity, size_t *count,
                                            koord_error *err);
/** Returns the texts of the rows, as koord_topology_get_texts: valid as long as the plan; NULL has
 *  none. */
KOORD_API const char *koord_plan_get_texts(const koord_plan *plan, size_t *length);
/** Writes the CPUs that a step's pod owns after the step to all of `words`; all zero: it shares
 *  CPUs or was released. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_plan_get_step_cpus(const koord_plan *plan, size_t step,
                                                uint64_t *words, size_t word_count,
                                                koord_error *err);
/** Writes the allocation of a step's pod after the step, as koord_cluster_get_pod_status does; {}
 *  if it is released. Errors: INVALID (also a plan of another cluster), NOT_FOUND (its node was
 *  removed), NO_MEMORY. */
KOORD_API koord_status koord_cluster_get_step_status(const koord_cluster *cluster,
                                                     const koord_plan *plan, size_t step,
                                                     koord_buffer **out, koord_error *err);
/** Writes the devices of a step's pod after the step, as koord_cluster_get_pod_devices does.
 *  Errors: as koord_cluster_get_step_status. */
KOORD_API koord_status koord_cluster_get_step_devices(const koord_cluster *cluster,
                                                      const koord_plan *plan, size_t step,
                                                      koord_buffer **out, koord_error *err);
/** Applies a plan atomically: all of its steps, with no other change in between. If it fails,
 *  nothing changed. Only STALE is worth another attempt: make a new plan and commit that one.
 *
 *  Errors: INVALID (a plan of another cluster), STALE (the cluster has changed since the plan was
 *  made: a node that it relies on, or the place of one of its pods), CONFLICT (nothing changed, and
 *  the plan would give more CPUs, amounts of NUMA nodes or devices than a node has; counted in
 *  koord_cluster_info.rejected, a defect of the library), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_commit(koord_cluster *cluster, const koord_plan *plan,
                                            koord_error *err);

/* ---- Resizing -------------------------------------------------------------------------------- */

/** Plans to resize a pod in place (docs/embed/resize.md): its CPUs after the resize contain, or are
 *  contained in, those that it owns now; a pod that shares CPUs stays on its NUMA nodes; its
 *  policies hold as for a new pod. If this is impossible the resize is refused, with
 *  KOORD_REASON_WOULD_MOVE if other CPUs or NUMA nodes would do.
 *
 *  pod      the pod as it should become, with the uid of a pod that is on a node.
 *  query    nullable.
 *  out      receives a plan of one step, KOORD_STEP_KIND_MOVE, which the caller owns; NULL if it is
 *           refused.
 *  refusal  never NULL.
 *
 *  Errors: INVALID, NOT_FOUND (the pod has no allocation, or the query removes it), CONFLICT (it is
 *  a reservation or takes from one), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_resize(const koord_cluster *cluster, const koord_pod *pod,
                                                 const koord_query *query,
                                                 koord_plan **out,
                                                 koord_refusal *refusal, koord_error *err);

/* Gangs: several pods that are placed together or not at all.
 *
 * Experimental. Stable once Kubernetes' own gang scheduling (Workload, PodGroup) is stable and
 * needs no more than this. */

/** koord_cluster_plan_gang: puts no pod of the gang on this node; what is there stays. An unknown
 *  node has no effect. Other calls refuse a query that excludes nodes. Errors: INVALID, LIMIT
 *  (65536 nodes), NO_MEMORY. */
KOORD_API koord_status koord_query_exclude_node(koord_query *query, uint32_t node,
                                                koord_error *err);

/** Limits of the search for a gang's placement. */
typedef struct koord_gang_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t budget;      /**< the work allowed, see koord_cluster_plan_gang; 0: 5000 */
  uint32_t max_nodes;   /**< how many nodes the pods may use; 0: any number */
  uint32_t reserved;    /**< 0 */
} koord_gang_options;

/** The result of placing a gang. */
typedef struct koord_gang_info {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  uint64_t used;         /**< how much of the budget was used */
  koord_refusal refusal; /**< why there is no plan; reason NONE if there is one */
  uint32_t placed;       /**< all pods, or the most that one attempt placed */
  uint32_t nodes;        /**< number of nodes that the plan puts pods on */
  uint32_t blocked;      /**< if refused: the first pod without room, an index into `pods` */
  uint32_t reserved;     /**< 0 */
} koord_gang_info;

/** Places several pods together or not at all (docs/embed/gang.md). Pods are placed shape by shape,
 *  the most demanding first: the shape for which fewer nodes have room, then the one with more
 *  GPUs, more CPU, more memory, then by uid. The first attempt places each pod on the node that is
 *  best after the earlier ones; if that fails, other combinations are tried. For pods of one shape,
 *  a refusal with KOORD_REASON_GANG_UNPLACED proves that no combination fits; for pods of several
 *  shapes, that none fits in this order. KOORD_REASON_SEARCH_LIMIT: the budget was used up before a
 *  placement was found.
 *  The budget bounds the time of a call. A trial of a pod on a node costs one unit, so do 16
 *  judgements of nodes with pods of the gang, and 256 nodes judged for a shape: 1000 pods of one
 *  shape cost about 1100 units on 10,000 nodes; hundreds of different pods need a larger budget.
 *  Several pods that request whole GPUs are placed close together, except under
 *  KOORD_PROFILE_UPSTREAM: on the fewest nodes, then with the largest sum of link scores within the
 *  pods, then between pods of one node; on each node the GPU sets of all pods are chosen together.
 *
 *  pods     `count` of them, 1..1024, with different uids.
 *  options  nullable.
 *  query    nullable; pods that it adds (nominated pods) count, nodes that it excludes do not.
 *  out      receives the plan, which the caller owns; NULL if the gang is refused.
 *  info     never NULL; needed and best of its refusal count pods.
 *
 *  Errors: INVALID (also a pod twice), CONFLICT (a pod is on a node already, or is bound to a node
 *  that does not exist), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_gang(const koord_cluster *cluster,
                                               const koord_pod *const *pods, size_t count,
                                               const koord_gang_options *options,
                                               const koord_query *query,
                                               koord_plan **out,
                                               koord_gang_info *info, koord_error *err);

/* Policies that place tasks so that the remaining GPUs stay useful (docs/operate/gpu-placement.md).
 *
 * Experimental. Stable once one policy is the better choice for every workload of
 * docs/operate/gpu-placement.md, or the choice is the scheduler's. */

/** Policies that place tasks so that the remaining GPUs stay useful
 *  (docs/operate/gpu-placement.md). */
typedef int32_t koord_gpu_policy;
enum {
  KOORD_GPU_POLICY_NONE = 0,      /**< no such policy: scores as configured */
  KOORD_GPU_POLICY_FGD = 1,       /**< fragmentation gradient descent; scores 0..99 */
  KOORD_GPU_POLICY_ROOM_LEFT = 2, /**< most room for later tasks; scores 0..2^31 - 1 */
  KOORD_GPU_POLICY_BEST_FIT = 3,  /**< least CPU and GPU left; scores 0..100 */
  /** least product of free and requested amounts; scores 0..100 */
  KOORD_GPU_POLICY_DOT_PRODUCT = 4,
  /** shared GPUs, then nodes in use, then idle nodes; scores 0..100 */
  KOORD_GPU_POLICY_PACKING = 5,
  /** Nodes whose pods share a GPU as this pod does, or have as many whole GPUs; scores 0..100 */
  KOORD_GPU_POLICY_CLUSTERING = 6,
  KOORD_GPU_POLICY_FGD_ALL = 7 /**< FGD with all classes of the workload, rare ones too */
};
/** Tasks of a workload with the same request. 40 bytes. */
typedef struct koord_task_class {
  /** number of such tasks; only the proportions count. At most 2^30 over all classes */
  int64_t tasks;
  int64_t cpu_milli; /**< up to 2^28 */
  int32_t gpu_milli; /**< thousandths of each GPU, up to 1000 */
  int32_t gpu_count; /**< number of GPUs, up to 64; 0 with gpu_milli 0: none */
  /** acceptable models, in the arena of the same call: "A100|H100"; up to 63 over all classes */
  uint32_t models_offset;
  uint32_t models_length; /**< 0: any */
  /** bytes, up to 2^60; for ROOM_LEFT. Tasks for one GPU count with the mean of those alike */
  int64_t memory;
} koord_task_class;
/** Makes a policy score nodes for all pods from now on: a higher score is better, and no score is
 *  below 0. The score rates the GPUs that the node has left after the pod (for BEST_FIT and
 *  DOT_PRODUCT the CPUs, too); otherwise CPUs and memory count only for which tasks fit. A pod that
 *  requests a part of one GPU gets the GPU of the node that the policy rates best. All verdicts
 *  change.
 *
 *  `rows` is the workload. Only FGD, FGD_ALL and ROOM_LEFT read it; FGD uses its most frequent 95
 *  percent. All policies except FGD, FGD_ALL and PACKING are tuned to the current nodes: call this
 *  again when the cluster or the workload has changed substantially. The part of a GPU is its
 *  gpu-memory-ratio. The model of a node is that of its label node.koordinator.sh/gpu-model, else
 *  that of its Device object. Scores of ROOM_LEFT are far from 0 and close to each other: compare
 *  them directly, because koord_verdicts_normalize rounds them to the same value.
 *  Errors: INVALID (names the row and field; no tasks for FGD, FGD_ALL and ROOM_LEFT), LIMIT (65536
 *  rows, 4096 different rows, 63 models, 4096 kinds of nodes), NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_gpu_policy(koord_cluster *cluster, koord_gpu_policy policy,
                                                    const koord_task_class *rows, size_t stride,
                                                    size_t count, const char *arena,
                                                    size_t arena_length, koord_error *err);

/* Kubelet's state files: checked, repaired, replaced.
 *
 * Experimental. Stable once kubelet documents the format of its files, or two of its releases have
 * kept it. */

/* Checks, repairs and replaces kubelet's files cpu_manager_state and memory_manager_state
 * (docs/operate/kubelet-files.md). Kubelet reads its files when it starts and rewrites them
 * whenever something changes: write them only while no kubelet runs. All functions except
 * koord_kubelet_write_state work on the texts of a koord_kubelet_setup and touch no file.
 * Semantics: the kubelet of the setup's version. A file of another version is a finding, and a
 * repair writes the version that this kubelet writes: so files are migrated up and down. `topology`
 * as for koord_kubelet_new; `setup` is nullable: kubelet's
 * defaults, no files. The containers of the setup are those on the node: their pods matter for
 * KOORD_REPAIR_ONLY_PRESENT, their ids for files of version 1. */

/** What is wrong with a state file of kubelet. */
typedef int32_t koord_kubelet_fault;
enum {
  KOORD_KUBELET_FAULT_NONE = 0,
  KOORD_KUBELET_FAULT_UNREADABLE = 1,       /**< the file, or a set in it, cannot be read */
  KOORD_KUBELET_FAULT_CHECKSUM = 2,         /**< wrong; or missing, which kubelet accepts */
  KOORD_KUBELET_FAULT_VERSION = 3,          /**< of the file: not the one kubelet writes */
  KOORD_KUBELET_FAULT_POLICY = 4,           /**< of the file: not the configured one */
  KOORD_KUBELET_FAULT_DEFAULT_EMPTY = 5,    /**< no default set, but entries */
  KOORD_KUBELET_FAULT_RESERVED = 6,         /**< reserved CPUs are in the wrong set */
  KOORD_KUBELET_FAULT_OVERLAPS_DEFAULT = 7, /**< an entry's CPUs are in the default set, too */
  KOORD_KUBELET_FAULT_CPUS_GONE = 8,        /**< CPUs that do not exist or are offline */
  KOORD_KUBELET_FAULT_CPUS_MISSING = 9,     /**< CPUs in neither the default set nor an entry */
  KOORD_KUBELET_FAULT_OVERLAP = 10,     /**< entries of two pods share CPUs; kubelet accepts it */
  KOORD_KUBELET_FAULT_EMPTY_ENTRY = 11, /**< an entry without CPUs; kubelet accepts it */
  /** an entry of a pod that does not exist; kubelet accepts it */
  KOORD_KUBELET_FAULT_POD_GONE = 12,
  KOORD_KUBELET_FAULT_MEMORY = 13 /**< memory_manager_state */
};
/** Returns the name: "checksum", "pod-gone"; "unknown" for other numbers. Static. */
KOORD_API const char *koord_kubelet_fault_get_name(koord_kubelet_fault fault);

/** Properties of a finding. */
typedef uint32_t koord_kubelet_finding_flags;
enum {
  /** Kubelet does not start. Without the flag kubelet starts and keeps the fault. */
  KOORD_KUBELET_FINDING_STOPS = 1
};
/** One fault; its description is in the report. 16 bytes. */
typedef struct koord_kubelet_finding {
  koord_kubelet_fault fault;
  koord_kubelet_finding_flags flags;
  uint32_t cpus;     /**< number of CPUs that it concerns */
  uint32_t reserved; /**< 0 */
} koord_kubelet_finding;

/** Options of a check and a repair. */
typedef uint32_t koord_repair_flags;
enum {
  /** The given pods are all pods of the node: entries of other pods are findings, and a repair
   *  drops them. */
  KOORD_REPAIR_ONLY_PRESENT = 1,
  /** Repair: accept a file that was written under another policy of its manager. */
  KOORD_REPAIR_MIGRATE = 2,
  /** Repair: an entry that lost CPUs keeps the remaining ones instead of being dropped. Kubelet
   *  does not replace the lost CPUs while the container runs. */
  KOORD_REPAIR_KEEP_SHRUNK = 4,
  /** Repair: replace a file that cannot be read at all by that of a kubelet that starts for the
   *  first time. */
  KOORD_REPAIR_START_OVER = 8,
  /** Repair: drop what the version of kubelet, as configured, cannot keep: CPUs and memory of whole
   *  pods, baselines of resized containers. */
  KOORD_REPAIR_DOWNGRADE = 16
};

/** The findings of a check of kubelet's files. Immutable. */
typedef struct koord_kubelet_report koord_kubelet_report;
KOORD_API koord_kubelet_report *koord_kubelet_report_ref(const koord_kubelet_report *report);
KOORD_API void koord_kubelet_report_unref(koord_kubelet_report *report);
/** Copies the findings, those of cpu_manager_state first, in the order in which kubelet meets them;
 *  at most 2,048. No findings: nothing is wrong. Rows as in koord_topology_get_cpus. Errors:
 *  INVALID, NO_SPACE. */
KOORD_API koord_status koord_kubelet_report_get_findings(const koord_kubelet_report *report,
                                                         koord_kubelet_finding *rows, size_t stride,
                                                         size_t capacity, size_t *count,
                                                         koord_error *err);
/** Writes the report as JSON: "starts", "kubelet" (kubelet's own message if it does not start),
 *  "findings" [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut".
 *  The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_report_to_json(const koord_kubelet_report *report,
                                                    koord_buffer **out, koord_error *err);

/** Finds every fault that keeps kubelet from starting, and every fault that kubelet accepts. For
 *  memory_manager_state only kubelet's own errors are reported. flags: KOORD_REPAIR_ONLY_PRESENT.
 *  The caller owns *out.
 *  Errors: INVALID (arguments and configuration only; faults of the state files are findings),
 *  UNSUPPORTED and LIMIT as for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_check(const koord_topology *topology,
                                           const koord_kubelet_setup *setup,
                                           koord_repair_flags flags, koord_kubelet_report **out,
                                           koord_error *err);

/** Writes the text of cpu_manager_state that is closest to the given one and lets kubelet start:
 *  byte for byte the same if koord_kubelet_check finds nothing. Checksum and version are corrected.
 *  CPUs in no set join the default set; CPUs that containers have, and CPUs that no longer exist,
 *  leave it. Reserved CPUs are put into the right set. If two pods have one CPU, the one with the
 *  later uid loses it. An entry that loses CPUs is dropped unless flags say otherwise (kubelet
 *  allocates the container new CPUs when it starts). Correct entries are kept; no container gets
 *  CPUs that it did not have. `*report` (nullable) receives JSON: "changed", "changes" [{"action",
 *  "reason", "pod", "container", "cpus", "now", "message"}]. The caller owns both. flags:
 *  KOORD_REPAIR_*.
 *  Errors: INVALID (no cpu_manager_state is set: kubelet starts without one; the file cannot be
 *  read, with kubelet's message), CONFLICT (another policy; a downgrade that would lose something),
 *  UNSUPPORTED and LIMIT as for
 *  koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_repair_cpus(const koord_topology *topology,
                                                 const koord_kubelet_setup *setup,
                                                 koord_repair_flags flags, koord_buffer **out,
                                                 koord_buffer **report,
                                                 koord_error *err);

/** Repairs memory_manager_state in the same way: byte for byte the same if koord_kubelet_check
 *  finds nothing. Containers keep their memory on its NUMA nodes; what the file says about the
 *  machine is computed again from the machine, the configuration and these entries. An entry is
 *  dropped if it cannot be kept: its pod does not exist, it names NUMA nodes or kinds of memory
 *  that the machine does not have, it groups NUMA nodes differently from the entry of another pod,
 *  or it has more bytes than its NUMA nodes have left. If two pods conflict, the one with the later
 *  uid loses its entry. Kubelet allocates new memory to the container when it starts. flags:
 *  KOORD_REPAIR_* except KEEP_SHRUNK. Report and errors are as for koord_kubelet_repair_cpus. */
KOORD_API koord_status koord_kubelet_repair_memory(const koord_topology *topology,
                                                   const koord_kubelet_setup *setup,
                                                   koord_repair_flags flags, koord_buffer **out,
                                                   koord_buffer **report,
                                                   koord_error *err);

/** Gives pods the CPUs that a scheduler allocated to them (resource-status) in place of those that
 *  kubelet chose. Each container to which kubelet would give exclusive CPUs gets the requested
 *  number of its pod's CPUs: those that it has where it may keep them, else picked as the static
 *  policy picks. Init containers use the same CPUs. CPUs of a pod that no container requests stay
 *  in the default set, and the report says so. Pods without allocated CPUs are skipped. At most
 *  65,536 pods. `*report` is as for koord_kubelet_repair_cpus. If cpu_manager_state is empty or not
 *  set, there is no file, as for koord_kubelet_new.
 *  Errors: CONFLICT (names the pod: its CPUs do not exist, are reserved, belong to another pod or
 *  are too few; kubelet does not start with the state, with kubelet's message), CORRUPT (a
 *  checksum), INVALID (a pod twice or without uid; a state that cannot be read), UNSUPPORTED and
 *  LIMIT as for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_replace_cpus(const koord_topology *topology,
                                                  const koord_kubelet_setup *setup,
                                                  const koord_pod *const *pods, size_t count,
                                                  koord_buffer **out,
                                                  koord_buffer **report,
                                                  koord_error *err);

/** Options of writing a state file. */
typedef uint32_t koord_write_state_flags;
enum {
  /** Write even if a kubelet runs. Kubelet overwrites the file as soon as something changes. */
  KOORD_WRITE_STATE_FORCE = 1,
  /** Keep no backup. */
  KOORD_WRITE_STATE_NO_BACKUP = 2
};
/** Replaces a state file atomically: a reader finds either the old or the new file, complete, even
 *  after a power failure. The new file has the mode and owner of the old one, which is kept as
 *  "<path>.koord-backup" and replaces an older backup. `proc_root` is where proc is mounted (length
 *  0: "/proc"): unless forced, nothing is written while a kubelet runs there, k3s and kubelite
 *  included. A kubelet in another PID namespace is not visible: call this in the host's namespace.
 *  Errors: INVALID (`path` is a link or not a regular file), CONFLICT (a kubelet runs), PERMISSION,
 *  IO (the old file is kept and nothing else remains, unless the message says that only the
 *  directory could not be synced), LIMIT (over 64 MiB), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_write_state(const char *path, size_t path_length,
                                                 const char *text,
                                                 size_t text_length,
                                                 const char *proc_root,
                                                 size_t proc_root_length,
                                                 koord_write_state_flags flags, koord_error *err);

/* Builds nodes from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release. */

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
  KOORD_NODE_CPUSET_SYSTEM = 1    /**< of system QoS, as by the annotation system-qos-resource */
};
/** Sets CPUs, for hosts without the annotation that states them: the annotation overrides them.
 *  Errors: INVALID. */
KOORD_API koord_status koord_node_builder_set_cpus(koord_node_builder *builder,
                                                   koord_node_cpuset which, const uint64_t *words,
                                                   size_t word_count, koord_error *err);

/** As koord_cluster_set_node, from the content of the builder, which is not changed. There are no
 *  diagnostics. Errors: as koord_cluster_set_node. */
KOORD_API koord_status koord_cluster_set_node_from_builder(koord_cluster *cluster,
                                                           const koord_node_builder *builder,
                                                           uint32_t *id,
                                                           koord_error *err);
/** As koord_agent_set_node, from the content of the builder, which is not changed. There are no
 *  diagnostics. Errors: as koord_agent_set_node. */
KOORD_API koord_status koord_agent_set_node_from_builder(koord_agent *agent,
                                                         const koord_node_builder *builder,
                                                         koord_error *err);

/* NodeResourceTopologyMatch: its filter and score (docs/reference/nrt-match.md).
 *
 * Experimental. Stable once NodeResourceTopology v1alpha2 is stable upstream. */

/** What could not be aligned to one NUMA node. */
typedef int32_t koord_nrt_level;
enum {
  KOORD_NRT_LEVEL_NONE = 0, /**< the pod fits */
  KOORD_NRT_LEVEL_POD = 1,
  KOORD_NRT_LEVEL_CONTAINER = 2,
  KOORD_NRT_LEVEL_INIT_CONTAINER = 3
};

/** A node as NodeResourceTopologyMatch sees it: its resources, and what its NUMA zones have
 *  available. Immutable, reference-counted and shared by any threads. */
typedef struct koord_nrt_node koord_nrt_node;
KOORD_API koord_nrt_node *koord_nrt_node_ref(const koord_nrt_node *node);
KOORD_API void koord_nrt_node_unref(koord_nrt_node *node);

/** Reads a node and its zones.
 *
 *  context  nullable; receives diagnostics.
 *  node     the Node (v1) as JSON; only its name and status.allocatable are read.
 *  nrt      its NodeResourceTopology as JSON; length 0: there is none.
 *  out      the caller owns it.
 *
 *  Errors: INVALID (names object and field; documents of different nodes), LIMIT (document sizes as
 *  in koord_cluster_set_node and koord_topology_from_nrt; more than 1024 resources), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_from_json(const koord_context *context,
                                                const char *node, size_t node_length,
                                                const char *nrt,
                                                size_t nrt_length, koord_nrt_node **out,
                                                koord_error *err);

/** Whether NUMA zones admit a pod. */
typedef struct koord_nrt_verdict {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  koord_refusal refusal; /**< reason KOORD_REASON_NONE: the pod passes */
  koord_nrt_level level;
  int32_t container; /**< index among the containers, or init containers, -1: the pod */
} koord_nrt_verdict;

/** Filters a node: whether its NUMA zones let kubelet's topology manager admit a pod (semantics:
 *  filter of scheduler-plugins' NodeResourceTopologyMatch; docs/reference/nrt-match.md). A node
 *  without a NodeResourceTopology admits every pod.
 *
 *  verdict  never NULL. koord_refusal_format gives upstream's message ("cannot align pod"); with
 *           refusal.profile set to KOORD_PROFILE_SPEC it says what is missing and where.
 *  text     the name of the missing resource, "" if the pod passes; as in koord_pod_get_text. NULL
 *           with capacity 0: not wanted.
 *
 *  Errors: INVALID, NO_SPACE (nothing but *needed is written), LIMIT (more than 256 resources in
 *  the pod), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_filter(const koord_nrt_node *node, const koord_pod *pod,
                                             koord_nrt_verdict *verdict, char *text,
                                             size_t capacity, size_t *needed,
                                             koord_error *err);
/** Scores how well the node suits the pod, 0..100 (semantics: the plugin's score). `args` is the
 *  plugin's NodeResourceTopologyMatchArgs as JSON (length 0: its defaults): scoringStrategy.type
 *  MostAllocated, LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.
 *  Errors: INVALID (names the field; an unknown strategy), LIMIT (more than 256 resources in the
 *  pod), NO_MEMORY. */
KOORD_API koord_status koord_nrt_node_score(const koord_nrt_node *node, const koord_pod *pod,
                                            const char *args,
                                            size_t args_length, int32_t *score, koord_error *err);

/* Builds NodeResourceTopology objects from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release. */

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
                                                  const char *type,
                                                  size_t type_length, int32_t *zone,
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
                                                      const koord_topology *machine,
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

/** As koord_cluster_set_topology, from the content of the builder, which is not changed. There are
 *  no diagnostics. Errors: as koord_cluster_set_topology. */
KOORD_API koord_status koord_cluster_set_topology_from_builder(koord_cluster *cluster,
                                                               const koord_nrt_builder *builder,
                                                               uint32_t *id,
                                                               koord_error *err);
/** As koord_topology_from_nrt, from the content of the builder, which is not changed: from the
 *  annotation cpu-topology and the zones, else from the machine that was set. `context` may be
 *  NULL. The caller owns *out. Errors: as koord_topology_from_nrt. */
KOORD_API koord_status koord_topology_from_nrt_builder(const koord_context *context,
                                                       const koord_nrt_builder *builder,
                                                       koord_topology **out, koord_error *err);

/* Builds pods from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release. */

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
                                                  const char *text, size_t length,
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
  KOORD_POD_TERMINATED = 1,   /**< phase Succeeded or Failed */
  KOORD_POD_HAS_KUBE_QOS = 2, /**< `kube_qos` is status.qosClass; else it is computed */
  KOORD_POD_HAS_POD_LEVEL = 4 /**< spec.resources is present, even if empty */
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
                                                       int32_t *container,
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
 *  `container` is an index or a koord_resource_scope. Errors: INVALID (no such container, not a
 *  quantity, a negative amount, one of 2^63 or more), LIMIT, NO_MEMORY. */
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
KOORD_API koord_status koord_pod_from_builder(const koord_context *context,
                                              const koord_pod_builder *builder, koord_pod **out,
                                              koord_error *err);

/* Finds which pods to evict so that another pod fits, on every node in one call
 * (docs/embed/preemption.md).
 *
 * Experimental. Stable once the order of victims has been compared with kube-scheduler's over one
 * of its releases. */

/** Options of a preemption. */
typedef uint32_t koord_preempt_flags;
enum {
  /** Compare sets of victims as kube-scheduler does: lower highest priority, then fewer victims,
   *  then lower sum of priorities. Without the flag: fewer victims, then lower priorities, sorted
   *  descending and compared one by one. In both cases the number of victims under
   *  KOORD_PROTECTION_AVOID is compared first, and their uids last. */
  KOORD_PREEMPT_LEAST_IMPORTANT = 1
};
/** Limits of the search for victims. */
typedef struct koord_preempt_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_preempt_flags flags;
  /** Limit of the search, for all nodes together: trying a set of victims costs 16, any other step
   *  1. 0: 2^20. The result for a node may depend on it, and on the number of nodes. */
  uint64_t budget;
} koord_preempt_options;

/** The result for every node, with the victims there. Immutable. */
typedef struct koord_preemption koord_preemption;
KOORD_API koord_preemption *koord_preemption_ref(const koord_preemption *preemption);
KOORD_API void koord_preemption_unref(koord_preemption *preemption);

/** Finds on every node the pods to evict so that `pod` fits. Only pods with a lower priority
 *  (spec.priority) can be victims, unless `query` protects them with KOORD_PROTECTION_KEEP. Pods
 *  that the query adds (nominated pods) are never victims, and get the room that victims leave
 *  first. Changes nothing. `options` and `query` are nullable. Errors: INVALID, LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_preempt(const koord_cluster *cluster, const koord_pod *pod,
                                             const koord_preempt_options *options,
                                             const koord_query *query,
                                             koord_preemption **out, koord_error *err);

/** Properties of a row of a preemption. */
typedef uint32_t koord_preemption_flags;
enum {
  KOORD_PREEMPTION_UNRESOLVABLE = 1, /**< no eviction would change the reason */
  /** The budget was too small to find the best victims. These are the victims that kube-scheduler's
   *  method finds, which spares the most important pods first; all of them are needed. */
  KOORD_PREEMPTION_UNPROVEN = 2
};
/** What a preemption does on one node. */
typedef struct koord_node_preemption {
  int64_t priority_sum; /**< over the victims: sum of priority minus INT32_MIN */
  uint32_t node;
  koord_reason reason; /**< KOORD_REASON_NONE: the pod fits without the victims */
  int32_t score;       /**< of the node without the victims; see koord_verdict */
  koord_preemption_flags flags;
  int32_t highest_priority; /**< of the victims; 0: none */
  uint32_t victims;         /**< number of victims; 0: the pod fits without eviction */
  uint32_t avoided;         /**< number of victims under KOORD_PROTECTION_AVOID */
  uint32_t reserved;        /**< 0 */
} koord_node_preemption;
/** Copies a row for every node, the best first: nodes without victims, then in the order of
 *  kube-scheduler: fewest avoided, lowest highest priority, lowest sum, fewest victims; then higher
 *  score, then lower number. Nodes where no eviction helps come last, by number, with the reason
 *  that remains when all possible victims are gone. rows as in koord_topology_get_cpus. Errors:
 *  INVALID, NO_SPACE (*count is written). */
KOORD_API koord_status koord_preemption_get_nodes(const koord_preemption *preemption,
                                                  koord_node_preemption *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Copies the victims of a row, as steps that release them: by priority, descending, then uid.
 *  Otherwise as koord_plan_get_steps. */
KOORD_API koord_status koord_preemption_get_victims(const koord_preemption *preemption, size_t row,
                                                    koord_plan_step *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);
/** Returns the texts of the victims of all rows, as koord_topology_get_texts: valid as long as the
 *  preemption, which must not be NULL. The texts of one row's victims are contiguous, in their
 *  order. */
KOORD_API const char *koord_preemption_get_texts(const koord_preemption *preemption,
                                                 size_t *length);
/** Makes the plan of a row: its victims are released, then the pod is placed and gets its CPUs and
 *  NUMA amounts. `refusal` (never NULL) says why, if Reserve would refuse what the verdict
 *  promised; *out is NULL then. Errors: INVALID (a pod without uid, a row with a reason, another
 *  cluster), STALE (the node changed since), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_preemption(const koord_cluster *cluster,
                                                     const koord_preemption *preemption, size_t row,
                                                     koord_refusal *refusal,
                                                     koord_plan **out,
                                                     koord_error *err);

/* RebindResource: moves pods of a node to other CPUs, so that they use fewer NUMA nodes and free
 * CPUs are contiguous (docs/embed/rebind.md).
 *
 * Experimental. Stable once the RebindResource proposal is accepted and its object no longer
 * changes. */

/** How well the CPUs of a node are used. Two states are compared by the fields up to largest_block:
 *  the first field that differs decides. */
typedef struct koord_fragmentation {
  int32_t contested; /**< CPUs with several owners, or with an owner although no pod may own them */
  int32_t extra_numa;    /**< NUMA nodes that pods use beyond the minimum for their CPUs */
  int32_t extra_sockets; /**< the same for sockets */
  int32_t unmet_pods;    /**< pods whose bind, exclusive and NUMA policies are not all met */
  int32_t stranded;      /**< free CPUs on cores that are not entirely free */
  /** most free CPUs on entirely free cores of one NUMA node; more is better */
  int32_t largest_block;
  int32_t free_cpus;
  int32_t free_cores; /**< cores with all threads free */
  /** How much smaller the largest block is than the largest that this number of free CPUs could
   *  form: 0 to 100. */
  int32_t percent;
  int32_t reserved; /**< 0 */
} koord_fragmentation;

/** Options of a rebind. */
typedef uint32_t koord_rebind_flags;
enum {
  KOORD_REBIND_NO_NEW_CROSSING = 1 /**< no pod spans more NUMA nodes than before */
};
/** Limits for the number of placements that a rebind may try. */
typedef int32_t koord_rebind_budget;
enum {
  KOORD_REBIND_BUDGET_DEFAULT = 1000, /**< used if the budget is 0 */
  KOORD_REBIND_BUDGET_MAX = 1000000
};
/** Limits of a rebind. */
typedef struct koord_rebind_options {
  uint32_t struct_size;     /**< sizeof the struct: KOORD_INIT */
  koord_rebind_flags flags; /**< KOORD_REBIND_NO_NEW_CROSSING */
  uint32_t max_moved;       /**< number of pods that may move; 0: any number */
  /** Number of placements that may be tried, up to KOORD_REBIND_BUDGET_MAX; 0:
   *  KOORD_REBIND_BUDGET_DEFAULT. */
  uint32_t budget;
} koord_rebind_options;

/** Properties of a rebind's result. */
typedef uint32_t koord_rebind_info_flags;
enum {
  /** The budget was used up: a larger one might give a better plan. */
  KOORD_REBIND_INFO_TRUNCATED = 1
};
/** The result of a rebind. */
typedef struct koord_rebind_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** Why there is nothing to plan: NODE_UNKNOWN, NO_TOPOLOGY; for koord_cluster_plan_rebind_for,
   *  why the pod does not fit; else NONE. */
  koord_reason reason;
  uint32_t moved; /**< number of pods that move; the plan may have more steps */
  uint32_t used;  /**< number of placements tried, out of the budget */
  koord_rebind_info_flags properties;
  koord_fragmentation before;
  koord_fragmentation after;
  /** for koord_cluster_plan_rebind_for: why the pod does not fit; else NONE */
  koord_refusal refusal;
} koord_rebind_info;

/** Plans other CPUs for those pods of a node that own CPUs. Nothing changes until the plan is
 *  committed.
 *
 *  options  NULL: any number of pods, KOORD_REBIND_BUDGET_DEFAULT.
 *  query    nullable. Pods protected by KOORD_PROTECTION_KEEP do not move.
 *  out      the plan; release it with koord_plan_unref. It has no steps if nothing better was
 *           found. Its steps are KOORD_STEP_KIND_MOVE, ordered so that no CPU ever has two owners.
 *           A pod with two steps first moves out of the way, sometimes to fewer CPUs, but never to
 *           none.
 *  info     nullable.
 *
 *  No pod's policies are met less well than before, and the node never gets worse by
 *  koord_fragmentation. The same input gives the same plan. The budget bounds the time; no clock is
 *  used.
 *
 *  Errors: INVALID, NOT_FOUND (the node), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind(const koord_cluster *cluster, uint32_t node,
                                                 const koord_rebind_options *options,
                                                 const koord_query *query,
                                                 koord_plan **out,
                                                 koord_rebind_info *info,
                                                 koord_error *err);

/** Plans how a pod that a node refuses fits after some of the node's pods have moved. The steps of
 *  the plan are those moves, as few as were found, and last KOORD_STEP_KIND_PLACE of the pod.
 *
 *  pod             must have a uid and no allocation yet.
 *  options, query  as for koord_cluster_plan_rebind.
 *  out             NULL if the pod does not fit.
 *  info            never NULL; its refusal says why the pod does not fit.
 *
 *  Errors: INVALID, NOT_FOUND (the node), CONFLICT (as for koord_cluster_plan_gang), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_cluster_plan_rebind_for(
    const koord_cluster *cluster, const koord_pod *pod, uint32_t node,
    const koord_rebind_options *options, const koord_query *query,
    koord_plan **out, koord_rebind_info *info, koord_error *err);

/** What a RebindResource requests. */
typedef int32_t koord_rebind_action;
enum { KOORD_REBIND_ACTION_CPU = 1 /**< RebindCPU */ };
/** The progress of a RebindResource. */
typedef int32_t koord_rebind_phase;
enum {
  KOORD_REBIND_PHASE_NONE = 0, /**< not processed yet */
  KOORD_REBIND_PHASE_PENDING = 1,
  KOORD_REBIND_PHASE_SUCCEED = 2,
  KOORD_REBIND_PHASE_FAILED = 3,
  KOORD_REBIND_PHASE_UNKNOWN = 4
};
/** What a RebindResource object requests, and its progress. */
typedef struct koord_rebind_request {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_rebind_action action;
  koord_rebind_phase phase;
  int64_t deadline_seconds; /**< 600 if the object states none */
} koord_rebind_request;

/** Reads a RebindResource (packaging/crds). `node` receives the name of its node, text as in
 *  koord_pod_get_text; up to 254 bytes. On errors, also on NO_SPACE, *request is not changed.
 *  Errors: INVALID (names the field), LIMIT, NO_SPACE, NO_MEMORY. */
KOORD_API koord_status koord_rebind_request_from_json(const koord_context *context,
                                                      const char *json,
                                                      size_t length, koord_rebind_request *request,
                                                      char *node, size_t capacity,
                                                      size_t *needed,
                                                      koord_error *err);
/** Writes a JSON merge patch for the status of a RebindResource. `timestamp` is the current time as
 *  in RFC 3339. `reason` has up to 1024 bytes; "" removes an earlier reason. Errors: INVALID,
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_rebind_status_to_json(koord_rebind_phase phase, const char *timestamp,
                                                   size_t timestamp_length,
                                                   const char *reason,
                                                   size_t reason_length, koord_buffer **out,
                                                   koord_error *err);

/* Pictures of a machine.
 *
 * Experimental. Stable once another program than koordctl draws with it. */

/** The format of a picture. */
typedef int32_t koord_picture_format;
enum { KOORD_PICTURE_FORMAT_TEXT = 0, KOORD_PICTURE_FORMAT_SVG = 1 };
/** Options of a picture. */
typedef uint32_t koord_picture_flags;
enum {
  KOORD_PICTURE_COLOR = 1,  /**< text: ANSI colours */
  KOORD_PICTURE_ASCII = 2,  /**< text: no characters outside ASCII */
  KOORD_PICTURE_DEVICES = 4 /**< list PCI devices below their NUMA node */
};

/** How a picture is drawn. */
typedef struct koord_picture_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_picture_flags flags;
  koord_picture_format format;
  uint32_t columns; /**< text: width of the terminal, 0: 100 */
} koord_picture_options;

/** What a picture shows besides the machine: a title, and sets of CPUs with labels. One owner.
 *  Calls of koord_topology_draw may use one picture at the same time; all other calls require
 *  exclusive access. */
typedef struct koord_picture koord_picture;
/** Creates a picture without title and sets: it shows the machine alone. The caller owns *out.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_new(koord_picture **out, koord_error *err);
KOORD_API void koord_picture_free(koord_picture *picture);
/** Sets the title; length 0: none. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_picture_set_title(koord_picture *picture,
                                               const char *title, size_t length,
                                               koord_error *err);
/** Adds a set of CPUs and its owner: `label` is one line and may be empty. Sets are shown in the
 *  order of the calls; a CPU in several sets is shown as shared. Errors: INVALID, LIMIT (more than
 *  64 sets), NO_MEMORY. */
KOORD_API koord_status koord_picture_add_set(koord_picture *picture, const char *label,
                                             size_t label_length, const uint64_t *words,
                                             size_t word_count, koord_error *err);

/** Draws the machine (sockets, NUMA nodes, L3 groups, cores, CPUs) and the sets of the picture.
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
 * A reservation holds CPUs and amounts of a node, like a pod, for later pods: its owners. The host
 * decides which pods are owners. An owner gets what the reservation has left, if that suffices. If
 * it does not, the rest comes from the node, except under KOORD_RESERVATION_POLICY_RESTRICTED. When
 * an owner is removed, what it took returns to the reservation. A pod that shares CPUs takes none
 * of the CPUs that a reservation owns. Plans neither evict nor move reservations and their owners.
 * See docs/embed/reservations.md. */

/** Koordinator's allocatePolicy of a reservation. */
typedef int32_t koord_reservation_policy;
enum {
  KOORD_RESERVATION_POLICY_DEFAULT = 0,
  KOORD_RESERVATION_POLICY_ALIGNED = 1, /**< the rest comes from the node, as under DEFAULT */
  /** of the resources that it reserves, owners get only the reservation's */
  KOORD_RESERVATION_POLICY_RESTRICTED = 2,
};
/** Turns a pod that was reserved or set into a reservation, which no longer counts as a pod of its
 *  node. An existing reservation gets the policy. koord_cluster_get_pod_status returns what is left
 *  of a reservation. Errors: INVALID, NOT_FOUND (it has no allocation), CONFLICT (it takes from a
 *  reservation itself), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_set_reservation(koord_cluster *cluster, const char *uid,
                                                     size_t length, koord_reservation_policy policy,
                                                     koord_error *err);
/** As koord_cluster_reserve for an owner, on the node of the one reservation that `query` names
 *  (koord_query_use_reservation). KOORD_REASON_RESERVATION_SHORT: under RESTRICTED too little is
 *  left. The query's affinity must be 0. Errors: as koord_cluster_reserve, NOT_FOUND (no such
 *  reservation), CONFLICT (the pod is on the node already, without the reservation). */
KOORD_API koord_status koord_cluster_reserve_from(koord_cluster *cluster, const koord_pod *pod,
                                                  const koord_query *query,
                                                  uint64_t *cpus, size_t words,
                                                  koord_refusal *refusal, koord_error *err);
/** After a restart: records that a pod took its allocation from a reservation on the same node.
 *  Both must have been set before, the reservation with everything that it reserved. Repeating the
 *  call has no effect. Errors: INVALID, NOT_FOUND, CONFLICT (another node or another reservation),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_cluster_attach_owner(koord_cluster *cluster, const char *uid,
                                                  size_t length, const char *reservation,
                                                  size_t reservation_length, koord_error *err);
/** Lets the pod of the call take from this reservation, on the reservation's node. If there are
 *  several on one node, the first is used; an unknown reservation has no effect.
 *  koord_cluster_evaluate, koord_cluster_judge and koord_cluster_reserve_from read it; other calls
 *  refuse the query. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_query_use_reservation(koord_query *query, const char *reservation,
                                                   size_t length, koord_error *err);

/* How far BE pods are throttled when the others need the CPU (docs/operate/node.md; semantics:
 * koordlet's CPU suppression).
 *
 * Experimental. Stable once a node agent that measures usage itself has run by it for one release. */

/** Measured usage of a node, in milli-CPU. */
typedef struct koord_suppress_usage {
  uint32_t struct_size;          /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;                /**< 0 */
  int64_t capacity;              /**< of the node; 0: the machine's CPUs */
  int64_t node_used;             /**< everything on the node */
  int64_t pods_used;             /**< all pods */
  int64_t host_apps_used;        /**< all applications that are not pods */
  int64_t non_be_pods_used;      /**< pods that are not BE */
  int64_t non_be_host_apps_used; /**< applications that are neither pods nor BE */
  int64_t reserved; /**< reserved for the system; 0: the larger of kubelet's and the annotation's */
  int64_t quota_us; /**< current quota of BE per 100 ms; 0 or less: none */
  uint32_t threshold_percent; /**< limit on the total usage, in percent of capacity; 0: 65 */
  uint32_t minimum_percent;   /**< guaranteed to BE, in percent of capacity; 0: nothing */
} koord_suppress_usage;

/** Properties of a suppression. */
typedef uint32_t koord_suppression_flags;
enum {
  KOORD_SUPPRESSION_KEEP_QUOTA = 1 /**< the quota changes too little to be worth writing */
};
/** How far BE pods are to be throttled. */
typedef struct koord_suppression {
  uint32_t struct_size;    /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;          /**< 0 */
  int64_t allowance_milli; /**< milli-CPU that BE pods may use; negative: the others use too much */
  int64_t quota_us;        /**< for policy cfsQuota: microseconds per 100 ms */
  uint32_t cpus;           /**< for policy cpuset: number of CPUs; 0: none are available */
  koord_suppression_flags properties;
} koord_suppression;
/** Computes how far BE pods are to be throttled, for both policies of koordlet
 *  (docs/operate/node.md). Pure.
 *
 *  current  the CPUs that BE pods have now, `words` words; NULL: not known.
 *  cpus     nullable; receives the CPUs that BE pods are restricted to, `words` words.
 *
 *  Errors: INVALID (an amount that is negative or above 2^42, a percentage above 1000), NO_SPACE,
 *  NO_MEMORY. */
KOORD_API koord_status koord_agent_suppress(const koord_agent *agent,
                                            const koord_suppress_usage *usage,
                                            const uint64_t *current,
                                            uint64_t *cpus, size_t words,
                                            koord_suppression *out, koord_error *err);
/** Restricts BE pods to these CPUs of the BE pool, such as koord_agent_suppress names. Places of
 *  pods, the state and its BE pool change; koord_agent_get_cpus, reports and koord_agent_suppress
 *  have the whole pool as before. A BE pod whose NUMA nodes keep no CPUs runs on all that is left.
 *  A set without CPUs of the pool restricts nothing. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_agent_restrict_best_effort(koord_agent *agent, const uint64_t *words,
                                                        size_t word_count, koord_error *err);

#endif /* KOORD_EXPERIMENTAL */

#ifdef __cplusplus
}
#endif
#endif /* KOORD_H_ */
