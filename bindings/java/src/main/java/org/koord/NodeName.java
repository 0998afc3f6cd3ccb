// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The name of a node.
 *
 * @param node number of the node
 * @param name in {@link NodeNames}
 */
public record NodeName(int node, String name) {
  static NodeName read(Memory m, Memory arena) {
    return new NodeName(
        m.i32(), m.text(arena));
  }
}
