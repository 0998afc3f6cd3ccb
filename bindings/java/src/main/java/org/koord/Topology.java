package org.koord;

import java.util.List;

/** An immutable snapshot of one machine. Thread-safe. */
public final class Topology extends TopologyCalls {
  Topology(long address) {
    super(address);
  }

  /** {@return all usable CPUs} */
  public CpuSet cpuset() {
    return cpuset(CpusetKind.ALL, 0);
  }

  /**
   * Returns NUMA distances (10 = local), rows and columns in the order of {@link #numaNodes}. There
   * are no rows if the machine reports none. A pair that was not reported is 0.
   *
   * @return rows of columns
   */
  public int[][] distances() {
    try (Frame f = Frame.open()) {
      long t = f.read(this);
      List<Integer> values =
          f.rows(
              Integer.BYTES, Memory::i32,
              (rows, capacity, count) ->
                  KoordRaw.koord_topology_get_distances(t, rows, capacity, count, f.error()));
      int nodes = (int) Math.sqrt(values.size());
      int[][] matrix = new int[nodes][nodes];
      for (int i = 0; i < nodes * nodes; i++) {
        matrix[i / nodes][i % nodes] = values.get(i);
      }
      return matrix;
    }
  }
}
