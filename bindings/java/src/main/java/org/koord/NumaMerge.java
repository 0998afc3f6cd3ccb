package org.koord;

import java.util.ArrayList;
import java.util.List;

/** The NUMA topology manager: merges what providers say into one set of NUMA nodes. Pure. */
public final class NumaMerge {
  private NumaMerge() {}

  /**
   * What one provider (CPUs, memory, a device plugin) says about one resource.
   *
   * @param resource its name
   * @param provider which provider says so; does not fall from list to list
   * @param opinion whether there are hints
   * @param hints ways to have it; empty unless {@code opinion} is {@link NumaHintKind#HINTS}
   */
  public record Opinion(String resource, int provider, NumaHintKind opinion, List<NumaHint> hints) {}

  /**
   * The answer.
   *
   * @param nodes bit i is the i-th place; all of them where there is no affinity
   * @param score of the hints for exactly these nodes; 0 under kubelet's profile
   * @param flags bits that the methods below read
   * @param reason {@link Reason#NONE} when admitted
   * @param text why it is not admitted, "" when it is
   */
  public record Merged(long nodes, long score, int flags, Reason reason, String text) {
    /** Whether the policy admits it. */
    public boolean admitted() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_ADMIT) != 0;
    }

    /** Whether it is as good as all resources can have it. */
    public boolean preferred() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_PREFERRED) != 0;
    }

    /** Whether the pod is to keep to {@code nodes}. */
    public boolean affinity() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_AFFINITY) != 0;
    }

    /** Whether {@code nodes} do not suit every resource. */
    public boolean unsatisfied() {
      return (flags & KoordRaw.KOORD_NUMA_MERGED_UNSATISFIED) != 0;
    }
  }

  /** The most NUMA nodes of one merge. */
  public static final int MAX_NODES = KoordRaw.KOORD_MAX_NUMA_NODES;

  /** The most opinions of one merge. */
  public static final int MAX_OPINIONS = KoordRaw.KOORD_MAX_NUMA_LISTS;

  /** The most hints of one merge. */
  public static final int MAX_HINTS = KoordRaw.KOORD_MAX_NUMA_HINTS;

  /**
   * Merges, and says whether the policy admits the result (docs/numa.md).
   *
   * @param options profile, policy and bounds
   * @param places NUMA nodes of the machine, ascending by number
   * @param distances by place; null where {@link NumaOptions#preferClosest} is off
   * @param opinions at most {@link #MAX_OPINIONS}
   * @throws KoordException.Invalid names what is wrong
   * @throws KoordException.Limit too many nodes, opinions or hints
   */
  public static Merged merge(
      NumaOptions options, List<NumaPlace> places, int[][] distances, List<Opinion> opinions) {
    try (Frame f = Frame.open()) {
      long o = NumaOptions.write(f, options);
      Memory placeRows = f.bytes((long) KoordRaw.koord_numa_place_size * places.size());
      places.forEach(place -> place.write(placeRows));
      long matrix = distances(f, distances, places.size());
      Memory lists = f.bytes((long) KoordRaw.koord_numa_hint_list_size * opinions.size());
      int hintCount = opinions.stream().mapToInt(opinion -> opinion.hints().size()).sum();
      Memory hints = f.bytes((long) KoordRaw.koord_numa_hint_size * hintCount);
      Texts texts = new Texts();
      int first = 0;
      for (Opinion opinion : opinions) {
        lists.put(first).put(opinion.hints().size());
        texts.put(lists, opinion.resource());
        lists.put(opinion.provider()).put(opinion.opinion().code());
        opinion.hints().forEach(hint -> hint.write(hints));
        first += opinion.hints().size();
      }
      byte[] names = texts.bytes();
      Memory merged = f.bytes(KoordRaw.koord_numa_merged_size);
      String text =
          f.text(
              (room, capacity, needed) ->
                  KoordRaw.koord_numa_merge(
                      o, placeRows.address(), KoordRaw.koord_numa_place_size, places.size(), matrix,
                      lists.address(), KoordRaw.koord_numa_hint_list_size, opinions.size(),
                      hints.address(), KoordRaw.koord_numa_hint_size, hintCount, names,
                      merged.address(), room, capacity, needed, f.error()));
      return new Merged(
          merged.i64(), merged.i64(), merged.i32(), Reason.of(merged.i32()), text);
    }
  }

  private static long distances(Frame f, int[][] distances, int places) {
    if (distances == null) {
      return 0;
    }
    if (distances.length != places) {
      throw new IllegalArgumentException("distances must have a row for each place");
    }
    Memory values = f.bytes((long) Integer.BYTES * places * places);
    for (int[] row : distances) {
      if (row.length != places) {
        throw new IllegalArgumentException("distances must have a column for each place");
      }
      for (int value : row) {
        values.put(value);
      }
    }
    return values.address();
  }

  /** Rows of a call that answers with lists and their hints. */
  static List<Opinion> read(Memory lists, int count, Memory hints, Memory names) {
    List<Opinion> opinions = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      Memory row = lists.slice(i * KoordRaw.koord_numa_hint_list_size);
      int first = row.i32();
      int hintCount = row.i32();
      String name = row.text(names);
      int provider = row.i32();
      int size = KoordRaw.koord_numa_hint_size;
      opinions.add(
          new Opinion(
              name, provider, NumaHintKind.of(row.i32()),
              Frame.list(hints.slice(first * size), hintCount, size, NumaHint::read)));
    }
    return List.copyOf(opinions);
  }
}
