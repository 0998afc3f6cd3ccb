package org.koord;

import java.util.Objects;

/**
 * Puts a {@link Pod} together without JSON. What is not said is as in a pod that does not state it; what
 * is said again is replaced. Policies and classes that are numbers here count where no label or
 * annotation says them. Setters return this object. Not safe for use by several threads.
 */
public final class PodBuilder {
  private final Steps steps = new Steps();
  private int flags;
  private long scheduled;
  private KubeQos kubeQos = KubeQos.BEST_EFFORT;
  private Qos qos = Qos.NONE;
  private PriorityClass priorityClass = PriorityClass.NONE;
  private int priority;
  private BindPolicy requiredBind = BindPolicy.DEFAULT;
  private BindPolicy preferredBind = BindPolicy.DEFAULT;
  private ExclusivePolicy exclusive = ExclusivePolicy.DEFAULT;
  private NumaPolicy numaPolicy = NumaPolicy.UNSET;
  private NumaExclusive numaExclusive = NumaExclusive.UNSET;
  private int containers;

  PodBuilder(String name) {
    text("name", KoordRaw.KOORD_POD_TEXT_NAME, name);
  }

  private PodBuilder text(String name, int which, String value) {
    byte[] bytes = Frame.utf8(name, value);
    steps.add((f, b) -> KoordRaw.koord_pod_builder_set_text(b, which, bytes, f.error()));
    return this;
  }

  /** Its namespace; "": "default". */
  public PodBuilder namespace(String value) {
    return text("namespace", KoordRaw.KOORD_POD_TEXT_NAMESPACE, value);
  }

  /** Its uid. */
  public PodBuilder uid(String value) {
    return text("uid", KoordRaw.KOORD_POD_TEXT_UID, value);
  }

  /** The node that it is bound to; "": none. */
  public PodBuilder node(String value) {
    return text("node", KoordRaw.KOORD_POD_TEXT_NODE, value);
  }

