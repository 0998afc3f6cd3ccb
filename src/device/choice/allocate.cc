#include "device/choice/allocate.h"

#include <algorithm>

#include "base/reason_facts.h"
#include "device/choice/joint.h"
#include "device/choice/ordinary_choice.h"

namespace koord::device {

namespace {

// What the choice of leading devices leaves to the others.
struct Leads {
  Pcies pcies;                         // where the leading devices are
  DeviceMask within = ~DeviceMask{0};  // near to them
  int64_t at_least = 0;                // devices, were fewer asked for
  Lacks lacks{};
};

class Allocation {
 public:
  explicit Allocation(const NodeRequest &ask) : ask_(ask) {}

  Refusal run(Grants &out);

 private:
  const Pool &pool_of(const TypeRequest &ask) const {
    return ask_.ledger().inventory().pools[ask_.pool_of(ask)];
  }
  Refusal choose(const TypeRequest &ask, const Leads &leads, std::vector<int> &chosen);
  // The first of these leads.
  Refusal choose_joint(std::vector<const TypeRequest *> asks);
  Refusal choose_as_upstream(const std::vector<const TypeRequest *> &asks);
  Refusal choose_near(const std::vector<const TypeRequest *> &asks, Nearness nearness);
  Refusal grant(const Site &site, const TypeRequest &ask, const Parts &each,
                const std::vector<int> &devices);
  Refusal apart(const TypeRequest &ask, int64_t needed) const;
  std::vector<int> shared_device(const Site &site, const CountRequest &need, int chosen) const;

