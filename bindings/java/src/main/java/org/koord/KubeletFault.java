// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Faults of a state file of kubelet. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum KubeletFault implements Coded {
  /** None. */
  NONE(KoordRaw.KOORD_KUBELET_FAULT_NONE),
  /** The file, or a set in it, cannot be read. */
  UNREADABLE(KoordRaw.KOORD_KUBELET_FAULT_UNREADABLE),
  /** Wrong; or missing, which kubelet accepts. */
  CHECKSUM(KoordRaw.KOORD_KUBELET_FAULT_CHECKSUM),
  /** The file's version is not the one kubelet writes. */
  VERSION(KoordRaw.KOORD_KUBELET_FAULT_VERSION),
  /** The file's policy is not the configured one. */
  POLICY(KoordRaw.KOORD_KUBELET_FAULT_POLICY),
  /** No default set, but entries. */
  DEFAULT_EMPTY(KoordRaw.KOORD_KUBELET_FAULT_DEFAULT_EMPTY),
  /** Reserved CPUs are in the wrong set. */
  RESERVED(KoordRaw.KOORD_KUBELET_FAULT_RESERVED),
  /** An entry's CPUs are in the default set, too. */
  OVERLAPS_DEFAULT(KoordRaw.KOORD_KUBELET_FAULT_OVERLAPS_DEFAULT),
  /** CPUs that do not exist or are offline. */
  CPUS_GONE(KoordRaw.KOORD_KUBELET_FAULT_CPUS_GONE),
  /** CPUs in neither the default set nor an entry. */
  CPUS_MISSING(KoordRaw.KOORD_KUBELET_FAULT_CPUS_MISSING),
  /** Entries of two pods share CPUs; kubelet accepts it. */
  OVERLAP(KoordRaw.KOORD_KUBELET_FAULT_OVERLAP),
  /** An entry without CPUs; kubelet accepts it. */
  EMPTY_ENTRY(KoordRaw.KOORD_KUBELET_FAULT_EMPTY_ENTRY),
  /** An entry of a pod that does not exist; kubelet accepts it. */
  POD_GONE(KoordRaw.KOORD_KUBELET_FAULT_POD_GONE),
  /** memory_manager_state. */
  MEMORY(KoordRaw.KOORD_KUBELET_FAULT_MEMORY),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final KubeletFault[] KNOWN = values();
  private final int code;

  KubeletFault(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  /**
   * Returns the name: "checksum", "pod-gone"; "unknown" for other numbers.
   *
   * @return its name
   */
  public String spelling() {
    return KoordRaw.koord_kubelet_fault_get_name(code);
  }

  static KubeletFault of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
