// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * How far BE pods are to be narrowed.
 *
 * @param allowanceMilli what BE pods may use; negative: others use too much
 * @param quotaUs policy cfsQuota: per 100 ms
 * @param cpus policy cpuset: how many; 0: none can be had
 * @param properties bits that the methods below read
 */
public record Suppression(long allowanceMilli, long quotaUs, int cpus, int properties) {
  /**
   * The quota changes too little to be written.
   *
   * @return whether the bit is set
   */
  public boolean keepQuota() {
    return (properties & KoordRaw.KOORD_SUPPRESSION_KEEP_QUOTA) != 0;
  }

  static Suppression read(Memory m) {
    m.seek(8);
    return new Suppression(
        m.i64(), m.i64(), m.i32(), m.i32());
  }
}
