#include "sched/allocate.h"

#include <algorithm>
#include <array>

namespace koord::sched {
namespace {

// `amount` over the nodes of the mask: the one with the least left first, each asked for an even share
// of what remains.
void share_out(const Node &node, numa::Mask mask, size_t slot, int64_t amount, Holding &out) {
  std::array<size_t, numa::kMaxNodes> order;
  size_t n = 0;
  numa::for_each_node(mask, [&](size_t i) { order[n++] = i; });
  std::stable_sort(
      order.begin(), order.begin() + static_cast<ptrdiff_t>(n),
      [&](size_t a, size_t b) { return node.numa_free(a, slot) < node.numa_free(b, slot); });
  for (size_t i = 0; i < n; ++i) {
    const int64_t share =
        std::min(node.numa_free(order[i], slot), amount / static_cast<int64_t>(n - i));
    if (share > 0)
      out.grants.push_back({node.numa()[order[i]].id, node.numa_resources()[slot], share});
    amount -= share;
  }
}

Refusal pick_cpus(const Node &node, const Shape &shape, const Options &options,
                  const Placement &placement, CpuSet &out) {
  const NodePolicies &policies = node.policies();
  cpu::Request request;
  request.profile = options.profile == Profile::kUpstream ? Profile::kUpstream : Profile::kSpec;
  request.bind = placement.bind;
  request.required = placement.required;
  request.exclusive = placement.exclusive;
  request.strategy = policies.strategy;
  request.cpus = shape.cpus;
  if (policies.distribute_if_split && placement.width != 1)
    request.strategy = cpu::NumaStrategy::kDistributeEvenly;
  const CpuSet free = node.free();
  const CpuSet core_held = node.core_held();
  const CpuSet node_held = node.node_held();
  const cpu::State state{&free, nullptr, &core_held, &node_held, {}};
  std::array<cpu::NumaGrant, numa::kMaxNodes> hint;
  size_t n = 0;
  if (placement.aligned)
    numa::for_each_node(placement.mask, [&](size_t i) {
      hint[n++] = {node.numa()[i].id, node.numa_free(i, 0), 0};
    });
  return cpu::pick(node.machine(), request, state, {hint.data(), n}, out);
}

}  // namespace

Refusal allocate(const Node &node, const std::shared_ptr<const Shape> &shape,
                 const Options &options, bool skip_fit, Holding &out) {
  const Judgement judgement = judge(node, *shape, options, skip_fit);
  if (judgement.refusal.refused()) return judgement.refusal;
  const Placement &placement = judgement.placement;
  Holding holding;
  holding.shape = shape;
  holding.exclusive = placement.exclusive;
  holding.pooled = placement.pooled;
  if (placement.binds) {
    CpuSet cpus;
    if (const Refusal refusal = pick_cpus(node, *shape, options, placement, cpus);
        refusal.refused())
      return refusal;
    for (size_t i = 0; i < cpus.word_count(); ++i) holding.cpus.push_back(cpus.word(i));
    for (const NumaNode &numa : node.numa()) {
      const int own = numa.place == nullptr ? 0 : numa.place->cpus.count_and(cpus);
      if (own > 0) holding.grants.push_back({numa.id, Resources::kCpu, int64_t{1000} * own});
    }
  }
  if (placement.aligned)
    for (const Demand &demand : shape->demands) {
      if (demand.resource == Resources::kCpu && placement.binds) continue;
      const int slot = node.numa_slot(demand.resource);
      if (slot >= 0)
        share_out(node, placement.mask, static_cast<size_t>(slot), demand.amount, holding);
    }
  std::sort(holding.grants.begin(), holding.grants.end(),
            [](const NumaGrant &a, const NumaGrant &b) {
              return a.node != b.node ? a.node < b.node : a.resource < b.resource;
            });
  out = std::move(holding);
  return {};
}

}  // namespace koord::sched
