// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Why a request was refused; {@link Reason#NONE}: it was granted. A number that a newer library
 * knows is {@link #UNRECOGNIZED}.
 */
public enum Reason implements Coded {
  /** Granted. */
  NONE(KoordRaw.KOORD_REASON_NONE),
  /** Fewer CPUs are available than asked. */
  NOT_ENOUGH_CPUS(KoordRaw.KOORD_REASON_NOT_ENOUGH_CPUS),
  /** Enough CPUs, not in the required shape. */
  REQUIRED_BIND_POLICY(KoordRaw.KOORD_REASON_REQUIRED_BIND_POLICY),
  /** The given NUMA nodes cannot grant the amount. */
  INSUFFICIENT_NUMA(KoordRaw.KOORD_REASON_INSUFFICIENT_NUMA),
  /** Whole cores wanted, no multiple of their threads. */
  SMT_ALIGNMENT(KoordRaw.KOORD_REASON_SMT_ALIGNMENT),
  /** Kubelet: too few whole free cores. */
  NOT_ENOUGH_PHYSICAL_CORES(KoordRaw.KOORD_REASON_NOT_ENOUGH_PHYSICAL_CORES),
  /** Not on this architecture. */
  BIND_POLICY_UNSUPPORTED(KoordRaw.KOORD_REASON_BIND_POLICY_UNSUPPORTED),
  /** Not on this architecture. */
  EXCLUSIVE_POLICY_UNSUPPORTED(KoordRaw.KOORD_REASON_EXCLUSIVE_POLICY_UNSUPPORTED),
  /** No NUMA node has all that must come from one. */
  NO_NUMA_NODE_FITS(KoordRaw.KOORD_REASON_NO_NUMA_NODE_FITS),
  /** The node has nothing of a resource that is asked for. */
  RESOURCE_ABSENT(KoordRaw.KOORD_REASON_RESOURCE_ABSENT),
  /** LSE, LSR: limit and request must be the same. */
  REQUEST_IS_NOT_LIMIT(KoordRaw.KOORD_REASON_REQUEST_IS_NOT_LIMIT),
  /** CPUs of its own come in whole numbers. */
  CPUS_NOT_WHOLE(KoordRaw.KOORD_REASON_CPUS_NOT_WHOLE),
  /** The node reports no CPU topology. */
  NO_TOPOLOGY(KoordRaw.KOORD_REASON_NO_TOPOLOGY),
  /** The node's bind policy is another than the pod's. */
  BIND_POLICY_CONFLICT(KoordRaw.KOORD_REASON_BIND_POLICY_CONFLICT),
  /** The node's NUMA policy is another than the pod's. */
  NUMA_POLICY_CONFLICT(KoordRaw.KOORD_REASON_NUMA_POLICY_CONFLICT),
  /** No NUMA node's shared pool holds the pod's limit. */
  SHARED_POOL_TOO_SMALL(KoordRaw.KOORD_REASON_SHARED_POOL_TOO_SMALL),
  /** The node has too little left of a resource. */
  INSUFFICIENT_RESOURCE(KoordRaw.KOORD_REASON_INSUFFICIENT_RESOURCE),
  /** Pods mention the node, nobody has described it. */
  NODE_UNKNOWN(KoordRaw.KOORD_REASON_NODE_UNKNOWN),
  /** spec.unschedulable. */
  NODE_UNSCHEDULABLE(KoordRaw.KOORD_REASON_NODE_UNSCHEDULABLE),
  /** No NUMA nodes can give some resource. */
  NUMA_UNSATISFIED(KoordRaw.KOORD_REASON_NUMA_UNSATISFIED),
  /** No NUMA nodes suit all resources as the policy demands. */
  NUMA_UNALIGNED(KoordRaw.KOORD_REASON_NUMA_UNALIGNED),
  /** Those that do are used by pods of the other kind. */
  NUMA_EXCLUSIVE(KoordRaw.KOORD_REASON_NUMA_EXCLUSIVE),
  /** Too many combinations to find the answer among. */
  SEARCH_LIMIT(KoordRaw.KOORD_REASON_SEARCH_LIMIT),
  /** No NUMA nodes have the memory. */
  NO_NUMA_MEMORY(KoordRaw.KOORD_REASON_NO_NUMA_MEMORY),
  /** Only more NUMA nodes than needed have it. */
  MEMORY_HINT_NOT_PREFERRED(KoordRaw.KOORD_REASON_MEMORY_HINT_NOT_PREFERRED),
  /** None that include the nodes chosen have it. */
  MEMORY_HINT_NOT_EXTENSIBLE(KoordRaw.KOORD_REASON_MEMORY_HINT_NOT_EXTENSIBLE),
  /** Only more of them than needed have it. */
  MEMORY_EXTENSION_NOT_PREFERRED(KoordRaw.KOORD_REASON_MEMORY_EXTENSION_NOT_PREFERRED),
  /** Memory of these is used in other groups. */
  MEMORY_GROUP_VIOLATED(KoordRaw.KOORD_REASON_MEMORY_GROUP_VIOLATED),
  /** Not all pods of a gang find room at once. */
  GANG_UNPLACED(KoordRaw.KOORD_REASON_GANG_UNPLACED),
  /** What is left of a reservation does not suffice. */
  RESERVATION_SHORT(KoordRaw.KOORD_REASON_RESERVATION_SHORT),
  /** Only on other CPUs or NUMA nodes than it has. */
  WOULD_MOVE(KoordRaw.KOORD_REASON_WOULD_MOVE),
  /** Neither a part of one device nor whole devices. */
  DEVICE_UNIT(KoordRaw.KOORD_REASON_DEVICE_UNIT),
  /** Names of device resources that do not go together. */
  DEVICE_MIX(KoordRaw.KOORD_REASON_DEVICE_MIX),
  /** A part of a device in no size that any model has. */
  NO_SHARE_TEMPLATE(KoordRaw.KOORD_REASON_NO_SHARE_TEMPLATE),
  /** The node has none of the type, or none that the pod may have. */
  NO_DEVICES(KoordRaw.KOORD_REASON_NO_DEVICES),
  /** Fewer devices have enough left than asked. */
  NOT_ENOUGH_DEVICES(KoordRaw.KOORD_REASON_NOT_ENOUGH_DEVICES),
  /** The devices have no virtual functions of the kind asked. */
  NOT_ENOUGH_VFS(KoordRaw.KOORD_REASON_NOT_ENOUGH_VFS),
  /** Not within one PCIe switch or NUMA node, as asked. */
  DEVICE_SCOPE(KoordRaw.KOORD_REASON_DEVICE_SCOPE),
  /** Not on the NUMA nodes that the pod keeps to. */
  DEVICE_NUMA(KoordRaw.KOORD_REASON_DEVICE_NUMA),
  /** Devices come in partitions, and none are known. */
  NO_PARTITION_TABLE(KoordRaw.KOORD_REASON_NO_PARTITION_TABLE),
  /** There are no partitions of so many devices. */
  PARTITION_SIZE(KoordRaw.KOORD_REASON_PARTITION_SIZE),
  /** There are, but none that is free. */
  PARTITIONS_TAKEN(KoordRaw.KOORD_REASON_PARTITIONS_TAKEN),
  /** The devices state no NUMA node, and must be near. */
  DEVICES_UNPLACED(KoordRaw.KOORD_REASON_DEVICES_UNPLACED),
  /** Parts of several devices within a scope: not supported. */
  SHARES_SPREAD(KoordRaw.KOORD_REASON_SHARES_SPREAD),
  /** Devices of two types that must be together are not. */
  DEVICES_APART(KoordRaw.KOORD_REASON_DEVICES_APART),
  /** A device that is named is not there, or not healthy. */
  DEVICE_UNHEALTHY(KoordRaw.KOORD_REASON_DEVICE_UNHEALTHY),
  /** Nothing names the pod's device {@code where} to a runtime. */
  DEVICE_UNNAMED(KoordRaw.KOORD_REASON_DEVICE_UNNAMED),
  /** {@code where} is a CPU that the machine does not have. */
  CPU_NOT_ON_MACHINE(KoordRaw.KOORD_REASON_CPU_NOT_ON_MACHINE),
  /** The CPU {@code where} is another pod's. */
  CPU_TAKEN(KoordRaw.KOORD_REASON_CPU_TAKEN),
  /** CPUs of its own are for QoS LSE and LSR. */
  CLAIM_NOT_DUE(KoordRaw.KOORD_REASON_CLAIM_NOT_DUE),
  /** Kubelet reserves the CPU {@code where} for the system. */
  CPU_RESERVED(KoordRaw.KOORD_REASON_CPU_RESERVED),
  /** More CPUs than the whole ones it asks for. */
  MORE_CPUS_THAN_ASKED(KoordRaw.KOORD_REASON_MORE_CPUS_THAN_ASKED),
  /** No CPUs in the pool of the NUMA node {@code where}, or in all. */
  POOL_EMPTY(KoordRaw.KOORD_REASON_POOL_EMPTY),
  /** Its memory is on a NUMA node that is not there. */
  NUMA_NODE_ABSENT(KoordRaw.KOORD_REASON_NUMA_NODE_ABSENT),
  /** What is known of the node does not have the pod. */
  POD_UNKNOWN(KoordRaw.KOORD_REASON_POD_UNKNOWN),
  /** It says that the pod runs elsewhere. */
  STATE_DISAGREES(KoordRaw.KOORD_REASON_STATE_DISAGREES),
  /** Its process is in a control group that is not its own. */
  NOT_THE_PODS(KoordRaw.KOORD_REASON_NOT_THE_PODS),
  /** The node reserves the CPU {@code where}, for the system. */
  CPU_RESERVED_BY_NODE(KoordRaw.KOORD_REASON_CPU_RESERVED_BY_NODE),
  /** It cannot be read: {@link Pod#faults}. */
  CLAIM_UNREADABLE(KoordRaw.KOORD_REASON_CLAIM_UNREADABLE),
  /** Amounts of NUMA nodes are not for QoS BE and SYSTEM. */
  NUMA_NOT_DUE(KoordRaw.KOORD_REASON_NUMA_NOT_DUE),
  /** More of {@code resource} than it asks for. */
  MORE_ON_NUMA_THAN_ASKED(KoordRaw.KOORD_REASON_MORE_ON_NUMA_THAN_ASKED),
  /** Devices of {@code device_type}; it asks for none. */
  DEVICES_NOT_ASKED(KoordRaw.KOORD_REASON_DEVICES_NOT_ASKED),
  /** {@code needed} devices; it asks for {@code best}. */
  DEVICE_COUNT(KoordRaw.KOORD_REASON_DEVICE_COUNT),
  /** More of the device of minor {@code where} than it asks for. */
  DEVICE_AMOUNT(KoordRaw.KOORD_REASON_DEVICE_AMOUNT),
  /** Others have too much of the device of minor {@code where}. */
  DEVICE_TAKEN(KoordRaw.KOORD_REASON_DEVICE_TAKEN),
  /** Nothing tells which {@code needed} devices it has; {@code best} of them are kept for it. */
  DEVICES_UNTOLD(KoordRaw.KOORD_REASON_DEVICES_UNTOLD),
  /** Other CPUs, NUMA nodes or devices than it was given. */
  GIVEN_OTHERWISE(KoordRaw.KOORD_REASON_GIVEN_OTHERWISE),
  /** A number that this binding does not know. As an argument it is refused. */
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
   * Stable name of a reason ("NotEnoughCPUs"); under {@link Profile#KUBELET} the reason kubelet
   * reports ("SMTAlignmentError", "UnexpectedAdmissionError").
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
