/* Control groups of a node.
 * SPDX-License-Identifier: Apache-2.0
 *
 * Brings the control groups of a node's pods in line with a state of the node (koord_agent_state).
 * The current values are read, and the writes are planned in an order that is safe at every step.
 * Then they are made and verified, and rolled back if one fails. docs/embed/cgroups.md has the
 * rules. */
#ifndef KOORD_CGROUP_H_
#define KOORD_CGROUP_H_

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Kubelet's naming of control groups (its cgroup driver). */
typedef int32_t koord_cgroup_driver;
enum {
  KOORD_CGROUP_DRIVER_DETECT = 0, /**< detect by which of kubepods.slice and kubepods exists */
  KOORD_CGROUP_DRIVER_CGROUPFS = 1,
  KOORD_CGROUP_DRIVER_SYSTEMD = 2
};
/** Version of the kernel's control groups. */
typedef int32_t koord_cgroup_version;
enum {
  KOORD_CGROUP_VERSION_DETECT = 0, /**< detect by what is mounted; version 1 where both are */
  KOORD_CGROUP_VERSION_V1 = 1,
  KOORD_CGROUP_VERSION_V2 = 2
};
/** The container runtime; it determines how the control group of a container is named. */
typedef int32_t koord_cgroup_runtime;
enum {
  KOORD_CGROUP_RUNTIME_CONTAINERD = 1,
  KOORD_CGROUP_RUNTIME_DOCKER = 2,
  KOORD_CGROUP_RUNTIME_CRIO = 3,
  KOORD_CGROUP_RUNTIME_POUCH = 4
};

/** The path of a control group below the root of its controller (version 2: below the mount),
 *  without a leading '/'. Pure: nothing is read. */
typedef struct koord_cgroup_path koord_cgroup_path;
/** Creates the path of kubepods.
 *
 *  driver  must not be KOORD_CGROUP_DRIVER_DETECT.
 *  root    kubelet's cgroupRoot; length 0: none.
 *
 *  The caller owns *out. Errors: INVALID (root is not up to 4 names of letters, digits, '_', '.'
 *  and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_new(koord_cgroup_driver driver,
                                             KOORD_NULLABLE const char *root, size_t root_length,
                                             koord_cgroup_path **out, koord_error *err);
KOORD_API void koord_cgroup_path_free(koord_cgroup_path *path);
/** Changes the path to that of a pod. uid length 0: the path of the QoS class, which for Guaranteed
 *  is kubepods itself. Errors: INVALID (uid is not up to 64 of a-z, 0-9 and '-'), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_pod(koord_cgroup_path *path, koord_kube_qos qos,
                                                 KOORD_NULLABLE const char *uid, size_t uid_length,
                                                 koord_error *err);
/** Changes the path to that of a container of the pod that was set last. id length 0: the path of
 *  the pod; `runtime` is then ignored. Errors: INVALID (no pod was set; id is not up to 128 of 0-9
 *  and a-f), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_path_set_container(koord_cgroup_path *path,
                                                       koord_cgroup_runtime runtime,
                                                       KOORD_NULLABLE const char *id,
                                                       size_t id_length, koord_error *err);
/** Writes the path; text as in koord_pod_get_text. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_path_format(const koord_cgroup_path *path, char *text,
                                                size_t capacity, KOORD_NULLABLE size_t *needed,
                                                koord_error *err);

/** The opened control groups of a machine. Calls that take this handle read and write cgroup
 *  files. */
typedef struct koord_cgroups koord_cgroups;
/** Options of koord_cgroups_open. */
typedef struct koord_cgroup_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroup_options;
/** Opens the control groups mounted at `mount` (length 0: /sys/fs/cgroup); for version 1 its
 *  directories cpuset and cpu. No access leaves these directories, and symbolic links in them are
 *  not followed. `root` is kubelet's cgroupRoot, length 0: none. `options` is nullable. The caller
 *  owns *out.
 *  Errors: INVALID, NOT_FOUND (no such directory, or neither kubepods.slice nor kubepods in it),
 *  PERMISSION, UNSUPPORTED (version 2 without the cpuset controller), IO, NO_MEMORY. */
KOORD_API koord_status koord_cgroups_open(KOORD_NULLABLE const char *mount, size_t mount_length,
                                          KOORD_NULLABLE const char *root, size_t root_length,
                                          KOORD_NULLABLE const koord_cgroup_options *options,
                                          koord_cgroups **out, koord_error *err);
KOORD_API void koord_cgroups_close(koord_cgroups *cgroups);

/** Properties of the mounted control groups. */
typedef uint32_t koord_cgroups_flags;
enum {
  KOORD_CGROUPS_HYBRID = 1 /**< version 1 is used, although version 2 is mounted beside it */
};
/** The control groups that a machine has. */
typedef struct koord_cgroups_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  koord_cgroups_flags properties;
  koord_cgroup_driver driver;
  koord_cgroup_version version;
} koord_cgroups_info;
/** Returns driver, version and properties. Errors: INVALID. */
KOORD_API koord_status koord_cgroups_get_info(const koord_cgroups *cgroups,
                                              koord_cgroups_info *info, koord_error *err);

