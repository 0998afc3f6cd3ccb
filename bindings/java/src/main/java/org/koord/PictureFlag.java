// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a picture. */
public enum PictureFlag implements Coded {
  /** Text: ANSI colours. */
  COLOR(KoordRaw.KOORD_PICTURE_COLOR),
  /** Text: no characters outside ASCII. */
  ASCII(KoordRaw.KOORD_PICTURE_ASCII),
  /** List PCI devices below their NUMA node. */
  DEVICES(KoordRaw.KOORD_PICTURE_DEVICES);

  private final int code;

  PictureFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
