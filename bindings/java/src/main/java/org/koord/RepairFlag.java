// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** Options of a check and a repair. */
public enum RepairFlag implements Coded {
  /**
   * The pods that are given are all of the node: entries of others are findings, and are dropped by
   * a repair.
   */
  ONLY_PRESENT(KoordRaw.KOORD_REPAIR_ONLY_PRESENT),
  /** Repair: the file may have been written under another policy of its manager. */
  MIGRATE(KoordRaw.KOORD_REPAIR_MIGRATE),
  /**
   * Repair: an entry that lost CPUs keeps those that are left, instead of being dropped. Kubelet
   * does not fill it up while the container runs.
   */
  KEEP_SHRUNK(KoordRaw.KOORD_REPAIR_KEEP_SHRUNK),
  /**
   * Repair: a file that cannot be read at all becomes that of a kubelet that starts for the first
   * time.
   */
  START_OVER(KoordRaw.KOORD_REPAIR_START_OVER);

  private final int code;

  RepairFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
