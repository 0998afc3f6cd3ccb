#include "device/quick_check.h"

namespace koord::device {
namespace {

// All of the node's GPUs.
Site anywhere(const Ledger &ledger, Profile profile) {
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  return {ledger, gpus, ~ledger.closed(gpus), nullptr, profile};
}

}  // namespace

std::optional<Refusal> count_gpus(const Ledger &ledger, const Ask &ask, Profile profile,
                                  object::PartitionPolicy policy) {
  using object::PartitionPolicy;
  if (!ask.only_gpus) return std::nullopt;
  const bool in_partitions =
      ledger.partition_policy() == PartitionPolicy::kHonor || policy == PartitionPolicy::kHonor;
  if (in_partitions && !ask.gpu.shared) return std::nullopt;
  if (ledger.gpu_pool() < 0) return std::nullopt;
  const Site site = anywhere(ledger, profile);
  const int found = width(site.fitting(ask.gpu.each));
  if (found >= ask.gpu.count) return Refusal{};
  if (profile == Profile::kUpstream) return std::nullopt;
  return site.refuse(Reason::kNotEnoughDevices, ask.gpu.count, found);
}

std::optional<int64_t> score_gpus(const Scorer &scorer, const Ledger &ledger, const Ask &ask) {
  if (ledger.gpu_pool() < 0) return std::nullopt;
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const DeviceMask all = first_devices(static_cast<int>(ledger.devices(gpus)));
  return score_pool(scorer, ledger, gpus, all, ask.gpu.each);
}

int64_t most_by_gpus(const Ledger &ledger, const Ask &ask, const Conditions &conditions) {
  // What upstream's GPUs do not know of they never run out of.
  if (ask.gpu.count < 1 || ask.gpu.shared || conditions.profile == Profile::kUpstream)
    return INT64_MAX;
  if (ledger.gpu_pool() < 0) return 0;
  return width(anywhere(ledger, conditions.profile).fitting(ask.gpu.each)) / ask.gpu.count;
}

}  // namespace koord::device
