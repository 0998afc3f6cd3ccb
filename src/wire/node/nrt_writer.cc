#include "wire/node/nrt_writer.h"

#include <algorithm>
#include <map>
#include <utility>

#include "base/error.h"
#include "wire/json/json_writer.h"
#include "wire/node/cpu_topology.h"
#include "wire/node/memory_report.h"
#include "wire/node/node_annotations.h"
#include "wire/node/plugin_devices_report.h"
#include "wire/object/amount.h"
#include "wire/object/node_name.h"

namespace koord::wire {
namespace {

std::string zone_name(int node) { return "node-" + std::to_string(node); }

int node_of(const Topology &topology, const Topology::Cpu &cpu) {
  return cpu.node < 0 ? 0 : topology.nodes()[cpu.node].id;
}

bool knows_memory(const Topology &topology) {
  return std::any_of(topology.nodes().begin(), topology.nodes().end(),
                     [](const Topology::NumaNode &node) { return node.memory_bytes > 0; });
}

// Returns the amount of one kind of memory that kubelet reserves on one NUMA node.
int64_t reserved_memory(const KubeletConfig &kubelet, int node, uint64_t page_bytes) {
  for (const ReservedMemory &reserved : kubelet.reserved_memory)
    if (reserved.numa_node == node && reserved.page_bytes == page_bytes) return reserved.bytes;
  return 0;
}

bool has_pages(const Topology::NumaNode &node, uint64_t page_bytes) {
  return std::any_of(node.huge_pages.begin(), node.huge_pages.end(),
                     [&](const HugePages &pages) { return pages.page_bytes == page_bytes; });
}

// Throws kubelet's message for a configuration with which kubelet does not start.
void check_memory_policy(const KubeletConfig &kubelet) {
  const auto keeps_memory = [](const ReservedMemory &reserved) {
    return reserved.page_bytes == 0 && reserved.bytes > 0;
  };
  if (kubelet.memory_manager_policy == MemoryManagerPolicy::kStatic &&
      std::none_of(kubelet.reserved_memory.begin(), kubelet.reserved_memory.end(), keeps_memory))
    throw Error(Status::kInvalid,
                "reservedMemory: found no memory, expected memory of a NUMA node under "
                "memoryManagerPolicy Static: you should specify the system reserved memory");
}

void check_reserved_memory(const Topology &topology, const KubeletConfig &kubelet) {
  for (const ReservedMemory &reserved : kubelet.reserved_memory) {
    const std::string where = "reservedMemory: NUMA node " + std::to_string(reserved.numa_node);
    const int index = topology.node_index(reserved.numa_node);
    if (index < 0) throw Error(Status::kInvalid, where + " is not part of this machine");
    if (reserved.page_bytes != 0 && !has_pages(topology.nodes()[index], reserved.page_bytes))
      throw Error(Status::kInvalid, where + " has no " + huge_page_resource(reserved.page_bytes));
  }
}

// Sorts by uid and merges the containers of a pod.
std::vector<PodCpus> by_pod(std::vector<PodCpus> pods) {
  std::stable_sort(pods.begin(), pods.end(),
                   [](const PodCpus &a, const PodCpus &b) { return a.uid < b.uid; });
  std::vector<PodCpus> out;
  for (PodCpus &pod : pods)
    if (!out.empty() && !pod.uid.empty() && out.back().uid == pod.uid)
      out.back().cpus |= pod.cpus;
    else
      out.push_back(std::move(pod));
  return out;
}

class Zones {
 public:
  Zones(const Topology &topology, const NrtInputs &inputs)
      : topology_(topology), inputs_(inputs), memory_known_(knows_memory(topology)) {
    for (const Topology::NumaNode &node : topology.nodes()) cpus_.try_emplace(node.id);
    for (const Topology::Cpu &cpu : topology.cpus())
      if (cpu.node < 0) cpus_[0].add(cpu.id);
    for (const Topology::NumaNode &node : topology.nodes()) cpus_[node.id] |= node.cpus;
    for (const PodCpus &pod : inputs.allocated) allocated_ |= pod.cpus;
    if (memory_known_) check_reserved_memory(topology, inputs.kubelet);
  }

