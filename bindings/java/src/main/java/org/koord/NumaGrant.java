package org.koord;

/**
 * One NUMA node of a hint: what it can give, and what it was made to give.
 *
 * @param availableMilli milli-CPU the node has left; negative: 1000 per available CPU
 * @param grantedMilli written: milli-CPU taken from the node
 * @param node kernel NUMA node number
 */
public record NumaGrant(long availableMilli, long grantedMilli, int node) {
  /** A NUMA node with nothing granted yet; {@code availableMilli} negative: 1000 per available CPU. */
  public static NumaGrant of(int node, long availableMilli) {
    return new NumaGrant(availableMilli, 0, node);
  }

  void write(Memory m) {
    m.put(availableMilli).put(grantedMilli).put(node).put(0);
  }

  static NumaGrant read(Memory m) {
    return new NumaGrant(
        m.i64(), m.i64(), m.i32());
  }
}
