// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of an explanation. */
public enum ExplanationFlag implements Coded {
  /** max_judgements was reached: there may be more remedies. */
  TRUNCATED(KoordRaw.KOORD_EXPLANATION_TRUNCATED),
  /** The request is wrong on every node, also on nodes that are not in the cluster. */
  INVALID_REQUEST(KoordRaw.KOORD_EXPLANATION_INVALID_REQUEST);

  private final int code;

  ExplanationFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
