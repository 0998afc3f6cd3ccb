// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A capacity of a device with its request policy (KEP-5075). Amounts are 0 to 2^50.
 *
 * @param device device
 * @param name name
 * @param value value
 * @param used consumed by allocations; 0 unless the device is SHARED and ALLOCATED
 * @param policy policy
 * @param flags flags, which the methods below test
 * @param defaultAmount consumed by requests that do not name the capacity
 * @param min of a range
 * @param max of a range
 * @param step of a range, from min; at least 1
 */
public record DraCapacity(
    int device,
    int name,
    long value,
    long used,
    DraPolicy policy,
    int flags,
    long defaultAmount,
    long min,
    long max,
    long step) {
  /**
   * default_amount.
   *
   * @return true if the flag is set
   */
  public boolean hasDefault() {
    return (flags & KoordRaw.KOORD_DRA_CAPACITY_HAS_DEFAULT) != 0;
  }

  /**
   * Max.
   *
   * @return true if the flag is set
   */
  public boolean hasMax() {
    return (flags & KoordRaw.KOORD_DRA_CAPACITY_HAS_MAX) != 0;
  }

  /**
   * Step.
   *
   * @return true if the flag is set
   */
  public boolean hasStep() {
    return (flags & KoordRaw.KOORD_DRA_CAPACITY_HAS_STEP) != 0;
  }

  void write(Memory m) {
    m.put(device);
    m.put(name);
    m.put(value);
    m.put(used);
    m.put(policy.code());
    m.put(flags);
    m.put(defaultAmount);
    m.put(min);
    m.put(max);
    m.put(step);
  }

  static DraCapacity read(Memory m) {
    return new DraCapacity(
        m.i32(), m.i32(), m.i64(), m.i64(), DraPolicy.of(m.i32()), m.i32(), m.i64(), m.i64(),
        m.i64(), m.i64());
  }
}
