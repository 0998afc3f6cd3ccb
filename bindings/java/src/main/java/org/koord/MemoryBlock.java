// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One kind of memory that a container has.
 *
 * @param nodes NUMA nodes it comes from: bit i is row i of {@link Topology#numaNodes}
 * @param bytes for an init container: the part that later containers do not reuse
 * @param pageBytes 0: memory, else huge pages of this size
 * @param container index in the pod
 */
public record MemoryBlock(long nodes, long bytes, long pageBytes, int container) {
  static MemoryBlock read(Memory m) {
    return new MemoryBlock(
        m.i64(), m.i64(), m.i64(), m.i32());
  }
}
