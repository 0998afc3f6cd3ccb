/* A machine: its CPUs, NUMA nodes and PCI devices.
 * SPDX-License-Identifier: Apache-2.0 */
#ifndef KOORD_TOPOLOGY_H_
#define KOORD_TOPOLOGY_H_

#include "base.h"
#include "kubelet_setup.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An immutable description of one machine, reference-counted and shared by any threads. */
typedef struct koord_topology koord_topology;

/** Adds a reference and returns `topology`. */
KOORD_API koord_topology *koord_topology_ref(const koord_topology *topology);
KOORD_API void koord_topology_unref(koord_topology *topology);

/** Options of reading a machine. */
typedef uint32_t koord_topology_flags;
enum {
  /** Leave out CPUs and NUMA nodes that the cgroup of the reading process may not use. Without this
   *  flag they are part of the topology, as kubelet sees them, and listed as disallowed. */
  KOORD_TOPOLOGY_ONLY_ALLOWED = 1
};

/** Reads this machine through hwloc (which reads its own HWLOC_* variables; this library sets
 *  none). `context` may be NULL. The caller owns *out.
 *  Errors: INVALID (unknown flags), IO (hwloc cannot read it), NO_MEMORY. */
KOORD_API koord_status koord_topology_discover(KOORD_NULLABLE const koord_context *context,
                                               koord_topology_flags flags, koord_topology **out,
                                               koord_error *err);
/** Reads a machine as koord_topology_discover does, for processes in which HWLOC_FSROOT names a
 *  directory with an exported sysfs. `root` is that directory: what hwloc does not read (isolated
 *  and nohz_full CPUs) comes from below it. koord_topology_discover reads those of this machine
 *  only.
 *  Errors: INVALID (unknown flags; no such directory), IO, NO_MEMORY. */
KOORD_API koord_status koord_topology_discover_in(KOORD_NULLABLE const koord_context *context,
                                                  koord_topology_flags flags, const char *root,
                                                  size_t root_length, koord_topology **out,
                                                  koord_error *err);
/** Reads a topology exported by hwloc ("lstopo machine.xml"; format 2), at most 64 MiB.
 *  Errors: INVALID (not such XML, or an impossible machine), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_topology_from_hwloc_xml(KOORD_NULLABLE const koord_context *context,
                                                     koord_topology_flags flags,
                                                     KOORD_DOCUMENT const char *xml, size_t length,
                                                     koord_topology **out, koord_error *err);
/** Reads an hwloc synthetic description ("pack:2 numa:1 l3:2 core:8 pu:2").
 *  Errors: INVALID, LIMIT (more than KOORD_MAX_CPUS), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_synthetic(KOORD_NULLABLE const koord_context *context,
                                                     const char *text, size_t length,
                                                     koord_topology **out, koord_error *err);
/** Reads the output of koord_topology_to_json (docs/reference/topology-json.md), for a topology
 *  from any source: the result equals the original in everything that this header can return, and
 *  koord_topology_to_json writes the same bytes for it. Absent members are unknown or follow from
 *  others. Members that are derived from others must not contradict them. Unknown members are
 *  ignored, with a diagnostic to the log of `context`, which may be NULL. The caller owns *out.
 *  Errors: INVALID (names the field), LIMIT (over 64 MiB, 2^21 values, 65,536 sockets, L3 groups or
 *  devices, nested deeper than 64), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_json(KOORD_NULLABLE const koord_context *context,
                                                KOORD_DOCUMENT const char *json, size_t length,
                                                koord_topology **out, koord_error *err);
/** Reads the value of the annotation node.koordinator.sh/cpu-topology,
 *  {"detail":[{"id":0,"core":0,"socket":0,"node":0}, ...]}, as koordlet publishes it: `core` is
 *  lscpu's logical number. Absent numbers are 0, unknown fields are ignored. The topology has no
 *  memory, L3 groups or distances. Cores are identified by (socket, node, core): one core number in
 *  two NUMA nodes of a socket is two cores, as in Linux, and gives a warning to the log of
 *  `context`. A CPU in two NUMA nodes is INVALID.
 *  Errors: INVALID (names the entry and field), LIMIT (over 4 MiB, nested deeper than 64),
 *  NO_MEMORY. */
KOORD_API koord_status koord_topology_from_annotation(KOORD_NULLABLE const koord_context *context,
                                                      KOORD_DOCUMENT const char *json,
                                                      size_t length, koord_topology **out,
                                                      koord_error *err);
/** Reads a whole NodeResourceTopology object (topology.node.k8s.io/v1alpha1): the annotation of
 *  koord_topology_from_annotation, and memory, huge pages and distances from its zones.
 *  Errors: INVALID, LIMIT (over 16 MiB), NO_MEMORY. */
KOORD_API koord_status koord_topology_from_nrt(KOORD_NULLABLE const koord_context *context,
                                               KOORD_DOCUMENT const char *json, size_t length,
                                               koord_topology **out, koord_error *err);