  /** A label. */
  public PodBuilder label(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_pod_builder_set_label(b, name, text, f.error()));
    return this;
  }

  /** An annotation. */
  public PodBuilder annotation(String key, String value) {
    byte[] name = Frame.utf8("key", key);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_pod_builder_set_annotation(b, name, text, f.error()));
    return this;
  }

  /** Whether its phase is Succeeded or Failed. */
  public PodBuilder terminated(boolean value) {
    flags = Coded.with(flags, KoordRaw.KOORD_POD_TERMINATED, value);
    return this;
  }

  /** status.qosClass; null: it is computed. */
  public PodBuilder kubeQos(KubeQos value) {
    flags = Coded.with(flags, KoordRaw.KOORD_POD_HAS_KUBE_QOS, value != null);
    kubeQos = value == null ? KubeQos.BEST_EFFORT : value;
    return this;
  }

  /** When it was bound, in seconds since 1970; 0: not known. */
  public PodBuilder scheduled(long seconds) {
    scheduled = seconds;
    return this;
  }

  /** Its QoS class. */
  public PodBuilder qos(Qos value) {
    qos = Objects.requireNonNull(value, "qos");
    return this;
  }

  /** Its priority class; NONE: by priority. */
  public PodBuilder priorityClass(PriorityClass value) {
    priorityClass = Objects.requireNonNull(value, "priorityClass");
    return this;
  }

  /** spec.priority. */
  public PodBuilder priority(int value) {
    priority = value;
    return this;
  }

  /** requiredCPUBindPolicy. */
  public PodBuilder requiredBind(BindPolicy value) {
    requiredBind = Objects.requireNonNull(value, "requiredBind");
    return this;
  }

  /** preferredCPUBindPolicy. */
  public PodBuilder preferredBind(BindPolicy value) {
    preferredBind = Objects.requireNonNull(value, "preferredBind");
    return this;
  }

  /** preferredCPUExclusivePolicy. */
  public PodBuilder exclusive(ExclusivePolicy value) {
    exclusive = Objects.requireNonNull(value, "exclusive");
    return this;
  }

  /** Its NUMA topology policy. */
  public PodBuilder numaPolicy(NumaPolicy value) {
    numaPolicy = Objects.requireNonNull(value, "numaPolicy");
    return this;
  }

  /** singleNUMANodeExclusive. */
  public PodBuilder numaExclusive(NumaExclusive value) {
    numaExclusive = Objects.requireNonNull(value, "numaExclusive");
    return this;
  }

  /** The CPUs that it was allocated, where no annotation says it. */
  public PodBuilder cpus(CpuSet value) {
    Objects.requireNonNull(value, "cpus");
    steps.add(
        (f, b) -> KoordRaw.koord_pod_builder_set_cpus(b, f.words(value), Frame.WORDS, f.error()));
    return this;
  }

  /** An app container; amounts and variables that follow are its own. */
  public PodBuilder container(String containerName) {
    return container(ContainerKind.APP, containerName);
  }

  /** A container, in the order of the pod; amounts and variables that follow are its own. */
  public PodBuilder container(ContainerKind kind, String containerName) {
    int code = Coded.code("kind", kind);
    byte[] name = Frame.utf8("containerName", containerName);
    steps.add((f, b) -> KoordRaw.koord_pod_builder_add_container(b, code, name, 0, f.error()));
    containers++;
    return this;
  }

  private int last() {
    if (containers == 0) {
      throw new IllegalStateException("the pod has no container yet");
    }
    return containers - 1;
  }

  private PodBuilder amount(int container, String resource, long request, long limit) {
    byte[] name = Frame.utf8("resource", resource);
    steps.add(
        (f, b) ->
            KoordRaw.koord_pod_builder_set_resource(b, container, name, request, limit, f.error()));
    return this;
  }

  /**
   * Request and limit of the last container: milli-CPU for "cpu", bytes or units for all others;
   * negative: not stated.
   */
  public PodBuilder amount(String resource, long request, long limit) {
    return amount(last(), resource, request, limit);
  }

  /** A variable of the last container's environment; only NVIDIA_VISIBLE_DEVICES counts. */
  public PodBuilder variable(String variable, String value) {
    int container = last();
    byte[] name = Frame.utf8("variable", variable);
    byte[] text = Frame.utf8("value", value);
    steps.add((f, b) -> KoordRaw.koord_pod_builder_set_env(b, container, name, text, f.error()));
    return this;
  }

  /** Request and limit of the pod as a whole, spec.resources. */
  public PodBuilder podAmount(String resource, long request, long limit) {
    return amount(KoordRaw.KOORD_RESOURCE_SCOPE_POD, resource, request, limit);
  }

  /** Whether spec.resources is there, be it empty. */
  public PodBuilder hasPodLevel(boolean on) {
    flags = Coded.with(flags, KoordRaw.KOORD_POD_HAS_POD_LEVEL, on);
    return this;
  }

  /** spec.overhead. */
  public PodBuilder overhead(String resource, long amount) {
    return amount(KoordRaw.KOORD_RESOURCE_SCOPE_OVERHEAD, resource, amount, -1);
  }

  /** An amount that it was allocated on a NUMA node, where no annotation says it. */
  public PodBuilder allocated(String resource, long amount, int numaNode) {
    byte[] name = Frame.utf8("resource", resource);
    steps.add(
        (f, b) ->
            KoordRaw.koord_pod_builder_set_numa_resource(b, numaNode, name, amount, f.error()));
    return this;
  }

  private int setSpec(Frame f, long builder) {
    Memory spec = f.struct(KoordRaw.koord_pod_spec_size);
    spec.put(flags).put(scheduled).put(kubeQos.code()).put(priority);
    spec.put(qos.code()).put(priorityClass.code());
    spec.put(requiredBind.code()).put(preferredBind.code()).put(exclusive.code());
    spec.put(numaPolicy.code()).put(numaExclusive.code()).put(0);
    return KoordRaw.koord_pod_builder_set_spec(builder, spec.address(), f.error());
  }

  /** {@link #build(Context)} in silence. */
  public Pod build() {
    return build(null);
  }

  /**
   * The pod, as {@link Pod#fromJson(Context, String)} makes it; this object may go on.
   *
   * @param context receives remarks, nullable
   * @throws KoordException.Invalid names argument, or pod and field
   * @throws KoordException.Limit over 1024 containers or 4 MiB of texts; a sum of amounts above 2^63 - 1
   */
  public Pod build(Context context) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return steps.run(
          f,
          KoordRaw::koord_pod_builder_new,
          KoordRaw::koord_pod_builder_free,
          b -> {
            f.check(setSpec(f, b));
            return new Pod(f.handle(out -> KoordRaw.koord_pod_from_builder(c, b, out, f.error())));
          });
    }
  }
}
