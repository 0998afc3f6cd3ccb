package org.koord;

/**
 * Why a request was refused, or that it was granted. Numbers that this binding does not know are
 * kept: the library still finds words for them.
 *
 * @param needed what was asked for, in units of {@code object}
 * @param best the most that any place considered could give, same units
 * @param reasonCode as koord.h numbers it; 0: granted
 * @param profileCode whose words {@link #text} uses
 * @param objectCode what needed and best count
 * @param whereObjectCode what {@code where} is
 * @param where its id, -1 for the machine
 * @param policy the policy that was not met, where the reason names one: a number of {@link
 *     BindPolicy}, {@link ExclusivePolicy} or {@link NumaPolicy}; else 0
 * @param resource the resource ({@link Cluster#resourceName}); -1: none, or one that no node has
 * @param deviceType the type of devices ({@link Cluster#deviceTypeName}); -1: none
 * @param count threads per core, or how many nodes a gang may use; 0: none
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
    int count) {
  /** Whether the request was refused. */
  public boolean refused() {
    return reasonCode != KoordRaw.KOORD_REASON_NONE;
  }

  /** The reason; {@link Reason#NONE} when granted. */
  public Reason reason() {
    return Reason.of(reasonCode);
  }

  /** Whose words {@link #text} uses. */
  public Profile profile() {
    return Profile.of(profileCode);
  }

  /** What {@code needed} and {@code best} count. */
  public ObjectKind object() {
    return ObjectKind.of(objectCode);
  }

  /** What {@code where} is. */
  public ObjectKind whereObject() {
    return ObjectKind.of(whereObjectCode);
  }

  /** Stable name of the reason ("NotEnoughCPUs"), of kubelet's under its profile. */
  public String reasonName() {
    return KoordRaw.koord_reason_get_name(reasonCode, profileCode);
  }

  /** The same refusal in the words of another profile. */
  public Refusal in(Profile profile) {
    return new Refusal(
        needed, best, reasonCode, Coded.code("profile", profile), objectCode, whereObjectCode,
        where, policy, resource, deviceType, count);
  }

  /** One sentence for people; under a profile other than {@link Profile#SPEC} the peer's own. */
  public String text() {
    try (Frame f = Frame.open()) {
      Memory row = row(f);
      return f.text(
          (text, capacity, need) ->
              KoordRaw.koord_refusal_format(row.address(), text, capacity, need, f.error()));
    }
  }

  /** One line of JSON with names in place of numbers, for logs and for what is stored or sent. */
  public String toJson() {
    try (Frame f = Frame.open()) {
      Memory row = row(f);
      return f.document(
          out -> KoordRaw.koord_refusal_to_json(row.address(), out, f.error()));
    }
  }

  private Memory row(Frame f) {
    Memory row = f.bytes(KoordRaw.koord_refusal_size);
    row.put(needed).put(best).put(reasonCode).put(profileCode).put(objectCode);
    row.put(whereObjectCode).put(where).put(policy).put(resource).put(deviceType).put(count);
    return row;
  }

  /** The sentence of {@link #text}. */
  @Override
  public String toString() {
    return text();
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