/** One CPU (PU). Scope of the ids: cpu, numa_node, l3, core_index and socket are unique in the
 *  machine. core is unique in its socket (within one NUMA node); topologies read from a machine
 *  number cores machine-wide by their lowest CPU, so there it equals core_index. kernel_core is
 *  Linux's core_id: unique only within a socket, with gaps. */
typedef struct koord_cpu {
  int32_t cpu;       /**< kernel CPU number */
  int32_t core;      /**< core number in the source (lscpu's logical number in annotations) */
  int32_t socket;    /**< kernel physical package id */
  int32_t numa_node; /**< kernel NUMA node number, -1: the CPU belongs to none */
  int32_t l3;        /**< dense L3 group number, by lowest CPU; -1: unknown */
  /** dense machine-wide core number, by lowest CPU; not read by koord_topology_from_rows */
  int32_t core_index;
  int32_t kernel_core; /**< Linux core_id, -1: unknown */
  int32_t kind;        /**< kind of core on hybrid machines: 0 is the least performant, ascending */
} koord_cpu;

/** Builds a topology from rows, for callers without JSON. Cores are identified by (socket,
 *  numa_node, core), L3 groups by l3. `architecture` may be "" ("aarch64" enables the ARM rule of
 *  koord_cpu_pick).
 *  Errors: INVALID (no rows, a CPU twice, an id out of range: socket and core below 2^31 - 1,
 *  numa_node below 1024), LIMIT, NO_MEMORY. */
KOORD_API koord_status koord_topology_from_rows(const koord_cpu *rows, size_t stride, size_t count,
                                                KOORD_NULLABLE const char *architecture,
                                                size_t architecture_length, koord_topology **out,
                                                koord_error *err);

/** Counts of a machine. */
typedef struct koord_topology_info {
  uint32_t struct_size; /**< sizeof the struct: KOORD_INIT */
  uint32_t flags;       /**< 0 */
  uint32_t cpus;        /**< usable CPUs (PUs) */
  uint32_t cores;
  uint32_t l3s;          /**< L3 groups, including those without usable CPUs */
  uint32_t numa_nodes;   /**< including those without CPUs */
  uint32_t sockets;      /**< including those without usable CPUs */
  uint32_t devices;      /**< PCI devices */
  uint32_t smt_width;    /**< number of threads of the widest core */
  uint32_t words;        /**< number of words that a CPU set of this machine needs */
  char architecture[24]; /**< "x86_64", "aarch64", ...; "" if unknown */
} koord_topology_info;
/** Returns the counts of the machine. Errors: INVALID. */
KOORD_API koord_status koord_topology_get_info(const koord_topology *topology,
                                               koord_topology_info *info, koord_error *err);

/** Copies up to `capacity` rows, ascending by CPU number, `stride` bytes apart. `*count` receives
 *  the number of rows that exist, also on NO_SPACE (nothing else is written then). `rows` may be
 *  NULL if `capacity` is 0. Errors: INVALID (stride below sizeof a row), NO_SPACE. The same holds
 *  for the functions below that return rows. */
KOORD_API koord_status koord_topology_get_cpus(const koord_topology *topology, koord_cpu *rows,
                                               size_t stride, size_t capacity, size_t *count,
                                               koord_error *err);

/** A NUMA node of a machine. */
typedef struct koord_numa_node {
  uint64_t memory_bytes; /**< all memory of the node, huge pages included; 0: none or unknown */
  int32_t numa_node;     /**< kernel NUMA node number */
  uint32_t cpus;         /**< number of usable CPUs of the node */
} koord_numa_node;

/** Copies the NUMA nodes, ascending by number, including those without CPUs. */
KOORD_API koord_status koord_topology_get_numa_nodes(const koord_topology *topology,
                                                     koord_numa_node *rows, size_t stride,
                                                     size_t capacity, size_t *count,
                                                     koord_error *err);

/** Huge pages of one size on a NUMA node. */
typedef struct koord_hugepages {
  uint64_t page_bytes;
  uint64_t pages; /**< number configured */
  int32_t numa_node;
  uint32_t reserved;
} koord_hugepages;

/** Copies the huge pages per NUMA node and size, by node, then size. */
KOORD_API koord_status koord_topology_get_hugepages(const koord_topology *topology,
                                                    koord_hugepages *rows, size_t stride,
                                                    size_t capacity, size_t *count,
                                                    koord_error *err);

/** Copies the NUMA distances (10 = local), row-major in the order of koord_topology_get_numa_nodes.
 *  `*count` receives the square of the number of NUMA nodes, or 0 if the machine reports no
 *  distances. The value of a pair that was not reported is 0.
 *  Errors: INVALID, NO_SPACE. */
