// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Counts of a node.
 *
 * @param generation grows with every change
 * @param pods pods
 * @param words number of words that a CPU set of the machine needs
 */
public record AgentInfo(long generation, int pods, int words) {
  static AgentInfo read(Memory m) {
    m.seek(8);
    return new AgentInfo(
        m.i64(), m.i32(), m.i32());
  }
}
