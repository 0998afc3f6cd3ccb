package org.koord;

import java.util.List;

/** What came of a plan for control groups. Immutable. */
public final class CgroupReport extends Handle {
  CgroupReport(long address) {
    super(address, KoordRaw::koord_cgroup_report_unref, false);
  }

  /** Another handle of the same report, to be closed by itself. */
  public CgroupReport share() {
    try (Frame f = Frame.open()) {
      return new CgroupReport(KoordRaw.koord_cgroup_report_ref(f.read(this)));
    }
  }

  /** In short. */
  public CgroupReportInfo info() {
    try (Frame f = Frame.open()) {
      Memory info =
          f.struct(KoordRaw.koord_cgroup_report_info_size);
      f.check(KoordRaw.koord_cgroup_report_get_info(f.read(this), info.address(), f.error()));
      return CgroupReportInfo.read(info);
    }
  }

  /** What came of each step of the plan. */
  public List<CgroupResult> results() {
    int size = KoordRaw.koord_cgroup_result_size;
    try (Frame f = Frame.open()) {
      long r = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_cgroup_report_get_texts(r, length));
      return f.rows(
          size, row -> CgroupResult.read(row, texts),
          (rows, capacity, count) ->
              KoordRaw.koord_cgroup_report_get_results(r, rows, size, capacity, count, f.error()));
    }
  }

  /** As JSON; its summary is one sentence that names the step that failed and why. */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long r = f.read(this);
      return f.document(out -> KoordRaw.koord_cgroup_report_to_json(r, out, f.error()));
    }
  }
}
