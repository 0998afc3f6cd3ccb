package org.koord;

import java.util.Arrays;
import java.util.BitSet;
import java.util.PrimitiveIterator;
import java.util.stream.IntStream;

/** An immutable set of CPU numbers, 0 to 8191. Its text is the Linux list form, "0-3,8". */
public final class CpuSet implements Iterable<Integer> {
  /** No CPUs. */
  public static final CpuSet EMPTY = new CpuSet(new BitSet());

  /** The limit of CPU numbers in a set; all are below it. */
  public static final int MAX_CPUS = KoordRaw.KOORD_MAX_CPUS;

  private final BitSet bits;

  private CpuSet(BitSet bits) {
    this.bits = bits;
  }

  /**
   * Returns the set of CPUs with these numbers. Throws IllegalArgumentException if one is out of
   * range.
   *
   * @param cpus CPU numbers
   * @return the set
   */
  public static CpuSet of(int... cpus) {
    BitSet bits = new BitSet();
    Arrays.stream(cpus).forEach(cpu -> bits.set(checked(cpu)));
    return new CpuSet(bits);
  }

  /**
   * Returns the CPUs first, first + 1, ..., last. Throws IllegalArgumentException if one is out of
   * range.
   *
   * @param first the lowest
   * @param last the highest
   * @return the set
   */
  public static CpuSet range(int first, int last) {
    BitSet bits = new BitSet();
    bits.set(checked(first), checked(last) + 1);
    return new CpuSet(bits);
  }

  /**
   * Returns a copy as a set. Throws IllegalArgumentException if a number is out of range.
   *
   * @param cpus CPU numbers
   * @return the set
   */
  public static CpuSet of(BitSet cpus) {
    if (cpus.length() > 0) {
      checked(cpus.length() - 1);
    }
    return new CpuSet((BitSet) cpus.clone());
  }

  /**
   * Parses the Linux list form; "" is the empty set. Throws {@link KoordException.Invalid} if the
   * text is not a list: blanks, reversed ranges, empty items, a number out of range.
   *
   * @param list "0-3,8"
   * @return the set
   */
  public static CpuSet parse(String list) {
    try (Frame f = Frame.open()) {
      return f.cpus(out ->
          KoordRaw.koord_cpulist_parse(Frame.utf8("list", list), out, Frame.WORDS, f.error()));
    }
  }

  private static int checked(int cpu) {
    if (cpu < 0 || cpu >= MAX_CPUS) {
      throw new IllegalArgumentException("CPU " + cpu + " is not in 0.." + (MAX_CPUS - 1));
    }
    return cpu;
  }

  static CpuSet read(Memory memory, int words) {
    return new CpuSet(BitSet.valueOf(memory.longs(words)));
  }

  /** Writes this many words. Throws IllegalArgumentException if a CPU does not fit. */
  void write(Memory memory, int words) {
    long[] values = bits.toLongArray();
    if (values.length > words) {
      throw new IllegalArgumentException(
          "CPU " + (bits.length() - 1) + " is not in 0.." + (words * Long.SIZE - 1));
    }
    for (int i = 0; i < words; i++) {
      memory.put(i < values.length ? values[i] : 0L);
    }
  }

  /** {@return the number of CPUs} */
  public int size() {
    return bits.cardinality();
  }

  /** {@return true if the set is empty} */
  public boolean isEmpty() {
    return bits.isEmpty();
  }

  /**
   * Returns true if the set contains this CPU.
   *
   * @param cpu its number
   * @return true if it does
   */
  public boolean contains(int cpu) {
    return cpu >= 0 && bits.get(cpu);
  }

  /**
   * Returns true if the set contains all CPUs of another set.
   *
   * @param other another set
   * @return true if it does
   */
  public boolean containsAll(CpuSet other) {
    return other.minus(this).isEmpty();
  }

  /**
   * Returns the CPUs in either set.
   *
   * @param other another set
   * @return the union
   */
  public CpuSet plus(CpuSet other) {
    BitSet result = toBitSet();
    result.or(other.bits);
    return new CpuSet(result);
  }

  /**
   * Returns the CPUs in this set that are not in the other.
   *
   * @param other another set
   * @return the difference
   */
  public CpuSet minus(CpuSet other) {
    BitSet result = toBitSet();
    result.andNot(other.bits);
    return new CpuSet(result);
  }

  /**
   * Returns the CPUs in both sets.
   *
   * @param other another set
   * @return the intersection
   */
  public CpuSet and(CpuSet other) {
    BitSet result = toBitSet();
    result.and(other.bits);
    return new CpuSet(result);
  }

  /** {@return the CPU numbers, ascending} */
  public IntStream stream() {
    return bits.stream();
  }

  /** {@return the CPU numbers, ascending} */
  public int[] toArray() {
    return stream().toArray();
  }

  /** {@return a copy} */
  public BitSet toBitSet() {
    return (BitSet) bits.clone();
  }

  @Override
  public PrimitiveIterator.OfInt iterator() {
    return stream().iterator();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof CpuSet set && bits.equals(set.bits);
  }

  @Override
  public int hashCode() {
    return bits.hashCode();
  }

  /** Returns the Linux list form, ascending and with ranges: "0-3,8". */
  @Override
  public String toString() {
    try (Frame f = Frame.open()) {
      long words = f.words(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_cpulist_format(words, Frame.WORDS, text, capacity, needed, f.error()));
    }
  }
}
