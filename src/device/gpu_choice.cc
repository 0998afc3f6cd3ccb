#include "device/gpu_choice.h"

#include <algorithm>
#include <map>

#include "device/ordinary_choice.h"
#include "device/tree_choice.h"

namespace koord::device {
namespace {

using object::DeviceScope;
using object::PartitionPolicy;

DeviceMask by_minor(const Pool &pool, DeviceMask positions) {
  DeviceMask out = 0;
  for_each_device(positions, [&](int device) {
    const int32_t minor = pool.devices[static_cast<size_t>(device)].minor;
    if (minor < kMaxDevices) out |= device_bit(minor);
  });
  return out;
}

Reason reason_of(NoPartition why) {
  if (why == NoPartition::kNoTable) return Reason::kNoPartitionTable;
  return why == NoPartition::kCountNotInTable ? Reason::kPartitionSize : Reason::kPartitionsTaken;
}

// Whether the node's GPUs come in partitions, and how strictly.
struct Partitions {
  std::optional<PartitionTable> table;
  bool honored = false;
};

Partitions partitions_of(const Site &site, const GpuAsk &ask, const GpuLabels &labels) {
  const Inventory &inventory = site.ledger.inventory();
  Partitions out;
  out.honored = ask.honor_partition;
  if (inventory.partitions) {
    out.table = inventory.partitions;
    out.honored = out.honored || inventory.partition_policy == PartitionPolicy::kHonor;
    return out;
  }
  const bool own = labels.model.empty() && site.profile != Profile::kUpstream;
  out.table =
      built_in_table(own ? inventory.vendor : labels.vendor, own ? inventory.model : labels.model);
  const PartitionPolicy policy =
      labels.policy == PartitionPolicy::kAbsent && site.profile != Profile::kUpstream
          ? inventory.partition_policy
          : labels.policy;
  out.honored = out.honored || (out.table && policy == PartitionPolicy::kHonor);
  return out;
}

Choice choose_partition(const Site &site, const GpuAsk &ask, const PartitionTable &table) {
  const Pool &pool = site.pool();
  DeviceMask healthy = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (pool.devices[d].healthy) healthy |= device_bit(static_cast<int>(d));
  PartitionRequest request;
  request.count = ask.count;
  request.present = by_minor(pool, healthy & site.allowed);
  request.used = by_minor(pool, site.ledger.in_use(site.index));
  request.restricted = ask.partition.restricted;
  if (ask.partition.ring_bandwidth > 0) request.ring_bus_bandwidth = ask.partition.ring_bandwidth;
  const PartitionChoice choice = pick_partition(table, request, site.profile);
  if (choice.refusal != NoPartition::kNone)
    return {site.refuse(reason_of(choice.refusal), ask.count, 0), {}};
  Choice out;
  for_each_device(choice.partition->minors,
                  [&](int minor) { out.devices.push_back(pool.find(minor)); });
  return out;
}

// Sets of devices that a scope keeps together; the whole node where it does not.
std::vector<DeviceMask> places_of(const Site &site, DeviceMask devices, DeviceScope scope) {
  if (scope <= DeviceScope::kNode) return {devices};
  std::map<std::string, DeviceMask> places;
  for_each_device(devices, [&](int d) {
    const Device &device = site.pool().devices[static_cast<size_t>(d)];
    std::string place = std::to_string(device.numa);
    if (scope >= DeviceScope::kPcie) place += ' ' + device.pcie;
    if (scope == DeviceScope::kDevice) place += ' ' + std::to_string(device.minor);
    places[place] |= device_bit(d);
  });
  std::vector<DeviceMask> out;
  for (const auto &[name, mask] : places) out.push_back(mask);
  return out;
}

// A part of each: the tightest first, what they are linked by does not matter to one.
void take_tightest(const Site &site, const GpuAsk &ask, DeviceMask devices, Choice &out) {
  std::vector<ScoredDevice> scored;
  for_each_device(devices, [&](int device) {
    scored.push_back({device, site.slack(device, ask.each), site.score(device, ask.each)});
  });
  out.devices = order_devices(site.pool(), std::move(scored), 0, {});
  out.devices.resize(static_cast<size_t>(ask.count));
}

// The best-linked set of the place that has it.
Choice choose_linked(const Site &site, const GpuAsk &ask, PickMode mode) {
  const DeviceMask fitting = site.fitting(ask.each);
  const LinkGraph &links = *site.ledger.inventory().links;
  Choice out;
  Pick best;
  DeviceMask place_of_best = 0;
  int most = 0;
  for (const DeviceMask place : places_of(site, fitting, ask.scope)) {
    most = std::max(most, width(place));
    if (width(place) < ask.count) continue;
    const Pick pick = best_set(links, {place, 0, ask.count, mode});
    const bool better = place_of_best == 0 || pick.score > best.score ||
                        (pick.score == best.score && pick.leftover > best.leftover);
    if (!better) continue;
    best = pick;
    place_of_best = place;
  }
  if (place_of_best == 0) {
    const bool scoped = ask.scope > DeviceScope::kNode && width(fitting) >= ask.count;
    out.refusal =
        site.refuse(scoped ? Reason::kDeviceScope : Reason::kNotEnoughDevices, ask.count, most);
    return out;
  }
  if (ask.shared && ask.count == 1)
    take_tightest(site, ask, ask.scope > DeviceScope::kNode ? place_of_best : fitting, out);
  else
    for_each_device(best.devices, [&](int device) { out.devices.push_back(device); });
  return out;
}

}  // namespace

Choice choose_gpus(const Site &site, const GpuAsk &ask, const GpuLabels &labels, PickMode mode,
                   const Pcies &pcies) {
  const bool upstream = site.profile == Profile::kUpstream;
  if (!ask.shared) {
    const Partitions partitions = partitions_of(site, ask, labels);
    if (partitions.table || partitions.honored) {
      Choice choice =
          choose_partition(site, ask, partitions.table ? *partitions.table : PartitionTable{});
      if (!choice.refusal.refused() || partitions.honored) return choice;
    }
  }
  const bool scoped = ask.scope != DeviceScope::kAny;
  if (!upstream) {
    if (site.ledger.inventory().links) return choose_linked(site, ask, mode);
    if (scoped && ask.scope > DeviceScope::kNode)
      return {site.refuse(Reason::kDevicesUnplaced, ask.count, 0), {}};
    return choose_ordinary(site, ask.each, ask.count, pcies);
  }
  if (!site.pool().all_placed()) {
    if (scoped) return {site.refuse(Reason::kDevicesUnplaced, ask.count, 0), {}};
  } else if (ask.shared && ask.count > 1) {
    if (scoped) return {site.refuse(Reason::kSharesSpread, ask.count, 0), {}};
  } else {
    return choose_in_tree(site, ask);
  }
  return choose_ordinary(site, ask.each, ask.count, pcies);
}

}  // namespace koord::device
