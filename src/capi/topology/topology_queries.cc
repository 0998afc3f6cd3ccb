// Queries about a topology: counts, rows, sets.
#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "base/error.h"
#include "capi/boundary/arguments.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/rows.h"
#include "capi/boundary/struct_reader.h"
#include "koord.h"

using namespace koord::capi;
using koord::CpuSet;
using koord::Error;
using koord::Status;
using koord::Topology;

namespace {

// The destination of a call's rows. Unlike RowArray, it rejects
// a bad stride even if the capacity is 0, as these calls promise.
template <typename Row>
struct RowSink {
  Row *rows;
  size_t stride;
  size_t capacity;
  size_t *count;

  void check_arguments() const {
    require(count, "count");
    if (!is_stride(stride, sizeof(Row))) fail_stride(stride, sizeof(Row), "stride: ");
    check_extent(capacity, sizeof(Row), "capacity");
    if (capacity != 0) require(rows, "rows");
  }
  void check_space(size_t needed) const {
    *count = needed;
    check_room("rows", needed, capacity);
  }
  void write(size_t i, const Row &row) const { write_row(row, rows, stride, i); }
};

int32_t node_id(const Topology &topology, int32_t index) {
  return index < 0 ? -1 : topology.nodes()[static_cast<size_t>(index)].id;
}

koord_cpu to_row(const Topology &topology, const Topology::Cpu &cpu) {
  koord_cpu row{};
  row.cpu = cpu.id;
  row.core = topology.cores()[static_cast<size_t>(cpu.core)].id;
  row.socket = topology.sockets()[static_cast<size_t>(cpu.socket)].id;
  row.numa_node = node_id(topology, cpu.node);
  row.l3 = cpu.l3;
  row.core_index = cpu.core;
  row.kernel_core = cpu.kernel_core;
  row.kind = cpu.kind;
  return row;
}

[[noreturn]] void no_such(const char *what, int32_t id) {
  throw Error(Status::kInvalid,
              std::string("id: the machine has no ") + what + ' ' + std::to_string(id));
}

// Returns element `index` of a span. Throws kInvalid if there is none.
template <typename Span>
const auto &element(const Span &span, int32_t index, const char *what) {
  if (index < 0 || static_cast<size_t>(index) >= span.size()) no_such(what, index);
  return span[static_cast<size_t>(index)];
}

const Topology::NumaNode &node_of(const Topology &topology, int32_t id) {
  const int index = topology.node_index(id);
  if (index < 0) no_such("NUMA node", id);
  return topology.nodes()[static_cast<size_t>(index)];
}

const Topology::Socket &socket_of(const Topology &topology, int32_t id) {
  const int index = topology.socket_index(id);
  if (index < 0) no_such("socket", id);
  return topology.sockets()[static_cast<size_t>(index)];
}

CpuSet core_set(const Topology &topology, int32_t id) {
  CpuSet set;
  for (const int32_t cpu : topology.threads(element(topology.cores(), id, "core number")))
    set.add(cpu);
  return set;
}

CpuSet set_of(const Topology &topology, koord_cpuset_kind kind, int32_t id) {
  switch (kind) {
    case KOORD_CPUSET_KIND_ALL:
      return topology.all_cpus();
    case KOORD_CPUSET_KIND_OFFLINE:
      return topology.offline();
    case KOORD_CPUSET_KIND_DISALLOWED:
      return topology.disallowed();
    case KOORD_CPUSET_KIND_ISOLATED:
      return topology.isolated();
    case KOORD_CPUSET_KIND_NOHZ_FULL:
      return topology.nohz_full();
    case KOORD_CPUSET_KIND_SOCKET:
      return socket_of(topology, id).cpus;
    case KOORD_CPUSET_KIND_NUMA_NODE:
      return node_of(topology, id).cpus;
    case KOORD_CPUSET_KIND_NUMA_NODE_LOCAL:
      return node_of(topology, id).local_cpus;
    case KOORD_CPUSET_KIND_L3:
      return element(topology.l3s(), id, "L3 group number").cpus;
    case KOORD_CPUSET_KIND_CORE:
      return core_set(topology, id);
    case KOORD_CPUSET_KIND_DEVICE:
      return element(topology.devices(), id, "PCI device number").cpus & topology.all_cpus();
    default:
      throw Error(Status::kInvalid, "kind: " + std::to_string(kind) + " is unknown");
  }
}

// Returns for each node of the topology its row in the distance matrix, or -1 if it has none.
std::vector<int> matrix_rows(const Topology &topology) {
  std::vector<int> rows(topology.nodes().size(), -1);
  const auto &ids = topology.distances().node_ids;
  for (size_t i = 0; i < ids.size(); ++i) {
    const int index = topology.node_index(ids[i]);
    if (index >= 0) rows[static_cast<size_t>(index)] = static_cast<int>(i);
  }
  return rows;
}

}  // namespace

