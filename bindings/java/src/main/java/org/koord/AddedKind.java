// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Kinds of objects by their use in a cluster. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum AddedKind implements Coded {
  /** A kind that a cluster does not use. */
  OTHER(KoordRaw.KOORD_ADDED_KIND_OTHER),
  /** Node. */
  NODE(KoordRaw.KOORD_ADDED_KIND_NODE),
  /** NodeResourceTopology. */
  TOPOLOGY(KoordRaw.KOORD_ADDED_KIND_TOPOLOGY),
  /** Device. */
  DEVICES(KoordRaw.KOORD_ADDED_KIND_DEVICES),
  /** Pod, or a pod that a workload would create. */
  POD(KoordRaw.KOORD_ADDED_KIND_POD),
  /** Koordinator's Reservation. */
  RESERVATION(KoordRaw.KOORD_ADDED_KIND_RESERVATION),
  /** Deployment, ReplicaSet, StatefulSet, Job or CronJob; rows of its pods follow. */
  WORKLOAD(KoordRaw.KOORD_ADDED_KIND_WORKLOAD),
  /** ResourceSlice (resource.k8s.io/v1). */
  RESOURCE_SLICE(KoordRaw.KOORD_ADDED_KIND_RESOURCE_SLICE),
  /** ResourceClaim (resource.k8s.io/v1). */
  RESOURCE_CLAIM(KoordRaw.KOORD_ADDED_KIND_RESOURCE_CLAIM),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final AddedKind[] KNOWN = values();
  private final int code;

  AddedKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static AddedKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
