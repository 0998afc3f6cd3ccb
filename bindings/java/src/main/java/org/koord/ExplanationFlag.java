// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What is said of an explanation. */
public enum ExplanationFlag implements Coded {
  /** Judging stopped at the limit: there may be more remedies. */
  TRUNCATED(KoordRaw.KOORD_EXPLANATION_TRUNCATED);

  private final int code;

  ExplanationFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
