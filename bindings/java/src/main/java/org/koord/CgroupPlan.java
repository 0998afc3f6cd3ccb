package org.koord;

import java.util.List;

/** Writes to make to control groups, as data. Immutable. */
public final class CgroupPlan extends Handle {
  CgroupPlan(long address) {
    super(address, KoordRaw::koord_cgroup_plan_unref, false);
  }

  /** Another handle of the same plan, to be closed by itself. */
  public CgroupPlan share() {
    try (Frame f = Frame.open()) {
      return new CgroupPlan(KoordRaw.koord_cgroup_plan_ref(f.read(this)));
    }
  }

  /** The steps in their order; none: all is as it is to be. */
  public List<CgroupStep> steps() {
    int size = KoordRaw.koord_cgroup_step_size;
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_cgroup_plan_get_texts(p, length));
      return f.rows(
          size, row -> CgroupStep.read(row, texts),
          (rows, capacity, count) ->
              KoordRaw.koord_cgroup_plan_get_steps(p, rows, size, capacity, count, f.error()));
    }
  }

  /** As JSON, with what is left alone and why. */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.document(out -> KoordRaw.koord_cgroup_plan_to_json(p, out, f.error()));
    }
  }

  /** A line per step: what would be done. */
  public String toText() {
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.document(out -> KoordRaw.koord_cgroup_plan_to_text(p, out, f.error()));
    }
  }
}
