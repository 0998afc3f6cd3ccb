// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Claims of a pod to CPUs, NUMA amounts and devices that are refused or doubtful; all 0: none.
 *
 * @param cpusHeld CPUs that are another pod's; the claim is refused for them
 * @param cpusReserved CPUs that are reserved or of system QoS; the pod has the others
 * @param cpusUnknown CPUs that the node does not have, or whose topology is not known yet
 * @param amountsUnknown amounts on NUMA nodes, or of resources, that the node does not report
 * @param devicesUnknown devices that the node does not report, or reports as unhealthy
 * @param devicesOvercommitted devices of which other pods have too much; the claim is refused for
 *     them
 * @param claimsRefused number of refused claims: to CPUs, to amounts on NUMA nodes, to devices
 * @param devicesUnexplained Devices that it requests, but no source says which devices they are:
 *     that many are set aside for it.
 * @param cpus reason if a claimed CPU is not its own; 0: all are
 * @param amounts reason if it has no claimed amounts on NUMA nodes
 * @param devices reason if it has none of the claimed devices, or devices that no source names
 */
public record PodConflicts(
    int cpusHeld,
    int cpusReserved,
    int cpusUnknown,
    int amountsUnknown,
    int devicesUnknown,
    int devicesOvercommitted,
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
