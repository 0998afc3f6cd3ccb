// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Kinds of changes that a remedy makes, and the meaning of {@code before} and {@code after} in its
 * steps. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum RemedyKind implements Coded {
  /** The pod prefers the bind policy that it required; {@link BindPolicy}. */
  PREFER_BIND(KoordRaw.KOORD_REMEDY_KIND_PREFER_BIND),
  /** The pod's required {@link BindPolicy}. */
  REQUIRED_BIND(KoordRaw.KOORD_REMEDY_KIND_REQUIRED_BIND),
  /** The pod's preferred {@link BindPolicy}. */
  PREFERRED_BIND(KoordRaw.KOORD_REMEDY_KIND_PREFERRED_BIND),
  /** The pod's {@link ExclusivePolicy}. */
  POD_EXCLUSIVE(KoordRaw.KOORD_REMEDY_KIND_POD_EXCLUSIVE),
  /** The pod's {@link NumaPolicy}. */
  POD_NUMA(KoordRaw.KOORD_REMEDY_KIND_POD_NUMA),
  /** The pod's {@link NumaExclusive}. */
  NUMA_EXCLUSIVE(KoordRaw.KOORD_REMEDY_KIND_NUMA_EXCLUSIVE),
  /** The pod's CPU request, and its limit if that is equal, in milli-CPU. */
  POD_CPU(KoordRaw.KOORD_REMEDY_KIND_POD_CPU),
  /** The pod's CPU limit, and its request if that is larger, in milli-CPU. */
  POD_CPU_LIMIT(KoordRaw.KOORD_REMEDY_KIND_POD_CPU_LIMIT),
  /** spec.unschedulable, from 1 to 0. */
  NODE_SCHEDULABLE(KoordRaw.KOORD_REMEDY_KIND_NODE_SCHEDULABLE),
  /** The policy in force and the label; {@link BindPolicy}. */
  NODE_BIND(KoordRaw.KOORD_REMEDY_KIND_NODE_BIND),
  /** The policy in force and the label; {@link NumaPolicy}. */
  NODE_NUMA(KoordRaw.KOORD_REMEDY_KIND_NODE_NUMA),
  /** The pod {@code uid} is evicted. */
  EVICT(KoordRaw.KOORD_REMEDY_KIND_EVICT),
  /** {@code after} pods of the node move: {@link Cluster#planRebindFor}. */
  REBIND(KoordRaw.KOORD_REMEDY_KIND_REBIND),
  /**
   * requiredTopologyScope of the pod's devices of a type: 0 anywhere, 2 NUMA node, 3 PCIe switch, 4
   * device.
   */
  DEVICE_SCOPE(KoordRaw.KOORD_REMEDY_KIND_DEVICE_SCOPE),
  /** exclusivePolicy of the pod's devices of a type: 0 none, 1 device, 2 PCIe. */
  DEVICE_EXCLUSIVE(KoordRaw.KOORD_REMEDY_KIND_DEVICE_EXCLUSIVE),
  /** From 1 to 0: the selector of the pod's devices is dropped. */
  DEVICE_SELECTOR(KoordRaw.KOORD_REMEDY_KIND_DEVICE_SELECTOR),
  /** 2: those that vfSelector matches, 1: any, 0: none. */
  VIRTUAL_FUNCTIONS(KoordRaw.KOORD_REMEDY_KIND_VIRTUAL_FUNCTIONS),
  /** From 1 to 0: the pod's devices need not share PCIe switches. */
  JOINT_DEVICES(KoordRaw.KOORD_REMEDY_KIND_JOINT_DEVICES),
  /** 2: a partition that matches its spec, 1: any, 0: none needed. */
  POD_PARTITION(KoordRaw.KOORD_REMEDY_KIND_POD_PARTITION),
  /** Number of devices of a type that the pod requests. */
  POD_DEVICES(KoordRaw.KOORD_REMEDY_KIND_POD_DEVICES),
  /** The node's gpu-partition-policy: 2 Honor, 1 Prefer. */
  NODE_PARTITION(KoordRaw.KOORD_REMEDY_KIND_NODE_PARTITION),
  /**
   * Amount of a resource that the pod requests of each device; {@code after} is the largest that
   * fits.
   */
  POD_DEVICE_SHARE(KoordRaw.KOORD_REMEDY_KIND_POD_DEVICE_SHARE),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final RemedyKind[] KNOWN = values();
  private final int code;

  RemedyKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the stable name of a kind ("PodCPU").
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_remedy_kind_get_name(code);
  }

  static RemedyKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
