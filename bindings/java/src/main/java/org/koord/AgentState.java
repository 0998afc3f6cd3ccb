// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/** The content of a node-state.json: where each pod runs. Immutable. */
public final class AgentState extends Handle {
  AgentState(long address) {
    super(address, KoordRaw::koord_agent_state_unref, false);
  }

  /**
   * Parses the text of a node-state.json.
   *
   * @param json the json
   * @return the agent state
   * @throws KoordException.Invalid names the field
   * @throws KoordException.Unsupported another version
   * @throws KoordException.Corrupt it contradicts itself
   * @throws KoordException.Limit over 16 MiB or 2^20 values, 65536 pods or containers
   */
  public static AgentState fromJson(String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      Memory agentStateOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_state_from_json(jsonText, agentStateOut.address(), f.error()));
      return f.made(agentStateOut, AgentState::new);
    }
  }

  /**
   * {@link #fromJson(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json
   * @return the agent state
   */
  public static AgentState fromJson(byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      Memory agentStateOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_state_from_json(jsonText, agentStateOut.address(), f.error()));
      return f.made(agentStateOut, AgentState::new);
    }
  }

  /**
   * Returns another handle of the same object, to be closed separately.
   *
   * @return the other handle
   */
  public AgentState share() {
    try (Frame f = Frame.open()) {
      return new AgentState(KoordRaw.koord_agent_state_ref(f.read(this)));
    }
  }

  /**
   * Reads node-state.json for a process that acts on it as root. {@code path} must be a regular
   * file, not a link, owned by root or by the user of this process. No other user may be able to
   * write the file or its directory; directories above it may be sticky, as /tmp is. Errors: those
   * of {@link AgentState#fromJson}, NOT_FOUND (no such file), PERMISSION (the file is not trusted,
   * or this process may not read it), LIMIT, IO.
   *
   * @param path the path
   * @return the agent state
   */
  public static AgentState load(String path) {
    byte[] pathText = Frame.utf8("path", path);
    try (Frame f = Frame.open()) {
      Memory agentStateOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_state_load(pathText, agentStateOut.address(), f.error()));
      return f.made(agentStateOut, AgentState::new);
    }
  }

  /**
   * Replaces node-state.json atomically: a reader finds either the old or the new file, complete.
   * {@code json} is the output of {@link Agent#toJson}. An existing file keeps its mode and owner;
   * a new file is accessible to its owner only. Errors: those of {@link AgentState#fromJson} for
   * {@code json}; PERMISSION (the existing file or its directory is not trusted by the rules of
   * {@link AgentState#load}, or this process may not replace it), INVALID ({@code path} names no
   * file), IO (the old file is kept, unless the message says that only the directory could not be
   * synced), NO_MEMORY.
   *
   * @param path the path
   * @param json the json
   */
  public static void save(String path, String json) {
    byte[] pathText = Frame.utf8("path", path);
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_state_save(pathText, jsonText, f.error()));
    }
  }

  /**
   * {@link #save(String, String)} of a document's bytes, in UTF-8.
   *
   * @param path the path
   * @param json the json
   */
  public static void save(String path, byte[] json) {
    byte[] pathText = Frame.utf8("path", path);
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      f.check(KoordRaw.koord_agent_state_save(pathText, jsonText, f.error()));
    }
  }

  /**
   * Name.
   *
   * @return the text
   */
  public String name() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = KoordRaw.KOORD_AGENT_TEXT_NAME;
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_agent_state_get_text(at,
          whichCode, room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Bootid.
   *
   * @return the text
   */
  public String bootId() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = KoordRaw.KOORD_AGENT_TEXT_BOOT_ID;
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_agent_state_get_text(at,
          whichCode, room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Returns the counts of the node that wrote the state.
   *
   * @return the info
   */
  public AgentInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_agent_info_size);
      f.check(KoordRaw.koord_agent_state_get_info(at, infoOut.address(), f.error()));
      return AgentInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Same as {@link Agent#cpus}, for the three pools and all CPUs.
   *
   * @param which the value to select
   * @return the cpus
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet cpus(AgentCpuset which) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = Coded.code("which", which);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_agent_state_get_cpus(at, whichCode, cpusOut.address(), Frame.WORDS,
          f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Copies pods, ascending by uid, each followed by those of its containers that run in a different
   * place, ascending by name. Only rows that may have changed after generation {@code since} are
   * included (0: all rows). Removed pods have no row. A state that was read from JSON does not
   * record when its pods changed: all of them count as changed at the state's own generation.
   *
   * @param since the since
   * @return the rows
   */
  public List<AgentPod> pods(long since) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_agent_state_get_texts(at, length));
      return f.rows(KoordRaw.koord_agent_pod_size, row_ -> AgentPod.read(row_, texts), (rows_,
          capacity_, count_) -> KoordRaw.koord_agent_state_get_pods(at, since, rows_,
          KoordRaw.koord_agent_pod_size, capacity_, count_, f.error()));
    }
  }

  /**
   * Finds where a container runs, by the uid of its pod and its own name (null: the pod).
   *
   * @param uid the uid
   * @param container the container; may be null
   * @return the row
   * @throws KoordException.NotFound no such pod
   */
  public AgentPod findContainer(String uid, String container) {
    byte[] uidText = Frame.utf8("uid", uid);
    byte[] containerText = Frame.utf8(container);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory texts = f.texts(length -> KoordRaw.koord_agent_state_get_texts(at, length));
      Memory rowOut = f.zeros(KoordRaw.koord_agent_pod_size);
      f.check(KoordRaw.koord_agent_state_find_container(at, uidText, containerText,
          rowOut.address(), KoordRaw.koord_agent_pod_size, f.error()));
      return AgentPod.read(rowOut.seek(0), texts);
    }
  }

  /**
   * Writes the CPUs of row number {@code row} ({@code AgentPod.row}); all zero where cpuset.cpus is
   * not changed.
   *
   * @param row the row
   * @return the cpus
   * @throws KoordException.Invalid no such row
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet podCpus(int row) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_agent_state_get_pod_cpus(at, Frame.count("row", row),
          cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Writes the NUMA nodes of the row's memory in the same way: bit b of word w is the NUMA node
   * with kernel number 64 * w + b.
   *
   * @param row the row
   * @return the cpus
   */
  public CpuSet podNumaNodes(int row) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_agent_state_get_pod_numa_nodes(at, Frame.count("row", row),
          cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  @Override
  String told() {
    return told("name", name(), "bootId", bootId());
  }
}
