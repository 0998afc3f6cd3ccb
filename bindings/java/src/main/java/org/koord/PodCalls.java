// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** An immutable pod, reference-counted and shared by any threads. */
abstract class PodCalls extends Handle {
  PodCalls(long address) {
    super(address, KoordRaw::koord_pod_unref, false);
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Pod share() {
    try (Frame f = Frame.open()) {
      return new Pod(KoordRaw.koord_pod_ref(f.read(this)));
    }
  }

  /**
   * Reads a Pod (v1) of the API server (docs/reference/objects.md lists the fields). Unknown fields
   * are ignored; missing requests are filled in from limits. {@code context} may be null. If claims
   * to allocations (resource-status, device-allocated, environment) cannot be read, the pod loses
   * that claim and nothing else: see {@link Pod#faults}. The same applies to the preferences (other
   * annotations, labels) of a pod that is already bound; for a pod that is not bound they are
   * INVALID.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the pod
   * @throws KoordException.Invalid names pod and field: not a pod, an unknown policy, a negative
   *     amount
   * @throws KoordException.Limit over 4 MiB or 1024 containers; a sum above 2^63 - 1, unless the
   *     pod is bound
   */
  public static Pod fromJson(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory podOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_pod_from_json(contextAt, jsonText, podOut.address(), f.error()));
      return f.made(podOut, Pod::new);
    }
  }

  /**
   * {@link #fromJson(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the pod
   */
  public static Pod fromJson(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory podOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_pod_from_json(contextAt, jsonText, podOut.address(), f.error()));
      return f.made(podOut, Pod::new);
    }
  }

  /**
   * {@link #fromJson(Context, String)} with null for context.
   *
   * @param json the json
   * @return the pod
   */
  public static Pod fromJson(String json) {
    return fromJson((Context) null, json);
  }

  /**
   * {@link #fromJson(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the pod
   */
  public static Pod fromJson(byte[] json) {
    return fromJson((Context) null, json);
  }

  /**
   * Returns properties and requests of the pod.
   *
   * @return the info
   */
  public PodInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_pod_info_size);
      f.check(KoordRaw.koord_pod_get_info(at, infoOut.address(), f.error()));
      return PodInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Name.
   *
   * @return the text
   */
  public String name() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = KoordRaw.KOORD_POD_TEXT_NAME;
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_pod_get_text(at, whichCode, room_,
          capacity_, needed_, f.error()));
    }
  }

  /**
   * Namespace.
   *
   * @return the text
   */
  public String namespace() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = KoordRaw.KOORD_POD_TEXT_NAMESPACE;
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_pod_get_text(at, whichCode, room_,
          capacity_, needed_, f.error()));
    }
  }

  /**
   * "": unknown.
   *
   * @return the text
   */
  public String uid() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = KoordRaw.KOORD_POD_TEXT_UID;
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_pod_get_text(at, whichCode, room_,
          capacity_, needed_, f.error()));
    }
  }

  /**
   * The node it is bound to, "": none.
   *
   * @return the text
   */
  public String node() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = KoordRaw.KOORD_POD_TEXT_NODE;
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_pod_get_text(at, whichCode, room_,
          capacity_, needed_, f.error()));
    }
  }

  /**
   * Writes which parts of the pod could not be read and were ignored: one line per part, which
   * names the field and ends with a line feed; "": none.
   *
   * @return the text
   */
  public String faults() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_pod_get_faults(at, room_,
          capacity_, needed_, f.error()));
    }
  }

  /**
   * Writes the CPUs that the pod states as its allocation; all zero: none.
   *
   * @return the cpus
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet cpus() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_pod_get_cpus(at, cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Returns the pod, as {@link Pod#fromJson} does; the builder is not changed. {@code context} may
   * be null.
   *
   * @param context receives diagnostics; may be null
   * @param builder the builder
   * @return the pod
   * @throws KoordException.Invalid names pod and field
   * @throws KoordException.Limit a sum of amounts above 2^63 - 1, an annotation over 1 MiB
   */
  public static Pod fromBuilder(Context context, PodBuilder builder) {
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      long builderAt = f.make("builder", builder);
      Memory podOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_pod_from_builder(contextAt, builderAt, podOut.address(), f.error()));
      return f.made(podOut, Pod::new);
    }
  }

  /**
   * {@link #fromBuilder(Context, PodBuilder)} with null for context.
   *
   * @param builder the builder
   * @return the pod
   */
  public static Pod fromBuilder(PodBuilder builder) {
    return fromBuilder((Context) null, builder);
  }

  @Override
  String told() {
    return told("name", name(), "namespace", namespace(), "uid", uid(), "node", node());
  }
}
