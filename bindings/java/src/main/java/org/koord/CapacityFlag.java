// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a row of a capacity. */
public enum CapacityFlag implements Coded {
  /** No eviction would change the reason. */
  UNRESOLVABLE(KoordRaw.KOORD_CAPACITY_UNRESOLVABLE);

  private final int code;

  CapacityFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
