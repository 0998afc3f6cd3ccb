#include "device/quick_check.h"

namespace koord::device {
namespace {

Site anywhere(const Ledger &ledger, int pool, Profile profile) {
  const auto index = static_cast<size_t>(pool);
  return {ledger, index, ~ledger.closed(index), nullptr, profile};
}

}  // namespace

std::optional<Refusal> count_gpus(const Ledger &ledger, const Ask &ask, Profile profile,
                                  object::PartitionPolicy policy) {
  using object::PartitionPolicy;
  if (!ask.only_gpus) return std::nullopt;
  const Inventory &inventory = ledger.inventory();
  const bool in_partitions =
      inventory.partition_policy == PartitionPolicy::kHonor || policy == PartitionPolicy::kHonor;
  if (in_partitions && !ask.gpu.shared) return std::nullopt;
  if (ledger.gpu_pool() < 0) return std::nullopt;
  const Site site = anywhere(ledger, ledger.gpu_pool(), profile);
  const int found = width(site.fitting(ask.gpu.each));
  if (found >= ask.gpu.count) return Refusal{};
  if (profile == Profile::kUpstream) return std::nullopt;
  return site.refuse(Reason::kNotEnoughDevices, ask.gpu.count, found);
}

int64_t most_by_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions) {
  // What upstream's GPUs do not know of they never run out of.
  if (ask.gpu.count < 1 || ask.gpu.shared || conditions.profile == Profile::kUpstream)
    return INT64_MAX;
  if (ledger.gpu_pool() < 0) return 0;
  const Site site = anywhere(ledger, ledger.gpu_pool(), conditions.profile);
  return width(site.fitting(ask.gpu.each)) / ask.gpu.count;
}

}  // namespace koord::device
