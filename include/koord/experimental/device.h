/* Devices of this machine, reported as objects for the API server (docs/operate/devices-report.md).
 *
 * Experimental. Stable once Koordinator's Device object is v1.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_DEVICE_H_
#define KOORD_DEVICE_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/device.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../topology.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Sources of a device report. */
typedef uint32_t koord_device_report_flags;
enum {
  /** Query NVIDIA's driver on this machine for its GPUs, through its library NVML, which is loaded
   *  only during the call. Without a driver there are no GPUs. */
  KOORD_DEVICE_REPORT_NVML = 1,
  KOORD_DEVICE_REPORT_SYSFS = 2 /**< Read virtual functions of RDMA devices from sysfs. */
};

/** The inputs of a report on devices. One owner. Calls that write reports may run at the same time;
 *  all other calls require exclusive access. */
typedef struct koord_device_report koord_device_report;
/** Creates a report from the sources in `flags` and from the RDMA devices of a topology; flags 0:
 *  from the latter alone. Later calls send their diagnostics to the log function that `context`
 *  (nullable) has now. The caller owns *out.
 *  Errors: INVALID (unknown flags), NO_MEMORY. */
KOORD_API koord_status koord_device_report_new(KOORD_NULLABLE const koord_context *context,
                                               koord_device_report_flags flags,
                                               koord_device_report **out, koord_error *err);
KOORD_API void koord_device_report_free(koord_device_report *report);
/** With KOORD_DEVICE_REPORT_NVML: sets the path of the library, or a name that the loader looks up.
 *  Length 0, and the default: libnvidia-ml.so.1. Errors: INVALID (a path without its flag),
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_nvml_library(koord_device_report *report,
                                                            KOORD_NULLABLE const char *nvml_library,
                                                            size_t length, koord_error *err);
/** With KOORD_DEVICE_REPORT_SYSFS: sets the directory that contains sys/. Length 0, and the
 *  default: "/". Errors: INVALID (a path without its flag), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_sysfs_root(koord_device_report *report,
                                                          KOORD_NULLABLE const char *sysfs_root,
                                                          size_t length, koord_error *err);
/** Sets the text of kubelet's device-plugins/kubelet_internal_checkpoint: devices that kubelet
 *  allocated to pods are written to the annotation devices-checkpoints, so that they are not
 *  allocated again. Length 0, and the default: no such file.
 *  Errors: INVALID (names the field), CORRUPT (the checksum is wrong), LIMIT (over 16 MiB or 2^20
 *  values), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_checkpoint(
    koord_device_report *report, KOORD_NULLABLE KOORD_DOCUMENT const char *checkpoint,
    size_t length, koord_error *err);
/** Sets the node's pods (a Pod, a list or an array, as JSON). The annotation leaves out pods whose
 *  devices a scheduler allocated, and terminated pods. Length 0, and the default: no pods are
 *  known.
 *  Errors: INVALID (names the field), LIMIT (over 128 MiB), NO_MEMORY. */
KOORD_API koord_status koord_device_report_set_pods(koord_device_report *report,
                                                    KOORD_NULLABLE KOORD_DOCUMENT const char *pods,
                                                    size_t length, koord_error *err);

/** Writes the Device object (scheduling.koordinator.sh/v1alpha1) of a machine, ready for "kubectl
 *  apply": GPUs with memory, health and links, RDMA devices with virtual functions, each with its
 *  NUMA node and PCIe switch. docs/operate/devices-report.md lists the source of each field.
 *
 *  The sources in the report's flags are read on the machine that the program runs on, so
 *  `topology` must be that machine's. A GPU that fails is reported as unhealthy, with a warning to
 *  the report's log; other GPUs are not affected.
 *  Errors: INVALID (node_name is no DNS-1123 subdomain), IO (the library named by a path does not
 *  load; the driver does not answer), UNSUPPORTED (driver and library do not match), CORRUPT (the
 *  driver's answers are inconsistent: the message names GPU and field), LIMIT (over 64 GPUs),
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_report_to_json(const koord_device_report *report,
                                                   const koord_topology *topology,
                                                   const char *node_name, size_t length,
                                                   koord_buffer **out, koord_error *err);

/** Options of koord_device_get_node_resources. */
typedef uint32_t koord_node_resources_flags;
enum {
  KOORD_NODE_RESOURCES_SHARED = 1 /**< include koordinator.sh/gpu.shared: 100 per healthy GPU */
};
/** Writes the resources and labels of a node by its Device object,
 *  {"resources":{...},"labels":{...}}: sums over healthy devices as quantities by name, and the
 *  labels about its GPUs. `device` is the object as JSON.
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
