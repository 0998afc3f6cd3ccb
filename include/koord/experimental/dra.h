/* Devices for the ResourceClaims of a pod: Dynamic Resource Allocation (docs/reference/dra.md).
 *
 * Experimental. Stable once a scheduler plugin has allocated claims by it for one release of
 * Kubernetes.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_DRA_H_
#define KOORD_DRA_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/dra.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Devices that one node can use, from its ResourceSlices, and what is in use. */
typedef struct koord_dra_inventory koord_dra_inventory;
/** The claims of one pod that have no allocation yet. */
typedef struct koord_dra_claims koord_dra_claims;
/** The devices that claims get, and the memory of the search. Make it once and use it again. */
typedef struct koord_dra_allocation koord_dra_allocation;
/** Inventories of many nodes, and the last answers for claims on them. Not for use by several threads
 *  at the same time. */
typedef struct koord_dra_nodes koord_dra_nodes;

/* The first three are limits of resource.k8s.io/v1. */
#define KOORD_MAX_DRA_CLAIM_DEVICES 32       /**< devices allocated to one claim */
#define KOORD_MAX_DRA_CLAIM_REQUESTS 32      /**< requests of one claim */
#define KOORD_MAX_DRA_REQUEST_ALTERNATIVES 8 /**< subrequests of firstAvailable */
#define KOORD_MAX_DRA_ALTERNATIVES 512       /**< alternatives of all requests of a pod */
#define KOORD_MAX_DRA_CONSTRAINTS 512        /**< constraints of all claims of a pod */
#define KOORD_MAX_DRA_CAPACITIES 32          /**< capacities of a device or an alternative */
#define KOORD_MAX_DRA_DEVICES 1024           /**< devices of one inventory */
#define KOORD_MAX_DRA_NODES 65536            /**< nodes of one koord_dra_nodes */
#define KOORD_MAX_DRA_TAINTS 1024            /**< different taints of one inventory */
#define KOORD_MAX_DRA_ROWS 65536 /**< attributes, capacities, taints, counters, amounts each */

/** Properties of a device. */
typedef uint32_t koord_dra_device_flags;
enum {
  /** allowMultipleAllocations: several requests may share the device (KEP-5075) */
  KOORD_DRA_DEVICE_SHARED = 1,
  /** Allocated to another claim without admin access. A shared device stays available; its counters
   *  are already consumed. */
  KOORD_DRA_DEVICE_ALLOCATED = 2,
  /** The pool is incomplete or invalid. The device is not allocated, and requests for all devices
   *  are refused. Stands for a pool without visible devices, too. */
  KOORD_DRA_DEVICE_UNUSABLE = 4
};
/** A device. Devices are numbered from 0 in the order in which they are added; of equally good
 *  allocations the one with the lowest numbers is chosen, so sort them by pool and name. Add devices
 *  of the node's pools that no selector matches, too, if they are allocated and consume counters. */
typedef struct koord_dra_device {
  /** Taints with the effect NoSchedule or NoExecute (KEP-5055). The caller numbers the different
   *  ones of the inventory from 0 and matches tolerations with them. Bit b is taint b; add further
   *  taints by koord_dra_inventory_add_taints. */
  uint64_t taints;
  koord_dra_device_flags flags;
  int32_t numa_node; /**< -1 if unknown */
  int32_t pcie_root; /**< a number for each PCIe root complex; -1 if unknown */
  /** Number of the driver, class or pool, at least 0. The score counts idle devices only of the kinds
   *  that the claims select. 0 for all devices: there is one kind. */
  int32_t kind;
} koord_dra_device;
/** A taint of a device. */
typedef struct koord_dra_taint {
  uint32_t device;
  uint32_t number; /**< 0 to KOORD_MAX_DRA_TAINTS - 1 */
} koord_dra_taint;
/** A value of an attribute. A list has a row for each value (KEP-5491). The caller numbers names and
 *  values: equal names have one number, and values of one name are equal if and only if their type
 *  and value are. */
