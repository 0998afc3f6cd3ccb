// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The library as a whole. */
public final class Koord {
  private Koord() {}

  /** Number of CPU ids on any machine: ids are below it, and this many bits hold every set. */
  public static final int MAX_CPUS = KoordRaw.KOORD_MAX_CPUS;

  /** NUMA nodes of one {@link NumaHints}. */
  public static final int MAX_NUMA_NODES = KoordRaw.KOORD_MAX_NUMA_NODES;

  /** Lists of one {@link NumaHints}. */
  public static final int MAX_NUMA_LISTS = KoordRaw.KOORD_MAX_NUMA_LISTS;

  /** Hints of all lists of one {@link NumaHints}. */
  public static final int MAX_NUMA_HINTS = KoordRaw.KOORD_MAX_NUMA_HINTS;

  /** Devices allocated to one claim. */
  public static final int MAX_DRA_CLAIM_DEVICES = KoordRaw.KOORD_MAX_DRA_CLAIM_DEVICES;

  /** Requests of one claim. */
  public static final int MAX_DRA_CLAIM_REQUESTS = KoordRaw.KOORD_MAX_DRA_CLAIM_REQUESTS;

  /** Subrequests of firstAvailable. */
  public static final int MAX_DRA_REQUEST_ALTERNATIVES = KoordRaw.KOORD_MAX_DRA_REQUEST_ALTERNATIVES;

  /** Alternatives of all requests of a pod. */
  public static final int MAX_DRA_ALTERNATIVES = KoordRaw.KOORD_MAX_DRA_ALTERNATIVES;

  /** Constraints of all claims of a pod. */
  public static final int MAX_DRA_CONSTRAINTS = KoordRaw.KOORD_MAX_DRA_CONSTRAINTS;

  /** Capacities of a device or an alternative. */
  public static final int MAX_DRA_CAPACITIES = KoordRaw.KOORD_MAX_DRA_CAPACITIES;

  /** Devices of one inventory. */
  public static final int MAX_DRA_DEVICES = KoordRaw.KOORD_MAX_DRA_DEVICES;

  /** Nodes of one {@link DraNodes}. */
  public static final int MAX_DRA_NODES = KoordRaw.KOORD_MAX_DRA_NODES;

  /** Different taints of one inventory. */
  public static final int MAX_DRA_TAINTS = KoordRaw.KOORD_MAX_DRA_TAINTS;

  /** Attributes, capacities, taints, counters, amounts each. */
  public static final int MAX_DRA_ROWS = KoordRaw.KOORD_MAX_DRA_ROWS;

  /**
   * Version of the loaded library: major &lt;&lt; 16 | minor &lt;&lt; 8 | patch.
   *
   * @return it
   */
  public static int version() {
    return KoordRaw.koord_version();
  }

  /**
   * The version as text, "0.1.0". Static, never null.
   *
   * @return it
   */
  public static String versionString() {
    return KoordRaw.koord_version_string();
  }

  /**
   * Merges the hints for all resources of a pod or container into one set of NUMA nodes, and
   * decides whether the policy admits it (semantics: the topology managers of kubelet 1.36 and
   * Koordinator v1.8, and libkoord's own; docs/reference/numa.md). Pure; uses no heap with up to 8
   * NUMA nodes and 255 hints per resource, unless text is wanted. A pod that is not admitted is not
   * an error. {@link Reason#SEARCH_LIMIT}: under {@link Profile#UPSTREAM} more than 10^6
   * combinations of hints; under {@link Profile#KUBELET} hints with too many different
   * intersections, only on machines with more than 16 NUMA nodes. Time grows with the number of
   * hints N as N log N, and under {@link Profile#KUBELET}, if no set is preferred, with the number
   * of different intersections of hints.
   *
   * @param options the options; may be null
   * @param hints the hints
   * @return the results
   * @throws KoordException.Invalid unknown policy, flag or profile; a NUMA node number that the
   *     profile does not allow; no distances; max_nodes
   * @throws KoordException.Limit more NUMA nodes than max_nodes
   */
  public static NumaMergeResult numaMerge(NumaOptions options, NumaHints hints) {
    try (Frame f = Frame.open()) {
      long optionsAt = NumaOptions.write(f, options);
      long hintsAt = f.read("hints", hints);
      Memory numaMergedOut = f.zeros(KoordRaw.koord_numa_merged_size);
      String looped = f.text((room_, capacity_, needed_) -> KoordRaw.koord_numa_merge(optionsAt,
          hintsAt, numaMergedOut.address(), room_, capacity_, needed_, f.error()));
      return new NumaMergeResult(NumaMerged.read(numaMergedOut.seek(0)), looped);
    }
  }

