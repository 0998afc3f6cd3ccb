package org.koord;

import java.util.ArrayList;
import java.util.List;

/** A node as its agent knows it: machine, settings, kubelet's state and pods (docs/node.md). */
public final class Agent extends Handle {
  private Agent(long address, Context context) {
    super(address, keeping(context, KoordRaw::koord_agent_free), true);
  }

  /** {@link #on(Context, Topology, AgentOptions)} in silence. */
  public static Agent on(Topology topology, AgentOptions options) {
    return on(null, topology, options);
  }

  /**
   * A node on this machine, which may be closed.
   *
   * @param context receives remarks of all calls, nullable; it is freed after the agent at the earliest
   * @param options nullable
   */
  public static Agent on(Context context, Topology topology, AgentOptions options) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      long o = AgentOptions.write(f, options);
      return new Agent(f.handle(out -> KoordRaw.koord_agent_new(c, t, o, out, f.error())), context);
    }
  }

  /** The machine as it is now. Throws {@link KoordException.Invalid}: more CPUs are reserved than there are. */
  public void setTopology(Topology topology) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_set_topology(f.write(this), f.read("topology", topology),
          f.error()));
    }
  }

  /** The Node (v1) as JSON. Throws {@link KoordException.Invalid}. */
  public void setNode(String json) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_agent_set_node(f.write(this), Frame.utf8("json", json), f.error()));
    }
  }

  /** The same without JSON. */
  public void setNode(NodeBuilder node) {
    java.util.Objects.requireNonNull(node, "node");
    try (Frame f = Frame.open()) {
      long n = f.write(this);
      f.check(node.use(f, b -> KoordRaw.koord_agent_set_node_from_builder(n, b, f.error())));
    }
  }

  /**
   * What its kubelet does: configuration and cpu_manager_state of {@code setup}; null: kubelet's
   * defaults, nothing allocated.
   *
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Corrupt the checksum of cpu_manager_state is wrong
   */
  public void setKubelet(KubeletSetup setup) {
    try (Frame f = Frame.open()) {
      KubeletSetup.use(
          f, setup,
          made -> {
            f.check(KoordRaw.koord_agent_set_kubelet(f.write(this), made, f.error()));
            return null;
          });
    }
  }

  /**
   * Its Device object, which names devices that pods have by their minors; null: there is none any more.
   *
   * @throws KoordException.Invalid names the field
   */
  public void setDevices(String json) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_set_devices(f.write(this), Frame.utf8(json), f.error()));
    }
  }

  /** The same without JSON. */
  public void setDevices(DeviceBuilder devices) {
    java.util.Objects.requireNonNull(devices, "devices");
    try (Frame f = Frame.open()) {
      long n = f.write(this);
      f.check(devices.use(f, b -> KoordRaw.koord_agent_set_devices_from_builder(n, b, f.error())));
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
      List<int[]> places =
          f.rows(
              size, row -> new int[] {row.i32(), row.i32()},
              (rows, capacity, count) ->
                  KoordRaw.koord_agent_get_pools(n, rows, size, capacity, count, f.error()));
      List<AgentPool> list = new ArrayList<>();
      for (int[] place : places) {
        int pool = list.size();
        list.add(
            new AgentPool(
                place[0], place[1], poolCpus(pool, AgentCpuset.SHARED),
                poolCpus(pool, AgentCpuset.BEST_EFFORT)));
      }
      return List.copyOf(list);
    }
  }

  /** The part of a set that lies where an item of {@link #pools} is. Throws {@link KoordException.Invalid}. */
  public CpuSet poolCpus(int pool, AgentCpuset which) {
    try (Frame f = Frame.open()) {
      long n = f.read(this);
      return f.cpus(
          out ->
              KoordRaw.koord_agent_get_pool_cpus(
                  n, Frame.count("pool", pool), Coded.code("which", which), out, Frame.WORDS,
                  f.error()));
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