typedef struct koord_dra_attribute {
  uint32_t device;
  uint32_t name;
  uint64_t value;
} koord_dra_attribute;
/** An amount of something that a device or an alternative has or needs. */
typedef struct koord_dra_amount {
  uint32_t owner; /**< number of the device, alternative or result */
  uint32_t name;  /**< number of the capacity or counter */
  int64_t amount; /**< 0 to 2^50, in a unit that the caller chooses for each name */
} koord_dra_amount;
/** Values that a request policy permits. */
typedef int32_t koord_dra_policy;
enum {
  KOORD_DRA_POLICY_NONE = 0,  /**< no request policy: any amount */
  KOORD_DRA_POLICY_RANGE = 1, /**< validRange */
  KOORD_DRA_POLICY_VALUES = 2 /**< validValues: koord_dra_inventory_add_valid_values */
};
/** Fields of a capacity that are stated. */
typedef uint32_t koord_dra_capacity_flags;
enum {
  KOORD_DRA_CAPACITY_HAS_DEFAULT = 1, /**< default_amount */
  KOORD_DRA_CAPACITY_HAS_MAX = 2,     /**< max */
  KOORD_DRA_CAPACITY_HAS_STEP = 4     /**< step */
};
/** A capacity of a device with its request policy (KEP-5075). Amounts are 0 to 2^50. */
typedef struct koord_dra_capacity {
  uint32_t device;
  uint32_t name;
  int64_t value;
  int64_t used; /**< consumed by allocations; 0 unless the device is SHARED and ALLOCATED */
  koord_dra_policy policy;
  koord_dra_capacity_flags flags;
  int64_t default_amount; /**< consumed by requests that do not name the capacity */
  int64_t min;            /**< of a range */
  int64_t max;            /**< of a range */
  int64_t step;           /**< of a range, from min; at least 1 */
} koord_dra_capacity;

/** Allocates an inventory without devices. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_new(koord_dra_inventory **out, koord_error *err);
KOORD_API void koord_dra_inventory_free(koord_dra_inventory *inventory);
/** Restores the state of a new inventory. Errors: INVALID. */
KOORD_API koord_status koord_dra_inventory_reset(koord_dra_inventory *inventory, koord_error *err);
/** Appends devices. Errors: INVALID (an unknown flag, a NUMA node or root below -1), LIMIT (more
 *  than KOORD_MAX_DRA_DEVICES), NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_devices(koord_dra_inventory *inventory,
                                                       const koord_dra_device *rows, size_t stride,
                                                       size_t count, koord_error *err);
/** Adds taints of devices, as those of koord_dra_device.taints. A taint that a device already has
 *  changes nothing. Errors: INVALID (no such device, a number out of range), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_taints(koord_dra_inventory *inventory,
                                                      const koord_dra_taint *rows, size_t stride,
                                                      size_t count, koord_error *err);
/** Adds values of attributes. A value that a device already has changes nothing. Only attributes
 *  that constraints name are needed. Errors: INVALID (no such device), LIMIT (too many rows, or more
 *  names than KOORD_MAX_DRA_CONSTRAINTS), NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_attributes(koord_dra_inventory *inventory,
                                                          const koord_dra_attribute *rows,
                                                          size_t stride, size_t count,
                                                          koord_error *err);
/** Adds capacities. Errors: INVALID (no such device, a second capacity with the name, an unknown
 *  flag or policy, an amount out of range, a used amount of a device that is not SHARED and
 *  ALLOCATED), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_capacities(koord_dra_inventory *inventory,
                                                          const koord_dra_capacity *rows,
                                                          size_t stride, size_t count,
                                                          koord_error *err);
/** Adds values that the policy KOORD_DRA_POLICY_VALUES of a device's capacity permits. Errors:
 *  INVALID (no such device or capacity, an amount out of range), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_valid_values(koord_dra_inventory *inventory,
                                                            const koord_dra_amount *rows,
                                                            size_t stride, size_t count,
                                                            koord_error *err);
/** Adds shared counters (KEP-4815), each with its value before any allocation. The name of a row is
 *  the number of the counter: counters are numbered from 0 in this order. The owner is 0. Errors:
 *  INVALID (another number, an amount out of range), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_counters(koord_dra_inventory *inventory,
                                                        const koord_dra_amount *rows, size_t stride,
                                                        size_t count, koord_error *err);
/** Adds the counters that devices consume. Errors: INVALID (no such device or counter, a second row
 *  for the same pair, an amount out of range), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_inventory_add_consumed_counters(koord_dra_inventory *inventory,
                                                                 const koord_dra_amount *rows,
                                                                 size_t stride, size_t count,
                                                                 koord_error *err);

/** Properties of an alternative. */
typedef uint32_t koord_dra_alternative_flags;
enum {
  /** allocationMode All: every selected device whose capacity is large enough; else `count` */
  KOORD_DRA_ALTERNATIVE_ALL = 1,
  /** adminAccess (KEP-5018): devices in use are available, and nothing is consumed */
  KOORD_DRA_ALTERNATIVE_ADMIN = 2
};
/** A request (`exactly`), or one subrequest of `firstAvailable` (KEP-4816). Alternatives are
 *  numbered from 0 in the order in which they are added. */
