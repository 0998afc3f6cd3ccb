/* Kubelet's state files: checked, repaired, replaced.
 *
 * Experimental. Stable once kubelet documents the format of its files, or two releases of it have kept it.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_KUBELET_FILES_H_
#define KOORD_KUBELET_FILES_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/kubelet_files.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "kubelet.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Checks, mends and replaces what kubelet keeps in cpu_manager_state and memory_manager_state
 * (docs/kubelet-files.md). Kubelet reads its files when it starts and rewrites them whenever
 * something changes: another writer is of use only while no kubelet runs. All but
 * koord_kubelet_write_state work on the texts of a koord_kubelet_setup and touch no file.
 * Semantics: kubelet 1.36. `topology` as for koord_kubelet_new; `setup` is nullable: kubelet's
 * defaults, no files. Its containers are who is on the node: their pods for
 * KOORD_REPAIR_ONLY_PRESENT, their ids for files of version 1. */

/** What is wrong with a state file of kubelet. */
typedef int32_t koord_kubelet_fault;
enum {
  KOORD_KUBELET_FAULT_NONE = 0,
  KOORD_KUBELET_FAULT_UNREADABLE = 1,       /**< the file, or a set in it */
  KOORD_KUBELET_FAULT_CHECKSUM = 2,         /**< wrong, or missing, which kubelet accepts */
  KOORD_KUBELET_FAULT_VERSION = 3,          /**< of the file: not 2 */
  KOORD_KUBELET_FAULT_POLICY = 4,           /**< of the file: not the configured one */
  KOORD_KUBELET_FAULT_DEFAULT_EMPTY = 5,    /**< no default set, but entries */
  KOORD_KUBELET_FAULT_RESERVED = 6,         /**< reserved CPUs are not where they belong */
  KOORD_KUBELET_FAULT_OVERLAPS_DEFAULT = 7, /**< an entry's CPUs are in the default set, too */
  KOORD_KUBELET_FAULT_CPUS_GONE = 8,    /**< CPUs that the machine does not have or has offline */
  KOORD_KUBELET_FAULT_CPUS_MISSING = 9, /**< CPUs in neither the default set nor an entry */
  KOORD_KUBELET_FAULT_OVERLAP = 10,     /**< entries of two pods share CPUs; kubelet accepts it */
  KOORD_KUBELET_FAULT_EMPTY_ENTRY = 11, /**< an entry without CPUs; kubelet accepts it */
  KOORD_KUBELET_FAULT_POD_GONE = 12, /**< an entry of a pod that is not there; kubelet accepts it */
  KOORD_KUBELET_FAULT_MEMORY = 13    /**< memory_manager_state */
};
/** "checksum", "pod-gone"; "unknown" for other numbers. Static. */
KOORD_API const char *koord_kubelet_fault_get_name(koord_kubelet_fault fault);

/** What is said of a fault that was found. */
typedef uint32_t koord_kubelet_finding_flags;
enum {
  /** Kubelet does not start. Without the flag it starts and goes on with what is wrong. */
  KOORD_KUBELET_FINDING_STOPS = 1
};
/** One thing that is wrong; its sentence is in the report. 16 bytes. */
typedef struct koord_kubelet_finding {
  koord_kubelet_fault fault;
  koord_kubelet_finding_flags flags;
  uint32_t cpus;     /**< how many CPUs it is about */
  uint32_t reserved; /**< 0 */
} koord_kubelet_finding;

/** Options of a check and a repair. */
typedef uint32_t koord_repair_flags;
enum {
  /** The pods that are given are all of the node: entries of others are findings, and are
   *  dropped by a repair. */
  KOORD_REPAIR_ONLY_PRESENT = 1,
  /** Repair: the file may have been written under another policy of its manager. */
  KOORD_REPAIR_MIGRATE = 2,
  /** Repair: an entry that lost CPUs keeps those that are left, instead of being dropped. Kubelet does not
   *  fill it up while the container runs. */
  KOORD_REPAIR_KEEP_SHRUNK = 4,
  /** Repair: a file that cannot be read at all becomes that of a kubelet that starts for the first time. */
  KOORD_REPAIR_START_OVER = 8
};

