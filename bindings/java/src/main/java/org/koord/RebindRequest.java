// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The request of a RebindResource object, and its progress.
 *
 * @param action action
 * @param phase phase
 * @param deadlineSeconds 600 if the object states none
 */
public record RebindRequest(RebindAction action, RebindPhase phase, long deadlineSeconds) {
  static RebindRequest read(Memory m) {
    m.seek(8);
    return new RebindRequest(
        RebindAction.of(m.i32()), RebindPhase.of(m.i32()), m.i64());
  }
}
