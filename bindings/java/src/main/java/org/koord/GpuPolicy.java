// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Policies that place tasks so that the remaining GPUs stay useful (docs/operate/gpu-placement.md).
 * Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum GpuPolicy implements Coded {
  /** No such policy: scores as configured. */
  NONE(KoordRaw.KOORD_GPU_POLICY_NONE),
  /** Fragmentation gradient descent; scores 0..99. */
  FGD(KoordRaw.KOORD_GPU_POLICY_FGD),
  /** Most room for later tasks; scores 0..2^31 - 1. */
  ROOM_LEFT(KoordRaw.KOORD_GPU_POLICY_ROOM_LEFT),
  /** Least CPU and GPU left; scores 0..100. */
  BEST_FIT(KoordRaw.KOORD_GPU_POLICY_BEST_FIT),
  /** Least product of free and requested amounts; scores 0..100. */
  DOT_PRODUCT(KoordRaw.KOORD_GPU_POLICY_DOT_PRODUCT),
  /** Shared GPUs, then nodes in use, then idle nodes; scores 0..100. */
  PACKING(KoordRaw.KOORD_GPU_POLICY_PACKING),
  /** Nodes whose pods share a GPU as this pod does, or have as many whole GPUs; scores 0..100. */
  CLUSTERING(KoordRaw.KOORD_GPU_POLICY_CLUSTERING),
  /** FGD with all classes of the workload, rare ones too. */
  FGD_ALL(KoordRaw.KOORD_GPU_POLICY_FGD_ALL),
  /** A number that this binding does not know. Calls reject it as an argument. */
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
