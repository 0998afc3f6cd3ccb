// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

/**
 * A createRuntime hook of OCI runtimes: where it finds what it needs, and what it does where it
 * cannot serve.
 */
public final class Hook extends Handle {
  Hook(long address) {
    super(address, KoordRaw::koord_hook_free, true);
  }

  /**
   * {@code options} is nullable.
   *
   * @param options the options; may be null
   * @return the hook
   */
  public static Hook create(HookOptions options) {
    try (Frame f = Frame.open()) {
      long optionsAt = HookOptions.write(f, options);
      Memory hookOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_hook_new(optionsAt, hookOut.address(), f.error()));
      return f.made(hookOut, Hook::new);
    }
  }

  /**
   * {@link #create(HookOptions)} with null for options.
   *
   * @return the hook
   */
  public static Hook create() {
    return create((HookOptions) null);
  }

  /**
   * The path of node-state.json; to be trusted as {@link AgentState#load} has it. null, and where
   * it is not set: "/run/koord/node-state.json".
   *
   * @param stateFile the state file; may be null
   * @return this object
   */
  public Hook setStateFile(String stateFile) {
    byte[] stateFileText = Frame.utf8(stateFile);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_hook_set_state_file(at, stateFileText, f.error()));
      return this;
    }
  }

  /**
   * Where control groups are mounted. null, and where it is not set: "/sys/fs/cgroup".
   *
   * @param cgroupRoot the cgroup root; may be null
   * @return this object
   */
  public Hook setCgroupRoot(String cgroupRoot) {
    byte[] cgroupRootText = Frame.utf8(cgroupRoot);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_hook_set_cgroup_root(at, cgroupRootText, f.error()));
      return this;
    }
  }

  /**
   * Where proc is mounted. null, and where it is not set: "/proc".
   *
   * @param procRoot the proc root; may be null
   * @return this object
   */
  public Hook setProcRoot(String procRoot) {
    byte[] procRootText = Frame.utf8(procRoot);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_hook_set_proc_root(at, procRootText, f.error()));
      return this;
    }
  }

  /**
   * All that such a hook does for a container that is about to start: reads node-state.json, finds
   * the control groups of the container's process, checks that they are its pod's, and writes CPUs,
   * NUMA nodes and quota, or changes nothing.
   *
   * @param ociState what the runtime gives on standard input.
   * @return the result
   * @throws KoordException.Invalid oci_state: names the field
   * @throws KoordException.Permission a file that is not to be trusted, or not ours to read
   * @throws KoordException.Corrupt a checksum is wrong, or what was read contradicts itself
   * @throws KoordException.Limit node-state.json; see {@link AgentState#fromJson}
   * @throws KoordException.Stale it is of another boot
   * @throws KoordException.Io a control group did not take its value: rolled back unless the
   *     message says otherwise
   * @throws KoordException.NotFound no control groups, or none of this container; no such process
   * @throws KoordException.Conflict contradicts what is already held
   */
  public HookResult run(String ociState) {
    byte[] ociStateText = Frame.utf8("ociState", ociState);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory resultOut = f.struct(KoordRaw.koord_hook_result_size);
      f.check(KoordRaw.koord_hook_run(at, ociStateText, resultOut.address(), f.error()));
      return HookResult.read(resultOut.seek(0));
    }
  }

  /**
   * {@link #run(String)} of a document's bytes, in UTF-8.
   *
   * @param ociState the oci state
   * @return the result
   */
  public HookResult run(byte[] ociState) {
    byte[] ociStateText = java.util.Objects.requireNonNull(ociState, "ociState");
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory resultOut = f.struct(KoordRaw.koord_hook_result_size);
      f.check(KoordRaw.koord_hook_run(at, ociStateText, resultOut.address(), f.error()));
      return HookResult.read(resultOut.seek(0));
    }
  }
}
