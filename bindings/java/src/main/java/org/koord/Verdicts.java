package org.koord;

import java.nio.ByteBuffer;

/**
 * Verdicts of many nodes, in memory that the library fills in one crossing and that is used again and
 * again. It grows when a call has more rows than it holds. A row is read field by field, without an
 * object. For one thread at a time.
 */
public final class Verdicts {
  /** Bytes of a row: node, reason, score and flags, each an int in native order. */
  public static final int ROW_BYTES = KoordRaw.koord_verdict_size;

  private static final int NODE = 0;
  private static final int REASON = 4;
  private static final int SCORE = 8;
  private static final int FLAGS = 12;

  private ByteBuffer rows;
  private long address;
  private int count;
  private long generation;

  /** Room for so many rows. */
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

  /** Fills it by a call that is repeated with more room where there was too little. */
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

  /** How many rows the last call wrote. */
  public int size() {
    return count;
  }

  /** The generation of the cluster that was judged, for {@link Query#setGeneration}. */
  public long generation() {
    return generation;
  }

  /** The number of the node. */
  public int node(int row) {
    return rows.getInt(at(row) + NODE);
  }

  /** Whether the node can take the pod. */
  public boolean fits(int row) {
    return rows.getInt(at(row) + REASON) == KoordRaw.KOORD_REASON_NONE;
  }

  /** Why it cannot. */
  public Reason reason(int row) {
    return Reason.of(rows.getInt(at(row) + REASON));
  }

  /** How well it suits, as {@link Verdict#score}. */
  public int score(int row) {
    return rows.getInt(at(row) + SCORE);
  }

  /** Whether taking pods away would not change the reason. */
  public boolean unresolvable(int row) {
    return (rows.getInt(at(row) + FLAGS) & KoordRaw.KOORD_VERDICT_UNRESOLVABLE) != 0;
  }

  /** Whether the node is gone; only {@link Cluster#changes} says so. */
  public boolean removed(int row) {
    return (rows.getInt(at(row) + FLAGS) & KoordRaw.KOORD_VERDICT_REMOVED) != 0;
  }

  /** A row as an object. */
  public Verdict get(int row) {
    return Verdict.read(new Memory(rows, at(row), 0));
  }

  /** The rows, {@link #ROW_BYTES} each, read-only and in native order; valid until the next call. */
  public ByteBuffer buffer() {
    return rows.slice(0, count * ROW_BYTES).asReadOnlyBuffer().order(rows.order());
  }

  private int at(int row) {
    return java.util.Objects.checkIndex(row, count) * ROW_BYTES;
  }

  /**
   * The proposal's normalisation, over all rows: 100 * score / highest score, rounded down. Leave
   * only nodes that all filters left before.
   */
  public void normalize() {
    try (Frame f = Frame.open()) {
      ByteBuffer target = rows;
      f.check(KoordRaw.koord_verdicts_normalize(address, ROW_BYTES, count, f.error()));
      java.lang.ref.Reference.reachabilityFence(target);
    }
  }
}
