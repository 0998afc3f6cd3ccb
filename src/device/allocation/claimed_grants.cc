#include "device/allocation/claimed_grants.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/profile_rules.h"
#include "device/allocation/held_devices.h"
#include "device/allocation/mig_claim.h"
#include "device/allocation/node_request.h"
#include "device/ledger/gpu_memory.h"

namespace koord::device {
namespace {

// Bounds on the types and resources of one claim, above what a pod can request.
constexpr size_t kMostTypes = 32;
constexpr size_t kMostNames = 512;

constexpr TypeId kNoType = UINT32_MAX;

Refusal refuse(Reason reason, Profile profile, TypeId type) {
  Refusal out = Refusal::of(reason, profile);
  out.object = Object::kDevice;
  out.device_type = static_cast<int32_t>(type);
  return out;
}

Refusal refuse_amount(Profile profile, const Grant &grant) {
  Refusal out = refuse(Reason::kDeviceAmount, profile, grant.type);
  out.where_object = Object::kDevice;
  out.where = grant.minor;
  return out;
}

// Returns true if adjacent entries are of one device. If the node's devices are not known, ids
// distinguish devices with the same minor.
bool is_one(const Grant &a, const Grant &b, bool located) {
  return is_same_device(a, b) && (located || names_same_device(a, b));
}

// Merges the entries of one device into one.
void merge(Grants &claim, bool located) {
  sort_by_device(claim);
  Grants out;
  for (Grant &grant : claim) {
    if (out.empty() || !is_one(out.back(), grant, located)) {
      out.push_back(std::move(grant));
      continue;
    }
    for (const ResourceAmount &part : grant.parts)
      raise_to(out.back().parts, part.resource, part.amount);
    out.back().vfs.insert(out.back().vfs.end(), grant.vfs.begin(), grant.vfs.end());
  }
  claim = std::move(out);
}

// Returns the limit on `resource` that follows from a request in the other unit of GPU memory:
// bytes from percent, or percent from bytes. Returns nullopt if the GPU's size is unknown, and 0 if
// the request does not name the other unit.
std::optional<int64_t> other_memory(const ResourceAmounts &each, ResourceId resource,
                                    int64_t total) {
  ResourceId other = resource;
  if (resource == kResourceGpuMemory) other = kResourceGpuMemoryRatio;
  if (resource == kResourceGpuMemoryRatio) other = kResourceGpuMemory;
  if (other == resource || !names(each, other)) return 0;
  if (total <= 0) return std::nullopt;
  const Wide amount = amount_of(each, other);
  if (resource == kResourceGpuMemory) return memory_of(static_cast<int64_t>(amount), total);
  return static_cast<int64_t>(std::min<Wide>((amount * 100 + total - 1) / total, kWholePercent));
}

// Raises what a claim states of a GPU to what its pod requests.
void complete_clear(const ResourceAmounts &each, int64_t memory, ResourceAmounts &parts) {
  const bool states_bytes = names(parts, kResourceGpuMemory);
  for (const ResourceAmount &part : each) raise_to(parts, part.resource, part.amount);
  if (memory <= 0 || !names(each, kResourceGpuMemoryRatio)) return;
  if (names(each, kResourceGpuMemory)) {
    const int64_t by_ratio = memory_of(amount_of(parts, kResourceGpuMemoryRatio), memory);
    for (ResourceAmount &part : parts)
      if (part.resource == kResourceGpuMemory && is_nominal(part.amount, by_ratio))
        part.amount = by_ratio;
  } else if (!states_bytes) {
    return;
  }
  raise_to(parts, kResourceGpuMemory, memory_of(amount_of(each, kResourceGpuMemoryRatio), memory));
}

class Judge {
 public:
  Judge(const Request &request, const Ledger *ledger, Profile profile, Grants &claim,
        bool may_be_fewer)
      : request_(request),
        ledger_(ledger),
        profile_(profile),
        claim_(claim),
        may_be_fewer_(may_be_fewer) {
    conditions_.profile = profile;
    conditions_.checks_vendor = false;
    if (ledger != nullptr) on_node_.emplace(*ledger, request, conditions_);
  }

  Refusal run() {
    for (size_t first = 0; first < claim_.size();) {
      size_t end = first;
      while (end < claim_.size() && claim_[end].type == claim_[first].type) ++end;
      const std::span<Grant> of_type(claim_.data() + first, end - first);
      if (const Refusal no = judge_type(of_type); no.refused()) return no;
      first = end;
    }
    return {};
  }

