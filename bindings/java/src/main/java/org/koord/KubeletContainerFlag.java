// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a container's allocation. */
public enum KubeletContainerFlag implements Coded {
  /** The container's affinity is what each of its resources prefers. */
  PREFERRED(KoordRaw.KOORD_KUBELET_CONTAINER_PREFERRED),
  /** The container shares the default CPU set with all other such containers. */
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
