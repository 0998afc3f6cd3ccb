// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a rebind. */
public enum RebindFlag implements Coded {
  /** No pod spans more NUMA nodes than before. */
  NO_NEW_CROSSING(KoordRaw.KOORD_REBIND_NO_NEW_CROSSING);

  private final int code;

  RebindFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
