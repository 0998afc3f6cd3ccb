package org.koord;

import java.io.ByteArrayOutputStream;

/** The arena of a call: the texts of its structs, one after another. */
final class Texts {
  private final ByteArrayOutputStream arena = new ByteArrayOutputStream();

  /** Appends a text and writes its (offset, length) to a struct. null has length 0. */
  void put(Memory m, String text) {
    m.put(arena.size());
    byte[] bytes = text == null ? new byte[0] : Frame.utf8(text);
    arena.writeBytes(bytes);
    m.put(bytes.length);
  }

  byte[] bytes() {
    return arena.toByteArray();
  }
}
