/* Builds Device objects from their parts, without JSON.
 *
 * Experimental. Stable once a scheduler and a node agent have filled every field through it for one
 * release.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_DEVICE_BUILDER_H_
#define KOORD_DEVICE_BUILDER_H_

#ifndef KOORD_EXPERIMENTAL
#error "koord/experimental/device_builder.h is experimental: define KOORD_EXPERIMENTAL to use it"
#endif

#include "../agent.h"
#include "../cluster.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Builds a Device object (scheduling.koordinator.sh) for callers that have it as a typed object.
 *  It has every field that docs/reference/objects.md lists. A cluster or an agent reads it as it
 *  reads the same object from JSON, with the same results and errors. One builder serves many
 *  objects in turn: koord_device_builder_reset keeps its memory. Setters require exclusive access.
 *  Setting a value again replaces it. Texts are UTF-8 without NUL, at most 4 MiB of them in an
 *  object. */
typedef struct koord_device_builder koord_device_builder;
/** Creates the builder of an empty object. The caller owns *out. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_new(koord_device_builder **out, koord_error *err);
KOORD_API void koord_device_builder_free(koord_device_builder *builder);
/** Restores the state of a new builder. Errors: INVALID. */
KOORD_API koord_status koord_device_builder_reset(koord_device_builder *builder, koord_error *err);

/** Sets the name, which is the node's and must not be empty. Errors: INVALID, LIMIT (over 4 MiB of
 *  texts or 2^20 of them, as in all setters), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_name(koord_device_builder *builder,
                                                     const char *name, size_t length,
                                                     koord_error *err);
/** Sets a label of the object. Errors: INVALID, LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_label(koord_device_builder *builder,
                                                      const char *key, size_t key_length,
                                                      const char *value, size_t value_length,
                                                      koord_error *err);
/** Sets an annotation of the object, with its text as Kubernetes stores it. A text that cannot be
 *  interpreted is an error of the call that takes the builder. Errors: INVALID, LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_annotation(koord_device_builder *builder,
                                                           const char *key, size_t key_length,
                                                           const char *value, size_t value_length,
                                                           koord_error *err);

/** Properties of a device. */
typedef uint32_t koord_device_flags;
enum {
  KOORD_DEVICE_HEALTHY = 1,     /**< health */
  KOORD_DEVICE_HAS_MODULE = 2,  /**< `module` is stated */
  KOORD_DEVICE_HAS_TOPOLOGY = 4 /**< `socket`, `numa_node`, PCIe and bus id are stated */
};
/** The numbers of a device. */
typedef struct koord_device_spec {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  koord_device_flags flags;
  int32_t minor;     /**< unique within its type */
  int32_t module;    /**< moduleID */
  int32_t socket;    /**< topology.socketID; -1: any */
  int32_t numa_node; /**< topology.nodeID; -1: any */
} koord_device_spec;
/** Adds a device (spec.devices). `*device` (nullable) receives its index. Errors: INVALID (unknown
 *  flags, a number out of range), LIMIT (over 4096 devices), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_device(koord_device_builder *builder,
                                                       const koord_device_spec *spec,
                                                       KOORD_NULLABLE int32_t *device,
                                                       koord_error *err);
/** Selects a text of a device. */
typedef int32_t koord_device_text;
enum {
  KOORD_DEVICE_TEXT_TYPE = 0,  /**< "gpu", "rdma", "fpga" or any other; must not be empty */
  KOORD_DEVICE_TEXT_ID = 1,    /**< id: "GPU-<uuid>", or a bus id */
  KOORD_DEVICE_TEXT_PCIE = 2,  /**< topology.pcieID, with KOORD_DEVICE_HAS_TOPOLOGY */
  KOORD_DEVICE_TEXT_BUS_ID = 3 /**< topology.busID, with KOORD_DEVICE_HAS_TOPOLOGY */
};
/** Sets one text of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_device_text(koord_device_builder *builder,
                                                            int32_t device, koord_device_text which,
                                                            const char *text, size_t length,
                                                            koord_error *err);
/** Sets a label of a device. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_device_label(koord_device_builder *builder,
                                                             int32_t device, const char *key,
                                                             size_t key_length, const char *value,
                                                             size_t value_length, koord_error *err);
/** Sets the amount that a device has of a resource, in the unit of the resource: percent, bytes.
 *  The name must not be empty. Names published earlier are read as the current ones
 *  (docs/reference/objects.md). Errors: INVALID (no such device, a negative amount), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_resource(koord_device_builder *builder,
                                                         int32_t device, const char *name,
                                                         size_t name_length, int64_t amount,
                                                         koord_error *err);
/** Adds a group of virtual functions (vfGroups) to a device. `*group` (nullable) receives its index
 *  among the groups of all devices. Errors: INVALID (no such device), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_vf_group(koord_device_builder *builder,
                                                         int32_t device,
                                                         KOORD_NULLABLE int32_t *group,
                                                         koord_error *err);
/** Sets a label of a group of virtual functions. Errors: INVALID (no such group), LIMIT,
 *  NO_MEMORY. */
KOORD_API koord_status koord_device_builder_set_vf_label(koord_device_builder *builder,
                                                         int32_t group, const char *key,
                                                         size_t key_length, const char *value,
                                                         size_t value_length, koord_error *err);
/** Adds a virtual function to a group; `minor` -1: none. Errors: INVALID (no such group, a number
 *  out of range), LIMIT (over 65536 in an object), NO_MEMORY. */
KOORD_API koord_status koord_device_builder_add_vf(koord_device_builder *builder, int32_t group,
                                                   int32_t minor, const char *bus_id,
                                                   size_t bus_id_length, koord_error *err);

/** Same as koord_cluster_set_devices, from the content of the builder, which is not changed. There
 *  are no diagnostics. Errors: as koord_cluster_set_devices. */
KOORD_API koord_status koord_cluster_set_devices_from_builder(koord_cluster *cluster,
                                                              const koord_device_builder *builder,
                                                              KOORD_NULLABLE uint32_t *id,
                                                              koord_error *err);
/** Same as koord_agent_set_devices, from the content of the builder, which is not changed. There
 *  are no diagnostics. Errors: as koord_agent_set_devices. */
KOORD_API koord_status koord_agent_set_devices_from_builder(koord_agent *agent,
                                                            const koord_device_builder *builder,
                                                            koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_DEVICE_BUILDER_H_ */
