// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a suppression. */
public enum SuppressionFlag implements Coded {
  /** The quota changes too little to be worth writing. */
  KEEP_QUOTA(KoordRaw.KOORD_SUPPRESSION_KEEP_QUOTA);

  private final int code;

  SuppressionFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
