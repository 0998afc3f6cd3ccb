// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

import java.util.List;

/** What was found at one moment. Immutable; needs its cluster no more. */
public final class Explanation extends Handle {
  Explanation(long address) {
    super(address, KoordRaw::koord_explanation_unref, false);
  }

  /**
   * Another handle of the same object, to be closed by itself.
   *
   * @return the other handle
   */
  public Explanation share() {
    try (Frame f = Frame.open()) {
      return new Explanation(KoordRaw.koord_explanation_ref(f.read(this)));
    }
  }

  /**
   * Counts.
   *
   * @return the info
   */
  public ExplanationInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_explanation_info_size);
      f.check(KoordRaw.koord_explanation_get_info(at, infoOut.address(), f.error()));
      return ExplanationInfo.read(infoOut.seek(0));
    }
  }

  /**
   * The best of the nodes that can take the pod, at most {@code nearest} of the options: as {@link
   * Cluster#findBest}. rows as in {@link Topology#cpus}; *count is written also on NO_SPACE.
   *
   * @return the rows
   */
  public List<Verdict> fits() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_verdict_size, Verdict::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_explanation_get_fits(at, rows_, KoordRaw.koord_verdict_size, capacity_,
          count_, f.error()));
    }
  }

  /**
   * All nodes that refuse, in groups: that of most nodes first, then by reason. rows as in {@link
   * Topology#cpus}; *count is written also on NO_SPACE.
   *
   * @return the rows
   */
  public List<RefusedGroup> groups() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_refused_group_size, RefusedGroup::read, (rows_, capacity_,
          count_) -> KoordRaw.koord_explanation_get_groups(at, rows_,
          KoordRaw.koord_refused_group_size, capacity_, count_, f.error()));
    }
  }

  /**
   * The nodes that refuse and lack least, the nearest first and after all others those where no
   * eviction would help. rows as in {@link Topology#cpus}; *count is written also on NO_SPACE.
   *
   * @return the rows
   */
  public List<NearMiss> misses() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_near_miss_size, NearMiss::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_explanation_get_misses(at, rows_, KoordRaw.koord_near_miss_size, capacity_,
          count_, f.error()));
    }
  }

  /**
   * The steps of all remedies of all misses. rows as in {@link Topology#cpus}; *count is written
   * also on NO_SPACE.
   *
   * @return the rows
   */
  public List<RemedyStep> remedies() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_explanation_get_texts(at, length));
      return f.rows(KoordRaw.koord_remedy_step_size, row_ -> RemedyStep.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_explanation_get_remedies(at, rows_,
          KoordRaw.koord_remedy_step_size, capacity_, count_, f.error()));
    }
  }

  /**
   * For people: several lines of text, names resolved.
   *
   * @return the document
   */
  public String toText() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_explanation_to_text(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Everything as one line of JSON (docs/explain.md).
   *
   * @return the document
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_explanation_to_json(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }
}