  const NodeRequest &ask_;
  Grants grants_;
};

Refusal Allocation::grant(const Site &site, const TypeRequest &ask, const Parts &each,
                          const std::vector<int> &devices) {
  const Pool &pool = site.pool();
  for (const int d : devices) {
    const auto index = static_cast<size_t>(d);
    const Device &device = pool.devices[index];
    Grant grant{pool.type, device.minor, each, {}, {}};
    grant.names = pool.names;
    if (ask_.rules().devices_can_be_exclusive) grant.exclusive = ask.hint.exclusive;
    if (const Refusal refusal = fill_memory(site.ledger, site.profile, grant); refusal.refused())
      return refusal;
    if (pool.type == kTypeGpu && ask_.gpu().by_template)
      grant.share_template = ask_.share_template();
    if (ask.hint.selects_vfs) {
      const auto vf =
          static_cast<size_t>(find_vf(site.ledger, site.index, index, ask.hint.vf_selector));
      grant.vfs.push_back({device.vfs[vf].minor, device.vfs[vf].bus_id});
    }
    grants_.push_back(std::move(grant));
  }
  return {};
}

Refusal Allocation::apart(const TypeRequest &ask, int64_t needed) const {
  Refusal out = Refusal::of(Reason::kDevicesApart, ask_.conditions().profile);
  out.object = Object::kDevice;
  out.needed = needed;
  out.device_type = ask.type;
  return out;
}

Refusal Allocation::choose(const TypeRequest &ask, const Leads &leads, std::vector<int> &chosen) {
  Site site = ask_.site_of(ask);
  site.allowed &= leads.within;
  site.lacks = leads.lacks;
  const CountRequest need = ask_.need(ask);
  const NodeConditions &conditions = ask_.conditions();
  const auto pcies = static_cast<int64_t>(leads.pcies.size());
  Choice choice = ask.type == kTypeGpu
                      ? choose_gpus(site, ask_.gpu(), conditions.labels, conditions.mode,
                                    {leads.at_least, pcies})
                      : choose_ordinary(site, need.each, std::max(need.count, leads.at_least),
                                        leads.pcies, pcies);
  if (choice.refusal.refused()) return choice.refusal;
  chosen = std::move(choice.devices);
  if (ask.type == kTypeGpu && conditions.sharing && ask_.gpu().shared && chosen.size() == 1)
    chosen = shared_device(site, need, chosen.front());
  return grant(site, ask, need.each, chosen);
}

// The one that `conditions` would rather have, of those that would do as well.
std::vector<int> Allocation::shared_device(const Site &site, const CountRequest &need,
                                           int chosen) const {
  DeviceMask fitting = site.fitting(need.each);
  for_each_device(fitting, [&](int device) {
    if (!site.accepts(device_bit(device))) fitting &= ~device_bit(device);
  });
  const DeviceMask wanted = ask_.conditions().sharing(fitting);
  return {wanted == 0 ? chosen : lowest(wanted)};
}

Refusal Allocation::choose_as_upstream(const std::vector<const TypeRequest *> &asks) {
  std::vector<int> chosen;
  Leads leads;
  for (const TypeRequest *ask : asks) {
    if (const Refusal refusal = choose(*ask, leads, chosen); refusal.refused()) return refusal;
    const Pcies pcies = pcies_of(pool_of(*ask), chosen);
    if (ask == asks.front()) {
      leads.pcies = pcies;
      if (ask_.same_pcie()) leads.at_least = static_cast<int64_t>(pcies.size());
    } else if (ask_.same_pcie() && pcies != leads.pcies) {
      return apart(*ask, leads.at_least);
    }
  }
  return {};
}

Refusal Allocation::choose_near(const std::vector<const TypeRequest *> &asks, Nearness nearness) {
  grants_.clear();
  const TypeRequest &lead = *asks.front();
  const Pool &pool = pool_of(lead);
  std::vector<Follower> followers;
  for (size_t i = 1; i < asks.size(); ++i)
    followers.push_back(make_follower(pool, ask_.site_of(*asks[i]), ask_.need(*asks[i]), nearness));
  const bool anywhere = nearness == Nearness::kAny;
  Leads leads;
  if (!anywhere) {
    leads.within = near_all(pool, followers);
    leads.lacks = leads_lack(followers, nearness, leads.within, ask_.need(lead).count);
  }
  std::vector<int> chosen;
  if (const Refusal refusal = choose(lead, leads, chosen); refusal.refused()) return refusal;
  const DeviceMask leaders = mask_of(chosen);
  leads = {};
  leads.pcies = pcies_of(pool, chosen);
  for (size_t i = 1; i < asks.size(); ++i) {
    const Follower &follower = followers[i - 1];
    if (!anywhere) leads.within = near_any(follower, leaders);
    if (nearness == Nearness::kPcie) {
      leads.at_least = switches_of(follower, leaders);
      leads.lacks = followers_lack(follower, leaders);
    }
    if (const Refusal refusal = choose(*asks[i], leads, chosen); refusal.refused()) return refusal;
  }
  return {};
}

Refusal Allocation::choose_joint(std::vector<const TypeRequest *> asks) {
  if (!ask_.rules().joint_by_nearness) return choose_as_upstream(asks);
  if (ask_.postpones() && asks.front()->type == kTypeGpu) asks.erase(asks.begin() + 1, asks.end());
  // As near as can be: one PCIe switch, else one NUMA node, else the machine.
  if (asks.size() == 1) return choose_near(asks, Nearness::kAny);
  if (!choose_near(asks, Nearness::kPcie).refused()) return {};
  if (!ask_.same_pcie() && !choose_near(asks, Nearness::kNuma).refused()) return {};
  const Refusal refusal = choose_near(asks, Nearness::kAny);
  return ask_.same_pcie() && !refusal.refused() ? apart(*asks[1], 1) : refusal;
}

Refusal Allocation::run(Grants &out) {
  const std::vector<const TypeRequest *> due = ask_.due();
  for (const TypeRequest *ask : due)
    if (const Refusal refusal = ask_.check(*ask); refusal.refused()) return refusal;
  std::vector<const TypeRequest *> joint;
  if (due.size() > 1) joint = ask_.joint();
  if (!joint.empty())
    if (const Refusal refusal = choose_joint(joint); refusal.refused()) return refusal;
  std::vector<int> chosen;
  for (const TypeRequest *ask : due) {
    if (std::find(joint.begin(), joint.end(), ask) != joint.end()) continue;
    if (const Refusal refusal = choose(*ask, {}, chosen); refusal.refused()) return refusal;
  }
  std::stable_sort(grants_.begin(), grants_.end(),
                   [](const Grant &a, const Grant &b) { return a.type < b.type; });
  out = std::move(grants_);
  return {};
}

}  // namespace

bool is_unresolvable(const Refusal &refusal) {
  return facts_of(refusal.reason).eviction == Eviction::kNeverHelps &&
         is_about_devices(refusal.reason);
}

std::optional<int64_t> score_node(const Ledger &ledger, const Request &ask,
                                  const NodeConditions &conditions) {
  if (conditions.scorer == nullptr) return std::nullopt;
  const NodeRequest asked(ledger, ask, conditions);
  const std::vector<const TypeRequest *> due = asked.due();
  for (const TypeRequest *type : due)
    if (asked.check(*type).refused() || asked.listed(*type) == 0) return std::nullopt;
  int64_t sum = 0;
  for (const TypeRequest *type : due)
    sum += score_pool(*conditions.scorer, ledger, asked.pool_of(*type), asked.listed(*type),
                      asked.need(*type).each);
  return sum;
}

DeviceMask allowed_gpus(const Ledger &ledger, const Request &ask,
                        const NodeConditions &conditions) {
  const NodeRequest asked(ledger, ask, conditions);
  for (const TypeRequest &type : asked.types())
    if (type.type == kTypeGpu && !asked.check(type).refused()) return asked.site_of(type).allowed;
  return 0;
}

Refusal allocate(const Ledger &ledger, const Request &ask, const NodeConditions &conditions,
                 Grants &out) {
  const NodeRequest asked(ledger, ask, conditions);
  return Allocation(asked).run(out);
}

}  // namespace koord::device
