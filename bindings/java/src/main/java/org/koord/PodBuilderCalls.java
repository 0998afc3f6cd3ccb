// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Builds a Pod (v1) for callers that have it as a typed object. It has every field that
 * docs/reference/objects.md lists. {@link Pod#fromBuilder} reads it as {@link Pod#fromJson} reads
 * the same pod, with the same results and errors. One builder serves many pods in turn: {@link
 * PodBuilder} keeps its memory. Setters require exclusive access. Setting a value again replaces
 * it. Texts are UTF-8 without NUL, at most 4 MiB of them in a pod. Setters return this object.
 * Calls that take it read its current values. Not safe for use by several threads while it is being
 * changed.
 */
abstract class PodBuilderCalls extends Steps {
  private PodSpec spec = new PodSpec();
  private int containers;

  /**
   * Creates an object with no values set except the name.
   *
   * @param name its name, which must not be empty
   */
  PodBuilderCalls(String name) {
    name(name);
  }

  /**
   * Pod text name.
   *
   * @param text the text; may be null
   * @return this object
   */
  public PodBuilder name(String text) {
    byte[] textText = Frame.utf8(text);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_text(
                made, KoordRaw.KOORD_POD_TEXT_NAME, textText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Pod text namespace.
   *
   * @param text the text; may be null
   * @return this object
   */
  public PodBuilder namespace(String text) {
    byte[] textText = Frame.utf8(text);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_text(
                made, KoordRaw.KOORD_POD_TEXT_NAMESPACE, textText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * "": unknown.
   *
   * @param text the text; may be null
   * @return this object
   */
  public PodBuilder uid(String text) {
    byte[] textText = Frame.utf8(text);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_text(
                made, KoordRaw.KOORD_POD_TEXT_UID, textText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * The node it is bound to, "": none.
   *
   * @param text the text; may be null
   * @return this object
   */
  public PodBuilder node(String text) {
    byte[] textText = Frame.utf8(text);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_text(
                made, KoordRaw.KOORD_POD_TEXT_NODE, textText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Sets a label.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public PodBuilder label(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_label(made, keyText, valueText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Sets an annotation, with its text as Kubernetes stores it. A text that cannot be interpreted is
   * an error of {@link Pod#fromBuilder}.
   *
   * @param key the key
   * @param value the value
   * @return this object
   */
  public PodBuilder annotation(String key, String value) {
    byte[] keyText = Frame.utf8("key", key);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_annotation(made, keyText, valueText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Sets all of them at once.
   *
   * @param value the new values
   * @return this object
   */
  public PodBuilder spec(PodSpec value) {
    spec = java.util.Objects.requireNonNull(value, "spec");
    return (PodBuilder) this;
  }

  /**
   * Phase Succeeded or Failed.
   *
   * @param on the new value
   * @return this object
   */
  public PodBuilder terminated(boolean on) {
    return spec(spec.terminated(on));
  }

  /**
   * {@code kube_qos} is status.qosClass; else it is computed.
   *
   * @param on the new value
   * @return this object
   */
  public PodBuilder hasKubeQos(boolean on) {
    return spec(spec.hasKubeQos(on));
  }

  /**
   * spec.resources is present, even if empty.
   *
   * @param on the new value
   * @return this object
   */
  public PodBuilder hasPodLevel(boolean on) {
    return spec(spec.hasPodLevel(on));
  }

  /**
   * A toleration of the taint node.kubernetes.io/unschedulable:NoSchedule: nodes with
   * spec.unschedulable accept the pod.
   *
   * @param on the new value
   * @return this object
   */
  public PodBuilder toleratesUnschedulable(boolean on) {
    return spec(spec.toleratesUnschedulable(on));
  }

  /**
   * Condition Initialized of a bound pod: its init containers, except sidecars, have ended.
   *
   * @param on the new value
   * @return this object
   */
  public PodBuilder initialized(boolean on) {
    return spec(spec.initialized(on));
  }

  /**
   * lastTransitionTime of PodScheduled, seconds since 1970; 0: not known.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder scheduled(long value) {
    return spec(spec.scheduled(value));
  }

  /**
   * Kube qos; null if not stated.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder kubeQos(KubeQos value) {
    return spec(spec.kubeQos(value));
  }

  /**
   * spec.priority.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder priority(int value) {
    return spec(spec.priority(value));
  }

  /**
   * Qos.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder qos(Qos value) {
    return spec(spec.qos(value));
  }

  /**
   * {@link PriorityClass#NONE}: by {@code priority}.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder priorityClass(PriorityClass value) {
    return spec(spec.priorityClass(value));
  }

  /**
   * Required bind.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder requiredBind(BindPolicy value) {
    return spec(spec.requiredBind(value));
  }

  /**
   * Preferred bind.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder preferredBind(BindPolicy value) {
    return spec(spec.preferredBind(value));
  }

  /**
   * Exclusive.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder exclusive(ExclusivePolicy value) {
    return spec(spec.exclusive(value));
  }

  /**
   * Numa policy.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder numaPolicy(NumaPolicy value) {
    return spec(spec.numaPolicy(value));
  }

  /**
   * Numa exclusive.
   *
   * @param value the new value
   * @return this object
   */
  public PodBuilder numaExclusive(NumaExclusive value) {
    return spec(spec.numaExclusive(value));
  }

  /**
   * Adds a container, in the order of spec.containers. Add init containers and sidecars in the
   * order of spec.initContainers, before or after the others. Returns its index in the builder.
   *
   * @param kind the kind
   * @param name the name
   * @return this object
   */
  public PodBuilder container(ContainerKind kind, String name) {
    int kindCode = Coded.code("kind", kind);
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_add_container(made, kindCode, nameText, 0, f.error()));
    containers++;
    return (PodBuilder) this;
  }

  /**
   * Sets request and limit of one resource: milli-CPU for "cpu", bytes or units for all others;
   * negative: not stated. The name must not be empty. {@code container} is an index or a {@link
   * ResourceScope}. Requests that are not stated are filled in from limits.
   *
   * @param container the container
   * @param name the name
   * @param request the request
   * @param limit the limit
   * @return this object
   */
  public PodBuilder resource(int container, String name, long request, long limit) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_resource(
                made, container, nameText, request, limit, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Sets request and limit of one resource: milli-CPU for "cpu", bytes or units for all others;
   * negative: not stated. The name must not be empty. {@code container} is an index or a {@link
   * ResourceScope}. Requests that are not stated are filled in from limits.
   *
   * @param name the name
   * @param request the request
   * @param limit the limit
   * @return this object
   */
  public PodBuilder resource(String name, long request, long limit) {
    return resource(last("container", containers), name, request, limit);
  }

  /**
   * Sets the request or limit of one resource as a Kubernetes quantity ("1500m", "1.1Gi"), for
   * amounts that are no whole number of bytes or units; overrides {@link PodBuilder#resource}.
   * Amounts above 2^63 - 1 count as 2^63 - 1. {@code container} is an index or a {@link
   * ResourceScope}.
   *
   * @param container the container
   * @param bound the bound
   * @param name the name
   * @param quantity the quantity
   * @return this object
   */
  public PodBuilder quantity(int container, ResourceBound bound, String name, String quantity) {
    int boundCode = Coded.code("bound", bound);
    byte[] nameText = Frame.utf8("name", name);
    byte[] quantityText = Frame.utf8("quantity", quantity);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_quantity(
                made, container, boundCode, nameText, quantityText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Sets the request or limit of one resource as a Kubernetes quantity ("1500m", "1.1Gi"), for
   * amounts that are no whole number of bytes or units; overrides {@link PodBuilder#resource}.
   * Amounts above 2^63 - 1 count as 2^63 - 1. {@code container} is an index or a {@link
   * ResourceScope}.
   *
   * @param bound the bound
   * @param name the name
   * @param quantity the quantity
   * @return this object
   */
  public PodBuilder quantity(ResourceBound bound, String name, String quantity) {
    return quantity(last("container", containers), bound, name, quantity);
  }

  /**
   * Sets an environment variable of a container whose value is written in the pod (not valueFrom).
   * Only NVIDIA_VISIBLE_DEVICES is read (docs/reference/devices.md): others have no effect and need
   * not be set.
   *
   * @param container the container
   * @param name the name
   * @param value the value
   * @return this object
   */
  public PodBuilder env(int container, String name, String value) {
    byte[] nameText = Frame.utf8("name", name);
    byte[] valueText = Frame.utf8("value", value);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_env(made, container, nameText, valueText, f.error()));
    return (PodBuilder) this;
  }

  /**
   * Sets an environment variable of a container whose value is written in the pod (not valueFrom).
   * Only NVIDIA_VISIBLE_DEVICES is read (docs/reference/devices.md): others have no effect and need
   * not be set.
   *
   * @param name the name
   * @param value the value
   * @return this object
   */
  public PodBuilder env(String name, String value) {
    return env(last("container", containers), name, value);
  }

  /**
   * Sets the CPUs allocated to the pod, for hosts without the annotation resource-status: an
   * annotation that states any allocation overrides these and {@link PodBuilder#numaResource}.
   *
   * @param cpus the cpus
   * @return this object
   */
  public PodBuilder cpus(CpuSet cpus) {
    java.util.Objects.requireNonNull(cpus, "cpus");
    add(
        (f, made) -> {
          long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
          return KoordRaw.koord_pod_builder_set_cpus(made, cpusAt, Frame.WORDS, f.error());
        });
    return (PodBuilder) this;
  }

  /**
   * Sets the amount of a resource allocated to the pod on a NUMA node.
   *
   * @param numaNode the numa node
   * @param name the name
   * @param amount the amount
   * @return this object
   */
  public PodBuilder numaResource(int numaNode, String name, long amount) {
    byte[] nameText = Frame.utf8("name", name);
    add(
        (f, made) ->
            KoordRaw.koord_pod_builder_set_numa_resource(
                made, numaNode, nameText, amount, f.error()));
    return (PodBuilder) this;
  }

  @Override
  final long make(Frame f) {
    Memory podBuilderOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_pod_builder_new(podBuilderOut.address(), f.error()));
    return podBuilderOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_pod_builder_free(made);
  }

  @Override
  final void finish(Frame f, long made) {
    f.check(KoordRaw.koord_pod_builder_set_spec(made, PodSpec.write(f, spec), f.error()));
  }
}
