// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The kind of a container of a pod. Numbers that only a newer library knows become {@link
 * #UNRECOGNIZED}.
 */
public enum ContainerKind implements Coded {
  /** App. */
  APP(KoordRaw.KOORD_CONTAINER_KIND_APP),
  /** Runs to its end before the app containers start. */
  INIT(KoordRaw.KOORD_CONTAINER_KIND_INIT),
  /** An init container that keeps running (restartPolicy Always). */
  SIDECAR(KoordRaw.KOORD_CONTAINER_KIND_SIDECAR),
  /** A number that this binding does not know. Calls reject it as an argument. */
  UNRECOGNIZED(Integer.MIN_VALUE);

  private static final ContainerKind[] KNOWN = values();
  private final int code;

  ContainerKind(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  static ContainerKind of(int code) {
    return Coded.of(KNOWN, code, UNRECOGNIZED);
  }
}
