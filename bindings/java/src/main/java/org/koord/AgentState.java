package org.koord;

/** Who runs where, as node-state.json holds it. Immutable. */
public final class AgentState extends Handle {
  AgentState(long address) {
    super(address, KoordRaw::koord_agent_state_unref, false);
  }

  /** Another handle of the same state, to be closed by itself. */
  public AgentState share() {
    try (Frame f = Frame.open()) {
      return new AgentState(KoordRaw.koord_agent_state_ref(f.read(this)));
    }
  }

  /**
   * Reads the text of such a file.
   *
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Unsupported another version
   * @throws KoordException.Corrupt it contradicts itself
   */
  public static AgentState fromJson(String json) {
    byte[] text = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      return new AgentState(
          f.handle(out -> KoordRaw.koord_agent_state_from_json(text, out, f.error())));
    }
  }

  /**
   * Reads the file for who acts on it as root: a regular file that nobody else may write.
   *
   * @throws KoordException.NotFound there is no such file
   * @throws KoordException.Permission it is not to be trusted, or not ours to read
   */
  public static AgentState load(String path) {
    byte[] name = Frame.utf8("path", path);
    try (Frame f = Frame.open()) {
      return new AgentState(
          f.handle(out -> KoordRaw.koord_agent_state_load(name, out, f.error())));
    }
  }

  /**
   * Replaces node-state.json in one step by what {@link Agent#toJson} wrote.
   *
   * @throws KoordException.Permission what is there is not to be trusted, or not ours to replace
   * @throws KoordException.Io the old file stands, unless the message says otherwise
   */
  public static void save(String path, String json) {
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_state_save(Frame.utf8("path", path), Frame.utf8("json", json),
          f.error()));
    }
  }

  /** The node's name. */
  public String name() {
    return text(KoordRaw.KOORD_AGENT_TEXT_NAME);
  }

  /** Which boot it is about; "": not said. */
  public String bootId() {
    return text(KoordRaw.KOORD_AGENT_TEXT_BOOT_ID);
  }

  private String text(int which) {
    try (Frame f = Frame.open()) {
      long s = f.read(this);
      return f.text(
          (text, capacity, needed) ->
              KoordRaw.koord_agent_state_get_text(s, which, text, capacity, needed, f.error()));
    }
  }

  /** Counts, as of the node that wrote it. */
  public AgentInfo info() {
    try (Frame f = Frame.open()) {
      Memory info = f.struct(KoordRaw.koord_agent_info_size);
      f.check(KoordRaw.koord_agent_state_get_info(f.read(this), info.address(), f.error()));
      return AgentInfo.read(info);
    }
  }

  /** One of the three pools, or all CPUs. */
  public CpuSet cpus(AgentCpuset which) {
    try (Frame f = Frame.open()) {
      long s = f.read(this);
      return f.cpus(
          out ->
          KoordRaw.koord_agent_state_get_cpus(s, Coded.code("which", which), out, Frame.WORDS,
              f.error()));
    }
  }

  /**
   * Where a container runs, or with {@code container} null the pod; texts of the answer are "".
   *
   * @throws KoordException.NotFound no such pod
   */
  public AgentPod findContainer(String uid, String container) {
    try (Frame f = Frame.open()) {
      Memory row = f.zeros(KoordRaw.koord_agent_pod_size);
      Memory cpus = f.words();
      f.check(
          KoordRaw.koord_agent_state_find_container(
              f.read(this), Frame.utf8("uid", uid), Frame.utf8(container), row.address(),
              cpus.address(),
              Frame.WORDS, f.error()));
      return AgentPod.read(row.seek(0), f.zeros(8), CpuSet.read(cpus, Frame.WORDS));
    }
  }
}