/** Names of containers by container id. */
typedef struct koord_cgroup_containers koord_cgroup_containers;
/** Creates an empty map. The caller owns *out. Errors: INVALID (out is NULL), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_new(koord_cgroup_containers **out, koord_error *err);
KOORD_API void koord_cgroup_containers_free(koord_cgroup_containers *containers);
/** Adds the name of the container with this id; name length 0: the container is the sandbox.
 *  Errors: INVALID (id is not 1 to 128 of 0-9 and a-f, or was added before; name is over
 *  1024 bytes), LIMIT (over 16,384 containers), NO_MEMORY. */
KOORD_API koord_status koord_cgroup_containers_add(koord_cgroup_containers *containers,
                                                   const char *id, size_t id_length,
                                                   KOORD_NULLABLE const char *name,
                                                   size_t name_length, koord_error *err);

/** Planned writes to control groups. Immutable. */
typedef struct koord_cgroup_plan koord_cgroup_plan;
/** Reads the control groups and plans the writes; writes nothing.
 *
 *  containers  nullable. Names matter only for pods whose containers run in different places;
 *              containers of such pods that are not named here are not changed.
 *
 *  Pods that the state does not know are not changed; on version 1 the directories above them stay
 *  large enough for them. The caller owns *out. Errors: INVALID, CONFLICT (two exclusive pods would
 *  be on one CPU; or pods of one CPU each wait for each other while exclusive pods of one CPU each
 *  hold all other CPUs), NOT_FOUND (no kubepods), CORRUPT (a file has content that the kernel would
 *  not write), LIMIT (over 16,384 groups or 8 levels), PERMISSION, UNSUPPORTED, IO, NO_MEMORY. */
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
/** The purpose of a step within the order of a plan. */
typedef int32_t koord_cgroup_phase;
enum {
  KOORD_CGROUP_PHASE_SHRINK = 1,      /**< a container gives up CPUs that it may no longer use */
  KOORD_CGROUP_PHASE_GROW_PARENT = 2, /**< a parent is extended to what its children will have */
  KOORD_CGROUP_PHASE_MOVE = 3,        /**< a container gets its CPUs or NUMA nodes */
  KOORD_CGROUP_PHASE_PARK = 4,        /**< a container is moved aside temporarily */
  /** a parent is reduced to its own CPUs and those of its children */
  KOORD_CGROUP_PHASE_SETTLE_PARENT = 5,
  KOORD_CGROUP_PHASE_REMOVE_QUOTA = 6 /**< a quota is removed */
};
/** Kinds of control groups. */
typedef int32_t koord_cgroup_kind;
enum {
  KOORD_CGROUP_KIND_ROOT = 1,
  KOORD_CGROUP_KIND_QOS = 2,
  KOORD_CGROUP_KIND_POD = 3,
  KOORD_CGROUP_KIND_CONTAINER = 4,
  KOORD_CGROUP_KIND_NESTED = 5, /**< below a container */
  KOORD_CGROUP_KIND_OTHER = 6   /**< at the level of pods, but not a pod's */
};
/** One write to a control group. Texts are in koord_cgroup_plan_get_texts. */
typedef struct koord_cgroup_step {
  koord_cgroup_phase phase;
  koord_cgroup_file file;
  koord_cgroup_kind kind; /**< kind of the group */
  uint32_t path_offset;   /**< path of the file, below the mount */
  uint32_t path_length;
  uint32_t from_offset; /**< content of the file before the step */
  uint32_t from_length;
  uint32_t to_offset; /**< content that is written */
  uint32_t to_length;
  uint32_t uid_offset; /**< uid of the pod, length 0: none */
  uint32_t uid_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_step;
/** Copies the steps in their order. No steps: everything is in the desired state already. rows as
 *  in koord_topology_get_cpus. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_cgroup_plan_get_steps(const koord_cgroup_plan *plan,
                                                   koord_cgroup_step *rows, size_t stride,
                                                   size_t capacity, size_t *count,
                                                   koord_error *err);
/** Returns the texts of the plan's steps, as koord_agent_state_get_texts does for a state. */
KOORD_API const char *koord_cgroup_plan_get_texts(const koord_cgroup_plan *plan,
                                                  KOORD_NULLABLE size_t *length);
/** Writes {"steps":[{"phase","path","from","to","pod"}],"skipped":[{"path","pod","reason"}]}:
 *  "skipped" lists what is not changed and why. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_json(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);
/** Writes one line per step: what would be done. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_plan_to_text(const koord_cgroup_plan *plan, koord_buffer **out,
                                                 koord_error *err);

/** The result of applying a plan. Immutable. */
typedef struct koord_cgroup_report koord_cgroup_report;
/** Makes the writes of a plan in order, and verifies each by reading back the effective value. Old
 *  values are read before anything is written. Groups that no longer exist are skipped. If a write
 *  fails, the writes already made are rolled back. Write failures are reported in *out, not as a
 *  status. A plan that is already in effect causes no writes. `cgroups` must be the handle that the
 *  plan was made from, or the same control groups opened again.
 *  Errors: INVALID, NO_MEMORY (nothing was written). */
KOORD_API koord_status koord_cgroups_apply(koord_cgroups *cgroups, const koord_cgroup_plan *plan,
                                           koord_cgroup_report **out, koord_error *err);
KOORD_API koord_cgroup_report *koord_cgroup_report_ref(const koord_cgroup_report *report);
KOORD_API void koord_cgroup_report_unref(koord_cgroup_report *report);

/** The outcome of applying a plan. */
typedef int32_t koord_cgroup_outcome;
enum {
  KOORD_CGROUP_OUTCOME_DONE = 0,
  KOORD_CGROUP_OUTCOME_UNDONE = 1, /**< a step failed; everything was rolled back */
  /** a step failed, and so did a rollback: the steps up to the one that could not be rolled back
   *  are in effect */
  KOORD_CGROUP_OUTCOME_PARTIAL = 2,
  /** the control groups changed after the plan was made; nothing was written */
  KOORD_CGROUP_OUTCOME_STALE = 3,
};
/** Causes of a failed write to a control group. */
typedef int32_t koord_cgroup_error;
enum {
  KOORD_CGROUP_ERROR_NONE = 0,
  KOORD_CGROUP_ERROR_RETRY = 1,       /**< busy; a retry may succeed */
  KOORD_CGROUP_ERROR_GONE = 2,        /**< the group does not exist */
  KOORD_CGROUP_ERROR_DENIED = 3,      /**< not permitted */
  KOORD_CGROUP_ERROR_INVALID = 4,     /**< the kernel rejects the value */
  KOORD_CGROUP_ERROR_UNSUPPORTED = 5, /**< the group does not have the file */
  KOORD_CGROUP_ERROR_DRIFTED = 6 /**< accepted but not in effect, or changed by another process */
};
/** The outcome of applying a plan. */
typedef struct koord_cgroup_report_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint64_t writes;      /**< number of writes made, rollbacks included */
  int64_t failed_step;  /**< index of the first step that failed, -1: none */
  int64_t failed_undo;  /**< index of the step that could not be rolled back, -1: none */
  koord_cgroup_outcome outcome;
  koord_cgroup_error error; /**< cause at the failed step */
} koord_cgroup_report_info;
/** Returns the outcome. Errors: INVALID. */
KOORD_API koord_status koord_cgroup_report_get_info(const koord_cgroup_report *report,
                                                    koord_cgroup_report_info *info,
                                                    koord_error *err);
