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
 * @param detail by reason: the policy refused, threads per core, the level of a NodeResourceTopology
 *     match, the resource ({@link Cluster#resourceName}; -1: one that no node has), the type of
 *     devices ({@link Cluster#deviceTypeName}), how many nodes a gang may use
 */
public record Refusal(
    long needed,
    long best,
    int reasonCode,
    int profileCode,
    int objectCode,
    int whereObjectCode,
    int where,
    int detail) {
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
        where, detail);
  }

  /** One sentence for people; under a profile other than {@link Profile#SPEC} the peer's own. */
  public String text() {
    try (Frame f = Frame.open()) {
      Memory row = f.bytes(KoordRaw.koord_refusal_size);
      row.put(needed).put(best).put(reasonCode).put(profileCode).put(objectCode);
      row.put(whereObjectCode).put(where).put(detail);
      return f.text(
          (text, capacity, need) ->
              KoordRaw.koord_refusal_format(row.address(), text, capacity, need, f.error()));
    }
  }

  /** The sentence of {@link #text}. */
  @Override
  public String toString() {
    return text();
  }

  static Refusal read(Memory m) {
    return new Refusal(
        m.i64(), m.i64(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
  }
}
