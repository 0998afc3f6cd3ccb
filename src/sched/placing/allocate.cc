#include "sched/placing/allocate.h"

#include "sched/placing/devices.h"
#include "sched/placing/grant.h"
#include "sched/placing/numa_choice.h"

namespace koord::sched {
namespace {

// Of its own CPUs, and no policy says on which NUMA nodes, be it that they cannot be aligned.
bool goes_anywhere(const View &node, const Options &options, const Placement &placement) {
  return placement.binds && placement.mask == 0 && node->has_machine &&
         options.rules().narrows_unaligned &&
         node->strategy != cpu::NumaStrategy::kDistributeEvenly;
}

// Where one NUMA node does not suffice, the allocate strategy decides between those that do.
void narrow_for_cpus(const View &node, const Shape &shape, Placement &placement) {
  const NumaChoice narrowest = choose_numa_for_cpus(node, shape, placement);
  placement.width = narrowest.width;
  if (narrowest.width > 1 || placement.keep != 0) placement.mask = narrowest.mask;
}

bool prefers_to_keep(const Placement &placement) {
  return placement.keep != 0 && placement.binds && placement.mask != 0 &&
         placement.numa != object::NumaPolicy::kRestricted &&
         placement.numa != object::NumaPolicy::kSingleNode;
}

bool keeps_preferred(const Placement &placement, const Holding &holding) {
  if (placement.preferred == nullptr) return true;
  const CpuSet cpus = holding.cpu_set();
  return placement.preferred->is_subset_of(cpus) || cpus.is_subset_of(*placement.preferred);
}

}  // namespace

Refusal allocate(const View &node, const std::shared_ptr<const Shape> &shape,
                 const Options &options, const Conditions &conditions, Holding &out,
                 Placement *placed) {
  const Judgement judgement = judge(node, *shape, options, conditions);
  if (judgement.refusal.refused()) return judgement.refusal;
  Placement placement = judgement.placement;
  if (goes_anywhere(node, options, placement)) narrow_for_cpus(node, *shape, placement);
  Refusal refusal = grant(node.node(), shape, options, placement, out);
  if (refusal.refused()) return refusal;
  if (prefers_to_keep(placement) && !keeps_preferred(placement, out)) {
    // Amounts of NUMA nodes are in the way, which nothing requests.
    placement.aligned = false;
    placement.mask = 0;
    refusal = grant(node.node(), shape, options, placement, out);
    if (refusal.refused()) return refusal;
  }
  if (conditions.devices != nullptr) {
    out.set_devices(*conditions.devices);
  } else if (asks_devices_of(node, *shape)) {
    auto devices = std::make_shared<device::Grants>();
    const Refusal no = choose_devices(node, *shape, placement, *devices);
    if (no.refused()) return no;
    if (!devices->empty()) out.set_devices(std::move(devices));
  }
  if (placed != nullptr) *placed = placement;
  return {};
}

}  // namespace koord::sched
