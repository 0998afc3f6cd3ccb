#include "device/choice/gpu_choice.h"

#include <algorithm>

#include "device/choice/ordinary_choice.h"
#include "device/choice/set_choice.h"
#include "device/choice/tree_choice.h"

namespace koord::device {
namespace {

using object::PartitionPolicy;

DeviceMask by_minor(const Pool &pool, DeviceMask positions) {
  DeviceMask out = 0;
  for_each_device(positions, [&](int device) {
    const int32_t minor = pool.devices[static_cast<size_t>(device)].minor;
    if (minor < kMaxDevices) out |= device_bit(minor);
  });
  return out;
}

DeviceMask by_position(const Pool &pool, DeviceMask minors) {
  DeviceMask out = 0;
  for_each_device(minors, [&](int minor) {
    if (const int device = pool.find(minor); device >= 0) out |= device_bit(device);
  });
  return out;
}

// The node's GPU partitions, and whether they are mandatory.
struct Partitions {
  std::optional<PartitionTable> built_in;
  const PartitionTable *table = nullptr;
  bool honored = false;
};

Partitions partitions_of(const Candidates &site, const GpuRequest &gpu_request,
                         const GpuLabels &labels) {
  const Inventory &inventory = site.ledger.inventory();
  const ProfileRules &rules = site.rules();
  Partitions out;
  if (inventory.partitions) {
    out.table = &*inventory.partitions;
  } else {
    const bool own = labels.model.empty() && rules.reads_model_of_device;
    out.built_in = built_in_table(own ? inventory.vendor : labels.vendor,
                                  own ? inventory.model : labels.model);
  }
  const bool own_policy = rules.label_beats_partition_policy
                              ? labels.policy == PartitionPolicy::kAbsent
                              : out.table != nullptr;
  const PartitionPolicy policy = own_policy ? inventory.partition_policy : labels.policy;
  const bool counts = rules.honors_unknown_partitions || out.table != nullptr || out.built_in;
  out.honored = gpu_request.honor_partition || (counts && policy == PartitionPolicy::kHonor);
  return out;
}

Reason reason_of(NoPartition why, Profile profile) {
  const bool none = why == NoPartition::kNoTable && rules_of(profile).empty_partitions_are_none;
  if (none) return Reason::kNoPartitionTable;
  return why == NoPartition::kNoneFree ? Reason::kPartitionsTaken : Reason::kPartitionSize;
}

// `table` is nullptr if there is none.
Choice choose_partition(const Candidates &site, const GpuRequest &gpu_request,
                        const PartitionTable *table) {
  if (table == nullptr) return {site.refuse(Reason::kNoPartitionTable, gpu_request.count, 0), {}};
  const Pool &pool = site.pool();
  const ProfileRules &rules = site.rules();
  PartitionRequest request;
  request.count = gpu_request.count;
  DeviceMask healthy = 0;
  for (size_t d = 0; d < pool.devices.size(); ++d)
    if (pool.devices[d].healthy) healthy |= device_bit(static_cast<int>(d));
  const DeviceMask fitting =
      rules.partition_gpus_must_fit ? site.fitting(gpu_request.each) : healthy & site.allowed;
  request.present = by_minor(pool, fitting);
  request.used = by_minor(pool, site.ledger.in_use(site.index));
  request.restricted = gpu_request.partition.restricted;
  request.ring_bandwidth = gpu_request.partition.ring_bandwidth;
  const std::vector<DeviceMask> groups = groups_in_scope(site, fitting);
  if (rules.scope_limits_all && (site.lacks || groups.size() > 1))
    request.accepts = [&](DeviceMask minors) {
      const DeviceMask set = by_position(pool, minors);
      const bool together = std::any_of(groups.begin(), groups.end(),
                                        [&](DeviceMask group) { return contains(group, set); });
      return together && site.accepts(set);
    };
  const PartitionChoice choice = pick_partition(*table, request, site.profile);
  if (choice.refusal != NoPartition::kNone)
    return {site.refuse(reason_of(choice.refusal, site.profile), gpu_request.count, 0), {}};
  Choice out;
  for_each_device(choice.partition->minors,
                  [&](int minor) { out.devices.push_back(pool.find(minor)); });
  return out;
}

Choice choose_as_upstream(const Candidates &site, const GpuRequest &gpu_request,
                          const CountBounds &bounds) {
  const bool scoped = gpu_request.scope != object::DeviceScope::kAny;
  if (!site.pool().all_placed()) {
    if (scoped) return {site.refuse(Reason::kDevicesUnplaced, gpu_request.count, 0), {}};
  } else if (gpu_request.shared && gpu_request.count > 1) {
    if (scoped) return {site.refuse(Reason::kSharesSpread, gpu_request.count, 0), {}};
  } else {
    return choose_in_tree(site, gpu_request);
  }
  return choose_ordinary(site, gpu_request.each, std::max<int64_t>(gpu_request.count, bounds.least),
                         {}, bounds.most);
}

}  // namespace

bool uses_partitions(const Candidates &site, const GpuRequest &gpu_request,
                     const GpuLabels &labels) {
  const Partitions partitions = partitions_of(site, gpu_request, labels);
  return partitions.built_in || partitions.table != nullptr || partitions.honored;
}

Choice choose_gpus(const Candidates &site, const GpuRequest &gpu_request, const GpuLabels &labels,
                   PickMode mode, const CountBounds &bounds) {
  if (!gpu_request.shared) {
    const Partitions partitions = partitions_of(site, gpu_request, labels);
    const PartitionTable *table = partitions.built_in ? &*partitions.built_in : partitions.table;
    if (table != nullptr || partitions.honored) {
      Choice choice = choose_partition(site, gpu_request, table);
      if (!choice.refusal.refused() || partitions.honored) return choice;
    }
  }
  if (!site.rules().gpus_by_links) return choose_as_upstream(site, gpu_request, bounds);
  return choose_set(site, {gpu_request.each, gpu_request.count, !gpu_request.shared, mode});
}

}  // namespace koord::device
