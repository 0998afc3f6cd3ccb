// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The findings of a check of kubelet's files. Immutable. */
public final class KubeletReport extends Handle {
  KubeletReport(long address) {
    super(address, KoordRaw::koord_kubelet_report_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public KubeletReport share() {
    try (Frame f = Frame.open()) {
      return new KubeletReport(KoordRaw.koord_kubelet_report_ref(f.read(this)));
    }
  }

  /**
   * Copies the findings, those of cpu_manager_state first, in the order in which kubelet meets
   * them; at most 2,048. No findings: nothing is wrong.
   *
   * @return the rows
   */
  public List<KubeletFinding> findings() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_kubelet_finding_size, KubeletFinding::read, (rows_, capacity_,
          count_) -> KoordRaw.koord_kubelet_report_get_findings(at, rows_,
          KoordRaw.koord_kubelet_finding_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Writes the report as JSON: "starts", "kubelet" (kubelet's own message if it does not start),
   * "findings" [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut".
   *
   * @return the document
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_report_to_json(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  @Override
  String told() {
    return told("findings", findings().size());
  }
}
