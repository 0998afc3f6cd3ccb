// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One way to allocate a resource: all of it from exactly these NUMA nodes.
 *
 * @param nodes bit i is row i of {@link NumaHints#nodes}
 * @param score -2^53 to 2^53; ignored by kubelet's profile
 * @param flags flags, which the methods below test
 */
public record NumaHint(long nodes, long score, int flags) {
  /**
   * The best that is possible for this resource.
   *
   * @return true if the flag is set
   */
  public boolean preferred() {
    return (flags & KoordRaw.KOORD_NUMA_HINT_PREFERRED) != 0;
  }

  /**
   * Any NUMA nodes; {@code nodes} is 0.
   *
   * @return true if the flag is set
   */
  public boolean noAffinity() {
    return (flags & KoordRaw.KOORD_NUMA_HINT_NO_AFFINITY) != 0;
  }

  void write(Memory m) {
    m.put(nodes);
    m.put(score);
    m.put(flags);
    m.put(0);
  }

  static NumaHint read(Memory m) {
    return new NumaHint(
        m.i64(), m.i64(), m.i32());
  }
}
