#include "device/allocation/allocate.h"

#include <algorithm>

#include "base/reason_facts.h"
#include "device/choice/joint.h"
#include "device/choice/ordinary_choice.h"

namespace koord::device {

namespace {

// Constraints that the chosen leading devices impose on the other types.
struct LeadingDevices {
  Pcies pcies;                         // PCIe switches of the leading devices
  DeviceMask within = ~DeviceMask{0};  // devices near the leading devices
  int64_t at_least = 0;                // minimum number of devices, even if fewer are requested
  CountLacking lacks{};
};

class Allocation {
 public:
  explicit Allocation(const NodeRequest &node_request) : node_request_(node_request) {}

  Refusal run(Grants &out);

 private:
  const Pool &pool_of(const TypeRequest &request) const {
    return node_request_.ledger().inventory().pools[node_request_.pool_of(request)];
  }
  Refusal choose(const TypeRequest &request, const LeadingDevices &leads, std::vector<int> &chosen);
  // The first request leads.
  Refusal choose_joint(std::vector<const TypeRequest *> requests);
  Refusal choose_as_upstream(const std::vector<const TypeRequest *> &requests);
  Refusal choose_near(const std::vector<const TypeRequest *> &requests, Nearness nearness);
  Refusal grant(const Candidates &site, const TypeRequest &request, const ResourceAmounts &each,
                const std::vector<int> &devices);
  Refusal devices_apart(const TypeRequest &request, int64_t needed) const;
  std::vector<int> shared_device(const Candidates &site, const CountRequest &need,
                                 int chosen) const;

