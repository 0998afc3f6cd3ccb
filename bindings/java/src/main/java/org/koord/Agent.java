package org.koord;

/** A node as its agent knows it: machine, settings, kubelet's state and pods (docs/operate/node.md). */
public final class Agent extends AgentCalls {
  Agent(long address, Context kept) {
    super(address, kept);
  }

  /**
   * How far BE pods are to be narrowed.
   *
   * @param amounts milli-CPU and quota
   * @param cpus that they are narrowed to
   */
  public record Suppressed(Suppression amounts, CpuSet cpus) {}

  /**
   * How far BE pods are to be narrowed, by both policies of koordlet. Pure.
   *
   * @param usage what was measured
   * @param current CPUs that BE pods have now; null: not known
   * @return how far
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
