#include "sched/claimed_devices.h"

#include <algorithm>

#include "device/claim.h"
#include "device/visible.h"

namespace koord::sched {
namespace {

constexpr object::TypeId kNoType = UINT32_MAX;

void refuse(Conflicts &conflicts, const Refusal &refusal) {
  conflicts.devices = refusal;
  ++conflicts.claims_refused;
}

bool is_healthy(const device::Inventory &inventory, const device::Grant &grant) {
  const int index = inventory.find(grant.type);
  if (index < 0) return false;
  const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
  const int device = pool.find(grant.minor);
  return device >= 0 && pool.devices[static_cast<size_t>(device)].healthy;
}

// By its environment, where no annotation says it.
bool is_by_environment(const Claim &claim) {
  return claim.devices.empty() && !claim.devices_unreadable;
}

bool is_in(const device::Grants &grants, const device::Grant &grant) {
  return std::any_of(grants.begin(), grants.end(), [&](const device::Grant &other) {
    return other.type == grant.type && other.minor == grant.minor;
  });
}

int64_t count_of(const device::Grants &grants, object::TypeId type) {
  return std::count_if(grants.begin(), grants.end(),
                       [&](const device::Grant &grant) { return grant.type == type; });
}

}  // namespace

Refusal ClaimedDevices::refusal_of(Reason reason, object::TypeId type) const {
  Refusal out;
  out.reason = reason;
  out.profile = options_.profile;
  out.object = Object::kDevice;
  out.detail = static_cast<int32_t>(type);
  return out;
}

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

const device::KubeletGrants *ClaimedDevices::record_that_counts(const Claimant &pod) const {
  return options_.profile == Profile::kUpstream ? nullptr : record_of(pod);
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

bool ClaimedDevices::is_granted(Claimant &pod, const device::Ledger *ledger,
                                device::Grants &stated) const {
  Conflicts &conflicts = pod.conflicts;
  const Shape &shape = pod.holding.shape();
  const Refusal no = shape.device_refusal.refused()
                         ? shape.device_refusal
                         : device::judge_claim(asked_by(pod), ledger, options_.profile, stated,
                                               is_by_environment(*pod.claim));
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
  for (const device::Grant &grant : stated)
    if (!is_healthy(ledger->inventory(), grant)) ++conflicts.devices_unknown;
  return are_left(*ledger, stated, conflicts);
}

// Says which of them others have too much of.
bool ClaimedDevices::are_left(const device::Ledger &ledger, const device::Grants &grants,
                              Conflicts &conflicts) const {
  for (const device::Grant &grant : grants) {
    if (ledger.has({grant})) continue;
    if (conflicts.devices_short++ > 0) continue;
    Refusal taken = refusal_of(Reason::kDeviceTaken, grant.type);
    taken.where_object = Object::kDevice;
    taken.where = grant.minor;
    refuse(conflicts, taken);
  }
  return conflicts.devices_short == 0;
}

// Containers see what the annotation says, whatever kubelet chose; what their environment says they see beside that.
void ClaimedDevices::compare(Claimant &pod, const device::KubeletGrants &record,
                             device::Grants &stated) const {
  device::Grants others;
  for (const device::Grant &grant : record.grants)
    if (!is_in(stated, grant)) others.push_back(grant);
  if (others.empty()) return;
  pod.conflicts.devices = refusal_of(Reason::kGivenOtherwise, kNoType);
  if (!is_by_environment(*pod.claim)) return;
  pod.conflicts.devices_unexplained += static_cast<int>(others.size());
  for (device::Grant &grant : others) {
    grant.assumed = true;
    stated.push_back(std::move(grant));
  }
}

device::Grants ClaimedDevices::believe(Claimant &pod, const device::Ledger *ledger) const {
  Conflicts &conflicts = pod.conflicts;
  if (pod.claim->devices_unreadable)
    refuse(conflicts, refusal_of(Reason::kClaimUnreadable, kNoType));
  int unknown = 0;
  device::Grants stated = stated_by(pod, unknown);
  conflicts.devices_unknown += unknown;
  const device::KubeletGrants *record = record_of(pod);
  if (!stated.empty() && is_granted(pod, ledger, stated)) {
    if (record != nullptr) compare(pod, *record, stated);
    return stated;
  }
  if (stated.empty() && unknown > 0 && asked_by(pod) == nullptr)
    // Whichever they are, they are not its own.
    refuse(conflicts, refusal_of(Reason::kDevicesNotAsked,
                                 pod.claim->devices.empty() ? object::TypeId{kTypeGpu} : kNoType));
  if (record == nullptr) return {};
  // By replicas pods may share a device.
  if (ledger != nullptr && !record->has_replicas && conflicts.devices_short == 0)
    are_left(*ledger, record->grants, conflicts);
  return record->grants;
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

void ClaimedDevices::hold_record(const Claimant &pod, device::Ledger &ledger) const {
  if (const device::KubeletGrants *record = record_that_counts(pod)) ledger.hold(record->grants);
}

void ClaimedDevices::weigh(Claimant &pod, device::Ledger *ledger) const {
  const device::KubeletGrants *record = ledger == nullptr ? nullptr : record_that_counts(pod);
  if (record != nullptr) ledger->release(record->grants);
  device::Grants grants =
      options_.profile == Profile::kUpstream ? as_upstream(pod, ledger) : believe(pod, ledger);
  if (grants.empty()) return pod.holding.set_devices(nullptr);
  if (ledger != nullptr) ledger->hold(grants);
  pod.holding.set_devices(std::make_shared<const device::Grants>(std::move(grants)));
}

// How many devices of the type something tells of; none: all that it has.
std::optional<int64_t> ClaimedDevices::count_told(const Claimant &pod, const device::Grants &held,
                                                  object::TypeId type) const {
  const int64_t count = count_of(held, type);
  if (count > 0 && !is_by_environment(*pod.claim) && !pod.conflicts.devices.refused())
    return std::nullopt;
  const device::KubeletGrants *record = record_of(pod);
  return record == nullptr ? count : std::max(count, record->count(type));
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
    const std::optional<int64_t> told = count_told(pod, all, pool.type);
    if (!told) continue;
    device::Grants kept;
    const int64_t count = device::assume(ledger, *asked, pool.type, *told, options_.profile, kept);
    if (count <= *told) continue;
    Conflicts &conflicts = pod.conflicts;
    conflicts.devices_unexplained +=
        static_cast<int>(std::min<int64_t>(count - *told, device::kMaxDevices));
    if (!conflicts.devices.refused()) {
      Refusal untold = refusal_of(Reason::kDevicesUntold, pool.type);
      untold.needed = count;
      untold.best = static_cast<int64_t>(kept.size());
      conflicts.devices = untold;
    }
    ledger.hold(kept);
    std::move(kept.begin(), kept.end(), std::back_inserter(all));
  }
  if (all.size() > known)
    pod.holding.set_devices(std::make_shared<const device::Grants>(std::move(all)));
}

}  // namespace koord::sched
