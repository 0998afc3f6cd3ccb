// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The refusal of a request; reason {@link Reason#NONE}: it was granted. To store or send a refusal,
 * use {@link Refusal#toJson}.
 *
 * @param needed in units of {@code object}
 * @param best the most that any considered place could supply, in the same units
 * @param reasonCode reason
 * @param profileCode selects the message of {@link Refusal#text}
 * @param objectCode unit of needed and best
 * @param whereObjectCode kind of the object {@code where}
 * @param where id of that object, -1 for the machine and for pods
 * @param bindPolicyCode the bind policy that was not met; 0: none
 * @param exclusivePolicyCode the exclusive policy that was not met; 0: none
 * @param numaPolicyCode the NUMA policy that was not met; 0: none
 * @param threadsPerCore threads of the machine's cores if whole cores are required; 255: that many
 *     or more; else 0
 * @param resource The resource ({@link Cluster#resourceName}; of {@link Kubelet#admit}: {@link
 *     Kubelet#formatRefusal}); -1: none, or one that no node has.
 * @param deviceType The device type ({@link Cluster#deviceTypeName}); -1: none, or one without a
 *     number.
 * @param maxNodes number of nodes that a gang may use; 0: any number, or not a gang
 */
public record Refusal(
    long needed,
    long best,
    int reasonCode,
    int profileCode,
    int objectCode,
    int whereObjectCode,
    int where,
    int bindPolicyCode,
    int exclusivePolicyCode,
    int numaPolicyCode,
    int threadsPerCore,
    int resource,
    int deviceType,
    int maxNodes) implements RefusalMethods {
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
   * Unit of needed and best.
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
   * The bind policy that was not met; 0: none.
   *
   * @return {@code bindPolicyCode} as a name
   */
  public BindPolicy bindPolicy() {
    return BindPolicy.of(bindPolicyCode);
  }

  /**
   * The exclusive policy that was not met; 0: none.
   *
   * @return {@code exclusivePolicyCode} as a name
   */
  public ExclusivePolicy exclusivePolicy() {
    return ExclusivePolicy.of(exclusivePolicyCode);
  }

  /**
   * The NUMA policy that was not met; 0: none.
   *
   * @return {@code numaPolicyCode} as a name
   */
  public NumaPolicy numaPolicy() {
    return NumaPolicy.of(numaPolicyCode);
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
   * Writes the refusal as one line of JSON with names in place of numbers
   * (docs/reference/refusals.md), for logs, storage and transmission.
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
    m.put((byte) bindPolicyCode);
    m.put((byte) exclusivePolicyCode);
    m.put((byte) numaPolicyCode);
    m.put((byte) threadsPerCore);
    m.put(resource);
    m.put(deviceType);
    m.put(maxNodes);
    m.skip(12);
  }

  static Refusal read(Memory m) {
    Refusal read =
        new Refusal(
            m.i64(), m.i64(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.u8(), m.u8(), m.u8(),
            m.u8(), m.i32(), m.i32(), m.i32());
    m.skip(12); // reserved: what follows begins behind it
    return read;
  }
}
