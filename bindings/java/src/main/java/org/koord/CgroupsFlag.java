// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of the mounted control groups. */
public enum CgroupsFlag implements Coded {
  /** Version 1 is used, although version 2 is mounted beside it. */
  HYBRID(KoordRaw.KOORD_CGROUPS_HYBRID);

  private final int code;

  CgroupsFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