/** What a check found in kubelet's files. Immutable. */
typedef struct koord_kubelet_report koord_kubelet_report;
KOORD_API koord_kubelet_report *koord_kubelet_report_ref(const koord_kubelet_report *report);
KOORD_API void koord_kubelet_report_unref(koord_kubelet_report *report);
/** Its findings, those of cpu_manager_state first, in the order in which kubelet meets them; at
 *  most 2,048. None: nothing is wrong. Rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_kubelet_report_get_findings(const koord_kubelet_report *report,
                                                         koord_kubelet_finding *rows, size_t stride,
                                                         size_t capacity, size_t *count,
                                                         koord_error *err);
/** The same as JSON: "starts", "kubelet" (its own words where it does not), "findings"
 *  [{"fault", "stops", "pod", "container", "cpus", "message", "kubelet"}], "leftOut". The caller
 *  owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_report_to_json(const koord_kubelet_report *report,
                                                    koord_buffer **out, koord_error *err);

/** Everything at which kubelet would stop when it starts, and what it would accept although it
 *  is wrong. Of memory_manager_state only kubelet's own errors are reported. flags:
 *  KOORD_REPAIR_ONLY_PRESENT. The caller owns *out.
 *  Errors: INVALID (not the state files, but the arguments and the configuration), UNSUPPORTED
 *  and LIMIT as for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_check(const koord_topology *topology,
                                           KOORD_NULLABLE const koord_kubelet_setup *setup,
                                           koord_repair_flags flags, koord_kubelet_report **out,
                                           koord_error *err);

/** The nearest text of cpu_manager_state with which kubelet starts: byte for byte the same where
 *  koord_kubelet_check finds nothing. Checksum and version are set right; CPUs in no set join
 *  the default set, those that containers hold and those that are gone leave it; reserved CPUs
 *  come where they belong; of two pods that hold one CPU the one with the later uid loses it. An
 *  entry that loses CPUs is dropped (kubelet gives the container CPUs anew when it starts)
 *  unless flags say otherwise. Entries that are right are kept; no container is given CPUs that
 *  it did not have. `*report` (nullable) receives JSON: "changed", "changes" [{"act", "why",
 *  "pod", "container", "cpus", "now", "message"}]. The caller owns both.
 *  flags: KOORD_REPAIR_*.
 *  Errors: INVALID (no cpu_manager_state is set, with which kubelet starts; in kubelet's words:
 *  the file cannot be read), CONFLICT (another policy), UNSUPPORTED and LIMIT as for
 *  koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_repair_cpus(const koord_topology *topology,
                                                 KOORD_NULLABLE const koord_kubelet_setup *setup,
                                                 koord_repair_flags flags, koord_buffer **out,
                                                 KOORD_NULLABLE koord_buffer **report,
                                                 koord_error *err);

/** The same of memory_manager_state: byte for byte the same where koord_kubelet_check finds
 *  nothing. Containers keep the memory that they have, on the NUMA nodes where they have it;
 *  what the file says of the machine is reckoned anew from the machine, the configuration and
 *  these entries. An entry is dropped where it cannot be kept: its pod is not there, it names
 *  NUMA nodes or kinds of memory that the machine does not have, groups nodes that another pod's
 *  entry has apart or otherwise, or has more bytes than its nodes have left; of two such pods
 *  the one with the later uid loses. Kubelet gives a container memory anew when it starts.
 *  flags: KOORD_REPAIR_ONLY_PRESENT, KOORD_REPAIR_MIGRATE, KOORD_REPAIR_START_OVER. Report and
 *  errors as for koord_kubelet_repair_cpus. */
KOORD_API koord_status koord_kubelet_repair_memory(const koord_topology *topology,
                                                   KOORD_NULLABLE const koord_kubelet_setup *setup,
                                                   koord_repair_flags flags, koord_buffer **out,
                                                   KOORD_NULLABLE koord_buffer **report,
                                                   koord_error *err);

/** Gives pods the CPUs that a scheduler allocated them (resource-status) in place of those
 *  kubelet chose. Each container that kubelet would give own CPUs gets as many of its pod's as
 *  it asks for: those it has where it may keep them, else picked as the static policy picks;
 *  init containers have theirs of the same. CPUs of a pod that no container asks for stay in the
 *  default set, and the report says so. Pods without allocated CPUs are passed over. At most
 *  65,536 pods. `*report` as for koord_kubelet_repair_cpus. An empty cpu_manager_state, and one
 *  that is not set: there is none, as for koord_kubelet_new.
 *  Errors: CONFLICT (naming the pod: its CPUs are not there, reserved, held by another pod or
 *  too few; a state that kubelet does not start with, in its words), CORRUPT (a checksum),
 *  INVALID (a pod twice or without uid; a state that cannot be read), UNSUPPORTED and LIMIT as
 *  for koord_kubelet_new, NO_MEMORY. */
KOORD_API koord_status koord_kubelet_replace_cpus(const koord_topology *topology,
                                                  KOORD_NULLABLE const koord_kubelet_setup *setup,
                                                  const koord_pod *const *pods, size_t count,
                                                  koord_buffer **out,
                                                  KOORD_NULLABLE koord_buffer **report,
                                                  koord_error *err);

/** Options of writing a state file. */
typedef uint32_t koord_write_state_flags;
enum {
  /** Write although a kubelet runs. It overwrites the file as soon as something changes. */
  KOORD_WRITE_STATE_FORCE = 1,
  /** Keep no backup. */
  KOORD_WRITE_STATE_NO_BACKUP = 2
};
/** Replaces a state file in one step: whoever reads it finds the old or the new one, whole, also after a
 *  power cut. The new file has the mode and owner of the old one, which stays as "<path>.koord-backup" in the
 *  place of an older backup. `proc_root` says where proc is mounted (length 0: "/proc"): unless forced,
 *  nothing is written while a kubelet runs there, k3s and kubelite included. Those of another PID namespace
 *  cannot be seen: call it in the host's.
 *  Errors: INVALID (`path` is a link or no regular file), CONFLICT (a kubelet runs), PERMISSION, IO; the old
 *  file stands then and nothing else is left, unless the message says that only its directory could not be
 *  synced. LIMIT (over 64 MiB), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_write_state(const char *path, size_t path_length,
                                                 KOORD_DOCUMENT const char *text,
                                                 size_t text_length, const char *proc_root,
                                                 size_t proc_root_length,
                                                 koord_write_state_flags flags, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_KUBELET_FILES_H_ */
