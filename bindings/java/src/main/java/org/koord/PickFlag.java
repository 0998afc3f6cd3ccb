// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Options of a pick. */
public enum PickFlag implements Coded {
  /** The bind policy must hold for every CPU: whole cores, or one CPU per core; else refuse. */
  REQUIRED(KoordRaw.KOORD_PICK_REQUIRED),
  /** Fewest L3 groups, then fewest cores split, never on more NUMA nodes than without the flag. */
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