  /**
   * {@link #numaMerge(NumaOptions, NumaHints)} with null for options.
   *
   * @param hints the hints
   * @return the results
   */
  public static NumaMergeResult numaMerge(NumaHints hints) {
    return numaMerge((NumaOptions) null, hints);
  }

  /**
   * Writes the resources and labels of a node by its Device object,
   * {"resources":{...},"labels":{...}}: sums over healthy devices as quantities by name, and the
   * labels about its GPUs. {@code device} is the object as JSON.
   *
   * @param context receives diagnostics; may be null
   * @param device the device
   * @param flags the flags, if any
   * @return the document
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Limit over 4 MiB; a sum over 2^63 - 1
   */
  public static String deviceNodeResources(
      Context context, String device, NodeResourcesFlag... flags) {
    byte[] deviceText = Frame.utf8("device", device);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_device_get_node_resources(contextAt, deviceText, flagsBits,
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * {@link #deviceNodeResources(Context, String, NodeResourcesFlag...)} of a document's bytes, in
   * UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param device the device
   * @param flags the flags, if any
   * @return the document
   */
  public static String deviceNodeResources(
      Context context, byte[] device, NodeResourcesFlag... flags) {
    byte[] deviceText = java.util.Objects.requireNonNull(device, "device");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      int flagsBits = Coded.bits(flags);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_device_get_node_resources(contextAt, deviceText, flagsBits,
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * {@link #deviceNodeResources(Context, String, NodeResourcesFlag...)} with null for context.
   *
   * @param device the device
   * @param flags the flags, if any
   * @return the document
   */
  public static String deviceNodeResources(String device, NodeResourcesFlag... flags) {
    return deviceNodeResources((Context) null, device, flags);
  }

  /**
   * {@link #deviceNodeResources(Context, byte[], NodeResourcesFlag...)} with null for context.
   *
   * @param device the device
   * @param flags the flags, if any
   * @return the document
   */
  public static String deviceNodeResources(byte[] device, NodeResourcesFlag... flags) {
    return deviceNodeResources((Context) null, device, flags);
  }

  /**
   * Reads a RebindResource (kubernetes/crds). {@code node} receives the name of its node.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the results
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Limit larger than a documented bound
   */
  public static RebindRequestFromJsonResult rebindRequestFromJson(Context context, String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory requestOut = f.struct(KoordRaw.koord_rebind_request_size);
      String looped = f.text((room_, capacity_, needed_) ->
          KoordRaw.koord_rebind_request_from_json(contextAt, jsonText, requestOut.address(), room_,
          capacity_, needed_, f.error()));
      return new RebindRequestFromJsonResult(RebindRequest.read(requestOut.seek(0)), looped);
    }
  }

  /**
   * {@link #rebindRequestFromJson(Context, String)} of a document's bytes, in UTF-8.
   *
   * @param context receives diagnostics; may be null
   * @param json the json
   * @return the results
   */
  public static RebindRequestFromJsonResult rebindRequestFromJson(Context context, byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      Memory requestOut = f.struct(KoordRaw.koord_rebind_request_size);
      String looped = f.text((room_, capacity_, needed_) ->
          KoordRaw.koord_rebind_request_from_json(contextAt, jsonText, requestOut.address(), room_,
          capacity_, needed_, f.error()));
      return new RebindRequestFromJsonResult(RebindRequest.read(requestOut.seek(0)), looped);
    }
  }

  /**
   * {@link #rebindRequestFromJson(Context, String)} with null for context.
   *
   * @param json the json
   * @return the results
   */
  public static RebindRequestFromJsonResult rebindRequestFromJson(String json) {
    return rebindRequestFromJson((Context) null, json);
  }

  /**
   * {@link #rebindRequestFromJson(Context, byte[])} with null for context.
   *
   * @param json the json
   * @return the results
   */
  public static RebindRequestFromJsonResult rebindRequestFromJson(byte[] json) {
    return rebindRequestFromJson((Context) null, json);
  }

  /**
   * Writes a JSON merge patch for the status of a RebindResource. {@code timestamp} is the current
   * time as in RFC 3339. {@code reason} has up to 1024 bytes; "" removes an earlier reason.
   *
   * @param phase the phase
   * @param timestamp the timestamp
   * @param reason the reason; may be null
   * @return the document
   * @throws KoordException.Limit larger than a documented bound
   */
  public static String rebindStatusToJson(RebindPhase phase, String timestamp, String reason) {
    byte[] timestampText = Frame.utf8("timestamp", timestamp);
    byte[] reasonText = Frame.utf8(reason);
    try (Frame f = Frame.open()) {
      int phaseCode = Coded.code("phase", phase);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_rebind_status_to_json(phaseCode, timestampText, reasonText,
          documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }
}
