// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a node agent. Immutable: each setter returns a changed copy. */
public final class AgentOptions {
  private final int flags;
  private final Profile profile;

  /** All defaults. */
  public AgentOptions() {
    this(0, Profile.SPEC);
  }

  private AgentOptions(int flags, Profile profile) {
    this.flags = flags;
    this.profile = profile;
  }

  /**
   * Ignore the CPUs that kubelet allocates or reserves, and leave every cpuset to kubelet, even
   * those of pods with exclusive CPUs. This is the first stage of taking over kubelet's CPU
   * management.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public AgentOptions ignoreKubelet(boolean on) {
    return new AgentOptions(Coded.with(flags, KoordRaw.KOORD_AGENT_IGNORE_KUBELET, on), profile);
  }

  /**
   * {@link Profile#UPSTREAM}: BE pods stay on the NUMA nodes that they name (Koordinator's feature
   * gate BECPUManager).
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public AgentOptions beByNuma(boolean on) {
    return new AgentOptions(Coded.with(flags, KoordRaw.KOORD_AGENT_BE_BY_NUMA, on), profile);
  }

  /**
   * {@link Profile#SPEC}: keep isolated CPUs ({@link CpusetKind#ISOLATED}) out of the shared and BE
   * pools, and for pods that require isolated CPUs. The report says so, and the scheduler does the
   * same. Without this flag isolated CPUs are in the pools, as kubelet has them.
   *
   * @param on true to set this flag, false to clear it
   * @return a changed copy
   */
  public AgentOptions excludeIsolated(boolean on) {
    return new AgentOptions(Coded.with(flags, KoordRaw.KOORD_AGENT_EXCLUDE_ISOLATED, on), profile);
  }

  /**
   * {@link Profile#SPEC} or {@link Profile#UPSTREAM}.
   *
   * @param value the new value
   * @return a changed copy
   */
  public AgentOptions profile(Profile value) {
    return new AgentOptions(flags, java.util.Objects.requireNonNull(value, "profile"));
  }

  static long write(Frame frame, AgentOptions options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_agent_options_size);
    m.put(options.flags);
    m.put(options.profile.code());
    return m.address();
  }
}
