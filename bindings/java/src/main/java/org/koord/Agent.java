package org.koord;

/**
 * An agent's model of its node: machine, settings, kubelet's state and pods (docs/operate/node.md).
 */
public final class Agent extends AgentCalls {
  Agent(long address, Context kept) {
    super(address, kept);
  }

  /**
   * The CPUs and quota to which BE pods should be restricted.
   *
   * @param amounts milli-CPU and quota
   * @param cpus the CPUs
   */
  public record Suppressed(Suppression amounts, CpuSet cpus) {}

  /**
   * Computes the restriction of BE pods by both policies of koordlet. Changes nothing.
   *
   * @param usage measured usage
   * @param current CPUs that BE pods have now; null if not known
   * @return the restriction
   * @throws KoordException.Invalid an amount or a percentage out of range
   */
  public Suppressed suppress(SuppressUsage usage, CpuSet current) {
    try (Frame f = Frame.open()) {
      Memory cpus = f.words();
      Memory out = f.struct(KoordRaw.koord_suppression_size);
      f.check(
          KoordRaw.koord_agent_suppress(
              f.read(this), SuppressUsage.write(f, usage), f.words(current), cpus.address(),
              Frame.WORDS, out.address(), f.error()));
      return new Suppressed(Suppression.read(out), CpuSet.read(cpus, Frame.WORDS));
    }
  }
}
