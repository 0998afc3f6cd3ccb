package org.koord;

/**
 * Builds the NodeResourceTopology of a node of a {@link Cluster} without JSON. Fields that are not
 * set are not stated. Setters return this object. Not thread-safe.
 */
public final class NrtBuilder extends NrtBuilderCalls {
  /**
   * Starts the object of the node of this name, which must not be empty.
   *
   * @param name its name
   */
  public NrtBuilder(String name) {
    super(name);
  }

  /**
   * Adds the zone of a NUMA node, such as "node-0". Later resources and costs belong to it.
   *
   * @param zone its name
   * @return this object
   */
  public NrtBuilder zone(String zone) {
    return zone(zone, "Node");
  }

  /**
   * Sets the last zone's amount of a resource: milli-CPU for "cpu", bytes or units for all others.
   *
   * @param resource its name
   * @param amount the amount
   * @return this object
   */
  public NrtBuilder resource(String resource, long amount) {
    return resource(resource, amount, amount, amount);
  }
}
