package org.koord;

/**
 * Tasks of a workload that ask for the same.
 *
 * @param tasks how many of them there are: only the proportions count. All together up to 2^30
 * @param cpuMilli milli-CPU, up to 2^28
 * @param gpuMilli thousandths of each GPU, up to 1000
 * @param gpuCount GPUs, up to 64; 0 with gpuMilli 0: none
 * @param models models that will do, "A100|H100"; "": any
 */
public record TaskClass(long tasks, long cpuMilli, int gpuMilli, int gpuCount, String models) {
  void write(Memory m, Texts texts) {
    m.put(tasks).put(cpuMilli).put(gpuMilli).put(gpuCount);
    texts.put(m, models);
  }
}
