// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Options of a check and a repair. */
public enum RepairFlag implements Coded {
  /**
   * The given pods are all pods of the node: entries of other pods are findings, and a repair drops
   * them.
   */
  ONLY_PRESENT(KoordRaw.KOORD_REPAIR_ONLY_PRESENT),
  /** Repair: accept a file that was written under another policy of its manager. */
  MIGRATE(KoordRaw.KOORD_REPAIR_MIGRATE),
  /**
   * Repair: an entry that lost CPUs keeps the remaining ones instead of being dropped. Kubelet does
   * not replace the lost CPUs while the container runs.
   */
  KEEP_SHRUNK(KoordRaw.KOORD_REPAIR_KEEP_SHRUNK),
  /**
   * Repair: replace a file that cannot be read at all by that of a kubelet that starts for the
   * first time.
   */
  START_OVER(KoordRaw.KOORD_REPAIR_START_OVER),
  /**
   * Repair: drop what the version of kubelet, as configured, cannot keep: CPUs and memory of whole
   * pods, baselines of resized containers.
   */
  DOWNGRADE(KoordRaw.KOORD_REPAIR_DOWNGRADE);

  private final int code;

  RepairFlag(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }
}
