// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * Names of containers by container id. Setters return this object. Calls that take it read its
 * current values. Not safe for use by several threads while it is being changed.
 */
public final class CgroupContainers extends Steps {

  /** Creates an object with no values set. */
  public CgroupContainers() {
  }

  /**
   * Adds the name of the container with this id; name null: the container is the sandbox.
   *
   * @param id the id
   * @param name the name; may be null
   * @return this object
   */
  public CgroupContainers add(String id, String name) {
    byte[] idText = Frame.utf8("id", id);
    byte[] nameText = Frame.utf8(name);
    add(
        (f, made) ->
            KoordRaw.koord_cgroup_containers_add(made, idText, nameText, f.error()));
    return this;
  }

  @Override
  final long make(Frame f) {
    Memory cgroupContainersOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_cgroup_containers_new(cgroupContainersOut.address(), f.error()));
    return cgroupContainersOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_cgroup_containers_free(made);
  }
}
