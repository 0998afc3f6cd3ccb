// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * Steps in their order, and the state of the nodes for which they were decided. Immutable. A plan
 * for a node from which a query removed pods can only be read: committing it fails with STALE.
 */
public final class Plan extends Handle {
  Plan(long address) {
    super(address, KoordRaw::koord_plan_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Plan share() {
    try (Frame f = Frame.open()) {
      return new Plan(KoordRaw.koord_plan_ref(f.read(this)));
    }
  }

  /**
   * Copies the steps of a plan.
   *
   * @return the rows
   */
  public List<PlanStep> steps() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_plan_get_texts(at, length));
      return f.rows(KoordRaw.koord_plan_step_size, row_ -> PlanStep.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_plan_get_steps(at, rows_,
          KoordRaw.koord_plan_step_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Writes the CPUs that a step's pod owns after the step; all zero: it shares CPUs or was
   * released.
   *
   * @param step the step
   * @return the cpus
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet stepCpus(long step) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_plan_get_step_cpus(at, Frame.count("step", step), cpusOut.address(),
          Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  @Override
  String told() {
    return told("steps", steps().size());
  }
}
