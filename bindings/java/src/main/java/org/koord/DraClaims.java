// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * The claims of one pod that have no allocation yet. Setters return this object. Calls that take it
 * read its current values. Not safe for use by several threads while it is being changed.
 */
public final class DraClaims extends Steps {

  /** Creates an object with no values set. */
  public DraClaims() {
  }

  /**
   * Appends an alternative.
   *
   * @param alternative the alternative
   * @param devices bit set of the devices of the inventory that the CEL selectors of the
   *     DeviceClass and the request match, and that the node can use; the caller evaluates CEL. Bit
   *     b of word w is device 64 * w + b. Copied; bits beyond the inventory's devices count as 0.
   * @return this object
   */
  public DraClaims alternative(DraAlternative alternative, CpuSet devices) {
    java.util.Objects.requireNonNull(alternative, "alternative");
    java.util.Objects.requireNonNull(devices, "devices");
    add(
        (f, made) -> {
          long alternativeAt = DraAlternative.write(f, java.util.Objects.requireNonNull(alternative, "alternative"));
          long devicesAt = f.words(java.util.Objects.requireNonNull(devices, "devices"));
          return KoordRaw.koord_dra_claims_add_alternative(
              made, alternativeAt, devicesAt, Frame.WORDS, f.error());
        });
    return this;
  }

  /**
   * Adds capacities that alternatives request of each device (KEP-5075). An amount is rounded up to
   * the device's request policy.
   *
   * @param rows the rows
   * @return this object
   */
  public DraClaims amounts(List<DraAmount> rows) {
    add(
        (f, made) -> {
          Memory rowsAt = f.bytes((long) KoordRaw.koord_dra_amount_size * rows.size());
          rows.forEach(row_ -> row_.write(rowsAt));
          return KoordRaw.koord_dra_claims_add_amounts(
              made, rowsAt.address(), KoordRaw.koord_dra_amount_size, rows.size(), f.error());
        });
    return this;
  }

  /**
   * Sets the taints that an alternative tolerates. They replace those of the alternative's row.
   *
   * @param alternative the alternative
   * @param taints bit set of the numbers of taints; bits beyond MAX_DRA_TAINTS count as 0.
   * @return this object
   */
  public DraClaims tolerated(int alternative, CpuSet taints) {
    java.util.Objects.requireNonNull(taints, "taints");
    add(
        (f, made) -> {
          long taintsAt = f.words(java.util.Objects.requireNonNull(taints, "taints"));
          return KoordRaw.koord_dra_claims_set_tolerated(
              made, Frame.count("alternative", alternative), taintsAt, Frame.WORDS, f.error());
        });
    return this;
  }

  /**
   * Appends a constraint. Add it after the alternatives of its claim.
   *
   * @param constraint the constraint
   * @param alternatives bit set of the alternatives to which it applies; empty: all of the claim,
   *     which gets no more alternatives then.
   * @return this object
   */
  public DraClaims constraint(DraConstraint constraint, CpuSet alternatives) {
    java.util.Objects.requireNonNull(constraint, "constraint");
    java.util.Objects.requireNonNull(alternatives, "alternatives");
    add(
        (f, made) -> {
          long constraintAt = DraConstraint.write(f, java.util.Objects.requireNonNull(constraint, "constraint"));
          long alternativesAt = f.words(java.util.Objects.requireNonNull(alternatives, "alternatives"));
          return KoordRaw.koord_dra_claims_add_constraint(
              made, constraintAt, alternativesAt, Frame.WORDS, f.error());
        });
    return this;
  }

  @Override
  final long make(Frame f) {
    Memory draClaimsOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_dra_claims_new(draClaimsOut.address(), f.error()));
    return draClaimsOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_dra_claims_free(made);
  }
}
