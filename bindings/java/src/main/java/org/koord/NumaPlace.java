// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One NUMA node of a machine.
 *
 * @param numaNode Kernel NUMA node number; below 64 for a merge under {@link Profile#UPSTREAM} and
 *     {@link Profile#KUBELET}.
 * @param use use
 */
public record NumaPlace(int numaNode, NumaUse use) {
  void write(Memory m) {
    m.put(numaNode);
    m.put(use.code());
  }

  static NumaPlace read(Memory m) {
    return new NumaPlace(
        m.i32(), NumaUse.of(m.i32()));
  }
}
