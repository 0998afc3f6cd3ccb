#include "device/quick_check.h"

namespace koord::device {

bool has_enough_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions) {
  using object::PartitionPolicy;
  if (!ask.only_gpus || conditions.keeps_to_numa) return false;
  const Inventory &inventory = ledger.inventory();
  const bool in_partitions = inventory.partition_policy == PartitionPolicy::kHonor ||
                             conditions.labels.policy == PartitionPolicy::kHonor;
  if (in_partitions && !ask.gpu.shared) return false;
  const int index = inventory.find(kTypeGpu);
  if (index < 0) return false;
  const auto pool = static_cast<size_t>(index);
  const Site site{ledger, pool, ~ledger.closed(pool), nullptr, conditions.profile};
  return width(site.fitting(ask.gpu.each)) >= ask.gpu.count;
}

}  // namespace koord::device
