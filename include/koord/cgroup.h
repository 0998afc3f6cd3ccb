/* Control groups of a node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Brings the control groups of a node's pods to where a state of the node (koord_agent_state) has them: what is
 * there is read, writes are planned in an order that is safe at every step, and made, verified and, where one
 * fails, taken back. docs/cgroups.md tells the rules. */
#ifndef KOORD_CGROUP_H_
#define KOORD_CGROUP_H_

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How kubelet names control groups. */
typedef int32_t koord_cgroup_driver;
enum {
  KOORD_CGROUP_DRIVER_DETECT = 0, /**< by which of kubepods.slice and kubepods is there */
  KOORD_CGROUP_DRIVER_CGROUPFS = 1,
  KOORD_CGROUP_DRIVER_SYSTEMD = 2
};
/** Version of the kernel's control groups. */
typedef int32_t koord_cgroup_version;
enum {
  KOORD_CGROUP_VERSION_DETECT = 0, /**< by what is mounted; 1 where both are */
  KOORD_CGROUP_VERSION_V1 = 1,
  KOORD_CGROUP_VERSION_V2 = 2
};
/** The runtime of a container, which names its control group. */
typedef int32_t koord_cgroup_runtime;
enum {
  KOORD_CGROUP_RUNTIME_CONTAINERD = 1,
  KOORD_CGROUP_RUNTIME_DOCKER = 2,
  KOORD_CGROUP_RUNTIME_CRIO = 3,
  KOORD_CGROUP_RUNTIME_POUCH = 4
};

/** The path of a group below its controller's root (version 2: below the mount), without '/' in
 *  front. Pure: nothing is read. */
typedef struct koord_cgroup_path koord_cgroup_path;
/** The path of kubepods.
 *
 *  driver  not KOORD_CGROUP_DRIVER_DETECT.
 *  root    kubelet's cgroupRoot; length 0: none.
 *
 *  The caller owns *out. Errors: INVALID (a root other than up to 4 names of letters, digits, '_',
 *  '.' and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_new(koord_cgroup_driver driver, const char *root,
                                             size_t root_length, koord_cgroup_path **out,
                                             koord_error *err);
KOORD_API void koord_cgroup_path_free(koord_cgroup_path *path);
/** The path becomes that of a pod. uid length 0: that of the QoS class, which for Guaranteed is
 *  kubepods itself. Errors: INVALID (a uid other than up to 64 of a-z, 0-9 and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_pod(koord_cgroup_path *path, koord_kube_qos qos,
                                                 const char *uid, size_t uid_length,
                                                 koord_error *err);
/** The path becomes that of a container of the pod that was set last. id length 0: that of the pod,
 *  and `runtime` is not looked at. Errors: INVALID (no pod was set; an id other than up to 128 of
 *  0-9 and a-f), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_container(koord_cgroup_path *path,
                                                       koord_cgroup_runtime runtime, const char *id,
                                                       size_t id_length, koord_error *err);
/** Writes it as koord_cpulist_format writes text. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_path_format(const koord_cgroup_path *path, char *text,
                                                size_t capacity, KOORD_NULLABLE size_t *needed,
                                                koord_error *err);

/** The control groups of a machine, open. Calls that take one read and write its files. */
typedef struct koord_cgroups koord_cgroups;
/** Which control groups are meant. */
typedef struct koord_cgroup_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroup_options;
/** Opens what is mounted at `mount` (length 0: /sys/fs/cgroup); of version 1 its directories cpuset and cpu.
 *  Nothing above them is ever reached, and no symbolic link in them followed. `root` is kubelet's cgroupRoot,
 *  length 0: none. `options` is nullable. The caller owns *out.
 *  Errors: INVALID, NOT_FOUND (no such directory, or neither kubepods.slice nor kubepods in it), PERMISSION,
 *  UNSUPPORTED (version 2 without the cpuset controller), IO, NO_MEMORY. */
KOORD_API koord_status koord_cgroups_open(const char *mount, size_t mount_length, const char *root,
                                          size_t root_length,
                                          KOORD_NULLABLE const koord_cgroup_options *options,
                                          koord_cgroups **out, koord_error *err);
KOORD_API void koord_cgroups_close(koord_cgroups *cgroups);

/** Properties of the mounted control groups. */
typedef uint32_t koord_cgroups_flags;
enum {
  KOORD_CGROUPS_HYBRID = 1 /**< version 1, with a mount of version 2 beside it, which is not used */
};
/** What control groups a machine has. */
typedef struct koord_cgroups_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroups_flags properties;
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroups_info;
/** Errors: INVALID. */
KOORD_API koord_status koord_cgroups_get_info(const koord_cgroups *cgroups,
                                              koord_cgroups_info *info, koord_error *err);

