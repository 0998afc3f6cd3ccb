// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A shortage: best &lt; needed. If there is none, {@code where} and {@code resource} are -1 and all
 * other fields 0.
 *
 * @param needed in units of {@code object}
 * @param best available amount
 * @param scope scope
 * @param object object
 * @param where NUMA_NODE: id of the NUMA node with the smallest shortage. NUMA_NODES: number of
 *     NUMA nodes, 0: those that were chosen. DEVICE: minor of the device with the smallest
 *     shortage. PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device.
 * @param resource Number as in {@link Cluster#resourceName}, -1: one that no node has. If {@code
 *     object} is {@link ObjectKind#DEVICE}, the device type as in {@link Cluster#deviceTypeName}.
 */
public record Bound(
    long needed,
    long best,
    Scope scope,
    ObjectKind object,
    int where,
    int resource) {
  static Bound read(Memory m) {
    return new Bound(
        m.i64(), m.i64(), Scope.of(m.i32()), ObjectKind.of(m.i32()), m.i32(), m.i32());
  }
}
