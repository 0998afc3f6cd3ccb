// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** How a container got what kubelet gives it. */
public enum KubeletContainerFlag implements Coded {
  /** A container's affinity is what each of its resources prefers. */
  PREFERRED(KoordRaw.KOORD_KUBELET_CONTAINER_PREFERRED),
  /** It shares the default CPU set with all others that do. */
  SHARED(KoordRaw.KOORD_KUBELET_CONTAINER_SHARED);

  private final int code;

  KubeletContainerFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
