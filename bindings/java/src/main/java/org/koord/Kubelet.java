// Code generated from include/koord.h by make generate (tools/generate). DO NOT EDIT.
package org.koord;

import java.util.List;

/**
 * A node as its kubelet sees it: a simulation of kubelet's admission, without a kubelet. Pods
 * arrive and leave; static CPU policy, memory manager, device manager and topology manager decide
 * as in the kubelet of the setup's version (docs/reference/kubelet.md). Calls that only read it may
 * run at the same time.
 */
public final class Kubelet extends Handle implements Cloneable {
  Kubelet(long address) {
    super(address, KoordRaw::koord_kubelet_free, true);
  }

  /**
   * Reads a version as a node reports it in status.nodeInfo.kubeletVersion ("v1.37.2"), or without
   * patch level, as the known version that answers in the same way: the oldest for older ones, the
   * newest for newer ones.
   *
   * @param text the text
   * @return the out
   * @throws KoordException.Invalid no version of Kubernetes 1
   */
  public static KubeletVersion versionParse(String text) {
    byte[] textText = Frame.utf8("text", text);
    try (Frame f = Frame.open()) {
      Memory outOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_version_parse(textText, outOut.address(), f.error()));
      return KubeletVersion.of(outOut.i32());
    }
  }

  /**
   * Creates a kubelet on this machine that starts with the configuration and state files of {@code
   * setup} (null: kubelet's defaults, no files). The memory manager needs a topology with memory;
   * the topology manager's option prefer-closest-numa-nodes needs one with distances. The topology
   * may be closed then. If kubelet would not start, the message has kubelet's words.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @return the kubelet
   * @throws KoordException.Invalid the configuration; a state that cannot be read or is of another
   *     policy
   * @throws KoordException.Conflict a state that does not match machine or configuration
   * @throws KoordException.Corrupt the checksum of a state is wrong
   * @throws KoordException.Unsupported memory policy BestEffort
   * @throws KoordException.Limit a state: {@link KubeletSetup#cpuState}; more than 16 NUMA nodes
   *     for a memory or topology manager
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
   * Copies a kubelet with its state, for what-if questions; the two are then independent.
   * Allocations of pods are shared until they change: a copy costs 16 bytes for each.
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
   * Admits a pod as kubelet does: its containers get CPUs, memory and devices of plugins, or the
   * pod is refused with kubelet's reason ({@link Reason#spelling}) and message ({@link
   * Kubelet#formatRefusal}). The pod needs a uid. A known pod keeps its allocations if it is
   * admitted, and loses them if it is refused.
   *
   * @param pod the pod
   * @param admission null: not wanted; receives what the containers got.
   * @param flags the flags, if any
   * @return the refusal
   * @throws KoordException.Invalid a pod without uid, two containers with one name, unknown flags
   * @throws KoordException.Limit 1,024 containers, 2^20 devices, amounts whose sum is too large
   */
  public Refusal admit(Pod pod, Admission admission, AdmitFlag... flags) {
    try (Frame f = Frame.open()) {
      long at = f.write(this);
      long podAt = f.read("pod", pod);
      int flagsBits = Coded.bits(flags);
      long admissionAt = f.write(admission);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_kubelet_admit(at, podAt, flagsBits, admissionAt, refusalOut.address(),
          f.error()));
      return Refusal.read(refusalOut.seek(0));
    }
  }

  /**
   * {@link #admit(Pod, Admission, AdmitFlag...)} with null for admission.
   *
   * @param pod the pod
   * @param flags the flags, if any
   * @return the refusal
   */
  public Refusal admit(Pod pod, AdmitFlag... flags) {
    return admit(pod, (Admission) null, flags);
  }

  /**
   * Returns what {@link Kubelet#admit} would answer, without changing the kubelet; the pod needs no
   * uid. Parameters and errors are as for {@link Kubelet#admit}.
   *
   * @param pod the pod
   * @param admission the admission; may be null
   * @return the refusal
   */
  public Refusal judge(Pod pod, Admission admission) {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      long podAt = f.read("pod", pod);
      long admissionAt = f.write(admission);
      Memory refusalOut = f.zeros(KoordRaw.koord_refusal_size);
      f.check(KoordRaw.koord_kubelet_judge(at, podAt, admissionAt, refusalOut.address(),
          f.error()));
      return Refusal.read(refusalOut.seek(0));
    }
  }

  /**
   * {@link #judge(Pod, Admission)} with null for admission.
   *
   * @param pod the pod
   * @return the refusal
   */
  public Refusal judge(Pod pod) {
    return judge(pod, (Admission) null);
  }

  /**
   * Writes the sentence of {@link Refusal#text} with the names of this kubelet's resources.
   *
   * @param refusal the refusal
   * @return the text
   */
  public String formatRefusal(Refusal refusal) {
    java.util.Objects.requireNonNull(refusal, "refusal");
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory refusalAt = f.zeros(KoordRaw.koord_refusal_size);
      refusal.write(refusalAt);
      return f.text((room_, capacity_, needed_) -> KoordRaw.koord_kubelet_format_refusal(at,
          refusalAt.address(), room_, capacity_, needed_, f.error()));
    }
  }

  /**
   * Removes the pod with this uid and frees its allocations. Returns whether it had any: pods
   * without allocations are not recorded, so an unknown pod is not an error. Allocations left by a
   * refused pod are released with any uid.
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
   * Copies the memory of a pod, by container, then kind by name ("hugepages-1Gi" before "memory").
   * An unknown pod has none.
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
   * Writes one set.
   *
   * @param which the value to select
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
   * Writes the file cpu_manager_state (version 2, from kubelet 1.37 on version 4), or
   * memory_manager_state (version 1, then version 3), of this kubelet, byte for byte.
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
   * Same as {@link Kubelet#cpuState}. Writes the file cpu_manager_state (version 2, from kubelet
   * 1.37 on version 4), or memory_manager_state (version 1, then version 3), of this kubelet, byte
   * for byte.
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
   * Writes the file kubelet_internal_checkpoint of this kubelet: healthy devices by resource, and
   * what containers have, by pod, container and resource. Kubelet writes both in any order. What a
   * plugin answered is written as {@link KubeletSetup#deviceState} read it, and empty for devices
   * that were allocated since.
   *
   * @return the document
   */
  public String deviceState() {
    try (Frame f = Frame.open()) {
      long at = f.read(this);
      Memory documentOut = f.bytes(Long.BYTES);
      f.check(KoordRaw.koord_kubelet_get_device_state(at, documentOut.address(), f.error()));
      return Frame.documentText(documentOut);
    }
  }

  /**
   * Finds every fault that keeps kubelet from starting, and every fault that kubelet accepts. For
   * memory_manager_state only kubelet's own errors are reported. flags: {@link
   * RepairFlag#ONLY_PRESENT}. UNSUPPORTED and LIMIT as for {@link Kubelet#create}, NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param flags the flags, if any
   * @return the kubelet report
   * @throws KoordException.Invalid arguments and configuration only; faults of the state files are
   *     findings
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
   * @param flags the flags, if any
   * @return the kubelet report
   */
  public static KubeletReport check(Topology topology, RepairFlag... flags) {
    return check(topology, (KubeletSetup) null, flags);
  }

  /**
   * Writes the text of cpu_manager_state that is closest to the given one and lets kubelet start:
   * byte for byte the same if {@link Kubelet#check} finds nothing. Checksum and version are
   * corrected. CPUs in no set join the default set; CPUs that containers have, and CPUs that no
   * longer exist, leave it. Reserved CPUs are put into the right set. If two pods have one CPU, the
   * one with the later uid loses it. An entry that loses CPUs is dropped unless flags say otherwise
   * (kubelet allocates the container new CPUs when it starts). Correct entries are kept; no
   * container gets CPUs that it did not have. Returns JSON: "changed", "changes" [{"action",
   * "reason", "pod", "container", "cpus", "now", "message"}]. flags: REPAIR_*. UNSUPPORTED and
   * LIMIT as for {@link Kubelet#create}, NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param flags the flags, if any
   * @return the results
   * @throws KoordException.Invalid no cpu_manager_state is set: kubelet starts without one; the
   *     file cannot be read, with kubelet's message
   * @throws KoordException.Conflict another policy; a downgrade that would lose something
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
   * @param flags the flags, if any
   * @return the results
   */
  public static RepairCpusResult repairCpus(Topology topology, RepairFlag... flags) {
    return repairCpus(topology, (KubeletSetup) null, flags);
  }

  /**
   * Repairs memory_manager_state in the same way: byte for byte the same if {@link Kubelet#check}
   * finds nothing. Containers keep their memory on its NUMA nodes; what the file says about the
   * machine is computed again from the machine, the configuration and these entries. An entry is
   * dropped if it cannot be kept: its pod does not exist, it names NUMA nodes or kinds of memory
   * that the machine does not have, it groups NUMA nodes differently from the entry of another pod,
   * or it has more bytes than its NUMA nodes have left. If two pods conflict, the one with the
   * later uid loses its entry. Kubelet allocates new memory to the container when it starts. flags:
   * REPAIR_* except KEEP_SHRUNK. Report and errors are as for {@link Kubelet#repairCpus}.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param flags the flags, if any
   * @return the results
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
   * @param flags the flags, if any
   * @return the results
   */
  public static RepairCpusResult repairMemory(Topology topology, RepairFlag... flags) {
    return repairMemory(topology, (KubeletSetup) null, flags);
  }

  /**
   * Gives pods the CPUs that a scheduler allocated to them (resource-status) in place of those that
   * kubelet chose. Each container to which kubelet would give exclusive CPUs gets the requested
   * number of its pod's CPUs: those that it has where it may keep them, else picked as the static
   * policy picks. Init containers use the same CPUs. CPUs of a pod that no container requests stay
   * in the default set, and the report says so. Pods without allocated CPUs are skipped. At most
   * 65,536 pods. {@code report} is as for {@link Kubelet#repairCpus}. If cpu_manager_state is empty
   * or not set, there is no file, as for {@link Kubelet#create}. UNSUPPORTED and LIMIT as for
   * {@link Kubelet#create}, NO_MEMORY.
   *
   * @param topology the topology
   * @param setup the setup; may be null
   * @param pods the pods
   * @return the results
   * @throws KoordException.Conflict names the pod: its CPUs do not exist, are reserved, belong to
   *     another pod or are too few; kubelet does not start with the state, with kubelet's message
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
   * @return the results
   */
  public static RepairCpusResult replaceCpus(Topology topology, List<Pod> pods) {
    return replaceCpus(topology, (KubeletSetup) null, pods);
  }

  /**
   * Replaces a state file atomically: a reader finds either the old or the new file, complete, even
   * after a power failure. The new file has the mode and owner of the old one, which is kept as
   * "&lt;path&gt;.koord-backup" and replaces an older backup. {@code proc_root} is where proc is
   * mounted (null: "/proc"): unless forced, nothing is written while a kubelet runs there, k3s and
   * kubelite included. A kubelet in another PID namespace is not visible: call this in the host's
   * namespace.
   *
   * @param path the path
   * @param text the text
   * @param procRoot the proc root; may be null
   * @param flags the flags, if any
   * @throws KoordException.Invalid {@code path} is a link or not a regular file
   * @throws KoordException.Conflict a kubelet runs
   * @throws KoordException.Permission not permitted
   * @throws KoordException.Io the old file is kept and nothing else remains, unless the message
   *     says that only the directory could not be synced
   * @throws KoordException.Limit over 64 MiB
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
   * @param flags the flags, if any
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
