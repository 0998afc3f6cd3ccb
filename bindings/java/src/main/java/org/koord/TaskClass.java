// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Tasks of a workload with the same request.
 *
 * @param tasks number of such tasks; only the proportions count. At most 2^30 over all classes
 * @param cpuMilli up to 2^28
 * @param gpuMilli thousandths of each GPU, up to 1000
 * @param gpuCount number of GPUs, up to 64; 0 with gpu_milli 0: none
 * @param models acceptable models: "A100|H100"; up to 63 over all classes
 * @param memory bytes, up to 2^60; for ROOM_LEFT. Tasks for one GPU count with the mean of those
 *     alike
 */
public record TaskClass(
    long tasks,
    long cpuMilli,
    int gpuMilli,
    int gpuCount,
    String models,
    long memory) {
  void write(Memory m, Texts texts) {
    m.put(tasks);
    m.put(cpuMilli);
    m.put(gpuMilli);
    m.put(gpuCount);
    texts.put(m, models);
    m.put(memory);
  }

  static TaskClass read(Memory m, Memory arena) {
    return new TaskClass(
        m.i64(), m.i64(), m.i32(), m.i32(), m.text(arena), m.i64());
  }
}
