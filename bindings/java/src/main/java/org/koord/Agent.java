package org.koord;

import java.util.ArrayList;
import java.util.List;

/** A node as its agent knows it: machine, settings, kubelet's state and pods (docs/node.md). */
public final class Agent extends Handle {
  private Agent(long address) {
    super(address, KoordRaw::koord_agent_free, true);
  }

  /** A node on this machine, which may be closed; {@code options} is nullable. */
  public static Agent on(Topology topology, AgentOptions options) {
    try (Frame f = Frame.open()) {
      long t = f.read("topology", topology);
      long o = AgentOptions.write(f, options);
      return new Agent(f.handle(out -> KoordRaw.koord_agent_new(t, o, out, f.error())));
    }
  }

  /** The machine as it is now. Throws {@link KoordException.Invalid}: more CPUs are reserved than there are. */
  public void setTopology(Topology topology) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_set_topology(f.write(this), f.read("topology", topology),
          f.error()));
    }
  }

  /** The Node (v1) as JSON; {@code context} is nullable. Throws {@link KoordException.Invalid}. */
  public void setNode(Context context, String json) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_agent_set_node(
              f.write(this), f.read(context), Frame.utf8("json", json), f.error()));
    }
  }

  /**
   * What its kubelet does: documents as in {@link Topology#toNrt}, each nullable, as the context.
   *
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Corrupt the checksum of cpuState is wrong
   */
  public void setKubelet(Context context, String kubeletConfig, String cpuState) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_agent_set_kubelet(
              f.write(this), f.read(context), Frame.utf8(kubeletConfig), Frame.utf8(cpuState),
              f.error()));
    }
  }

  /**
   * Its Device object, which names devices that pods have by their minors; null: there is none any more. The context is
   * nullable.
   *
   * @throws KoordException.Invalid names the field
   */
  public void setDevices(Context context, String json) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_agent_set_devices(
              f.write(this), f.read(context), Frame.utf8(json), f.error()));
    }
  }

  /** A pod came, or is like this now; one that has ended is gone. Throws {@link KoordException.Invalid}. */
  public void setPod(Pod pod) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_set_pod(f.write(this), f.read("pod", pod), f.error()));
    }
  }

  /**
   * What was decided for this node before, and carried out: pods keep CPUs of their own that they
   * have by it against claims of others.
   */
  public void setState(AgentState state) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_set_state(f.write(this), f.read("state", state), f.error()));
    }
  }

  /** The pod with this uid is gone. Whether it was there. */
  public boolean removePod(String uid) {
    try (Frame f = Frame.open()) {
      Memory known = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_agent_remove_pod(
              f.write(this), Frame.utf8("uid", uid), known.address(), f.error()));
      return known.i32() != 0;
    }
  }

  /** Counts. */
  public AgentInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_agent_info_size);
      f.check(KoordRaw.koord_agent_get_info(f.read(this), info.address(), f.error()));
      return AgentInfo.read(info);
    }
  }

  /** 64 bits that change when what {@link #toNrt} writes does. */
  public long hash() {
    try (Frame f = Frame.open()) {
      Memory hash = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_get_hash(f.read(this), hash.address(), f.error()));
      return hash.i64();
    }
  }

  /** One set of CPUs. */
  public CpuSet cpus(AgentCpuset which) {
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      return f.cpus(out ->
          KoordRaw.koord_agent_get_cpus(n, Coded.code("which", which), out, Frame.WORDS, f.error()));
    }
  }

  /** The pools of every socket and NUMA node that share CPUs, ascending. */
  public List<AgentPool> pools() {
    int size = KoordRaw.koord_agent_pool_size;
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      int words = info().words();
      int setBytes = words * Long.BYTES;
      Memory count = f.zeros(Long.BYTES);
      int status =
          KoordRaw.koord_agent_get_pools(n, 0, size, 0, count.address(), 0, 0, words, f.error());
      int pools = (int) count.i64();
      if (status != KoordRaw.KOORD_E_NO_SPACE || pools == 0) {
        f.check(status);
      }
      Memory rows = f.bytes((long) size * pools);
      Memory shared = f.bytes((long) setBytes * pools);
      Memory bestEffort = f.bytes((long) setBytes * pools);
      f.check(
          KoordRaw.koord_agent_get_pools(
              n, rows.address(), size, pools, count.address(), shared.address(),
              bestEffort.address(), words, f.error()));
      List<AgentPool> list = new ArrayList<>();
      for (int i = 0; i < pools; i++) {
        Memory row = rows.slice(i * size);
        list.add(
            new AgentPool(
                row.i32(), row.i32(), CpuSet.read(shared.slice(i * setBytes), words),
                CpuSet.read(bestEffort.slice(i * setBytes), words)));
      }
      return List.copyOf(list);
    }
  }

  /**
   * Pods ascending by uid, each followed by its containers that run elsewhere; those for which
   * anything may have changed after generation {@code since} (0: all of them).
   */
  public List<AgentPod> pods(long since) {
    int size = KoordRaw.koord_agent_pod_size;
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      int words = info().words();
      int setBytes = words * Long.BYTES;
      Memory counts = f.zeros(2 * Long.BYTES);
      long at = counts.address();
      int status =
          KoordRaw.koord_agent_get_pods(n, since, 0, size, 0, at, 0, words, 0, 0, at + 8, f.error());
      int pods = (int) counts.i64();
      long length = counts.i64();
      if (status != KoordRaw.KOORD_E_NO_SPACE || pods == 0) {
        f.check(status);
      }
      Memory rows = f.bytes((long) size * pods);
      Memory cpus = f.bytes((long) setBytes * pods);
      Memory arena = f.bytes(length);
      f.check(
          KoordRaw.koord_agent_get_pods(
              n, since, rows.address(), size, pods, at, cpus.address(), words, arena.address(),
              length, at + 8, f.error()));
      List<AgentPod> list = new ArrayList<>();
      for (int i = 0; i < pods; i++) {
        CpuSet set = CpuSet.read(cpus.slice(i * setBytes), words);
        list.add(AgentPod.read(rows.slice(i * size), arena, set));
      }
      return List.copyOf(list);
    }
  }

  /** The value of an annotation of the NodeResourceTopology, JSON. */
  public String toAnnotation(AgentAnnotation which) {
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      return f.document(
          out -> KoordRaw.koord_agent_to_annotation(n, Coded.code("which", which), out, f.error()));
    }
  }

  /** The NodeResourceTopology of the node. Throws {@link KoordException.Invalid} before {@link #setNode}. */
  public String toNrt() {
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      return f.document(out -> KoordRaw.koord_agent_to_nrt(n, out, f.error()));
    }
  }

  /**
   * How far BE pods are to be narrowed.
   *
   * @param amounts milli-CPU and quota
   * @param cpus that they are narrowed to
   */
  public record Suppressed(Suppression amounts, CpuSet cpus) {}

  /**
   * How far BE pods are to be narrowed, by both policies of koordlet. Pure.
   *
   * @param current CPUs that BE pods have now; null: not known
   * @throws KoordException.Invalid an amount or a percentage out of range
   */
  public Suppressed suppress(SuppressUsage usage, CpuSet current) {
    try (Frame f = Frame.open()) {
      Memory cpus = f.words();
      Memory out = f.struct(KoordRaw.koord_suppression_size);
      f.check(
          KoordRaw.koord_agent_suppress(
              f.read(this), SuppressUsage.write(f, usage), f.words(current), cpus.address(),
              Frame.WORDS, out.address(), f.error()));
      return new Suppressed(Suppression.read(out), CpuSet.read(cpus, Frame.WORDS));
    }
  }

  /** node-state.json; {@code bootId} says which boot it is about, null: not said. */
  public String toJson(String bootId) {
    byte[] boot = Frame.utf8(bootId);
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      return f.document(out -> KoordRaw.koord_agent_to_json(n, boot, out, f.error()));
    }
  }

  /** What {@link #toJson} writes, without the file. */
  public AgentState snapshot() {
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      return new AgentState(f.handle(out -> KoordRaw.koord_agent_snapshot(n, out, f.error())));
    }
  }
}
