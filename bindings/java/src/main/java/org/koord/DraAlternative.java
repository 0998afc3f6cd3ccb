// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A request ({@code exactly}), or one subrequest of {@code firstAvailable} (KEP-4816). Alternatives
 * are numbered from 0 in the order in which they are added. Immutable: each setter returns a
 * changed copy.
 */
public final class DraAlternative {
  private final int flags;
  private final int claim;
  private final int request;
  private final long tolerated;
  private final int count;

  /** All defaults. */
  public DraAlternative() {
    this(0, 0, 0, 0, 0);
  }

  private DraAlternative(int flags, int claim, int request, long tolerated, int count) {
    this.flags = flags;
    this.claim = claim;
    this.request = request;
    this.tolerated = tolerated;
    this.count = count;
  }

  /**
   * allocationMode All: every selected device whose capacity is large enough; else {@code count}.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DraAlternative all(boolean on) {
    return new DraAlternative(
        Coded.with(flags, KoordRaw.KOORD_DRA_ALTERNATIVE_ALL, on), claim, request, tolerated,
        count);
  }

  /**
   * adminAccess (KEP-5018): devices in use are available, and nothing is consumed.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public DraAlternative admin(boolean on) {
    return new DraAlternative(
        Coded.with(flags, KoordRaw.KOORD_DRA_ALTERNATIVE_ADMIN, on), claim, request, tolerated,
        count);
  }

  /**
   * From 0; that of the last alternative or the next.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraAlternative claim(int value) {
    return new DraAlternative(flags, Frame.count("claim", value), request, tolerated, count);
  }

  /**
   * In the claim, from 0; that of the last alternative or the next.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraAlternative request(int value) {
    return new DraAlternative(flags, claim, Frame.count("request", value), tolerated, count);
  }

  /**
   * Taints 0 to 63 that the request tolerates.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraAlternative tolerated(long value) {
    return new DraAlternative(flags, claim, request, Frame.count("tolerated", value), count);
  }

  /**
   * Number of devices, at least 1; 0 for all.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraAlternative count(int value) {
    return new DraAlternative(flags, claim, request, tolerated, Frame.count("count", value));
  }

  static long write(Frame frame, DraAlternative options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_dra_alternative_size);
    m.put(options.flags);
    m.put(options.claim);
    m.put(options.request);
    m.put(options.tolerated);
    m.put(options.count);
    m.put(0);
    return m.address();
  }
}
