package org.koord;

import java.util.List;

/**
 * The input of {@link Koord#numaMerge}: the NUMA nodes of one machine with their users and
 * distances, and the providers' hints about the resources of a pod or container. It can be reused
 * for many pods. Setters return this object.
 */
public final class NumaHints extends NumaHintsCalls {
  NumaHints(long address) {
    super(address);
  }

  /**
   * {@link #setNodes(List, int[][])} of nodes whose distances are not known.
   *
   * @param nodes ascending by number
   * @return this object
   */
  public NumaHints setNodes(List<NumaPlace> nodes) {
    return setNodes(nodes, null);
  }

  /**
   * Replaces the NUMA nodes. They must be set before lists are added, because hints refer to nodes
   * by row. Existing lists stay.
   *
   * @param nodes ascending by number, at most {@link Koord#MAX_NUMA_NODES}
   * @param distances by NUMA node; null if {@link NumaOptions#preferClosest} is off
   * @return this object
   * @throws KoordException.Invalid names the fault
   * @throws KoordException.Limit too many nodes
   */
  public NumaHints setNodes(List<NumaPlace> nodes, int[][] distances) {
    try (Frame f = Frame.open()) {
      Memory rows = f.bytes((long) KoordRaw.koord_numa_place_size * nodes.size());
      nodes.forEach(place -> place.write(rows));
      long matrix = distances(f, distances, nodes.size());
      f.check(
          KoordRaw.koord_numa_hints_set_nodes(
              f.write(this), rows.address(), KoordRaw.koord_numa_place_size, nodes.size(), matrix,
              f.error()));
    }
    return this;
  }

  private static long distances(Frame f, int[][] distances, int nodes) {
    if (distances == null) {
      return 0;
    }
    if (distances.length != nodes) {
      throw new IllegalArgumentException("distances must have a row for each NUMA node");
    }
    Memory values = f.bytes((long) Integer.BYTES * nodes * nodes);
    for (int[] row : distances) {
      if (row.length != nodes) {
        throw new IllegalArgumentException("distances must have a column for each NUMA node");
      }
      for (int value : row) {
        values.put(value);
      }
    }
    return values.address();
  }
}
