// The policy for GPU tasks changes while a cluster lives.
#include <map>
#include <tuple>

#include "sched/cluster/cluster.h"

namespace koord::sched {

void Cluster::place_gpus(device::GpuPlacing placing, device::GpuWorkload workload) {
  const WriteLock lock(mutex_);
  NodeTable &nodes = state_.nodes;
  std::shared_ptr<const device::GpuPolicy> policy;
  if (placing != device::GpuPlacing::kNone) {
    std::map<std::tuple<int64_t, int32_t, uint64_t, int64_t>, int64_t> kinds;
    for (uint32_t id = 0; id < nodes.ids(); ++id) {
      if (!nodes.is_there(id) || !nodes[id].known()) continue;
      const device::NodeKind kind = nodes[id].gpu_kind(workload.models);
      ++kinds[{kind.cpu_milli, kind.gpu_count, kind.model, kind.memory}];
    }
    std::vector<device::NodeKind> rows;
    for (const auto &[kind, nodes] : kinds)
      rows.push_back(
          {std::get<0>(kind), std::get<1>(kind), std::get<2>(kind), nodes, std::get<3>(kind)});
    policy = std::make_shared<const device::GpuPolicy>(placing, std::move(workload), rows);
  }
  // From here on nothing fails.
  options_.gpu_policy = std::move(policy);
  for (uint32_t id = 0; id < nodes.ids(); ++id) nodes[id].settle_gpu_standing();
  nodes.touch_all();
}

}  // namespace koord::sched
