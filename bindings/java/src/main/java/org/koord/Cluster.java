package org.koord;

import java.util.List;
import java.util.Objects;

/**
 * The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
 * (docs/embed/scheduling.md). It synchronises itself: any thread may call anything at any time, and no call
 * holds it longer than one evaluation, planning aside. Nodes have numbers that count up from 0 and
 * are never reused.
 */
public final class Cluster extends ClusterCalls {
  private static final int SOME = 1024;

  Cluster(long address, Context context) {
    super(address, context);
  }

  /**
   * {@link #evaluate(Pod, Query, Verdicts)} of all nodes, as things are.
   *
   * @param pod who is asked about
   * @param into receives the rows
   */
  public void evaluate(Pod pod, Verdicts into) {
    evaluate(pod, null, into);
  }

  /**
   * Filter and score: judges the nodes of the query for a pod, in one crossing and, once {@code into}
   * is large enough, without a new object. Rows ascend by node; nodes that are gone have none.
   *
   * @param pod who is asked about
   * @param query nullable: all nodes, as things are
   * @param into receives the rows
   * @throws KoordException.Limit the pod asks for too much
   */
  public void evaluate(Pod pod, Query query, Verdicts into) {
    rows(KoordRaw::koord_cluster_evaluate, pod, query, 0, into);
  }

  /**
   * {@link #findBest(Pod, Query, int)}, with fit judged here.
   *
   * @param pod who is asked about
   * @param most the number of nodes wanted
   * @return the best first
   */
  public Verdicts findBest(Pod pod, int most) {
    return findBest(pod, null, most);
  }

  /**
   * The best nodes for a pod, at most {@code most}: higher scores first, then lower numbers. Their
   * {@link Verdicts#generation} is that of the cluster that was judged.
   *
   * @param pod who is asked about
   * @param query nullable; must name no pods or nodes
   * @param most the number of nodes wanted
   * @return the best first
   */
  public Verdicts findBest(Pod pod, Query query, int most) {
    if (Frame.count("most", most) > SOME) {
      most = Math.min(most, info().ids()); // more there cannot be
    }
    Verdicts best = new Verdicts(most);
    rows(KoordRaw::koord_cluster_find_best, pod, query, 0, best);
    return best;
  }

  /**
   * The verdicts that changed after the generation {@code since}, in no particular order, each node
   * once; perhaps also others.
   *
   * @param pod who is asked about
   * @param query nullable; must name no pods or nodes
   * @param since of an earlier call: {@link Verdicts#generation}
   * @param into receives the rows
   */
  public void changes(Pod pod, Query query, long since, Verdicts into) {
    rows(KoordRaw::koord_cluster_get_changes, pod, query, since, into);
  }

  private interface Judging {
    int call(long c, long p, long q, long rows, long stride, long capacity, long out, long error);
  }

  private void rows(Judging call, Pod pod, Query query, long since, Verdicts into) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long q = f.read(query);
      Objects.requireNonNull(into, "into").fill(
          f,
          since,
          (rows, capacity, out) ->
              call.call(c, p, q, rows, Verdicts.ROW_BYTES, capacity, out, f.error()));
    }
  }

  /**
   * The uids of a node's pods. Throws {@link KoordException.NotFound}.
   *
   * @param node its number
   * @return a uid each
   */
  public List<String> pods(int node) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      int number = Frame.count("node", node);
      return f.document(out -> KoordRaw.koord_cluster_get_pods(c, number, out, f.error()))
          .lines().toList();
    }
  }
}
