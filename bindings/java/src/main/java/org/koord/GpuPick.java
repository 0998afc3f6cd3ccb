// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Choice of GPUs for a pod that requests several (docs/reference/devices-links.md). Numbers that
 * only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum GpuPick implements Coded {
  /** The best-linked set. */
  SET(KoordRaw.KOORD_GPU_PICK_SET),
  /** A set of the best split of all free GPUs into sets of the requested size. */
  PARTITION(KoordRaw.KOORD_GPU_PICK_PARTITION),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final GpuPick[] KNOWN = values();
  private final int code;

  GpuPick(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static GpuPick of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
