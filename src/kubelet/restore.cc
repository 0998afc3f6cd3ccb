#include "kubelet/restore.h"

#include "base/error.h"
#include "kubelet/checkup.h"
#include "kubelet/memory_books.h"

namespace koord::kubelet {
namespace {

[[noreturn]] void refuse(const std::string &text) { throw Error(Status::kConflict, text); }

// Converts NUMA nodes of a file to a mask. Returns false unless they are ascending and all exist.
bool find_nodes(const NodeSetup &setup, const std::vector<int> &ids, numa::Mask &nodes) {
  nodes = 0;
  for (size_t i = 0; i < ids.size(); ++i) {
    const int index = setup.machine().node_index(ids[i]);
    if (index < 0 || (i > 0 && ids[i] <= ids[i - 1])) return false;
    nodes |= numa::Mask{1} << index;
  }
  return true;
}

std::string holder(const std::string &pod, const std::string &container) {
  return "[memorymanager] (pod: " + in_quotes(pod, 64) +
         ", container: " + in_quotes(container, 64) + ") ";
}

void check_block(const NodeSetup &setup, const BlockState &block, const std::string &who) {
  numa::Mask nodes;
  if (!find_nodes(setup, block.nodes, nodes))
    refuse(who + "the memory assignment uses the NUMA that does not exist");
  if (!is_valid(setup, block))
    refuse(who + "the memory assignment uses memory resource that does not exist");
}

// A pod that has memory as a whole counts with that. Its containers have parts of it.
MemoryBooks book_entries(const NodeSetup &setup, const MemoryState &state) {
  MemoryBooks books = empty_books(setup.memory());
  const auto book_all = [&](const std::vector<BlockState> &blocks, const std::string &who) {
    for (const BlockState &block : blocks) {
      check_block(setup, block, who);
      const MemoryBlock converted = block_of(setup, block);
      book(books, setup.memory(), converted, converted.bytes);
    }
  };
  for (const auto &[pod, containers] : state.entries) {
    const auto whole = state.pods.find(pod);
    if (whole != state.pods.end() && !whole->second.empty()) {
      book_all(whole->second, holder(pod, ""));
      for (const auto &[container, blocks] : containers)
        for (const BlockState &block : blocks) check_block(setup, block, holder(pod, container));
      continue;
    }
    for (const auto &[container, blocks] : containers) book_all(blocks, holder(pod, container));
  }
  return books;
}

bool same_capacity(const MemoryCapacity &capacity, const MemoryTable &table) {
  return capacity.total == table.total && capacity.system_reserved == table.system_reserved &&
         capacity.allocatable == table.allocatable;
}

// Reads the accounts of the file. Returns false if they do not match the nodes and kinds
// of the machine.
bool read_books(const NodeSetup &setup, const MemoryState &state, MemoryBooks &books) {
  const MemorySetup &memory = setup.memory();
  if (state.machine.size() != memory.nodes()) return false;
  books = empty_books(memory);
  for (size_t node = 0; node < memory.nodes(); ++node) {
    const auto found = state.machine.find(setup.node_ids()[node]);
    if (found == state.machine.end()) return false;
    MemoryCell &cell = books.cells[node];
    cell.assignments = found->second.assignments;
    if (!find_nodes(setup, found->second.cells, cell.group)) return false;
    size_t kinds = 0;
    for (size_t kind = 0; kind < memory.kinds(); ++kind) {
      const MemoryCapacity &capacity = memory.capacity(node, kind);
      if (!capacity.known) continue;
      ++kinds;
      const auto table = found->second.memory.find(memory.kind_name(kind));
      if (table == found->second.memory.end() || !same_capacity(capacity, table->second))
        return false;
      use_of(books, memory, node, kind) = {table->second.reserved, table->second.free};
    }
    if (kinds != found->second.memory.size()) return false;
  }
  return true;
}

MemoryUse sum_over(const MemoryBooks &books, const MemorySetup &setup, numa::Mask nodes,
                   size_t kind) {
  MemoryUse sum;
  numa::for_each_node(nodes, [&](size_t node) {
    const MemoryUse &use = use_of(books, setup, node, kind);
    sum.reserved += use.reserved;  // wraps as in kubelet, on both sides
    sum.free += use.free;
  });
  return sum;
}

// Compares sums, because within a group it is unknown to which block the bytes of a node belong.
bool agree(const MemorySetup &setup, const MemoryBooks &a, const MemoryBooks &b) {
  if (a.cells != b.cells) return false;
  for (const MemoryCell &cell : a.cells)
    for (size_t kind = 0; kind < setup.kinds(); ++kind)
      if (!(sum_over(a, setup, cell.group, kind) == sum_over(b, setup, cell.group, kind)))
        return false;
  return true;
}

}  // namespace

CpuSet restore_cpus(const NodeSetup &setup, const CpuState &state) {
  if (!setup.static_cpus()) return state.shared;
  const Checkup found = check_cpus(setup, state);
  if (const Finding *stop = found.stop()) refuse(stop->kubelet);
  return state.shared.empty() ? setup.initial_shared() : state.shared;
}

MemoryBooks restore_memory(const NodeSetup &setup, const MemoryState &state) {
  // Under policy None kubelet reads the file and ignores it.
  if (!setup.static_memory()) return {};
  if (state.machine.empty()) {
    if (!state.entries.empty())
      refuse("[memorymanager] machine state can not be empty when it has memory assignments");
    return empty_books(setup.memory());
  }
  const MemoryBooks expected = book_entries(setup, state);
  MemoryBooks books;
  if (!read_books(setup, state, books) || !agree(setup.memory(), books, expected))
    refuse("[memorymanager] the expected machine state is different from the real one");
  return books;
}

bool is_valid(const NodeSetup &setup, const BlockState &block) {
  numa::Mask nodes;
  if (!find_nodes(setup, block.nodes, nodes)) return false;
  const int kind = setup.memory().find_kind(block.kind);
  bool known = kind != MemorySetup::kUnknown;
  if (known)
    numa::for_each_node(nodes, [&](size_t node) {
      known = known && setup.memory().capacity(node, static_cast<size_t>(kind)).known;
    });
  return known;
}

MemoryBlock block_of(const NodeSetup &setup, const BlockState &block) {
  MemoryBlock out;
  out.kind = static_cast<uint32_t>(setup.memory().find_kind(block.kind));
  out.bytes = block.bytes;
  for (const int id : block.nodes) out.nodes |= numa::Mask{1} << setup.machine().node_index(id);
  return out;
}

}  // namespace koord::kubelet
