package org.koord;

import java.util.List;

/** Why nodes refuse a pod, as it was at one moment. Immutable; needs its cluster no more. */
public final class Explanation extends Handle {
  Explanation(long address) {
    super(address, KoordRaw::koord_explanation_unref, false);
  }

  /** Another handle of the same explanation, to be closed by itself. */
  public Explanation share() {
    try (Frame f = Frame.open()) {
      return new Explanation(KoordRaw.koord_explanation_ref(f.read(this)));
    }
  }

  /** Counts. */
  public ExplanationInfo info() {
    try (Frame f = Frame.open()) {
      Memory info =
          f.struct(KoordRaw.koord_explanation_info_size);
      f.check(KoordRaw.koord_explanation_get_info(f.read(this), info.address(), f.error()));
      return ExplanationInfo.read(info);
    }
  }

  /** The best of the nodes that can take the pod. */
  public List<Verdict> fits() {
    int size = KoordRaw.koord_verdict_size;
    try (Frame f = Frame.open()) {
      long e = f.read(this);
      return f.rows(
          size, Verdict::read,
          (rows, capacity, count) ->
              KoordRaw.koord_explanation_get_fits(e, rows, size, capacity, count, f.error()));
    }
  }

  /** All nodes that refuse, in groups: that of most nodes first, then by reason. */
  public List<RefusedGroup> groups() {
    int size = KoordRaw.koord_refused_group_size;
    try (Frame f = Frame.open()) {
      long e = f.read(this);
      return f.rows(
          size, RefusedGroup::read,
          (rows, capacity, count) ->
              KoordRaw.koord_explanation_get_groups(e, rows, size, capacity, count, f.error()));
    }
  }

  /** The nodes that refuse and lack least, the nearest first. */
  public List<NearMiss> misses() {
    int size = KoordRaw.koord_near_miss_size;
    try (Frame f = Frame.open()) {
      long e = f.read(this);
      return f.rows(
          size, NearMiss::read,
          (rows, capacity, count) ->
              KoordRaw.koord_explanation_get_misses(e, rows, size, capacity, count, f.error()));
    }
  }

  /** The steps of all remedies of all misses. */
  public List<RemedyStep> remedies() {
    int size = KoordRaw.koord_remedy_step_size;
    try (Frame f = Frame.open()) {
      long e = f.read(this);
      return f.rows(
          size, RemedyStep::read,
          length -> KoordRaw.koord_explanation_get_texts(e, length),
          (rows, capacity, count) ->
              KoordRaw.koord_explanation_get_remedies(
                  e, rows, size, capacity, count, f.error()));
    }
  }

  /** For people: several lines of text, names resolved. */
  public String toText() {
    try (Frame f = Frame.open()) {
      long e = f.read(this);
      return f.document(out -> KoordRaw.koord_explanation_to_text(e, out, f.error()));
    }
  }

  /** Everything as one line of JSON (docs/explain.md). */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long e = f.read(this);
      return f.document(out -> KoordRaw.koord_explanation_to_json(e, out, f.error()));
    }
  }
}
