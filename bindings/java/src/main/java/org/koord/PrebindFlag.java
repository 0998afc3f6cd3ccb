// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The shape of a patch. */
public enum PrebindFlag implements Coded {
  /** The shape of the proposal: without numaNodeResources. */
  PROPOSAL(KoordRaw.KOORD_PREBIND_PROPOSAL);

  private final int code;

  PrebindFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
