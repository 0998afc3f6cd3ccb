// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * A node as its agent knows it: machine, settings, kubelet's state and pods. The same threading
 * rule as for {@link Kubelet}: functions that take a {@code const {@link Agent} *} may run at the
 * same time.
 */
abstract class AgentCalls extends Handle {
  AgentCalls(long address, Context kept) {
    super(address, keeping(kept, KoordRaw::koord_agent_free), true);
  }

  /**
   * The agent of a node: on this machine, without pods, settings or kubelet. The topology may be
   * closed then.
   *
   * @param context nullable; receives the diagnostics of all calls on the agent. Once it is freed
   *     the agent is silent.
   * @param topology the topology
   * @param options nullable.
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
   * The machine as it is now: CPUs came or went. A pod loses CPUs of its own when one of them is
   * gone. CPUs that kubelet reserves stay those of the last {@link Agent#setKubelet}.
   *
   * @param topology the topology
   * @return this object
   * @throws KoordException.Invalid more CPUs are reserved than there are
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
   * The Node (v1) as JSON, for its name, reservation and system QoS.
   *
   * @param json the json
   * @return this object
   * @throws KoordException.Invalid names the field; more CPUs are reserved than there are
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
   * What its kubelet does: configuration and cpu_manager_state of {@code setup} (nullable:
   * kubelet's defaults, nothing allocated). Pods keep CPUs that they have as their own.
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
   * The node's Device object, as for {@link Cluster#setDevices}: what devices are called that pods
   * were allocated by their minors only. null: it has none any more.
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
   * A pod came, or is like this now; one that has ended is gone. CPUs and devices that it states
   * are its own where they are due to it and nobody has them who comes first, as in {@link
   * Cluster#setPod}: see {@code AgentPod.refusal}. First come pods that {@link Agent#setState}
   * vouches for, then the pod that was bound first, then the lesser uid.
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
   * The pod with this uid is gone. Whether it was there.
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
   * Counts.
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
   * 64 bits that change when what {@link Agent#toNrt} writes does; the same in any process of one
   * version of the library. Takes microseconds.
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
   * Writes one set to {@code words} (all of them).
   *
   * @param which the which
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
   * A row for every socket and NUMA node that share CPUs, ascending. rows as in {@link
   * Topology#cpus}.
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
   * The part of one set of CPUs that lies where row {@code pool} of {@link Agent#pools} is, into
   * all of {@code words}.
   *
   * @param pool the pool
   * @param which the which
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
   * The value of an annotation of the NodeResourceTopology, JSON.
   *
   * @param which the which
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
   * The NodeResourceTopology of the node, as {@link Topology#toNrt} writes it, with its pools,
   * reservation, system QoS and CPUs of pods.
   *
   * @return the document
   * @throws KoordException.Invalid {@link Agent#setNode} was not called; kubelet would not start,
   *     as above
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
   * node-state.json, version 1 (docs/node.md): who runs where, for hooks and tools that start after
   * the agent. {@code boot_id} says which boot it is about; null: not said.
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
   * What {@link Agent#toJson} writes, without the file, as the node is now.
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
   * What an agent decided for this node before, and carried out: pods keep CPUs of their own that
   * this state gives them and that they still claim, against claims of others. To be said after a
   * restart, with what {@link AgentState#load} reads, and whenever a state has been carried out.
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
   * {@link Agent#setDevices} of what the builder has, which stays as it is. There are no remarks.
   * Errors: as there.
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
   * {@link Agent#setNode} of what the builder has, which stays as it is. There are no remarks.
   * Errors: as there.
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
}
