package org.koord;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * What one call into the library needs: memory for its arguments and answers, which is a stack of
 * the thread, and the handles that it uses, which are given back when the frame closes. Frames nest,
 * so that whoever hears a remark in the middle of a call may make calls.
 */
final class Frame implements AutoCloseable {
  /** Words of a set that holds every CPU number. */
  static final int WORDS = KoordRaw.KOORD_MAX_CPUS / Long.SIZE;

  private static final int STACK_BYTES = 32 * 1024;
  private static final int ERROR_BYTES = KoordRaw.koord_error_size;
  private static final int FIRST_ROWS = 16;
  private static final int FIRST_TEXT = 256;
  private static final ThreadLocal<Frame> STACK = ThreadLocal.withInitial(Frame::new);

  private final ByteBuffer stack = direct(STACK_BYTES);
  private final long stackAddress = KoordRaw.koord_jni_address(stack);
  private final List<Handle> used = new ArrayList<>();
  private final List<Boolean> alone = new ArrayList<>();
  private final List<ByteBuffer> blocks = new ArrayList<>();
  /** For each open frame: where its memory, its handles and its blocks start. */
  private int[] starts = new int[3 * 8];

  private int depth;
  private int top;

  private Frame() {}

  static Frame open() {
    Frame frame = STACK.get();
    frame.push();
    return frame;
  }

