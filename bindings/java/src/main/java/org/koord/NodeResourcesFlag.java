// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Which resources are named. */
public enum NodeResourcesFlag implements Coded {
  /** koordinator.sh/gpu.shared, too: 100 for each healthy GPU. */
  SHARED(KoordRaw.KOORD_NODE_RESOURCES_SHARED);

  private final int code;

  NodeResourcesFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
