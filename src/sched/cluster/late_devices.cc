#include "sched/cluster/late_devices.h"

#include <algorithm>
#include <limits>

#include "device/ledger/requested_pool.h"
#include "sched/cluster/allocation.h"

namespace koord::sched {
namespace {

// Ranks before all pods that were scheduled anywhere.
constexpr int64_t kReservedHere = std::numeric_limits<int64_t>::min();

bool has_type(const device::Inventory *inventory, object::TypeId type) {
  return inventory != nullptr && inventory->find(type) >= 0;
}

bool holds_type(const Holding &holding, object::TypeId type) {
  return holding.devices() != nullptr &&
         std::ranges::any_of(*holding.devices(),
                             [&](const device::Grant &grant) { return grant.type == type; });
}

bool is_late_for(const Holding &holding, const device::Inventory *before,
                 const device::Inventory &after, const Resources &resources) {
  const device::Request *request = holding.shape().devices.get();
  if (request == nullptr) return false;
  const auto is_late = [&](int pool) {
    if (pool < 0) return false;
    const object::TypeId type = after.pools[static_cast<size_t>(pool)].type;
    return !has_type(before, type) && !holds_type(holding, type);
  };
  return std::ranges::any_of(
             request->types,
             [&](const device::TypeRequest &of) { return is_late(after.find(of.type)); }) ||
         std::ranges::any_of(request->others, [&](const device::ResourceAmount &part) {
           return is_late(
               device::requested_pool(after, resources, resources.name(part.resource)).pool);
         });
}

}  // namespace

std::vector<LateClaim> late_claims(const ClusterState &state, uint32_t node,
                                   const device::Inventory *before,
                                   const device::Inventory &after) {
  std::vector<LateClaim> out;
  for (PodTable::Entry *entry : state.pods.on(node)) {
    Pod &pod = entry->second;
    if (pod.claim != nullptr || !is_late_for(pod.holding, before, after, state.resources)) continue;
    std::shared_ptr<const Claim> claim = state.no_claim;
    if (std::vector<object::AllocatedDevice> devices = describe(state, node, pod.holding).devices;
        !devices.empty()) {
      Claim reserved;
      reserved.devices = std::move(devices);
      reserved.scheduled = kReservedHere;
      claim = std::make_shared<const Claim>(std::move(reserved));
    }
    out.push_back({&pod, std::move(claim)});
  }
  return out;
}

void set_claims(const std::vector<LateClaim> &late) noexcept {
  for (const LateClaim &each : late) each.pod->claim = each.claim, each.pod->cpus_are_ours = true;
}

void unset_claims(const std::vector<LateClaim> &late) noexcept {
  for (const LateClaim &each : late) each.pod->claim = nullptr, each.pod->cpus_are_ours = false;
}

std::shared_ptr<const Claim> with_reserved(const Claim &known, std::shared_ptr<const Claim> claim) {
  if (known.scheduled != kReservedHere) return claim;
  Claim out = *claim;
  out.devices = known.devices;
  out.visible = {};
  out.devices_unreadable = false;
  out.scheduled = kReservedHere;
  return std::make_shared<const Claim>(std::move(out));
}

}  // namespace koord::sched
