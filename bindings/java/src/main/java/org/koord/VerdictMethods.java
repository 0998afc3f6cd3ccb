package org.koord;

/** Methods derived from a node's reason. */
interface VerdictMethods {
  Reason reason();

  /** {@return true if the node can take the pod} */
  default boolean fits() {
    return reason() == Reason.NONE;
  }
}
