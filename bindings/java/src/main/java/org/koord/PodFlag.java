// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What a pod is. */
public enum PodFlag implements Coded {
  /** Phase Succeeded or Failed. */
  TERMINATED(KoordRaw.KOORD_POD_TERMINATED);

  private final int code;

  PodFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
