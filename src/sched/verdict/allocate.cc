#include "sched/verdict/allocate.h"

#include "sched/node/plugin_devices.h"
#include "sched/node/shape_view.h"
#include "sched/placing/devices.h"
#include "sched/placing/grant.h"
#include "sched/placing/numa_choice.h"

namespace koord::sched {
namespace {

// Returns true if the pod owns CPUs that no policy assigns to NUMA nodes, or that it cannot align.
bool goes_anywhere(const View &node, const Options &options, const Placement &placement) {
  return placement.binds && placement.mask == 0 && node->has_machine && !placement.fills_cores &&
         options.rules().narrows_unaligned &&
         node->strategy != cpu::NumaStrategy::kDistributeEvenly && !node->distributes;
}

// If one NUMA node does not suffice, the allocate strategy chooses between the sets that do.
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

// Returns true if the pod prefers its devices on one NUMA node, although its CPUs and memory are on
// any. Links decide between GPUs.
bool gathers_devices(const View &node, const Shape &shape, const Options &options,
                     const Placement &placement) {
  return placement.numa == object::NumaPolicy::kBestEffort && !placement.aligned &&
         !shape.constrained_burst && options.rules().gathers_devices && !node->devices_anywhere &&
         !shape.devices->only_gpus;
}

// Chooses devices on fewer NUMA nodes than `devices` are on, if there are any.
void gather_devices(const View &node, const Shape &shape, Placement &placement,
                    device::Grants &devices) {
  const int width = numa_width(node.node(), devices);
  if (width < 2) return;
  const NumaChoice choice = choose_numa_for_devices(node, shape, placement);
  if (choice.mask == 0 || choice.width >= width) return;
  placement.device_nodes = choice.mask;
  device::Grants near;
  if (choose_devices(node, shape, placement, near).refused())
    placement.device_nodes = 0;
  else
    devices = std::move(near);
}

// Devices that the pod keeps must be on the NUMA nodes of its
// placement; others are chosen. Returns none if it requests none.
Refusal find_devices(const View &node, const Shape &shape, const Options &options,
                     const Conditions &conditions, Placement &placement, DeviceGrants &out) {
  out = conditions.devices == nullptr ? nullptr : *conditions.devices;
  if (!requests_devices_of(node, shape)) return {};
  if (conditions.devices != nullptr) return check_devices(node, shape, placement);
  auto chosen = std::make_shared<device::Grants>();
  const Refusal refusal = choose_devices(node, shape, placement, *chosen);
  if (refusal.refused()) {
    // Filter's refusal is reported, which under upstream considers fewer types.
    const Refusal filtered = check_devices(node, shape, placement);
    return filtered.refused() ? filtered : refusal;
  }
  if (gathers_devices(node, shape, options, placement))
    gather_devices(node, shape, placement, *chosen);
  if (!chosen->empty()) out = std::move(chosen);
  return {};
}

}  // namespace

Refusal allocate(const View &whole, const std::shared_ptr<const Shape> &shape,
                 const Options &options, const Conditions &conditions, Holding &out,
                 Placement *placed) {
  const ShapeView seen(whole, *shape);
  const View &node = *seen;
  Conditions choosing = conditions;
  choosing.by_links = true;
  const Judgement judgement = judge_beside_devices(node, *shape, options, choosing);
  // Upstream's Filter refuses for devices before Reserve refuses for CPUs.
  if (judgement.late && judgement.refusal.refused())
    return judge(node, *shape, options, conditions).refusal;
  if (judgement.refusal.refused()) return judgement.refusal;
  Placement placement = judgement.placement;
  DeviceGrants devices;
  Refusal refusal = find_devices(node, *shape, options, conditions, placement, devices);
  if (refusal.refused()) return refusal;
  if (goes_anywhere(node, options, placement)) narrow_for_cpus(node, *shape, placement);
  refusal = grant(node.node(), shape, options, placement, out);
  if (refusal.refused()) return refusal;
  if (prefers_to_keep(placement) && !keeps_preferred(placement, out)) {
    // Amounts of NUMA nodes prevent that, but no policy requires alignment.
    placement.aligned = false;
    placement.mask = 0;
    refusal = grant(node.node(), shape, options, placement, out);
    if (!refusal.refused())
      refusal = find_devices(node, *shape, options, conditions, placement, devices);
    if (refusal.refused()) return refusal;
  }
  close_for_plugins(node.node(), *shape, devices);
  out.set_devices(std::move(devices));
  if (placed != nullptr) *placed = placement;
  return {};
}

}  // namespace koord::sched
