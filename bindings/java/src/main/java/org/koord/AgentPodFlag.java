// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Properties of a pod on a node. */
public enum AgentPodFlag implements Coded {
  /** No CFS quota, because it has exclusive CPUs. */
  UNLIMITED(KoordRaw.KOORD_AGENT_POD_UNLIMITED);

  private final int code;

  AgentPodFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
