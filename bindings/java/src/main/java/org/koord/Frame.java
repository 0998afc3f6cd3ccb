package org.koord;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;

/**
 * The resources of one call into the library: memory for its arguments and results, which is a
 * stack of the thread, and the handles that it uses, which are released when the frame closes.
 * Frames nest, because a listener of diagnostics may make calls in the middle of a call.
 */
final class Frame implements AutoCloseable {
  /** Words of a set that can hold every CPU number. */
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
  private final List<Runnable> made = new ArrayList<>();
  /** For each open frame, the start indices of its memory, handles, blocks and created objects. */
  private int[] starts = new int[4 * 8];

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
    if (4 * (depth + 1) > starts.length) {
      starts = Arrays.copyOf(starts, 2 * starts.length);
    }
    if (top + ERROR_BYTES > STACK_BYTES) {
      throw new StackOverflowError("libkoord called from its own log callback");
    }
    starts[4 * depth] = top;
    starts[4 * depth + 1] = used.size();
    starts[4 * depth + 2] = blocks.size();
    starts[4 * depth + 3] = made.size();
    depth++;
    top += ERROR_BYTES;
  }

  @Override
  public void close() {
    depth--;
    top = starts[4 * depth];
    int descriptions = starts[4 * depth + 3];
    while (made.size() > descriptions) {
      made.remove(made.size() - 1).run();
    }
    int handles = starts[4 * depth + 1];
    for (int i = used.size() - 1; i >= handles; i--) {
      used.remove(i).leave(alone.remove(i));
    }
    int kept = starts[4 * depth + 2];
    while (blocks.size() > kept) {
      blocks.remove(blocks.size() - 1);
    }
  }

  /** Returns the address of the call's error struct. */
  long error() {
    return stackAddress + starts[4 * (depth - 1)];
  }

  /** Throws the error in {@link #error} unless the call succeeded. */
  void check(int status) {
    if (status != KoordRaw.KOORD_OK) {
      int at = starts[4 * (depth - 1)];
      String message = new Memory(stack, at, 0).seek(8).text(ERROR_BYTES - 8);
      throw KoordException.of(status, message);
    }
  }

  /** Returns the address of a handle that other calls may also read; 0 for null. */
  long read(Handle handle) {
    return use(handle, false);
  }

  /** Returns the address of a required argument. */
  long read(String name, Handle handle) {
    return read(java.util.Objects.requireNonNull(handle, name));
  }

  /** Returns an array of the addresses of handles that other calls may also read. */
  long handles(String name, List<? extends Handle> handles) {
    java.util.Objects.requireNonNull(handles, name);
    Memory addresses = bytes((long) Long.BYTES * handles.size());
    for (Handle handle : handles) {
      addresses.put(read(java.util.Objects.requireNonNull(handle)));
    }
    return addresses.address();
  }

  /** Returns the address of the object that a description creates for this call; 0 for null. */
  long make(Steps description) {
    if (description == null) {
      return 0;
    }
    long address = description.make(this);
    made.add(() -> description.free(address));
    description.say(this, address);
    return address;
  }

  /** Returns the address of a required argument. */
  long make(String name, Steps description) {
    return make(java.util.Objects.requireNonNull(description, name));
  }

  /** Returns the handle whose address a call wrote, or null if it created none. */
  <T> T made(Memory out, java.util.function.LongFunction<T> wrap) {
    long address = out.seek(0).i64();
    return address == 0 ? null : wrap.apply(address);
  }

  /** Returns the address of a handle that this call uses exclusively. */
  long write(Handle handle) {
    return use(handle, true);
  }

  /** Returns the address of a required argument. */
  long write(String name, Handle handle) {
    return write(java.util.Objects.requireNonNull(handle, name));
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

  /** Returns memory of this frame, not cleared, aligned to 8 bytes. */
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

  /** Returns a cleared struct with its size set. Writing continues after struct_size. */
  Memory struct(int size) {
    Memory memory = zeros(size);
    memory.seek(0).put(size);
    return memory;
  }

  /** Returns the address of a set of {@link #WORDS} words; 0 for null. */
  long words(CpuSet set) {
    return set == null ? 0 : words(set, WORDS).address();
  }

  Memory words(CpuSet set, int count) {
    Memory memory = bytes((long) count * Long.BYTES);
    set.write(memory, count);
    return memory.seek(0);
  }

  /** Returns memory for a set of CPUs. */
  Memory words() {
    return bytes((long) WORDS * Long.BYTES);
  }

  static byte[] utf8(String text) {
    return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the bytes of a required argument. */
  static byte[] utf8(String name, String text) {
    return utf8(java.util.Objects.requireNonNull(text, name));
  }

  /** Checks a count, which is unsigned in koord.h. */
  static int count(String name, int value) {
    return (int) count(name, (long) value);
  }

  static long count(String name, long value) {
    if (value < 0) {
      throw new IllegalArgumentException(name + " is negative: " + value);
    }
    return value;
  }

  /** Returns the document that a call wrote to `out`, and frees it. */
  static byte[] document(Memory out) {
    byte[] bytes = KoordRaw.koord_jni_take(out.seek(0).i64());
    if (bytes == null) {
      throw new OutOfMemoryError("a document of libkoord");
    }
    return bytes;
  }

  static String documentText(Memory out) {
    return new String(document(out), StandardCharsets.UTF_8);
  }

  interface Out {
    int call(long out);
  }

  /** Returns the address that a call wrote. */
  long handle(Out call) {
    Memory out = bytes(Long.BYTES);
    check(call.call(out.address()));
    return out.i64();
  }

  String document(Out call) {
    Memory out = bytes(Long.BYTES);
    check(call.call(out.address()));
    return documentText(out);
  }

  /** Returns the set of CPUs that a call wrote. */
  CpuSet cpus(Out call) {
    Memory out = words();
    check(call.call(out.address()));
    return CpuSet.read(out, WORDS);
  }

  interface TextCall {
    int call(long text, long capacity, long needed);
  }

  /** Returns a text that a call writes. Enlarges the buffer until it fits. */
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

  /** Returns rows that a call writes. Enlarges the buffer until they fit. */
  <T> List<T> rows(int size, Function<Memory, T> read, RowsCall call) {
    Memory counted = bytes(Long.BYTES);
    long capacity = FIRST_ROWS;
    while (true) {
      Memory rows = bytes(capacity * size);
      int status = call.call(rows.address(), capacity, counted.seek(0).put(0L).address());
      long count = counted.seek(0).i64();
      if (status == KoordRaw.KOORD_E_NO_SPACE && count > capacity) {
        capacity = count;
        continue;
      }
      check(status);
      return list(rows, (int) count, size, read);
    }
  }

  interface TextsCall {
    long call(long length);
  }

  /** Returns the texts of rows, which belong to a handle of this frame. */
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
