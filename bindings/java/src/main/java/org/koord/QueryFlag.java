// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a query. */
public enum QueryFlag implements Coded {
  /**
   * Do not check the amounts of the whole node and spec.unschedulable: the host checks them
   * elsewhere (Kubernetes' plugins NodeResourcesFit and NodeUnschedulable).
   */
  SKIP_FIT(KoordRaw.KOORD_QUERY_SKIP_FIT),
  /**
   * {@link Cluster#planResize}: if there is no other way, the pod may move to other CPUs and NUMA
   * nodes of its node.
   */
  MAY_MOVE(KoordRaw.KOORD_QUERY_MAY_MOVE);

  private final int code;

  QueryFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
