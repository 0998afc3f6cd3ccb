// The file memory_manager_state as a whole, mended: its format as wire knows it, its books as kubelet does.
#include <optional>
#include <utility>

#include "base/error.h"
#include "capi/kubelet_files.h"
#include "capi/kubelet_setup.h"
#include "kubelet/memory_repair.h"
#include "topology/topology.h"
#include "wire/cpu_checkpoint.h"
#include "wire/memory_checkpoint.h"

namespace koord::capi {
namespace {

using kubelet::Act;
using kubelet::BlockState;
using kubelet::Change;
using kubelet::Fault;
using kubelet::MemoryState;
using kubelet::NodeSetup;

constexpr int kNoNode = -1;

const char *memory_policy_of(const NodeSetup &setup) {
  return setup.static_memory() ? "Static" : "None";
}

Change change_of(Act act, Fault why, std::string detail) {
  Change change;
  change.act = act;
  change.why = why;
  change.detail = std::move(detail);
  return change;
}

std::optional<wire::MemoryCheckpoint> decoded_memory(std::string_view file, int version) {
  try {
    return wire::decode_memory_checkpoint(file, version);
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid) throw;
    return std::nullopt;
  }
}

// The version whose structure and checksum fit; where no checksum does, the structure decides.
std::optional<wire::MemoryCheckpoint> any_memory_version(std::string_view file) {
  auto current = decoded_memory(file, 1);
  if (current && wire::verifies(*current)) return current;
  auto newest = decoded_memory(file, 2);
  if (newest && (wire::verifies(*newest) || (newest->pods && !newest->pods->empty())))
    return newest;
  return current;
}

// Numbers that cannot be a NUMA node's stay recognisable as wrong.
std::vector<int> node_ids(const wire::GoList<int64_t> &list) {
  std::vector<int> out;
  if (list)
    for (const int64_t id : *list)
      out.push_back(id >= 0 && id < Topology::kMaxNodes ? static_cast<int>(id) : kNoNode);
  return out;
}

std::vector<BlockState> blocks_of(const wire::GoList<wire::MemoryBlock> &list) {
  std::vector<BlockState> out;
  if (list)
    for (const wire::MemoryBlock &block : *list)
      out.push_back({node_ids(block.nodes), block.kind, block.size});
  return out;
}

kubelet::NumaState numa_of(const wire::MemoryNode &node) {
  kubelet::NumaState out;
  out.assignments = node.assignments;
  out.cells = node_ids(node.cells);
  if (node.memory)
    for (const auto &[kind, table] : *node.memory)
      if (table)
        out.memory[kind] = {table->total, table->system_reserved, table->allocatable,
                            table->reserved, table->free};
  return out;
}

// What the file says as far as it says anything; its rest is made anew.
MemoryState state_of(const wire::MemoryCheckpoint &checkpoint) {
  MemoryState out;
  if (checkpoint.machine)
    for (const auto &[id, node] : *checkpoint.machine)
      if (node && id >= 0 && id < Topology::kMaxNodes)
        out.machine[static_cast<int>(id)] = numa_of(*node);
  size_t blocks = 0;
  if (checkpoint.containers)
    for (const auto &[pod, containers] : *checkpoint.containers) {
      auto &entries = out.entries[pod];
      if (!containers) continue;
      for (const auto &[name, list] : *containers) {
        auto &made = entries[name] = blocks_of(list);
        blocks += made.size() + 1;
        if (blocks > wire::kMaxCheckpointSets)
          throw Error(Status::kLimit, "memory_manager_state: more than " +
                                          std::to_string(wire::kMaxCheckpointSets) + " blocks");
      }
    }
  return out;
}

// Kubelet reads a file of these contents with a right checksum.
bool is_readable(const NodeSetup &setup, wire::MemoryCheckpoint checkpoint) {
  wire::MemoryCheckpoint current(1);
  current.policy = memory_policy_of(setup);
  current.machine = std::move(checkpoint.machine);
  current.containers = std::move(checkpoint.containers);
  try {
    (void)read_memory_state(wire::encode(std::move(current)), setup.static_memory());
    return true;
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid) throw;
    return false;
  }
}

FileRepair started_over_memory(const NodeSetup &setup) {
  FileRepair out;
  out.text = write_memory_state({}, setup.static_memory());
  out.changes.push_back(change_of(Act::kRewritten, Fault::kUnreadable,
                                  "the file is replaced by the state of a first start: "
                                  "when kubelet starts, running containers get memory again"));
  return out;
}

void migrate_policy(const NodeSetup &setup, const std::string &found, MemoryState &state,
                    std::vector<Change> &changes) {
  changes.push_back(change_of(
      Act::kRewritten, Fault::kPolicy,
      "policy " + in_quotes(found, 64) + " becomes " + memory_policy_of(setup) +
          (setup.static_memory()
               ? ": when kubelet starts, running Guaranteed containers are assigned memory"
               : ": running containers keep the NUMA nodes in their cgroups until they are "
                 "recreated")));
  for (const auto &[pod, containers] : state.entries)
    for (const auto &[container, blocks] : containers) {
      Change change = change_of(Act::kDropped, Fault::kPolicy, "");
      change.pod = pod;
      change.container = container;
      changes.push_back(std::move(change));
    }
  state = {};
}

}  // namespace

std::string memory_file_error(const NodeSetup &setup, std::string_view file) {
  wire::KubeletReader reader;
  reader.policy = memory_policy_of(setup);
  return wire::read_memory_as_kubelet(file, reader).error;
}

FileRepair repair_memory_file(const NodeSetup &setup, std::string_view file, const Present &present,
                              const FileRepairOptions &options) {
  const auto checkpoint = any_memory_version(file);
  if (!checkpoint) {
    if (options.start_over) return started_over_memory(setup);
    throw Error(Status::kInvalid, memory_file_error(setup, file));
  }
  FileRepair out;
  if (checkpoint->version == 2) {
    out.changes.push_back(
        change_of(Act::kRewritten, Fault::kVersion, "version 2 of the file becomes 1"));
    if (checkpoint->pods)
      for (const auto &[uid, pod] : *checkpoint->pods) {
        Change change = change_of(Act::kDropped, Fault::kVersion, "");
        change.pod = uid;
        out.changes.push_back(std::move(change));
      }
  } else if (!wire::verifies(*checkpoint)) {
    out.changes.push_back(
        change_of(Act::kRewritten, Fault::kChecksum, "the checksum is recomputed"));
  }
  MemoryState state = state_of(*checkpoint);
  if (checkpoint->policy != memory_policy_of(setup)) {
    if (!options.migrate)
      throw Error(Status::kConflict,
                  "[memorymanager] configured policy " + in_quotes(memory_policy_of(setup)) +
                      " differs from state checkpoint policy " + in_quotes(checkpoint->policy, 64) +
                      "; migrate the file to change its policy");
    migrate_policy(setup, checkpoint->policy, state, out.changes);
  } else if (!is_readable(setup, *checkpoint)) {
    out.changes.push_back(change_of(Act::kRewritten, Fault::kUnreadable,
                                    "the unreadable part of the file is rebuilt"));
    if (!setup.static_memory()) state = {};  // where kubelet looks at none of it
  }
  kubelet::MemoryRepair mended = kubelet::repair_memory(setup, state, present.pods);
  out.changes.insert(out.changes.end(), mended.changes.begin(), mended.changes.end());
  out.text = out.changes.empty() ? std::string(file)
                                 : write_memory_state(mended.state, setup.static_memory());
  return out;
}

}  // namespace koord::capi
