// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The pools at the intersection of a socket and a NUMA node.
 *
 * @param socket kernel physical package id
 * @param numaNode kernel NUMA node number; CPUs without a NUMA node count as 0
 * @param shared number of CPUs of the shared pool here
 * @param bestEffort number of CPUs of the BE pool here
 */
public record AgentPool(int socket, int numaNode, int shared, int bestEffort) {
  static AgentPool read(Memory m) {
    return new AgentPool(
        m.i32(), m.i32(), m.i32(), m.i32());
  }
}
