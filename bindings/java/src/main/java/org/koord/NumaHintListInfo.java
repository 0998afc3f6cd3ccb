// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A list of hints that was added.
 *
 * @param name name of the resource
 * @param hintCount 0 unless kind is {@link NumaHintKind#HINTS}
 * @param provider provider
 * @param kind kind
 */
public record NumaHintListInfo(String name, int hintCount, int provider, NumaHintKind kind) {
  static NumaHintListInfo read(Memory m, Memory arena) {
    return new NumaHintListInfo(
        m.text(arena), m.i32(), m.i32(), NumaHintKind.of(m.i32()));
  }
}
