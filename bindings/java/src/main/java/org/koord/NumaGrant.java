package org.koord;

/**
 * One of the NUMA nodes that a topology manager chose: what it can give, and what it was made to give.
 *
 * @param availableMilli milli-CPU the node has left; negative: 1000 per available CPU
 * @param grantedMilli written: milli-CPU taken from the node
 * @param numaNode kernel NUMA node number
 */
public record NumaGrant(long availableMilli, long grantedMilli, int numaNode) {
  /** A NUMA node with nothing granted yet; {@code availableMilli} negative: 1000 per available CPU. */
  public static NumaGrant of(int numaNode, long availableMilli) {
    return new NumaGrant(availableMilli, 0, numaNode);
  }

  void write(Memory m) {
    m.put(availableMilli).put(grantedMilli).put(numaNode).put(0);
  }

  static NumaGrant read(Memory m) {
    return new NumaGrant(
        m.i64(), m.i64(), m.i32());
  }
}
