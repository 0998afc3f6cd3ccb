#include "sched/cluster/allocation.h"

#include <algorithm>

#include "device/ledger/gpu_memory.h"

namespace koord::sched {
namespace {

int32_t socket_of(const Node &node, int32_t numa_node) {
  for (const NumaAccount &numa : node.numa())
    if (numa.id == numa_node && numa.place != nullptr)
      return node.machine().sockets()[static_cast<size_t>(numa.place->socket)].id;
  return 0;
}

void sort_by_name(object::Amounts &amounts) {
  std::sort(amounts.begin(), amounts.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
}

// A grant without an id has the id that the node reports at present.
object::AllocatedDevice allocated_device(const Resources &resources, const Node &node,
                                         const device::Grant &grant) {
  object::AllocatedDevice out;
  out.type = resources.types().name(grant.type);
  out.minor = grant.minor;
  out.id = device::text_of(grant.id);
  const bool states_part = node.options().rules().rounds_gpu_ratio_up;
  const int64_t bytes = device::amount_of(grant.parts, kResourceGpuMemory);
  for (const device::ResourceAmount &part : grant.parts) {
    const bool is_ratio = states_part && part.resource == kResourceGpuMemoryRatio;
    out.resources.push_back({resources.name(part.resource),
                             is_ratio ? device::stated_ratio(part.amount, bytes) : part.amount});
  }
  sort_by_name(out.resources);
  out.vfs = grant.vfs;
  out.share_template = grant.share_template;
  if (node.devices() == nullptr || !out.id.empty()) return out;
  const device::Inventory &inventory = node.devices()->inventory();
  const int index = inventory.find(grant.type);
  if (index < 0) return out;
  const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
  if (const int device = pool.find(grant); device >= 0)
    out.id = device::text_of(pool.devices[static_cast<size_t>(device)].id);
  return out;
}

void describe_binding(const Node &node, const Holding &holding, const ProfileRules &rules,
                      Allocation &out) {
  if (node.policies().full_only) out.node_bind = object::PodBind::kFullPcpus;
  if (node.policies().spread_only) out.node_bind = object::PodBind::kSpreadByPcpus;
  out.default_bind = holding.shape().preferred_bind;
  if (!rules.fills_in_bind_policy) return;
  const object::PodBind required = holding.shape().required_bind;
  if (required != object::PodBind::kDefault) out.node_bind = required;
  if (out.node_bind != object::PodBind::kDefault) out.default_bind = out.node_bind;
  out.fills_default = true;
}

}  // namespace

Allocation describe(const ClusterState &state, uint32_t id, const Holding &holding) {
  const Node &node = state.nodes[id];
  Allocation out;
  out.node = id;
  if (const CpuSet cpus = holding.cpu_set(); !cpus.empty()) {
    out.status.cpus = cpus;
    describe_binding(node, holding, state.options.rules(), out);
  }
  for (const NumaGrant &grant : holding.grants()) {
    if (out.status.numa.empty() || out.status.numa.back().node != grant.node)
      out.status.numa.push_back({grant.node, {}});
    out.status.numa.back().amounts.push_back({state.resources.name(grant.resource), grant.amount});
  }
  for (object::NumaAmounts &numa : out.status.numa) sort_by_name(numa.amounts);
  if (holding.devices() != nullptr)
    for (const device::Grant &grant : *holding.devices())
      if (!grant.assumed) out.devices.push_back(allocated_device(state.resources, node, grant));
  for (const int32_t pool : holding.pools())
    out.status.pools.push_back({socket_of(node, pool), pool});
  return out;
}

}  // namespace koord::sched
