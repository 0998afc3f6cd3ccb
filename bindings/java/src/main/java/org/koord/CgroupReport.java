// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The result of applying a plan. Immutable. */
public final class CgroupReport extends Handle {
  CgroupReport(long address) {
    super(address, KoordRaw::koord_cgroup_report_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public CgroupReport share() {
    try (Frame f = Frame.open()) {
      return new CgroupReport(KoordRaw.koord_cgroup_report_ref(f.read(this)));
    }
  }

  /**
   * Returns the outcome.
   *
   * @return the info
   */
  public CgroupReportInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_cgroup_report_info_size);
      f.check(KoordRaw.koord_cgroup_report_get_info(at, infoOut.address(), f.error()));
      return CgroupReportInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Copies the outcome of every step, as {@link CgroupPlan#steps} does.
   *
   * @return the rows
   */
  public List<CgroupResult> results() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_cgroup_report_get_texts(at, length));
      return f.rows(KoordRaw.koord_cgroup_result_size, row_ -> CgroupResult.read(row_, texts),
          (rows_, capacity_, count_) -> KoordRaw.koord_cgroup_report_get_results(at, rows_,
          KoordRaw.koord_cgroup_result_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Writes
   * {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to",
   * "readBack","pod"}]}; the summary is one sentence that names the failed step and the cause.
   *
   * @return the document
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_cgroup_report_to_json(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  @Override
  String told() {
    var info = info();
    return told(
        "writes", info.writes(), "failedStep", info.failedStep(), "failedUndo", info.failedUndo(),
        "outcome", info.outcome());
  }
}
