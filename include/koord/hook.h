/* Container adjustments, and the OCI hook.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What runtimes are to be told, or to be spared, when containers come (docs/hooks.md; semantics: koordlet's runtime
 * hooks). Annotations are untrusted input: they must agree with what the node's agent decided. */
#ifndef KOORD_HOOK_H_
#define KOORD_HOOK_H_

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** When a runtime asks. */
typedef int32_t koord_hook_stage;
enum {
  KOORD_HOOK_STAGE_RUN_POD_SANDBOX = 1,
  KOORD_HOOK_STAGE_CREATE_CONTAINER = 2,
  KOORD_HOOK_STAGE_START_CONTAINER = 3,
  KOORD_HOOK_STAGE_UPDATE_CONTAINER = 4 /**< UpdateContainerResources */
};
/** "CreateContainer". Static; "Unknown" for others. */
KOORD_API const char *koord_hook_stage_get_name(koord_hook_stage stage);

/** What a runtime asks about: a container of a pod, at a stage. */
typedef struct koord_adjustment_request koord_adjustment_request;
/** The sandbox of no pod yet. The caller owns *out. Errors: INVALID (an unknown stage),
 *  NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_new(koord_hook_stage stage,
                                                    koord_adjustment_request **out,
                                                    koord_error *err);
KOORD_API void koord_adjustment_request_free(koord_adjustment_request *request);
/** The container with this name of the pod with this uid; container length 0: the pod's sandbox.
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_container(koord_adjustment_request *request,
                                                              const char *uid, size_t uid_length,
                                                              const char *container,
                                                              size_t container_length,
                                                              koord_error *err);
/** The value of the pod's annotation resource-status, as whoever asks was told; length 0: not told.
 *  Its CPUs must be those that the state gives to the pod. Errors: INVALID (names the field),
 *  LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_resource_status(
    koord_adjustment_request *request, const char *resource_status, size_t resource_status_length,
    koord_error *err);
/** The directory that holds sys/, by which the device nodes of RDMA devices are found; length 0:
 *  device nodes are not asked for. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_sysfs_root(koord_adjustment_request *request,
                                                               const char *sysfs_root,
                                                               size_t sysfs_root_length,
                                                               koord_error *err);

/** What of a container changes. Immutable. */
typedef struct koord_adjustment koord_adjustment;
/** What of a container of a pod changes at a stage. Pure but for what
 *  koord_adjustment_request_set_sysfs_root asks for.
 *
 *  A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so,
 *  and the rest what it gets instead, if anything. The same holds where one of its devices cannot
 *  be named to a runtime (KOORD_REASON_DEVICE_UNNAMED): it gets all but devices. The caller owns
 *  *out. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_new(const koord_agent_state *state,
                                            const koord_adjustment_request *request,
                                            koord_adjustment **out, koord_error *err);
KOORD_API koord_adjustment *koord_adjustment_ref(const koord_adjustment *adjustment);
KOORD_API void koord_adjustment_unref(koord_adjustment *adjustment);

/** What of a container changes. */
typedef uint32_t koord_adjustment_flags;
enum {
  KOORD_ADJUSTMENT_CPUS = 1,       /**< cpuset.cpus: koord_adjustment_get_cpus */
  KOORD_ADJUSTMENT_NUMA_NODES = 2, /**< cpuset.mems: koord_adjustment_get_numa_nodes */
  KOORD_ADJUSTMENT_UNLIMITED = 4   /**< no CFS quota */
};
/** What of a container changes. */
typedef struct koord_adjustment_info {
  uint32_t struct_size;           /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;                 /**< 0 */
  koord_refusal refusal;          /**< reason KOORD_REASON_NONE: nothing is wrong */
  koord_adjustment_flags changes; /**< what is not named stays as it is */
  uint32_t env;                   /**< how many variables */
  uint32_t cdi_devices;           /**< how many names for the container device interface */
  uint32_t device_nodes;          /**< how many paths of device nodes */
} koord_adjustment_info;
/** Errors: INVALID. */
KOORD_API koord_status koord_adjustment_get_info(const koord_adjustment *adjustment,
                                                 koord_adjustment_info *info, koord_error *err);
/** The CPUs, into all of `words`; none where they stay as they are. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_cpus(const koord_adjustment *adjustment,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);
/** The same of NUMA nodes: bit b of word w is node 64 * w + b. */
KOORD_API koord_status koord_adjustment_get_numa_nodes(const koord_adjustment *adjustment,
                                                       uint64_t *words, size_t word_count,
                                                       koord_error *err);
