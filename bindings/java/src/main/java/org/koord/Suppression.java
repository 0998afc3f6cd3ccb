// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Limits of BE pods, as computed by {@link Agent#suppress}.
 *
 * @param allowanceMilli milli-CPU that BE pods may use; negative: the others use too much
 * @param quotaUs for policy cfsQuota: microseconds per 100 ms
 * @param cpus for policy cpuset: number of CPUs; 0: none are available
 * @param properties flags, which the methods below test
 */
public record Suppression(long allowanceMilli, long quotaUs, int cpus, int properties) {
  /**
   * The quota changes too little to be worth writing.
   *
   * @return true if the flag is set
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
