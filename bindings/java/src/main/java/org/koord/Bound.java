// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * An amount that lacks: best &lt; needed; all 0 but {@code where} and {@code resource}, which are
 * -1, where it is none.
 *
 * @param needed in units of {@code object}
 * @param best what there is
 * @param scope scope
 * @param object object
 * @param where NUMA_NODE: id of the one that lacks least; NUMA_NODES: how many, 0: those chosen;
 *     DEVICE: minor of the one that lacks least; PLACE: 2 a NUMA node, 3 a PCIe switch, 4 a device.
 * @param resource As in {@link Cluster#resourceName}, -1: one that no node has; where {@link
 *     ObjectKind#DEVICE} are counted, their type as in {@link Cluster#deviceTypeName}.
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
