// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of an admission. */
public enum AdmitFlag implements Coded {
  /**
   * A refused pod keeps what its first containers got, as in kubelet until its next admission or
   * removal: kubelet's state files show exactly that. Without the flag it is released at once.
   */
  LEAVE_REFUSED(KoordRaw.KOORD_ADMIT_LEAVE_REFUSED);

  private final int code;

  AdmitFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
