/* Container adjustments, and the OCI hook.
 * SPDX-License-Identifier: Apache-2.0
 *
 * What a container runtime changes when a container starts (docs/operate/hooks.md; semantics:
 * koordlet's runtime hooks). Annotations are untrusted input: they must agree with what the node's
 * agent decided. */
#ifndef KOORD_HOOK_H_
#define KOORD_HOOK_H_

#include "agent.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The stage at which a runtime asks. */
typedef int32_t koord_hook_stage;
enum {
  KOORD_HOOK_STAGE_RUN_POD_SANDBOX = 1,
  KOORD_HOOK_STAGE_CREATE_CONTAINER = 2,
  KOORD_HOOK_STAGE_START_CONTAINER = 3,
  KOORD_HOOK_STAGE_UPDATE_CONTAINER = 4 /**< UpdateContainerResources */
};
/** Returns the name, "CreateContainer". Static; "Unknown" for others. */
KOORD_API const char *koord_hook_stage_get_name(koord_hook_stage stage);

/** The container of a pod, and the stage, that a runtime asks about. */
typedef struct koord_adjustment_request koord_adjustment_request;
/** Creates a request for a stage; it names no pod yet. The caller owns *out. Errors: INVALID (an
 *  unknown stage), NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_new(koord_hook_stage stage,
                                                    koord_adjustment_request **out,
                                                    koord_error *err);
KOORD_API void koord_adjustment_request_free(koord_adjustment_request *request);
/** Sets the pod by uid and the container by name; container length 0: the pod's sandbox. Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_container(koord_adjustment_request *request,
                                                              const char *uid, size_t uid_length,
                                                              KOORD_NULLABLE const char *container,
                                                              size_t container_length,
                                                              koord_error *err);
/** Sets the value of the pod's annotation resource-status as the caller knows it; length 0: not
 *  known. Its CPUs must be those that the state gives to the pod. Errors: INVALID (names the
 *  field), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_resource_status(
    koord_adjustment_request *request, KOORD_NULLABLE const char *resource_status,
    size_t resource_status_length, koord_error *err);
/** Sets the directory that contains sys/, where the device nodes of RDMA devices are looked up;
 *  length 0: device nodes are not looked up. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_request_set_sysfs_root(
    koord_adjustment_request *request, KOORD_NULLABLE const char *sysfs_root,
    size_t sysfs_root_length, koord_error *err);

/** The changes to a container. Immutable. */
typedef struct koord_adjustment koord_adjustment;
/** Computes the changes to a container of a pod at a stage. Pure, except for the lookups that
 *  koord_adjustment_request_set_sysfs_root enables.
 *
 *  A pod that claims what is not its own is not an error: koord_adjustment_info.refusal says so,
 *  and the adjustment holds what the pod gets instead, if anything. The same applies if one of its
 *  devices has no name that a runtime knows (KOORD_REASON_DEVICE_UNNAMED): the pod gets everything
 *  except devices. The caller owns *out. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_new(const koord_agent_state *state,
                                            const koord_adjustment_request *request,
                                            koord_adjustment **out, koord_error *err);
KOORD_API koord_adjustment *koord_adjustment_ref(const koord_adjustment *adjustment);
KOORD_API void koord_adjustment_unref(koord_adjustment *adjustment);

/** Which properties of a container change. */
typedef uint32_t koord_adjustment_flags;
enum {
  KOORD_ADJUSTMENT_CPUS = 1,       /**< cpuset.cpus: koord_adjustment_get_cpus */
  KOORD_ADJUSTMENT_NUMA_NODES = 2, /**< cpuset.mems: koord_adjustment_get_numa_nodes */
  KOORD_ADJUSTMENT_UNLIMITED = 4   /**< no CFS quota */
};
/** Summary of an adjustment. */
typedef struct koord_adjustment_info {
  uint32_t struct_size;           /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;                 /**< 0 */
  koord_refusal refusal;          /**< reason KOORD_REASON_NONE: nothing was refused */
  koord_adjustment_flags changes; /**< properties that are not included do not change */
  uint32_t env;                   /**< number of environment variables */
  uint32_t cdi_devices;           /**< number of names for the container device interface */
  uint32_t device_nodes;          /**< number of paths of device nodes */
} koord_adjustment_info;
/** Returns the summary. Errors: INVALID. */
KOORD_API koord_status koord_adjustment_get_info(const koord_adjustment *adjustment,
                                                 koord_adjustment_info *info, koord_error *err);
/** Writes the CPUs to all of `words`; all zero if they do not change. Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_cpus(const koord_adjustment *adjustment,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);
/** Writes the NUMA nodes in the same way: bit b of word w is NUMA node 64 * w + b. */
KOORD_API koord_status koord_adjustment_get_numa_nodes(const koord_adjustment *adjustment,
                                                       uint64_t *words, size_t word_count,
                                                       koord_error *err);