  static ByteBuffer direct(int bytes) {
    return ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder());
  }

  private void push() {
    if (3 * (depth + 1) > starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    if (top + ERROR_BYTES > STACK_BYTES) {
      throw new StackOverflowError("calls of libkoord within remarks of libkoord");
    }
    starts[3 * depth] = top;
    starts[3 * depth + 1] = used.size();
    starts[3 * depth + 2] = blocks.size();
    depth++;
    top += ERROR_BYTES;
  }

  @Override
  public void close() {
    depth--;
    top = starts[3 * depth];
    int handles = starts[3 * depth + 1];
    for (int i = used.size() - 1; i >= handles; i--) {
      used.remove(i).leave(alone.remove(i));
    }
    int kept = starts[3 * depth + 2];
    while (blocks.size() > kept) {
      blocks.remove(blocks.size() - 1);
    }
  }

  /** Where a call writes why it failed. */
  long error() {
    return stackAddress + starts[3 * (depth - 1)];
  }

  /** Throws what a call left in {@link #error}, unless it succeeded. */
  void check(int status) {
    if (status != KoordRaw.KOORD_OK) {
      int at = starts[3 * (depth - 1)];
      String message = new Memory(stack, at, 0).seek(8).text(ERROR_BYTES - 8);
      throw KoordException.of(status, message);
    }
  }

  /** The address of a handle that others may read meanwhile; null is 0. */
  long read(Handle handle) {
    return use(handle, false);
  }

  /** The address of an argument that must be there. */
  long read(String name, Handle handle) {
    return read(java.util.Objects.requireNonNull(handle, name));
  }

  /** An array of the addresses of handles that others may read meanwhile. */
  long handles(List<? extends Handle> handles) {
    Memory addresses = bytes((long) Long.BYTES * handles.size());
    for (Handle handle : handles) {
      addresses.put(read(java.util.Objects.requireNonNull(handle)));
    }
    return addresses.address();
  }

  /** The address of a handle that this call needs alone. */
  long write(Handle handle) {
    return use(handle, true);
  }

  private long use(Handle handle, boolean exclusive) {
    if (handle == null) {
      return 0;
    }
    long address = handle.enter(exclusive);
    used.add(handle);
    alone.add(exclusive);
    return address;
  }

  /** Memory of this frame, not cleared, aligned to 8 bytes. */
  Memory bytes(long size) {
    if (size < 0 || size > Integer.MAX_VALUE - 8) {
      throw new OutOfMemoryError(size + " bytes for one call");
    }
    int rounded = ((int) size + 7) & -8;
    if (top + rounded <= STACK_BYTES) {
      Memory memory = new Memory(stack, top, stackAddress + top);
      top += rounded;
      return memory;
    }
    ByteBuffer block = direct(rounded);
    blocks.add(block);
    return new Memory(block, 0, KoordRaw.koord_jni_address(block));
  }

  Memory zeros(int size) {
    return bytes(size).zero(size);
  }

  /** A struct with its size and zeros; writing goes on after struct_size. */
  Memory struct(int size) {
    Memory memory = zeros(size);
    memory.seek(0).put(size);
    return memory;
  }

  /** A set of CPUs, {@link #WORDS} words; null is address 0. */
  long words(CpuSet set) {
    return set == null ? 0 : words(set, WORDS).address();
  }

  Memory words(CpuSet set, int count) {
    Memory memory = bytes((long) count * Long.BYTES);
    set.write(memory, count);
    return memory.seek(0);
  }

  /** Room for a set of CPUs. */
  Memory words() {
    return bytes((long) WORDS * Long.BYTES);
  }

  static byte[] utf8(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** The bytes of an argument that must be there. */
  static byte[] utf8(String name, String text) {
    return utf8(java.util.Objects.requireNonNull(text, name));
  }

  /** A number of things, which koord.h has without a sign. */
  static int count(String name, int value) {
    return (int) count(name, (long) value);
  }

  static long count(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is negative: " + value);
    }
    return value;
  }

  /** The document that a call wrote to `out`, which is freed. */
  static byte[] document(Memory out) {
    byte[] bytes = KoordRaw.koord_jni_take(out.seek(0).i64());
    if (bytes == null) {
      throw new OutOfMemoryError("a document of libkoord");
    }
    return bytes;
  }

  interface Out {
    int call(long out);
  }

  /** The address that a call wrote. */
  long handle(Out call) {
    Memory out = bytes(Long.BYTES);
    check(call.call(out.address()));
    return out.i64();
  }

  String document(Out call) {
    return new String(documentBytes(call), StandardCharsets.UTF_8);
  }

  byte[] documentBytes(Out call) {
    Memory out = bytes(Long.BYTES);
    check(call.call(out.address()));
    return document(out);
  }

  /** The set of CPUs that a call wrote. */
  CpuSet cpus(Out call) {
    Memory out = words();
    check(call.call(out.address()));
    return CpuSet.read(out, WORDS);
  }

  interface TextCall {
    int call(long text, long capacity, long needed);
  }

  /** A text that a call writes into as much room as it needs. */
  String text(TextCall call) {
    Memory needed = bytes(Long.BYTES);
    long capacity = FIRST_TEXT;
    while (true) {
      Memory text = bytes(capacity);
      int status = call.call(text.address(), capacity, needed.address());
      long length = needed.seek(0).i64();
      if (status == KoordRaw.KOORD_E_NO_SPACE && length >= capacity) {
        capacity = length + 1;
        continue;
      }
      check(status);
      return text.string(0, (int) length);
    }
  }

  interface RowsCall {
    int call(long rows, long capacity, long count);
  }

  <T> List<T> rows(int size, Function<Memory, T> read, RowsCall call) {
    return rows(size, (row, arena) -> read.apply(row), (rows, capacity, count, arena, room, length) ->
        call.call(rows, capacity, count));
  }

  interface Lent {
    long call(long length);
  }

  /** The same with texts that their handle lends: they are read where they are. */
  <T> List<T> rows(int size, BiFunction<Memory, Memory, T> read, Lent texts, RowsCall call) {
    Memory length = bytes(Long.BYTES);
    long address = texts.call(length.address());
    ByteBuffer view = (ByteBuffer) KoordRaw.koord_jni_view(address, length.i64());
    if (view == null) {
      throw new OutOfMemoryError("texts of libkoord");
    }
    Memory arena = new Memory(view, 0, address);
    return rows(size, row -> read.apply(row, arena), call);
  }

  interface ArenaCall {
    int call(long rows, long capacity, long count, long arena, long room, long length);
  }

  /** Rows that a call writes, with their texts, into as much room as they need. */
  <T> List<T> rows(int size, BiFunction<Memory, Memory, T> read, ArenaCall call) {
    Memory counts = bytes(2 * Long.BYTES);
    long capacity = FIRST_ROWS;
    long room = FIRST_TEXT;
    while (true) {
      Memory rows = bytes(capacity * size);
      Memory arena = bytes(room);
      counts.seek(0).put(0L).put(0L);
      int status =
          call.call(
              rows.address(), capacity, counts.address(), arena.address(), room, counts.address() + 8);
      long count = counts.seek(0).i64();
      long length = counts.i64();
      if (status == KoordRaw.KOORD_E_NO_SPACE && (count > capacity || length > room)) {
        capacity = Math.max(capacity, count);
        room = Math.max(room, length);
        continue;
      }
      check(status);
      return list(rows, (int) count, size, row -> read.apply(row, arena));
    }
  }

  interface TextsCall {
    long call(long length);
  }

  /** The texts of its rows that a handle of this frame lends. */
  Memory texts(TextsCall call) {
    Memory length = bytes(Long.BYTES);
    long address = call.call(length.address());
    ByteBuffer view = (ByteBuffer) KoordRaw.koord_jni_view(address, length.seek(0).i64());
    if (view == null) {
      throw new OutOfMemoryError("texts of libkoord");
    }
    return new Memory(view.order(ByteOrder.nativeOrder()), 0, address);
  }

  static <T> List<T> list(Memory rows, int count, int size, Function<Memory, T> read) {
    List<T> list = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      list.add(read.apply(rows.slice(i * size)));
    }
    return java.util.Collections.unmodifiableList(list);
  }
}
