package org.koord;

import java.util.List;

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

  private static Memory texts(Frame f, long state) {
    return f.texts(length -> KoordRaw.koord_agent_state_get_texts(state, length));
  }

  private static AgentPod read(long state, Memory row, Memory texts) {
    int number = AgentPod.row(row.slice(0));
    try (Frame f = Frame.open()) {
      CpuSet cpus =
          f.cpus(
              out ->
                  KoordRaw.koord_agent_state_get_pod_cpus(
                      state, number, out, Frame.WORDS, f.error()));
      CpuSet nodes =
          f.cpus(
              out ->
                  KoordRaw.koord_agent_state_get_pod_numa_nodes(
                      state, number, out, Frame.WORDS, f.error()));
      return AgentPod.read(row, texts, cpus, nodes);
    }
  }

  /**
   * Pods ascending by uid, each followed by its containers that run elsewhere; those for which
   * anything may have changed after generation {@code since} (0: all of them). A state that was read
   * does not say when its pods changed: all count as of its own generation.
   */
  public List<AgentPod> pods(long since) {
    int size = KoordRaw.koord_agent_pod_size;
    try (Frame f = Frame.open()) {
      long s = f.read(this);
      Memory texts = texts(f, s);
      return f.rows(
          size, row -> read(s, row, texts),
          (rows, capacity, count) ->
              KoordRaw.koord_agent_state_get_pods(
                  s, since, rows, size, capacity, count, f.error()));
    }
  }

  /**
   * Where a container runs, or with {@code container} null the pod: its own row, or that of its pod
   * where it runs with that.
   *
   * @throws KoordException.NotFound no such pod
   */
  public AgentPod findContainer(String uid, String container) {
    int size = KoordRaw.koord_agent_pod_size;
    try (Frame f = Frame.open()) {
      long s = f.read(this);
      Memory row = f.zeros(size);
      f.check(
          KoordRaw.koord_agent_state_find_container(
              s, Frame.utf8("uid", uid), Frame.utf8(container), row.address(), size, f.error()));
      return read(s, row.seek(0), texts(f, s));
    }
  }
}
