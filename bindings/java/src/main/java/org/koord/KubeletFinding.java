// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * One thing that is wrong; its sentence is in the report.
 *
 * @param fault fault
 * @param flags bits that the methods below read
 * @param cpus how many CPUs it is about
 */
public record KubeletFinding(KubeletFault fault, int flags, int cpus) {
  /**
   * Kubelet does not start. Without the flag it starts and goes on with what is wrong.
   *
   * @return whether the bit is set
   */
  public boolean stops() {
    return (flags & KoordRaw.KOORD_KUBELET_FINDING_STOPS) != 0;
  }

  static KubeletFinding read(Memory m) {
    return new KubeletFinding(
        KubeletFault.of(m.i32()), m.i32(), m.i32());
  }
}
