package org.koord;

import java.util.List;

/**
 * What one provider (CPUs, memory, a device plugin) says about one resource.
 *
 * @param name of the resource
 * @param provider which provider says so; does not fall from list to list
 * @param kind whether there are hints
 * @param hints ways to have it; empty unless {@code kind} is {@link NumaHintKind#HINTS}
 */
public record NumaHintList(String name, int provider, NumaHintKind kind, List<NumaHint> hints) {
  /** A list of hints. */
  public static NumaHintList of(String name, int provider, List<NumaHint> hints) {
    return new NumaHintList(name, provider, NumaHintKind.HINTS, hints);
  }

  long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_numa_hint_list_size);
    m.put(0).put(provider).put(kind.code());
    return m.address();
  }
}
