// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/** What of a container changes. Immutable. */
abstract class AdjustmentCalls extends Handle {
  AdjustmentCalls(long address) {
    super(address, KoordRaw::koord_adjustment_unref, false);
  }

  /**
   * What of a container of a pod changes at a stage. Pure but for what {@link
   * AdjustmentRequest#sysfsRoot} asks for. A pod that claims what is not its own is not an error:
   * {@code AdjustmentInfo.refusal} says so, and the rest what it gets instead, if anything. The
   * same holds where one of its devices cannot be named to a runtime ({@link
   * Reason#DEVICE_UNNAMED}): it gets all but devices.
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
   * Another handle of the same object, to be closed by itself.
   *
   * @return the other handle
   */
  public Adjustment share() {
    try (Frame f = Frame.open()) {
      return new Adjustment(KoordRaw.koord_adjustment_ref(f.read(this)));
    }
  }

  /**
   * Get info.
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
   * The CPUs, into all of {@code words}; none where they stay as they are.
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
   * The same of NUMA nodes: bit b of word w is node 64 * w + b.
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
   * One text of a list, as {@link Pod}.
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
   * All of it as JSON, in the names of the OCI runtime specification (docs/hooks.md).
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
}