typedef struct koord_dra_alternative {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_dra_alternative_flags flags;
  uint32_t claim;     /**< from 0; that of the last alternative or the next */
  uint32_t request;   /**< in the claim, from 0; that of the last alternative or the next */
  uint64_t tolerated; /**< taints 0 to 63 that the request tolerates */
  uint32_t count;     /**< number of devices, at least 1; 0 for all */
  int32_t reserved;   /**< 0 */
} koord_dra_alternative;
/** Kinds of constraints. */
typedef int32_t koord_dra_constraint_kind;
enum {
  KOORD_DRA_CONSTRAINT_KIND_NONE = 0, /**< not stated: refused */
  /** matchAttribute: all devices have a value in common */
  KOORD_DRA_CONSTRAINT_KIND_MATCH = 1,
  /** distinctAttribute: no two devices have a value in common */
  KOORD_DRA_CONSTRAINT_KIND_DISTINCT = 2
};
/** A constraint of a claim. Constraints are numbered from 0 in the order in which they are added. */
typedef struct koord_dra_constraint {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_dra_constraint_kind kind;
  uint32_t claim;
  uint32_t attribute; /**< koord_dra_attribute.name; devices without it cannot be used */
  int32_t reserved;   /**< 0 */
} koord_dra_constraint;

/** Allocates an object without claims. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_dra_claims_new(koord_dra_claims **out, koord_error *err);
KOORD_API void koord_dra_claims_free(koord_dra_claims *claims);
/** Restores the state of new claims. Errors: INVALID. */
KOORD_API koord_status koord_dra_claims_reset(koord_dra_claims *claims, koord_error *err);
/** Appends an alternative.
 *
 *  devices  bit set of the devices of the inventory that the CEL selectors of the DeviceClass and
 *           the request match, and that the node can use; the caller evaluates CEL. Bit b of word w
 *           is device 64 * w + b. Copied; bits beyond the inventory's devices count as 0.
 *
 *  Errors: INVALID (a claim or request out of order, an unknown flag, a count of 0 or with ALL, a
 *  claim that has a constraint for all of its alternatives), LIMIT (claims of more than
 *  KOORD_MAX_DRA_CLAIM_REQUESTS requests, too many alternatives or words), NO_MEMORY. */
KOORD_API koord_status koord_dra_claims_add_alternative(koord_dra_claims *claims,
                                                        const koord_dra_alternative *alternative,
                                                        const uint64_t *devices, size_t word_count,
                                                        koord_error *err);
/** Adds capacities that alternatives request of each device (KEP-5075). An amount is rounded up to
 *  the device's request policy. Errors: INVALID (no such alternative, a second row for the same
 *  pair, an amount out of range), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_claims_add_amounts(koord_dra_claims *claims,
                                                    const koord_dra_amount *rows, size_t stride,
                                                    size_t count, koord_error *err);
/** Sets the taints that an alternative tolerates. They replace those of the alternative's row.
 *
 *  taints  bit set of the numbers of taints; bits beyond KOORD_MAX_DRA_TAINTS count as 0.
 *
 *  Errors: INVALID (no such alternative), LIMIT (too many words), NO_MEMORY. */
KOORD_API koord_status koord_dra_claims_set_tolerated(koord_dra_claims *claims,
                                                      uint32_t alternative, const uint64_t *taints,
                                                      size_t word_count, koord_error *err);
/** Appends a constraint. Add it after the alternatives of its claim.
 *
 *  alternatives  bit set of the alternatives to which it applies; empty: all of the claim, which
 *                gets no more alternatives then.
 *
 *  Errors: INVALID (an unknown kind, a claim without alternatives, alternatives of another claim),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_dra_claims_add_constraint(koord_dra_claims *claims,
                                                       const koord_dra_constraint *constraint,
                                                       const uint64_t *alternatives,
                                                       size_t word_count, koord_error *err);

/** Options of an allocation. */
typedef uint32_t koord_dra_options_flags;
enum {
  /** Any allocation will do: for a filter. */
  KOORD_DRA_OPTIONS_ANY = 1,
  /** Find remedies after a refusal; takes up to max_steps more steps. */
  KOORD_DRA_OPTIONS_REMEDIES = 2
};
/** Limits of an allocation. */
typedef struct koord_dra_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_dra_options_flags flags;
  uint64_t max_steps; /**< 0: 100,000 */
} koord_dra_options;

