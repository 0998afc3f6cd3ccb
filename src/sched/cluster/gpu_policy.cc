// Changes of the GPU policy while a cluster is in use.
#include <map>
#include <tuple>
#include <utility>

#include "sched/cluster/cluster.h"

namespace koord::sched {
namespace {

std::vector<device::NodeKind> kinds_of(const std::vector<const Node *> &nodes,
                                       const device::GpuModels &models) {
  std::map<std::tuple<int64_t, int32_t, uint64_t, int64_t>, device::NodeKind> kinds;
  for (const Node *node : nodes) {
    device::NodeKind one = node->gpu_kind(models);
    const int64_t used = std::exchange(one.used_milli, 0);
    device::NodeKind &kind =
        kinds.try_emplace({one.cpu_milli, one.gpu_count, one.model, one.memory}, one).first->second;
    ++kind.nodes;
    kind.used_milli += used;
  }
  std::vector<device::NodeKind> out;
  for (const auto &[key, kind] : kinds) out.push_back(kind);
  return out;
}

}  // namespace

void Cluster::place_gpus(device::GpuPlacing placing, device::GpuWorkload workload) {
  const WriteLock lock(mutex_);
  NodeTable &nodes = state_.nodes;
  std::shared_ptr<const device::GpuPolicy> policy;
  if (placing != device::GpuPlacing::kNone) {
    std::vector<const Node *> known;
    for (uint32_t id = 0; id < nodes.ids(); ++id)
      if (nodes.is_there(id) && nodes[id].known()) known.push_back(&nodes[id]);
    // Models that no task names count by their GPUs in use.
    if (placing == device::GpuPlacing::kRoomLeft)
      for (const Node *node : known) workload.models.add_if_room(node->gpu_model());
    const std::vector<device::NodeKind> kinds = kinds_of(known, workload.models);
    policy = std::make_shared<const device::GpuPolicy>(placing, std::move(workload), kinds);
  }
  // Nothing fails from here on.
  options_.gpu_policy = std::move(policy);
  for (uint32_t id = 0; id < nodes.ids(); ++id) nodes[id].refresh_gpu_traits();
  nodes.touch_all();
}

}  // namespace koord::sched
