// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * One write to a control group.
 *
 * @param phase phase
 * @param file file
 * @param kind kind of the group
 * @param path path of the file, below the mount
 * @param from content of the file before the step
 * @param to content that is written
 * @param uid uid of the pod, "": none
 */
public record CgroupStep(
    CgroupPhase phase,
    CgroupFile file,
    CgroupKind kind,
    String path,
    String from,
    String to,
    String uid) {
  static CgroupStep read(Memory m, Memory arena) {
    return new CgroupStep(
        CgroupPhase.of(m.i32()), CgroupFile.of(m.i32()), CgroupKind.of(m.i32()), m.text(arena),
        m.text(arena), m.text(arena), m.text(arena));
  }
}