/** The outcome of one step of a plan. */
typedef int32_t koord_cgroup_step_state;
enum {
  KOORD_CGROUP_STEP_STATE_NOT_MADE = 0,
  KOORD_CGROUP_STEP_STATE_MADE = 1,       /**< written and in effect */
  KOORD_CGROUP_STEP_STATE_GONE = 2,       /**< the pod or container no longer exists */
  KOORD_CGROUP_STEP_STATE_FAILED = 3,     /**< rejected, or not in effect */
  KOORD_CGROUP_STEP_STATE_TAKEN_BACK = 4, /**< rolled back: the old value is in effect */
  KOORD_CGROUP_STEP_STATE_STUCK = 5       /**< could not be rolled back */
};
/** The outcome of the step with the same index. Texts are in koord_cgroup_report_get_texts. */
typedef struct koord_cgroup_result {
  koord_cgroup_step_state state;
  koord_cgroup_error error;
  int32_t error_number; /**< errno of the failed operation, 0: none */
  uint32_t read_offset; /**< the value that was read back last */
  uint32_t read_length;
  uint32_t reserved; /**< 0 */
} koord_cgroup_result;
/** Copies the outcome of every step, as koord_cgroup_plan_get_steps does. */
KOORD_API koord_status koord_cgroup_report_get_results(const koord_cgroup_report *report,
                                                       koord_cgroup_result *rows, size_t stride,
                                                       size_t capacity, size_t *count,
                                                       koord_error *err);
/** Returns the texts of the results, as koord_agent_state_get_texts does for a state. */
KOORD_API const char *koord_cgroup_report_get_texts(const koord_cgroup_report *report,
                                                    KOORD_NULLABLE size_t *length);
/** Writes
 *  {"outcome","summary","writes","steps":[{"state","error","errno","phase","path","from","to",
 *  "readBack","pod"}]}; the summary is one sentence that names the failed step and the cause.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_cgroup_report_to_json(const koord_cgroup_report *report,
                                                   koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_CGROUP_H_ */
