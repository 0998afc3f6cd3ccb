// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The result of a hook.
 *
 * @param refusal refusal of a claim; may also be set if outcome is {@link HookOutcome#DONE}
 * @param outcome outcome
 * @param writes number of writes to files of control groups
 */
public record HookResult(Refusal refusal, HookOutcome outcome, int writes) {
  static HookResult read(Memory m) {
    m.seek(8);
    return new HookResult(
        Refusal.read(m), HookOutcome.of(m.i32()), m.i32());
  }
}
