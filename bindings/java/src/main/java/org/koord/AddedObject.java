// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * An object of the text, or a pod of a workload.
 *
 * @param index of the object in the text, from 0; pods have that of their workload
 * @param kind kind
 * @param result result
 * @param status {@link Status#OK}; an error if the object is REFUSED
 * @param kindName kind as the object states it ("StatefulSet")
 * @param namespace namespace: "default" for a pod, workload or ResourceClaim that states none;
 *     empty for a Node and other objects of the whole cluster, even if one is stated; as stated for
 *     OTHER kinds
 * @param name name offset
 * @param message one line: what is wrong or missing; empty if nothing is
 */
public record AddedObject(
    int index,
    AddedKind kind,
    AddedResult result,
    Status status,
    String kindName,
    String namespace,
    String name,
    String message) {
  static AddedObject read(Memory m, Memory arena) {
    return new AddedObject(
        m.i32(), AddedKind.of(m.i32()), AddedResult.of(m.i32()), Status.of(m.i32()),
        m.text(arena), m.text(arena), m.text(arena), m.text(arena));
  }
}
