package org.koord;

/** A result that may be a refusal. */
interface Answer {
  /** Returns the refusal. Its reason is {@link Reason#NONE} if the request was granted. */
  Refusal refusal();

  /** {@return true if the request was granted} */
  default boolean granted() {
    return !refusal().refused();
  }
}
