package org.koord;

import java.util.List;
import java.util.Objects;

/**
 * The nodes of a cluster and the pods on them: evaluated, scored and reserved for a scheduler
 * (docs/embed/cluster.md). It synchronizes itself: any thread may call any method at any time,
 * and no call except planning holds its lock longer than one evaluation. Nodes have numbers that
 * count up from 0 and are never reused.
 */
public final class Cluster extends ClusterCalls {
  private static final int SOME = 1024;

  Cluster(long address, Context context) {
    super(address, context);
  }

  /**
   * {@link #evaluate(Pod, Query, Verdicts)} of all nodes, without changes by a query.
   *
   * @param pod the pod
   * @param into receives the rows
   */
  public void evaluate(Pod pod, Verdicts into) {
    evaluate(pod, null, into);
  }

  /**
   * Filters and scores the nodes of the query for a pod, in one native call and, once {@code into}
   * is large enough, without allocations. Rows ascend by node; removed nodes have none.
   *
   * @param pod the pod
   * @param query nullable: all nodes, without changes
   * @param into receives the rows
   * @throws KoordException.Limit the pod's request is too large
   */
  public void evaluate(Pod pod, Query query, Verdicts into) {
    rows(KoordRaw::koord_cluster_evaluate, pod, query, 0, into);
  }

  /**
   * {@link #findBest(Pod, Query, int)} without a query.
   *
   * @param pod the pod
   * @param most the maximum number of nodes
   * @return the best nodes first
   */
  public Verdicts findBest(Pod pod, int most) {
    return findBest(pod, null, most);
  }

  /**
   * Finds the best nodes for a pod, at most {@code most}: higher scores first, then lower numbers.
   * Their {@link Verdicts#generation} is that of the evaluated cluster.
   *
   * @param pod the pod
   * @param query nullable; must name no pods or nodes
   * @param most the maximum number of nodes
   * @return the best nodes first
   */
  public Verdicts findBest(Pod pod, Query query, int most) {
    if (Frame.count("most", most) > SOME) {
      most = Math.min(most, info().ids()); // there are no more nodes
    }
    Verdicts best = new Verdicts(most);
    rows(KoordRaw::koord_cluster_find_best, pod, query, 0, best);
    return best;
  }

  /**
   * Returns the verdicts that changed after the generation {@code since}, in no particular order,
   * each node once. Unchanged verdicts may be included.
   *
   * @param pod the pod
   * @param query nullable; must name no pods or nodes
   * @param since {@link Verdicts#generation} of an earlier call
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
   * Returns the uids of a node's pods. Throws {@link KoordException.NotFound}.
   *
   * @param node its number
   * @return the uids
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
