package org.koord;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Puts a {@link Pod} together without JSON. What is not said is as in a pod that does not state it.
 * Setters return this object. Not safe for use by several threads.
 */
public final class PodBuilder {
  private record Container(ContainerKind kind, String name) {}

  private record Amount(long request, long limit, String name, int container, int numaNode) {}

  private final String name;
  private String namespace = "";
  private String uid = "";
  private String node = "";
  private boolean terminated;
  private Qos qos = Qos.NONE;
  private PriorityClass priorityClass = PriorityClass.NONE;
  private int priority;
  private BindPolicy requiredBind = BindPolicy.DEFAULT;
  private BindPolicy preferredBind = BindPolicy.DEFAULT;
  private ExclusivePolicy exclusive = ExclusivePolicy.DEFAULT;
  private NumaPolicy numaPolicy = NumaPolicy.UNSET;
  private NumaExclusive numaExclusive = NumaExclusive.UNSET;
  private CpuSet cpus;
  private final List<Container> containers = new ArrayList<>();
  private final List<Amount> amounts = new ArrayList<>();

  PodBuilder(String name) {
    this.name = Objects.requireNonNull(name);
  }

  /** Its namespace; "": "default". */
  public PodBuilder namespace(String value) {
    namespace = value;
    return this;
  }

  /** Its uid. */
  public PodBuilder uid(String value) {
    uid = value;
    return this;
  }

  /** The node that it is bound to; "": none. */
  public PodBuilder node(String value) {
    node = value;
    return this;
  }

  /** Whether its phase is Succeeded or Failed. */
  public PodBuilder terminated(boolean value) {
    terminated = value;
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

  /** The CPUs that it was allocated; null: none. */
  public PodBuilder cpus(CpuSet value) {
    cpus = value;
    return this;
  }

  /** An app container; amounts that follow are its own. */
  public PodBuilder container(String containerName) {
    return container(ContainerKind.APP, containerName);
  }

  /** A container, in the order of the pod; amounts that follow are its own. */
  public PodBuilder container(ContainerKind kind, String containerName) {
    containers.add(new Container(Objects.requireNonNull(kind), containerName));
    return this;
  }

  /**
   * Request and limit of the last container: milli-CPU for "cpu", bytes or units for all others;
   * negative: not stated.
   */
  public PodBuilder amount(String resource, long request, long limit) {
    if (containers.isEmpty()) {
      throw new IllegalStateException("the pod has no container yet");
    }
    amounts.add(new Amount(request, limit, resource, containers.size() - 1, 0));
    return this;
  }

  /** The same of the pod as a whole, spec.resources. */
  public PodBuilder podAmount(String resource, long request, long limit) {
    amounts.add(new Amount(request, limit, resource, KoordRaw.KOORD_RESOURCE_SCOPE_POD, 0));
    return this;
  }

  /** spec.overhead. */
  public PodBuilder overhead(String resource, long amount) {
    amounts.add(new Amount(amount, -1, resource, KoordRaw.KOORD_RESOURCE_SCOPE_OVERHEAD, 0));
    return this;
  }

  /** An amount that it was allocated on a NUMA node (numaNodeResources). */
  public PodBuilder allocated(String resource, long amount, int numaNode) {
    amounts.add(new Amount(amount, -1, resource, KoordRaw.KOORD_RESOURCE_SCOPE_NUMA_NODE, numaNode));
    return this;
  }

  /**
   * The pod.
   *
   * @throws KoordException.Invalid a text of over 1024 bytes, a resource twice
   * @throws KoordException.Limit over 1024 containers; a sum of amounts above 2^63 - 1
   */
  public Pod build() {
    Texts texts = new Texts();
    try (Frame f = Frame.open()) {
      Memory spec = f.struct(KoordRaw.koord_pod_spec_size);
      spec.put(terminated ? KoordRaw.KOORD_POD_TERMINATED : 0);
      spec.put(qos.code()).put(priorityClass.code()).put(priority);
      spec.put(requiredBind.code()).put(preferredBind.code()).put(exclusive.code());
      spec.put(numaPolicy.code()).put(numaExclusive.code());
      texts.put(spec, name);
      texts.put(spec, namespace);
      texts.put(spec, uid);
      texts.put(spec, node);
      int containerSize = KoordRaw.koord_container_size;
      Memory rows = f.bytes((long) containerSize * containers.size());
      for (Container container : containers) {
        rows.put(container.kind().code());
        texts.put(rows, container.name());
        rows.put(0);
      }
      int amountSize = KoordRaw.koord_resource_size;
      Memory resources = f.bytes((long) amountSize * amounts.size());
      for (Amount amount : amounts) {
        resources.put(amount.request()).put(amount.limit());
        texts.put(resources, amount.name());
        resources.put(amount.container()).put(amount.numaNode());
      }
      long set = f.words(cpus);
      byte[] arena = texts.bytes();
      return new Pod(
          f.handle(
              out ->
                  KoordRaw.koord_pod_from_struct(
                      spec.address(), arena, rows.address(), containerSize, containers.size(),
                      resources.address(), amountSize, amounts.size(), set,
                      set == 0 ? 0 : Frame.WORDS, out, f.error())));
    }
  }
}
