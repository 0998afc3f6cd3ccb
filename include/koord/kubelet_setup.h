/* The configuration of a kubelet, and the files that it finds when it starts.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_KUBELET_SETUP_H_
#define KOORD_KUBELET_SETUP_H_

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The versions of kubelet whose answers and state files the library knows. What differs between
 *  them is in docs/reference/kubelet.md. */
typedef int32_t koord_kubelet_version;
enum {
  KOORD_KUBELET_VERSION_DEFAULT = 0, /**< 1.36 */
  KOORD_KUBELET_VERSION_V1_35 = 35,
  KOORD_KUBELET_VERSION_V1_36 = 36,
  KOORD_KUBELET_VERSION_V1_37 = 37,
  KOORD_KUBELET_VERSION_V1_38 = 38 /**< as of 1.38.0-beta.0 */
};
/** Reads a version as a node reports it in status.nodeInfo.kubeletVersion ("v1.37.2"), or without
 *  patch level, as the known version that answers in the same way: the oldest for older ones, the
 *  newest for newer ones. Errors: INVALID (no version of Kubernetes 1). */
KOORD_API koord_status koord_kubelet_version_parse(const char *text, size_t length,
                                                   koord_kubelet_version *out, koord_error *err);

/** A kubelet's configuration, its state files, what device plugins report and the containers on its
 *  node: an input of koord_kubelet_new, koord_topology_to_nrt, koord_agent_set_kubelet and the
 *  functions that check and repair kubelet's files. They read it and keep no reference. A setup in
 *  which nothing is set means kubelet's defaults, and no files. */
typedef struct koord_kubelet_setup koord_kubelet_setup;

/** Creates a setup in which nothing is set. `context` may be NULL and may be released: the setup
 *  keeps the log function that it has now, for diagnostics about a configuration; the data that
 *  this function uses must stay valid as long as the setup. The caller owns *out. Errors: INVALID,
 *  NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_new(KOORD_NULLABLE const koord_context *context,
                                               koord_kubelet_setup **out, koord_error *err);
KOORD_API void koord_kubelet_setup_free(koord_kubelet_setup *setup);
/** Restores the state of a new setup. Errors: INVALID. */
KOORD_API koord_status koord_kubelet_setup_reset(koord_kubelet_setup *setup, koord_error *err);

/** Sets the version of kubelet, for the calls that use the setup: how it decides, which files it
 *  reads and which it writes. Not set: DEFAULT. Errors: INVALID (an unknown number). */
KOORD_API koord_status koord_kubelet_setup_set_version(koord_kubelet_setup *setup,
                                                       koord_kubelet_version version,
                                                       koord_error *err);
/** Sets the configuration: a KubeletConfiguration or the response of /configz (JSON; length 0:
 *  kubelet's defaults). Fields that are odd but usable give diagnostics.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB or 2^20 values, nested deeper than 64),
 *  NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_set_config(
    koord_kubelet_setup *setup, KOORD_NULLABLE KOORD_DOCUMENT const char *kubelet_config,
    size_t length, koord_error *err);
/** Sets the text of cpu_manager_state. It is copied; the calls that use the setup parse it and
 *  report what is wrong in it. Not set: there is no such file. Length 0: the file is empty. For
 *  koord_kubelet_check and koord_kubelet_repair_cpus an empty file is damage that stops kubelet;
 *  all other calls treat it as no file.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
 *  for more than 2^20 values in maps and lists, 65,536 CPU sets, 2^20 CPUs in the sets of whole
 *  pods. */
KOORD_API koord_status koord_kubelet_setup_set_cpu_state(
    koord_kubelet_setup *setup, KOORD_NULLABLE KOORD_DOCUMENT const char *cpu_state, size_t length,
    koord_error *err);
/** Sets the text of memory_manager_state, likewise. For koord_kubelet_check and
 *  koord_kubelet_repair_memory an empty file is damage; koord_kubelet_new treats it as no file;
 *  other calls do not read it.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
 *  for more than 2^20 values in maps and lists. */
KOORD_API koord_status koord_kubelet_setup_set_memory_state(
    koord_kubelet_setup *setup, KOORD_NULLABLE KOORD_DOCUMENT const char *memory_state,
    size_t length, koord_error *err);
/** Properties of a device. */
typedef uint32_t koord_plugin_device_flags;
enum {
  /** The plugin reports it as unhealthy: no container gets it. */
  KOORD_PLUGIN_DEVICE_UNHEALTHY = 1
};
/** Adds a device that a device plugin reports to kubelet, for koord_kubelet_new: the first call
 *  adds device 0, the next one device 1.
 *
 *  resource    the plugin's resource: "nvidia.com/gpu".
 *  id          the plugin's name of the device, unique within the resource.
 *  numa_nodes  the nodes that it is near: bit i is row i of koord_topology_get_numa_nodes; 0: not
 *              known.
 *
 *  Errors: INVALID (a resource without domain, no id, a text longer than 1,024 bytes or not UTF-8,
 *  unknown flags),
 *  LIMIT (65,536 were added already), NO_MEMORY. A device that was added twice and nodes that the
 *  machine does not have are INVALID to koord_kubelet_new, devices of more than 64 resources
 *  LIMIT. */
KOORD_API koord_status koord_kubelet_setup_add_device(
    koord_kubelet_setup *setup, const char *resource, size_t resource_length, const char *id,
    size_t id_length, uint64_t numa_nodes, koord_plugin_device_flags flags, koord_error *err);
/** Sets the text of kubelet_internal_checkpoint: which devices pods have, and which resources had a
 *  plugin. For koord_kubelet_new, to which a damaged one is INVALID or CORRUPT, where kubelet goes
 *  on without it; other calls do not read it. Length 0: there is no such file.
 *  Errors: INVALID (a NUL in it), LIMIT (over 16 MiB), NO_MEMORY. Calls that parse it return LIMIT
 *  for more than 2^20 values in maps and lists. */
KOORD_API koord_status koord_kubelet_setup_set_device_state(
    koord_kubelet_setup *setup, KOORD_NULLABLE KOORD_DOCUMENT const char *device_state,
    size_t length, koord_error *err);
/** Adds a pod that is on the node, or one container of it, for calls that check and repair files.
 *
 *  uid   of the pod.
 *  name  of the container; name_length 0: only the pod is added.
 *  id    of the container in the runtime; id_length 0: not known. Files of version 1 identify
 *        containers by id only. If a container is added again with an id, the last id applies.
 *
 *  Errors: INVALID (uid is empty, an id without name, a text longer than 1,024 bytes or not UTF-8),
 *  LIMIT (65,536 were added already), NO_MEMORY. */
KOORD_API koord_status koord_kubelet_setup_add_container(
    koord_kubelet_setup *setup, const char *uid, size_t uid_length, KOORD_NULLABLE const char *name,
    size_t name_length, KOORD_NULLABLE const char *id, size_t id_length, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_KUBELET_SETUP_H_ */
