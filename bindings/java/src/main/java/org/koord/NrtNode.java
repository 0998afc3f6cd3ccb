// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A node as NodeResourceTopologyMatch sees it: its resources, and what its NUMA zones have
 * available. Immutable, reference-counted and shared by any threads.
 */
public final class NrtNode extends Handle {
  NrtNode(long address) {
    super(address, KoordRaw::koord_nrt_node_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public NrtNode share() {
    try (Frame f = Frame.open()) {
      return new NrtNode(KoordRaw.koord_nrt_node_ref(f.read(this)));
    }
  }

  /**
   * Reads a node and its zones.
   *
   * @param context may be null; receives diagnostics.
   * @param node the Node (v1) as JSON; only its name and status.allocatable are read.
   * @param nrt its NodeResourceTopology as JSON; null: there is none.
   * @return the nrt node
   * @throws KoordException.Invalid names object and field; documents of different nodes
   * @throws KoordException.Limit document sizes as in {@link Cluster#setNode} and {@link
   *     Topology#fromNrt}; more than 1024 resources
   */
  public static NrtNode fromJson(Context context, String node, String nrt) {
    byte[] nodeText = Frame.utf8("node", node);
    byte[] nrtText = Frame.utf8(nrt);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory nrtNodeOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_nrt_node_from_json(contextAt, nodeText, nrtText, nrtNodeOut.address(),
          f.error()));
      return f.made(nrtNodeOut, NrtNode::new);
    }
  }

  /**
   * {@link #fromJson(Context, String, String)} with null for context.
   *
   * @param node the node
   * @param nrt the nrt; may be null
   * @return the nrt node
   */
  public static NrtNode fromJson(String node, String nrt) {
    return fromJson((Context) null, node, nrt);
  }

  /**
   * {@link #fromJson(Context, String, String)} with null for context and nrt.
   *
   * @param node the node
   * @return the nrt node
   */
  public static NrtNode fromJson(String node) {
    return fromJson((Context) null, node, (String) null);
  }

  /**
   * Filters a node: whether its NUMA zones let kubelet's topology manager admit a pod (semantics:
   * filter of scheduler-plugins' NodeResourceTopologyMatch; docs/reference/nrt-match.md). A node
   * without a NodeResourceTopology admits every pod.
   *
   * @param pod the pod
   * @return the results
   * @throws KoordException.Limit more than 256 resources in the pod
   */
  public FilterResult filter(Pod pod) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      Memory verdictOut = f.struct(KoordRaw.koord_nrt_verdict_size);
      String looped = f.text((room_, capacity_, needed_) -> KoordRaw.koord_nrt_node_filter(at,
          podAt, verdictOut.address(), room_, capacity_, needed_, f.error()));
      return new FilterResult(NrtVerdict.read(verdictOut.seek(0)), looped);
    }
  }

  /**
   * Scores how well the node suits the pod, 0..100 (semantics: the plugin's score). {@code args} is
   * the plugin's NodeResourceTopologyMatchArgs as JSON (null: its defaults): scoringStrategy.type
   * MostAllocated, LeastAllocated, BalancedAllocation or LeastNUMANodes, and weights by resource.
   *
   * @param pod the pod
   * @param args the args; may be null
   * @return the score
   * @throws KoordException.Invalid names the field; an unknown strategy
   * @throws KoordException.Limit more than 256 resources in the pod
   */
  public int score(Pod pod, String args) {
    byte[] argsText = Frame.utf8(args);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      Memory scoreOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_nrt_node_score(at, podAt, argsText, scoreOut.address(), f.error()));
      return scoreOut.i32();
    }
  }

  /**
   * {@link #score(Pod, String)} of a document's bytes, in UTF-8.
   *
   * @param pod the pod
   * @param args the args; may be null
   * @return the score
   */
  public int score(Pod pod, byte[] args) {
    byte[] argsText = args;
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      Memory scoreOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_nrt_node_score(at, podAt, argsText, scoreOut.address(), f.error()));
      return scoreOut.i32();
    }
  }
}