  void write(JsonWriter &out) const {
    out.begin_array();
    for (const auto &[id, cpus] : cpus_) {
      out.begin_object().member("name", zone_name(id)).member("type", "Node");
      write_costs(out, id);
      write_resources(out, id, cpus);
      out.end_object();
    }
    out.end_array();
  }

 private:
  struct Amounts {
    std::string capacity;
    std::string allocatable;
    std::string available;
  };
  using Resources = std::map<std::string, Amounts>;  // sorted by name, as koordlet does

  // Writes the distances to all zones for which they are known.
  void write_costs(JsonWriter &out, int node) const {
    const Distances &distances = topology_.distances();
    if (!distances.known()) return;
    const auto &ids = distances.node_ids;
    const auto from = std::find(ids.begin(), ids.end(), node);
    if (from == ids.end()) return;
    const size_t row = static_cast<size_t>(from - ids.begin()) * ids.size();
    bool has_costs = false;
    for (const auto &[id, cpus] : cpus_) {
      const auto to = std::find(ids.begin(), ids.end(), id);
      if (to == ids.end()) continue;
      const uint32_t value = distances.values[row + static_cast<size_t>(to - ids.begin())];
      if (value == 0) continue;
      if (!has_costs) out.key("costs").begin_array();
      has_costs = true;
      out.begin_object().member("name", zone_name(id)).member("value", value).end_object();
    }
    if (has_costs) out.end_array();
  }

  void write_resources(JsonWriter &out, int node, const CpuSet &cpus) const {
    Resources resources;
    const CpuSet allocatable = cpus - inputs_.reserved;
    resources["cpu"] = {std::to_string(cpus.count()), std::to_string(allocatable.count()),
                        std::to_string((allocatable - allocated_).count())};
    const int index = topology_.node_index(node);
    if (memory_known_ && index >= 0) add_memory(resources, topology_.nodes()[index]);
    // CPUs without a NUMA node count as node 0, which has no memory if nothing describes it.
    if (memory_known_ && index < 0) add_amount(resources, "memory", node, 0, 0);
    out.key("resources").begin_array();
    for (const auto &[name, amounts] : resources)
      out.begin_object()
          .member("name", name)
          .member("capacity", amounts.capacity)
          .member("allocatable", amounts.allocatable)
          .member("available", amounts.available)
          .end_object();
    out.end_array();
  }

  // Amounts are written so that they are read back as the same node.
  // Sources are not trusted: a size may be listed twice, and the number
  // of pages is limited to whole pages that fit into the memory.
  void add_memory(Resources &resources, const Topology::NumaNode &node) const {
    constexpr uint64_t kMost = INT64_MAX;
    std::map<uint64_t, uint64_t> counts;
    for (const HugePages &pages : node.huge_pages) {
      // No resource name can state that size.
      if (pages.page_bytes == 0 || pages.page_bytes > kMost) continue;
      uint64_t &count = counts[pages.page_bytes];
      if (__builtin_add_overflow(count, pages.count, &count)) count = UINT64_MAX;
    }
    uint64_t memory = node.memory_bytes;
    for (const auto &[page_bytes, count] : counts) {
      const uint64_t whole = std::min(memory, kMost) / page_bytes;
      const uint64_t bytes = std::min(count, whole) * page_bytes;
      memory -= bytes;
      add_amount(resources, huge_page_resource(page_bytes), node.id, page_bytes, bytes);
    }
    add_amount(resources, "memory", node.id, 0, memory);
  }

  void add_amount(Resources &resources, const std::string &name, int node, uint64_t page_bytes,
                  uint64_t bytes) const {
    const auto capacity = static_cast<int64_t>(std::min<uint64_t>(bytes, INT64_MAX));
    const int64_t reserved = reserved_memory(inputs_.kubelet, node, page_bytes);
    if (reserved > capacity)
      throw Error(Status::kInvalid, "reservedMemory: " + bytes_text(reserved) + " of " + name +
                                        " on NUMA node " + std::to_string(node) + ", which has " +
                                        bytes_text(capacity));
    const std::string allocatable = bytes_text(capacity - reserved);
    resources[name] = {bytes_text(capacity), allocatable, allocatable};
  }

