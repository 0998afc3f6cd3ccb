package org.koord;

import java.util.List;

/** What every node says, and the victims there. Immutable. */
public final class Preemption extends Handle {
  Preemption(long address) {
    super(address, KoordRaw::koord_preemption_unref, false);
  }

  /** Another handle of the same preemption, to be closed by itself. */
  public Preemption share() {
    try (Frame f = Frame.open()) {
      return new Preemption(KoordRaw.koord_preemption_ref(f.read(this)));
    }
  }

  /** A row for every node, the best first, nodes where no eviction helps last. */
  public List<NodePreemption> nodes() {
    int size = KoordRaw.koord_node_preemption_size;
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.rows(
          size, NodePreemption::read,
          (rows, capacity, count) ->
              KoordRaw.koord_preemption_get_nodes(p, rows, size, capacity, count, f.error()));
    }
  }

  /** The victims of a row, by priority, descending, then uid. */
  public List<PlanStep> victims(int row) {
    int size = KoordRaw.koord_plan_step_size;
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.rows(
          size, PlanStep::read,
          length -> KoordRaw.koord_preemption_get_texts(p, length),
          (rows, capacity, count) ->
              KoordRaw.koord_preemption_get_victims(
                  p, Frame.count("row", row), rows, size, capacity, count,
                  f.error()));
    }
  }

  /**
   * The plan of a row: its victims let go, then the pod comes.
   *
   * @throws KoordException.Invalid a pod without uid, a row with a reason, another cluster
   * @throws KoordException.Stale the node changed since
   */
  public Cluster.Planned plan(Cluster cluster, int row) {
    try (Frame f = Frame.open()) {
      long c = f.read("cluster", cluster);
      long p = f.read(this);
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      long plan =
          f.handle(
              out ->
                  KoordRaw.koord_cluster_plan_preemption(c, p, Frame.count("row", row), refusal.address(),
                      out, f.error()));
      return new Cluster.Planned(Plan.of(plan), Refusal.read(refusal));
    }
  }
}
