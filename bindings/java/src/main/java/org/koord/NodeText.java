// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Selects a text of a node. Numbers that only a newer library knows become {@link #UNRECOGNIZED}.
 */
public enum NodeText implements Coded {
  /** Must not be empty. */
  NAME(KoordRaw.KOORD_NODE_TEXT_NAME),
  /** status.nodeInfo.architecture: "amd64", "arm64". */
  ARCHITECTURE(KoordRaw.KOORD_NODE_TEXT_ARCHITECTURE),
  /** status.nodeInfo.kubeletVersion: "v1.37.2". */
  KUBELET_VERSION(KoordRaw.KOORD_NODE_TEXT_KUBELET_VERSION),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NodeText[] KNOWN = values();
  private final int code;

  NodeText(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NodeText of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