/** Selects a list of an adjustment. */
typedef int32_t koord_adjustment_list;
enum {
  KOORD_ADJUSTMENT_LIST_ENV = 0, /**< "NAME=value"; replaces a variable with the same name */
  KOORD_ADJUSTMENT_LIST_CDI_DEVICES = 1, /**< "nvidia.com/gpu=GPU-..." */
  KOORD_ADJUSTMENT_LIST_DEVICE_NODES = 2 /**< "/dev/infiniband/uverbs0" */
};
/** Writes one text of a list, as koord_pod_get_text does. Errors: INVALID (no such list or item),
 *  NO_SPACE. */
KOORD_API koord_status koord_adjustment_get_text(const koord_adjustment *adjustment,
                                                 koord_adjustment_list list, uint32_t item,
                                                 char *text, size_t capacity,
                                                 KOORD_NULLABLE size_t *needed, koord_error *err);
/** Writes the adjustment as JSON, with the names of the OCI runtime specification
 *  (docs/operate/hooks.md).
 *  Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_adjustment_to_json(const koord_adjustment *adjustment,
                                                koord_buffer **out, koord_error *err);

/** Actions of a hook for a container that it cannot serve. */
typedef int32_t koord_hook_choice;
enum {
  KOORD_HOOK_CHOICE_DEFAULT = 0, /**< not stated: the default of the field in koord_hook_options */
  KOORD_HOOK_CHOICE_REFUSE = 1,  /**< the container must not start */
  KOORD_HOOK_CHOICE_LEAVE = 2    /**< the container starts without what it requests */
};
/** Options of a hook for containers that it cannot serve. The program koord-oci-hook has the same
 *  defaults. */
typedef struct koord_hook_options {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** if there is no node-state.json, for example because the agent has not started; default:
   *  KOORD_HOOK_CHOICE_LEAVE */
  koord_hook_choice without_state;
  /** if the pod claims what is not its own; default: KOORD_HOOK_CHOICE_REFUSE.
   *  KOORD_HOOK_CHOICE_LEAVE: the pod gets what the state gives it instead, which may be nothing */
  koord_hook_choice refused;
} koord_hook_options;

/** The outcome of a hook. */
typedef int32_t koord_hook_outcome;
enum {
  KOORD_HOOK_OUTCOME_NOT_OURS = 0, /**< not changed: the container belongs to no pod */
  KOORD_HOOK_OUTCOME_DONE = 1,     /**< its control group has what the state demands */
  /** Not changed, because there is no state, or the pod claims what is not its own, or the
   *  container is placed by others, for example because every cpuset is left to kubelet
   *  (KOORD_AGENT_IGNORE_KUBELET). In the last case refusal.reason is KOORD_REASON_NONE. */
  KOORD_HOOK_OUTCOME_LEFT = 2,
  KOORD_HOOK_OUTCOME_REFUSED = 3 /**< the container must not start */
};
/** The result of a hook. */
typedef struct koord_hook_result {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  /** refusal of a claim; may also be set if outcome is KOORD_HOOK_OUTCOME_DONE */
  koord_refusal refusal;
  koord_hook_outcome outcome;
  uint32_t writes; /**< number of writes to files of control groups */
} koord_hook_result;

/** A createRuntime hook of OCI runtimes: its paths, and what it does if it cannot serve a
 *  container. */
typedef struct koord_hook koord_hook;
/** Creates a hook with default paths. `options` is nullable. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_hook_new(KOORD_NULLABLE const koord_hook_options *options,
                                      koord_hook **out, koord_error *err);
KOORD_API void koord_hook_free(koord_hook *hook);
/** Sets the path of node-state.json; the file must be trusted by the rules of
 *  koord_agent_state_load. Length 0, and the default: "/run/koord/node-state.json". Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_state_file(koord_hook *hook,
                                                 KOORD_NULLABLE const char *state_file,
                                                 size_t state_file_length, koord_error *err);
/** Sets where control groups are mounted. Length 0, and the default: "/sys/fs/cgroup". Errors:
 *  INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_cgroup_root(koord_hook *hook,
                                                  KOORD_NULLABLE const char *cgroup_root,
                                                  size_t cgroup_root_length, koord_error *err);
/** Sets where proc is mounted. Length 0, and the default: "/proc". Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_hook_set_proc_root(koord_hook *hook,
                                                KOORD_NULLABLE const char *proc_root,
                                                size_t proc_root_length, koord_error *err);
/** Runs the hook for a container that is about to start: reads node-state.json, finds the control
 *  groups of the container's process, checks that they belong to its pod, and writes CPUs, NUMA
 *  nodes and quota, or changes nothing.
 *
 *  oci_state  the container state that the runtime passes on standard input.
 *
 *  Errors: INVALID (oci_state: names the field), PERMISSION (a file is not trusted, or this process
 *  may not read it), CORRUPT, LIMIT (node-state.json; see koord_agent_state_from_json), STALE
 *  (node-state.json is of another boot), IO (a control group rejected its value: rolled back unless
 *  the message says otherwise), NOT_FOUND (no control groups, or none of this container; no such
 *  process), CONFLICT, NO_MEMORY. */
KOORD_API koord_status koord_hook_run(const koord_hook *hook, KOORD_DOCUMENT const char *oci_state,
                                      size_t oci_state_length, koord_hook_result *result,
                                      koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_HOOK_H_ */
