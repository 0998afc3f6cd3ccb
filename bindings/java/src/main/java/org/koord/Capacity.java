package org.koord;

import java.util.List;

/** How many more pods every node takes. Immutable. */
public final class Capacity extends Handle {
  Capacity(long address) {
    super(address, KoordRaw::koord_capacity_unref, false);
  }

  /** Another handle of the same capacity, to be closed by itself. */
  public Capacity share() {
    try (Frame f = Frame.open()) {
      return new Capacity(KoordRaw.koord_capacity_ref(f.read(this)));
    }
  }

  /** Sums. */
  public CapacityInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_capacity_info_size);
      f.check(KoordRaw.koord_capacity_get_info(f.read(this), info.address(), f.error()));
      return CapacityInfo.read(info);
    }
  }

  /** A row for every node, ascending. */
  public List<NodeCapacity> nodes() {
    int size = KoordRaw.koord_node_capacity_size;
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.rows(
          size, NodeCapacity::read,
          (rows, capacity, count) ->
              KoordRaw.koord_capacity_get_nodes(c, rows, size, capacity, count, f.error()));
    }
  }

  /** What strands the rest: sums by reason, ascending. */
  public List<CapacityReason> reasons() {
    int size = KoordRaw.koord_capacity_reason_size;
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.rows(
          size, CapacityReason::read,
          (rows, capacity, count) ->
              KoordRaw.koord_capacity_get_reasons(c, rows, size, capacity, count, f.error()));
    }
  }
}
