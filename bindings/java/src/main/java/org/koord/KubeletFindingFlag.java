// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a finding. */
public enum KubeletFindingFlag implements Coded {
  /** Kubelet does not start. Without the flag kubelet starts and keeps the fault. */
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
