/* Devices of this machine, as objects for the API server (docs/devices-report.md).
 *
 * Experimental. Stable once Koordinator's Device object is v1.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_DEVICE_H_
#define KOORD_DEVICE_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/device.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is asked about devices. */
typedef uint32_t koord_device_report_flags;
enum {
  /** Ask NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded for the
   *  time of the call. Without a driver there are none. */
  KOORD_DEVICE_REPORT_NVML = 1,
  /** Read virtual functions of RDMA devices from sysfs. */
  KOORD_DEVICE_REPORT_SYSFS = 2
};

/** What a report on devices is made from. One owner. Reports may be written from it at the same time; all other calls
 *  require exclusive access. */
typedef struct koord_device_report koord_device_report;
/** A report on what `flags` ask for and on what the topology knows, its RDMA devices; flags 0: on those alone. Remarks
 *  of later calls go to the log function that `context` (nullable) has now. The caller owns *out.
 *  Errors: INVALID (unknown flags), NO_MEMORY. */
KOORD_API koord_status koord_device_report_new(KOORD_NULLABLE const koord_context *context,
                                               koord_device_report_flags flags,
                                               koord_device_report **out, koord_error *err);
KOORD_API void koord_device_report_free(koord_device_report *report);
/** With KOORD_DEVICE_REPORT_NVML: the library's path, or a name that the loader looks up; length 0, as without this
 *  call: libnvidia-ml.so.1. Errors: INVALID (a path without its flag), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_nvml_library(koord_device_report *report,
                                                            const char *nvml_library, size_t length,
                                                            koord_error *err);
/** With KOORD_DEVICE_REPORT_SYSFS: the directory that holds sys/; length 0, as without this call: "/".
 *  Errors: INVALID (a path without its flag), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_sysfs_root(koord_device_report *report,
                                                          const char *sysfs_root, size_t length,
                                                          koord_error *err);
/** The text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet gave to pods become the
 *  annotation devices-checkpoints, so that nobody is given them again. Length 0, as without this call: there is none.
 *  Errors: INVALID (names the field), CORRUPT (the checksum is wrong), LIMIT (over 16 MiB or 2^20 values), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_checkpoint(koord_device_report *report,
                                                          KOORD_DOCUMENT const char *checkpoint,
                                                          size_t length, koord_error *err);
/** The node's pods (a Pod, a list or an array, as JSON). Those that a scheduler gave devices to, or that have
 *  terminated, are left out of the annotation. Length 0, as without this call: none are known.
 *  Errors: INVALID (names the field), LIMIT (over 128 MiB), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_pods(koord_device_report *report,
                                                    KOORD_DOCUMENT const char *pods, size_t length,
                                                    koord_error *err);

/** Writes the Device object (scheduling.koordinator.sh/v1alpha1) of the machine of a topology, ready for
 *  "kubectl apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
 *  NUMA node and PCIe switch. docs/devices-report.md says where each field is from.
 *
 *  What the report's flags ask for is read on the machine the program runs on, so `topology` must be that machine's. A
 *  GPU that fails is reported as unhealthy, with a warning to the report's log; the others are not affected.
 *  Errors: INVALID (node_name is no DNS-1123 subdomain), IO (the library named by a path does not load; the driver
 *  does not answer), UNSUPPORTED (driver and library do not match), CORRUPT (the driver's answers make no sense: the
 *  message names GPU and field), LIMIT (over 64 GPUs), NO_MEMORY. */
KOORD_API koord_status koord_device_report_to_json(const koord_device_report *report,
                                                   const koord_topology *topology,
                                                   const char *node_name, size_t length,
                                                   koord_buffer **out, koord_error *err);

/** Which resources are named. */
typedef uint32_t koord_node_resources_flags;
enum {
  KOORD_NODE_RESOURCES_SHARED = 1 /**< koordinator.sh/gpu.shared, too: 100 for each healthy GPU */
};
/** Writes what a node offers by its Device object, {"resources":{...},"labels":{...}}: sums over healthy
 *  devices as quantities by name, and the labels about its GPUs. `device` is the object as JSON.
 *  Errors: INVALID (names the field), LIMIT (over 4 MiB; a sum over 2^63 - 1), NO_MEMORY. */
KOORD_API koord_status koord_device_get_node_resources(KOORD_NULLABLE const koord_context *context,
                                                       KOORD_DOCUMENT const char *device,
                                                       size_t device_length,
                                                       koord_node_resources_flags flags,
                                                       koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_DEVICE_H_ */
