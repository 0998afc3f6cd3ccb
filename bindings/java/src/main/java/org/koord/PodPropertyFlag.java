// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a pod. */
public enum PodPropertyFlag implements Coded {
  /** Phase Succeeded or Failed. */
  TERMINATED(KoordRaw.KOORD_POD_PROPERTY_TERMINATED),
  /** It is bound to a node. */
  BOUND(KoordRaw.KOORD_POD_PROPERTY_BOUND),
  /** It states its allocation (resource-status). */
  ALLOCATED(KoordRaw.KOORD_POD_PROPERTY_ALLOCATED),
  /** pod-level requests or limits replace those of its containers. */
  HAS_POD_LEVEL(KoordRaw.KOORD_POD_PROPERTY_HAS_POD_LEVEL),
  /** CPU: every limit equals its request. */
  LIMIT_IS_REQUEST(KoordRaw.KOORD_POD_PROPERTY_LIMIT_IS_REQUEST);

  private final int code;

  PodPropertyFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
