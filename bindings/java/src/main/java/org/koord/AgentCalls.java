// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * A node as its agent knows it: machine, settings, kubelet's state and pods. Threading is as for
 * {@link Kubelet}: calls that only read it may run at the same time.
 */
abstract class AgentCalls extends Handle {
  AgentCalls(long address, Context kept) {
    super(address, keeping(kept, KoordRaw::koord_agent_free), true);
  }

  /**
   * Creates the agent of a node on this machine, without pods, settings or kubelet. The topology
   * may be released afterwards.
   *
   * @param context may be null; receives the diagnostics of all calls on the agent. The agent is
   *     silent once the context is freed.
   * @param topology the topology
   * @param options the options; may be null
   * @return the agent
   */
  public static Agent create(Context context, Topology topology, AgentOptions options) {
    try (Frame f = Frame.open()) {
      long contextAt = f.read(context);
      long topologyAt = f.read("topology", topology);
      long optionsAt = AgentOptions.write(f, options);
      Memory agentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_new(contextAt, topologyAt, optionsAt, agentOut.address(),
          f.error()));
      return f.made(agentOut, made -> new Agent(made, context));
    }
  }

  /**
   * {@link #create(Context, Topology, AgentOptions)} with null for context.
   *
   * @param topology the topology
   * @param options the options; may be null
   * @return the agent
   */
  public static Agent create(Topology topology, AgentOptions options) {
    return create((Context) null, topology, options);
  }

  /**
   * {@link #create(Context, Topology, AgentOptions)} with null for context and options.
   *
   * @param topology the topology
   * @return the agent
   */
  public static Agent create(Topology topology) {
    return create((Context) null, topology, (AgentOptions) null);
  }

  /**
   * Replaces the machine, after CPUs were added or removed. A pod loses its exclusive CPUs when one
   * of them no longer exists. The CPUs that kubelet reserves stay those of the last {@link
   * Agent#setKubelet}.
   *
   * @param topology the topology
   * @return this object
   * @throws KoordException.Invalid more CPUs are reserved than exist
   */
  public Agent setTopology(Topology topology) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long topologyAt = f.read("topology", topology);
      f.check(KoordRaw.koord_agent_set_topology(at, topologyAt, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Reads the Node (v1) as JSON: its name, reservation and system QoS.
   *
   * @param json the json
   * @return this object
   * @throws KoordException.Invalid names the field; more CPUs are reserved than exist
   * @throws KoordException.Limit larger than a documented bound
   */
  public Agent setNode(String json) {
    byte[] jsonText = Frame.utf8("json", json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_agent_set_node(at, jsonText, f.error()));
      return (Agent) this;
    }
  }

  /**
   * {@link #setNode(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json
   * @return this object
   */
  public Agent setNode(byte[] json) {
    byte[] jsonText = java.util.Objects.requireNonNull(json, "json");
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_agent_set_node(at, jsonText, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Sets kubelet's configuration and allocations: the configuration, cpu_manager_state,
   * memory_manager_state, devices and kubelet_internal_checkpoint of {@code setup} (null: kubelet's
   * defaults, nothing allocated). Pods keep their exclusive CPUs. The state of the memory manager
   * is reported if its policy is Static, and the devices of resources of which a device states NUMA
   * nodes; the pods in both as ended if this node does not know them. A damaged file is left out of
   * the report, and logged.
   *
   * @param setup the setup; may be null
   * @return this object
   * @throws KoordException.Corrupt cpu_manager_state: checksum
   * @throws KoordException.Limit {@link KubeletSetup#cpuState}
   */
  public Agent setKubelet(KubeletSetup setup) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long setupAt = f.make(setup);
      f.check(KoordRaw.koord_agent_set_kubelet(at, setupAt, f.error()));
      return (Agent) this;
    }
  }

  /**
   * {@link #setKubelet(KubeletSetup)} with null for setup.
   *
   * @return this object
   */
  public Agent setKubelet() {
    return setKubelet((KubeletSetup) null);
  }

  /**
   * Sets the node's Device object, as for {@link Cluster#setDevices}. It supplies the names of
   * devices that were allocated to pods by minor only. Null: the node has no Device object.
   *
   * @param json the json; may be null
   * @return this object
   * @throws KoordException.Invalid names the field; two devices of one type and minor
   * @throws KoordException.Limit larger than a documented bound
   */
  public Agent setDevices(String json) {
    byte[] jsonText = Frame.utf8(json);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_agent_set_devices(at, jsonText, f.error()));
      return (Agent) this;
    }
  }

  /**
   * {@link #setDevices(String)} of a document's bytes, in UTF-8.
   *
   * @param json the json; may be null
   * @return this object
   */
  public Agent setDevices(byte[] json) {
    byte[] jsonText = json;
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      f.check(KoordRaw.koord_agent_set_devices(at, jsonText, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Adds or updates a pod; a terminated pod is removed. The CPUs and devices that the pod claims
   * are its own where it is entitled to them and no pod of higher precedence has them, as in {@link
   * Cluster#setPod}; {@code AgentPod.refusal} says why not. Precedence: first the pods that the
   * state of {@link Agent#setState} confirms, then the pod that was bound first, then the lower
   * uid.
   *
   * @param pod the pod
   * @return this object
   * @throws KoordException.Invalid no uid
   * @throws KoordException.Limit 65536 pods
   */
  public Agent setPod(Pod pod) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      f.check(KoordRaw.koord_agent_set_pod(at, podAt, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Removes the pod with this uid. Returns whether the agent knew the pod.
   *
   * @param uid the uid
   * @return the known
   */
  public boolean removePod(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory knownOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_remove_pod(at, uidText, knownOut.address(), f.error()));
      return knownOut.i32() != 0;
    }
  }

  /**
   * Returns the counts.
   *
   * @return the info
   */
  public AgentInfo info() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory infoOut = f.struct(KoordRaw.koord_agent_info_size);
      f.check(KoordRaw.koord_agent_get_info(at, infoOut.address(), f.error()));
      return AgentInfo.read(infoOut.seek(0));
    }
  }

  /**
   * Returns 64 bits that change whenever the output of {@link Agent#toNrt} changes. The value is
   * the same in any process that runs the same version of the library. Takes microseconds.
   *
   * @return the hash
   */
  public long hash() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory hashOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_get_hash(at, hashOut.address(), f.error()));
      return hashOut.i64();
    }
  }

  /**
   * Writes one set.
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
      f.check(KoordRaw.koord_agent_get_cpus(at, whichCode, cpusOut.address(), Frame.WORDS,
          f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Copies a row for every pair of a socket and a NUMA node that have CPUs in common, ascending.
   *
   * @return the rows
   */
  public List<AgentPool> pools() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      return f.rows(KoordRaw.koord_agent_pool_size, AgentPool::read, (rows_, capacity_, count_) ->
          KoordRaw.koord_agent_get_pools(at, rows_, KoordRaw.koord_agent_pool_size, capacity_,
          count_, f.error()));
    }
  }

  /**
   * Writes the part of one CPU set that lies in row {@code pool} of {@link Agent#pools}.
   *
   * @param pool the pool
   * @param which the value to select
   * @return the cpus
   * @throws KoordException.Invalid no such row or set
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet poolCpus(int pool, AgentCpuset which) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = Coded.code("which", which);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_agent_get_pool_cpus(at, Frame.count("pool", pool), whichCode,
          cpusOut.address(), Frame.WORDS, f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * Writes the value of an annotation of the NodeResourceTopology as JSON.
   *
   * @param which the value to select
   * @return the document
   */
  public String toAnnotation(AgentAnnotation which) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = Coded.code("which", which);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_to_annotation(at, whichCode, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Writes the NodeResourceTopology of the node as {@link Topology#toNrt} does, with the node's
   * pools, reservation, system QoS and the CPUs of pods.
   *
   * @return the document
   * @throws KoordException.Invalid {@link Agent#setNode} was not called; kubelet would not start,
   *     see {@link Topology#toNrt}
   */
  public String toNrt() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_to_nrt(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Writes node-state.json, version 1 (docs/operate/node.md): where each pod runs, for hooks and
   * tools that start after the agent. {@code boot_id} identifies the boot that the state belongs
   * to; null: not stated.
   *
   * @param bootId the boot id; may be null
   * @return the document
   */
  public String toJson(String bootId) {
    byte[] bootIdText = Frame.utf8(bootId);
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_to_json(at, bootIdText, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Returns the current state of the node: what {@link Agent#toJson} writes, without the file.
   *
   * @return the agent state
   */
  public AgentState snapshot() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory agentStateOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_agent_snapshot(at, agentStateOut.address(), f.error()));
      return f.made(agentStateOut, AgentState::new);
    }
  }

  /**
   * Tells the agent what was decided and applied for this node before. A pod keeps the exclusive
   * CPUs that this state gives it and that it still claims, against claims of other pods. Call it
   * after a restart, with the result of {@link AgentState#load}, and whenever a state has been
   * applied.
   *
   * @param state the state
   * @return this object
   */
  public Agent setState(AgentState state) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long stateAt = f.read("state", state);
      f.check(KoordRaw.koord_agent_set_state(at, stateAt, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Same as {@link Agent#setDevices}, from the content of the builder, which is not changed. There
   * are no diagnostics. Errors: as {@link Agent#setDevices}.
   *
   * @param builder the builder
   * @return this object
   */
  public Agent setDevices(DeviceBuilder builder) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long builderAt = f.make("builder", builder);
      f.check(KoordRaw.koord_agent_set_devices_from_builder(at, builderAt, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Same as {@link Agent#setNode}, from the content of the builder, which is not changed. There are
   * no diagnostics. Errors: as {@link Agent#setNode}.
   *
   * @param builder the builder
   * @return this object
   */
  public Agent setNode(NodeBuilder builder) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long builderAt = f.make("builder", builder);
      f.check(KoordRaw.koord_agent_set_node_from_builder(at, builderAt, f.error()));
      return (Agent) this;
    }
  }

  /**
   * Restricts BE pods to these CPUs of the BE pool, such as {@link Agent#suppress} names. Places of
   * pods, the state and its BE pool change; {@link Agent#cpus}, reports and {@link Agent#suppress}
   * have the whole pool as before. A BE pod whose NUMA nodes keep no CPUs runs on all that is left.
   * A set without CPUs of the pool restricts nothing.
   *
   * @param cpus the cpus
   * @return this object
   * @throws KoordException.Limit larger than a documented bound
   */
  public Agent restrictBestEffort(CpuSet cpus) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long cpusAt = f.words(java.util.Objects.requireNonNull(cpus, "cpus"));
      f.check(KoordRaw.koord_agent_restrict_best_effort(at, cpusAt, Frame.WORDS, f.error()));
      return (Agent) this;
    }
  }
}
