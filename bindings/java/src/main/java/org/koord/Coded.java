package org.koord;

/** An enum with the numbers of koord.h. */
interface Coded {
  /** Returns the number in koord.h. */
  int code();

  static <E extends Coded> E of(E[] known, int code, E otherwise) {
    for (E value : known) {
      if (value.code() == code) {
        return value;
      }
    }
    return otherwise;
  }

  /** Returns the number of a required argument. */
  static int code(String name, Coded value) {
    return java.util.Objects.requireNonNull(value, name).code();
  }

  /** Returns flags as bits. */
  static int bits(Coded[] flags) {
    int bits = 0;
    for (Coded flag : flags) {
      bits |= flag.code();
    }
    return bits;
  }

  static int with(int flags, int flag, boolean on) {
    return on ? flags | flag : flags & ~flag;
  }
}
