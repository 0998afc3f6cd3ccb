package org.koord;

import java.util.List;

/**
 * What a kubelet is configured with, and what it finds when it starts: by default kubelet's defaults,
 * and no files. Setters return this object; it is read when a call gets it. Not safe for use by several
 * threads while it is being set.
 */
public final class KubeletSetup {
  /**
   * A pod that is on the node, or one container of it.
   *
   * @param uid the pod's
   * @param name the container's; "": the row is about the pod alone
   * @param id the container's id, as the runtime has it; "": not known
   */
  public record Present(String uid, String name, String id) {}

  private Context context;
  private byte[] config;
  private byte[] cpuState;
  private byte[] memoryState;
  private List<Present> present;

  /** Receives remarks on the configuration; null: silence. */
  public KubeletSetup context(Context value) {
    context = value;
    return this;
  }

  /** A KubeletConfiguration or the answer of /configz as JSON; null: kubelet's defaults. */
  public KubeletSetup config(String json) {
    config = Frame.utf8(json);
    return this;
  }

  /** The text of cpu_manager_state; null: there is no such file. */
  public KubeletSetup cpuState(String text) {
    return cpuState(Frame.utf8(text));
  }

  /** The bytes of cpu_manager_state, as a damaged one may be no text; null: there is no such file. */
  public KubeletSetup cpuState(byte[] file) {
    cpuState = file;
    return this;
  }

  /** The text of memory_manager_state; null: there is no such file. */
  public KubeletSetup memoryState(String text) {
    return memoryState(Frame.utf8(text));
  }

  /** The bytes of memory_manager_state; null: there is no such file. */
  public KubeletSetup memoryState(byte[] file) {
    memoryState = file;
    return this;
  }

  /**
   * Every pod of the node, for {@link KubeletFiles}: entries of others are findings, and are dropped by
   * a repair. null: not known.
   */
  public KubeletSetup present(List<Present> pods) {
    present = pods == null ? null : List.copyOf(pods);
    return this;
  }

  /** What a call does with the library's setup. */
  interface Call<T> {
    T with(long setup);
  }

  /** Makes the library's setup for one call. */
  static <T> T use(Frame f, KubeletSetup setup, Call<T> call) {
    if (setup == null) {
      return call.with(0);
    }
    long context = f.read(setup.context);
    long made = f.handle(out -> KoordRaw.koord_kubelet_setup_new(context, out, f.error()));
    try {
      setup.fill(f, made);
      return call.with(made);
    } finally {
      KoordRaw.koord_kubelet_setup_free(made);
    }
  }

  private void fill(Frame f, long made) {
    if (config != null) {
      f.check(KoordRaw.koord_kubelet_setup_set_config(made, config, f.error()));
    }
    if (cpuState != null) {
      f.check(KoordRaw.koord_kubelet_setup_set_cpu_state(made, cpuState, f.error()));
    }
    if (memoryState != null) {
      f.check(KoordRaw.koord_kubelet_setup_set_memory_state(made, memoryState, f.error()));
    }
    for (Present one : present == null ? List.<Present>of() : present) {
      f.check(
          KoordRaw.koord_kubelet_setup_add_container(
              made, Frame.utf8(one.uid()), Frame.utf8(one.name()), Frame.utf8(one.id()), f.error()));
    }
  }

  /** KOORD_REPAIR_ONLY_PRESENT where it is known who is there. */
  static int flags(KubeletSetup setup) {
    return setup == null || setup.present == null ? 0 : KoordRaw.KOORD_REPAIR_ONLY_PRESENT;
  }
}
