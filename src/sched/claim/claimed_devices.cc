#include "sched/claim/claimed_devices.h"

#include <algorithm>
#include <iterator>
#include <set>

#include "device/allocation/assumed_grants.h"
#include "device/allocation/claimed_grants.h"
#include "device/ledger/gpu_memory.h"
#include "device/ledger/requested_pool.h"
#include "device/ledger/visible.h"
#include "sched/node/plugin_devices.h"

namespace koord::sched {
namespace {

constexpr object::TypeId kNoType = UINT32_MAX;

// Counts a rejected claim once and keeps the first reason.
void refuse(Conflicts &conflicts, const Refusal &refusal) {
  if (conflicts.devices.refused()) return;
  conflicts.devices = refusal;
  ++conflicts.claims_refused;
}

bool is_healthy(const device::Inventory &inventory, const device::Grant &grant) {
  const int index = inventory.find(grant.type);
  if (index < 0) return false;
  const device::Pool &pool = inventory.pools[static_cast<size_t>(index)];
  const int device = pool.find(grant);
  return device >= 0 && pool.devices[static_cast<size_t>(device)].healthy;
}

int64_t count_of(const device::Grants &grants, object::TypeId type) {
  return std::count_if(grants.begin(), grants.end(),
                       [&](const device::Grant &grant) { return grant.type == type; });
}

// Returns true if an accepted annotation lists all devices that the pod requests.
bool are_identified(const Claimant &pod, const device::Request &request) {
  return request.others.empty() &&
         std::ranges::all_of(request.types, [&](const device::TypeRequest &type) {
           return std::ranges::find(pod.identified_types, type.type) != pod.identified_types.end();
         });
}

bool requests_mig_instances(const device::Inventory &inventory, const device::Request &request) {
  return std::ranges::any_of(request.others, [&](const device::ResourceAmount &part) {
    const int pool = inventory.pool_of(part.resource);
    return pool >= 0 && inventory.pools[static_cast<size_t>(pool)].has_mig_instances();
  });
}

}  // namespace

// Returns true if the pod's annotation replaces
// kubelet's record for the device types that it names.
bool ClaimedDevices::replaces_record(const Statement &statement) {
  return statement.by_annotation && !statement.refusal.refused();
}

bool ClaimedDevices::is_kept(const Statement &statement, const device::Grant &grant) {
  return count_of(statement.grants, grant.type) == 0 ||
         std::any_of(
             statement.grants.begin(), statement.grants.end(),
             [&](const device::Grant &other) { return device::is_same_device(other, grant); });
}

Refusal ClaimedDevices::refusal_of(Reason reason, object::TypeId type) const {
  Refusal out = Refusal::of(reason, options_.profile);
  out.object = Object::kDevice;
  out.device_type = static_cast<int32_t>(type);
  return out;
}

const device::Request *ClaimedDevices::device_request_of(const Claimant &pod) const {
  const device::Request *request = pod.holding.shape().devices.get();
  return request == nullptr || request->empty() ? nullptr : request;
}

// Reads the annotation.
device::Grants ClaimedDevices::claimed_devices(const Claim &claim) const {
  device::Grants out = device::read_claim(claim.devices, resources_);
  for (device::Grant &grant : out) {
    if (!options_.rules().ids_name_devices) grant.id = nullptr;
    if (node_.devices() != nullptr) device::locate(node_.devices()->inventory(), grant);
  }
  return out;
}

// Reads the annotation, or the environment variables if there is none. A pod that sees all GPUs but
// requests another number of them, such as a monitor, states nothing.
device::Grants ClaimedDevices::stated_devices(const Claimant &pod, int &unknown,
                                              device::Grants *instances) const {
  const Claim &claim = *pod.claim;
  unknown = 0;
  if (!claim.devices.empty()) return claimed_devices(claim);
  const object::VisibleGpus &visible = claim.visible;
  if (visible.empty() || claim.devices_unreadable || !options_.rules().reads_visible_devices)
    return {};
  const device::Request *request = device_request_of(pod);
  const int64_t gpus = request == nullptr ? 0 : request->gpu.count;
  unknown = static_cast<int>(visible.names.size());
  if (node_.devices() == nullptr) return {};
  const device::Inventory &inventory = node_.devices()->inventory();
  const bool as_gpus = gpus > 0 && !requests_mig_instances(inventory, *request);
  device::VisibleGrants found = device::visible_grants(inventory, visible, as_gpus);
  unknown = found.unknown;
  const auto count = static_cast<int64_t>(found.grants.size());
  if (visible.all && visible.names.empty() && count != gpus) return {};
  // The amounts follow from the pod's request.
  for (device::Grant &grant : found.grants) grant.parts.clear();
  if (instances != nullptr) *instances = std::move(found.instances);
  return std::move(found.grants);
}

bool ClaimedDevices::concerns(const Claimant &pod) const {
  const Claim &claim = *pod.claim;
  return !claim.devices.empty() || !claim.visible.empty() || claim.devices_unreadable ||
         device_request_of(pod) != nullptr || record_of(pod) != nullptr;
}

// Does not consider what other pods hold.
ClaimedDevices::Statement ClaimedDevices::statement_of(const Claimant &pod) const {
  Statement out;
  out.by_annotation = !pod.claim->devices.empty();
  device::Grants instances;
  out.grants = stated_devices(pod, out.unknown, &instances);
  if (out.grants.empty()) return out;
  if (!bare_ && node_.devices() != nullptr) bare_.emplace(node_.devices()->shared_inventory());
  const device::Ledger *ledger = bare_ ? &*bare_ : nullptr;
  out.refusal = device::judge_claim(device_request_of(pod), ledger, options_.profile, out.grants,
                                    !out.by_annotation);
  if (!out.refusal.refused()) {
    std::ranges::move(instances, std::back_inserter(out.grants));
    return out;
  }
  // Types that only the claim names are not reported, because nothing keeps their numbers valid.
  const auto type = static_cast<object::TypeId>(out.refusal.device_type);
  if (type >= kWellKnownTypes && (ledger == nullptr || ledger->inventory().find(type) < 0))
    out.refusal.device_type = -1;
  return out;
}

// Returns true if all devices have enough left. Records the first that has not.
bool ClaimedDevices::are_available(const DeviceBooks &books, const device::Grants &grants,
                                   const device::KubeletGrants *record,
                                   Conflicts &conflicts) const {
  int lacking = 0;
  for (const device::Grant &grant : grants) {
    if (books.has(grant, record)) continue;
    if (lacking++ > 0) continue;
    Refusal taken = refusal_of(Reason::kDeviceTaken, grant.type);
    taken.where_object = Object::kDevice;
    taken.where = grant.minor;
    refuse(conflicts, taken);
  }
  conflicts.devices_overcommitted += lacking;
  return lacking == 0;
}

bool ClaimedDevices::is_granted(Claimant &pod, const DeviceBooks *books,
                                Statement &statement) const {
  Conflicts &conflicts = pod.conflicts;
  if (statement.refusal.refused()) {
    refuse(conflicts, statement.refusal);
    return false;
  }
  if (books == nullptr) {
    conflicts.devices_unknown += static_cast<int>(statement.grants.size());
    return true;
  }
  // If the pod requests bytes, its percentage follows from them, rounded up.
  const device::Request *request = device_request_of(pod);
  if (request != nullptr && device::names(request->gpu.each, kResourceGpuMemory) &&
      !device::names(request->gpu.each, kResourceGpuMemoryRatio))
    for (device::Grant &grant : statement.grants) device::limit_ratio(books->all(), grant);
  for (const device::Grant &grant : statement.grants)
    if (!is_healthy(books->inventory(), grant)) ++conflicts.devices_unknown;
  return are_available(*books, statement.grants, record_of(pod), conflicts);
}

// Containers see the devices of the annotation, whatever kubelet chose. Devices of environment
// variables are seen in addition to kubelet's.
device::Grants ClaimedDevices::merge_record(Claimant &pod, const DeviceBooks *books,
                                            Statement statement) const {
  device::Grants out = std::move(statement.grants);
  if (statement.by_annotation)
    for (const device::Grant &grant : out) pod.identified_types.push_back(grant.type);
  const device::KubeletGrants *record = record_of(pod);
  if (record == nullptr) return out;
  const size_t stated = out.size();
  const auto is_stated = [&](const auto &same) {
    return std::any_of(out.begin(), out.begin() + static_cast<ptrdiff_t>(stated), same);
  };
  bool differs = false;
  for (const device::Grant &grant : record->grants) {
    if (!is_stated([&](const device::Grant &other) { return other.type == grant.type; })) {
      if (books != nullptr) are_available(*books, {grant}, record, pod.conflicts);
      out.push_back(grant);
    } else if (!is_stated([&](const device::Grant &other) {
                 return device::is_same_device(other, grant);
               })) {
      differs = true;
      if (statement.by_annotation) continue;
      if (books != nullptr) are_available(*books, {grant}, record, pod.conflicts);
      ++pod.conflicts.devices_unexplained;
      out.push_back(grant);
      out.back().assumed = true;
    }
  }
  if (differs) refuse(pod.conflicts, refusal_of(Reason::kAllocationDiffers, kNoType));
  return out;
}

device::Grants ClaimedDevices::accepted(Claimant &pod, const DeviceBooks *books) const {
  Conflicts &conflicts = pod.conflicts;
  if (pod.claim->devices_unreadable)
    refuse(conflicts, refusal_of(Reason::kClaimUnreadable, kNoType));
  Statement statement = statement_of(pod);
  conflicts.devices_unknown += statement.unknown;
  if (!statement.grants.empty() && is_granted(pod, books, statement))
    return merge_record(pod, books, std::move(statement));
  if (statement.grants.empty() && statement.unknown > 0 && device_request_of(pod) == nullptr)
    // Unidentified devices that were not requested are not the pod's own.
    refuse(conflicts, refusal_of(Reason::kDevicesNotAsked,
                                 statement.by_annotation ? kNoType : object::TypeId{kTypeGpu}));
  const device::KubeletGrants *record = record_of(pod);
  if (record == nullptr) return {};
  if (books == nullptr) return record->grants;
  // Another pod may have taken the devices that the annotation gave up.
  device::Grants out = record->grants;
  if (replaces_record(statement))
    std::erase_if(out, [&](const device::Grant &grant) {
      return !is_kept(statement, grant) && !books->has(grant, record);
    });
  if (!conflicts.devices.refused()) are_available(*books, out, record, conflicts);
  return out;
}

// Accepts every claim, even to devices that other pods hold.
device::Grants ClaimedDevices::accepted_by_upstream(Claimant &pod, const DeviceBooks *books) const {
  Conflicts &conflicts = pod.conflicts;
  int unknown = 0;
  device::Grants out = stated_devices(pod, unknown, nullptr);
  conflicts.devices_unknown += unknown;
  for (device::Grant &grant : out) {
    std::erase_if(grant.parts, [](const device::ResourceAmount &part) {
      return part.resource == Resources::kUnknown || part.amount > most_of(part.resource);
    });
    if (books != nullptr) device::fill_memory(books->all(), options_.profile, grant);
    if (books == nullptr || !is_healthy(books->inventory(), grant))
      ++conflicts.devices_unknown;
    else if (!books->all().has({grant}))
      ++conflicts.devices_overcommitted;
  }
  if (!out.empty() || !pod.claim->devices.empty()) return out;
  const device::KubeletGrants *record = record_of(pod);
  return record == nullptr ? device::Grants() : record->grants;
}

device::Grants ClaimedDevices::recorded(const Claimant &pod) const {
  const device::KubeletGrants *record =
      options_.rules().compares_kubelet_devices ? record_of(pod) : nullptr;
  if (record == nullptr) return {};
  const Statement statement = statement_of(pod);
  if (statement.grants.empty() || statement.refusal.refused()) return record->grants;
  device::Grants out;
  for (const device::Grant &grant : record->grants) {
    if (statement.by_annotation && !is_kept(statement, grant)) continue;
    // The recorded device counts with the amounts that the pod will hold.
    const auto at = std::find_if(
        statement.grants.begin(), statement.grants.end(),
        [&](const device::Grant &other) { return device::is_same_device(other, grant); });
    out.push_back(at == statement.grants.end() ? grant : *at);
  }
  return out;
}

void ClaimedDevices::evaluate(Claimant &pod, DeviceBooks *books) const {
  device::Grants grants =
      options_.rules().judges_claims ? accepted(pod, books) : accepted_by_upstream(pod, books);
  if (grants.empty()) return pod.holding.set_devices(nullptr);
  if (books != nullptr) books->hold(grants, record_of(pod));
  pod.holding.set_devices(std::make_shared<const device::Grants>(std::move(grants)));
}

// Returns the number of identified devices of the type; none if all of the pod's devices are.
std::optional<int64_t> ClaimedDevices::count_identified(const Claimant &pod,
                                                        const device::Grants &held,
                                                        object::TypeId type) const {
  const auto &identified = pod.identified_types;
  if (std::find(identified.begin(), identified.end(), type) != identified.end())
    return std::nullopt;
  const int64_t count = count_of(held, type);
  const device::KubeletGrants *record = record_of(pod);
  const auto is_held = [&](const device::Grant &given) {
    return given.type != type || std::any_of(held.begin(), held.end(), [&](const auto &grant) {
             return device::is_same_device(grant, given);
           });
  };
  if (record == nullptr || !std::all_of(record->grants.begin(), record->grants.end(), is_held))
    return count;
  return std::max(count, record->count(type));
}

bool ClaimedDevices::requests_more(const Claimant &pod, const device::Grants &held,
                                   object::TypeId type, const DeviceBooks &books) const {
  const device::Request *request = device_request_of(pod);
  const std::optional<int64_t> identified = count_identified(pod, held, type);
  if (request == nullptr || !identified) return false;
  device::Grants none;
  return device::assume(books.all(), *request, type, *identified, options_.profile, none) >
         *identified;
}

// Returns true if it is known which devices of the type the pod has. This is the case if
// - the record covers its containers,
// - its annotation names devices of the type and is valid by itself. Its containers see these
//   devices, and the record leaves them out.
// - it sees devices by a variable of its own, and no plugin gives it others.
bool ClaimedDevices::is_reported(const Claimant &pod, const RequestedType &type,
                                 int64_t identified) const {
  if (type.reported) return true;
  const std::string name = resources_.types().name(type.type);
  if (std::ranges::any_of(pod.claim->devices,
                          [&](const auto &device) { return device.type == name; }))
    return !statement_of(pod).refusal.refused();
  return !type.by_plugin && !pod.claim->visible.empty() && identified > 0;
}

// Returns devices of the type that the pod requests beyond the identified ones, and records the
// conflict.
device::Grants ClaimedDevices::withhold(Claimant &pod, const DeviceBooks &books,
                                        const device::Request &request, object::TypeId type,
                                        int64_t identified) const {
  device::Grants kept;
  const int64_t count =
      device::assume(books.all(), request, type, identified, options_.profile, kept);
  if (count <= identified) return kept;
  Conflicts &conflicts = pod.conflicts;
  conflicts.devices_unexplained +=
      static_cast<int>(std::min<int64_t>(count - identified, device::kMaxDevices));
  if (!conflicts.devices.refused()) {
    Refusal unidentified = refusal_of(Reason::kDevicesUnknown, type);
    unidentified.needed = count;
    unidentified.best = static_cast<int64_t>(kept.size());
    conflicts.devices = unidentified;
  }
  return kept;
}

// Devices that the pod requests by names of plugins count as whole ones.
device::Grants ClaimedDevices::withhold(Claimant &pod, const DeviceBooks &books,
                                        const RequestedType &type, int64_t identified) const {
  const device::Request *request = device_request_of(pod);
  if (type.devices == 0) return withhold(pod, books, *request, type.type, identified);
  const int64_t others = type.type == kTypeGpu ? request->gpu.count : 0;
  const auto whole = whole_devices(type.type, object::saturated(others + type.devices));
  return whole ? withhold(pod, books, *whole, type.type, identified) : device::Grants();
}

// Adds withheld devices to the pod's holding.
void ClaimedDevices::add_withheld(Claimant &pod, DeviceBooks &books, device::Grants kept) const {
  if (kept.empty()) return;
  books.hold(kept, record_of(pod));
  device::Grants all;
  if (pod.holding.devices()) all = *pod.holding.devices();
  std::move(kept.begin(), kept.end(), std::back_inserter(all));
  pod.holding.set_devices(std::make_shared<const device::Grants>(std::move(all)));
}

// Returns a request for `count` whole devices.
std::optional<device::Request> ClaimedDevices::whole_devices(object::TypeId type,
                                                             int64_t count) const {
  static constexpr ResourceId kWhole[] = {kResourceGpu, kResourceRdma, kResourceFpga};
  static_assert(std::size(kWhole) == kWellKnownTypes);
  if (type >= kWellKnownTypes) return std::nullopt;
  const device::ResourceAmount devices{kWhole[type],
                                       100 * std::min<int64_t>(count, device::kMaxDevices)};
  device::Request out;
  const Refusal no =
      device::make_request({&devices, 1}, {}, resources_, {options_.profile, nullptr, {}}, out);
  return no.refused() ? std::nullopt : std::optional(std::move(out));
}

device::Grants ClaimedDevices::assume_for_unknown_pods(const DeviceBooks &books) const {
  int64_t gpus = 0;
  std::set<object::TypeId> closed;
  node_.for_each_held_for_kubelet([&](const device::KubeletGrants &given) {
    gpus += given.orphans + given.unknown_gpus;
    closed.insert(given.any.begin(), given.any.end());
  });
  device::Grants out;
  if (const auto request = whole_devices(kTypeGpu, gpus))
    device::assume(books.all(), *request, kTypeGpu, 0, options_.profile, out);
  for (const object::TypeId type : closed)
    std::ranges::move(device::close_type(books.inventory(), type, true), std::back_inserter(out));
  return out;
}

void ClaimedDevices::assume(Claimant &pod, DeviceBooks &books) const {
  if (!options_.rules().keeps_unreported_devices) return;
  device::Grants known;
  if (pod.holding.devices()) known = *pod.holding.devices();
  const device::KubeletGrants *record = record_of(pod);
  const device::Request *request = device_request_of(pod);
  const bool withholds = !pod.is_reservation && withholds_unreported(options_, books.inventory());
  if (request != nullptr && !are_identified(pod, *request))
    for (const RequestedType &type : requested_types(pod, books.inventory(), record, resources_)) {
      const auto identified = count_identified(pod, known, type.type);
      if (!identified) continue;
      device::Grants kept = withhold(pod, books, type, *identified);
      if (withholds && !is_reported(pod, type, *identified))
        std::ranges::move(device::close_type(books.inventory(), type.type, type.by_plugin),
                          std::back_inserter(kept));
      add_withheld(pod, books, std::move(kept));
    }
  // A whole GPU is withheld for each MIG instance whose GPU is unknown.
  if (record == nullptr || record->orphans == 0) return;
  if (const auto gpus = whole_devices(kTypeGpu, record->orphans))
    add_withheld(pod, books, withhold(pod, books, *gpus, kTypeGpu, 0));
}

}  // namespace koord::sched
