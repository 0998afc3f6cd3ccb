// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** Planned writes to control groups. Immutable. */
public final class CgroupPlan extends Handle {
  CgroupPlan(long address) {
    super(address, KoordRaw::koord_cgroup_plan_unref, false);
  }

  /**
   * Reads the control groups and plans the writes; writes nothing. Pods that the state does not
   * know are not changed; on version 1 the directories above them stay large enough for them.
   *
   * @param cgroups the cgroups
   * @param state the state
   * @param containers may be null. Names matter only for pods whose containers run in different
   *     places; containers of such pods that are not named here are not changed.
   * @return the cgroup plan
   * @throws KoordException.Conflict two exclusive pods would be on one CPU; or pods of one CPU each
   *     wait for each other while exclusive pods of one CPU each hold all other CPUs
   * @throws KoordException.NotFound no kubepods
   * @throws KoordException.Corrupt a file has content that the kernel would not write
   * @throws KoordException.Limit over 16,384 groups or 8 levels
   * @throws KoordException.Permission not permitted
   * @throws KoordException.Unsupported valid, but this build or machine cannot do it
   * @throws KoordException.Io the machine or a file could not be read or written
   */
  public static CgroupPlan create(Cgroups cgroups, AgentState state, CgroupContainers containers) {
    try (Frame f = Frame.open()) {
      long cgroupsAt = f.write("cgroups", cgroups);
      long stateAt = f.read("state", state);
      long containersAt = f.make(containers);
      Memory cgroupPlanOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroup_plan_new(cgroupsAt, stateAt, containersAt,
          cgroupPlanOut.address(), f.error()));
      return f.made(cgroupPlanOut, CgroupPlan::new);
    }
  }

  /**
   * {@link #create(Cgroups, AgentState, CgroupContainers)} with null for containers.
   *
   * @param cgroups the cgroups
   * @param state the state
   * @return the cgroup plan
   */
  public static CgroupPlan create(Cgroups cgroups, AgentState state) {
    return create(cgroups, state, (CgroupContainers) null);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public CgroupPlan share() {
    try (Frame f = Frame.open()) {
      return new CgroupPlan(KoordRaw.koord_cgroup_plan_ref(f.read(this)));
    }
  }

  /**
   * Copies the steps in their order. No steps: everything is in the desired state already.
   *
   * @return the rows
   */
  public List<CgroupStep> steps() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_cgroup_plan_get_texts(at, length));
      return f.rows(KoordRaw.koord_cgroup_step_size, row_ -> CgroupStep.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_cgroup_plan_get_steps(at, rows_,
          KoordRaw.koord_cgroup_step_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Writes {"steps":[{"phase","path","from","to","pod"}],"skipped":[{"path","pod","reason"}]}:
   * "skipped" lists what is not changed and why.
   *
   * @return the document
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroup_plan_to_json(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Writes one line per step: what would be done.
   *
   * @return the document
   */
  public String toText() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroup_plan_to_text(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  @Override
  String told() {
    return told("steps", steps().size());
  }
}
