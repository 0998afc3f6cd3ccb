package org.koord;

/** What follows from the reason of a node. */
interface VerdictMethods {
  Reason reason();

  /** Whether the node can take the pod. */
  default boolean fits() {
    return reason() == Reason.NONE;
  }
}
