package org.koord;

import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.stream.IntStream;

/**
 * Verdicts of many nodes, in memory that the library fills in one call and that is reused. It grows
 * if a call returns more rows than it can hold. Rows are read field by field, without creating
 * objects. Not thread-safe.
 */
public final class Verdicts extends VerdictRows implements Iterable<Verdict> {
  /** Bytes of a row: node, reason, score and flags, each an int in native byte order. */
  public static final int ROW_BYTES = KoordRaw.koord_verdict_size;

  private ByteBuffer rows;
  private long address;
  private int count;
  private long generation;

  /**
   * Allocates memory for this many rows.
   *
   * @param capacity the number of rows
   */
  public Verdicts(int capacity) {
    allocate(capacity);
  }

  private void allocate(long capacity) {
    rows = Frame.direct(Math.toIntExact(capacity * ROW_BYTES));
    address = KoordRaw.koord_jni_address(rows);
  }

  interface Call {
    int call(long rows, long capacity, long out);
  }

  /** Fills the rows by a call that is repeated with more memory if they did not fit. */
  void fill(Frame f, long since, Call call) {
    Memory out = f.bytes(KoordRaw.koord_evaluation_size);
    while (true) {
      ByteBuffer target = rows;
      long capacity = target.capacity() / ROW_BYTES;
      out.seek(0).put(since).put(0L);
      int status = call.call(address, capacity, out.address());
      java.lang.ref.Reference.reachabilityFence(target);
      Evaluation told = Evaluation.read(out.seek(0));
      long needed = told.count();
      if (status == KoordRaw.KOORD_E_NO_SPACE && needed > capacity) {
        allocate(needed + needed / 4);
        continue;
      }
      count = 0;
      f.check(status);
      count = (int) needed;
      generation = told.generation();
      return;
    }
  }

  /** {@return the number of rows that the last call wrote} */
  public int size() {
    return count;
  }

  /** {@return the generation of the evaluated cluster, for {@link Query#setGeneration}} */
  public long generation() {
    return generation;
  }

  /**
   * {@return true if the node can take the pod}
   *
   * @param row its index, from 0
   */
  public boolean fits(int row) {
    return i32(row, REASON) == KoordRaw.KOORD_REASON_NONE;
  }

  @Override
  int i32(int row, int offset) {
    return rows.getInt(at(row) + offset);
  }

  /**
   * {@return a row as an object}
   *
   * @param row its index, from 0
   */
  public Verdict get(int row) {
    return Verdict.read(new Memory(rows, at(row), 0));
  }

  /** {@return an iterator over the rows as objects} */
  @Override
  public Iterator<Verdict> iterator() {
    return IntStream.range(0, count).mapToObj(this::get).iterator();
  }

  /** {@return the number of rows, and the generation} */
  @Override
  public String toString() {
    return "Verdicts[size=" + count + ", generation=" + generation + "]";
  }

  /** {@return the rows, read-only and in native byte order; valid until the next call} */
  public ByteBuffer buffer() {
    return rows.slice(0, count * ROW_BYTES).asReadOnlyBuffer().order(rows.order());
  }

  private int at(int row) {
    return java.util.Objects.checkIndex(row, count) * ROW_BYTES;
  }

  /**
   * Normalizes scores over all rows as the proposal does: 100 * score / highest score, rounded
   * down. Remove nodes that a filter rejected before.
   */
  public void normalize() {
    try (Frame f = Frame.open()) {
      ByteBuffer target = rows;
      f.check(KoordRaw.koord_verdicts_normalize(address, ROW_BYTES, count, f.error()));
      java.lang.ref.Reference.reachabilityFence(target);
    }
  }
}
