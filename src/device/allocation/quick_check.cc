#include "device/allocation/quick_check.h"

#include "base/profile_rules.h"

namespace koord::device {
namespace {

// Returns a site with all GPUs of the node that are not held exclusively.
Candidates all_gpus(const Ledger &ledger, Profile profile) {
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  return {ledger, gpus, ~ledger.closed(gpus), nullptr, profile};
}

// Returns true if only the number of fitting GPUs matters.
bool can_be_counted(const Ledger &ledger, const Request &request, object::PartitionPolicy policy) {
  using object::PartitionPolicy;
  if (!request.only_gpus || ledger.gpu_pool() < 0) return false;
  const bool in_partitions =
      ledger.partition_policy() == PartitionPolicy::kHonor || policy == PartitionPolicy::kHonor;
  return request.gpu.shared || !in_partitions;
}

}  // namespace

Refusal too_few_gpus(const Request &request, Profile profile, int found) {
  Refusal out = Refusal::of(Reason::kNotEnoughDevices, profile);
  out.object = Object::kDevice;
  out.needed = request.gpu.count;
  out.best = found;
  out.device_type = kTypeGpu;
  return out;
}

std::optional<Refusal> count_gpus(const Ledger &ledger, const Request &request, Profile profile,
                                  object::PartitionPolicy policy) {
  const auto gpus = countable_gpus(ledger, request, profile, policy);
  if (!gpus) return std::nullopt;
  const int found = width(*gpus);
  if (found >= request.gpu.count) return Refusal{};
  if (!rules_of(profile).gpus_by_links) return std::nullopt;
  return too_few_gpus(request, profile, found);
}

std::optional<DeviceMask> countable_gpus(const Ledger &ledger, const Request &request,
                                         Profile profile, object::PartitionPolicy policy) {
  if (!can_be_counted(ledger, request, policy)) return std::nullopt;
  return all_gpus(ledger, profile).fitting(request.gpu.each);
}

std::optional<DeviceMask> countable_gpus_of_all(const Ledger &ledger, const Request &request,
                                                Profile profile, object::PartitionPolicy policy) {
  if (!rules_of(profile).unstated_is_none || !can_be_counted(ledger, request, policy))
    return std::nullopt;
  return all_gpus(ledger, profile).fitting_empty(request.gpu.each);
}

std::optional<Interchangeable> interchangeable(const Ledger &ledger, const Request &request,
                                               const NodeConditions &conditions, TypeId type) {
  const NodeRequest node_request(ledger, request, conditions);
  const TypeRequest *of_type = node_request.find(type);
  if (of_type == nullptr || node_request.check(*of_type).refused()) return std::nullopt;
  const object::DeviceHint &hint = of_type->hint;
  if (hint.count == object::DeviceCount::kApplyForAll || hint.selects_vfs) return std::nullopt;
  const Candidates site = node_request.candidates_of(*of_type);
  const GpuRequest &gpu = node_request.gpu();
  const bool of_gpus = type == kTypeGpu;
  const object::DeviceScope scope = of_gpus ? std::max(gpu.scope, site.scope) : site.scope;
  if (scope > object::DeviceScope::kNode) return std::nullopt;
  if (of_gpus && !gpu.shared && uses_partitions(site, gpu, conditions.labels)) return std::nullopt;
  const CountRequest need = node_request.count_request(*of_type);
  return Interchangeable{site.fitting(need.each), need.count};
}

std::optional<int64_t> score_gpus(const Scorer &scorer, const Ledger &ledger,
                                  const Request &request, DeviceMask near) {
  if (ledger.gpu_pool() < 0) return std::nullopt;
  const auto gpus = static_cast<size_t>(ledger.gpu_pool());
  const DeviceMask among = near & first_devices(static_cast<int>(ledger.devices(gpus)));
  if (among == 0) return std::nullopt;
  return score_pool(scorer, ledger, gpus, among, request.gpu.each);
}

int64_t most_by_gpus(const Ledger &ledger, const Request &request,
                     const NodeConditions &conditions) {
  if (request.gpu.count < 1 || request.gpu.shared || !conditions.rules().unstated_is_none)
    return INT64_MAX;
  if (ledger.gpu_pool() < 0) return 0;
  return width(all_gpus(ledger, conditions.profile).fitting(request.gpu.each)) / request.gpu.count;
}

}  // namespace koord::device