  const Topology &topology_;
  const NrtInputs &inputs_;
  bool memory_known_;
  std::map<int, CpuSet> cpus_;  // by zone
  CpuSet allocated_;
};

void write_annotations(JsonWriter &out, const Topology &topology, const NrtInputs &inputs) {
  CpuManagerReport manager;
  manager.policy = name_of(inputs.kubelet.cpu_manager_policy);
  manager.options = inputs.kubelet.cpu_manager_options;
  manager.reserved = inputs.reserved;

  const std::vector<PodCpus> pods = by_pod(inputs.allocated);
  CpuSet unallocated = topology.all_cpus();
  for (const PodCpus &pod : pods) unallocated -= pod.cpus;
  const auto pools = [&](const CpuSet &cpus) {
    return to_annotation(shared_pools(topology, cpus));
  };
  const std::optional<NodeReport> &node = inputs.node;

  out.begin_object()
      .member(kCpuManagerPolicyAnnotation, to_annotation(manager))
      .member(kBeCpuSharedPoolsAnnotation, pools(node ? node->best_effort : unallocated))
      .member(kCpuSharedPoolsAnnotation, pools(node ? node->shared : unallocated))
      .member(kCpuTopologyAnnotation, to_annotation(topology))
      .member(kPodCpuAllocsAnnotation, to_annotation(pods));
  if (inputs.kubelet.memory_manager_policy == MemoryManagerPolicy::kStatic)
    out.member(kMemoryManagerPolicyAnnotation, "Static");
  if (inputs.memory) out.member(kMemoryManagerStateAnnotation, to_annotation(*inputs.memory));
  if (inputs.devices) out.member(kDeviceManagerStateAnnotation, to_annotation(*inputs.devices));
  if (inputs.kubelet.gate("PodLevelResourceManagers", false))
    out.member(kPodLevelManagersAnnotation, "true");
  if (!topology.isolated().empty() || !topology.nohz_full().empty())
    out.member(kIsolatedCpusReportAnnotation,
               to_annotation(IsolatedCpusReport{topology.isolated(), topology.nohz_full(),
                                                node && node->excludes_isolated}));
  if (node) {
    out.member(kNodeReservationAnnotation, node_reservation(node->reserved));
    out.member(kSystemQosAnnotation, system_qos({node->system_qos, node->system_qos_exclusive}));
    if (node->ignores_kubelet) out.member(kTakeoverStageAnnotation, "1");
  }
  out.end_object();
}

}  // namespace

std::vector<CpuSharedPool> shared_pools(const Topology &topology, const CpuSet &cpus) {
  std::map<std::pair<int, int>, CpuSet> pools;
  for (const Topology::Cpu &cpu : topology.cpus())
    if (cpus.contains(cpu.id))
      pools[{topology.sockets()[cpu.socket].id, node_of(topology, cpu)}].add(cpu.id);
  std::vector<CpuSharedPool> out;
  out.reserve(pools.size());
  for (const auto &[place, members] : pools) out.push_back({place.first, place.second, members});
  return out;
}

std::string write_nrt(const Topology &topology, const NrtInputs &inputs) {
  check_node_name(inputs.node_name);
  check_memory_policy(inputs.kubelet);
  const TopologyManagerReport manager{inputs.kubelet.topology_manager_policy,
                                      inputs.kubelet.topology_manager_scope};
  const Zones zones(topology, inputs);
  JsonWriter out(2);
  out.begin_object()
      .member("apiVersion", "topology.node.k8s.io/v1alpha1")
      .member("kind", "NodeResourceTopology");
  out.key("metadata").begin_object().member("name", inputs.node_name);
  out.key("labels")
      .begin_object()
      .member("app.kubernetes.io/managed-by", "Koordinator")
      .end_object();
  out.key("annotations");
  write_annotations(out, topology, inputs);
  out.end_object();
  out.key("topologyPolicies").begin_array().value(topology_policy_name(manager)).end_array();
  out.key("zones");
  zones.write(out);
  out.end_object();
  return out.take() + '\n';
}

}  // namespace koord::wire
