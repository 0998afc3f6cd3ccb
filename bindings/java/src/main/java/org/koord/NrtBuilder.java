package org.koord;

/**
 * Puts the NodeResourceTopology of a node of a {@link Cluster} together without JSON. What is not said
 * is as in an object that does not state it. Setters return this object. Not safe for use by several
 * threads.
 */
public final class NrtBuilder extends NrtBuilderCalls {
  /**
   * Of the node of this name, which must not be empty.
   *
   * @param name its name
   */
  public NrtBuilder(String name) {
    super(name);
  }

  /**
   * The zone of a NUMA node, "node-0"; resources and costs that follow are its own.
   *
   * @param zone its name
   * @return this object
   */
  public NrtBuilder zone(String zone) {
    return zone(zone, "Node");
  }

  /**
   * What the last zone has of a resource: milli-CPU for "cpu", bytes or units for all others.
   *
   * @param resource its name
   * @param amount how much of it
   * @return this object
   */
  public NrtBuilder resource(String resource, long amount) {
    return resource(resource, amount, amount, amount);
  }
}
