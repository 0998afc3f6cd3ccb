package org.koord;

/** NodeResourceTopologyMatch: the scheduler plugin of that name (docs/nrt-match.md). Pure. */
public final class NrtMatch {
  private NrtMatch() {}

  /**
   * Whether the NUMA zones of a node let kubelet's topology manager admit a pod.
   *
   * @param context receives remarks, nullable
   * @param node the Node (v1) as JSON
   * @param nrt its NodeResourceTopology as JSON; null: there is none, and the pod passes
   * @throws KoordException.Invalid names object and field
   */
  public static NrtVerdict filter(Context context, Pod pod, String node, String nrt) {
    try (Frame f = Frame.open()) {
      Memory verdict = f.struct(KoordRaw.koord_nrt_verdict_size);
      f.check(
          KoordRaw.koord_nrt_filter(
              f.read(context), f.read("pod", pod), Frame.utf8("node", node), Frame.utf8(nrt),
              verdict.address(),
              f.error()));
      return NrtVerdict.read(verdict);
    }
  }

  /**
   * How well the node suits the pod, 0 to 100.
   *
   * @param context receives remarks, nullable
   * @param nrt null: the node has no such object
   * @param args NodeResourceTopologyMatchArgs as JSON; null: its defaults
   * @throws KoordException.Invalid names object and field, or an unknown strategy
   */
  public static int score(Context context, Pod pod, String nrt, String args) {
    try (Frame f = Frame.open()) {
      Memory score = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_nrt_score(
              f.read(context), f.read("pod", pod), Frame.utf8(nrt), Frame.utf8(args),
              score.address(),
              f.error()));
      return score.i32();
    }
  }
}
