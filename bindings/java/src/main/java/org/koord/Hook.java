// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

/**
 * A createRuntime hook of OCI runtimes: its paths, and what it does if it cannot serve a container.
 */
public final class Hook extends Handle {
  Hook(long address) {
    super(address, KoordRaw::koord_hook_free, true);
  }

  /**
   * Creates a hook with default paths.
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
   * Sets the path of node-state.json; the file must be trusted by the rules of {@link
   * AgentState#load}. Null, and the default: "/run/koord/node-state.json".
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
   * Sets where control groups are mounted. Null, and the default: "/sys/fs/cgroup".
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
   * Sets where proc is mounted. Null, and the default: "/proc".
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
   * Runs the hook for a container that is about to start: reads node-state.json, finds the control
   * groups of the container's process, checks that they belong to its pod, and writes CPUs, NUMA
   * nodes and quota, or changes nothing.
   *
   * @param ociState the container state that the runtime passes on standard input.
   * @return the result
   * @throws KoordException.Invalid oci_state: names the field
   * @throws KoordException.Permission a file is not trusted, or this process may not read it
   * @throws KoordException.Corrupt a checksum is wrong, or what was read contradicts itself
   * @throws KoordException.Limit node-state.json; see {@link AgentState#fromJson}
   * @throws KoordException.Stale node-state.json is of another boot
   * @throws KoordException.Io a control group rejected its value: rolled back unless the message
   *     says otherwise
   * @throws KoordException.NotFound no control groups, or none of this container; no such process
   * @throws KoordException.Conflict contradicts what is already allocated
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
