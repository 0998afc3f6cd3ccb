#include "device/allocate.h"

#include <algorithm>

#include "device/ordinary_choice.h"

namespace koord::device {

namespace {

class Allocation {
 public:
  Allocation(const Ledger &ledger, const Ask &ask, const Conditions &conditions)
      : ledger_(ledger), ask_(ask), conditions_(conditions), asks_(ask.types) {
    add_others();
  }

  Refusal run(Grants &out);
  std::optional<int64_t> score() const;

 private:
  void add_others();
  bool is_joint(TypeId type) const {
    return std::find(ask_.joint.begin(), ask_.joint.end(), type) != ask_.joint.end();
  }
  const TypeAsk *find(TypeId type) const;
  DeviceMask listed(const TypeAsk &ask, size_t pool) const;
  Site site_of(const TypeAsk &ask, size_t pool) const;
  Refusal check(const TypeAsk &ask) const;
  Refusal choose(const TypeAsk &ask, const Pcies &pcies, bool one_per_pcie, Pcies *used);
  Refusal choose_joint();
  Refusal choose_together(const TypeAsk &lead, const std::vector<const TypeAsk *> &followers);
  DeviceMask near_followers(const TypeAsk &lead, const std::vector<const TypeAsk *> &followers,
                            bool by_pcie) const;
  std::string share_template() const;
  Refusal grant(const Site &site, const TypeAsk &ask, const Parts &each,
                const std::vector<int> &devices);

