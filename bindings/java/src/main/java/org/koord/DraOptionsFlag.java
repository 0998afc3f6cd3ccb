// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of an allocation. */
public enum DraOptionsFlag implements Coded {
  /** Any allocation will do: for a filter. */
  ANY(KoordRaw.KOORD_DRA_OPTIONS_ANY),
  /** Find remedies after a refusal; takes up to max_steps more steps. */
  REMEDIES(KoordRaw.KOORD_DRA_OPTIONS_REMEDIES);

  private final int code;

  DraOptionsFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
