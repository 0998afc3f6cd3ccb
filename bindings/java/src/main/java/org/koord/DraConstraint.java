// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A constraint of a claim. Constraints are numbered from 0 in the order in which they are added.
 * Immutable: each setter returns a changed copy.
 */
public final class DraConstraint {
  private final DraConstraintKind kind;
  private final int claim;
  private final int attribute;

  /** All defaults. */
  public DraConstraint() {
    this(DraConstraintKind.NONE, 0, 0);
  }

  private DraConstraint(DraConstraintKind kind, int claim, int attribute) {
    this.kind = kind;
    this.claim = claim;
    this.attribute = attribute;
  }

  /**
   * Kind.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraConstraint kind(DraConstraintKind value) {
    return new DraConstraint(java.util.Objects.requireNonNull(value, "kind"), claim, attribute);
  }

  /**
   * Claim.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraConstraint claim(int value) {
    return new DraConstraint(kind, Frame.count("claim", value), attribute);
  }

  /**
   * {@code DraAttribute.name}; devices without it cannot be used.
   *
   * @param value the new value
   * @return a changed copy
   */
  public DraConstraint attribute(int value) {
    return new DraConstraint(kind, claim, Frame.count("attribute", value));
  }

  static long write(Frame frame, DraConstraint options) {
    if (options == null) {
      return 0;
    }
    Memory m = frame.struct(KoordRaw.koord_dra_constraint_size);
    m.put(0);
    m.put(options.kind.code());
    m.put(options.claim);
    m.put(options.attribute);
    m.put(0);
    return m.address();
  }
}
