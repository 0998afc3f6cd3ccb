#include "sched/verdict/equal_nodes.h"

#include <algorithm>

#include "sched/placing/devices.h"

namespace koord::sched {
namespace {

bool honors_partitions(const Node &node) {
  constexpr auto kHonor = object::PartitionPolicy::kHonor;
  return node.policies().gpu_partitions == kHonor ||
         (node.devices() != nullptr && node.devices()->partition_policy() == kHonor);
}

// Hints that are merged by order depend on everything that is
// reported of NUMA nodes, even if the pod is not aligned in the end.
bool looks_at_numa(const Node &node, const Placement &placement) {
  return node.options().rules().hint_merge == HintMerge::kByOrder &&
         placement.numa != object::NumaPolicy::kNone;
}

// Compares all numbers from which verdicts are computed, including those of GPUs.
bool same_state(const View &a, const View &b) {
  Summary other = *b.operator->();
  other.node = &a.node();
  other.first_numa = a->first_numa;
  if (!(other == *a.operator->()) || a.node().gpu_traits() != b.node().gpu_traits()) return false;
  if (!std::ranges::equal(a.numa(), b.numa())) return false;
  const device::Ledger *mine = a.node().devices();
  const device::Ledger *yours = b.node().devices();
  if (a.node().policies().gpu_vendor != b.node().policies().gpu_vendor) return false;
  return mine == nullptr || yours == nullptr ? mine == yours : mine->same_gpus(*yours);
}

// Nodes in the same state have equal digests, other nodes hardly ever.
uint64_t digest_of(const View &node) {
  const device::GpuPolicy::NodeTraits &traits = node.node().gpu_traits();
  uint64_t mixed = traits.model ^ static_cast<uint64_t>(traits.price);
  if (node.node().devices() != nullptr) mixed += node.node().devices()->gpu_digest();
  for (const int64_t amount : node->free_amount)
    mixed = (mixed ^ static_cast<uint64_t>(amount)) * 0x9e3779b97f4a7c15;
  return mixed ^ (mixed >> 32);
}

}  // namespace

bool EqualNodes::can_compare(const Shape &shape, const Options &options) {
  const bool requests_gpus = shape.devices != nullptr;
  if (!options.gpu_policy || shape.isolated ||
      (requests_gpus && !requests_only_gpus(shape, options)))
    return false;
  return std::ranges::all_of(shape.requests, [&](const ResourceAmount &request) {
    return request.resource < Summary::kAmounts ||
           (requests_gpus && device::is_device_resource(request.resource));
  });
}

const Verdict *EqualNodes::find(const View &node) {
  digest_ = digest_of(node);
  const std::optional<Entry> &entry = entries_[digest_ % kPlaces];
  if (!entry || entry->digest != digest_ || honors_partitions(node.node()) ||
      !same_state(entry->node, node))
    return nullptr;
  return &entry->row;
}

void EqualNodes::store(const View &node, const Placement &placement, Verdict row) {
  const bool by_sum = !placement.binds && !placement.aligned && !placement.pooled;
  if (!by_sum || looks_at_numa(node.node(), placement) || honors_partitions(node.node())) return;
  if (requests_gpus_ && (!node->has_devices || node->devices_unreported)) return;
  if (is_pinned_ && node->kubelet_pins) return;  // the verdict depends on which CPUs are left
  if (is_managed_ && (node->memory_gate || node->device_gate)) return;
  entries_[digest_ % kPlaces].emplace(Entry{digest_, node, row});
}

}  // namespace koord::sched
