// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The result for every node, with the victims there. Immutable. */
public final class Preemption extends Handle {
  Preemption(long address) {
    super(address, KoordRaw::koord_preemption_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Preemption share() {
    try (Frame f = Frame.open()) {
      return new Preemption(KoordRaw.koord_preemption_ref(f.read(this)));
    }
  }

  /**
   * Copies a row for every node, the best first: nodes without victims, then in the order of
   * kube-scheduler: fewest avoided, lowest highest priority, lowest sum, fewest victims; then
   * higher score, then lower number. Nodes where no eviction helps come last, by number, with the
   * reason that remains when all possible victims are gone.
   *
   * @return the rows
   */
  public List<NodePreemption> nodes() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_node_preemption_size, NodePreemption::read, (rows_, capacity_,
          count_) -> KoordRaw.koord_preemption_get_nodes(at, rows_,
          KoordRaw.koord_node_preemption_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Copies the victims of a row, as steps that release them: by priority, descending, then uid.
   * Otherwise as {@link Plan#steps}.
   *
   * @param row the row
   * @return the rows
   */
  public List<PlanStep> victims(long row) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_preemption_get_texts(at, length));
      return f.rows(KoordRaw.koord_plan_step_size, row_ -> PlanStep.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_preemption_get_victims(at, Frame.count("row", row),
          rows_, KoordRaw.koord_plan_step_size, capacity_, count_, f.error()));
    }
  }

  @Override
  String told() {
    return told("nodes", nodes().size());
  }
}
