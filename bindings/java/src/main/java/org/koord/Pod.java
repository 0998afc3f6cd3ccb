package org.koord;

import java.util.OptionalLong;

/** An immutable pod. Thread-safe. */
public final class Pod extends PodCalls {
  Pod(long address) {
    super(address);
  }

  /**
   * Starts a pod that is built field by field. {@code name} must not be empty.
   *
   * @param name its name
   * @return the builder
   */
  public static PodBuilder builder(String name) {
    return new PodBuilder(name);
  }

  /**
   * Returns the effective request of a resource ("memory", "nvidia.com/gpu") as computed by
   * Kubernetes: milli-CPU for "cpu", bytes or units for all others. Empty if none is stated.
   *
   * @param resource its name
   * @return the amount
   */
  public OptionalLong request(String resource) {
    return amount(resource, true);
  }

  /**
   * Returns the effective limit of a resource, in the units of {@link #request}.
   *
   * @param resource its name
   * @return the amount
   */
  public OptionalLong limit(String resource) {
    return amount(resource, false);
  }

  private OptionalLong amount(String resource, boolean request) {
    try (Frame f = Frame.open()) {
      Memory out = f.bytes(Long.BYTES);
      f.check(
          KoordRaw.koord_pod_get_request(
              f.read(this), Frame.utf8("resource", resource), request ? out.address() : 0,
              request ? 0 : out.address(), f.error()));
      long value = out.i64();
      return value < 0 ? OptionalLong.empty() : OptionalLong.of(value);
    }
  }
}
