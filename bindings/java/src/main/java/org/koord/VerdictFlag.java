// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What is said of a verdict. */
public enum VerdictFlag implements Coded {
  /** Taking pods away would not change the reason. */
  UNRESOLVABLE(KoordRaw.KOORD_VERDICT_UNRESOLVABLE),
  /** From {@link Cluster#changes}: the node is gone. */
  REMOVED(KoordRaw.KOORD_VERDICT_REMOVED);

  private final int code;

  VerdictFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