 private:
  const Pool *pool_of(TypeId type) const {
    const int index = ledger_ == nullptr ? -1 : ledger_->inventory().find(type);
    return index < 0 ? nullptr : &ledger_->inventory().pools[static_cast<size_t>(index)];
  }
  const TypeRequest *find(TypeId type) const {
    return on_node_ && pool_of(type) != nullptr ? on_node_->find(type) : request_.find(type);
  }
  const object::DeviceHint &hint_of(TypeId type) const {
    if (const TypeRequest *type_request = find(type)) return type_request->hint;
    for (const TypeRequest &hint : request_.hints)
      if (hint.type == type) return hint.hint;
    return no_hint_;
  }
  int64_t count_of(TypeId type) const {
    return std::count_if(claim_.begin(), claim_.end(),
                         [&](const Grant &grant) { return grant.type == type; });
  }
  // Returns the most devices of a type that a claim may list. Devices that follow a leading type
  // may be as many as the leading devices, even if fewer were requested.
  int64_t most_of(TypeId type, int64_t count) const {
    const auto &joint = request_.joint;
    const bool follows = !joint.empty() && joint.front() != type &&
                         std::find(joint.begin(), joint.end(), type) != joint.end();
    return follows ? std::max(count, count_of(joint.front())) : count;
  }

  Refusal judge_type(std::span<Grant> devices) const {
    const TypeId type = devices.front().type;
    const bool takes_vfs = hint_of(type).selects_vfs;
    for (const Grant &grant : devices)
      if (grant.vfs.size() > (takes_vfs ? 1U : 0U)) return refuse_amount(profile_, grant);
    const bool of_gpus = type == kTypeGpu;
    if (!of_gpus && pool_of(type) == nullptr) return judge_unseen(devices);
    const TypeRequest *type_request = find(type);
    if (type_request == nullptr) return refuse(Reason::kDevicesNotAsked, profile_, type);
    const Held need = on_node_ && pool_of(type) != nullptr
                          ? held_on(*on_node_, *type_request)
                          : Held{request_.gpu.each, request_.gpu.count, type_request->unclear};
    const auto n = static_cast<int64_t>(devices.size());
    const bool takes_all = type_request->hint.count == object::DeviceCount::kApplyForAll;
    const bool may_be_fewer = takes_all || may_be_fewer_ || need.unclear;
    if (n > most_of(type, need.count) || (n < need.count && !may_be_fewer)) {
      Refusal out = refuse(Reason::kDeviceCount, profile_, type);
      out.needed = n;
      out.best = need.count;
      return out;
    }
    for (Grant &grant : devices)
      if (const Refusal no = complete(grant, need, type_request->parts, n); no.refused()) return no;
    return {};
  }

  // Returns the most that a pod can have of a device that it claims.
  int64_t most_of(const Held &need, ResourceId resource, const Pool *pool, int device) const {
    const auto total = [&](ResourceId of) { return size_of(pool, device, of); };
    if (need.unclear) return total(resource) > 0 ? total(resource) : object::most_of(resource);
    const auto other = other_memory(need.each, resource, total(kResourceGpuMemory));
    return other ? std::max(amount_of(need.each, resource), *other) : object::most_of(resource);
  }

  Refusal complete(Grant &grant, const Held &need, const ResourceAmounts &amounts,
                   int64_t devices) const {
    const Pool *pool = pool_of(grant.type);
    const int device = pool == nullptr ? -1 : pool->find(grant);
    for (const ResourceAmount &part : grant.parts)
      if (part.amount > std::max(most_of(need, part.resource, pool, device),
                                 need.unclear ? amount_of(amounts, part.resource) : 0))
        return refuse_amount(profile_, grant);
    // Bytes and percent stated in one claim may differ by rounding.
    const bool states_both =
        names(grant.parts, kResourceGpuMemory) && names(grant.parts, kResourceGpuMemoryRatio);
    if (need.unclear)
      complete_unclear(pool, device, need, amounts, devices, grant.parts);
    else
      complete_clear(need.each, size_of(pool, device, kResourceGpuMemory), grant.parts);
    // A pod holds no more of a device than the device has.
    for (ResourceAmount &part : grant.parts)
      if (const int64_t size = size_of(pool, device, part.resource); size != kAbsent)
        part.amount = std::min(part.amount, size);
    if (pool != nullptr && pool->names != nullptr)
      grant.names = std::make_shared<std::pair<KeptNames, KeptNames>>(grant.names, pool->names);
    grant.exclusive = hint_of(grant.type).exclusive;
    if (ledger_ != nullptr && !states_both) complete_memory(*ledger_, profile_, grant);
    return {};
  }

