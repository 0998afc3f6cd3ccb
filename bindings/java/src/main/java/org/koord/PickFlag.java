// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a pick. */
public enum PickFlag implements Coded {
  /**
   * The bind policy must hold for every CPU (whole cores, or one CPU per core); otherwise the pick
   * is refused.
   */
  REQUIRED(KoordRaw.KOORD_PICK_REQUIRED),
  /**
   * Use the fewest L3 groups, then split the fewest cores, but never use more NUMA nodes than
   * without this flag.
   */
  FEWEST_L3(KoordRaw.KOORD_PICK_FEWEST_L3);

  private final int code;

  PickFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
