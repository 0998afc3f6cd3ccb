// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What of a pod's own account of what it holds is not believed, or odd; all 0: nothing.
 *
 * @param cpusHeld CPUs that another pod has, for which its claim is refused
 * @param cpusWithheld CPUs that are reserved or of system QoS; it has the others
 * @param cpusUnknown CPUs that its node does not have, or whose topology is not known yet
 * @param grantsUnknown amounts on NUMA nodes, or of resources, that its node does not report
 * @param devicesUnknown devices that its node does not report, or not as healthy
 * @param devicesShort devices of which others have too much, for which its claim is refused
 * @param claimsRefused how many are: of CPUs, of amounts on NUMA nodes, of devices
 * @param devicesUnexplained Devices that it asks for and of which nothing tells which they are: as
 *     many are kept for it.
 * @param cpus why not all CPUs that it claims are its own; reason 0: they are
 * @param amounts why none of the amounts on NUMA nodes are
 * @param devices why none of the devices are, or which nothing tells of
 */
public record PodConflicts(
    int cpusHeld,
    int cpusWithheld,
    int cpusUnknown,
    int grantsUnknown,
    int devicesUnknown,
    int devicesShort,
    int claimsRefused,
    int devicesUnexplained,
    Refusal cpus,
    Refusal amounts,
    Refusal devices) {
  static PodConflicts read(Memory m) {
    m.seek(8);
    return new PodConflicts(
        m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), Refusal.read(m),
        Refusal.read(m), Refusal.read(m));
  }
}
