package org.koord;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * A piece of native memory that is read and written sequentially, with C's natural alignment.
 * Fields in the order of their struct need no offsets.
 */
final class Memory {
  private final ByteBuffer bytes;
  private final int base;
  private final long address;
  private int at;

  Memory(ByteBuffer bytes, int base, long address) {
    this.bytes = bytes;
    this.base = base;
    this.address = address;
  }

  long address() {
    return address;
  }

  /** Skips bytes. */
  Memory skip(int bytes) {
    return seek(position() + bytes);
  }

  /** Moves to this many bytes after the start. */
  Memory seek(int position) {
    at = position;
    return this;
  }

  /** Returns the memory that starts this many bytes after the start. */
  Memory slice(int offset) {
    return new Memory(bytes, base + offset, address + offset);
  }

  /** Returns the current position. */
  int position() {
    return at;
  }

  private int next(int size) {
    int here = (at + size - 1) & -size;
    at = here + size;
    return base + here;
  }

  int u8() {
    return bytes.get(next(1)) & 0xff;
  }

  int i32() {
    return bytes.getInt(next(Integer.BYTES));
  }

  long i64() {
    return bytes.getLong(next(Long.BYTES));
  }

  Memory put(int value) {
    bytes.putInt(next(Integer.BYTES), value);
    return this;
  }

  Memory put(long value) {
    bytes.putLong(next(Long.BYTES), value);
    return this;
  }

  Memory put(short value) {
    bytes.putShort(next(Short.BYTES), value);
    return this;
  }

  Memory put(byte value) {
    bytes.put(next(1), value);
    return this;
  }

  Memory put(byte[] values) {
    bytes.put(base + at, values);
    at += values.length;
    return this;
  }

  /** Fills the next bytes with zeros. */
  Memory zero(int count) {
    for (int i = 0; i < count; i++) {
      bytes.put(base + at + i, (byte) 0);
    }
    return this;
  }

  long[] longs(int count) {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = i64();
    }
    return values;
  }

  /** Reads an (offset, length) of a struct and returns the text in its arena. */
  String text(Memory arena) {
    int offset = i32();
    return arena.string(offset, i32());
  }

  /** Reads a field of this many bytes and returns the text up to its first NUL. */
  String text(int capacity) {
    int length = 0;
    while (length < capacity && bytes.get(base + at + length) != 0) {
      length++;
    }
    String text = string(at, length);
    at += capacity;
    return text;
  }

  String string(int offset, int length) {
    byte[] text = new byte[length];
    bytes.get(base + offset, text);
    return new String(text, StandardCharsets.UTF_8);
  }
}
