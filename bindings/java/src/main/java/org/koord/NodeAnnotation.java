// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * An annotation of a NodeResourceTopology that a node's agent writes. A number that a newer library
 * knows is {@link #UNRECOGNIZED}.
 */
public enum NodeAnnotation implements Coded {
  /** node.koordinator.sh/cpu-shared-pools. */
  CPU_SHARED_POOLS(KoordRaw.KOORD_NODE_CPU_SHARED_POOLS),
  /** node.koordinator.sh/be-cpu-shared-pools. */
  BE_CPU_SHARED_POOLS(KoordRaw.KOORD_NODE_BE_CPU_SHARED_POOLS),
  /** node.koordinator.sh/pod-cpu-allocs. */
  POD_CPU_ALLOCS(KoordRaw.KOORD_NODE_POD_CPU_ALLOCS),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NodeAnnotation[] KNOWN = values();
  private final int code;

  NodeAnnotation(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NodeAnnotation of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
