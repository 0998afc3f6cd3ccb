#include "sched/cluster/late_devices.h"

#include <algorithm>
#include <limits>

#include "device/ledger/requested_pool.h"
#include "sched/cluster/allocation.h"
#include "sched/node/plugin_devices.h"

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
                 const device::Inventory &after, const Options &options,
                 const Resources &resources) {
  const device::Request *request = holding.shape().devices.get();
  if (request == nullptr) return false;
  const auto is_late = [&](int pool) {
    if (pool < 0) return false;
    const object::TypeId type = after.pools[static_cast<size_t>(pool)].type;
    return !has_type(before, type) && !holds_type(holding, type);
  };
  const device::Grants *held = holding.devices().get();
  return !types_of_plugins(holding.shape(), held, after, options, resources).empty() ||
         std::ranges::any_of(
             request->types,
             [&](const device::TypeRequest &of) { return is_late(after.find(of.type)); }) ||
         std::ranges::any_of(request->others, [&](const device::ResourceAmount &part) {
           return !holds_requested(held, part) &&
                  is_late(
                      device::requested_pool(after, resources, resources.name(part.resource)).pool);
         });
}

// Returns the claim to the devices that were reserved for a pod.
std::shared_ptr<const Claim> reserved_claim(const ClusterState &state, uint32_t node,
                                            const Holding &holding) {
  std::vector<object::AllocatedDevice> devices = describe(state, node, holding).devices;
  if (devices.empty()) return state.no_claim;
  Claim reserved;
  reserved.devices = std::move(devices);
  reserved.scheduled = kReservedHere;
  return std::make_shared<const Claim>(std::move(reserved));
}

}  // namespace

Pod reserved_pod(const ClusterState &state, uint32_t node, int32_t priority, Holding holding) {
  Pod out{node, priority, std::move(holding)};
  const Shape &shape = out.holding.shape();
  if (!may_have_devices(shape, state.resources)) return out;
  const device::Ledger *devices = state.nodes[node].devices();
  if (devices != nullptr && types_of_plugins(shape, out.holding.devices().get(),
                                             devices->inventory(), state.options, state.resources)
                                .empty())
    return out;
  out.claim = devices == nullptr ? state.no_claim : reserved_claim(state, node, out.holding);
  out.cpus_are_ours = true;
  return out;
}

std::vector<LateClaim> late_claims(const ClusterState &state, uint32_t node,
                                   const device::Inventory *before,
                                   const device::Inventory &after) {
  std::vector<LateClaim> out;
  for (PodTable::Entry *entry : state.pods.on(node)) {
    Pod &pod = entry->second;
    if (pod.claim == nullptr &&
        is_late_for(pod.holding, before, after, state.options, state.resources))
      out.push_back({&pod, reserved_claim(state, node, pod.holding)});
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
