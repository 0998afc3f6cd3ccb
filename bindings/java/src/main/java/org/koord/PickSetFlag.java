// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The sets of CPUs that a pick receives after the available CPUs. */
public enum PickSetFlag implements Coded {
  /** CPUs to use first (those of a reservation). */
  PREFERRED(KoordRaw.KOORD_PICK_SET_PREFERRED),
  /** CPUs held by pods with the exclusive policy PCPULevel. */
  CORE_HELD(KoordRaw.KOORD_PICK_SET_CORE_HELD),
  /** CPUs held by pods with NUMANodeLevel. */
  NODE_HELD(KoordRaw.KOORD_PICK_SET_NODE_HELD);

  private final int code;

  PickSetFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
