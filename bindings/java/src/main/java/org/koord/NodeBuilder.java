package org.koord;

/**
 * Builds a node of a {@link Cluster} or {@link Agent} without JSON. Fields that are not set are not
 * stated; setting a field again replaces its value. Setters return this object. Not thread-safe.
 */
public final class NodeBuilder extends NodeBuilderCalls {
  /**
   * Starts a node of this name, which must not be empty.
   *
   * @param name its name
   */
  public NodeBuilder(String name) {
    super(name);
  }

  /**
   * Sets the allocatable amount of a resource: milli-CPU for "cpu", bytes or units for all others.
   *
   * @param resource its name
   * @param allocatable the amount
   * @return this object
   */
  public NodeBuilder resource(String resource, long allocatable) {
    return resource(resource, allocatable, 0);
  }
}
