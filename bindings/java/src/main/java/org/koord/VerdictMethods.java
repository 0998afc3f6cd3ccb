package org.koord;

/** What follows from the reason of a node. */
interface VerdictMethods {
  Reason reason();

  /** {@return whether the node can take the pod} */
  default boolean fits() {
    return reason() == Reason.NONE;
  }
}
