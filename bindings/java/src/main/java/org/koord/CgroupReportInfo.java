// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The outcome of applying a plan.
 *
 * @param writes number of writes made, rollbacks included
 * @param failedStep index of the first step that failed, -1: none
 * @param failedUndo index of the step that could not be rolled back, -1: none
 * @param outcome outcome
 * @param error cause at the failed step
 */
public record CgroupReportInfo(
    long writes,
    long failedStep,
    long failedUndo,
    CgroupOutcome outcome,
    CgroupError error) {
  static CgroupReportInfo read(Memory m) {
    m.seek(8);
    return new CgroupReportInfo(
        m.i64(), m.i64(), m.i64(), CgroupOutcome.of(m.i32()), CgroupError.of(m.i32()));
  }
}
