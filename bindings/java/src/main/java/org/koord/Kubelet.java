// Code generated from koord.h by tools/generate. DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * A node as its kubelet sees it: a state machine of pods that arrive and go, without a kubelet.
 * Static CPU policy, memory manager and topology manager decide as in kubelet 1.36
 * (docs/kubelet.md).
 */
public final class Kubelet extends Handle implements Cloneable {
  Kubelet(long address) {
    super(address, KoordRaw::koord_kubelet_free, true);
  }

  /**
   * A kubelet on this machine that starts with this configuration and these state files; {@code
   * setup} is nullable: kubelet's defaults, no files. The memory manager needs a topology that
   * knows memory, the topology manager's option prefer-closest-numa-nodes one that knows distances.
   * The topology may be closed then. Errors, where kubelet would not start in its words: INVALID
   * (the configuration, as kubelet says it; a state that cannot be read or is of another policy),
   * CONFLICT (a state that does not suit machine or configuration), CORRUPT (the checksum of a
   * state is wrong), UNSUPPORTED (feature gate PodLevelResourceManagers, memory policy BestEffort),
   * LIMIT (a state: {@link KubeletSetup#cpuState}; more than 16 NUMA nodes for a memory or topology
   * manager), NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @return the kubelet
   */
  public static Kubelet create(Topology topology, KubeletSetup setup) {
    try (Frame f = Frame.open()) {
      long topologyAt = f.read("topology", topology);
      long setupAt = f.make(setup);
      Memory kubeletOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_new(topologyAt, setupAt, kubeletOut.address(), f.error()));
      return f.made(kubeletOut, Kubelet::new);
    }
  }

  /**
   * {@link #create(Topology, KubeletSetup)} with null for setup.
   *
   * @param topology the topology
   * @return the kubelet
   */
  public static Kubelet create(Topology topology) {
    return create(topology, (KubeletSetup) null);
  }

  /**
   * A second kubelet in the same state, for what-if questions; from then on each goes its own way.
   * What pods hold is shared until it changes: a copy costs 16 bytes for each.
   *
   * @return the kubelet
   */
  @Override
  public Kubelet clone() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory kubeletOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_clone(at, kubeletOut.address(), f.error()));
      return f.made(kubeletOut, Kubelet::new);
    }
  }

  /**
   * A pod arrives: kubelet admits it, and its containers get CPUs and memory, or refuses it, with
   * kubelet's reason ({@link Reason#spelling}) and message ({@link Refusal#text}). Needs a uid. A
   * pod that is known already keeps what it holds when it is admitted, and loses it when it is
   * refused. admission (nullable: not wanted) receives what its containers got.
   *
   * @param pod the pod
   * @param admission the admission
   * @param flags any number of them
   * @return the refusal
   * @throws KoordException.Invalid a pod without uid, two containers of one name, unknown flags
   * @throws KoordException.Limit 1,024 containers, amounts that add up to too much
   */
  public Refusal admit(Pod pod, Admission admission, AdmitFlag... flags) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      int flagsBits = Coded.bits(flags);
      long admissionAt = f.write("admission", admission);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_kubelet_admit(at, podAt, flagsBits, admissionAt, refusalOut.address(),
          f.error()));
      return Refusal.read(refusalOut.seek(0));
    }
  }

  /**
   * What {@link Kubelet#admit} would answer; nothing of the kubelet changes, and the pod needs no
   * uid. Arguments and errors as there.
   *
   * @param pod the pod
   * @param admission the admission
   * @return the refusal
   */
  public Refusal judge(Pod pod, Admission admission) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long admissionAt = f.write("admission", admission);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_kubelet_judge(at, podAt, admissionAt, refusalOut.address(),
          f.error()));
      return Refusal.read(refusalOut.seek(0));
    }
  }

  /**
   * The pod with this uid is gone: what it held is free. Whether it held anything: pods that hold
   * nothing leave no trace, so that an unknown pod is no error. What a refused pod was left is
   * swept, whatever the uid.
   *
   * @param uid the uid
   * @return the held
   */
  public boolean removePod(String uid) {
    byte[] uidText = Frame.utf8("uid", uid);
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      Memory heldOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_remove_pod(at, uidText, heldOut.address(), f.error()));
      return heldOut.i32() != 0;
    }
  }

  /**
   * The memory a pod holds, by container, then kind by name ("hugepages-1Gi" before "memory"). None
   * for a pod that is not there. Rows as in {@link Topology#cpus}.
   *
   * @param pod the pod
   * @return the rows
   */
  public List<MemoryBlock> memory(Pod pod) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      return f.rows(KoordRaw.koord_memory_block_size, MemoryBlock::read, (rows_, capacity_, count_)
          -> KoordRaw.koord_kubelet_get_memory(at, podAt, rows_, KoordRaw.koord_memory_block_size,
          capacity_, count_, f.error()));
    }
  }

  /**
   * Writes one set to {@code words} (all of them).
   *
   * @param which the which
   * @return the cpus
   * @throws KoordException.NoSpace the caller's buffer is too small
   */
  public CpuSet cpus(KubeletCpuset which) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      int whichCode = Coded.code("which", which);
      Memory cpusOut = f.words();
      f.check(KoordRaw.koord_kubelet_get_cpus(at, whichCode, cpusOut.address(), Frame.WORDS,
          f.error()));
      return CpuSet.read(cpusOut, Frame.WORDS);
    }
  }

  /**
   * The files cpu_manager_state (version 2) and memory_manager_state (version 1) of this kubelet,
   * byte for byte.
   *
   * @return the document
   */
  public String cpuState() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_get_cpu_state(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * As {@link Kubelet#cpuState}. The files cpu_manager_state (version 2) and memory_manager_state
   * (version 1) of this kubelet, byte for byte.
   *
   * @return the document
   */
  public String memoryState() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_get_memory_state(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Everything at which kubelet would stop when it starts, and what it would accept although it is
   * wrong. Of memory_manager_state only kubelet's own errors are reported. flags: {@link
   * RepairFlag#ONLY_PRESENT}. UNSUPPORTED and LIMIT as for {@link Kubelet#create}, NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param flags any number of them
   * @return the kubelet report
   * @throws KoordException.Invalid not the state files, but the arguments and the configuration
   */
  public static KubeletReport check(Topology topology, KubeletSetup setup, RepairFlag... flags) {
    try (Frame f = Frame.open()) {
      long topologyAt = f.read("topology", topology);
      long setupAt = f.make(setup);
      int flagsBits = Coded.bits(flags);
      Memory kubeletReportOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_check(topologyAt, setupAt, flagsBits,
          kubeletReportOut.address(), f.error()));
      return f.made(kubeletReportOut, KubeletReport::new);
    }
  }

  /**
   * {@link #check(Topology, KubeletSetup, RepairFlag...)} with null for setup.
   *
   * @param topology the topology
   * @param flags any number of them
   * @return the kubelet report
   */
  public static KubeletReport check(Topology topology, RepairFlag... flags) {
    return check(topology, (KubeletSetup) null, flags);
  }

  /**
   * The nearest text of cpu_manager_state with which kubelet starts: byte for byte the same where
   * {@link Kubelet#check} finds nothing. Checksum and version are set right; CPUs in no set join
   * the default set, those that containers hold and those that are gone leave it; reserved CPUs
   * come where they belong; of two pods that hold one CPU the one with the later uid loses it. An
   * entry that loses CPUs is dropped (kubelet gives the container CPUs anew when it starts) unless
   * flags say otherwise. Entries that are right are kept; no container is given CPUs that it did
   * not have. Returns JSON: "changed", "changes" [{"act", "why", "pod", "container", "cpus", "now",
   * "message"}]. The caller owns both. flags: REPAIR_*. UNSUPPORTED and LIMIT as for {@link
   * Kubelet#create}, NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param flags any number of them
   * @return all that the call gives
   * @throws KoordException.Invalid no cpu_manager_state is set, with which kubelet starts; in
   *     kubelet's words: the file cannot be read
   * @throws KoordException.Conflict another policy
   */
  public static RepairCpusResult repairCpus(
      Topology topology, KubeletSetup setup, RepairFlag... flags) {
    try (Frame f = Frame.open()) {
      long topologyAt = f.read("topology", topology);
      long setupAt = f.make(setup);
      int flagsBits = Coded.bits(flags);
      Memory documentOut = f.bytes(Long.BYTES);
      Memory reportOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_repair_cpus(topologyAt, setupAt, flagsBits,
          documentOut.address(), reportOut.address(), f.error()));
      return new RepairCpusResult(Frame.documentText(documentOut), Frame.documentText(reportOut));
    }
  }

  /**
   * {@link #repairCpus(Topology, KubeletSetup, RepairFlag...)} with null for setup.
   *
   * @param topology the topology
   * @param flags any number of them
   * @return all that the call gives
   */
  public static RepairCpusResult repairCpus(Topology topology, RepairFlag... flags) {
    return repairCpus(topology, (KubeletSetup) null, flags);
  }

  /**
   * The same of memory_manager_state: byte for byte the same where {@link Kubelet#check} finds
   * nothing. Containers keep the memory that they have, on the NUMA nodes where they have it; what
   * the file says of the machine is reckoned anew from the machine, the configuration and these
   * entries. An entry is dropped where it cannot be kept: its pod is not there, it names NUMA nodes
   * or kinds of memory that the machine does not have, groups nodes that another pod's entry has
   * apart or otherwise, or has more bytes than its nodes have left; of two such pods the one with
   * the later uid loses. Kubelet gives a container memory anew when it starts. flags: {@link
   * RepairFlag#ONLY_PRESENT}, {@link RepairFlag#MIGRATE}, {@link RepairFlag#START_OVER}. Report and
   * errors as for {@link Kubelet#repairCpus}.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param flags any number of them
   * @return all that the call gives
   */
  public static RepairCpusResult repairMemory(
      Topology topology, KubeletSetup setup, RepairFlag... flags) {
    try (Frame f = Frame.open()) {
      long topologyAt = f.read("topology", topology);
      long setupAt = f.make(setup);
      int flagsBits = Coded.bits(flags);
      Memory documentOut = f.bytes(Long.BYTES);
      Memory reportOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_repair_memory(topologyAt, setupAt, flagsBits,
          documentOut.address(), reportOut.address(), f.error()));
      return new RepairCpusResult(Frame.documentText(documentOut), Frame.documentText(reportOut));
    }
  }

  /**
   * {@link #repairMemory(Topology, KubeletSetup, RepairFlag...)} with null for setup.
   *
   * @param topology the topology
   * @param flags any number of them
   * @return all that the call gives
   */
  public static RepairCpusResult repairMemory(Topology topology, RepairFlag... flags) {
    return repairMemory(topology, (KubeletSetup) null, flags);
  }

  /**
   * Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those kubelet
   * chose. Each container that kubelet would give own CPUs gets as many of its pod's as it asks
   * for: those it has where it may keep them, else picked as the static policy picks; init
   * containers have theirs of the same. CPUs of a pod that no container asks for stay in the
   * default set, and the report says so. Pods without allocated CPUs are passed over. At most
   * 65,536 pods. {@code *report} as for {@link Kubelet#repairCpus}. An empty cpu_manager_state, and
   * one that is not set: there is none, as for {@link Kubelet#create}. UNSUPPORTED and LIMIT as for
   * {@link Kubelet#create}, NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param pods the pods
   * @return all that the call gives
   * @throws KoordException.Conflict naming the pod: its CPUs are not there, reserved, held by
   *     another pod or too few; a state that kubelet does not start with, in its words
   * @throws KoordException.Corrupt a checksum
   * @throws KoordException.Invalid a pod twice or without uid; a state that cannot be read
   */
  public static RepairCpusResult replaceCpus(
      Topology topology, KubeletSetup setup, List<Pod> pods) {
    try (Frame f = Frame.open()) {
      long topologyAt = f.read("topology", topology);
      long setupAt = f.make(setup);
      long podsAt = f.handles("pods", pods);
      Memory documentOut = f.bytes(Long.BYTES);
      Memory reportOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_replace_cpus(topologyAt, setupAt, podsAt, pods.size(),
          documentOut.address(), reportOut.address(), f.error()));
      return new RepairCpusResult(Frame.documentText(documentOut), Frame.documentText(reportOut));
    }
  }

  /**
   * {@link #replaceCpus(Topology, KubeletSetup, List)} with null for setup.
   *
   * @param topology the topology
   * @param pods the pods
   * @return all that the call gives
   */
  public static RepairCpusResult replaceCpus(Topology topology, List<Pod> pods) {
    return replaceCpus(topology, (KubeletSetup) null, pods);
  }

  /**
   * Replaces a state file in one step: whoever reads it finds the old or the new one, whole, also
   * after a power cut. The new file has the mode and owner of the old one, which stays as
   * "&lt;path&gt;.koord-backup" in the place of an older backup. {@code proc_root} says where proc
   * is mounted (null: "/proc"): unless forced, nothing is written while a kubelet runs there, k3s
   * and kubelite included. Those of another PID namespace cannot be seen: call it in the host's.
   * The old file stands then and nothing else is left, unless the message says that only its
   * directory could not be synced. LIMIT (over 64 MiB), NO_MEMORY.
   *
   * @param path the path
   * @param text the text
   * @param procRoot the proc root; may be null
   * @param flags any number of them
   * @throws KoordException.Invalid {@code path} is a link or no regular file
   * @throws KoordException.Conflict a kubelet runs
   * @throws KoordException.Permission not permitted
   * @throws KoordException.Io the machine or a file could not be read or written
   */
  public static void writeState(
      String path, String text, String procRoot, WriteStateFlag... flags) {
    byte[] pathText = Frame.utf8("path", path);
    byte[] textText = Frame.utf8("text", text);
    byte[] procRootText = Frame.utf8(procRoot);
    try (Frame f = Frame.open()) {
      int flagsBits = Coded.bits(flags);
      f.check(KoordRaw.koord_kubelet_write_state(pathText, textText, procRootText, flagsBits,
          f.error()));
    }
  }

  /**
   * {@link #writeState(String, String, String, WriteStateFlag...)} of a document's bytes, in UTF-8.
   *
   * @param path the path
   * @param text the text
   * @param procRoot the proc root; may be null
   * @param flags any number of them
   */
  public static void writeState(
      String path, byte[] text, String procRoot, WriteStateFlag... flags) {
    byte[] pathText = Frame.utf8("path", path);
    byte[] textText = java.util.Objects.requireNonNull(text, "text");
    byte[] procRootText = Frame.utf8(procRoot);
    try (Frame f = Frame.open()) {
      int flagsBits = Coded.bits(flags);
      f.check(KoordRaw.koord_kubelet_write_state(pathText, textText, procRootText, flagsBits,
          f.error()));
    }
  }
}
