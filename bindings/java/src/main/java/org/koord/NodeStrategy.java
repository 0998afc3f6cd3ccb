// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * The numa-allocate-strategy of a node's label. A number that a newer library knows is {@link
 * #UNRECOGNIZED}.
 */
public enum NodeStrategy implements Coded {
  /** Unset. */
  UNSET(KoordRaw.KOORD_NODE_STRATEGY_UNSET),
  /** Most allocated. */
  MOST_ALLOCATED(KoordRaw.KOORD_NODE_STRATEGY_MOST_ALLOCATED),
  /** Least allocated. */
  LEAST_ALLOCATED(KoordRaw.KOORD_NODE_STRATEGY_LEAST_ALLOCATED),
  /** Distribute evenly. */
  DISTRIBUTE_EVENLY(KoordRaw.KOORD_NODE_STRATEGY_DISTRIBUTE_EVENLY),
  /** A number that this binding does not know. As an argument it is refused. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final NodeStrategy[] KNOWN = values();
  private final int code;

  NodeStrategy(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static NodeStrategy of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
