#include "capi/kubelet/setup.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

#include "base/error.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"
#include "wire/object/amount.h"

namespace koord::capi {
namespace {

object::NumaPolicy numa_policy(wire::TopologyManagerPolicy policy) {
  switch (policy) {
    case wire::TopologyManagerPolicy::kBestEffort:
      return object::NumaPolicy::kBestEffort;
    case wire::TopologyManagerPolicy::kRestricted:
      return object::NumaPolicy::kRestricted;
    case wire::TopologyManagerPolicy::kSingleNumaNode:
      return object::NumaPolicy::kSingleNode;
    case wire::TopologyManagerPolicy::kNone:
      break;
  }
  return object::NumaPolicy::kNone;
}

// Returns the threshold in bytes below which kubelet evicts pods. A percentage is one of all
// memory, and kubelet stores it in single precision.
uint64_t eviction_bytes(const wire::MemoryThreshold &threshold, const Topology &topology) {
  if (threshold.percent == 0) return static_cast<uint64_t>(threshold.bytes);
  double capacity = 0;
  for (const Topology::NumaNode &node : topology.nodes())
    capacity += static_cast<double>(node.memory_bytes);
  const float share = static_cast<float>(threshold.percent) / 100;
  constexpr double kMost = 9e18;  // larger values have no meaning, but must not be cast
  return static_cast<uint64_t>(std::min(capacity * static_cast<double>(share), kMost));
}

uint64_t node_reservation(const wire::KubeletConfig &config, const Topology &topology) {
  // The first two are at most 2^63 - 1.
  const uint64_t reserved = static_cast<uint64_t>(config.kube_reserved.memory_bytes) +
                            static_cast<uint64_t>(config.system_reserved.memory_bytes);
  const uint64_t evicted = eviction_bytes(config.eviction_hard, topology);
  return reserved > std::numeric_limits<uint64_t>::max() - evicted
             ? std::numeric_limits<uint64_t>::max()
             : reserved + evicted;
}

// Throws kubelet's error. The status needs `corrupt`, because the message is about the last version
// that kubelet tried and quotes the file.
void check_file(const std::string &error, bool corrupt) {
  if (!error.empty()) throw Error(corrupt ? Status::kCorrupt : Status::kInvalid, error);
}

wire::KubeletReader reader(const kubelet::NodeSetup &setup, const char *policy) {
  wire::KubeletReader out;
  out.version = setup.version();
  out.policy = policy;
  out.pod_level_resource_managers = setup.pod_level_managers();
  return out;
}

std::vector<int> to_ints(const wire::GoList<int64_t> &list, const char *field) {
  std::vector<int> out;
  if (!list) return out;
  for (const int64_t value : *list) {
    if (value < 0 || value >= Topology::kMaxNodes)
      throw Error(Status::kInvalid, std::string("memory_manager_state: ") + field + ": found " +
                                        std::to_string(value) + ", expected a NUMA node");
    out.push_back(static_cast<int>(value));
  }
  return out;
}

wire::GoList<int64_t> to_list(const std::vector<int> &ids) {
  return std::vector<int64_t>(ids.begin(), ids.end());
}

kubelet::NumaState to_numa_state(const wire::MemoryNode &node) {
  kubelet::NumaState out;
  out.assignments = node.assignments;
  out.cells = to_ints(node.cells, "cells");
  if (!node.memory) return out;
  for (const auto &[kind, table] : *node.memory) {
    if (!table)
      throw Error(Status::kInvalid,
                  "memory_manager_state: memoryMap: found null, expected a table of sizes");
    out.memory[kind] = {table->total, table->system_reserved, table->allocatable, table->reserved,
                        table->free};
  }
  return out;
}

wire::MemoryNode to_memory_node(const kubelet::NumaState &node) {
  wire::MemoryNode out;
  out.assignments = node.assignments;
  out.cells = to_list(node.cells);
  out.memory.emplace();
  for (const auto &[kind, table] : node.memory)
    (*out.memory)[kind] = {table.total, table.system_reserved, table.allocatable, table.reserved,
                           table.free};
  return out;
}

std::vector<kubelet::BlockState> to_blocks(const wire::GoList<wire::MemoryBlock> &list) {
  std::vector<kubelet::BlockState> out;
  if (!list) return out;
  for (const wire::MemoryBlock &block : *list)
    out.push_back({to_ints(block.nodes, "numaAffinity"), block.kind, block.size});
  return out;
}

wire::GoList<wire::MemoryBlock> to_block_list(const std::vector<kubelet::BlockState> &blocks) {
  std::vector<wire::MemoryBlock> out;
  for (const kubelet::BlockState &block : blocks)
    out.push_back({to_list(block.nodes), block.kind, block.bytes});
  return out;
}

// Returns each id once. A device near several NUMA nodes is listed for each of them.
std::vector<std::string> all_ids(const wire::PodDevices &entry) {
  std::set<std::string> ids;
  if (entry.devices)
    for (const auto &[node, of_node] : *entry.devices)
      if (of_node) ids.insert(of_node->begin(), of_node->end());
  return {ids.begin(), ids.end()};
}

wire::GoMap<int64_t, wire::GoList<std::string>> by_node(const std::vector<std::string> &ids,
                                                        const std::string &resource,
                                                        const kubelet::NodeSetup &setup) {
  const kubelet::DeviceSetup &devices = setup.devices();
  wire::GoMap<int64_t, wire::GoList<std::string>> out;
  out.emplace();
  const auto add = [&](int64_t node, const std::string &id) {
    auto &list = (*out)[node];
    if (!list) list.emplace();
    list->push_back(id);
  };
  const uint32_t of = devices.find_resource(resource);
  for (const std::string &id : ids) {
    const numa::Mask nodes = devices.device(devices.find_device(of, id)).nodes;
    if (nodes == 0) add(-1, id);
    for (const int32_t node : setup.ids_of(nodes)) add(node, id);
  }
  return out;
}

}  // namespace

kubelet::Config to_config(const wire::KubeletConfig &config, KubeletVersion version,
                          const Topology &topology) {
  if (version == KubeletVersion::k135 && config.feature_gates.contains("PodLevelResourceManagers"))
    throw Error(Status::kInvalid, "unrecognized feature gate: PodLevelResourceManagers");
  const bool pod_level_managers = config.gate("PodLevelResourceManagers", false);
  if (pod_level_managers && !config.gate("PodLevelResources", true))
    throw Error(Status::kInvalid,
                "PodLevelResourceManagers is enabled, but depends on features that are disabled: "
                "[PodLevelResources]");
  if (config.memory_manager_policy == wire::MemoryManagerPolicy::kBestEffort)
    throw Error(Status::kUnsupported,
                "memoryManagerPolicy: found BestEffort, expected None or Static: kubelet supports "
                "BestEffort only on Windows");
  kubelet::Config out;
  out.version = version;
  out.static_cpus = config.cpu_manager_policy == wire::CpuManagerPolicy::kStatic;
  out.cpu_options = config.cpu_manager_options;
  out.alpha_cpu_options = config.gate("CPUManagerPolicyAlphaOptions", false);
  out.beta_cpu_options = config.gate("CPUManagerPolicyBetaOptions", true);
  out.reserved_cpus = config.reserved_cpus;
  out.reserved_cpus_text = config.reserved_cpus_text;
  out.reserved_cpu_count = wire::reserved_cpu_count(config);
  out.numa_policy = numa_policy(config.topology_manager_policy);
  out.pod_level_managers = pod_level_managers;
  out.pod_scope = config.topology_manager_scope == wire::TopologyManagerScope::kPod;
  out.prefer_closest = config.prefer_closest_numa_nodes;
  out.max_numa_nodes = config.max_allowable_numa_nodes;
  out.static_memory = config.memory_manager_policy == wire::MemoryManagerPolicy::kStatic;
  for (const wire::ReservedMemory &amount : config.reserved_memory)
    out.reserved_memory.push_back({amount.numa_node,
                                   amount.page_bytes == 0
                                       ? std::string(object::kMemory)
                                       : wire::huge_page_resource(amount.page_bytes),
                                   static_cast<uint64_t>(amount.bytes)});
  out.node_reserved_memory = node_reservation(config, topology);
  return out;
}

wire::KubeletReader cpu_file_reader(const kubelet::NodeSetup &setup) {
  return reader(setup, setup.static_cpus() ? "static" : "none");
}

wire::KubeletReader memory_file_reader(const kubelet::NodeSetup &setup) {
  return reader(setup, setup.static_memory() ? "Static" : "None");
}

kubelet::CpuState read_cpu_state(std::string_view file, const kubelet::NodeSetup &setup) {
  if (file.empty()) return {};
  wire::CpuReadResult read = wire::read_as_kubelet(file, cpu_file_reader(setup));
  check_file(read.error, read.corrupt);
  return {read.state.default_cpus, std::move(read.state.entries), std::move(read.state.pods)};
}

kubelet::MemoryState read_memory_state(std::string_view file, const kubelet::NodeSetup &setup) {
  return read_memory_state(file, memory_file_reader(setup));
}

kubelet::MemoryState read_memory_state(std::string_view file, const wire::KubeletReader &reader) {
  kubelet::MemoryState out;
  if (file.empty()) return out;
  const wire::MemoryReadResult read = wire::read_memory_as_kubelet(file, reader);
  check_file(read.error, read.corrupt);
  if (read.checkpoint.machine)
    for (const auto &[node, state] : *read.checkpoint.machine) {
      if (!state || node < 0 || node >= Topology::kMaxNodes)
        throw Error(Status::kInvalid, "memory_manager_state: machineState: NUMA node " +
                                          std::to_string(node) +
                                          ": found no valid state of a NUMA node");
      out.machine[static_cast<int>(node)] = to_numa_state(*state);
    }
  if (read.checkpoint.containers)
    for (const auto &[pod, containers] : *read.checkpoint.containers) {
      auto &entry = out.entries[pod];
      if (!containers) continue;
      for (const auto &[name, blocks] : *containers) entry[name] = to_blocks(blocks);
    }
  if (read.checkpoint.pods)
    for (const auto &[pod, memory] : *read.checkpoint.pods)
      out.pods[pod] = to_blocks(memory.blocks);
  return out;
}

kubelet::DeviceState read_device_state(std::string_view file) {
  kubelet::DeviceState out;
  if (file.empty()) return out;
  const wire::DeviceCheckpoint checkpoint = wire::read_device_checkpoint(file);
  if (checkpoint.entries)
    for (const wire::PodDevices &entry : *checkpoint.entries) {
      kubelet::DevicesState &devices = out.entries[entry.pod][entry.container][entry.resource];
      devices = {all_ids(entry), entry.allocate_response};
    }
  if (checkpoint.registered)
    for (const auto &[resource, ids] : *checkpoint.registered)
      out.registered[resource] = ids.value_or(std::vector<std::string>());
  return out;
}

std::string write_device_state(const kubelet::DeviceState &state, const kubelet::NodeSetup &setup) {
  wire::DeviceCheckpoint out;
  for (const auto &[pod, containers] : state.entries)
    for (const auto &[container, resources] : containers)
      for (const auto &[resource, devices] : resources)
        out.entries->push_back(
            {pod, container, resource, by_node(devices.ids, resource, setup), devices.response});
  // Kubelet writes null for an empty list.
  if (out.entries->empty()) out.entries.reset();
  for (const auto &[resource, ids] : state.registered) (*out.registered)[resource] = ids;
  return wire::encode(out);
}

std::string write_cpu_state(const kubelet::CpuState &state, const kubelet::NodeSetup &setup) {
  const wire::KubeletReader writer = cpu_file_reader(setup);
  wire::CpuManagerState out;
  out.policy = writer.policy;
  out.default_cpus = state.shared;
  out.entries = state.entries;
  out.pods = state.pods;
  return wire::encode(wire::to_checkpoint(out, wire::cpu_file_version(writer)));
}

std::string write_memory_state(const kubelet::MemoryState &state, const kubelet::NodeSetup &setup) {
  const wire::KubeletReader writer = memory_file_reader(setup);
  wire::MemoryCheckpoint out(wire::memory_file_version(writer));
  out.policy = writer.policy;
  out.machine.emplace();
  for (const auto &[node, numa] : state.machine) (*out.machine)[node] = to_memory_node(numa);
  for (const auto &[pod, containers] : state.entries) {
    auto &entry = (*out.containers)[pod].emplace();
    for (const auto &[name, blocks] : containers) entry[name] = to_block_list(blocks);
  }
  if (!out.pods) out.pods.emplace();
  for (const auto &[pod, blocks] : state.pods) (*out.pods)[pod].blocks = to_block_list(blocks);
  return wire::encode(std::move(out));
}

}  // namespace koord::capi
