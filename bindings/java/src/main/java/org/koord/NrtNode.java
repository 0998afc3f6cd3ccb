package org.koord;

/**
 * A node as NodeResourceTopologyMatch, the scheduler plugin of that name, sees it: what it has, and
 * what its NUMA zones have left (docs/nrt-match.md). Immutable; any threads may share it.
 */
public final class NrtNode extends Handle {
  private NrtNode(long address) {
    super(address, KoordRaw::koord_nrt_node_unref, false);
  }

  /**
   * Reads a node and its zones.
   *
   * @param context receives remarks, nullable
   * @param node the Node (v1) as JSON
   * @param nrt its NodeResourceTopology as JSON; null: there is none
   * @throws KoordException.Invalid names object and field
   */
  public static NrtNode fromJson(Context context, String node, String nrt) {
    byte[] host = Frame.utf8("node", node);
    byte[] zones = Frame.utf8(nrt);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new NrtNode(
          f.handle(out -> KoordRaw.koord_nrt_node_from_json(c, host, zones, out, f.error())));
    }
  }

  /** Another handle of the same node, to be closed by itself. */
  public NrtNode share() {
    try (Frame f = Frame.open()) {
      return new NrtNode(KoordRaw.koord_nrt_node_ref(f.read(this)));
    }
  }

  /**
   * Whether the NUMA zones of the node let kubelet's topology manager admit a pod; a node without a
   * NodeResourceTopology lets every pod pass.
   */
  public NrtVerdict filter(Pod pod) {
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      long p = f.read("pod", pod);
      Memory verdict = f.struct(KoordRaw.koord_nrt_verdict_size);
      String resource =
          f.text(
              (text, capacity, needed) ->
                  KoordRaw.koord_nrt_node_filter(
                      n, p, verdict.address(), text, capacity, needed, f.error()));
      return NrtVerdict.read(verdict).naming(resource);
    }
  }

  /**
   * How well the node suits the pod, 0 to 100.
   *
   * @param args NodeResourceTopologyMatchArgs as JSON; null: its defaults
   * @throws KoordException.Invalid names the field, or an unknown strategy
   */
  public int score(Pod pod, String args) {
    byte[] text = Frame.utf8(args);
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      long p = f.read("pod", pod);
      Memory score = f.bytes(Integer.BYTES);
      f.check(KoordRaw.koord_nrt_node_score(n, p, text, score.address(), f.error()));
      return score.i32();
    }
  }
}
