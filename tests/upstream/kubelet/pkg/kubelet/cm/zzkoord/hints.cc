// C entry points to the hints and memory accounts of kubelet's managers for Go, because koord.h has
// calls for whole admissions only. Linked with libkoord.a.
#include "hints.h"

#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "kubelet/cpu/hints.h"
#include "kubelet/device_hints.h"
#include "kubelet/memory_books.h"
#include "kubelet/memory_hints.h"
#include "topology/topology.h"

using namespace koord;
using namespace koord::kubelet;

namespace {

// A machine whose nodes have the allocatable amounts of the accounts. Node 0 has one reserved byte,
// which kubelet demands.
struct MemoryMachine {
  explicit MemoryMachine(const zz_memory &m) {
    TopologySpec spec;
    for (size_t node = 0; node < m.nodes; ++node) {
      TopologySpec::Cpu cpu;
      cpu.id = cpu.core = cpu.node = static_cast<int64_t>(node);
      spec.cpus.push_back(cpu);
      TopologySpec::NumaNode &row = spec.nodes.emplace_back();
      row.id = static_cast<int64_t>(node);
      row.memory_bytes = node == 0 ? 1 : 0;
      for (size_t kind = 0; kind < m.kinds; ++kind) {
        const uint64_t bytes = m.allocatable[node * m.kinds + kind];
        row.memory_bytes += bytes;
        if (const uint64_t page = m.page_bytes[kind]; page != 0)
          row.huge_pages.push_back({page, bytes / page});
      }
    }
    Config config;
    config.reserved_memory = {{0, "memory", 1}};
    config.node_reserved_memory = 1;
    setup = MemorySetup(*Topology::build(spec), config);
    books = empty_books(setup);
    for (size_t node = 0; node < m.nodes; ++node) {
      books.cells[node] = {m.assignments[node], m.groups[node]};
      for (size_t kind = 0; kind < m.kinds; ++kind)
        use(node, m.page_bytes[kind]) = {m.reserved[node * m.kinds + kind],
                                         m.free[node * m.kinds + kind]};
    }
  }

  int kind(uint64_t page_bytes) const {
    for (size_t kind = 0; kind < setup.kinds(); ++kind)
      if (setup.page_bytes(kind) == page_bytes) return static_cast<int>(kind);
    return MemorySetup::kUnknown;
  }
  MemoryUse &use(size_t node, uint64_t page_bytes) {
    return use_of(books, setup, node, static_cast<size_t>(kind(page_bytes)));
  }

  MemorySetup setup;
  MemoryBooks books;
};

int write(const std::vector<numa::Hint> &hints, zz_hint *out) {
  for (const numa::Hint &hint : hints) *out++ = {hint.nodes, hint.preferred};
  return static_cast<int>(hints.size());
}

}  // namespace

int zz_memory_hints(const zz_memory *m, size_t reusable_count, const zz_block *reusable,
                    size_t request_count, const zz_block *requests, zz_hint *out) {
  try {
    const MemoryMachine machine(*m);
    std::vector<MemoryBlock> blocks;
    for (size_t i = 0; i < reusable_count; ++i)
      blocks.push_back({reusable[i].nodes,
                        static_cast<uint32_t>(machine.kind(reusable[i].page_bytes)),
                        reusable[i].bytes});
    std::vector<MemoryKindRequest> wanted;
    for (size_t i = 0; i < request_count; ++i)
      wanted.push_back({machine.kind(requests[i].page_bytes), requests[i].bytes});
    return write(memory_hints(machine.setup, machine.books, blocks, wanted), out);
  } catch (const std::exception &) {
    return -1;
  }
}

int zz_memory_breaks_groups(const zz_memory *m, uint64_t nodes) {
  try {
    return breaks_groups(MemoryMachine(*m).books, nodes);
  } catch (const std::exception &) {
    return -1;
  }
}

int zz_memory_book(zz_memory *m, zz_block block) {
  try {
    MemoryMachine machine(*m);
    book(machine.books, machine.setup,
         {block.nodes, static_cast<uint32_t>(machine.kind(block.page_bytes)), block.bytes},
         block.bytes);
    for (size_t node = 0; node < m->nodes; ++node) {
      m->assignments[node] = machine.books.cells[node].assignments;
      m->groups[node] = machine.books.cells[node].group;
      for (size_t kind = 0; kind < m->kinds; ++kind) {
        const MemoryUse &use = machine.use(node, m->page_bytes[kind]);
        m->reserved[node * m->kinds + kind] = use.reserved;
        m->free[node * m->kinds + kind] = use.free;
      }
    }
    return 0;
  } catch (const std::exception &) {
    return -1;
  }
}

int zz_cpu_hints(size_t cpu_count, const zz_cpu *cpus, int wanted, int align_by_socket,
                 zz_hint *out) {
  try {
    TopologySpec spec;
    CpuSet available, reusable;
    for (size_t i = 0; i < cpu_count; ++i) {
      TopologySpec::Cpu &cpu = spec.cpus.emplace_back();
      cpu.id = cpus[i].cpu, cpu.core = cpus[i].core, cpu.socket = cpus[i].socket,
      cpu.node = cpus[i].node;
      if (cpus[i].available) available.add(cpus[i].cpu);
      if (cpus[i].reusable) reusable.add(cpus[i].cpu);
    }
    const std::shared_ptr<const Topology> topology = Topology::build(spec);
    const Hints found =
        hints(Machine(*topology), available, reusable, wanted, align_by_socket != 0);
    for (const Hint &hint : found.hints) {
      *out = {0, hint.preferred};
      for (size_t i = 0; i < found.node_ids.size(); ++i)
        if ((hint.mask >> i & 1) != 0) out->nodes |= uint64_t{1} << found.node_ids[i];
      ++out;
    }
    return static_cast<int>(found.hints.size());
  } catch (const std::exception &) {
    return -1;
  }
}

int zz_device_hints(size_t device_count, const zz_device *devices, uint64_t nodes, int64_t units,
                    zz_hint *out) {
  try {
    Config config;
    std::vector<uint32_t> available, reusable;
    for (uint32_t i = 0; i < device_count; ++i) {
      DeviceReport &report = config.devices.emplace_back();
      report.resource = "domain/resource";
      report.id = std::to_string(i);
      report.nodes = devices[i].nodes;
      if (devices[i].available) available.push_back(i);
      if (devices[i].reusable) reusable.push_back(i);
    }
    const DeviceSetup setup(config, numa::kMaxNodes);
    return write(device_hints(setup, setup.find_resource("domain/resource"), nodes, available,
                              reusable, units),
                 out);
  } catch (const std::exception &) {
    return -1;
  }
}
