// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * What a runtime asks about: a container of a pod, at a stage. A description: setters return this
 * object, and it is read when a call gets it. Not safe for use by several threads while it is being
 * set.
 */
public final class AdjustmentRequest extends Steps {
  private final HookStage stage;

  /**
   * Nothing is stated.
   *
   * @param stage the stage
   */
  public AdjustmentRequest(HookStage stage) {
    this.stage = java.util.Objects.requireNonNull(stage, "stage");
  }

  /**
   * The container with this name of the pod with this uid; container null: the pod's sandbox.
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
   * The value of the pod's annotation resource-status, as whoever asks was told; null: not told.
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
   * The directory that holds sys/, by which the device nodes of RDMA devices are found; null:
   * device nodes are not asked for.
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
