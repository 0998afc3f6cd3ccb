package org.koord;

/** An enum with the numbers of koord.h. */
interface Coded {
  /** The number in koord.h. */
  int code();

  static <E extends Coded> E of(E[] known, int code, E otherwise) {
    for (E value : known) {
      if (value.code() == code) {
        return value;
      }
    }
    return otherwise;
  }

  /** The number of an argument that must be there. */
  static int code(String name, Coded value) {
    return java.util.Objects.requireNonNull(value, name).code();
  }

  static int with(int flags, int flag, boolean on) {
    return on ? flags | flag : flags & ~flag;
  }
}