  const Ledger &ledger_;
  const Ask &ask_;
  const Conditions &conditions_;
  std::vector<TypeAsk> asks_;
  DeviceMask lead_ = ~DeviceMask{0};  // what the leading type may have
  Grants grants_;
};

// Resources that devices of the node have, whatever their type.
void Allocation::add_others() {
  for (const Part &part : ask_.others) {
    const int pool = ledger_.inventory().pool_of(part.resource);
    if (pool < 0) continue;
    const TypeId type = ledger_.inventory().pools[static_cast<size_t>(pool)].type;
    const auto at = std::find_if(asks_.begin(), asks_.end(),
                                 [&](const TypeAsk &ask) { return ask.type == type; });
    if (at != asks_.end()) {
      at->parts.push_back(part);
    } else {
      asks_.push_back({type, {part}, {}});
    }
  }
  std::sort(asks_.begin(), asks_.end(),
            [](const TypeAsk &a, const TypeAsk &b) { return a.type < b.type; });
}

const TypeAsk *Allocation::find(TypeId type) const {
  for (const TypeAsk &ask : asks_)
    if (ask.type == type) return &ask;
  return nullptr;
}

// Those that its selector matches, on the NUMA nodes that the pod keeps to.
DeviceMask Allocation::listed(const TypeAsk &ask, size_t index) const {
  const Pool &pool = ledger_.inventory().pools[index];
  const DeviceMask devices = selected(pool, ask.hint.selector);
  return conditions_.keeps_to_numa ? devices & on_numa(pool, conditions_.numa) : devices;
}

Site Allocation::site_of(const TypeAsk &ask, size_t index) const {
  DeviceMask allowed = listed(ask, index);
  if (ask.hint.selects_vfs)
    for_each_device(allowed, [&](int device) {
      if (find_vf(ledger_, index, static_cast<size_t>(device), ask.hint.vf_selector) < 0)
        allowed &= ~device_bit(device);
    });
  return {ledger_, index, allowed, conditions_.scorer, conditions_.profile};
}

// Of the node's model, the size asked for; "": it has none such.
std::string Allocation::share_template() const {
  const Inventory &inventory = ledger_.inventory();
  const bool own = conditions_.labels.model.empty() && conditions_.profile != Profile::kUpstream;
  const std::string model = own ? inventory.vendor + "-" + inventory.model
                                : conditions_.labels.vendor + "-" + conditions_.labels.model;
  for (const MatchedTemplate &matched : ask_.gpu.templates)
    if (matched.model == model) return matched.names.front();
  return "";
}

Refusal Allocation::grant(const Site &site, const TypeAsk &ask, const Parts &each,
                          const std::vector<int> &devices) {
  const Pool &pool = site.pool();
  for (const int d : devices) {
    const auto index = static_cast<size_t>(d);
    const Device &device = pool.devices[index];
    Grant grant{pool.type, device.minor, each, {}, {}};
    if (const Refusal refusal = fill_memory(ledger_, conditions_.profile, grant); refusal.refused())
      return refusal;
    if (pool.type == kTypeGpu && ask_.gpu.by_template) grant.share_template = share_template();
    if (ask.hint.selects_vfs) {
      const auto vf =
          static_cast<size_t>(find_vf(ledger_, site.index, index, ask.hint.vf_selector));
      grant.vfs.push_back({device.vfs[vf].minor, device.vfs[vf].bus_id});
    }
    grants_.push_back(std::move(grant));
  }
  return {};
}

// What can be told before anything is chosen.
Refusal Allocation::check(const TypeAsk &ask) const {
  Refusal none;
  none.reason = Reason::kNoDevices;
  none.profile = conditions_.profile;
  none.object = Object::kDevice;
  none.needed = ask.type == kTypeGpu ? ask_.gpu.count : need_of(ask, 0).count;
  none.detail = ask.type;
  const int index = ledger_.inventory().find(ask.type);
  if (index < 0) return none;
  const auto pool = static_cast<size_t>(index);
  if (ask.hint.selects_vfs && ledger_.inventory().pools[pool].vf_count == 0) {
    none.reason = Reason::kNotEnoughVfs;
    return none;
  }
  if (listed(ask, pool) == 0) return none;
  if (ask.type == kTypeGpu && ask_.gpu.by_template && share_template().empty()) {
    none.reason = Reason::kNoShareTemplate;
    return none;
  }
  return {};
}

Refusal Allocation::choose(const TypeAsk &ask, const Pcies &pcies, bool one_per_pcie, Pcies *used) {
  const bool is_gpu = ask.type == kTypeGpu;
  Site site = site_of(ask, static_cast<size_t>(ledger_.inventory().find(ask.type)));
  if (used != nullptr) site.allowed &= lead_;
  Need need = is_gpu ? Need{ask_.gpu.each, ask_.gpu.count} : need_of(ask, listed(ask, site.index));
  if (one_per_pcie) need.count = std::max(need.count, static_cast<int64_t>(pcies.size()));
  const Choice choice =
      is_gpu ? choose_gpus(site, ask_.gpu, conditions_.labels, conditions_.mode, pcies)
             : choose_ordinary(site, need.each, need.count, pcies);
  if (choice.refusal.refused()) return choice.refusal;
  if (const Refusal refusal = grant(site, ask, need.each, choice.devices); refusal.refused())
    return refusal;
  if (used != nullptr) *used = pcies_of(site.pool(), choice.devices);
  if (one_per_pcie && pcies_of(site.pool(), choice.devices) != pcies)
    return site.refuse(Reason::kDevicesApart, need.count, 0);
  return {};
}

// Devices of the leading type that have one of each other joint type on their PCIe switch, or NUMA node.
DeviceMask Allocation::near_followers(const TypeAsk &lead,
                                      const std::vector<const TypeAsk *> &followers,
                                      bool by_pcie) const {
  const Inventory &inventory = ledger_.inventory();
  const Pool &pool = inventory.pools[static_cast<size_t>(inventory.find(lead.type))];
  DeviceMask out = ~DeviceMask{0};
  for (const TypeAsk *follower : followers) {
    const int index = inventory.find(follower->type);
    if (index < 0) return 0;
    const Site site = site_of(*follower, static_cast<size_t>(index));
    const Need need = follower->type == kTypeGpu ? Need{ask_.gpu.each, ask_.gpu.count}
                                                 : need_of(*follower, site.allowed);
    DeviceMask near = 0;
    for_each_device(site.fitting(need.each), [&](int f) {
      const Device &other = site.pool().devices[static_cast<size_t>(f)];
      for (size_t d = 0; d < pool.devices.size(); ++d) {
        const Device &device = pool.devices[d];
        const bool close = device.placed && other.placed &&
                           (by_pcie ? device.pcie == other.pcie : device.numa == other.numa);
        if (close) near |= device_bit(static_cast<int>(d));
      }
    });
    out &= near;
  }
  return out;
}

Refusal Allocation::choose_together(const TypeAsk &lead,
                                    const std::vector<const TypeAsk *> &followers) {
  grants_.clear();
  Pcies pcies;
  if (const Refusal refusal = choose(lead, {}, false, &pcies); refusal.refused()) return refusal;
  for (const TypeAsk *follower : followers)
    if (const Refusal refusal = choose(*follower, pcies, ask_.same_pcie, nullptr);
        refusal.refused())
      return refusal;
  return {};
}

Refusal Allocation::choose_joint() {
  const TypeAsk *lead = find(ask_.joint.front());
  std::vector<const TypeAsk *> followers;
  const bool postponed = !conditions_.settles_secondary &&
                         ledger_.inventory().secondary_well_planned && !ask_.gpu.shared &&
                         lead->type == kTypeGpu;
  for (size_t i = 1; i < ask_.joint.size() && !postponed; ++i)
    if (const TypeAsk *follower = find(ask_.joint[i])) followers.push_back(follower);
  const bool search = conditions_.profile != Profile::kUpstream && !followers.empty() &&
                      ledger_.inventory().find(lead->type) >= 0;
  if (!search) return choose_together(*lead, followers);
  // As near as can be: one PCIe switch, else one NUMA node, else the machine.
  for (const bool by_pcie : {true, false}) {
    lead_ = near_followers(*lead, followers, by_pcie);
    if (lead_ != 0 && !choose_together(*lead, followers).refused()) return {};
    if (by_pcie && ask_.same_pcie) break;
  }
  lead_ = ~DeviceMask{0};
  return choose_together(*lead, followers);
}

Refusal Allocation::run(Grants &out) {
  for (const TypeAsk &ask : asks_)
    if (const Refusal refusal = check(ask); refusal.refused()) return refusal;
  Grants all;
  const bool joint = !ask_.joint.empty() && find(ask_.joint.front()) != nullptr && asks_.size() > 1;
  if (joint) {
    if (const Refusal refusal = choose_joint(); refusal.refused()) return refusal;
    all.swap(grants_);
  }
  for (const TypeAsk &ask : asks_) {
    if (joint && is_joint(ask.type)) continue;
    if (const Refusal refusal = choose(ask, {}, false, nullptr); refusal.refused()) return refusal;
  }
  all.insert(all.end(), std::make_move_iterator(grants_.begin()),
             std::make_move_iterator(grants_.end()));
  std::stable_sort(all.begin(), all.end(),
                   [](const Grant &a, const Grant &b) { return a.type < b.type; });
  out = std::move(all);
  return {};
}

std::optional<int64_t> Allocation::score() const {
  if (conditions_.scorer == nullptr) return std::nullopt;
  for (const TypeAsk &ask : asks_)
    if (check(ask).refused()) return std::nullopt;
  int64_t sum = 0;
  for (const TypeAsk &ask : asks_) {
    const int index = ledger_.inventory().find(ask.type);
    if (index < 0) continue;
    const DeviceMask devices = listed(ask, static_cast<size_t>(index));
    const Parts each = ask.type == kTypeGpu ? ask_.gpu.each : need_of(ask, devices).each;
    sum += score_pool(*conditions_.scorer, ledger_, static_cast<size_t>(index), devices, each);
  }
  return sum;
}

}  // namespace

bool is_unresolvable(const Refusal &refusal) {
  switch (refusal.reason) {
    case Reason::kDeviceUnit:
    case Reason::kDeviceMix:
    case Reason::kNoShareTemplate:
    case Reason::kNoDevices:
    case Reason::kNotEnoughVfs:
    case Reason::kNoPartitionTable:
    case Reason::kPartitionSize:
    case Reason::kDevicesUnplaced:
    case Reason::kSharesSpread:
      return true;
    default:
      return false;
  }
}

Refusal fill_memory(const Ledger &ledger, Profile profile, Grant &grant) {
  if (grant.type != kTypeGpu) return {};
  const int index = ledger.inventory().find(kTypeGpu);
  const Pool *pool = index < 0 ? nullptr : &ledger.inventory().pools[static_cast<size_t>(index)];
  const int device = pool == nullptr ? -1 : pool->find(grant.minor);
  if (device < 0 || !pool->devices[static_cast<size_t>(device)].healthy) {
    Refusal refusal;
    refusal.reason = Reason::kDeviceUnhealthy;
    refusal.profile = profile;
    refusal.object = refusal.where_object = Object::kDevice;
    refusal.needed = 1;
    refusal.where = grant.minor;
    refusal.detail = kTypeGpu;
    return refusal;
  }
  Parts &parts = grant.parts;
  const bool has_bytes = names(parts, kResourceGpuMemory);
  const bool has_ratio = names(parts, kResourceGpuMemoryRatio);
  const auto column = static_cast<size_t>(pool->column(kResourceGpuMemory));
  const int64_t total = pool->total(static_cast<size_t>(device))[column];
  if (has_bytes == has_ratio || total <= 0) return {};
  if (has_ratio) {
    const int64_t ratio = amount_of(parts, kResourceGpuMemoryRatio);
    parts.push_back({kResourceGpuMemory, static_cast<int64_t>(Wide{ratio} * total / 100)});
  } else {
    const int64_t bytes = amount_of(parts, kResourceGpuMemory);
    const auto ratio =
        profile == Profile::kUpstream
            ? static_cast<int64_t>(static_cast<double>(bytes) / static_cast<double>(total) * 100)
            : static_cast<int64_t>((Wide{bytes} * 100 + total - 1) / total);
    parts.push_back({kResourceGpuMemoryRatio, ratio});
  }
  std::sort(parts.begin(), parts.end(),
            [](const Part &a, const Part &b) { return a.resource < b.resource; });
  return {};
}

std::optional<int64_t> score_node(const Ledger &ledger, const Ask &ask,
                                  const Conditions &conditions) {
  return Allocation(ledger, ask, conditions).score();
}

Refusal allocate(const Ledger &ledger, const Ask &ask, const Conditions &conditions, Grants &out) {
  return Allocation(ledger, ask, conditions).run(out);
}

}  // namespace koord::device