  // Checks devices of a type, other than GPUs, that the node is not known to have.
  Refusal judge_unseen(std::span<Grant> devices) const {
    const TypeId type = devices.front().type;
    const TypeRequest *type_request = request_.find(type);
    const bool by_name = type_request == nullptr && type >= kWellKnownTypes;
    const ResourceAmounts *given = by_name                   ? &request_.others
                                   : type_request != nullptr ? &type_request->parts
                                                             : nullptr;
    if (given == nullptr || given->empty()) return refuse(Reason::kDevicesNotAsked, profile_, type);
    const ResourceAmounts &parts = *given;
    const object::DeviceCount how = hint_of(type).count;
    const auto n = static_cast<int64_t>(devices.size());
    const bool each_alone = how == object::DeviceCount::kApplyForAll || most_of(type, 0) > 0;
    ResourceAmounts sums;
    for (Grant &grant : devices) {
      for (const ResourceAmount &part : grant.parts) {
        // Neither a part of one device nor a multiple of whole devices: rounded up to these.
        int64_t requested = amount_of(parts, part.resource);
        if (requested > kWholePercent)
          requested =
              kWholePercent * ceiling(std::min<int64_t>(requested, INT32_MAX), kWholePercent);
        const int64_t before = amount_of(sums, part.resource);
        const bool by_count = how == object::DeviceCount::kRequestsAsCount;
        const int64_t most = by_count ? (requested > 0 ? kWholePercent : 0) : requested;
        if (part.amount > (each_alone || by_count ? most : most - before))
          return refuse_amount(profile_, grant);
        if (by_count && n > requested) {
          Refusal out = refuse(Reason::kDeviceCount, profile_, type);
          out.needed = n;
          out.best = requested;
          return out;
        }
        if (part.amount > 0) raise_to(sums, part.resource, before + part.amount);
      }
      grant.exclusive = hint_of(type).exclusive;
    }
    return {};
  }

