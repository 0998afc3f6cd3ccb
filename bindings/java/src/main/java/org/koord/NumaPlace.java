package org.koord;

/**
 * One NUMA node of a machine.
 *
 * @param numaNode kernel NUMA node number; under peers' profiles below 64
 * @param use use
 */
public record NumaPlace(int numaNode, NumaUse use) {
  void write(Memory m) {
    m.put(numaNode).put(use.code());
  }

  static NumaPlace read(Memory m) {
    return new NumaPlace(
        m.i32(), NumaUse.of(m.i32()));
  }
}
