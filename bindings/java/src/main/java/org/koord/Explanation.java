// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The result of an explanation, at one moment. Immutable; independent of its cluster. */
public final class Explanation extends Handle {
  Explanation(long address) {
    super(address, KoordRaw::koord_explanation_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Explanation share() {
    try (Frame f = Frame.open()) {
      return new Explanation(KoordRaw.koord_explanation_ref(f.read(this)));
    }
  }

  /**
   * Returns the counts.
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
   * Copies the best nodes where the pod fits, at most {@code nearest} of the options, in the order
   * of {@link Cluster#findBest}.
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
   * Copies all nodes that refuse, in groups: the group with the most nodes first, then by reason.
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
   * Copies the nodes that refuse and have the smallest shortages, nearest first; nodes where no
   * eviction would help come last.
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
   * Copies the steps of all remedies of all misses.
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
   * Writes several lines of text for people, with names in place of numbers.
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
   * Writes everything as one line of JSON (docs/operate/explain.md).
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

  @Override
  String told() {
    var info = info();
    return told(
        "generation", info.generation(), "nodes", info.nodes(), "fitting", info.fitting(), "groups",
        info.groups());
  }
}
