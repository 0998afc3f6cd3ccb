#include "kubelet/memory_books.h"

#include <algorithm>
#include <bit>

namespace koord::kubelet {
namespace {

bool is_single(numa::Mask nodes) { return (nodes & (nodes - 1)) == 0; }

}  // namespace

MemoryBooks empty_books(const MemorySetup &setup) {
  MemoryBooks books;
  for (size_t node = 0; node < setup.nodes(); ++node) {
    books.cells.push_back({0, numa::Mask{1} << node});
    for (size_t kind = 0; kind < setup.kinds(); ++kind)
      books.uses.push_back({0, setup.capacity(node, kind).allocatable});
  }
  return books;
}

MemoryState machine_state(const NodeSetup &setup, const MemoryBooks &books) {
  const MemorySetup &memory = setup.memory();
  MemoryState state;
  for (size_t node = 0; node < memory.nodes(); ++node) {
    const MemoryCell &cell = books.cells[node];
    NumaState &numa = state.machine[setup.node_ids()[node]];
    numa.assignments = cell.assignments;
    numa.cells = setup.ids_of(cell.group);
    for (size_t kind = 0; kind < memory.kinds(); ++kind) {
      const MemoryCapacity &capacity = memory.capacity(node, kind);
      if (!capacity.known) continue;
      const MemoryUse &use = use_of(books, memory, node, kind);
      numa.memory[memory.kind_name(kind)] = {capacity.total, capacity.system_reserved,
                                             capacity.allocatable, use.reserved, use.free};
    }
  }
  return state;
}

void book(MemoryBooks &books, const MemorySetup &setup, const MemoryBlock &block, uint64_t bytes) {
  numa::for_each_node(block.nodes, [&](size_t node) {
    MemoryCell &cell = books.cells[node];
    ++cell.assignments;
    cell.group = block.nodes;
    MemoryUse &use = use_of(books, setup, node, block.kind);
    const uint64_t taken = std::min(bytes, use.free);
    use.free -= taken;
    use.reserved += taken;
    bytes -= taken;
  });
}

void unbook(MemoryBooks &books, const MemorySetup &setup, const MemoryBlock &block) {
  uint64_t bytes = block.bytes;
  numa::for_each_node(block.nodes, [&](size_t node) {
    MemoryCell &cell = books.cells[node];
    if (--cell.assignments == 0) cell.group = numa::Mask{1} << node;
    MemoryUse &use = use_of(books, setup, node, block.kind);
    const uint64_t given = std::min(bytes, use.reserved);
    use.reserved -= given;
    use.free += given;
    bytes -= given;
  });
}

bool breaks_groups(const MemoryBooks &books, numa::Mask nodes) {
  if (is_single(nodes)) return false;
  for (numa::Mask rest = nodes; rest != 0; rest &= rest - 1) {
    const MemoryCell &cell = books.cells[static_cast<size_t>(std::countr_zero(rest))];
    if (cell.assignments > 0 && cell.group != nodes) return true;
  }
  return false;
}

bool may_group(const MemoryBooks &books, numa::Mask nodes) {
  if (!is_single(nodes)) return !breaks_groups(books, nodes);
  return books.cells[static_cast<size_t>(std::countr_zero(nodes))].group == nodes;
}

}  // namespace koord::kubelet