/** Outcomes of an allocation. */
typedef int32_t koord_dra_outcome;
enum {
  KOORD_DRA_OUTCOME_NONE = 0,
  KOORD_DRA_OUTCOME_ALLOCATED = 1,
  KOORD_DRA_OUTCOME_REFUSED = 2, /**< no allocation exists */
  /** the steps ran out before an allocation was found, or KOORD_DRA_REASON_POD_LIMIT */
  KOORD_DRA_OUTCOME_UNDECIDED = 3
};
/** Reasons of a refusal. */
typedef int32_t koord_dra_reason;
enum {
  KOORD_DRA_REASON_NONE = 0,
  /** a request for all devices, while a pool is incomplete or invalid */
  KOORD_DRA_REASON_POOL_INCOMPLETE = 1,
  /** No alternative of a request has enough devices that it can use. Each device is judged alone,
   *  by its taints, use, attributes, capacities and counters. */
  KOORD_DRA_REASON_TOO_FEW_DEVICES = 2,
  KOORD_DRA_REASON_CLAIM_LIMIT = 3, /**< more than KOORD_MAX_DRA_CLAIM_DEVICES */
  /** Everything fits without one constraint. Only with KOORD_DRA_OPTIONS_REMEDIES; else TOGETHER. */
  KOORD_DRA_REASON_CONSTRAINT = 4,
  /** Each request has enough devices, but no choice of them meets all constraints, counters and
   *  capacities; perhaps not even the choice for one request. */
  KOORD_DRA_REASON_TOGETHER = 5,
  KOORD_DRA_REASON_UNDECIDED = 6, /**< the steps ran out */
  /** Only in koord_dra_verdict: all claims need more than 1,024 devices of the node.
   *  koord_dra_allocation_run returns LIMIT. */
  KOORD_DRA_REASON_POD_LIMIT = 7
};
/** Changes that make refused claims fit; each alone is enough. */
typedef uint32_t koord_dra_remedy_flags;
enum {
  KOORD_DRA_REMEDY_DROP_CONSTRAINT = 1, /**< koord_dra_info.constraint */
  /** koord_dra_info.short_devices less for koord_dra_info.alternative; at least one is left */
  KOORD_DRA_REMEDY_FEWER_DEVICES = 2,
  KOORD_DRA_REMEDY_TOLERATE_TAINTS = 4, /**< taints of all devices are tolerated */
  KOORD_DRA_REMEDY_FREE_DEVICES = 8     /**< devices in use become free */
};
/** Properties of an answer. */
typedef uint32_t koord_dra_info_flags;
enum {
  /** The steps ran out: a better allocation may exist, or more remedies. */
  KOORD_DRA_INFO_TRUNCATED = 1
};
/** The answer of an allocation, without its devices. */
typedef struct koord_dra_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_dra_outcome outcome;
  koord_dra_info_flags properties;
  /** work of preparation and search: devices tried and sets compared; the same on every machine */
  uint64_t steps;

  /** NUMA nodes of the devices, with one for each device without a known node. This, `unplaced` and
   *  the next three are the score. */
  uint32_t numa_nodes;
  uint32_t pcie_roots; /**< likewise */
  uint32_t opened;     /**< counters and shared devices that were idle before */
  uint32_t idle; /**< devices of the selected kinds that were idle before, on these NUMA nodes */

  koord_dra_reason reason; /**< of a refusal; the fields below belong to it */
  int32_t alternative;     /**< the alternative that lacks devices; -1 if none is known */
  int32_t constraint;      /**< the constraint without which all fits; -1 if none is known */
  uint32_t needed;         /**< devices that the alternative needs; with CLAIM_LIMIT the claim */
  uint32_t available;      /**< devices that it could use alone; with CLAIM_LIMIT the limit */
  uint32_t short_devices;  /**< devices that are missing; 0 if unknown */
  /** Devices that its selectors match and that it cannot use, each counted by the first cause. */
  uint32_t unusable;
  uint32_t tainted;
  uint32_t in_use;
  uint32_t without_attribute;      /**< no value of a constraint's attribute */
  uint32_t too_small;              /**< a capacity or counter is too small */
  koord_dra_remedy_flags remedies; /**< with KOORD_DRA_OPTIONS_REMEDIES */
  uint32_t unplaced;               /**< devices without a known NUMA node */
  int32_t reserved;                /**< 0 */
} koord_dra_info;
/** A device of an allocation. */
typedef struct koord_dra_result {
  uint32_t claim;
  uint32_t request;     /**< in the claim */
  uint32_t alternative; /**< number of the alternative, over all claims */
  uint32_t device;
} koord_dra_result;

