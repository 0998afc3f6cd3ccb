// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The format of a picture. A number that a newer library knows is {@link #UNRECOGNIZED}. */
public enum PictureFormat implements Coded {
  /** Text. */
  TEXT(KoordRaw.KOORD_PICTURE_FORMAT_TEXT),
  /** Svg. */
  SVG(KoordRaw.KOORD_PICTURE_FORMAT_SVG),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final PictureFormat[] KNOWN = values();
  private final int code;

  PictureFormat(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static PictureFormat of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
