#include "sched/node/summary.h"

#include <algorithm>
#include <limits>

namespace koord::sched {
namespace {

int64_t free_of(const Node &node, ResourceId resource) {
  const Account account = node.total(resource);
  // A Node that states no limit accepts any number of pods.
  if (resource == Resources::kPods && !node.limits_pods())
    return std::numeric_limits<int64_t>::max();
  int64_t free = account.free();
  if (resource == Resources::kCpu && node.amplification() > 1) {
    const int64_t bound = int64_t{1000} * node.bound_cpus();
    const auto sold =
        static_cast<int64_t>(std::ceil(static_cast<double>(bound) * node.amplification()));
    if (account.used >= bound) free -= sold - bound;
  }
  return free;
}

NumaSummary summary_of(const Node &node, size_t i) {
  const NumaAccount &numa = node.numa()[i];
  NumaSummary out{};
  for (size_t slot = 0; slot < 2; ++slot) {
    out.free_amount[slot] = node.numa_free(i, slot);
    out.capacity[slot] = node.numa_account(i, slot).capacity;
  }
  out.free = numa.free;
  out.whole = numa.whole;
  out.cores = numa.cores;
  out.open = numa.open;
  out.pool = numa.pool;
  out.bound = static_cast<uint16_t>(numa.bound);
  out.id = numa.id;
  out.node_held = numa.node_held;
  out.single = numa.single_pods > 0;
  out.spanning = numa.spanning_pods > 0;
  if (node.devices() != nullptr)
    out.gpus = static_cast<uint8_t>(node.devices()->gpus_near(numa.id, Profile::kSpec));
  return out;
}

void add_kubelet(const Node &node, Summary &summary) {
  const KubeletGate *kubelet = node.kubelet();
  summary.kubelet_pins = kubelet != nullptr;
  summary.kubelet_memory = node.kubelet_static_memory();
  summary.memory_gate = node.memory_gate() != nullptr && node.memory_gate()->has_memory();
  summary.device_gate = node.memory_gate() != nullptr && node.memory_gate()->has_devices();
  summary.kubelet_in_flight = node.has_in_flight();
  if (kubelet == nullptr) {  // an earlier report may have had one
    summary.kubelet_available = summary.kubelet_physical = 0;
    summary.kubelet_largest = summary.kubelet_roomiest = 0;
    summary.kubelet_full = summary.kubelet_single = false;
    summary.kubelet_by_socket = summary.kubelet_strict = false;
    return;
  }
  static_assert(CpuSet::kCapacity <= UINT16_MAX);
  const KubeletGate::Room room = node.kubelet_room();
  summary.kubelet_available = static_cast<uint16_t>(room.available);
  summary.kubelet_physical = static_cast<uint16_t>(room.physical);
  summary.kubelet_largest = static_cast<uint16_t>(kubelet->largest_node());
  summary.kubelet_roomiest = static_cast<uint16_t>(node.kubelet_roomiest());
  summary.kubelet_full = kubelet->full_pcpus_only();
  summary.kubelet_single = kubelet->is_single_node();
  summary.kubelet_by_socket = kubelet->aligns_by_socket();
  summary.kubelet_strict = kubelet->aligns_strictly();
}

}  // namespace

void summarize(const Node &node, Summary &summary, Capacity &capacity, device::GpuSummary &gpus,
               std::vector<NumaSummary> &numa) {
  const auto count = static_cast<uint16_t>(node.numa().size());
  const NodePolicies &policies = node.policies();
  if (summary.node == nullptr || summary.numa_count != count)
    summary.first_numa = static_cast<uint32_t>(numa.size());
  summary.node = &node;
  for (ResourceId i = 0; i < Summary::kAmounts; ++i) {
    summary.free_amount[i] = free_of(node, i);
    capacity.amount[i] = node.total(i).capacity;
  }
  summary.amplification = node.amplification();
  summary.numa_count = count;
  summary.cpus_per_core =
      node.has_machine() ? static_cast<uint8_t>(node.machine().cpus_per_core()) : uint8_t{1};
  summary.numa_policy = policies.numa;
  summary.strategy = policies.strategy;
  summary.known = node.known();
  summary.has_topology = node.has_topology();
  summary.has_zones = node.has_zones();
  summary.has_machine = node.has_machine();
  summary.even_cores = node.has_machine() && node.machine().siblings().uniform();
  summary.unschedulable = node.unschedulable();
  summary.full_only = policies.full_only;
  summary.spread_only = policies.spread_only;
  summary.distributes = policies.kubelet_options != 0;
  summary.arm = policies.arm;
  summary.own_numa_policy = policies.own_numa;
  summary.memory_reported = node.numa_slot(Resources::kMemory) >= 0;
  summary.others_reported = node.numa_resources().size() > 2;
  summary.has_devices = node.devices() != nullptr;
  summary.devices_unreported = summary.has_devices && node.devices()->has_unreported();
  summary.lists_devices = !summary.has_devices && node.lists_devices();
  summary.devices_anywhere = node.options().devices_ignore_numa;
  summary.parts_of_any = node.options().unshared.empty();
  const bool sums_up_gpus = summary.has_devices && node.options().rules().unstated_is_none;
  gpus = sums_up_gpus
             ? device::gpu_summary_of(*node.devices(), policies.gpu_partitions, policies.gpu_vendor)
             : device::GpuSummary{};

  add_kubelet(node, summary);

  numa.resize(std::max<size_t>(numa.size(), summary.first_numa + size_t{count}));
  for (size_t i = 0; i < count; ++i) numa[summary.first_numa + i] = summary_of(node, i);
}

}  // namespace koord::sched
