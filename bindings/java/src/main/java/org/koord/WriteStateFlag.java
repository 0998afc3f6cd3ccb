// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of writing a state file. */
public enum WriteStateFlag implements Coded {
  /** Write even if a kubelet runs. Kubelet overwrites the file as soon as something changes. */
  FORCE(KoordRaw.KOORD_WRITE_STATE_FORCE),
  /** Keep no backup. */
  NO_BACKUP(KoordRaw.KOORD_WRITE_STATE_NO_BACKUP);

  private final int code;

  WriteStateFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
