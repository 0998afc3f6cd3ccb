// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What is said of a fault that was found. */
public enum KubeletFindingFlag implements Coded {
  /** Kubelet does not start. Without the flag it starts and goes on with what is wrong. */
  STOPS(KoordRaw.KOORD_KUBELET_FINDING_STOPS);

  private final int code;

  KubeletFindingFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
