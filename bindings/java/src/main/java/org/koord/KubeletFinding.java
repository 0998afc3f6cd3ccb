// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One fault; its description is in the report.
 *
 * @param fault fault
 * @param flags flags, which the methods below test
 * @param cpus number of CPUs that it concerns
 */
public record KubeletFinding(KubeletFault fault, int flags, int cpus) {
  /**
   * Kubelet does not start. Without the flag kubelet starts and keeps the fault.
   *
   * @return true if the flag is set
   */
  public boolean stops() {
    return (flags & KoordRaw.KOORD_KUBELET_FINDING_STOPS) != 0;
  }

  static KubeletFinding read(Memory m) {
    return new KubeletFinding(
        KubeletFault.of(m.i32()), m.i32(), m.i32());
  }
}
