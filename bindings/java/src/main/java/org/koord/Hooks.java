package org.koord;

/** Hooks of container runtimes. */
public final class Hooks {
  private Hooks() {}

  /**
   * All that a createRuntime hook of an OCI runtime does for a container that is about to start.
   *
   * @param context receives remarks, nullable
   * @param options nullable: both {@link HookChoice#REFUSE}
   * @param ociState what the runtime gives on standard input
   * @param stateFile path of node-state.json
   * @param cgroupRoot null: "/sys/fs/cgroup"
   * @param procRoot null: "/proc"
   * @throws KoordException.Invalid ociState: names the field
   * @throws KoordException.Permission a file that is not to be trusted, or not ours to read
   * @throws KoordException.Stale node-state.json is of another boot
   */
  public static HookResult run(
      Context context,
      HookOptions options,
      String ociState,
      String stateFile,
      String cgroupRoot,
      String procRoot) {
    try (Frame f = Frame.open()) {
      Memory result = f.struct(KoordRaw.koord_hook_result_size);
      f.check(
          KoordRaw.koord_hook_run(
              f.read(context), HookOptions.write(f, options), Frame.utf8("ociState", ociState),
              Frame.utf8("stateFile", stateFile), Frame.utf8(cgroupRoot), Frame.utf8(procRoot),
              result.address(), f.error()));
      return HookResult.read(result);
    }
  }
}
