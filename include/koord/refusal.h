/* Reasons for the refusal of a request.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_REFUSAL_H_
#define KOORD_REFUSAL_H_

#include "policy.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Reason for the refusal of a request; KOORD_REASON_NONE: it was granted. */
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
  /** suitable NUMA nodes are used by pods on several NUMA nodes or, if the pod needs several, by
   *  pods on one */
  KOORD_REASON_NUMA_EXCLUSIVE = 22,
  KOORD_REASON_SEARCH_LIMIT = 23, /**< too many combinations to search */
  /** the pod requires isolated CPUs, and fewer are free than it requests */
  KOORD_REASON_NOT_ENOUGH_ISOLATED_CPUS = 24,
  /* Refused by kubelet's memory manager; `needed` and `best` count bytes. */
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
  /** kubelet with PodLevelResourceManagers: containers with CPUs or memory of their own have
   *  `needed` of the `best` that the pod has, which leaves nothing to containers that share */
  KOORD_REASON_POD_POOL_EMPTY = 46,
  /** the pod fits, but perhaps not in every order in which kubelet can admit it and the `needed`
   *  pods of the node that the node's report does not name yet; try again after the next report */
  KOORD_REASON_PODS_IN_FLIGHT = 47,
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
  /** it is unknown which devices of the type are in use: `best` pods of the node have some that no
   *  source names; 0 if the reporter of the node's devices could not read kubelet's assignments */
  KOORD_REASON_DEVICES_NOT_REPORTED = 96,
  /* Claimed CPUs that are not the pod's own, and pools that it cannot run on; koord_agent_*. */
  KOORD_REASON_CPU_NOT_ON_MACHINE = 100,   /**< the machine does not have the CPU `where` */
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
  /* Refused claims of bound pods; koord_pod_conflicts. */
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
  KOORD_OBJECT_KIND_BYTES = 8,      /**< bytes of memory or huge pages */
  KOORD_OBJECT_KIND_UNIT = 9,       /**< unit of a resource that is neither CPU nor memory */
  KOORD_OBJECT_KIND_CONTAINER = 10, /**< a container; `where` is its index in the pod */
  KOORD_OBJECT_KIND_POD = 11,
  KOORD_OBJECT_KIND_DEVICE = 12, /**< a device; `where` is its minor */
  /** an init container; `where` is its index among them */
  KOORD_OBJECT_KIND_INIT_CONTAINER = 13,
  /** resources; `where` is a set: bit i stands for resource i (koord_cluster_get_resource_name) */
  KOORD_OBJECT_KIND_RESOURCES = 14
};

/** The refusal of a request; reason KOORD_REASON_NONE: it was granted. 64 bytes, this
 *  layout for ever. To store or send a refusal, use koord_refusal_to_json. */
typedef struct koord_refusal {
  int64_t needed; /**< in units of `object` */
  int64_t best;   /**< the most that any considered place could supply, in the same units */
  koord_reason reason;
  koord_profile profile;          /**< selects the message of koord_refusal_format */
  koord_object_kind object;       /**< unit of needed and best */
  koord_object_kind where_object; /**< kind of the object `where` */
  int32_t where;                  /**< id of that object, -1 for the machine and for pods */
  /** the bind policy that was not met; 0: none */
  KOORD_OF(koord_bind_policy) uint8_t bind_policy;
  /** the exclusive policy that was not met; 0: none */
  KOORD_OF(koord_exclusive_policy) uint8_t exclusive_policy;
  /** the NUMA policy that was not met; 0: none */
  KOORD_OF(koord_numa_policy) uint8_t numa_policy;
  /** threads of the machine's cores if whole cores are required; 255: that many or more; else 0 */
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
                                            size_t capacity, KOORD_NULLABLE size_t *needed,
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

#ifdef __cplusplus
}
#endif
#endif /* KOORD_REFUSAL_H_ */
