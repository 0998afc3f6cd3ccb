// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * The container of a pod, and the stage, that a runtime asks about. Setters return this object.
 * Calls that take it read its current values. Not safe for use by several threads while it is being
 * changed.
 */
public final class AdjustmentRequest extends Steps {
  private final HookStage stage;

  /**
   * Creates an object with no values set.
   *
   * @param stage the stage
   */
  public AdjustmentRequest(HookStage stage) {
    this.stage = java.util.Objects.requireNonNull(stage, "stage");
  }

  /**
   * Sets the pod by uid and the container by name; container null: the pod's sandbox.
   *
   * @param uid the uid
   * @param container the container; may be null
   * @return this object
   */
  public AdjustmentRequest container(String uid, String container) {
    byte[] uidText = Frame.utf8("uid", uid);
    byte[] containerText = Frame.utf8(container);
    add(
        (f, made) ->
            KoordRaw.koord_adjustment_request_set_container(
                made, uidText, containerText, f.error()));
    return this;
  }

  /**
   * Sets the value of the pod's annotation resource-status as the caller knows it; null: not known.
   * Its CPUs must be those that the state gives to the pod.
   *
   * @param resourceStatus the resource status; may be null
   * @return this object
   */
  public AdjustmentRequest resourceStatus(String resourceStatus) {
    byte[] resourceStatusText = Frame.utf8(resourceStatus);
    add(
        (f, made) ->
            KoordRaw.koord_adjustment_request_set_resource_status(
                made, resourceStatusText, f.error()));
    return this;
  }

  /**
   * Sets the directory that contains sys/, where the device nodes of RDMA devices are looked up;
   * null: device nodes are not looked up.
   *
   * @param sysfsRoot the sysfs root; may be null
   * @return this object
   */
  public AdjustmentRequest sysfsRoot(String sysfsRoot) {
    byte[] sysfsRootText = Frame.utf8(sysfsRoot);
    add(
        (f, made) ->
            KoordRaw.koord_adjustment_request_set_sysfs_root(made, sysfsRootText, f.error()));
    return this;
  }

  @Override
  final long make(Frame f) {
    int stageCode = Coded.code("stage", stage);
    Memory adjustmentRequestOut = f.bytes(Long.BYTES);
    f.check(KoordRaw.koord_adjustment_request_new(stageCode, adjustmentRequestOut.address(), f.error()));
    return adjustmentRequestOut.i64();
  }

  @Override
  final void free(long made) {
    KoordRaw.koord_adjustment_request_free(made);
  }
}
