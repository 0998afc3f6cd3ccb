// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What is odd about a pod's own account of what it holds; all 0: nothing.
 *
 * @param cpusHeld CPUs that another pod holds as well
 * @param cpusWithheld CPUs that are reserved, of system QoS, or kubelet's
 * @param cpusUnknown CPUs that its node does not have, or whose topology is not known yet
 * @param grantsUnknown amounts on NUMA nodes, or of resources, that its node does not report
 * @param devicesUnknown devices that its node does not report, or not as healthy
 * @param devicesShort devices of which more is held than there is
 */
public record PodConflicts(
    int cpusHeld,
    int cpusWithheld,
    int cpusUnknown,
    int grantsUnknown,
    int devicesUnknown,
    int devicesShort) {
  static PodConflicts read(Memory m) {
    m.seek(8);
    return new PodConflicts(
        m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
