// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A list of hints to add: what one provider (CPUs, memory, a device plugin) says about one
 * resource. Immutable: each setter returns a changed copy.
 */
public final class NumaHintList {
  private final int provider;
  private final NumaHintKind kind;

  /** All defaults. */
  public NumaHintList() {
    this(0, NumaHintKind.HINTS);
  }

  private NumaHintList(int provider, NumaHintKind kind) {
    this.provider = provider;
    this.kind = kind;
  }

  /**
   * Number of the provider; must not decrease from list to list.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NumaHintList provider(int value) {
    return new NumaHintList(value, kind);
  }

  /**
   * Kind.
   *
   * @param value the new value
   * @return a changed copy
   */
  public NumaHintList kind(NumaHintKind value) {
    return new NumaHintList(provider, java.util.Objects.requireNonNull(value, "kind"));
  }

  static long write(Frame frame, NumaHintList options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_numa_hint_list_size);
    m.put(0);
    m.put(options.provider);
    m.put(options.kind.code());
    return m.address();
  }
}
