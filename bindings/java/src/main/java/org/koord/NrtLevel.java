// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The part of a pod that could not be aligned to one NUMA node. Numbers that only a newer library
 * knows become {@link #UNRECOGNIZED}.
 */
public enum NrtLevel implements Coded {
  /** The pod fits. */
  NONE(KoordRaw.KOORD_NRT_LEVEL_NONE),
  /** Pod. */
  POD(KoordRaw.KOORD_NRT_LEVEL_POD),
  /** Container. */
  CONTAINER(KoordRaw.KOORD_NRT_LEVEL_CONTAINER),
  /** Init container. */
  INIT_CONTAINER(KoordRaw.KOORD_NRT_LEVEL_INIT_CONTAINER),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NrtLevel[] KNOWN = values();
  private final int code;

  NrtLevel(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NrtLevel of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
