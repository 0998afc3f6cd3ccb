// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Policies that place tasks so that GPUs which are left are of use (docs/gpu-placement.md). A
 * number that a newer library knows is {@link #UNRECOGNIZED}.
 */
public enum GpuPolicy implements Coded {
  /** None of them: scores as configured. */
  NONE(KoordRaw.KOORD_GPU_POLICY_NONE),
  /** Fragmentation gradient descent; scores 0..99. */
  FGD(KoordRaw.KOORD_GPU_POLICY_FGD),
  /** What comes after keeps the most room; up to 2^31 - 1. */
  ROOM_LEFT(KoordRaw.KOORD_GPU_POLICY_ROOM_LEFT),
  /** The least of CPU and GPU left; 0..100, as the next. */
  BEST_FIT(KoordRaw.KOORD_GPU_POLICY_BEST_FIT),
  /** Dot product. */
  DOT_PRODUCT(KoordRaw.KOORD_GPU_POLICY_DOT_PRODUCT),
  /** Shared GPUs, then nodes in use, then idle ones; 0..100. */
  PACKING(KoordRaw.KOORD_GPU_POLICY_PACKING),
  /** Nodes whose pods share a GPU as this one does, or have as many whole ones; 0..100. */
  CLUSTERING(KoordRaw.KOORD_GPU_POLICY_CLUSTERING),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final GpuPolicy[] KNOWN = values();
  private final int code;

  GpuPolicy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static GpuPolicy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
