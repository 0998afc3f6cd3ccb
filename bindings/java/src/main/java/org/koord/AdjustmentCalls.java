// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/** The changes to a container. Immutable. */
abstract class AdjustmentCalls extends Handle {
  AdjustmentCalls(long address) {
    super(address, KoordRaw::koord_adjustment_unref, false);
  }

  /**
   * Computes the changes to a container of a pod at a stage. Pure, except for the lookups that
   * {@link AdjustmentRequest#sysfsRoot} enables. A pod that claims what is not its own is not an
   * error: {@code AdjustmentInfo.refusal} says so, and the adjustment holds what the pod gets
   * instead, if anything. The same applies if one of its devices has no name that a runtime knows
   * ({@link Reason#DEVICE_UNNAMED}): the pod gets everything except devices.
   *
   * @param state the state
   * @param request the request
   * @return the adjustment
   * @throws KoordException.Limit larger than a documented bound
   */
  public static Adjustment create(AgentState state, AdjustmentRequest request) {
    try (Frame f = Frame.open()) {
      long stateAt = f.read("state", state);
      long requestAt = f.make("request", request);
      Memory adjustmentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_adjustment_new(stateAt, requestAt, adjustmentOut.address(),
          f.error()));
      return f.made(adjustmentOut, Adjustment::new);
    }
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public Adjustment share() {
    try (Frame f = Frame.open()) {
      return new Adjustment(KoordRaw.koord_adjustment_ref(f.read(this)));
    }
  }

  /**
   * Returns the summary.
   *
   * @return the info
   */
  public AdjustmentInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_adjustment_info_size);
      f.check(KoordRaw.koord_adjustment_get_info(at, infoOut.address(), f.error()));
      return AdjustmentInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Writes the CPUs; all zero if they do not change.
   *
   * @return the cpus
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet cpus() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_adjustment_get_cpus(at, cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Writes the NUMA nodes in the same way: bit b of word w is NUMA node 64 * w + b.
   *
   * @return the cpus
   */
  public CpuSet numaNodes() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_adjustment_get_numa_nodes(at, cpusOut.address(), Frame.WORDS,
          f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Writes one text of a list, as {@link Pod} does.
   *
   * @param list the list
   * @param item the item
   * @return the text
   * @throws KoordException.Invalid no such list or item
   */
  public String text(AdjustmentList list, int item) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int listCode = Coded.code("list", list);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_adjustment_get_text(at, listCode,
          Frame.count("item", item), room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Writes the adjustment as JSON, with the names of the OCI runtime specification
   * (docs/operate/hooks.md).
   *
   * @return the document
   */
  public String toJson() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_adjustment_to_json(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  @Override
  String told() {
    var info = info();
    return told(
        "env", info.env(), "cdiDevices", info.cdiDevices(), "deviceNodes", info.deviceNodes());
  }
}
