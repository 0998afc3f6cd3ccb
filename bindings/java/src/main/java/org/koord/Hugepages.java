// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Huge pages of one size on a NUMA node.
 *
 * @param pageBytes page bytes
 * @param pages number configured
 * @param numaNode numa node
 */
public record Hugepages(long pageBytes, long pages, int numaNode) {
  static Hugepages read(Memory m) {
    return new Hugepages(
        m.i64(), m.i64(), m.i32());
  }
}
