#include "sched/placing/grant.h"

#include <algorithm>
#include <array>

#include "sched/placing/even_share.h"

namespace koord::sched {
namespace {

using Grants = std::vector<NumaGrant>;

Refusal pick_cpus(const Node &node, const Shape &shape, const Options &options,
                  const Placement &placement, CpuSet &out, Grants &grants) {
  const NodePolicies &policies = node.policies();
  cpu::Request request;
  request.profile = options.profile;
  request.bind = placement.bind;
  request.required = placement.required;
  request.fills_cores = placement.fills_cores;
  request.exclusive = placement.exclusive;
  request.strategy = policies.strategy;
  request.cpus = shape.cpus;
  request.kubelet_options = policies.kubelet_options;
  request.kubelet_version = policies.kubelet_version;
  if (policies.kubelet_options != 0) request.strategy = cpu::NumaStrategy::kDistributeEvenly;
  const CpuSet free = node.free();
  const CpuSet core_held = node.held_under(ExclusivePolicy::kPcpuLevel);
  const CpuSet node_held = node.held_under(ExclusivePolicy::kNumaNodeLevel);
  const cpu::State state{&free, placement.preferred, &core_held, &node_held, {}};
  std::array<cpu::HintedNode, numa::kMaxNodes> hint;
  size_t n = 0;
  if (placement.mask != 0)
    numa::for_each_node(placement.mask, [&](size_t i) {
      hint[n++] = {node.numa()[i].id, node.numa_free(i, 0), 0};
    });
  const Refusal refusal = cpu::pick(node.machine(), request, state, {hint.data(), n}, out);
  if (refusal.refused()) return refusal;
  if (!options.rules().cpu_amounts_follow_cpus) {
    for (size_t i = 0; i < n; ++i)
      if (hint[i].granted_milli > 0)
        grants.push_back({hint[i].node, Resources::kCpu, hint[i].granted_milli});
    return {};
  }
  for (const NumaAccount &numa : node.numa()) {
    const int own = numa.place == nullptr ? 0 : numa.place->cpus.count_and(out);
    if (own > 0) grants.push_back({numa.id, Resources::kCpu, int64_t{1000} * own});
  }
  return {};
}

Refusal give(const Node &node, const Shape &shape, const Options &options,
             const Placement &placement, CpuSet &cpus, Grants &grants) {
  if (placement.aligned)
    for (const ResourceAmount &request : shape.requests) {
      if (request.resource == Resources::kCpu && placement.binds) continue;
      if (!aligns(shape, request.resource)) continue;
      const int slot = node.numa_slot(request.resource);
      if (slot < 0) continue;
      int64_t lacks = share_evenly(
          placement.mask, request.amount,
          [&](size_t i) { return node.numa_free(i, static_cast<size_t>(slot)); },
          [&](size_t i, int64_t share) {
            grants.push_back({node.numa()[i].id, request.resource, share});
          });
      if (lacks <= 0 && request.fraction) lacks = 1;
      if (lacks <= 0) continue;
      Refusal refusal = Refusal::of(Reason::kInsufficientNuma, options.profile);
      refusal.object = object_of(request.resource);
      refusal.needed = request.amount;
      refusal.best = request.amount - lacks;
      refusal.resource = request.resource;
      return refusal;
    }
  if (!placement.binds) return {};
  return pick_cpus(node, shape, options, placement, cpus, grants);
}

}  // namespace

Refusal grant(const Node &node, const std::shared_ptr<const Shape> &shape, const Options &options,
              const Placement &placement, Holding &out) {
  CpuSet cpus;
  Grants grants;
  const Refusal refusal = give(node, *shape, options, placement, cpus, grants);
  if (refusal.refused()) return refusal;
  std::vector<int32_t> pools;
  if (placement.pooled)
    numa::for_each_node(placement.mask, [&](size_t i) { pools.push_back(node.numa()[i].id); });
  out = Holding(shape, cpus, std::move(grants), pools);
  return {};
}

Refusal try_grant(const Node &node, const Shape &shape, const Options &options,
                  const Placement &placement, numa::Mask *from) {
  CpuSet cpus;
  Grants grants;
  const Refusal refusal = give(node, shape, options, placement, cpus, grants);
  if (from == nullptr) return refusal;
  *from = 0;
  for (size_t i = 0; i < std::min(node.numa().size(), numa::kMaxNodes); ++i)
    if (std::ranges::any_of(
            grants, [&](const NumaGrant &grant) { return grant.node == node.numa()[i].id; }))
      *from |= numa::Mask{1} << i;
  return refusal;
}

}  // namespace koord::sched