  const NodeRequest &node_request_;
  Grants grants_;
};

Refusal Allocation::grant(const Candidates &site, const TypeRequest &request,
                          const ResourceAmounts &each, const std::vector<int> &devices) {
  const Pool &pool = site.pool();
  for (const int d : devices) {
    const auto index = static_cast<size_t>(d);
    const Device &device = pool.devices[index];
    Grant grant = grant_of(pool, index, each);
    if (node_request_.rules().devices_can_be_exclusive) grant.exclusive = request.hint.exclusive;
    if (const Refusal refusal = fill_memory(site.ledger, site.profile, grant); refusal.refused())
      return refusal;
    if (pool.type == kTypeGpu && node_request_.gpu().by_template)
      grant.share_template = node_request_.share_template();
    if (request.hint.selects_vfs) {
      const auto vf =
          static_cast<size_t>(find_vf(site.ledger, site.index, index, request.hint.vf_selector));
      grant.vfs.push_back({device.vfs[vf].minor, device.vfs[vf].bus_id});
    }
    grants_.push_back(std::move(grant));
  }
  return {};
}

Refusal Allocation::devices_apart(const TypeRequest &request, int64_t needed) const {
  Refusal out = Refusal::of(Reason::kDevicesApart, node_request_.conditions().profile);
  out.object = Object::kDevice;
  out.needed = needed;
  out.device_type = request.type;
  return out;
}

Refusal Allocation::choose(const TypeRequest &request, const LeadingDevices &leads,
                           std::vector<int> &chosen) {
  Candidates site = node_request_.candidates_of(request);
  site.allowed &= leads.within;
  site.lacks = leads.lacks;
  const CountRequest need = node_request_.count_request(request);
  const NodeConditions &conditions = node_request_.conditions();
  const auto pcies = static_cast<int64_t>(leads.pcies.size());
  Choice choice = request.type == kTypeGpu
                      ? choose_gpus(site, node_request_.gpu(), conditions.labels, conditions.mode,
                                    {leads.at_least, pcies})
                      : choose_ordinary(site, need.each, std::max(need.count, leads.at_least),
                                        leads.pcies, pcies);
  if (choice.refusal.refused()) return choice.refusal;
  chosen = std::move(choice.devices);
  if (request.type == kTypeGpu && conditions.sharing && node_request_.gpu().shared &&
      chosen.size() == 1)
    chosen = shared_device(site, need, chosen.front());
  return grant(site, request, need.each, chosen);
}

// Returns the fitting device that `conditions.sharing` prefers, or `chosen` if it prefers none.
std::vector<int> Allocation::shared_device(const Candidates &site, const CountRequest &need,
                                           int chosen) const {
  DeviceMask fitting = site.fitting(need.each);
  for_each_device(fitting, [&](int device) {
    if (!site.accepts(device_bit(device))) fitting &= ~device_bit(device);
  });
  const DeviceMask wanted = node_request_.conditions().sharing(fitting);
  return {wanted == 0 ? chosen : lowest(wanted)};
}

Refusal Allocation::choose_as_upstream(const std::vector<const TypeRequest *> &requests) {
  std::vector<int> chosen;
  LeadingDevices leads;
  for (const TypeRequest *request : requests) {
    if (const Refusal refusal = choose(*request, leads, chosen); refusal.refused()) return refusal;
    const Pcies pcies = pcies_of(pool_of(*request), chosen);
    if (request == requests.front()) {
      leads.pcies = pcies;
      if (node_request_.same_pcie()) leads.at_least = static_cast<int64_t>(pcies.size());
    } else if (node_request_.same_pcie() && pcies != leads.pcies) {
      return devices_apart(*request, leads.at_least);
    }
  }
  return {};
}

Refusal Allocation::choose_near(const std::vector<const TypeRequest *> &requests,
                                Nearness nearness) {
  grants_.clear();
  const TypeRequest &lead = *requests.front();
  const Pool &pool = pool_of(lead);
  std::vector<Follower> followers;
  for (size_t i = 1; i < requests.size(); ++i)
    followers.push_back(make_follower(pool, node_request_.candidates_of(*requests[i]),
                                      node_request_.count_request(*requests[i]), nearness));
  const bool anywhere = nearness == Nearness::kAny;
  LeadingDevices leads;
  if (!anywhere) {
    leads.within = near_all(pool, followers);
    leads.lacks =
        leads_lack(followers, nearness, leads.within, node_request_.count_request(lead).count);
  }
  std::vector<int> chosen;
  if (const Refusal refusal = choose(lead, leads, chosen); refusal.refused()) return refusal;
  const DeviceMask leaders = mask_of(chosen);
  leads = {};
  leads.pcies = pcies_of(pool, chosen);
  for (size_t i = 1; i < requests.size(); ++i) {
    const Follower &follower = followers[i - 1];
    if (!anywhere) leads.within = near_any(follower, leaders);
    if (nearness == Nearness::kPcie) {
      leads.at_least = switches_of(follower, leaders);
      leads.lacks = followers_lack(follower, leaders);
    }
    if (const Refusal refusal = choose(*requests[i], leads, chosen); refusal.refused())
      return refusal;
  }
  return {};
}

Refusal Allocation::choose_joint(std::vector<const TypeRequest *> requests) {
  if (!node_request_.rules().joint_by_nearness) return choose_as_upstream(requests);
  if (node_request_.postpones() && requests.front()->type == kTypeGpu)
    requests.erase(requests.begin() + 1, requests.end());
  // Try the closest devices first: one PCIe switch, then one NUMA node, then the whole machine.
  if (requests.size() == 1) return choose_near(requests, Nearness::kAny);
  if (!choose_near(requests, Nearness::kPcie).refused()) return {};
  if (!node_request_.same_pcie() && !choose_near(requests, Nearness::kNuma).refused()) return {};
  const Refusal refusal = choose_near(requests, Nearness::kAny);
  return node_request_.same_pcie() && !refusal.refused() ? devices_apart(*requests[1], 1) : refusal;
}

Refusal Allocation::run(Grants &out) {
  const std::vector<const TypeRequest *> types_now = node_request_.types_now();
  for (const TypeRequest *request : types_now)
    if (const Refusal refusal = node_request_.check(*request); refusal.refused()) return refusal;
  std::vector<const TypeRequest *> joint;
  if (types_now.size() > 1) joint = node_request_.joint();
  if (!joint.empty())
    if (const Refusal refusal = choose_joint(joint); refusal.refused()) return refusal;
  std::vector<int> chosen;
  for (const TypeRequest *request : types_now) {
    if (std::find(joint.begin(), joint.end(), request) != joint.end()) continue;
    if (const Refusal refusal = choose(*request, {}, chosen); refusal.refused()) return refusal;
  }
  std::stable_sort(grants_.begin(), grants_.end(),
                   [](const Grant &a, const Grant &b) { return a.type < b.type; });
  out = std::move(grants_);
  return {};
}

}  // namespace

bool is_unresolvable(const Refusal &refusal) {
  if (refusal.reason == Reason::kDevicesNotReported) return refusal.best == 0;
  return facts_of(refusal.reason).resolution == Resolution::kUnresolvable &&
         is_about_devices(refusal.reason);
}

Refusal check_reported(const Ledger &ledger, const Request &request, Profile profile) {
  if (!ledger.has_unreported()) return {};
  NodeConditions conditions;
  conditions.profile = profile;
  const NodeRequest node_request(ledger, request, conditions);
  for (const TypeRequest &type : node_request.types()) {
    const int pool = ledger.inventory().find(type.type);
    if (pool < 0 || !ledger.is_unreported(static_cast<size_t>(pool))) continue;
    Refusal out = Refusal::of(Reason::kDevicesNotReported, profile);
    out.object = Object::kDevice;
    out.device_type = type.type;
    out.needed = std::max<int64_t>(1, node_request.count_request(type).count);
    if (!ledger.inventory().kubelet_unreported)
      out.best = ledger.unreported_pods(static_cast<size_t>(pool));
    return out;
  }
  return {};
}

std::optional<int64_t> score_node(const Ledger &ledger, const Request &request,
                                  const NodeConditions &conditions) {
  if (conditions.scorer == nullptr) return std::nullopt;
  const NodeRequest node_request(ledger, request, conditions);
  const std::vector<const TypeRequest *> types_now = node_request.types_now();
  for (const TypeRequest *type : types_now)
    if (node_request.check(*type).refused()) return std::nullopt;
  std::optional<int64_t> sum;
  for (const TypeRequest *type : types_now) {
    const DeviceMask listed = node_request.listed(*type);
    if (listed == 0) continue;
    sum = sum.value_or(0) + score_pool(*conditions.scorer, ledger, node_request.pool_of(*type),
                                       listed, node_request.count_request(*type).each);
  }
  return sum;
}

std::vector<TypeId> requested_types(const Ledger &ledger, const Request &request) {
  const NodeRequest node_request(ledger, request, {});
  std::vector<TypeId> out;
  for (const TypeRequest &type : node_request.types()) out.push_back(type.type);
  return out;
}

DeviceMask allowed_gpus(const Ledger &ledger, const Request &request,
                        const NodeConditions &conditions) {
  const NodeRequest node_request(ledger, request, conditions);
  for (const TypeRequest &type : node_request.types())
    if (type.type == kTypeGpu && !node_request.check(type).refused())
      return node_request.candidates_of(type).allowed;
  return 0;
}

Refusal allocate(const Ledger &ledger, const Request &request, const NodeConditions &conditions,
                 Grants &out) {
  const NodeRequest node_request(ledger, request, conditions);
  return Allocation(node_request).run(out);
}

}  // namespace koord::device
