package org.koord;

/**
 * How a {@link Agent} decides. Setters return this object; it is read when a call gets it. Not safe
 * for use by several threads while it is being set.
 */
public final class AgentOptions {
  private int flags;
  private Profile profile = Profile.SPEC;

  /**
   * CPUs that kubelet gave away or reserves count for nothing, and every cpuset is left to kubelet,
   * those of pods with CPUs of their own as well: the first stage of taking over its CPU management.
   */
  public AgentOptions ignoreKubelet(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_AGENT_IGNORE_KUBELET, on);
    return this;
  }

  /**
   * {@link Profile#UPSTREAM}: BE pods keep to the NUMA nodes they name (its gate
   * BECPUManager).
   */
  public AgentOptions beByNuma(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_AGENT_BE_BY_NUMA, on);
    return this;
  }

  /** {@link Profile#SPEC} or {@link Profile#UPSTREAM}. */
  public AgentOptions profile(Profile value) {
    profile = java.util.Objects.requireNonNull(value, "profile");
    return this;
  }

  static long write(Frame frame, AgentOptions options) {
    if (options == null) {
      return 0;
    }
    return options.write(frame);
  }

  private long write(Frame frame) {
    Memory m = frame.struct(KoordRaw.koord_agent_options_size);
    m.put(flags).put(profile.code());
    return m.address();
  }
}
