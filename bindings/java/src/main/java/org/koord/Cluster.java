package org.koord;

import java.util.List;
import java.util.Objects;

/**
 * The nodes of a cluster and the pods on them: judged, scored and reserved for a scheduler
 * (docs/scheduling.md). It synchronises itself: any thread may call anything at any time, and no call
 * holds it longer than one evaluation, planning aside. Nodes have numbers that count up from 0 and
 * are never reused.
 */
public final class Cluster extends Handle {
  private static final int SOME = 1024;

  private Cluster(long address) {
    super(address, KoordRaw::koord_cluster_free, false);
  }

  /** An empty cluster with all defaults. */
  public static Cluster empty() {
    return empty(null, null);
  }

  /**
   * An empty cluster.
   *
   * @param options nullable
   * @param args arguments of Koordinator's plugins as JSON: a KubeSchedulerConfiguration,
   *     NodeNUMAResourceArgs or DeviceShareArgs; null: their defaults
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Unsupported another profile
   */
  public static Cluster empty(ClusterOptions options, String args) {
    byte[] text = Frame.utf8(args);
    try (Frame f = Frame.open()) {
      long o = ClusterOptions.write(f, options);
      return new Cluster(f.handle(out -> KoordRaw.koord_cluster_new(o, text, out, f.error())));
    }
  }

  // ---- Nodes

  /** {@link #setNode(Context, String)} in silence. */
  public int setNode(String json) {
    return setNode(null, json);
  }