/** Allocates an empty allocation. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_dra_allocation_new(koord_dra_allocation **out, koord_error *err);
KOORD_API void koord_dra_allocation_free(koord_dra_allocation *allocation);
/** Allocates devices of a node to all claims of a pod, or to none. Unless the steps run out, finds
 *  an allocation if there is one, and of all allocations the one with the best score, in this
 *  order: earlier alternatives of the earlier requests; fewest NUMA nodes over all claims; fewest
 *  devices without a known NUMA node; fewest PCIe roots; fewest counters and shared devices that
 *  were idle before, then fewest idle devices of the selected kinds on the NUMA nodes used, so that
 *  large requests still fit later; lowest device numbers in the order of the requests. A device
 *  without a known NUMA node or PCIe root counts as one of its own. Devices with admin access do not
 *  count. The inventory stays unchanged.
 *
 *  options     NULL: the best allocation, 100,000 steps, no remedies.
 *  allocation  receives the devices; none unless the outcome is ALLOCATED.
 *  info        the outcome, score and reason.
 *
 *  A refusal is not an error. The steps bound the time; no clock is used.
 *
 *  Errors: INVALID (no alternatives, an unknown flag), LIMIT (more than 1,024 devices for all
 *  claims, counted by the largest alternative of each request), NO_MEMORY. */
KOORD_API koord_status koord_dra_allocation_run(koord_dra_allocation *allocation,
                                                const koord_dra_inventory *inventory,
                                                const koord_dra_claims *claims,
                                                KOORD_NULLABLE const koord_dra_options *options,
                                                koord_dra_info *info, koord_error *err);
/** Copies the devices of the last run, in the order of the requests, ascending within a request.
 *  rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_dra_allocation_get_results(const koord_dra_allocation *allocation,
                                                        koord_dra_result *rows, size_t stride,
                                                        size_t capacity, size_t *count,
                                                        koord_error *err);
/** Copies the capacities that the results of the last run consume of shared devices; the owner is
 *  the row of koord_dra_allocation_get_results. They are the consumedCapacity of the claim's status.
 *  rows as in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_dra_allocation_get_amounts(const koord_dra_allocation *allocation,
                                                        koord_dra_amount *rows, size_t stride,
                                                        size_t capacity, size_t *count,
                                                        koord_error *err);

/** The answer for a node, without its devices. */
typedef struct koord_dra_verdict {
  koord_dra_outcome outcome; /**< NONE if the node has no inventory */
  koord_dra_reason reason;   /**< of a refusal */
  koord_dra_info_flags properties;
  uint32_t numa_nodes; /**< the score, as in koord_dra_info */
  uint32_t unplaced;
  uint32_t pcie_roots;
  uint32_t opened;
  uint32_t idle;
} koord_dra_verdict;

/** Allocates an object without nodes. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_dra_nodes_new(koord_dra_nodes **out, koord_error *err);
KOORD_API void koord_dra_nodes_free(koord_dra_nodes *nodes);
/** Sets the inventory of a node. The caller numbers nodes from 0. The devices of all nodes of one
 *  object have the same numbers, because claims name them by number: use an object for each type of
 *  node.
 *
 *  inventory  copied; NULL: the node has none.
 *
 *  Errors: INVALID, LIMIT (more than KOORD_MAX_DRA_NODES), NO_MEMORY. */
KOORD_API koord_status koord_dra_nodes_set(koord_dra_nodes *nodes, uint32_t node,
                                           KOORD_NULLABLE const koord_dra_inventory *inventory,
                                           koord_error *err);
/** Evaluates claims on each node, as koord_dra_allocation_run does with the inventory of the node.
 *  Nodes with equal inventories are evaluated once. The answers for the last 64 combinations of
 *  claims and options are kept, or fewer if they take more than 64 MiB: only inventories that are
 *  new since then are evaluated. A node on which all claims need too many devices is UNDECIDED.
 *
 *  options  NULL: the best allocation, 100,000 steps for each inventory. REMEDIES is refused.
 *  rows     row n receives the answer for node n. As in koord_topology_get_cpus.
 *
 *  Errors: INVALID (also for REMEDIES), NO_MEMORY, NO_SPACE. */
KOORD_API koord_status koord_dra_nodes_run(koord_dra_nodes *nodes, const koord_dra_claims *claims,
                                           KOORD_NULLABLE const koord_dra_options *options,
                                           koord_dra_verdict *rows, size_t stride, size_t capacity,
                                           size_t *count, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_DRA_H_ */
