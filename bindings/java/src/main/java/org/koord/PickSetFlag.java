// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Which sets of CPUs a pick gets besides those that may be used. */
public enum PickSetFlag implements Coded {
  /** CPUs to use first (a reservation's). */
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