  /**
   * The node described by a Node (v1), new or replaced; what its pods hold is kept.
   *
   * @param context receives remarks, nullable
   * @return its number
   * @throws KoordException.Invalid names node and field
   * @throws KoordException.Limit over 4 MiB, too many resources or nodes
   */
  public int setNode(Context context, String json) {
    try (Frame f = Frame.open()) {
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_cluster_set_node(
              f.read(this), f.read(context), Frame.utf8("json", json), id.address(), f.error()));
      return id.i32();
    }
  }

  /** The same without JSON. */
  public int setNode(NodeBuilder node) {
    Objects.requireNonNull(node, "node");
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          node.use(
              f, b -> KoordRaw.koord_cluster_set_node_from_builder(c, b, id.address(), f.error())));
      return id.i32();
    }
  }

  /** {@link #setTopology(Context, String)} in silence. */
  public int setTopology(String json) {
    return setTopology(null, json);
  }

  /**
   * A node's NodeResourceTopology: CPUs, NUMA nodes and kubelet's settings. It may come before the
   * node itself. Arguments, result and errors as {@link #setNode(Context, String)}, 16 MiB.
   */
  public int setTopology(Context context, String json) {
    try (Frame f = Frame.open()) {
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_cluster_set_topology(
              f.read(this), f.read(context), Frame.utf8("json", json), id.address(), f.error()));
      return id.i32();
    }
  }

  /** The same without JSON. */
  public int setTopology(NrtBuilder nrt) {
    Objects.requireNonNull(nrt, "nrt");
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          nrt.use(
              f,
              b -> KoordRaw.koord_cluster_set_topology_from_builder(c, b, id.address(), f.error())));
      return id.i32();
    }
  }

  /** {@link #setDevices(Context, String)} in silence. */
  public int setDevices(String json) {
    return setDevices(null, json);
  }

  /**
   * A node's devices: a Device object (scheduling.koordinator.sh/v1alpha1) named after it. Arguments,
   * result and errors as {@link #setNode(Context, String)}.
   */
  public int setDevices(Context context, String json) {
    try (Frame f = Frame.open()) {
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_cluster_set_devices(
              f.read(this), f.read(context), Frame.utf8("json", json), id.address(), f.error()));
      return id.i32();
    }
  }

  /** The same without JSON. */
  public int setDevices(DeviceBuilder devices) {
    Objects.requireNonNull(devices, "devices");
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          devices.use(
              f,
              b -> KoordRaw.koord_cluster_set_devices_from_builder(c, b, id.address(), f.error())));
      return id.i32();
    }
  }

  /** The node is gone, its topology and pods with it. Throws {@link KoordException.NotFound}. */
  public void removeNode(String name) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_cluster_remove_node(f.read(this), Frame.utf8("name", name), f.error()));
    }
  }

  /** A node's NodeResourceTopology is gone. Throws {@link KoordException.NotFound}. */
  public void removeTopology(String name) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_cluster_remove_topology(f.read(this), Frame.utf8("name", name),
          f.error()));
    }
  }

  /** A node's Device object is gone. Throws {@link KoordException.NotFound}. */
  public void removeDevices(String name) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_cluster_remove_devices(f.read(this), Frame.utf8("name", name),
          f.error()));
    }
  }

  /** The number of a node. Throws {@link KoordException.NotFound}. */
  public int nodeId(String name) {
    try (Frame f = Frame.open()) {
      Memory id = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_cluster_get_node_id(f.read(this), Frame.utf8("name", name), id.address(),
              f.error()));
      return id.i32();
    }
  }

  /** The name behind a number, also of a node that is gone. Throws {@link KoordException.NotFound}. */
  public String nodeName(int node) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_cluster_get_node_name(c, Frame.count("node", node), text, capacity, needed,
                  f.error()));
    }
  }

  /** A node's machine, to be closed; null where no topology is known. */
  public Topology nodeTopology(int node) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long address =
          f.handle(out ->
              KoordRaw.koord_cluster_get_node_topology(c, Frame.count("node", node), out, f.error()));
      return address == 0 ? null : new Topology(address);
    }
  }

  /** One set of CPUs of a node. Throws {@link KoordException.NotFound}. */
  public CpuSet nodeCpus(int node, ClusterCpuset which) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.cpus(
          out ->
              KoordRaw.koord_cluster_get_node_cpus(
                  c, Frame.count("node", node), Coded.code("which", which), out, Frame.WORDS,
                  f.error()));
    }
  }

  /** Counts. */
  public ClusterInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_cluster_info_size);
      f.check(KoordRaw.koord_cluster_get_info(f.read(this), info.address(), f.error()));
      return ClusterInfo.read(info);
    }
  }

  /** The resource that {@code resource} of a refusal stands for. Throws {@link KoordException.NotFound}. */
  public String resourceName(int resource) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_cluster_get_resource_name(c, resource, text, capacity, needed, f.error()));
    }
  }

  /** The type of devices that {@code deviceType} of a refusal stands for. */
  public String deviceTypeName(int type) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_cluster_get_device_type_name(c, type, text, capacity, needed, f.error()));
    }
  }

  /** The number of a type of devices, -1 where there is none. */
  private static int deviceType(Frame f, long cluster, byte[] name) {
    Memory id = f.bytes(Integer.BYTES);
    int status = KoordRaw.koord_cluster_get_device_type(cluster, name, id.address(), f.error());
    if (status == KoordRaw.KOORD_E_NOT_FOUND) {
      return -1;
    }
    f.check(status);
    return id.i32();
  }

  /**
   * The number of a type of devices ("gpu", "rdma"): what {@link #deviceTypeName} takes; none where
   * there is no such type.
   */
  public java.util.OptionalInt deviceType(String name) {
    byte[] text = Frame.utf8("name", name);
    try (Frame f = Frame.open()) {
      int number = deviceType(f, f.read(this), text);
      return number < 0 ? java.util.OptionalInt.empty() : java.util.OptionalInt.of(number);
    }
  }

  /**
   * From here on a policy scores nodes, for all pods, by what their GPUs are worth afterwards
   * (docs/gpu-placement.md).
   *
   * @param workload what {@link GpuPolicy#FGD} and {@link GpuPolicy#ROOM_LEFT} are made for
   * @throws KoordException.Invalid names the row and field
   * @throws KoordException.Limit 65536 classes, 4096 of them that differ, 63 models
   */
  public void setGpuPolicy(GpuPolicy policy, List<TaskClass> workload) {
    Objects.requireNonNull(workload, "workload");
    Texts texts = new Texts();
    try (Frame f = Frame.open()) {
      int size = KoordRaw.koord_task_class_size;
      Memory rows = f.bytes((long) size * workload.size());
      workload.forEach(task -> task.write(rows, texts));
      f.check(
          KoordRaw.koord_cluster_set_gpu_policy(
              f.read(this), Coded.code("policy", policy), rows.address(), size, workload.size(),
              texts.bytes(),
              f.error()));
    }
  }

  // ---- Filter and score

  /** {@link #evaluate(Pod, Query, Verdicts)} of all nodes, as things are. */
  public void evaluate(Pod pod, Verdicts into) {
    evaluate(pod, null, into);
  }

  /**
   * Filter and score: judges the nodes of the query for a pod, in one crossing and, once {@code into}
   * is large enough, without a new object. Rows ascend by node; nodes that are gone have none.
   *
   * @param query nullable: all nodes, as things are
   * @throws KoordException.Limit the pod asks for too much
   */
  public void evaluate(Pod pod, Query query, Verdicts into) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long q = f.read(query);
      Objects.requireNonNull(into, "into").fill(
          f,
          0,
          (rows, capacity, out) ->
              KoordRaw.koord_cluster_evaluate(
                  c, p, q, rows, Verdicts.ROW_BYTES, capacity, out, f.error()));
    }
  }

  /** {@link #findBest(Pod, Query, int)}, with fit judged here. */
  public List<Verdict> findBest(Pod pod, int most) {
    return findBest(pod, null, most);
  }

  /**
   * The best nodes for a pod, at most so many: higher scores first, then lower numbers.
   *
   * @param query nullable; may have flags alone
   */
  public List<Verdict> findBest(Pod pod, Query query, int most) {
    int size = Verdicts.ROW_BYTES;
    if (Frame.count("most", most) > SOME) {
      most = Math.min(most, info().ids()); // more there cannot be
    }
    try (Frame f = Frame.open()) {
      Memory rows = f.bytes((long) size * most);
      Memory out = f.zeros(KoordRaw.koord_evaluation_size);
      f.check(
          KoordRaw.koord_cluster_find_best(
              f.read(this), f.read("pod", pod), f.read(query), rows.address(), size, most,
              out.address(), f.error()));
      return Frame.list(rows, (int) Evaluation.read(out.seek(0)).count(), size, Verdict::read);
    }
  }

  /**
   * The verdicts that changed after the generation {@code since}, in no particular order, each node
   * once; perhaps also others.
   *
   * @param query nullable; may have flags alone
   */
  public void changes(Pod pod, Query query, long since, Verdicts into) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long q = f.read(query);
      Objects.requireNonNull(into, "into").fill(
          f,
          since,
          (rows, capacity, out) ->
              KoordRaw.koord_cluster_get_changes(
                  c, p, q, rows, Verdicts.ROW_BYTES, capacity, out, f.error()));
    }
  }

  /**
   * What one node says to a pod.
   *
   * @param refusal the numbers behind a no
   * @param score as {@link Verdict#score}
   */
  public record Judgement(Refusal refusal, int score) {
    /** Whether the node can take the pod. */
    public boolean fits() {
      return !refusal.refused();
    }
  }

  /** {@link #judge(Pod, Query, int)} as things are. */
  public Judgement judge(Pod pod, int node) {
    return judge(pod, null, node);
  }

  /** What one node says to a pod; {@code query} is nullable. Throws {@link KoordException.NotFound}. */
  public Judgement judge(Pod pod, Query query, int node) {
    try (Frame f = Frame.open()) {
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      Memory score = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_cluster_judge(
              f.read(this), f.read("pod", pod), f.read(query), Frame.count("node", node), refusal.address(),
              score.address(), f.error()));
      return new Judgement(Refusal.read(refusal), score.i32());
    }
  }

  // ---- Reserve

  /**
   * What a pod got.
   *
   * @param refusal why nothing, or that it was granted
   * @param cpus the CPUs that it owns; empty: it shares or was refused
   */
  public record Reserved(Refusal refusal, CpuSet cpus) {
    /** Whether it got its place. */
    public boolean granted() {
      return !refusal.refused();
    }
  }

  private interface Reserve {
    int call(long cpus, long words, long refusal);
  }

  private static Reserved reserve(Frame f, Reserve call) {
    Memory cpus = f.words();
    Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
    f.check(call.call(cpus.address(), Frame.WORDS, refusal.address()));
    return new Reserved(Refusal.read(refusal), CpuSet.read(cpus, Frame.WORDS));
  }

  /** {@link #reserve(Pod, int, Query)} whatever the node is by now. */
  public Reserved reserve(Pod pod, int node) {
    return reserve(pod, node, null);
  }

  /**
   * Reserve: the pod gets its CPUs and NUMA amounts on the node, or is refused. A pod that is
   * reserved on this node already keeps what it has.
   *
   * @param query nullable; its flags, generation and affinity count
   * @throws KoordException.Invalid a pod without uid; a query that imagines pods
   * @throws KoordException.NotFound no such node
   * @throws KoordException.Stale the node changed since the generation that is relied on
   * @throws KoordException.Conflict the pod is on another node
   */
  public Reserved reserve(Pod pod, int node, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long q = f.read(query);
      return reserve(
          f,
          (cpus, words, refusal) ->
              KoordRaw.koord_cluster_reserve(c, p, q, Frame.count("node", node), cpus, words,
                  refusal, f.error()));
    }
  }

  /** {@link #hints(Pod, int, NumaPolicy, NumaHints)} in another object. */
  public NumaHints hints(Pod pod, int node, NumaPolicy policy) {
    NumaHints hints = NumaHints.create();
    try {
      return hints(pod, node, policy, hints);
    } catch (Throwable failure) {
      hints.close();
      throw failure;
    }
  }

  /**
   * What a node says to a topology manager that hears other providers, too: their lists are added to
   * it, and the answer of {@link NumaMerge#merge} goes to {@link Query#setAffinity}.
   *
   * @param policy the NUMA policy in force
   * @param hints filled anew and returned; where the call fails it stays as it was
   * @throws KoordException.NotFound no such node, or no topology of it
   * @throws KoordException.Limit more than 16 NUMA nodes
   */
  public NumaHints hints(Pod pod, int node, NumaPolicy policy, NumaHints hints) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_cluster_get_hints(
              f.read(this), f.read("pod", pod), Frame.count("node", node),
              Coded.code("policy", policy),
              f.write(java.util.Objects.requireNonNull(hints, "hints")), f.error()));
    }
    return hints;
  }

  /**
   * Unreserve, or the pod is deleted: what it held is free.
   *
   * @throws KoordException.NotFound it holds nothing
   */
  public void removePod(String uid) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_cluster_remove_pod(f.read(this), Frame.utf8("uid", uid), f.error()));
    }
  }

  /**
   * A pod as the API server shows it, bound to a node and with what it was allocated: for restarts
   * and for pods that others placed. It holds what it was given here, or what it says and can have
   * been given. The rest is a conflict.
   *
   * @throws KoordException.Invalid a pod without uid
   * @throws KoordException.NotFound not bound or terminated, and it held nothing
   * @throws KoordException.Conflict a reservation or its owner, on another node than before
   */
  public PodConflicts setPod(Pod pod) {
    try (Frame f = Frame.open()) {
      Memory conflicts =
          f.struct(KoordRaw.koord_pod_conflicts_size);
      f.check(
          KoordRaw.koord_cluster_set_pod(
              f.read(this), f.read("pod", pod), conflicts.address(), f.error()));
      return PodConflicts.read(conflicts);
    }
  }

  /** What of a pod's claims is not believed as things are now. Throws {@link KoordException.NotFound}. */
  public PodConflicts podConflicts(String uid) {
    try (Frame f = Frame.open()) {
      Memory conflicts =
          f.struct(KoordRaw.koord_pod_conflicts_size);
      f.check(
          KoordRaw.koord_cluster_get_pod_conflicts(
              f.read(this), Frame.utf8("uid", uid), conflicts.address(), f.error()));
      return PodConflicts.read(conflicts);
    }
  }

  /** The node that a pod holds something on. Throws {@link KoordException.NotFound}. */
  public int podNode(String uid) {
    try (Frame f = Frame.open()) {
      Memory node = f.bytes(Integer.BYTES);
      f.check(
          KoordRaw.koord_cluster_get_pod_node(
              f.read(this), Frame.utf8("uid", uid), node.address(), f.error()));
      return node.i32();
    }
  }

  /** The CPUs that a pod owns; empty: it shares. Throws {@link KoordException.NotFound}. */
  public CpuSet podCpus(String uid) {
    byte[] text = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.cpus(
          out -> KoordRaw.koord_cluster_get_pod_cpus(c, text, out, Frame.WORDS, f.error()));
    }
  }

  /** What a pod holds, as the value of resource-status. Throws {@link KoordException.NotFound}. */
  public String podStatus(String uid) {
    byte[] text = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.document(out -> KoordRaw.koord_cluster_get_pod_status(c, text, out, f.error()));
    }
  }

  /** What a pod has of devices, as the value of device-allocated. Throws {@link KoordException.NotFound}. */
  public String podDevices(String uid) {
    byte[] text = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.document(out -> KoordRaw.koord_cluster_get_pod_devices(c, text, out, f.error()));
    }
  }

  /**
   * The minors of a pod's devices of one type ("gpu", "rdma"), be they all its own or shared:
   * ascending, each once; empty where it has none. Throws {@link KoordException.NotFound}.
   */
  public List<Integer> podMinors(String uid, String type) {
    byte[] text = Frame.utf8("uid", uid);
    byte[] name = Frame.utf8("type", type);
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      int number = deviceType(f, c, name);
      return f.rows(
          Integer.BYTES, Memory::i32,
          (minors, capacity, count) ->
              KoordRaw.koord_cluster_get_pod_minors(c, text, number, minors, capacity, count, f.error()));
    }
  }

  /**
   * PreBind: what to tell the API server about a reserved pod before it is bound, as a JSON merge
   * patch.
   *
   * @param proposal the shape of the proposal: no numaNodeResources
   * @throws KoordException.NotFound the pod holds nothing
   */
  public String prebind(Pod pod, boolean proposal) {
    int flags = proposal ? KoordRaw.KOORD_PREBIND_PROPOSAL : 0;
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      return f.document(out -> KoordRaw.koord_cluster_prebind(c, p, flags, out, f.error()));
    }
  }

  /** The uids of a node's pods. Throws {@link KoordException.NotFound}. */
  public List<String> pods(int node) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      return f.document(out ->
          KoordRaw.koord_cluster_get_pods(c, Frame.count("node", node), out,
              f.error())).lines().toList();
    }
  }

  // ---- Plans

  /**
   * Makes all changes of a plan at once.
   *
   * @throws KoordException.Invalid a plan of another cluster
   * @throws KoordException.Stale a node that the plan relies on has changed since
   * @throws KoordException.Conflict a pod is not where the plan expects it
   */
  public void commit(Plan plan) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_cluster_commit(f.read(this), f.read("plan", plan), f.error()));
    }
  }

  /**
   * Places of several pods.
   *
   * @param plan to be closed; null where the gang is refused
   * @param refusal why; needed and best count pods
   * @param info what the search took
   */
  public record Gang(Plan plan, Refusal refusal, GangInfo info) {}

  /**
   * Places several pods at once or none of them (docs/gang.md).
   *
   * @param pods 1 to 1024, with uids that differ
   * @param options nullable
   * @param query nullable
   * @throws KoordException.Invalid a pod twice
   * @throws KoordException.Conflict a pod is on a node already
   */
  public Gang planGang(List<Pod> pods, GangOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long w = f.read(query);
      long handles = f.handles(Objects.requireNonNull(pods, "pods"));
      long o = GangOptions.write(f, options);
      Memory info = f.struct(KoordRaw.koord_gang_info_size);
      long plan =
          f.handle(
              out ->
                  KoordRaw.koord_cluster_plan_gang(
                      c, handles, pods.size(), o, w, out, info.address(), f.error()));
      GangInfo found = GangInfo.read(info);
      return new Gang(Plan.of(plan), found.refusal(), found);
    }
  }

  /**
   * A plan, or why there is none.
   *
   * @param plan to be closed; null where refused
   * @param refusal why
   */
  public record Planned(Plan plan, Refusal refusal) {}

  /**
   * A pod grows or shrinks in place (docs/resize.md).
   *
   * @param pod as it is to be, with the uid of one that is on a node
   * @param query nullable; {@link Query#mayMove}
   * @throws KoordException.NotFound the pod holds nothing
   * @throws KoordException.Conflict it is a reservation or takes from one
   */
  public Planned planResize(Pod pod, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long w = f.read(query);
      Memory refusal = f.bytes(KoordRaw.koord_refusal_size);
      long plan =
          f.handle(
              out ->
                  KoordRaw.koord_cluster_plan_resize(
                      c, p, w, out, refusal.address(), f.error()));
      return new Planned(Plan.of(plan), Refusal.read(refusal));
    }
  }

  /**
   * Other CPUs for pods.
   *
   * @param plan to be closed; null where the pod does not fit
   * @param refusal why it does not; granted where no pod was to be fitted
   * @param info what the search found
   */
  public record Rebinding(Plan plan, Refusal refusal, RebindInfo info) {}

  /**
   * Plans other CPUs for the pods of a node that own CPUs (docs/rebind.md); the plan has no steps
   * where nothing better was found.
   *
   * @param options nullable: any number of pods, {@link RebindBudget#DEFAULT}
   * @param query nullable; pods under {@link Protection#KEEP} stay as they are
   * @throws KoordException.NotFound no such node
   */
  public Rebinding planRebind(int node, RebindOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long w = f.read(query);
      long o = RebindOptions.write(f, options);
      Memory info = f.struct(KoordRaw.koord_rebind_info_size);
      long plan =
          f.handle(
              out ->
                  KoordRaw.koord_cluster_plan_rebind(c, Frame.count("node", node), o, w, out,
                      info.address(), f.error()));
      RebindInfo found = RebindInfo.read(info);
      return new Rebinding(Plan.of(plan), found.refusal(), found);
    }
  }

  /**
   * Whether a pod that a node refuses fits once some of the node's pods have moved: the plan's steps
   * are those moves and, last, the pod's coming.
   *
   * @param pod that holds nothing yet; with a uid
   * @param options nullable
   * @param query nullable
   * @throws KoordException.NotFound no such node
   * @throws KoordException.Conflict the pod is on a node already
   */
  public Rebinding planRebindFor(Pod pod, int node, RebindOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long w = f.read(query);
      long o = RebindOptions.write(f, options);
      Memory info = f.struct(KoordRaw.koord_rebind_info_size);
      long plan =
          f.handle(
              out ->
                  KoordRaw.koord_cluster_plan_rebind_for(
                      c, p, Frame.count("node", node), o, w, out, info.address(), f.error()));
      RebindInfo found = RebindInfo.read(info);
      return new Rebinding(Plan.of(plan), found.refusal(), found);
    }
  }

  /**
   * Why the nodes refuse a pod, how near the nearest are, and what would help (docs/explain.md).
   *
   * @param options nullable
   * @param query nullable
   */
  public Explanation explain(Pod pod, ExplainOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long w = f.read(query);
      long o = ExplainOptions.write(f, options);
      return new Explanation(
          f.handle(out -> KoordRaw.koord_cluster_explain(c, p, o, w, out, f.error())));
    }
  }

  /**
   * Finds on every node the pods to evict so that {@code pod} fits (docs/preemption.md).
   *
   * @param options nullable
   * @param query nullable; pods under {@link Protection#KEEP} stay
   */
  public Preemption preempt(Pod pod, PreemptOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long w = f.read(query);
      long o = PreemptOptions.write(f, options);
      return new Preemption(
          f.handle(out -> KoordRaw.koord_cluster_preempt(c, p, o, w, out, f.error())));
    }
  }

  /**
   * Counts for every node the pods like {@code pod} that it still takes (docs/capacity.md).
   *
   * @param options nullable
   * @param query nullable
   */
  public Capacity capacity(Pod pod, CapacityOptions options, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long w = f.read(query);
      long o = CapacityOptions.write(f, options);
      return new Capacity(
          f.handle(out -> KoordRaw.koord_cluster_get_capacity(c, p, o, w, out, f.error())));
    }
  }

  // ---- Reservations (docs/reservations.md)

  /**
   * A pod that was reserved or set is a reservation from now on; one that is already gets the policy.
   *
   * @throws KoordException.NotFound it holds nothing
   * @throws KoordException.Conflict it takes from a reservation itself
   */
  public void setReservation(String uid, ReservationPolicy policy) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_cluster_set_reservation(
              f.read(this), Frame.utf8("uid", uid), Coded.code("policy", policy), f.error()));
    }
  }

  /**
   * {@link #reserve(Pod, int, Query)} for an owner, on the node of its reservation.
   *
   * @param query uses the one reservation, {@link Query#useReservation}; its affinity must be 0
   * @throws KoordException.NotFound there is no such reservation
   * @throws KoordException.Conflict the pod is here already, without it
   */
  public Reserved reserveFrom(Pod pod, Query query) {
    try (Frame f = Frame.open()) {
      long c = f.read(this);
      long p = f.read("pod", pod);
      long q = f.read("query", query);
      return reserve(
          f,
          (cpus, words, refusal) ->
              KoordRaw.koord_cluster_reserve_from(c, p, q, cpus, words, refusal, f.error()));
    }
  }

  /**
   * After a restart: the pod, which has been set, has what it holds from this reservation, which has
   * been set, too, and is on the same node. A second time it has no effect.
   *
   * @throws KoordException.NotFound one of them holds nothing
   * @throws KoordException.Conflict another node or another reservation
   */
  public void attachOwner(String uid, String reservation) {
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_cluster_attach_owner(
              f.read(this), Frame.utf8("uid", uid), Frame.utf8("reservation", reservation),
              f.error()));
    }
  }
}
