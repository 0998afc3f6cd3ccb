// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The sets of CPUs that follow the default set, in this order. */
public enum KubeletSetFlag implements Coded {
  /** Kubelet's reserved CPUs. */
  RESERVED(KoordRaw.KOORD_KUBELET_SET_RESERVED),
  /** CPUs of finished init containers of the same pod. */
  REUSABLE(KoordRaw.KOORD_KUBELET_SET_REUSABLE);

  private final int code;

  KubeletSetFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
