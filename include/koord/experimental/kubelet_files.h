/* Kubelet's state files: checked, repaired, replaced.
 *
 * Experimental. Stable once kubelet documents the format of its files, or two of its releases have
 * kept it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_KUBELET_FILES_H_
#define KOORD_KUBELET_FILES_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/kubelet_files.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../kubelet.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Checks, repairs and replaces kubelet's files cpu_manager_state and memory_manager_state
 * (docs/operate/kubelet-files.md). Kubelet reads its files when it starts and rewrites them
 * whenever something changes: write them only while no kubelet runs. All functions except
 * koord_kubelet_write_state work on the texts of a koord_kubelet_setup and touch no file.
 * Semantics: the kubelet of the setup's version. A file of another version is a finding, and a
 * repair writes the version that this kubelet writes: so files are migrated up and down. `topology`
 * as for koord_kubelet_new; `setup` is nullable: kubelet's
 * defaults, no files. The containers of the setup are those on the node: their pods matter for
 * KOORD_REPAIR_ONLY_PRESENT, their ids for files of version 1. */

/** Faults of a state file of kubelet. */
typedef int32_t koord_kubelet_fault;
enum {
  KOORD_KUBELET_FAULT_NONE = 0,
  KOORD_KUBELET_FAULT_UNREADABLE = 1,       /**< the file, or a set in it, cannot be read */
  KOORD_KUBELET_FAULT_CHECKSUM = 2,         /**< wrong; or missing, which kubelet accepts */
  KOORD_KUBELET_FAULT_VERSION = 3,          /**< the file's version is not the one kubelet writes */
  KOORD_KUBELET_FAULT_POLICY = 4,           /**< the file's policy is not the configured one */
  KOORD_KUBELET_FAULT_DEFAULT_EMPTY = 5,    /**< no default set, but entries */
  KOORD_KUBELET_FAULT_RESERVED = 6,         /**< reserved CPUs are in the wrong set */
  KOORD_KUBELET_FAULT_OVERLAPS_DEFAULT = 7, /**< an entry's CPUs are in the default set, too */
  KOORD_KUBELET_FAULT_CPUS_GONE = 8,        /**< CPUs that do not exist or are offline */
  KOORD_KUBELET_FAULT_CPUS_MISSING = 9,     /**< CPUs in neither the default set nor an entry */
  KOORD_KUBELET_FAULT_OVERLAP = 10,     /**< entries of two pods share CPUs; kubelet accepts it */
  KOORD_KUBELET_FAULT_EMPTY_ENTRY = 11, /**< an entry without CPUs; kubelet accepts it */
  /** an entry of a pod that does not exist; kubelet accepts it */
  KOORD_KUBELET_FAULT_POD_GONE = 12,
  KOORD_KUBELET_FAULT_MEMORY = 13 /**< memory_manager_state */
};
/** Returns the name: "checksum", "pod-gone"; "unknown" for other numbers. Static. */
KOORD_API const char *koord_kubelet_fault_get_name(koord_kubelet_fault fault);

/** Properties of a finding. */
typedef uint32_t koord_kubelet_finding_flags;
enum {
  /** Kubelet does not start. Without the flag kubelet starts and keeps the fault. */
  KOORD_KUBELET_FINDING_STOPS = 1
};
/** One fault; its description is in the report. 16 bytes. */
typedef struct koord_kubelet_finding {
  koord_kubelet_fault fault;
  koord_kubelet_finding_flags flags;
  uint32_t cpus;     /**< number of CPUs that it concerns */
  uint32_t reserved; /**< 0 */
} koord_kubelet_finding;

/** Options of a check and a repair. */
typedef uint32_t koord_repair_flags;
enum {
  /** The given pods are all pods of the node: entries of other pods are findings, and a repair
   *  drops them. */
  KOORD_REPAIR_ONLY_PRESENT = 1,
  /** Repair: accept a file that was written under another policy of its manager. */
  KOORD_REPAIR_MIGRATE = 2,
  /** Repair: an entry that lost CPUs keeps the remaining ones instead of being dropped. Kubelet
   *  does not replace the lost CPUs while the container runs. */
  KOORD_REPAIR_KEEP_SHRUNK = 4,
  /** Repair: replace a file that cannot be read at all by that of a kubelet that starts for the
   *  first time. */
  KOORD_REPAIR_START_OVER = 8,
  /** Repair: drop what the version of kubelet, as configured, cannot keep: CPUs and memory of whole
   *  pods, baselines of resized containers. */
  KOORD_REPAIR_DOWNGRADE = 16
};

/** The findings of a check of kubelet's files. Immutable. */
typedef struct koord_kubelet_report koord_kubelet_report;
KOORD_API koord_kubelet_report *koord_kubelet_report_ref(const koord_kubelet_report *report);
KOORD_API void koord_kubelet_report_unref(koord_kubelet_report *report);
/** Copies the findings, those of cpu_manager_state first, in the order in which kubelet meets them;
 *  at most 2,048. No findings: nothing is wrong. Rows as in koord_topology_get_cpus. Errors:
 *  INVALID, NO_SPACE. */
KOORD_API koord_status koord_kubelet_report_get_findings(const koord_kubelet_report *report,
                                                         koord_kubelet_finding *rows, size_t stride,
                                                         size_t capacity, size_t *count,
                                                         koord_error *err);
