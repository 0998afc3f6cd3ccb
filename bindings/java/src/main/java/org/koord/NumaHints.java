package org.koord;

import java.util.List;

/**
 * The NUMA nodes of one machine with their users and distances, and what providers say about the
 * resources of a pod or container: what {@link NumaMerge} reads. Made once, it may be filled again
 * for many pods. Setters return this object.
 */
public final class NumaHints extends Handle implements Cloneable {
  private NumaHints(long address) {
    super(address, KoordRaw::koord_numa_hints_free, true);
  }

  /** No NUMA nodes and no lists. */
  public static NumaHints create() {
    try (Frame f = Frame.open()) {
      return new NumaHints(f.handle(out -> KoordRaw.koord_numa_hints_new(out, f.error())));
    }
  }

  /** The same once more. */
  @Override
  public NumaHints clone() {
    try (Frame f = Frame.open()) {
      long h = f.read(this);
      return new NumaHints(f.handle(out -> KoordRaw.koord_numa_hints_clone(h, out, f.error())));
    }
  }

  /** As new. */
  public NumaHints reset() {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_numa_hints_reset(f.write(this), f.error()));
    }
    return this;
  }

  /** {@link #setNodes(List, int[][])} of nodes whose distances are not known. */
  public NumaHints setNodes(List<NumaPlace> nodes) {
    return setNodes(nodes, null);
  }

  /**
   * Replaces the NUMA nodes. They come before lists, since hints name them by row; lists that are
   * there stay.
   *
   * @param nodes ascending by number, at most {@link NumaMerge#MAX_NODES}
   * @param distances by NUMA node; null where {@link NumaOptions#preferClosest} is off
   * @throws KoordException.Invalid names what is wrong
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

  /**
   * Adds a list behind those that are there.
   *
   * @throws KoordException.Invalid names what is wrong
   * @throws KoordException.Limit too many lists or hints
   */
  public NumaHints addList(NumaHintList list, String name, List<NumaHint> rows) {
    try (Frame f = Frame.open()) {
      Memory written = f.bytes((long) KoordRaw.koord_numa_hint_size * rows.size());
      rows.forEach(hint -> hint.write(written));
      f.check(
          KoordRaw.koord_numa_hints_add_list(
              f.write(this), NumaHintList.write(f, list), Frame.utf8("name", name),
              written.address(), KoordRaw.koord_numa_hint_size, rows.size(), f.error()));
    }
    return this;
  }

  /** The NUMA nodes. */
  public List<NumaPlace> nodes() {
    try (Frame f = Frame.open()) {
      long h = f.read(this);
      int size = KoordRaw.koord_numa_place_size;
      return f.rows(
          size,
          NumaPlace::read,
          (rows, capacity, count) ->
              KoordRaw.koord_numa_hints_get_nodes(h, rows, size, capacity, count, f.error()));
    }
  }

  /** The lists, in the order in which they were added. */
  public List<NumaHintListInfo> lists() {
    try (Frame f = Frame.open()) {
      long h = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_numa_hints_get_texts(h, length));
      int size = KoordRaw.koord_numa_hint_list_info_size;
      return f.rows(
          size,
          row -> NumaHintListInfo.read(row, texts),
          (rows, capacity, count) ->
              KoordRaw.koord_numa_hints_get_lists(h, rows, size, capacity, count, f.error()));
    }
  }

  /** The hints of a list. */
  public List<NumaHint> hints(int list) {
    try (Frame f = Frame.open()) {
      long h = f.read(this);
      int size = KoordRaw.koord_numa_hint_size;
      return f.rows(
          size,
          NumaHint::read,
          (rows, capacity, count) ->
              KoordRaw.koord_numa_hints_get_hints(h, list, rows, size, capacity, count, f.error()));
    }
  }
}
