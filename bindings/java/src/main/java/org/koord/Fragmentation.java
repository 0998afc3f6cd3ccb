// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Fragmentation of a node's CPUs. Two states are compared by the fields up to largest_block: the
 * first field that differs decides.
 *
 * @param contested CPUs with several owners, or with an owner although no pod may own them
 * @param extraNuma NUMA nodes that pods use beyond the minimum for their CPUs
 * @param extraSockets sockets that pods use beyond the minimum
 * @param unmetPods pods whose bind, exclusive and NUMA policies are not all met
 * @param stranded free CPUs on cores that are not entirely free
 * @param largestBlock most free CPUs on entirely free cores of one NUMA node; more is better
 * @param freeCpus free cpus
 * @param freeCores cores with all threads free
 * @param percent Percentage by which the largest block is smaller than the largest that this number
 *     of free CPUs could form: 0 to 100.
 */
public record Fragmentation(
    int contested,
    int extraNuma,
    int extraSockets,
    int unmetPods,
    int stranded,
    int largestBlock,
    int freeCpus,
    int freeCores,
    int percent) {
  static Fragmentation read(Memory m) {
    Fragmentation read =
        new Fragmentation(
            m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32(), m.i32());
    m.i32(); // reserved: what follows begins behind it
    return read;
  }
}