koord_status koord_topology_get_info(const koord_topology *topology, koord_topology_info *info,
                                     koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    require(info, "info");
    check_flags(read_struct(info, "info").flags, 0, "info.flags");
    const Topology &machine = **topology;
    koord_topology_info known{};
    known.cpus = static_cast<uint32_t>(machine.cpus().size());
    known.cores = static_cast<uint32_t>(machine.cores().size());
    known.l3s = static_cast<uint32_t>(machine.l3s().size());
    known.numa_nodes = static_cast<uint32_t>(machine.nodes().size());
    known.sockets = static_cast<uint32_t>(machine.sockets().size());
    known.devices = static_cast<uint32_t>(machine.devices().size());
    known.smt_width = static_cast<uint32_t>(machine.smt_width());
    known.words = static_cast<uint32_t>(topology->words);
    const std::string &architecture = machine.facts().architecture;
    std::memcpy(known.architecture, architecture.data(),
                std::min(architecture.size(), sizeof known.architecture - 1));
    write_struct(known, info, "info");
  });
}

koord_status koord_topology_get_cpus(const koord_topology *topology, koord_cpu *rows, size_t stride,
                                     size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    const RowSink<koord_cpu> sink{rows, stride, capacity, count};
    require(topology, "topology");
    sink.check_arguments();
    const auto cpus = (*topology)->cpus();
    sink.check_space(cpus.size());
    for (size_t i = 0; i < cpus.size(); ++i) sink.write(i, to_row(**topology, cpus[i]));
  });
}

koord_status koord_topology_get_numa_nodes(const koord_topology *topology, koord_numa_node *rows,
                                           size_t stride, size_t capacity, size_t *count,
                                           koord_error *err) {
  return guarded(err, [&] {
    const RowSink<koord_numa_node> sink{rows, stride, capacity, count};
    require(topology, "topology");
    sink.check_arguments();
    const auto nodes = (*topology)->nodes();
    sink.check_space(nodes.size());
    for (size_t i = 0; i < nodes.size(); ++i)
      sink.write(
          i, {nodes[i].memory_bytes, nodes[i].id, static_cast<uint32_t>(nodes[i].cpus.count())});
  });
}

koord_status koord_topology_get_hugepages(const koord_topology *topology, koord_hugepages *rows,
                                          size_t stride, size_t capacity, size_t *count,
                                          koord_error *err) {
  return guarded(err, [&] {
    const RowSink<koord_hugepages> sink{rows, stride, capacity, count};
    require(topology, "topology");
    sink.check_arguments();
    size_t needed = 0;
    for (const auto &node : (*topology)->nodes()) needed += node.huge_pages.size();
    sink.check_space(needed);
    size_t i = 0;
    for (const auto &node : (*topology)->nodes())
      for (const auto &pages : node.huge_pages)
        sink.write(i++, {pages.page_bytes, pages.count, node.id, 0});
  });
}

koord_status koord_topology_get_distances(const koord_topology *topology, uint32_t *values,
                                          size_t capacity, size_t *count, koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    require(count, "count");
    check_extent(capacity, sizeof *values, "capacity");
    if (capacity != 0) require(values, "values");
    const koord::Distances &distances = (*topology)->distances();
    const size_t nodes = (*topology)->nodes().size();
    const size_t needed = distances.known() ? nodes * nodes : 0;
    *count = needed;
    check_room("values", needed, capacity);
    if (needed == 0) return;
    const std::vector<int> rows = matrix_rows(**topology);
    const size_t width = distances.node_ids.size();
    for (const int from : rows)
      for (const int to : rows)
        *values++ =
            from < 0 || to < 0
                ? 0
                : distances.values[static_cast<size_t>(from) * width + static_cast<size_t>(to)];
  });
}

koord_status koord_topology_get_devices(const koord_topology *topology, koord_pci_device *rows,
                                        size_t stride, size_t capacity, size_t *count,
                                        koord_error *err) {
  return guarded(err, [&] {
    const RowSink<koord_pci_device> sink{rows, stride, capacity, count};
    require(topology, "topology");
    sink.check_arguments();
    const auto devices = (*topology)->devices();
    sink.check_space(devices.size());
    uint32_t at = 0;
    const auto next = [&](size_t size, uint32_t &offset, uint32_t &length) {
      offset = at;
      length = static_cast<uint32_t>(size);
      at += length;
    };
    for (size_t i = 0; i < devices.size(); ++i) {
      const koord::PciDevice &device = devices[i];
      koord_pci_device row{};
      next(device.bus_id.size(), row.bus_id_offset, row.bus_id_length);
      next(joined_names(device).size(), row.names_offset, row.names_length);
      row.class_id = device.class_id;
      row.vendor_id = device.vendor_id;
      row.device_id = device.device_id;
      const auto nearest = std::min_element(device.node_ids.begin(), device.node_ids.end());
      row.numa_node = nearest == device.node_ids.end() ? -1 : *nearest;
      sink.write(i, row);
    }
  });
}

const char *koord_topology_get_texts(const koord_topology *topology, size_t *length) {
  return get_texts(topology, length);
}

koord_status koord_topology_get_cpuset(const koord_topology *topology, koord_cpuset_kind kind,
                                       int32_t id, uint64_t *words, size_t word_count,
                                       koord_error *err) {
  return guarded(err, [&] {
    require(topology, "topology");
    write_set(set_of(**topology, kind, id), words, word_count);
  });
}