/** Writes the report as JSON: "starts", "kubelet" (kubelet's own message if it does not start),
 *  "findings" [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut".
 *  The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_report_to_json(const koord_kubelet_report *report,
                                                    koord_buffer **out, koord_error *err);

/** Finds every fault that keeps kubelet from starting, and every fault that kubelet accepts. For
 *  memory_manager_state only kubelet's own errors are reported. flags: KOORD_REPAIR_ONLY_PRESENT.
 *  The caller owns *out.
 *  Errors: INVALID (arguments and configuration only; faults of the state files are findings),
 *  UNSUPPORTED and LIMIT as for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_check(const koord_topology *topology,
                                           KOORD_NULLABLE const koord_kubelet_setup *setup,
                                           koord_repair_flags flags, koord_kubelet_report **out,
                                           koord_error *err);

/** Writes the text of cpu_manager_state that is closest to the given one and lets kubelet start:
 *  byte for byte the same if koord_kubelet_check finds nothing. Checksum and version are corrected.
 *  CPUs in no set join the default set; CPUs that containers have, and CPUs that no longer exist,
 *  leave it. Reserved CPUs are put into the right set. If two pods have one CPU, the one with the
 *  later uid loses it. An entry that loses CPUs is dropped unless flags say otherwise (kubelet
 *  allocates the container new CPUs when it starts). Correct entries are kept; no container gets
 *  CPUs that it did not have. `*report` (nullable) receives JSON: "changed", "changes" [{"action",
 *  "reason", "pod", "container", "cpus", "now", "message"}]. The caller owns both. flags:
 *  KOORD_REPAIR_*.
 *  Errors: INVALID (no cpu_manager_state is set: kubelet starts without one; the file cannot be
 *  read, with kubelet's message), CONFLICT (another policy; a downgrade that would lose something),
 *  UNSUPPORTED and LIMIT as for
 *  koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_repair_cpus(const koord_topology *topology,
                                                 KOORD_NULLABLE const koord_kubelet_setup *setup,
                                                 koord_repair_flags flags, koord_buffer **out,
                                                 KOORD_NULLABLE koord_buffer **report,
                                                 koord_error *err);

/** Repairs memory_manager_state in the same way: byte for byte the same if koord_kubelet_check
 *  finds nothing. Containers keep their memory on its NUMA nodes; what the file says about the
 *  machine is computed again from the machine, the configuration and these entries. An entry is
 *  dropped if it cannot be kept: its pod does not exist, it names NUMA nodes or kinds of memory
 *  that the machine does not have, it groups NUMA nodes differently from the entry of another pod,
 *  or it has more bytes than its NUMA nodes have left. If two pods conflict, the one with the later
 *  uid loses its entry. Kubelet allocates new memory to the container when it starts. flags:
 *  KOORD_REPAIR_* except KEEP_SHRUNK. Report and errors are as for koord_kubelet_repair_cpus. */
KOORD_API koord_status koord_kubelet_repair_memory(const koord_topology *topology,
                                                   KOORD_NULLABLE const koord_kubelet_setup *setup,
                                                   koord_repair_flags flags, koord_buffer **out,
                                                   KOORD_NULLABLE koord_buffer **report,
                                                   koord_error *err);

/** Gives pods the CPUs that a scheduler allocated to them (resource-status) in place of those that
 *  kubelet chose. Each container to which kubelet would give exclusive CPUs gets the requested
 *  number of its pod's CPUs: those that it has where it may keep them, else picked as the static
 *  policy picks. Init containers use the same CPUs. CPUs of a pod that no container requests stay
 *  in the default set, and the report says so. Pods without allocated CPUs are skipped. At most
 *  65,536 pods. `*report` is as for koord_kubelet_repair_cpus. If cpu_manager_state is empty or not
 *  set, there is no file, as for koord_kubelet_new.
 *  Errors: CONFLICT (names the pod: its CPUs do not exist, are reserved, belong to another pod or
 *  are too few; kubelet does not start with the state, with kubelet's message), CORRUPT (a
 *  checksum), INVALID (a pod twice or without uid; a state that cannot be read), UNSUPPORTED and
 *  LIMIT as for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_replace_cpus(const koord_topology *topology,
                                                  KOORD_NULLABLE const koord_kubelet_setup *setup,
                                                  const koord_pod *const *pods, size_t count,
                                                  koord_buffer **out,
                                                  KOORD_NULLABLE koord_buffer **report,
                                                  koord_error *err);

/** Options of writing a state file. */
typedef uint32_t koord_write_state_flags;
enum {
  /** Write even if a kubelet runs. Kubelet overwrites the file as soon as something changes. */
  KOORD_WRITE_STATE_FORCE = 1,
  /** Keep no backup. */
  KOORD_WRITE_STATE_NO_BACKUP = 2
};
/** Replaces a state file atomically: a reader finds either the old or the new file, complete, even
 *  after a power failure. The new file has the mode and owner of the old one, which is kept as
 *  "<path>.koord-backup" and replaces an older backup. `proc_root` is where proc is mounted (length
 *  0: "/proc"): unless forced, nothing is written while a kubelet runs there, k3s and kubelite
 *  included. A kubelet in another PID namespace is not visible: call this in the host's namespace.
 *  Errors: INVALID (`path` is a link or not a regular file), CONFLICT (a kubelet runs), PERMISSION,
 *  IO (the old file is kept and nothing else remains, unless the message says that only the
 *  directory could not be synced), LIMIT (over 64 MiB), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_write_state(const char *path, size_t path_length,
                                                 KOORD_DOCUMENT const char *text,
                                                 size_t text_length,
                                                 KOORD_NULLABLE const char *proc_root,
                                                 size_t proc_root_length,
                                                 koord_write_state_flags flags, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_KUBELET_FILES_H_ */
