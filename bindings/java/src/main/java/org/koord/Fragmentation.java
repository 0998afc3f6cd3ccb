// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * How well the CPUs of a node are used. A plan is better than another by the first of the fields
 * down to largest_block that differs.
 *
 * @param contested CPUs that a pod owns although another does too, or nobody may
 * @param extraNuma NUMA nodes that pods are on beyond the fewest that have their CPUs
 * @param extraSockets the same of sockets
 * @param unmetPods pods whose bind, exclusive and NUMA policies do not all hold
 * @param stranded free CPUs on cores that are not free
 * @param largestBlock most free CPUs on free cores of one NUMA node; more is better
 * @param freeCpus free cpus
 * @param freeCores with all their threads
 * @param percent how much smaller the largest block is than as many free CPUs could make: 0 to 100
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
