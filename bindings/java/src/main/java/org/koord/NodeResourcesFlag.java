// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of {@link Koord#deviceNodeResources}. */
public enum NodeResourcesFlag implements Coded {
  /** Include koordinator.sh/gpu.shared: 100 per healthy GPU. */
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
