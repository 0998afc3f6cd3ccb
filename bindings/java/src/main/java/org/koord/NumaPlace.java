package org.koord;

/**
 * One NUMA node of a merge.
 *
 * @param node kernel NUMA node number; under peers' profiles below 64
 * @param use use
 */
public record NumaPlace(int node, NumaUse use) {
  void write(Memory m) {
    m.put(node).put(use.code());
  }

  static NumaPlace read(Memory m) {
    return new NumaPlace(
        m.i32(), NumaUse.of(m.i32()));
  }
}
