// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * Huge pages of one size on a NUMA node.
 *
 * @param pageBytes page bytes
 * @param count pages configured
 * @param node node
 */
public record HugePages(long pageBytes, long count, int node) {
  static HugePages read(Memory m) {
    return new HugePages(
        m.i64(), m.i64(), m.i32());
  }
}
