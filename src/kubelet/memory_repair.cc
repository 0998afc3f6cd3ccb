#include "kubelet/memory_repair.h"

#include <cstdint>
#include <iterator>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "base/words.h"
#include "kubelet/memory_books.h"
#include "kubelet/restore.h"

namespace koord::kubelet {
namespace {

std::string nodes_text(const std::vector<int> &ids) {
  CpuSet set;  // lists of NUMA nodes are written like lists of CPUs
  for (const int id : ids)
    if (id >= 0 && id < CpuSet::kCapacity) set.add(id);
  return set.empty() ? "none" : set.to_string();
}

bool is_accepted(const NodeSetup &setup, const MemoryState &state) {
  try {
    restore_memory(setup, state);
    return true;
  } catch (const Error &error) {
    if (error.status() != Status::kConflict) throw;
    return false;
  }
}

class MemoryRepairer {
 public:
  MemoryRepairer(const NodeSetup &setup, const MemoryState &state, const PodSet *present)
      : setup_(setup), memory_(setup.memory()), present_(present) {
    out_.state = state;
  }

  MemoryRepair run() {
    drop_absent_pods();
    if (out_.changes.empty() && is_accepted(setup_, out_.state)) return std::move(out_);
    books_ = empty_books(memory_);
    auto &entries = out_.state.entries;
    for (auto pod = entries.begin(); pod != entries.end();) {
      if (repair_whole(pod->first, pod->second)) {
        ++pod;
        continue;
      }
      repair_containers(pod->first, pod->second);
      pod = pod->second.empty() ? entries.erase(pod) : std::next(pod);
    }
    write_machine();
    return std::move(out_);
  }

 private:
  void drop(const std::string &pod, const std::string &container, Fault why, std::string detail) {
    Change change;
    change.act = Act::kDropped;
    change.why = why;
    change.pod = pod;
    change.container = container;
    change.detail = std::move(detail);
    out_.changes.push_back(std::move(change));
  }

  void drop_absent_pods() {
    if (present_ == nullptr) return;
    std::erase_if(out_.state.pods, [&](const auto &pod) { return !present_->contains(pod.first); });
    std::erase_if(out_.state.entries, [&](const auto &pod) {
      if (present_->contains(pod.first)) return false;
      for (const auto &[container, blocks] : pod.second)
        drop(pod.first, container, Fault::kPodGone, "");
      return true;
    });
  }

  // Books the memory of a whole pod, of which its containers have parts. Drops both and returns
  // false if that fails. Returns false if the pod has no memory as a whole.
  bool repair_whole(const std::string &pod,
                    std::map<std::string, std::vector<BlockState>> &containers) {
    const auto whole = out_.state.pods.find(pod);
    if (whole == out_.state.pods.end() || whole->second.empty()) return false;
    MemoryBooks books = books_;
    std::string problem;
    for (const BlockState &block : whole->second)
      if (problem.empty()) problem = try_book(block, books);
    for (const auto &[name, blocks] : containers)
      for (const BlockState &block : blocks)
        if (problem.empty() && !is_valid(setup_, block))
          problem = "container " + in_quotes(name, 64) + " has memory that this machine lacks";
    if (problem.empty()) {
      books_ = std::move(books);
      return true;
    }
    drop(pod, "", Fault::kMemory, std::move(problem));
    out_.state.pods.erase(whole);
    containers.clear();
    return false;
  }

  void repair_containers(const std::string &pod,
                         std::map<std::string, std::vector<BlockState>> &containers) {
    std::erase_if(containers, [&](const auto &container) {
      MemoryBooks books = books_;
      for (const BlockState &block : container.second) {
        std::string problem = try_book(block, books);
        if (problem.empty()) continue;
        drop(pod, container.first, Fault::kMemory, std::move(problem));
        return true;
      }
      books_ = std::move(books);
      return false;
    });
  }

