package org.koord;

/**
 * Puts a node of a {@link Cluster} or {@link Agent} together without JSON. What is not said is as in a
 * node that does not state it; what is said again is replaced. Setters return this object. Not safe for
 * use by several threads.
 */
public final class NodeBuilder extends NodeBuilderCalls {
  /**
   * A node of this name, which must not be empty.
   *
   * @param name its name
   */
  public NodeBuilder(String name) {
    super(name);
  }

  /**
   * What is allocatable of a resource: milli-CPU for "cpu", bytes or units for all others.
   *
   * @param resource its name
   * @param allocatable how much of it
   * @return this object
   */
  public NodeBuilder resource(String resource, long allocatable) {
    return resource(resource, allocatable, 0);
  }
}
