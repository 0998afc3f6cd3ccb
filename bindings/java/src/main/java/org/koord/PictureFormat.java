// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The format of a picture. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum PictureFormat implements Coded {
  /** Text. */
  TEXT(KoordRaw.KOORD_PICTURE_FORMAT_TEXT),
  /** Svg. */
  SVG(KoordRaw.KOORD_PICTURE_FORMAT_SVG),
  /** A number that this binding does not know. Calls reject it as an argument. */
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
