package org.koord;

import java.util.OptionalLong;

/** An immutable pod, which any threads may share. */
public final class Pod extends Handle {
  Pod(long address) {
    super(address, KoordRaw::koord_pod_unref, false);
  }

  /** {@link #fromJson(Context, String)} in silence. */
  public static Pod fromJson(String json) {
    return fromJson(null, json);
  }

  /**
   * Reads a Pod (v1) as the API server gives it (docs/objects.md lists the fields).
   *
   * @param context receives remarks, nullable
   * @throws KoordException.Invalid names pod and field
   * @throws KoordException.Limit over 4 MiB or 1024 containers; a sum of amounts above 2^63 - 1
   */
  public static Pod fromJson(Context context, String json) {
    byte[] text = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      return new Pod(f.handle(out -> KoordRaw.koord_pod_from_json(c, text, out, f.error())));
    }
  }

  /** A pod that is put together field by field. {@code name} must not be empty. */
  public static PodBuilder builder(String name) {
    return new PodBuilder(name);
  }

  /** Another handle of the same pod, to be closed by itself. */
  public Pod share() {
    try (Frame f = Frame.open()) {
      return new Pod(KoordRaw.koord_pod_ref(f.read(this)));
    }
  }

  /** What the pod is and asks for. */
  public PodInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_pod_info_size);
      f.check(KoordRaw.koord_pod_get_info(f.read(this), info.address(), f.error()));
      return PodInfo.read(info);
    }
  }

  /**
   * Effective request of a resource ("memory", "nvidia.com/gpu") as Kubernetes computes it: milli-CPU
   * for "cpu", bytes or units for all others; empty: none stated.
   */
  public OptionalLong request(String resource) {
    return amount(resource, true);
  }

  /** Effective limit of a resource, as {@link #request}. */
  public OptionalLong limit(String resource) {
    return amount(resource, false);
  }

  private OptionalLong amount(String resource, boolean request) {
    try (Frame f = Frame.open()) {
      Memory out = f.bytes(Long.BYTES);
      f.check(
          KoordRaw.koord_pod_get_request(
              f.read(this), Frame.utf8("resource", resource), request ? out.address() : 0,
              request ? 0 : out.address(), f.error()));
      long value = out.i64();
      return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
  }

  /** Its name. */
  public String name() {
    return text(KoordRaw.KOORD_POD_TEXT_NAME);
  }

  /** Its namespace. */
  public String namespace() {
    return text(KoordRaw.KOORD_POD_TEXT_NAMESPACE);
  }

  /** Its uid; "": unknown. */
  public String uid() {
    return text(KoordRaw.KOORD_POD_TEXT_UID);
  }

  /** The node it is bound to; "": none. */
  public String node() {
    return text(KoordRaw.KOORD_POD_TEXT_NODE);
  }

  /** What of it could not be read and was left aside: a line each, which names the field. */
  public String faults() {
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_pod_get_faults(p, text, capacity, needed, f.error()));
    }
  }

  private String text(int which) {
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_pod_get_text(p, which, text, capacity, needed, f.error()));
    }
  }

  /** The CPUs that the pod states it was allocated. */
  public CpuSet cpus() {
    try (Frame f = Frame.open()) {
      long p = f.read(this);
      return f.cpus(out -> KoordRaw.koord_pod_get_cpus(p, out, Frame.WORDS, f.error()));
    }
  }
}
