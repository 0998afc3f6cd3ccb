// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The unit that a refusal counts, or the kind of object that it concerns. Numbers that only a newer
 * library knows become {@link #UNRECOGNIZED}.
 */
public enum ObjectKind implements Coded {
  /** Machine. */
  MACHINE(KoordRaw.KOORD_OBJECT_KIND_MACHINE),
  /** Cpu. */
  CPU(KoordRaw.KOORD_OBJECT_KIND_CPU),
  /** Core. */
  CORE(KoordRaw.KOORD_OBJECT_KIND_CORE),
  /** CPUs that share an L3 cache. */
  L3(KoordRaw.KOORD_OBJECT_KIND_L3),
  /** Numa node. */
  NUMA_NODE(KoordRaw.KOORD_OBJECT_KIND_NUMA_NODE),
  /** Socket. */
  SOCKET(KoordRaw.KOORD_OBJECT_KIND_SOCKET),
  /** Milli cpu. */
  MILLI_CPU(KoordRaw.KOORD_OBJECT_KIND_MILLI_CPU),
  /** Policy. */
  POLICY(KoordRaw.KOORD_OBJECT_KIND_POLICY),
  /** Bytes of memory or huge pages. */
  BYTES(KoordRaw.KOORD_OBJECT_KIND_BYTES),
  /** Unit of a resource that is neither CPU nor memory. */
  UNIT(KoordRaw.KOORD_OBJECT_KIND_UNIT),
  /** A container; {@code where} is its index in the pod. */
  CONTAINER(KoordRaw.KOORD_OBJECT_KIND_CONTAINER),
  /** Pod. */
  POD(KoordRaw.KOORD_OBJECT_KIND_POD),
  /** A device; {@code where} is its minor. */
  DEVICE(KoordRaw.KOORD_OBJECT_KIND_DEVICE),
  /** An init container; {@code where} is its index among them. */
  INIT_CONTAINER(KoordRaw.KOORD_OBJECT_KIND_INIT_CONTAINER),
  /**
   * Resources; {@code where} is a set: bit i stands for resource i ({@link Cluster#resourceName}).
   */
  RESOURCES(KoordRaw.KOORD_OBJECT_KIND_RESOURCES),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ObjectKind[] KNOWN = values();
  private final int code;

  ObjectKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the stable name, as in JSON ("cpu", "numaNode").
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_object_kind_get_name(code);
  }

  static ObjectKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
