// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** Numbers of further pods that every node takes. Immutable. */
public final class Capacity extends Handle {
  Capacity(long address) {
    super(address, KoordRaw::koord_capacity_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Capacity share() {
    try (Frame f = Frame.open()) {
      return new Capacity(KoordRaw.koord_capacity_ref(f.read(this)));
    }
  }

  /**
   * Returns the sums.
   *
   * @return the info
   */
  public CapacityInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_capacity_info_size);
      f.check(KoordRaw.koord_capacity_get_info(at, infoOut.address(), f.error()));
      return CapacityInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Copies a row for every node, ascending.
   *
   * @return the rows
   */
  public List<NodeCapacity> nodes() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_node_capacity_size, NodeCapacity::read, (rows_, capacity_,
          count_) -> KoordRaw.koord_capacity_get_nodes(at, rows_, KoordRaw.koord_node_capacity_size,
          capacity_, count_, f.error()));
    }
  }

  /**
   * Copies a row for every reason, ascending: what is stranded on the nodes with that reason.
   * Otherwise as {@link Capacity#nodes}.
   *
   * @return the rows
   */
  public List<CapacityReason> reasons() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_capacity_reason_size, CapacityReason::read, (rows_, capacity_,
          count_) -> KoordRaw.koord_capacity_get_reasons(at, rows_,
          KoordRaw.koord_capacity_reason_size, capacity_, count_, f.error()));
    }
  }

  @Override
  String told() {
    var info = info();
    return told("pods", info.pods(), "displaced", info.displaced(), "unplaced", info.unplaced());
  }
}