  // Books the block. Returns a description of the problem, or an empty string if the
  // block is booked.
  std::string try_book(const BlockState &block, MemoryBooks &books) const {
    const std::string nodes = "NUMA nodes " + nodes_text(block.nodes);
    if (block.nodes.empty()) return "it names no NUMA node";
    for (size_t i = 0; i < block.nodes.size(); ++i)
      if (setup_.machine().node_index(block.nodes[i]) < 0 ||
          (i > 0 && block.nodes[i] <= block.nodes[i - 1]))
        return "it names " + nodes + ", not all of which this machine has";
    const int kind = memory_.find_kind(block.kind);
    const std::string shown = in_quotes(block.kind, 64);
    if (kind == MemorySetup::kUnknown)
      return "it has memory of type " + shown + ", which this machine does not have";
    const MemoryBlock converted = block_of(setup_, block);
    uint64_t free = 0;
    bool known = true, grouped = false;
    numa::for_each_node(converted.nodes, [&](size_t node) {
      const MemoryCell &cell = books.cells[node];
      known = known && memory_.capacity(node, converted.kind).known;
      grouped = grouped || (cell.assignments > 0 && cell.group != converted.nodes);
      const uint64_t more = use_of(books, memory_, node, converted.kind).free;
      if (__builtin_add_overflow(free, more, &free)) free = UINT64_MAX;
    });
    if (!known) return "it has memory of type " + shown + ", which not all of its nodes have";
    if (grouped) return "its " + nodes + " are in another group of a container with an earlier uid";
    if (block.bytes > free)
      return "it has " + byte_amount(block.bytes) + " of " + shown + " on " + nodes +
             ", which have " + byte_amount(free) + " left";
    book(books, memory_, converted, converted.bytes);
    return "";
  }

  void write_machine() {
    MemoryState now = machine_state(setup_, books_);
    for (const auto &[id, before] : out_.state.machine)
      if (!now.machine.contains(id))
        rewritten("NUMA node " + std::to_string(id) +
                  ", which this machine does not have, is removed");
    for (const auto &[id, node] : now.machine) {
      const auto found = out_.state.machine.find(id);
      if (found == out_.state.machine.end())
        rewritten("NUMA node " + std::to_string(id) + " of this machine is added");
      else if (const std::string what = difference(found->second, node); !what.empty())
        rewritten("NUMA node " + std::to_string(id) + ": " + what);
    }
    out_.state.machine = std::move(now.machine);
  }

  // Describes the first difference. Returns an empty string if there is none.
  static std::string difference(const NumaState &before, const NumaState &now) {
    const auto count = [](const std::string &what, auto was, auto is) {
      return what + " becomes " + std::to_string(is) + ", was " + std::to_string(was);
    };
    for (const auto &[kind, table] : now.memory) {
      const auto found = before.memory.find(kind);
      if (found == before.memory.end()) return kind + " is added";
      const MemoryTable &old = found->second;
      const std::tuple<const char *, uint64_t, uint64_t> columns[] = {
          {"total ", old.total, table.total},
          {"system-reserved ", old.system_reserved, table.system_reserved},
          {"allocatable ", old.allocatable, table.allocatable},
          {"free ", old.free, table.free},
          {"reserved ", old.reserved, table.reserved}};
      for (const auto &[name, was, is] : columns)
        if (was != is)
          return name + kind + " becomes " + byte_amount(is) + ", was " + byte_amount(was);
    }
    for (const auto &[kind, table] : before.memory)
      if (!now.memory.contains(kind))
        return in_quotes(kind, 64) + ", which it does not have, is removed";
    if (before.assignments != now.assignments)
      return count("the number of assignments", before.assignments, now.assignments);
    if (before.cells != now.cells)
      return "it is grouped with " + nodes_text(now.cells) + ", was " + nodes_text(before.cells);
    return "";
  }

  void rewritten(std::string detail) {
    Change change;
    change.act = Act::kRewritten;
    change.why = Fault::kMemory;
    change.detail = std::move(detail);
    out_.changes.push_back(std::move(change));
  }

  const NodeSetup &setup_;
  const MemorySetup &memory_;
  const PodSet *present_;
  MemoryRepair out_;
  MemoryBooks books_;
};

}  // namespace

MemoryRepair repair_memory(const NodeSetup &setup, const MemoryState &state,
                           const PodSet *present) {
  if (!setup.static_memory()) return {state, {}};
  return MemoryRepairer(setup, state, present).run();
}

}  // namespace koord::kubelet
