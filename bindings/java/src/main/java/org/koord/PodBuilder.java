package org.koord;

/**
 * Builds a {@link Pod} without JSON. Fields that are not set are not stated; setting a field again
 * replaces its value. Setters return this object. Not thread-safe.
 */
public final class PodBuilder extends PodBuilderCalls {
  PodBuilder(String name) {
    super(name);
  }

  /**
   * Adds an app container. Later resources and variables belong to it.
   *
   * @param containerName its name
   * @return this object
   */
  public PodBuilder container(String containerName) {
    return container(ContainerKind.APP, containerName);
  }

  /**
   * Sets the request and limit of the pod as a whole, spec.resources.
   *
   * @param resource its name
   * @param request the requested amount
   * @param limit the limit; negative if not stated
   * @return this object
   */
  public PodBuilder podResource(String resource, long request, long limit) {
    return resource(ResourceScope.POD.code(), resource, request, limit);
  }

  /**
   * Sets spec.overhead.
   *
   * @param resource its name
   * @param amount the amount
   * @return this object
   */
  public PodBuilder overhead(String resource, long amount) {
    return resource(ResourceScope.OVERHEAD.code(), resource, amount, -1);
  }

  /** {@return {@link Pod#fromBuilder(PodBuilder)} of this object, which can be reused} */
  public Pod build() {
    return Pod.fromBuilder(this);
  }

  /**
   * Returns {@link Pod#fromBuilder(Context, PodBuilder)} of this object, which can be reused.
   *
   * @param context receives diagnostics; may be null
   * @return the pod, to be closed
   */
  public Pod build(Context context) {
    return Pod.fromBuilder(context, this);
  }
}
