// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A device of an allocation.
 *
 * @param claim claim
 * @param request in the claim
 * @param alternative number of the alternative, over all claims
 * @param device device
 */
public record DraResult(int claim, int request, int alternative, int device) {
  static DraResult read(Memory m) {
    return new DraResult(
        m.i32(), m.i32(), m.i32(), m.i32());
  }
}
