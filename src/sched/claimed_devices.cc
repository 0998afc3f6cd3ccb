#include "sched/claimed_devices.h"

#include <algorithm>

#include "device/claim.h"
#include "device/visible.h"

namespace koord::sched {
namespace {

void refuse(Conflicts &conflicts, const Refusal &refusal) {
  conflicts.devices = refusal;
  ++conflicts.claims_refused;
}

bool has_type(const device::Grants &grants, object::TypeId type) {
  return std::any_of(grants.begin(), grants.end(),
                     [&](const device::Grant &grant) { return grant.type == type; });
}

bool is_healthy(const device::Inventory &inventory, const device::Grant &grant) {
  const int index = inventory.find(grant.type);
  if (index < 0) return false;
  const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
  const int device = pool.find(grant.minor);
  return device >= 0 && pool.devices[static_cast<size_t>(device)].healthy;
}

// Its environment says of all its containers which GPUs they see, and nothing else says what it has.
bool sees_all_it_has(const Claim &claim) {
  return claim.devices.empty() && !claim.devices_unreadable && claim.visible.complete;
}

}  // namespace

const device::Ask *ClaimedDevices::asked_by(const Claimant &pod) const {
  const device::Ask *asked = pod.holding.shape().devices.get();
  return asked == nullptr || asked->empty() ? nullptr : asked;
}

const device::KubeletGrants *ClaimedDevices::record_of(const Claimant &pod) const {
  if (node_.devices() == nullptr) return nullptr;
  for (const device::KubeletGrants &given : node_.devices()->inventory().kubelet)
    if (given.pod_uid == pod.uid) return &given;
  return nullptr;
}

// By annotation, else by environment. Who sees all GPUs and asks for another number of them, as monitors do, says
// nothing with that. Upstream does not read environments.
device::Grants ClaimedDevices::stated_by(const Claimant &pod, int &unknown) const {
  const Claim &claim = *pod.claim;
  unknown = 0;
  if (!claim.devices.empty()) return device::read_claim(claim.devices, resources_);
  const object::VisibleGpus &visible = claim.visible;
  if (visible.empty() || claim.devices_unreadable || options_.profile == Profile::kUpstream)
    return {};
  const device::Ask *asked = asked_by(pod);
  const int64_t gpus = asked == nullptr ? 0 : asked->gpu.count;
  unknown = static_cast<int>(visible.names.size());
  if (node_.devices() == nullptr) return {};
  device::VisibleGrants found = device::visible_grants(node_.devices()->inventory(), visible);
  unknown = found.unknown;
  const auto count = static_cast<int64_t>(found.grants.size());
  if (visible.all && visible.names.empty() && count != gpus) return {};
  // How much of each is what the pod asks for.
  for (device::Grant &grant : found.grants) grant.parts.clear();
  return std::move(found.grants);
}

bool ClaimedDevices::concerns(const Claimant &pod) const {
  const Claim &claim = *pod.claim;
  return !claim.devices.empty() || !claim.visible.empty() || claim.devices_unreadable ||
         asked_by(pod) != nullptr;
}

bool ClaimedDevices::is_vouched(const Claimant &pod) const {
  const device::KubeletGrants *record = record_of(pod);
  if (record == nullptr) return false;
  int unknown = 0;
  const device::Grants stated = stated_by(pod, unknown);
  return stated.empty() || device::same_devices(stated, record->grants);
}

bool ClaimedDevices::is_granted(Claimant &pod, const device::Ledger *ledger,
                                device::Grants &stated) const {
  Conflicts &conflicts = pod.conflicts;
  const Shape &shape = pod.holding.shape();
  const Refusal no = shape.device_refusal.refused()
                         ? shape.device_refusal
                         : device::judge_claim(asked_by(pod), ledger, options_.profile, stated,
                                               sees_all_it_has(*pod.claim));
  if (no.refused()) {
    refuse(conflicts, no);
    // Nothing keeps the names of types that only the claim speaks of.
    const auto type = static_cast<object::TypeId>(no.detail);
    if (type >= kWellKnownTypes && (ledger == nullptr || ledger->inventory().find(type) < 0))
      conflicts.devices.detail = -1;
    return false;
  }
  if (ledger == nullptr) {
    conflicts.devices_unknown += static_cast<int>(stated.size());
    return true;
  }
  for (const device::Grant &grant : stated) {
    if (!is_healthy(ledger->inventory(), grant)) ++conflicts.devices_unknown;
    if (ledger->has({grant})) continue;
    if (conflicts.devices_short++ > 0) continue;
    Refusal taken;
    taken.reason = Reason::kDeviceTaken;
    taken.profile = options_.profile;
    taken.object = taken.where_object = Object::kDevice;
    taken.where = grant.minor;
    taken.detail = static_cast<int32_t>(grant.type);
    refuse(conflicts, taken);
  }
  return conflicts.devices_short == 0;
}

device::Grants ClaimedDevices::believe(Claimant &pod, const device::Ledger *ledger) const {
  Conflicts &conflicts = pod.conflicts;
  if (pod.claim->devices_unreadable) {
    Refusal unreadable;
    unreadable.reason = Reason::kClaimUnreadable;
    unreadable.profile = options_.profile;
    unreadable.object = Object::kDevice;
    refuse(conflicts, unreadable);
  }
  int unknown = 0;
  device::Grants stated = stated_by(pod, unknown);
  conflicts.devices_unknown += unknown;
  if (!stated.empty() && is_granted(pod, ledger, stated)) return stated;
  if (stated.empty() && unknown > 0 && asked_by(pod) == nullptr) {
    // Whichever they are, they are not its own.
    Refusal no;
    no.reason = Reason::kDevicesNotAsked;
    no.profile = options_.profile;
    no.object = Object::kDevice;
    no.detail = pod.claim->devices.empty() ? int32_t{kTypeGpu} : -1;
    refuse(conflicts, no);
  }
  const device::KubeletGrants *record = record_of(pod);
  return record == nullptr ? device::Grants() : record->grants;
}

// Everything counts, whoever has it as well.
device::Grants ClaimedDevices::as_upstream(Claimant &pod, const device::Ledger *ledger) const {
  Conflicts &conflicts = pod.conflicts;
  int unknown = 0;
  device::Grants out = stated_by(pod, unknown);
  conflicts.devices_unknown += unknown;
  for (device::Grant &grant : out) {
    std::erase_if(grant.parts, [](const device::Part &part) {
      return part.resource == Resources::kUnknown || part.amount > most_of(part.resource);
    });
    if (ledger != nullptr) device::fill_memory(*ledger, options_.profile, grant);
    if (ledger == nullptr || !is_healthy(ledger->inventory(), grant))
      ++conflicts.devices_unknown;
    else if (!ledger->has({grant}))
      ++conflicts.devices_short;
  }
  if (!out.empty() || !pod.claim->devices.empty()) return out;
  const device::KubeletGrants *record = record_of(pod);
  return record == nullptr ? device::Grants() : record->grants;
}

void ClaimedDevices::weigh(Claimant &pod, device::Ledger *ledger) const {
  device::Grants grants =
      options_.profile == Profile::kUpstream ? as_upstream(pod, ledger) : believe(pod, ledger);
  if (grants.empty()) return pod.holding.set_devices(nullptr);
  if (ledger != nullptr) ledger->hold(grants);
  pod.holding.set_devices(std::make_shared<const device::Grants>(std::move(grants)));
}

// It has no GPUs by its own word: none, or such as the node does not have.
bool ClaimedDevices::all_are_seen(const Claimant &pod) const {
  return sees_all_it_has(*pod.claim) && !pod.claim->visible.all && !pod.conflicts.devices.refused();
}

void ClaimedDevices::assume(Claimant &pod, device::Ledger &ledger) const {
  const Shape &shape = pod.holding.shape();
  const device::Ask *asked = asked_by(pod);
  if (asked == nullptr || shape.device_refusal.refused() || options_.profile == Profile::kUpstream)
    return;
  device::Grants all;
  if (pod.holding.devices()) all = *pod.holding.devices();
  const size_t known = all.size();
  for (const device::Pool &pool : ledger.inventory().pools) {
    if (has_type(all, pool.type)) continue;
    if (pool.type == kTypeGpu && all_are_seen(pod)) continue;
    device::Grants kept;
    const int64_t count = device::assume(ledger, *asked, pool.type, options_.profile, kept);
    if (count <= 0) continue;
    Conflicts &conflicts = pod.conflicts;
    conflicts.devices_unexplained +=
        static_cast<int>(std::min<int64_t>(count, device::kMaxDevices));
    if (!conflicts.devices.refused()) {
      Refusal &untold = conflicts.devices;
      untold.reason = Reason::kDevicesUntold;
      untold.profile = options_.profile;
      untold.object = Object::kDevice;
      untold.needed = count;
      untold.best = static_cast<int64_t>(kept.size());
      untold.detail = static_cast<int32_t>(pool.type);
    }
    ledger.hold(kept);
    std::move(kept.begin(), kept.end(), std::back_inserter(all));
  }
  if (all.size() > known)
    pod.holding.set_devices(std::make_shared<const device::Grants>(std::move(all)));
}

}  // namespace koord::sched
