package org.koord;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;

/**
 * Checks, mends and replaces what kubelet keeps in its state files (docs/kubelet-files.md). All but
 * {@link #write} work on the texts of a {@link KubeletSetup} and touch no file; a setup of null has
 * kubelet's defaults and no files.
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

  private KubeletFiles() {}

  private static int flags(KubeletSetup setup, Set<Repair> repairs) {
    int flags = KubeletSetup.flags(setup);
    for (Repair repair : repairs) {
      flags |= repair.flag;
    }
    return flags;
  }

  /**
   * Everything at which kubelet would stop when it starts, and what it would accept although it is
   * wrong.
   *
   * @throws KoordException.Invalid the configuration (not the state files)
   * @throws KoordException.Unsupported as for {@link Kubelet#on}
   * @throws KoordException.Limit a document is too large
   */
  public static Check check(Topology topology, KubeletSetup setup) {
    try (Frame f = Frame.open()) {
      long t = f.read("topology", topology);
      long report =
          KubeletSetup.use(
              f, setup,
              made ->
                  f.handle(
                      out ->
                          KoordRaw.koord_kubelet_check(
                              t, made, KubeletSetup.flags(setup), out, f.error())));
      try {
        int size = KoordRaw.koord_kubelet_finding_size;
        List<KubeletFinding> findings =
            f.rows(
                size, KubeletFinding::read,
                (rows, capacity, count) ->
                    KoordRaw.koord_kubelet_report_get_findings(
                        report, rows, size, capacity, count, f.error()));
        return new Check(
            findings,
            f.document(out -> KoordRaw.koord_kubelet_report_to_json(report, out, f.error())));
      } finally {
        KoordRaw.koord_kubelet_report_unref(report);
      }
    }
  }

  private interface Call {
    int call(long setup, long file, long report);
  }

  private static Change change(Frame f, KubeletSetup setup, Call call) {
    return KubeletSetup.use(
        f, setup,
        made -> {
          Memory out = f.bytes(2 * Long.BYTES);
          f.check(call.call(made, out.address(), out.address() + Long.BYTES));
          byte[] file = KoordRaw.koord_jni_take(out.i64());
          byte[] report = KoordRaw.koord_jni_take(out.i64());
          return new Change(file, new String(report, StandardCharsets.UTF_8));
        });
  }

  /**
   * The nearest cpu_manager_state with which kubelet starts: byte for byte the same where {@link
   * #check} finds nothing.
   *
   * @throws KoordException.Invalid there is no such file; in kubelet's words: it cannot be read
   * @throws KoordException.Conflict another policy
   */
  public static Change repair(Topology topology, KubeletSetup setup, Set<Repair> repairs) {
    try (Frame f = Frame.open()) {
      long t = f.read("topology", topology);
      return change(
          f, setup,
          (made, file, report) ->
              KoordRaw.koord_kubelet_repair_cpus(
                  t, made, flags(setup, repairs), file, report, f.error()));
    }
  }

  /** The same of memory_manager_state; {@link Repair#KEEP_SHRUNK} is not for it. */
  public static Change repairMemory(Topology topology, KubeletSetup setup, Set<Repair> repairs) {
    try (Frame f = Frame.open()) {
      long t = f.read("topology", topology);
      return change(
          f, setup,
          (made, file, report) ->
              KoordRaw.koord_kubelet_repair_memory(
                  t, made, flags(setup, repairs), file, report, f.error()));
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
  public static Change replaceCpus(Topology topology, KubeletSetup setup, List<Pod> pods) {
    try (Frame f = Frame.open()) {
      long t = f.read("topology", topology);
      long handles = f.handles(java.util.Objects.requireNonNull(pods, "pods"));
      return change(
          f, setup,
          (made, file, report) ->
              KoordRaw.koord_kubelet_replace_cpus(
                  t, made, handles, pods.size(), file, report, f.error()));
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
