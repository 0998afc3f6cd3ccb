package org.koord;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Checks, mends and replaces what kubelet keeps in its state files (docs/kubelet-files.md). All but
 * {@link #write} work on texts and touch no file. State files are bytes, as damaged ones may be no
 * text; null: there is none.
 */
public final class KubeletFiles {
  /** What a repair may do besides. */
  public enum Repair {
    /** The file may have been written under another policy. */
    MIGRATE(KoordRaw.KOORD_REPAIR_MIGRATE),
    /** An entry that lost CPUs keeps those that are left, instead of being dropped. */
    KEEP_SHRUNK(KoordRaw.KOORD_REPAIR_KEEP_SHRUNK),
    /** A file that cannot be read becomes that of a kubelet that starts for the first time. */
    START_OVER(KoordRaw.KOORD_REPAIR_START_OVER);

    private final int flag;

    Repair(int flag) {
      this.flag = flag;
    }
  }

  /**
   * A pod that is there, or one container of it.
   *
   * @param uid the pod's
   * @param name the container's; "": the row is about the pod alone
   * @param id the container's id, as the runtime has it; "": not known
   */
  public record Present(String uid, String name, String id) {}

  /**
   * What is wrong.
   *
   * @param findings one for each thing, in the order in which kubelet meets them
   * @param report JSON: "starts", "kubelet", "findings", "leftOut"
   */
  public record Check(List<KubeletFinding> findings, String report) {}

  /**
   * A new file.
   *
   * @param file its bytes
   * @param report JSON: "changed", "changes"
   */
  public record Change(byte[] file, String report) {}

  private final Topology topology;
  private final byte[] config;
  private final Context context;
  private final List<Present> present;

  /** The files of a kubelet on this machine; {@code kubeletConfig} null: its defaults. */
  public KubeletFiles(Topology topology, String kubeletConfig) {
    this(null, topology, kubeletConfig, null);
  }

  /**
   * The same with a context for remarks (nullable) and, unless {@code present} is null, every pod of
   * the node: entries of others are findings, and are dropped by a repair. The topology stays the
   * caller's and open.
   */
  public KubeletFiles(
      Context context, Topology topology, String kubeletConfig, List<Present> present) {
    this.context = context;
    this.topology = java.util.Objects.requireNonNull(topology, "topology");
    this.config = Frame.utf8(kubeletConfig);
    this.present = present == null ? null : List.copyOf(present);
  }

  private int flags(Set<Repair> repairs) {
    int flags = present == null ? 0 : KoordRaw.KOORD_REPAIR_ONLY_PRESENT;
    for (Repair repair : repairs) {
      flags |= repair.flag;
    }
    return flags;
  }

  private int count() {
    return present == null ? 0 : present.size();
  }

  private Memory present(Frame f, Texts texts) {
    Memory rows = f.bytes((long) KoordRaw.koord_present_container_size * count());
    for (Present row : present == null ? List.<Present>of() : present) {
      texts.put(rows, row.uid());
      texts.put(rows, row.name());
      texts.put(rows, row.id());
    }
    return rows;
  }

  /**
   * Everything at which kubelet would stop when it starts, and what it would accept although it is
   * wrong.
   *
   * @throws KoordException.Invalid the configuration (not the state files)
   * @throws KoordException.Unsupported as for {@link Kubelet#on}
   * @throws KoordException.Limit a document is too large
   */
  public Check check(byte[] cpuState, byte[] memoryState) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      Texts texts = new Texts();
      Memory there = present(f, texts);
      byte[] arena = texts.bytes();
      Memory out = f.bytes(Long.BYTES);
      int size = KoordRaw.koord_kubelet_finding_size;
      List<KubeletFinding> findings =
          f.rows(
              size, KubeletFinding::read,
              (rows, capacity, count) ->
                  KoordRaw.koord_kubelet_check(
                      c, t, config, cpuState, memoryState, there.address(),
                      KoordRaw.koord_present_container_size, count(), arena, flags(Set.of()), rows,
                          size, capacity, count, out.address(), f.error()));
      return new Check(findings, new String(Frame.document(out), StandardCharsets.UTF_8));
    }
  }

  private interface Call {
    int call(long file, long report);
  }

  private static Change change(Frame f, Call call) {
    Memory out = f.bytes(2 * Long.BYTES);
    f.check(call.call(out.address(), out.address() + Long.BYTES));
    byte[] file = KoordRaw.koord_jni_take(out.i64());
    byte[] report = KoordRaw.koord_jni_take(out.i64());
    return new Change(file, new String(report, StandardCharsets.UTF_8));
  }

  /**
   * The nearest cpu_manager_state with which kubelet starts: byte for byte the same where {@link
   * #check} finds nothing.
   *
   * @throws KoordException.Invalid in kubelet's words: the file cannot be read
   * @throws KoordException.Conflict another policy
   */
  public Change repair(byte[] cpuState, Set<Repair> repairs) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      Texts texts = new Texts();
      Memory there = present(f, texts);
      byte[] arena = texts.bytes();
      return change(
          f,
          (file, report) ->
              KoordRaw.koord_kubelet_repair_cpus(
                  c, t, config, cpuState, there.address(), KoordRaw.koord_present_container_size,
                  count(), arena, flags(repairs), file, report, f.error()));
    }
  }

  /** The same of memory_manager_state; {@link Repair#KEEP_SHRUNK} is not for it. */
  public Change repairMemory(byte[] memoryState, Set<Repair> repairs) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      Texts texts = new Texts();
      Memory there = present(f, texts);
      byte[] arena = texts.bytes();
      return change(
          f,
          (file, report) ->
              KoordRaw.koord_kubelet_repair_memory(
                  c, t, config, memoryState, there.address(), KoordRaw.koord_present_container_size,
                  count(), arena, flags(repairs), file, report, f.error()));
    }
  }

  /**
   * Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those that
   * kubelet chose.
   *
   * @throws KoordException.Conflict names the pod: its CPUs are not there, reserved, held or too few
   * @throws KoordException.Corrupt a checksum is wrong
   * @throws KoordException.Invalid a pod twice or without uid; a state that cannot be read
   */
  public Change replaceCpus(byte[] cpuState, List<Pod> pods) {
    try (Frame f = Frame.open()) {
      long c = f.read(context);
      long t = f.read("topology", topology);
      long handles = f.handles(java.util.Objects.requireNonNull(pods, "pods"));
      return change(
          f,
          (file, report) ->
              KoordRaw.koord_kubelet_replace_cpus(
                  c, t, config, cpuState, handles, pods.size(), file, report, f.error()));
    }
  }

  /** How a state file is replaced. */
  public enum Write {
    /** Although a kubelet runs, which overwrites the file as soon as something changes. */
    FORCE(KoordRaw.KOORD_WRITE_STATE_FORCE),
    /** Without a backup. */
    NO_BACKUP(KoordRaw.KOORD_WRITE_STATE_NO_BACKUP);

    private final int flag;

    Write(int flag) {
      this.flag = flag;
    }
  }

  /**
   * Replaces a state file in one step, also after a power cut. Mode and owner stay; the old file
   * stays as "&lt;path&gt;.koord-backup".
   *
   * @param procRoot where proc is mounted, to see whether a kubelet runs; null: "/proc"
   * @throws KoordException.Invalid {@code path} is a link or no regular file
   * @throws KoordException.Conflict a kubelet runs
   * @throws KoordException.Permission not permitted
   * @throws KoordException.Io the old file stands, unless the message says otherwise
   * @throws KoordException.Limit over 64 MiB
   */
  public static void write(String path, byte[] file, String procRoot, Set<Write> how) {
    int flags = 0;
    for (Write flag : how) {
      flags |= flag.flag;
    }
    try (Frame f = Frame.open()) {
      f.check(
          KoordRaw.koord_kubelet_write_state(
              Frame.utf8("path", path), java.util.Objects.requireNonNull(file, "file"),
              Frame.utf8(procRoot), flags, f.error()));
    }
  }
}