  const Request &request_;
  const Ledger *ledger_;
  const Profile profile_;
  Grants &claim_;
  const bool may_be_fewer_;
  const object::DeviceHint no_hint_;
  NodeConditions conditions_;
  std::optional<NodeRequest> on_node_;
};

// Fills in what a claim does not state of its devices: an equal share of the pod's request.
void share_out(const Request &request, Grants &claim) {
  for (Grant &grant : claim) {
    if (grant.type == kTypeGpu) continue;  // already complete
    const TypeRequest *type_request = request.find(grant.type);
    const auto hint =
        std::find_if(request.hints.begin(), request.hints.end(),
                     [&](const TypeRequest &each) { return each.type == grant.type; });
    const object::DeviceCount how = type_request != nullptr       ? type_request->hint.count
                                    : hint != request.hints.end() ? hint->hint.count
                                                                  : object::DeviceCount();
    const int64_t devices =
        how == object::DeviceCount::kApplyForAll
            ? 1
            : std::count_if(claim.begin(), claim.end(),
                            [&](const Grant &other) { return other.type == grant.type; });
    for (const ResourceAmount &part :
         type_request != nullptr ? type_request->parts : request.others) {
      if (amount_of(grant.parts, part.resource) > 0) continue;
      const bool is_whole = how == object::DeviceCount::kRequestsAsCount ||
                            (type_request != nullptr && type_request->unclear);
      raise_to(grant.parts, part.resource,
               is_whole ? kWholePercent : ceiling(part.amount, devices));
    }
  }
}

object::AllocatedDevice allocated_by(const Grant &grant, const object::Resources &resources) {
  object::AllocatedDevice out;
  out.type = resources.types().name(grant.type);
  out.minor = grant.minor;
  out.id = text_of(grant.id);
  for (const ResourceAmount &part : grant.parts)
    out.resources.push_back({resources.name(part.resource), part.amount});
  std::sort(out.resources.begin(), out.resources.end(),
            [](const auto &a, const auto &b) { return a.resource < b.resource; });
  out.vfs = grant.vfs;
  return out;
}

}  // namespace

Refusal judge_claim(const Request *request, const Ledger *ledger, Profile profile, Grants &claim,
                    bool may_be_fewer) {
  if (claim.empty()) return {};
  merge(claim, ledger != nullptr);
  if (request == nullptr) return refuse(Reason::kDevicesNotAsked, profile, claim.front().type);
  return Judge(*request, ledger, profile, claim, may_be_fewer).run();
}

Grants read_claim(const std::vector<object::AllocatedDevice> &allocated,
                  const object::Resources &resources) {
  Grants out;
  const auto names = resources.mention(object::Mention::kByPod);
  const auto types = resources.mention_types(object::Mention::kByPod);
  for (const object::AllocatedDevice &device : allocated) {
    Grant grant;
    grant.type = types->add(device.type);
    grant.minor = grant.allocated_minor = device.minor;
    if (!device.id.empty()) grant.id = std::make_shared<const std::string>(device.id);
    for (const object::Amount &amount : device.resources)
      grant.parts.push_back({names->add(amount.resource), amount.value});
    std::ranges::sort(grant.parts, {}, &ResourceAmount::resource);
    grant.vfs = device.vfs;
    grant.share_template = device.share_template;
    out.push_back(std::move(grant));
  }
  if (names->empty() && types->empty()) return out;
  const KeptNames kept =
      std::make_shared<std::pair<object::NamesPtr, object::NamesPtr>>(names, types);
  for (Grant &grant : out) grant.names = kept;
  return out;
}

Refusal judge_claim(const object::PodObject &pod, const object::PodTotals &totals, Profile profile,
                    std::vector<object::AllocatedDevice> *complete,
                    const object::DeviceObject *node) {
  if (pod.devices.allocated.empty() || !rules_of(profile).judges_claims) return {};
  std::vector<object::AllocatedDevice> allocated = pod.devices.allocated;
  const object::Resources resources;  // numbers are valid for this pod only
  std::optional<Ledger> ledger;
  if (node != nullptr)
    ledger.emplace(make_inventory(*node, resources, profile));
  else if (const Refusal no = complete_mig_claim(totals, profile, allocated); no.refused())
    return no;
  const auto numbers = resources.mention(object::Mention::kByPod);
  const auto kept = resources.mention_types(object::Mention::kByPod);
  std::set<std::string_view> types, stated;
  for (const object::AllocatedDevice &device : allocated) {
    types.insert(device.type);
    for (const object::Amount &amount : device.resources) stated.insert(amount.resource);
  }
  if (types.size() > kMostTypes || stated.size() > kMostNames)
    return refuse(Reason::kDevicesNotAsked, profile, kNoType);
  ResourceAmounts amounts;
  for (const object::Amount &amount : totals.requests) {
    const bool matters = stated.contains(amount.resource) ||
                         resources.find(amount.resource) != object::Resources::kUnknown;
    if (amount.value <= 0 || !matters) continue;
    const ResourceId resource = numbers->add(amount.resource);
    if (resource > object::Resources::kPods)
      amounts.push_back({resource, std::min(amount.value, object::most_of(resource))});
  }
  for (const std::string_view type : types) kept->add(type);
  std::ranges::sort(amounts, {}, &ResourceAmount::resource);
  Request request;
  const RequestOptions how{profile, nullptr, {}};
  // Amounts that no rule interprets reject a pending pod, but this pod already runs here.
  static_cast<void>(make_request(amounts, pod.devices, resources, how, request));
  Grants claim = read_claim(allocated, resources);
  if (ledger)
    for (Grant &grant : claim) locate(ledger->inventory(), grant);
  Refusal out = judge_claim(request.empty() ? nullptr : &request, ledger ? &*ledger : nullptr,
                            profile, claim);
  if (complete != nullptr && !out.refused()) {
    share_out(request, claim);
    for (const Grant &grant : claim) complete->push_back(allocated_by(grant, resources));
  }
  if (out.device_type >= int32_t{kWellKnownTypes})
    out.device_type = -1;  // its number is only valid within this call
  return out;
}

bool same_devices(const Grants &a, const Grants &b) {
  return a.size() == b.size() && std::all_of(a.begin(), a.end(), [&](const Grant &grant) {
           return std::any_of(b.begin(), b.end(),
                              [&](const Grant &other) { return names_same_device(other, grant); });
         });
}

}  // namespace koord::device
