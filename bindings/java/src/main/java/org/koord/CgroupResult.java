// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The outcome of the step with the same index.
 *
 * @param state state
 * @param error error
 * @param errorNumber errno of the failed operation, 0: none
 * @param read the value that was read back last
 */
public record CgroupResult(CgroupStepState state, CgroupError error, int errorNumber, String read) {
  static CgroupResult read(Memory m, Memory arena) {
    return new CgroupResult(
        CgroupStepState.of(m.i32()), CgroupError.of(m.i32()), m.i32(), m.text(arena));
  }
}