/** Names of containers by their ids. */
typedef struct koord_cgroup_containers koord_cgroup_containers;
/** No names yet. The caller owns *out. Errors: INVALID (out is NULL), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_new(koord_cgroup_containers **out, koord_error *err);
KOORD_API void koord_cgroup_containers_free(koord_cgroup_containers *containers);
/** The container with this id has this name; length 0: it is the sandbox. Errors: INVALID (an id
 *  other than 1 to 128 of 0-9 and a-f, or one that was added before; a name over 1024 bytes), LIMIT
 *  (over 16,384 containers), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_add(koord_cgroup_containers *containers,
                                                   const char *id, size_t id_length,
                                                   const char *name, size_t name_length,
                                                   koord_error *err);

/** Writes to make, as data. Immutable. */
typedef struct koord_cgroup_plan koord_cgroup_plan;
/** Reads the groups and plans; writes nothing.
 *
 *  containers  nullable. Which containers are whose matters only for pods whose containers run in
 *              different places: those that it does not name are left alone then.
 *
 *  Pods that the state does not know are left alone; on version 1 the directories above them stay
 *  large enough for them. The caller owns *out. Errors: INVALID, CONFLICT (two exclusive pods are
 *  to be on one CPU, or pods of one CPU each wait for each other and exclusive pods, of one CPU
 *  each, hold all others), NOT_FOUND (no kubepods), CORRUPT (a file that the kernel would not write
 *  so), LIMIT (over 16,384 groups or 8 levels), PERMISSION, UNSUPPORTED, IO, NO_MEMORY. */
KOORD_API koord_status
koord_cgroup_plan_new(koord_cgroups *cgroups, const koord_agent_state *state,
                      KOORD_NULLABLE const koord_cgroup_containers *containers,
                      koord_cgroup_plan **out, koord_error *err);
KOORD_API koord_cgroup_plan *koord_cgroup_plan_ref(const koord_cgroup_plan *plan);
KOORD_API void koord_cgroup_plan_unref(koord_cgroup_plan *plan);

