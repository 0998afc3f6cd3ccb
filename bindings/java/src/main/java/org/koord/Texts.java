package org.koord;

import java.io.ByteArrayOutputStream;

/** The texts of a call's structs, one after another: its arena. */
final class Texts {
  private final ByteArrayOutputStream arena = new ByteArrayOutputStream();

  /** Writes a text's (offset, length) to a struct; null is length 0. */
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
