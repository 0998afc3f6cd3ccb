#include "sched/upstream/fit.h"

#include <algorithm>
#include <span>

#include "cpu/numa_split.h"
#include "sched/placing/even_share.h"
#include "sched/placing/grant.h"

namespace koord::sched {
namespace {

using numa::Mask;

// Returns the number of CPUs of a NUMA node that the bind policy can use.
int64_t usable_cpus(const NumaSummary &numa, const Placement &placement) {
  if (!placement.required) return numa.free;
  if (placement.bind == cpu::BindPolicy::kFullPcpus) return numa.whole;
  return placement.bind == cpu::BindPolicy::kSpreadByPcpus ? numa.cores : numa.free;
}

// Splits the pod's CPUs over the NUMA nodes, in the order
// of the set. Returns false if the split does not add up.
bool split_cpus(const View &node, const Shape &shape, const Placement &placement, Mask nodes,
                std::span<cpu::NodeShare> out) {
  const bool by_core = placement.required && placement.bind == cpu::BindPolicy::kFullPcpus;
  size_t n = 0;
  numa::for_each_node(nodes, [&](size_t i) {
    int64_t milli = node.numa_free(i, 0);
    if (placement.required) milli = std::min(milli, 1000 * usable_cpus(node.numa()[i], placement));
    out[n++] = {milli, 0, 0};
  });
  return cpu::split_as_upstream(out.first(n), by_core ? int{node->cpus_per_core} : 1, shape.cpus);
}

// Returns the NUMA nodes that supply a part of the request.
Mask givers(const View &node, const Shape &shape, const Placement &placement) {
  const Mask nodes = placement.mask;
  Mask out = 0;
  for (const ResourceAmount &request : shape.requests) {
    if (request.resource == Resources::kCpu && placement.binds) continue;
    const int slot = node.numa_slot(request.resource);
    if (slot < 0) continue;
    share_evenly(
        nodes, request.amount,
        [&](size_t i) { return node.numa_free(i, static_cast<size_t>(slot)); },
        [&](size_t i, int64_t) { out |= Mask{1} << i; });
  }
  if (!placement.binds) return out;
  cpu::NodeShares shares;
  split_cpus(node, shape, placement, nodes, shares);
  size_t n = 0;
  numa::for_each_node(nodes,
                      [&](size_t i) { out |= shares[n++].given > 0 ? Mask{1} << i : Mask{0}; });
  return out;
}

}  // namespace

// Cores of different widths are counted differently, and preferred CPUs can change a pick.
bool UpstreamFit::can_count() const {
  return !placement_.binds || (node_->even_cores && placement_.preferred == nullptr);
}

// A NUMA node's part is bounded by its free amounts, even if more
// of its CPUs are free. If no policy is required, the split ignores
// usable_cpus, so that a NUMA node may supply less than its part.
bool UpstreamFit::has_cpus(Mask nodes) const {
  cpu::NodeShares shares;
  if (!split_cpus(node_, shape_, placement_, nodes, shares)) return false;
  size_t n = 0;
  int64_t cpus = 0;
  numa::for_each_node(nodes, [&](size_t i) {
    cpus += std::min<int64_t>(shares[n++].given, usable_cpus(node_.numa()[i], placement_));
  });
  return cpus >= shape_.cpus;
}

bool UpstreamFit::fits(Mask nodes) const {
  if (!can_count()) {
    Placement placement = placement_;
    placement.aligned = true;
    placement.mask = nodes;
    placement.width = numa::width(nodes);
    return !try_grant(node_.node(), shape_, options_, placement).refused();
  }
  for (const ResourceAmount &request : shape_.requests) {
    if (request.resource == Resources::kCpu && placement_.binds) continue;
    const int slot = node_.numa_slot(request.resource);
    if (slot < 0) continue;
    int64_t free = 0;
    numa::for_each_node(nodes,
                        [&](size_t i) { free += node_.numa_free(i, static_cast<size_t>(slot)); });
    if (free < request.amount || request.fraction) return false;
  }
  return !placement_.binds || has_cpus(nodes);
}

bool UpstreamFit::fits_anywhere() const {
  if (!can_count()) {
    Placement placement = placement_;
    placement.aligned = false;
    placement.mask = 0;
    return !try_grant(node_.node(), shape_, options_, placement).refused();
  }
  int64_t cpus = 0;
  for (const NumaSummary &numa : node_.numa()) cpus += usable_cpus(numa, placement_);
  return !placement_.binds || cpus >= shape_.cpus;
}

Refusal check_grant(const View &node, const Shape &shape, const Options &options,
                    Placement &placement) {
  const UpstreamFit fit(node, shape, options, placement);
  const bool fits =
      fit.can_count() && (placement.aligned ? fit.fits(placement.mask) : fit.fits_anywhere());
  if (!fits) return try_grant(node.node(), shape, options, placement, &placement.granted);
  placement.granted = placement.aligned ? givers(node, shape, placement) : 0;
  return {};
}

}  // namespace koord::sched
