// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What the numbers of a refusal count, and what it happened to. A number that a newer library knows
 * is {@link #UNRECOGNIZED}.
 */
public enum KoordObject implements Coded {
  /** Machine. */
  MACHINE(KoordRaw.KOORD_OBJECT_MACHINE),
  /** Cpu. */
  CPU(KoordRaw.KOORD_OBJECT_CPU),
  /** Core. */
  CORE(KoordRaw.KOORD_OBJECT_CORE),
  /** CPUs that share an L3 cache. */
  L3(KoordRaw.KOORD_OBJECT_L3),
  /** Numa node. */
  NUMA_NODE(KoordRaw.KOORD_OBJECT_NUMA_NODE),
  /** Socket. */
  SOCKET(KoordRaw.KOORD_OBJECT_SOCKET),
  /** Milli cpu. */
  MILLI_CPU(KoordRaw.KOORD_OBJECT_MILLI_CPU),
  /** Policy. */
  POLICY(KoordRaw.KOORD_OBJECT_POLICY),
  /** Of memory or huge pages. */
  BYTES(KoordRaw.KOORD_OBJECT_BYTES),
  /** Of a resource that is neither CPU nor memory. */
  UNIT(KoordRaw.KOORD_OBJECT_UNIT),
  /** {@code where} is its index in the pod. */
  CONTAINER(KoordRaw.KOORD_OBJECT_CONTAINER),
  /** Pod. */
  POD(KoordRaw.KOORD_OBJECT_POD),
  /** Device. */
  DEVICE(KoordRaw.KOORD_OBJECT_DEVICE),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final KoordObject[] KNOWN = values();
  private final int code;

  KoordObject(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static KoordObject of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
