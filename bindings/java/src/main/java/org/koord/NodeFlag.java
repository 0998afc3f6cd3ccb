// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a node. */
public enum NodeFlag implements Coded {
  /** spec.unschedulable. */
  UNSCHEDULABLE(KoordRaw.KOORD_NODE_UNSCHEDULABLE),
  /** Other pods may use the CPUs of system QoS, too. */
  SYSTEM_CPUS_SHARED(KoordRaw.KOORD_NODE_SYSTEM_CPUS_SHARED);

  private final int code;

  NodeFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
