// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Tasks of a workload that ask for the same.
 *
 * @param tasks how many of them there are: only the proportions count. All together up to 2^30
 * @param cpuMilli up to 2^28
 * @param gpuMilli thousandths of each GPU, up to 1000
 * @param gpuCount GPUs, up to 64; 0 with gpu_milli 0: none
 * @param models models that will do: "A100|H100"; up to 63 in all
 */
public record TaskClass(long tasks, long cpuMilli, int gpuMilli, int gpuCount, String models) {
  void write(Memory m, Texts texts) {
    m.put(tasks);
    m.put(cpuMilli);
    m.put(gpuMilli);
    m.put(gpuCount);
    texts.put(m, models);
  }

  static TaskClass read(Memory m, Memory arena) {
    return new TaskClass(
        m.i64(), m.i64(), m.i32(), m.i32(), m.text(arena));
  }
}
