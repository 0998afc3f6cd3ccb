// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of adding an object. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum AddedResult implements Coded {
  /** Not used by a cluster, or it has ended. */
  SKIPPED(KoordRaw.KOORD_ADDED_RESULT_SKIPPED),
  /** Added, expanded into pods, or released if it has ended. */
  ADDED(KoordRaw.KOORD_ADDED_RESULT_ADDED),
  /**
   * A pod or Reservation without a node: the cluster has nothing of it; place what {@link
   * AddedObjects#pod} returns.
   */
  PENDING(KoordRaw.KOORD_ADDED_RESULT_PENDING),
  /** Not added, nothing changes: see status and message. */
  REFUSED(KoordRaw.KOORD_ADDED_RESULT_REFUSED),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AddedResult[] KNOWN = values();
  private final int code;

  AddedResult(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static AddedResult of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
