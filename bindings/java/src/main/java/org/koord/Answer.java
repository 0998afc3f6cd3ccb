package org.koord;

/** What may be refused. */
interface Answer {
  /** Why not; a reason of {@link Reason#NONE} where it was granted. */
  Refusal refusal();

  /** {@return whether nothing was refused} */
  default boolean granted() {
    return !refusal().refused();
  }
}
