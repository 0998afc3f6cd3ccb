package org.koord;

/** Hooks of container runtimes. */
public final class Hooks {
  private Hooks() {}

  /**
   * All that a createRuntime hook of an OCI runtime does for a container that is about to start.
   *
   * @param options nullable: both {@link HookChoice#DEFAULT}
   * @param ociState what the runtime gives on standard input
   * @param stateFile path of node-state.json; null: "/run/koord/node-state.json"
   * @param cgroupRoot null: "/sys/fs/cgroup"
   * @param procRoot null: "/proc"
   * @throws KoordException.Invalid ociState: names the field
   * @throws KoordException.Permission a file that is not to be trusted, or not ours to read
   * @throws KoordException.Stale node-state.json is of another boot
   */
  public static HookResult run(
      HookOptions options,
      String ociState,
      String stateFile,
      String cgroupRoot,
      String procRoot) {
    byte[] asked = Frame.utf8("ociState", ociState);
    try (Frame f = Frame.open()) {
      long o = HookOptions.write(f, options);
      long hook = f.handle(out -> KoordRaw.koord_hook_new(o, out, f.error()));
      try {
        f.check(KoordRaw.koord_hook_set_state_file(hook, Frame.utf8(stateFile), f.error()));
        f.check(KoordRaw.koord_hook_set_cgroup_root(hook, Frame.utf8(cgroupRoot), f.error()));
        f.check(KoordRaw.koord_hook_set_proc_root(hook, Frame.utf8(procRoot), f.error()));
        Memory result = f.struct(KoordRaw.koord_hook_result_size);
        f.check(KoordRaw.koord_hook_run(hook, asked, result.address(), f.error()));
        return HookResult.read(result);
      } finally {
        KoordRaw.koord_hook_free(hook);
      }
    }
  }
}
