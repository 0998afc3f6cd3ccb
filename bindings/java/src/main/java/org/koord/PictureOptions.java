package org.koord;

/**
 * How a picture is drawn. Setters return this object; it is read when a call gets it. Not safe for
 * use by several threads while it is being set.
 */
public final class PictureOptions {
  private int flags;
  private PictureFormat format = PictureFormat.TEXT;
  private int columns;

  /** text: ANSI colours. */
  public PictureOptions color(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_PICTURE_COLOR, on);
    return this;
  }

  /** text: no characters outside ASCII. */
  public PictureOptions ascii(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_PICTURE_ASCII, on);
    return this;
  }

  /** list PCI devices under their NUMA node. */
  public PictureOptions devices(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_PICTURE_DEVICES, on);
    return this;
  }

  /** Format. */
  public PictureOptions format(PictureFormat value) {
    format = java.util.Objects.requireNonNull(value, "format");
    return this;
  }

  /** Text: width of the terminal, 0: 100. */
  public PictureOptions columns(int value) {
    columns = Frame.count("columns", value);
    return this;
  }

  static long write(Frame frame, PictureOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_picture_options_size);
    m.put(flags).put(format.code()).put(columns);
    return m.address();
  }
}
