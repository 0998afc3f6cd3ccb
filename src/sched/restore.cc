// Pods as the API server shows them become holdings, and holdings become what the API server is told.
#include <algorithm>

#include "sched/cluster.h"

namespace koord::sched {
namespace {

cpu::ExclusivePolicy exclusive_of(const Shape &shape) {
  if (shape.exclusive == object::PodExclusive::kPcpuLevel) return cpu::ExclusivePolicy::kPcpuLevel;
  if (shape.exclusive == object::PodExclusive::kNumaNodeLevel)
    return cpu::ExclusivePolicy::kNumaNodeLevel;
  return cpu::ExclusivePolicy::kNone;
}

Conflicts look_for_conflicts(const Node &node, const Holding &holding, const CpuSet &cpus) {
  Conflicts conflicts;
  if (!cpus.empty()) {
    conflicts.cpus_held_already = cpus.count_and(node.held());
    conflicts.cpus_withheld = cpus.count_and(node.withheld());
    conflicts.cpus_unknown =
        node.has_machine() ? (cpus - node.machine().all_cpus()).count() : cpus.count();
  }
  for (const NumaGrant &grant : holding.grants) {
    const auto numa = node.numa();
    const bool there = std::any_of(numa.begin(), numa.end(),
                                   [&](const NumaNode &n) { return n.id == grant.node; });
    if (!there || node.numa_slot(grant.resource) < 0) ++conflicts.grants_unknown;
  }
  return conflicts;
}

}  // namespace

Outcome Cluster::restore(const object::PodObject &pod, Conflicts &conflicts) {
  const std::shared_ptr<const Shape> shape = shape_of(pod);
  const std::unique_lock lock(mutex_);
  conflicts = {};
  const bool known = pods_.find(pod.uid) != pods_.end();
  if (pod.node.empty() || pod.terminated) {
    if (!known) return Outcome::kUnknownPod;
    let_go(pod.uid);
    return Outcome::kDone;
  }
  Holding holding;
  holding.shape = shape;
  CpuSet cpus;
  if (pod.status) {
    if (pod.status->cpus) cpus = *pod.status->cpus;
    for (size_t i = 0; i < cpus.word_count(); ++i) holding.cpus.push_back(cpus.word(i));
    if (!cpus.empty()) holding.exclusive = exclusive_of(*shape);
    for (const object::NumaAmounts &numa : pod.status->numa)
      for (const object::Amount &amount : numa.amounts)
        holding.grants.push_back({numa.node, resources_.intern(amount.resource), amount.value});
    holding.pooled = !pod.status->pools.empty();
    std::sort(holding.grants.begin(), holding.grants.end(),
              [](const NumaGrant &a, const NumaGrant &b) {
                return a.node != b.node ? a.node < b.node : a.resource < b.resource;
              });
  }
  const uint32_t id = intern(pod.node);
  if (known) let_go(pod.uid);
  const Node &node = *nodes_[id].node;
  conflicts = look_for_conflicts(node, holding, cpus);
  add(pod.uid, id, std::move(holding));
  return Outcome::kDone;
}

Allocation Cluster::describe(const Pod &pod) const {
  Allocation out;
  const Node &node = *nodes_[pod.node].node;
  out.node = node.name();
  CpuSet cpus;
  for (size_t i = 0; i < pod.holding.cpus.size(); ++i) cpus.set_word(i, pod.holding.cpus[i]);
  out.binds = !cpus.empty();
  if (out.binds) out.status.cpus = cpus;
  for (const NumaGrant &grant : pod.holding.grants) {
    if (out.status.numa.empty() || out.status.numa.back().node != grant.node) {
      out.status.numa.push_back({grant.node, {}});
      if (pod.holding.pooled)
        for (const NumaNode &numa : node.numa())
          if (numa.id == grant.node)
            out.status.pools.push_back(
                {numa.place == nullptr
                     ? 0
                     : node.machine().sockets()[static_cast<size_t>(numa.place->socket)].id,
                 numa.id});
    }
    out.status.numa.back().amounts.push_back({resources_.name(grant.resource), grant.amount});
  }
  for (auto &numa : out.status.numa)
    std::sort(numa.amounts.begin(), numa.amounts.end(),
              [](const auto &a, const auto &b) { return a.resource < b.resource; });
  return out;
}

}  // namespace koord::sched
