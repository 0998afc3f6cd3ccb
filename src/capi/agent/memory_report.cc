#include "capi/agent/memory_report.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "capi/kubelet/setup.h"
#include "kubelet/state.h"
#include "wire/kubelet/checkpoint.h"
#include "wire/node/memory_report.h"

namespace koord::capi {
namespace {

using object::KubeletMemory;

[[noreturn]] void refuse_file(const std::string &what) {
  throw Error(Status::kInvalid, "memory_manager_state: " + what);
}

KubeletMemory::NumaNode node_report(int id, const kubelet::NumaState &state) {
  KubeletMemory::NumaNode out{id, state.assignments, state.cells, {}};
  std::ranges::sort(out.group);
  for (const auto &[kind, table] : state.memory) {
    if (table.free > table.allocatable || table.reserved != table.allocatable - table.free)
      refuse_file("machineState." + std::to_string(id) + ".memoryMap." + kind + ": found " +
                  std::to_string(table.free) + " bytes free and " + std::to_string(table.reserved) +
                  " reserved, expected " + std::to_string(table.allocatable) + " together");
    out.amounts.push_back({kind, table.allocatable, table.free, table.system_reserved});
  }
  return out;
}

void add_blocks(const std::vector<kubelet::BlockState> &blocks, KubeletMemory::Pod &pod) {
  for (const kubelet::BlockState &block : blocks)
    pod.blocks.push_back({block.nodes, block.kind, block.bytes});
}

// Reads the file as the newest kubelet, which knows all older formats, or as this kubelet.
kubelet::MemoryState read_state(std::string_view file, const wire::KubeletConfig &config,
                                KubeletVersion version) {
  wire::KubeletReader reader;
  reader.version = KubeletVersion::k138;
  reader.policy = "Static";
  reader.pod_level_resource_managers = config.gate("PodLevelResourceManagers", false);
  try {
    return read_memory_state(file, reader);
  } catch (const Error &error) {
    if (error.status() != Status::kInvalid && error.status() != Status::kCorrupt) throw;
  }
  reader.version = version;
  return read_memory_state(file, reader);
}

// A pod that has memory as a whole counts with that. Its containers have parts of it.
KubeletMemory to_report(const kubelet::MemoryState &state) {
  KubeletMemory out;
  for (const auto &[id, node] : state.machine) out.nodes.push_back(node_report(id, node));
  std::set<std::string> uids;
  for (const auto &[uid, containers] : state.entries) uids.insert(uid);
  for (const auto &[uid, blocks] : state.pods) uids.insert(uid);
  for (const std::string &uid : uids) {
    KubeletMemory::Pod &pod = out.pods.emplace_back();
    pod.uid = uid;
    if (const auto whole = state.pods.find(uid); whole != state.pods.end())
      add_blocks(whole->second, pod);
    else
      for (const auto &[name, blocks] : state.entries.at(uid)) add_blocks(blocks, pod);
  }
  return out;
}

}  // namespace

std::optional<KubeletMemory> memory_report(std::string_view file, const wire::KubeletConfig &config,
                                           KubeletVersion version, const Log &log) {
  if (file.empty() || config.memory_manager_policy != wire::MemoryManagerPolicy::kStatic)
    return std::nullopt;
  try {
    KubeletMemory out = to_report(read_state(file, config, version));
    out.prefer_closest = config.prefer_closest_numa_nodes;
    // Readers of the report must accept it.
    return wire::read_memory_manager_state(wire::to_annotation(out), "memory_manager_state");
  } catch (const Error &error) {
    if (error.status() == Status::kNoMemory) throw;
    log.warn(std::string(error.what()) + "; the memory of kubelet's pods is not reported");
    return std::nullopt;
  }
}

std::optional<KubeletMemory> cpu_report(const agent::LocalNode &node,
                                        const wire::KubeletConfig &config) {
  if (!node.kubelet_static() || config.memory_manager_policy == wire::MemoryManagerPolicy::kStatic)
    return std::nullopt;
  KubeletMemory out;
  out.prefer_closest = config.prefer_closest_numa_nodes &&
                       config.topology_manager_policy != wire::TopologyManagerPolicy::kNone;
  // Pods with CPUs of Koordinator, whose CPUs of kubelet are in no other annotation.
  const bool differs = std::ranges::any_of(
      node.assignments(), [](const auto &entry) { return entry.second.all != entry.second.kept; });
  if (!out.prefer_closest && !differs) return std::nullopt;
  if (differs) add_pods(node, out);
  return out;
}

void add_pods(const agent::LocalNode &node, KubeletMemory &memory) {
  std::map<std::string, KubeletMemory::Pod> pods;
  for (KubeletMemory::Pod &pod : memory.pods) pods.emplace(pod.uid, std::move(pod));
  for (const auto &[uid, assignment] : node.assignments()) {
    if (assignment.all.empty() || (pods.size() == KubeletMemory::kMaxPods && !pods.contains(uid)))
      continue;
    KubeletMemory::Pod &pod = pods[uid];
    pod.uid = uid;
    pod.cpus = StoredCpus(assignment.all);
  }
  memory.pods.clear();
  for (auto &[uid, pod] : pods) {
    // The agent may not know a pod yet that kubelet is just admitting.
    pod.ended = !pod.is_being_admitted() && node.find_pod(uid) == nullptr;
    memory.pods.push_back(std::move(pod));
  }
}

}  // namespace koord::capi
