#include "device/quick_check.h"

namespace koord::device {
namespace {

DeviceMask fitting(const Ledger &ledger, size_t pool, const Ask &ask, Profile profile) {
  const Site site{ledger, pool, ~ledger.closed(pool), nullptr, profile};
  return site.fitting(ask.gpu.each);
}

}  // namespace

bool has_enough_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions) {
  using object::PartitionPolicy;
  if (!ask.only_gpus || conditions.keeps_to_numa) return false;
  const Inventory &inventory = ledger.inventory();
  const bool in_partitions = inventory.partition_policy == PartitionPolicy::kHonor ||
                             conditions.labels.policy == PartitionPolicy::kHonor;
  if (in_partitions && !ask.gpu.shared) return false;
  const int index = inventory.find(kTypeGpu);
  if (index < 0) return false;
  return width(fitting(ledger, static_cast<size_t>(index), ask, conditions.profile)) >=
         ask.gpu.count;
}

int64_t most_by_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions) {
  // What upstream's GPUs do not know of they never run out of.
  if (ask.gpu.count < 1 || ask.gpu.shared || conditions.profile == Profile::kUpstream)
    return INT64_MAX;
  const int index = ledger.inventory().find(kTypeGpu);
  if (index < 0) return 0;
  return width(fitting(ledger, static_cast<size_t>(index), ask, conditions.profile)) /
         ask.gpu.count;
}

}  // namespace koord::device