/** Which list of an adjustment. */
typedef int32_t koord_adjustment_list;
enum {
  KOORD_ADJUSTMENT_LIST_ENV = 0,         /**< "NAME=value", which replaces one of that name */
  KOORD_ADJUSTMENT_LIST_CDI_DEVICES = 1, /**< "nvidia.com/gpu=GPU-..." */
  KOORD_ADJUSTMENT_LIST_DEVICE_NODES = 2 /**< "/dev/infiniband/uverbs0" */
};
/** One text of a list, as koord_pod_get_text. Errors: INVALID (no such list or item), NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_text(const koord_adjustment *adjustment,
                                                 koord_adjustment_list list, uint32_t item,
                                                 char *text, size_t capacity,
                                                 KOORD_NULLABLE size_t *needed, koord_error *err);
/** All of it as JSON, in the names of the OCI runtime specification (docs/hooks.md). Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_to_json(const koord_adjustment *adjustment,
                                                koord_buffer **out, koord_error *err);

/** What a hook does with a container that it cannot serve. */
typedef int32_t koord_hook_choice;
enum {
  KOORD_HOOK_CHOICE_DEFAULT = 0, /**< not stated: what koord_hook_options says of the field */
  KOORD_HOOK_CHOICE_REFUSE = 1,  /**< the container is not to start */
  KOORD_HOOK_CHOICE_LEAVE = 2    /**< it starts without what it asks for */
};
/** What a hook does where it cannot serve. The program koord-oci-hook has the same defaults. */
typedef struct koord_hook_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** there is no node-state.json, as where the agent has not started; default:
   *  KOORD_HOOK_CHOICE_LEAVE */
  koord_hook_choice without_state;
  /** the pod claims what is not its own; default: KOORD_HOOK_CHOICE_REFUSE.
   *  KOORD_HOOK_CHOICE_LEAVE: it gets what the state gives it instead, which may be nothing */
  koord_hook_choice refused;
} koord_hook_options;

/** What a hook did. */
typedef int32_t koord_hook_outcome;
enum {
  KOORD_HOOK_OUTCOME_NOT_OURS = 0, /**< a container of no pod: untouched */
  KOORD_HOOK_OUTCOME_DONE = 1,     /**< its control group was found, and has what the state wants */
  /** Untouched: there is no state, what the pod asks for is not its own, or others decide where the container
   *  runs, as where every cpuset is left to kubelet (KOORD_AGENT_IGNORE_KUBELET); refusal.reason is
   *  KOORD_REASON_NONE then. */
  KOORD_HOOK_OUTCOME_LEFT = 2,
  KOORD_HOOK_OUTCOME_REFUSED = 3 /**< it is not to start */
};
/** What a hook did. */
typedef struct koord_hook_result {
  uint32_t struct_size;  /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;        /**< 0 */
  koord_refusal refusal; /**< why not as asked; also where outcome is KOORD_HOOK_OUTCOME_DONE */
  koord_hook_outcome outcome;
  uint32_t writes; /**< made to files of control groups */
} koord_hook_result;

/** A createRuntime hook of OCI runtimes: where it finds what it needs, and what it does where it
 *  cannot serve. */
typedef struct koord_hook koord_hook;
/** `options` is nullable. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_new(KOORD_NULLABLE const koord_hook_options *options,
                                      koord_hook **out, koord_error *err);
KOORD_API void koord_hook_free(koord_hook *hook);
/** The path of node-state.json; to be trusted as koord_agent_state_load has it. length 0, and where
 *  it is not set: "/run/koord/node-state.json". Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_state_file(koord_hook *hook, const char *state_file,
                                                 size_t state_file_length, koord_error *err);
/** Where control groups are mounted. length 0, and where it is not set: "/sys/fs/cgroup".
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_cgroup_root(koord_hook *hook, const char *cgroup_root,
                                                  size_t cgroup_root_length, koord_error *err);
/** Where proc is mounted. length 0, and where it is not set: "/proc". Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_hook_set_proc_root(koord_hook *hook, const char *proc_root,
                                                size_t proc_root_length, koord_error *err);
/** All that such a hook does for a container that is about to start: reads node-state.json, finds
 *  the control groups of the container's process, checks that they are its pod's, and writes CPUs,
 *  NUMA nodes and quota, or changes nothing.
 *
 *  oci_state  what the runtime gives on standard input.
 *
 *  Errors: INVALID (oci_state: names the field), PERMISSION (a file that is not to be trusted, or
 *  not ours to read), CORRUPT, LIMIT (node-state.json; see koord_agent_state_from_json), STALE (it
 *  is of another boot), IO (a control group did not take its value: rolled back unless the message
 *  says otherwise), NOT_FOUND (no control groups, or none of this container; no such process),
 *  CONFLICT, NO_MEMORY. */
KOORD_API koord_status koord_hook_run(const koord_hook *hook, KOORD_DOCUMENT const char *oci_state,
                                      size_t oci_state_length, koord_hook_result *result,
                                      koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_HOOK_H_ */
