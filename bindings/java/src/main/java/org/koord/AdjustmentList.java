// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a list of an adjustment. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum AdjustmentList implements Coded {
  /** "NAME=value"; replaces a variable with the same name. */
  ENV(KoordRaw.KOORD_ADJUSTMENT_LIST_ENV),
  /** "nvidia.com/gpu=GPU-...". */
  CDI_DEVICES(KoordRaw.KOORD_ADJUSTMENT_LIST_CDI_DEVICES),
  /** "/dev/infiniband/uverbs0". */
  DEVICE_NODES(KoordRaw.KOORD_ADJUSTMENT_LIST_DEVICE_NODES),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AdjustmentList[] KNOWN = values();
  private final int code;

  AdjustmentList(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static AdjustmentList of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
