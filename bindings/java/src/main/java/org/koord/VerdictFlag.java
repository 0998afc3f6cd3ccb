// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a verdict. */
public enum VerdictFlag implements Coded {
  /** No eviction would change the reason. */
  UNRESOLVABLE(KoordRaw.KOORD_VERDICT_UNRESOLVABLE),
  /** Only from {@link Cluster#changes}: the node was removed. */
  REMOVED(KoordRaw.KOORD_VERDICT_REMOVED),
  /** The request is wrong on every node, whatever its state. */
  INVALID_REQUEST(KoordRaw.KOORD_VERDICT_INVALID_REQUEST);

  private final int code;

  VerdictFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
