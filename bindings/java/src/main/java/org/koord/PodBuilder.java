package org.koord;

/**
 * Puts a {@link Pod} together without JSON. What is not said is as in a pod that does not state it;
 * what is said again is replaced. Setters return this object. Not safe for use by several threads.
 */
public final class PodBuilder extends PodBuilderCalls {
  PodBuilder(String name) {
    super(name);
  }

  /**
   * An app container; resources and variables that follow are its own.
   *
   * @param containerName its name
   * @return this object
   */
  public PodBuilder container(String containerName) {
    return container(ContainerKind.APP, containerName);
  }

  /**
   * Request and limit of the pod as a whole, spec.resources.
   *
   * @param resource its name
   * @param request what is wanted
   * @param limit negative: not stated
   * @return this object
   */
  public PodBuilder podResource(String resource, long request, long limit) {
    return resource(ResourceScope.POD.code(), resource, request, limit);
  }

  /**
   * spec.overhead.
   *
   * @param resource its name
   * @param amount how much of it
   * @return this object
   */
  public PodBuilder overhead(String resource, long amount) {
    return resource(ResourceScope.OVERHEAD.code(), resource, amount, -1);
  }

  /** {@return {@link Pod#fromBuilder(PodBuilder)} of this object, which may go on} */
  public Pod build() {
    return Pod.fromBuilder(this);
  }

  /**
   * {@link Pod#fromBuilder(Context, PodBuilder)} of this object, which may go on.
   *
   * @param context receives remarks; null: nobody does
   * @return the pod, to be closed
   */
  public Pod build(Context context) {
    return Pod.fromBuilder(context, this);
  }
}