/** A file of a control group. */
typedef int32_t koord_cgroup_file;
enum {
  KOORD_CGROUP_FILE_CPUS = 1, /**< cpuset.cpus */
  KOORD_CGROUP_FILE_MEMS = 2, /**< cpuset.mems */
  KOORD_CGROUP_FILE_QUOTA = 3 /**< cpu.cfs_quota_us, cpu.max */
};
/** Why a step of a plan is made when it is. */
typedef int32_t koord_cgroup_phase;
enum {
  KOORD_CGROUP_PHASE_SHRINK = 1,      /**< a container gives up CPUs that are no longer its own */
  KOORD_CGROUP_PHASE_GROW_PARENT = 2, /**< a parent makes room for what its children will hold */
  KOORD_CGROUP_PHASE_MOVE = 3,        /**< a container gets its CPUs or NUMA nodes */
  KOORD_CGROUP_PHASE_PARK = 4,        /**< a container waits out of others' way, for a time */
  /** a parent is left with what is its own and its children's */
  KOORD_CGROUP_PHASE_SETTLE_PARENT = 5,
  KOORD_CGROUP_PHASE_REMOVE_QUOTA = 6 /**< a quota is taken away */
};
/** What a control group stands for. */
typedef int32_t koord_cgroup_kind;
enum {
  KOORD_CGROUP_KIND_ROOT = 1,
  KOORD_CGROUP_KIND_QOS = 2,
  KOORD_CGROUP_KIND_POD = 3,
  KOORD_CGROUP_KIND_CONTAINER = 4,
  KOORD_CGROUP_KIND_NESTED = 5, /**< below a container */
  KOORD_CGROUP_KIND_OTHER = 6   /**< in place of a pod, but nobody's */
};
/** One write to a control group. Texts are in koord_cgroup_plan_get_texts. */
typedef struct koord_cgroup_step {
  koord_cgroup_phase phase;
  koord_cgroup_file file;
  koord_cgroup_kind kind; /**< of the group */
  uint32_t path_offset;   /**< of the file, below the mount */
  uint32_t path_length;
  uint32_t from_offset; /**< what the file says before the step */
  uint32_t from_length;
  uint32_t to_offset; /**< what is written */
  uint32_t to_length;
  uint32_t uid_offset; /**< of the pod, length 0: none */
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_step;
/** The steps in their order; none: all is as it is to be. rows as in koord_topology_get_cpus.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_plan_get_steps(const koord_cgroup_plan *plan,
                                                   koord_cgroup_step *rows, size_t stride,
                                                   size_t capacity, size_t *count,
                                                   koord_error *err);
/** The texts of its steps, as koord_agent_state_get_texts has those of a state. */
KOORD_API const char *koord_cgroup_plan_get_texts(const koord_cgroup_plan *plan,
                                                  KOORD_NULLABLE size_t *length);
/** Writes {"steps":[{"phase","path","from","to","pod"}],"left":[{"path","pod","why"}]}: also what is left alone and
 *  why. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_json(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);
/** Writes a line per step: what would be done. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_text(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);

/** What came of a plan. Immutable. */
typedef struct koord_cgroup_report koord_cgroup_report;
/** Makes the writes of a plan, in order, each verified by reading back what is in force. Old values are read before
 *  anything is written; groups that have ended are left out; where a write fails those made are taken back. What
 *  fails so is not a failure of the call: the report tells. A plan that is in force is done without a write.
 *  `cgroups` must be those that the plan was made from, or the same opened anew.
 *  Errors: INVALID, NO_MEMORY (nothing was written). */
KOORD_API koord_status koord_cgroups_apply(koord_cgroups *cgroups, const koord_cgroup_plan *plan,
                                           koord_cgroup_report **out, koord_error *err);
KOORD_API koord_cgroup_report *koord_cgroup_report_ref(const koord_cgroup_report *report);
KOORD_API void koord_cgroup_report_unref(koord_cgroup_report *report);

/** What came of a plan. */
typedef int32_t koord_cgroup_outcome;
enum {
  KOORD_CGROUP_OUTCOME_DONE = 0,
  KOORD_CGROUP_OUTCOME_UNDONE = 1, /**< a step failed; all is as it was */
  /** a step failed, and so did taking back another: what led to that one is in force */
  KOORD_CGROUP_OUTCOME_PARTIAL = 2,
  /** the groups are not as the plan found them; nothing was written */
  KOORD_CGROUP_OUTCOME_STALE = 3,
};
/** Why a write to a control group failed. */
typedef int32_t koord_cgroup_error;
enum {
  KOORD_CGROUP_ERROR_NONE = 0,
  KOORD_CGROUP_ERROR_RETRY = 1,       /**< busy: later it may work */
  KOORD_CGROUP_ERROR_GONE = 2,        /**< there is no such group */
  KOORD_CGROUP_ERROR_DENIED = 3,      /**< not permitted */
  KOORD_CGROUP_ERROR_INVALID = 4,     /**< the kernel does not take the value */
  KOORD_CGROUP_ERROR_UNSUPPORTED = 5, /**< the group does not have the file */
  KOORD_CGROUP_ERROR_DRIFTED = 6      /**< accepted but not in force, or changed by somebody else */
};
/** What came of a plan. */
typedef struct koord_cgroup_report_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t writes;      /**< made, those that took back others included */
  int64_t failed_step;  /**< index of the first that failed, -1: none */
  int64_t failed_undo;  /**< index of the step that could not be taken back, -1: none */
  koord_cgroup_outcome outcome;
  koord_cgroup_error error; /**< of the failed step */
} koord_cgroup_report_info;
/** Errors: INVALID. */
KOORD_API koord_status koord_cgroup_report_get_info(const koord_cgroup_report *report,
                                                    koord_cgroup_report_info *info,
                                                    koord_error *err);
/** What came of a step of a plan. */
typedef int32_t koord_cgroup_step_state;
enum {
  KOORD_CGROUP_STEP_STATE_NOT_MADE = 0,
  KOORD_CGROUP_STEP_STATE_MADE = 1,       /**< and in force */
  KOORD_CGROUP_STEP_STATE_GONE = 2,       /**< the pod or container has ended */
  KOORD_CGROUP_STEP_STATE_FAILED = 3,     /**< not accepted, or not in force */
  KOORD_CGROUP_STEP_STATE_TAKEN_BACK = 4, /**< the old value is there */
  KOORD_CGROUP_STEP_STATE_STUCK = 5       /**< it could not be taken back */
};
/** What came of a step of the plan, at the same index. Texts are in
 *  koord_cgroup_report_get_texts. */
typedef struct koord_cgroup_result {
  koord_cgroup_step_state state;
  koord_cgroup_error error;
  int32_t error_number; /**< errno of what failed, 0: none */
  uint32_t read_offset; /**< what was read back last */
  uint32_t read_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_result;
/** As koord_cgroup_plan_get_steps. */
KOORD_API koord_status koord_cgroup_report_get_results(const koord_cgroup_report *report,
                                                       koord_cgroup_result *rows, size_t stride,
                                                       size_t capacity, size_t *count,
                                                       koord_error *err);
/** The texts of its results, as koord_agent_state_get_texts has those of a state. */
KOORD_API const char *koord_cgroup_report_get_texts(const koord_cgroup_report *report,
                                                    KOORD_NULLABLE size_t *length);
/** Writes {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to","readBack",
 *  "pod"}]}; the summary is one sentence that names the step that failed and why. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_report_to_json(const koord_cgroup_report *report,
                                                   koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CGROUP_H_ */
