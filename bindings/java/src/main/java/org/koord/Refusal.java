// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Why a request was refused; reason {@link Reason#NONE}: it was granted. To store or send a
 * refusal, use {@link Refusal#toJson}.
 *
 * @param needed in units of {@code object}
 * @param best the most that any considered place could supply, in the same units
 * @param reasonCode reason
 * @param profileCode selects the message of {@link Refusal#text}
 * @param objectCode what needed and best count
 * @param whereObjectCode kind of the object {@code where}
 * @param where id of that object, -1 for the machine and for pods
 * @param policy The policy that was not met, if the reason names one: a {@link BindPolicy} for
 *     {@link Reason#REQUIRED_BIND_POLICY} and REASON_BIND_POLICY_*, a {@link ExclusivePolicy} for
 *     {@link Reason#EXCLUSIVE_POLICY_UNSUPPORTED}, a {@link NumaPolicy} for REASON_NUMA_*; else 0.
 * @param resource The resource ({@link Cluster#resourceName}); -1: none, or one that no node has.
 * @param deviceType The device type ({@link Cluster#deviceTypeName}); -1: none, or one without a
 *     number.
 * @param count {@link Reason#SMT_ALIGNMENT}, {@link Reason#NOT_ENOUGH_PHYSICAL_CORES}: threads per
 *     core; for a gang: number of nodes that it may use. 0: none.
 */
public record Refusal(
    long needed,
    long best,
    int reasonCode,
    int profileCode,
    int objectCode,
    int whereObjectCode,
    int where,
    int policy,
    int resource,
    int deviceType,
    int count) implements RefusalMethods {
  /**
   * Reason.
   *
   * @return {@code reasonCode} as a name
   */
  public Reason reason() {
    return Reason.of(reasonCode);
  }

  /**
   * Selects the message of {@link Refusal#text}.
   *
   * @return {@code profileCode} as a name
   */
  public Profile profile() {
    return Profile.of(profileCode);
  }

  /**
   * What needed and best count.
   *
   * @return {@code objectCode} as a name
   */
  public ObjectKind object() {
    return ObjectKind.of(objectCode);
  }

  /**
   * Kind of the object {@code where}.
   *
   * @return {@code whereObjectCode} as a name
   */
  public ObjectKind whereObject() {
    return ObjectKind.of(whereObjectCode);
  }

  /**
   * Writes one sentence for people.
   *
   * @return the text
   */
  public String text() {
    try (Frame f = Frame.open()) {
      Memory row = f.zeros(KoordRaw.koord_refusal_size);
      write(row);
      return f.text(
          (room, capacity, needed) ->
              KoordRaw.koord_refusal_format(row.address(), room, capacity, needed, f.error()));
    }
  }

  @Override
  public String toString() {
    return text();
  }

  /**
   * Writes the refusal as one line of JSON with names in place of numbers (docs/refusals.md), for
   * logs, storage and transmission.
   *
   * @return the text
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      Memory row = f.zeros(KoordRaw.koord_refusal_size);
      write(row);
      return f.document(out -> KoordRaw.koord_refusal_to_json(row.address(), out, f.error()));
    }
  }

  void write(Memory m) {
    m.put(needed);
    m.put(best);
    m.put(reasonCode);
    m.put(profileCode);
    m.put(objectCode);
    m.put(whereObjectCode);
    m.put(where);
    m.put(policy);
    m.put(resource);
    m.put(deviceType);
    m.put(count);
    m.skip(12);
  }

  static Refusal read(Memory m) {
    Refusal read =
        new Refusal(
            m.i64(), m.i64(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(),
            m.i32(), m.i32());
    m.skip(12); // reserved: what follows begins behind it
    return read;
  }
}
