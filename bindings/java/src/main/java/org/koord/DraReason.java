// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** Reasons of a refusal. Numbers that only a newer library knows become {@link #UNRECOGNIZED}. */
public enum DraReason implements Coded {
  /** None. */
  NONE(KoordRaw.KOORD_DRA_REASON_NONE),
  /** A request for all devices, while a pool is incomplete or invalid. */
  POOL_INCOMPLETE(KoordRaw.KOORD_DRA_REASON_POOL_INCOMPLETE),
  /**
   * No alternative of a request has enough devices that it can use. Each device is judged alone, by
   * its taints, use, attributes, capacities and counters.
   */
  TOO_FEW_DEVICES(KoordRaw.KOORD_DRA_REASON_TOO_FEW_DEVICES),
  /** More than MAX_DRA_CLAIM_DEVICES. */
  CLAIM_LIMIT(KoordRaw.KOORD_DRA_REASON_CLAIM_LIMIT),
  /**
   * Everything fits without one constraint. Only with {@link DraOptionsFlag#REMEDIES}; else
   * TOGETHER.
   */
  CONSTRAINT(KoordRaw.KOORD_DRA_REASON_CONSTRAINT),
  /**
   * Each request has enough devices, but no choice of them meets all constraints, counters and
   * capacities; perhaps not even the choice for one request.
   */
  TOGETHER(KoordRaw.KOORD_DRA_REASON_TOGETHER),
  /** The steps ran out. */
  UNDECIDED(KoordRaw.KOORD_DRA_REASON_UNDECIDED),
  /**
   * Only in {@link DraVerdict}: all claims need more than 1,024 devices of the node. {@link
   * DraAllocation#run} returns LIMIT.
   */
  POD_LIMIT(KoordRaw.KOORD_DRA_REASON_POD_LIMIT),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final DraReason[] KNOWN = values();
  private final int code;

  DraReason(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static DraReason of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
