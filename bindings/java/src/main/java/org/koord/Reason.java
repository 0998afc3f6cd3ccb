// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Reason for the refusal of a request; {@link Reason#NONE}: it was granted. Numbers that only a
 * newer library knows become {@link #UNRECOGNIZED}.
 */
public enum Reason implements Coded {
  /** Granted. */
  NONE(KoordRaw.KOORD_REASON_NONE),
  /** Fewer CPUs are available than requested. */
  NOT_ENOUGH_CPUS(KoordRaw.KOORD_REASON_NOT_ENOUGH_CPUS),
  /** Enough CPUs, but the required bind policy cannot be met. */
  REQUIRED_BIND_POLICY(KoordRaw.KOORD_REASON_REQUIRED_BIND_POLICY),
  /** The given NUMA nodes cannot supply the amount. */
  INSUFFICIENT_NUMA(KoordRaw.KOORD_REASON_INSUFFICIENT_NUMA),
  /** Whole cores required, but not a multiple of their threads. */
  SMT_ALIGNMENT(KoordRaw.KOORD_REASON_SMT_ALIGNMENT),
  /** Kubelet: too few entirely free cores. */
  NOT_ENOUGH_PHYSICAL_CORES(KoordRaw.KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES),
  /** Not supported on this architecture. */
  BIND_POLICY_UNSUPPORTED(KoordRaw.KOORD_REASON_BIND_POLICY_UNSUPPORTED),
  /** Not supported on this architecture. */
  EXCLUSIVE_POLICY_UNSUPPORTED(KoordRaw.KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED),
  /** No NUMA node has everything that must come from one. */
  NO_NUMA_NODE_FITS(KoordRaw.KOORD_REASON_NO_NUMA_NODE_FITS),
  /** The node has none of a requested resource. */
  RESOURCE_ABSENT(KoordRaw.KOORD_REASON_RESOURCE_ABSENT),
  /** LSE, LSR: limit and request must be equal. */
  REQUEST_IS_NOT_LIMIT(KoordRaw.KOORD_REASON_REQUEST_IS_NOT_LIMIT),
  /** Exclusive CPUs must be a whole number. */
  CPUS_NOT_WHOLE(KoordRaw.KOORD_REASON_CPUS_NOT_WHOLE),
  /** The node reports no CPU topology. */
  NO_TOPOLOGY(KoordRaw.KOORD_REASON_NO_TOPOLOGY),
  /** The bind policies of node and pod differ. */
  BIND_POLICY_CONFLICT(KoordRaw.KOORD_REASON_BIND_POLICY_CONFLICT),
  /** The NUMA policies of node and pod differ. */
  NUMA_POLICY_CONFLICT(KoordRaw.KOORD_REASON_NUMA_POLICY_CONFLICT),
  /** No NUMA node's shared pool is large enough for the pod's limit. */
  SHARED_POOL_TOO_SMALL(KoordRaw.KOORD_REASON_SHARED_POOL_TOO_SMALL),
  /** The node has too little left of a resource. */
  INSUFFICIENT_RESOURCE(KoordRaw.KOORD_REASON_INSUFFICIENT_RESOURCE),
  /** Pods mention the node, but it was never set. */
  NODE_UNKNOWN(KoordRaw.KOORD_REASON_NODE_UNKNOWN),
  /** spec.unschedulable. */
  NODE_UNSCHEDULABLE(KoordRaw.KOORD_REASON_NODE_UNSCHEDULABLE),
  /** No NUMA nodes can supply some resource. */
  NUMA_UNSATISFIED(KoordRaw.KOORD_REASON_NUMA_UNSATISFIED),
  /** No NUMA nodes suit all resources as the policy requires. */
  NUMA_UNALIGNED(KoordRaw.KOORD_REASON_NUMA_UNALIGNED),
  /**
   * Suitable NUMA nodes are used by pods on several NUMA nodes or, if the pod needs several, by
   * pods on one.
   */
  NUMA_EXCLUSIVE(KoordRaw.KOORD_REASON_NUMA_EXCLUSIVE),
  /** Too many combinations to search. */
  SEARCH_LIMIT(KoordRaw.KOORD_REASON_SEARCH_LIMIT),
  /** The pod requires isolated CPUs, and fewer are free than it requests. */
  NOT_ENOUGH_ISOLATED_CPUS(KoordRaw.KOORD_REASON_NOT_ENOUGH_ISOLATED_CPUS),
  /** No NUMA nodes have the memory. */
  NO_NUMA_MEMORY(KoordRaw.KOORD_REASON_NO_NUMA_MEMORY),
  /** Only more NUMA nodes than needed have the memory. */
  MEMORY_HINT_NOT_PREFERRED(KoordRaw.KOORD_REASON_MEMORY_HINT_NOT_PREFERRED),
  /** No NUMA nodes that include the chosen ones have the memory. */
  MEMORY_HINT_NOT_EXTENSIBLE(KoordRaw.KOORD_REASON_MEMORY_HINT_NOT_EXTENSIBLE),
  /** Only more NUMA nodes than needed, the chosen ones included, have the memory. */
  MEMORY_EXTENSION_NOT_PREFERRED(KoordRaw.KOORD_REASON_MEMORY_EXTENSION_NOT_PREFERRED),
  /** Memory of these NUMA nodes is used in other groups. */
  MEMORY_GROUP_VIOLATED(KoordRaw.KOORD_REASON_MEMORY_GROUP_VIOLATED),
  /**
   * Kubelet cannot read an amount of memory as a 64-bit number: a fraction of a byte, or too many
   * digits for it ("200Ti"); {@code needed} is the amount, rounded up.
   */
  MEMORY_NOT_INT64(KoordRaw.KOORD_REASON_MEMORY_NOT_INT64),
  /**
   * Kubelet with PodLevelResourceManagers: containers with CPUs or memory of their own have {@code
   * needed} of the {@code best} that the pod has, which leaves nothing to containers that share.
   */
  POD_POOL_EMPTY(KoordRaw.KOORD_REASON_POD_POOL_EMPTY),
  /**
   * The pod fits, but perhaps not in every order in which kubelet can admit it and the {@code
   * needed} pods of the node that the node's report does not name yet; try again after the next
   * report.
   */
  PODS_IN_FLIGHT(KoordRaw.KOORD_REASON_PODS_IN_FLIGHT),
  /** The pods of a gang do not all fit at once. */
  GANG_UNPLACED(KoordRaw.KOORD_REASON_GANG_UNPLACED),
  /** The reservation has too little left. */
  RESERVATION_SHORT(KoordRaw.KOORD_REASON_RESERVATION_SHORT),
  /** Fits only on other CPUs or NUMA nodes than it has. */
  WOULD_MOVE(KoordRaw.KOORD_REASON_WOULD_MOVE),
  /** Kubelet's static managers do not change {@code resource} of a Guaranteed pod that runs. */
  RESIZE_INFEASIBLE(KoordRaw.KOORD_REASON_RESIZE_INFEASIBLE),
  /** Neither a part of one device nor a number of whole devices. */
  DEVICE_UNIT(KoordRaw.KOORD_REASON_DEVICE_UNIT),
  /** Device resources that cannot be requested together. */
  DEVICE_MIX(KoordRaw.KOORD_REASON_DEVICE_MIX),
  /** A part of a device in a size that no model offers. */
  NO_SHARE_TEMPLATE(KoordRaw.KOORD_REASON_NO_SHARE_TEMPLATE),
  /** The node has none of the type, or none that the pod may use. */
  NO_DEVICES(KoordRaw.KOORD_REASON_NO_DEVICES),
  /** Fewer devices have enough left than requested. */
  NOT_ENOUGH_DEVICES(KoordRaw.KOORD_REASON_NOT_ENOUGH_DEVICES),
  /** The devices have no virtual functions of the requested kind. */
  NOT_ENOUGH_VFS(KoordRaw.KOORD_REASON_NOT_ENOUGH_VFS),
  /** Not within one PCIe switch or NUMA node, as requested. */
  DEVICE_SCOPE(KoordRaw.KOORD_REASON_DEVICE_SCOPE),
  /** Not on the NUMA nodes of the pod. */
  DEVICE_NUMA(KoordRaw.KOORD_REASON_DEVICE_NUMA),
  /** Devices are partitioned, but no partitions are known. */
  NO_PARTITION_TABLE(KoordRaw.KOORD_REASON_NO_PARTITION_TABLE),
  /** There are no partitions of this size. */
  PARTITION_SIZE(KoordRaw.KOORD_REASON_PARTITION_SIZE),
  /** No partition of this size is free. */
  PARTITIONS_TAKEN(KoordRaw.KOORD_REASON_PARTITIONS_TAKEN),
  /** The devices must be close together, but state no NUMA node. */
  DEVICES_UNPLACED(KoordRaw.KOORD_REASON_DEVICES_UNPLACED),
  /** Parts of several devices within one scope: not supported. */
  SHARES_SPREAD(KoordRaw.KOORD_REASON_SHARES_SPREAD),
  /** Devices of two types that must be together are not. */
  DEVICES_APART(KoordRaw.KOORD_REASON_DEVICES_APART),
  /** A named device does not exist or is unhealthy. */
  DEVICE_UNHEALTHY(KoordRaw.KOORD_REASON_DEVICE_UNHEALTHY),
  /** The pod's device {@code where} has no name that a runtime knows. */
  DEVICE_UNNAMED(KoordRaw.KOORD_REASON_DEVICE_UNNAMED),
  /**
   * It is unknown which devices of the type are in use: {@code best} pods of the node have some
   * that no source names; 0 if the reporter of the node's devices could not read kubelet's
   * assignments.
   */
  DEVICES_NOT_REPORTED(KoordRaw.KOORD_REASON_DEVICES_NOT_REPORTED),
  /** The machine does not have the CPU {@code where}. */
  CPU_NOT_ON_MACHINE(KoordRaw.KOORD_REASON_CPU_NOT_ON_MACHINE),
  /** The CPU {@code where} is assigned to another pod. */
  CPU_TAKEN(KoordRaw.KOORD_REASON_CPU_TAKEN),
  /** Exclusive CPUs are for QoS LSE and LSR. */
  CLAIM_NOT_ALLOWED(KoordRaw.KOORD_REASON_CLAIM_NOT_ALLOWED),
  /** Kubelet reserves the CPU {@code where} for the system. */
  CPU_RESERVED(KoordRaw.KOORD_REASON_CPU_RESERVED),
  /** More CPUs than the whole CPUs that it requests. */
  MORE_CPUS_THAN_ASKED(KoordRaw.KOORD_REASON_MORE_CPUS_THAN_ASKED),
  /** The pool of the NUMA node {@code where}, or the whole pool, has no CPUs. */
  POOL_EMPTY(KoordRaw.KOORD_REASON_POOL_EMPTY),
  /** Its memory is on a NUMA node that does not exist. */
  NUMA_NODE_ABSENT(KoordRaw.KOORD_REASON_NUMA_NODE_ABSENT),
  /** The node's state does not contain the pod. */
  POD_UNKNOWN(KoordRaw.KOORD_REASON_POD_UNKNOWN),
  /** The node's state assigns other CPUs to the pod. */
  STATE_DISAGREES(KoordRaw.KOORD_REASON_STATE_DISAGREES),
  /** The process is in a control group that is not the pod's. */
  CGROUP_NOT_OF_POD(KoordRaw.KOORD_REASON_CGROUP_NOT_OF_POD),
  /** The node reserves the CPU {@code where} for the system. */
  CPU_RESERVED_BY_NODE(KoordRaw.KOORD_REASON_CPU_RESERVED_BY_NODE),
  /**
   * The CPU {@code where} is isolated and kept for pods that require isolated CPUs, or the pod
   * requires isolated CPUs and this is none.
   */
  CPU_ISOLATION(KoordRaw.KOORD_REASON_CPU_ISOLATION),
  /** The claim cannot be read: {@link Pod#faults}. */
  CLAIM_UNREADABLE(KoordRaw.KOORD_REASON_CLAIM_UNREADABLE),
  /** QoS BE and SYSTEM have no amounts on NUMA nodes. */
  NUMA_CLAIM_NOT_ALLOWED(KoordRaw.KOORD_REASON_NUMA_CLAIM_NOT_ALLOWED),
  /** More of {@code resource} than it requests. */
  MORE_ON_NUMA_THAN_ASKED(KoordRaw.KOORD_REASON_MORE_ON_NUMA_THAN_ASKED),
  /** Devices of {@code device_type}; it requests none. */
  DEVICES_NOT_ASKED(KoordRaw.KOORD_REASON_DEVICES_NOT_ASKED),
  /** {@code needed} devices; it requests {@code best}. */
  DEVICE_COUNT(KoordRaw.KOORD_REASON_DEVICE_COUNT),
  /** More of the device with minor {@code where} than it requests. */
  DEVICE_AMOUNT(KoordRaw.KOORD_REASON_DEVICE_AMOUNT),
  /** Other pods have too much of the device with minor {@code where}. */
  DEVICE_TAKEN(KoordRaw.KOORD_REASON_DEVICE_TAKEN),
  /**
   * No source says which {@code needed} devices it has; {@code best} devices are set aside for it.
   */
  DEVICES_UNKNOWN(KoordRaw.KOORD_REASON_DEVICES_UNKNOWN),
  /** Other CPUs, NUMA nodes or devices than were allocated to it. */
  ALLOCATION_DIFFERS(KoordRaw.KOORD_REASON_ALLOCATION_DIFFERS),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final Reason[] KNOWN = values();
  private final int code;

  Reason(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the stable name of a reason ("NotEnoughCPUs"); under {@link Profile#KUBELET} the reason
   * that kubelet reports ("SMTAlignmentError", "UnexpectedAdmissionError").
   *
   * @param profile the profile
   * @return its name
   */
  public String spelling(Profile profile) {
    return KoordRaw.koord_reason_get_name(code, profile.code());
  }

  static Reason of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
