// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of drawing a picture. Immutable: each setter returns a changed copy. */
public final class PictureOptions {
  private final int flags;
  private final PictureFormat format;
  private final int columns;

  /** All defaults. */
  public PictureOptions() {
    this(0, PictureFormat.TEXT, 0);
  }

  private PictureOptions(int flags, PictureFormat format, int columns) {
    this.flags = flags;
    this.format = format;
    this.columns = columns;
  }

  /**
   * Text: ANSI colours.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PictureOptions color(boolean on) {
    return new PictureOptions(Coded.with(flags, KoordRaw.KOORD_PICTURE_COLOR, on), format, columns);
  }

  /**
   * Text: no characters outside ASCII.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PictureOptions ascii(boolean on) {
    return new PictureOptions(Coded.with(flags, KoordRaw.KOORD_PICTURE_ASCII, on), format, columns);
  }

  /**
   * List PCI devices below their NUMA node.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public PictureOptions devices(boolean on) {
    return new PictureOptions(
        Coded.with(flags, KoordRaw.KOORD_PICTURE_DEVICES, on), format, columns);
  }

  /**
   * Format.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PictureOptions format(PictureFormat value) {
    return new PictureOptions(flags, java.util.Objects.requireNonNull(value, "format"), columns);
  }

  /**
   * Text: width of the terminal, 0: 100.
   *
   * @param value the new value
   * @return a changed copy
   */
  public PictureOptions columns(int value) {
    return new PictureOptions(flags, format, Frame.count("columns", value));
  }

  static long write(Frame frame, PictureOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_picture_options_size);
    m.put(options.flags);
    m.put(options.format.code());
    m.put(options.columns);
    return m.address();
  }
}
