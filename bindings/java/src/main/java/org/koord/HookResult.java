// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What a hook did.
 *
 * @param refusal why not as asked; also where outcome is {@link HookOutcome#DONE}
 * @param outcome outcome
 * @param writes made to files of control groups
 */
public record HookResult(Refusal refusal, HookOutcome outcome, int writes) {
  static HookResult read(Memory m) {
    m.seek(8);
    return new HookResult(
        Refusal.read(m), HookOutcome.of(m.i32()), m.i32());
  }
}
