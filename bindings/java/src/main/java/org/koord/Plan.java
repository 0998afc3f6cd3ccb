package org.koord;

import java.util.List;

/**
 * Steps in their order, and the state of the nodes that they were decided on. Immutable; it changes
 * nothing until {@link Cluster#commit}.
 */
public final class Plan extends Handle {
  private Plan(long address) {
    super(address, KoordRaw::koord_plan_unref, false);
  }

  /** Another handle of the same plan, to be closed by itself. */
  public Plan share() {
    try (Frame f = Frame.open()) {
      return new Plan(KoordRaw.koord_plan_ref(f.read(this)));
    }
  }

  static Plan of(long address) {
    return address == 0 ? null : new Plan(address);
  }

  /** The steps. */
  public List<PlanStep> steps() {
    int size = KoordRaw.koord_plan_step_size;
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.rows(
          size, PlanStep::read,
          length -> KoordRaw.koord_plan_get_texts(p, length),
          (rows, capacity, count) ->
              KoordRaw.koord_plan_get_steps(
                  p, rows, size, capacity, count, f.error()));
    }
  }

  /** The CPUs that a step's pod owns after it; empty: it shares or was released. */
  public CpuSet cpus(int step) {
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.cpus(out ->
          KoordRaw.koord_plan_get_step_cpus(p, Frame.count("step", step), out, Frame.WORDS, f.error()));
    }
  }

  /**
   * What a step's pod holds after it, as {@link Cluster#podStatus} says it; {} where it is released.
   *
   * @throws KoordException.Invalid a plan of another cluster, no such step
   * @throws KoordException.NotFound its node is gone
   */
  public String status(Cluster cluster, int step) {
    try (Frame f = Frame.open()) {
      long c = f.read("cluster", cluster);
      long p = f.read(this);
      return f.document(
          out -> KoordRaw.koord_cluster_get_step_status(c, p, Frame.count("step", step), out, f.error()));
    }
  }

  /** What it has of devices after it, as {@link Cluster#podDevices} says it. Errors as {@link #status}. */
  public String devices(Cluster cluster, int step) {
    try (Frame f = Frame.open()) {
      long c = f.read("cluster", cluster);
      long p = f.read(this);
      return f.document(out ->
          KoordRaw.koord_cluster_get_step_devices(c, p, Frame.count("step", step), out, f.error()));
    }
  }
}
