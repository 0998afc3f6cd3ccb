// Repairs of a whole file memory_manager_state. The wire module
// reads its format, the kubelet module checks its accounts.
#include <algorithm>
#include <optional>
#include <utility>

#include "base/error.h"
#include "capi/kubelet/files.h"
#include "capi/kubelet/setup.h"
#include "kubelet/memory_repair.h"
#include "topology/topology.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"

namespace koord::capi {
namespace {

using kubelet::Act;
using kubelet::BlockState;
using kubelet::Change;
using kubelet::Fault;
using kubelet::MemoryState;
using kubelet::NodeSetup;

constexpr int kNoNode = -1;

std::string memory_policy_of(const NodeSetup &setup) { return memory_file_reader(setup).policy; }

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

// Decodes what kubelet 1.37 reads of the file or, if
// that is damaged, what older kubelets can still read.
std::optional<wire::MemoryCheckpoint> version_3(std::string_view file) {
  wire::MemoryCheckpoint whole(3);
  const std::string error = wire::decode_memory_file(file, whole);
  if (!wire::has_data(whole)) return std::nullopt;
  if (error.empty() && wire::verifies(whole)) return whole;
  auto outer = decoded_memory(file, 1);
  if (error.empty() && !(outer && wire::verifies(*outer))) return whole;
  if (!outer) return std::nullopt;
  outer->version = 3;
  outer->data = whole.data;
  outer->data_checksum = whole.data_checksum;
  return outer;
}

// Decodes the file as the version whose structure and checksum
// match. If no checksum matches, the structure decides.
std::optional<wire::MemoryCheckpoint> any_memory_version(std::string_view file) {
  if (auto doubled = version_3(file)) return doubled;
  auto current = decoded_memory(file, 1);
  if (current && wire::verifies(*current)) return current;
  auto newest = decoded_memory(file, 2);
  if (newest && (wire::verifies(*newest) || (newest->pods && !newest->pods->empty())))
    return newest;
  return current;
}

// Numbers that cannot be a NUMA node's become kNoNode, which is recognised as wrong.
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

// Returns the readable contents of the file. The rest is rebuilt.
MemoryState state_of(const NodeSetup &setup, const wire::MemoryCheckpoint &checkpoint) {
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
        auto &stored = entries[name] = blocks_of(list);
        blocks += stored.size() + 1;
        if (blocks > wire::kMaxCheckpointSets)
          throw Error(Status::kLimit, "memory_manager_state: more than " +
                                          std::to_string(wire::kMaxCheckpointSets) + " blocks");
      }
    }
  if (setup.pod_level_managers() && checkpoint.pods)
    for (const auto &[pod, memory] : *checkpoint.pods) out.pods[pod] = blocks_of(memory.blocks);
  return out;
}

// Returns true if kubelet can read a file of these contents with a correct checksum.
bool is_readable(const NodeSetup &setup, wire::MemoryCheckpoint checkpoint) {
  wire::MemoryCheckpoint current(wire::memory_file_version(memory_file_reader(setup)));
  current.policy = memory_policy_of(setup);
  current.machine = std::move(checkpoint.machine);
  current.containers = std::move(checkpoint.containers);
  try {
    (void)read_memory_state(wire::encode(std::move(current)), setup);
    return true;
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid) throw;
    return false;
  }
}

bool has_valid_checksum(const wire::MemoryCheckpoint &checkpoint, std::string_view file) {
  return wire::verifies(checkpoint) &&
         (checkpoint.version != 3 || wire::agrees_with_version_1(checkpoint, file));
}

// Records the loss of memory of whole pods, which the written file cannot hold.
void drop_pods(const NodeSetup &setup, const wire::MemoryCheckpoint &checkpoint, bool downgrade,
               std::vector<Change> &changes) {
  if (checkpoint.version < 2 || !checkpoint.pods || setup.pod_level_managers()) return;
  const bool has_memory =
      std::any_of(checkpoint.pods->begin(), checkpoint.pods->end(),
                  [](const auto &pod) { return pod.second.blocks && !pod.second.blocks->empty(); });
  if (!downgrade && has_memory)
    throw Error(Status::kConflict, "memory_manager_state: kubelet " +
                                       std::string(version_name(setup.version())) +
                                       " as configured does not keep memory of whole pods, which "
                                       "the file has; downgrade the file to drop it");
  for (const auto &[uid, pod] : *checkpoint.pods) {
    Change change = change_of(Act::kDropped, Fault::kVersion, "");
    change.pod = uid;
    changes.push_back(std::move(change));
  }
}

FileRepair initial_memory_file(const NodeSetup &setup) {
  FileRepair out;
  out.text = write_memory_state({}, setup);
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
  return wire::read_memory_as_kubelet(file, memory_file_reader(setup)).error;
}

FileRepair repair_memory_file(const NodeSetup &setup, std::string_view file,
                              const NodePods &node_pods, const FileRepairOptions &options) {
  const auto checkpoint = any_memory_version(file);
  if (!checkpoint) {
    if (options.start_over) return initial_memory_file(setup);
    throw Error(Status::kInvalid, memory_file_error(setup, file));
  }
  FileRepair out;
  const int written = wire::memory_file_version(memory_file_reader(setup));
  if (checkpoint->version != written) {
    out.changes.push_back(change_of(Act::kRewritten, Fault::kVersion,
                                    "version " + std::to_string(checkpoint->version) +
                                        " of the file becomes " + std::to_string(written)));
  } else if (!has_valid_checksum(*checkpoint, file)) {
    out.changes.push_back(
        change_of(Act::kRewritten, Fault::kChecksum, "the checksum is recomputed"));
  }
  MemoryState state = state_of(setup, *checkpoint);
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
    if (!setup.static_memory()) state = {};  // kubelet reads none of it then
  }
  kubelet::MemoryRepair repaired = kubelet::repair_memory(setup, state, node_pods.pods);
  out.changes.insert(out.changes.end(), repaired.changes.begin(), repaired.changes.end());
  if (out.changes.empty()) {
    out.text = file;
    return out;
  }
  drop_pods(setup, *checkpoint, options.downgrade, out.changes);
  out.text = write_memory_state(repaired.state, setup);
  return out;
}

}  // namespace koord::capi
