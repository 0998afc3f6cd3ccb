// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * One thing that is wrong; its sentence is in the report.
 *
 * @param fault fault
 * @param stops 1: kubelet does not start; 0: it starts and goes on with it
 * @param cpus how many CPUs it is about
 */
public record KubeletFinding(KubeletFault fault, int stops, int cpus) {
  static KubeletFinding read(Memory m) {
    return new KubeletFinding(
        KubeletFault.of(m.i32()), m.i32(), m.i32());
  }
}