KOORD_API koord_status koord_topology_get_distances(const koord_topology *topology,
                                                    uint32_t *values, size_t capacity,
                                                    size_t *count, koord_error *err);

/** A PCI device of a machine; its texts are (offset, length) in koord_topology_get_texts. */
typedef struct koord_pci_device {
  uint32_t bus_id_offset; /**< "0000:3b:00.0" */
  uint32_t bus_id_length;
  uint32_t names_offset; /**< operating system names, separated by ',' */
  uint32_t names_length;
  uint32_t class_id; /**< PCI class << 8 | subclass */
  uint32_t vendor_id;
  uint32_t device_id;
  int32_t numa_node; /**< the nearest NUMA node (the lowest of several), -1: unknown */
} koord_pci_device;

/** Copies the PCI devices, by bus id. rows as in koord_topology_get_cpus. Errors: INVALID,
 *  NO_SPACE. */
KOORD_API koord_status koord_topology_get_devices(const koord_topology *topology,
                                                  koord_pci_device *rows, size_t stride,
                                                  size_t capacity, size_t *count, koord_error *err);
/** Returns the texts of the rows, one after another. `*length` (nullable) receives the number of
 *  bytes. UTF-8, followed by a NUL that is not counted. Borrowed: valid as long as the topology.
 *  NULL has none. */
KOORD_API const char *koord_topology_get_texts(const koord_topology *topology,
                                               KOORD_NULLABLE size_t *length);

/** Selects a set of CPUs of a machine. */
typedef int32_t koord_cpuset_kind;
enum {
  KOORD_CPUSET_KIND_ALL = 0, /**< usable CPUs; id is ignored */
  /** CPUs of the machine that are not usable: offline, or missing in the export */
  KOORD_CPUSET_KIND_OFFLINE = 1,
  /** CPUs that the cgroup of the process that read the machine may not use */
  KOORD_CPUSET_KIND_DISALLOWED = 2,
  KOORD_CPUSET_KIND_SOCKET = 3, /**< CPUs of the socket `id` */
  /** CPUs that belong to NUMA node `id`; a CPU belongs to at most one */
  KOORD_CPUSET_KIND_NUMA_NODE = 4,
  /** CPUs that NUMA node `id` is local to, also for memory-only NUMA nodes */
  KOORD_CPUSET_KIND_NUMA_NODE_LOCAL = 5,
  KOORD_CPUSET_KIND_L3 = 6,   /**< CPUs of the L3 group `id` (dense number) */
  KOORD_CPUSET_KIND_CORE = 7, /**< CPUs of the core `id` (dense number) */
  /** CPUs local to PCI device number `id`, a row of koord_topology_get_devices */
  KOORD_CPUSET_KIND_DEVICE = 8,
  /** CPUs on which the kernel places no task by itself (isolcpus), offline ones included */
  KOORD_CPUSET_KIND_ISOLATED = 9,
  /** CPUs without a timer tick while one task runs (nohz_full), offline ones included */
  KOORD_CPUSET_KIND_NOHZ_FULL = 10,
};

/** Writes one set to all of `words`. Errors: INVALID (no such kind or id), NO_SPACE. */
KOORD_API koord_status koord_topology_get_cpuset(const koord_topology *topology,
                                                 koord_cpuset_kind kind, int32_t id,
                                                 uint64_t *words, size_t word_count,
                                                 koord_error *err);

/** Writes everything that the topology holds as one JSON document
 *  (docs/reference/topology-json.md), for people, other programs and storage;
 *  koord_topology_from_json reads it. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_to_json(const koord_topology *topology, koord_buffer **out,
                                              koord_error *err);
/** Writes the value of the annotation node.koordinator.sh/cpu-topology; CPUs without a NUMA node
 *  are written with node 0, as koordlet does. Errors: INVALID, NO_MEMORY. */
KOORD_API koord_status koord_topology_to_annotation(const koord_topology *topology,
                                                    koord_buffer **out, koord_error *err);
/** Writes a NodeResourceTopology object for `node_name` as JSON, ready for "kubectl apply -f -":
 *  label, annotations, zones with capacity, allocatable and available, distances as costs,
 *  topologyPolicies. `setup` (nullable: kubelet's defaults, nothing allocated) supplies kubelet's
 *  configuration and cpu_manager_state.
 *  Errors: INVALID (names the field; kubelet would not start: memory policy Static without
 *  reservedMemory, or more of it than the machine has), CORRUPT (cpu_manager_state: checksum),
 *  LIMIT (koord_kubelet_setup_set_cpu_state), NO_MEMORY. */
KOORD_API koord_status koord_topology_to_nrt(const koord_topology *topology,
                                             KOORD_NULLABLE const koord_kubelet_setup *setup,
                                             const char *node_name, size_t node_name_length,
                                             koord_buffer **out, koord_error *err);

#ifdef __cplusplus
}
#endif
#endif /* KOORD_TOPOLOGY_H_ */
