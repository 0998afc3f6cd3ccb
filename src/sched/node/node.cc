#include "sched/node/node.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "cpu/claimed_cpus.h"

namespace koord::sched {
namespace {

// Returns the part of a grant that is counted. Annotations can state any amount.
int64_t counted_amount(const NumaGrant &grant) {
  return std::min(grant.amount, object::most_of(grant.resource));
}

// Returns an upper bound on what the holding adds to any account.
// CPUs are weighted so that their number is bounded, too.
int64_t load_of(const Holding &holding) {
  int64_t request = 0;
  for (const ResourceAmount &each : holding.shape().requests)
    request = std::max(request, each.amount);
  int64_t granted = 0;
  for (const NumaGrant &grant : holding.grants())
    granted = std::max(granted, counted_amount(grant));
  if (holding.devices())
    for (const device::Grant &grant : *holding.devices())
      for (const device::ResourceAmount &part : grant.parts)
        granted = std::max(granted, std::min(part.amount, object::most_of(part.resource)));
  const int64_t cpus = CpuSet::count_in(holding.cpus());
  return std::max(request, granted) + (cpus << 32);
}

// Keyed by name, because the numbers depend on the order in which names were registered.
std::map<std::string, Account> by_name(std::span<const std::pair<ResourceId, Account>> accounts,
                                       const Node &node) {
  std::map<std::string, Account> out;
  for (const auto &[resource, account] : accounts)
    out.emplace(node.resource_name(resource), account);
  return out;
}

// Removes derived amounts of GPU memory. Bytes and percents are converted into each other, and the
// amount that the pod does not request can exceed what is left: bytes always (see
// Ledger::is_overcommitted), percents unless the profile limits them.
void leave_out_derived(const Shape &shape, const Options &options, device::Grant &grant) {
  if (grant.type != kTypeGpu) return;
  const device::ResourceAmounts all = grant.parts;
  const bool limits_percents = options.rules().rounds_gpu_ratio_up;
  const auto is_derived = [&](const device::ResourceAmount &part) {
    const bool is_bytes = part.resource == kResourceGpuMemory;
    if (limits_percents) return is_bytes && device::names(all, kResourceGpuMemoryRatio);
    const bool is_memory = is_bytes || part.resource == kResourceGpuMemoryRatio;
    return is_memory && shape.devices && !device::names(shape.devices->gpu.each, part.resource);
  };
  std::erase_if(grant.parts, is_derived);
}

}  // namespace

void Node::forget_holdings() { hold_only({}); }

void Node::clear_accounts() {
  for (Account &account : totals_) account.used = 0;
  for (auto &[resource, account] : others_) account.used = 0;
  for (Account &account : numa_accounts_) account.used = 0;
  for (NumaAccount &node : numa_) node.bound = 0, node.single_pods = 0, node.spanning_pods = 0;
  for (const Set set : {kHeld, kMany}) store(set, {});
  for (const ExclusivePolicy policy : cpu::kAvoidingPolicies) store(exclusive_set(policy), {});
  if (devices_) devices_->clear();
  count_kubelet(1);
  bound_ = 0;
  pinned_ = 0;
  load_ = 0;
  clear_kubelet_pods();
}

void Node::withhold_for_kubelet(device::Grants grants) {
  if (!devices_) return;
  devices_->account(assumed_for_kubelet_, -1);
  assumed_for_kubelet_ = std::move(grants);
  devices_->account(assumed_for_kubelet_, 1);
}

bool Node::assumes_for_kubelet() const {
  bool out = false;
  for_each_held_for_kubelet([&](const device::KubeletGrants &given) {
    out = out || given.orphans + given.unknown_gpus > 0 || !given.any.empty();
  });
  return out && options_->rules().keeps_unreported_devices;
}

void Node::count_kubelet(int64_t sign) {
  for (size_t i = 0; i < by_kubelet_.size(); ++i)
    if (by_kubelet_[i]) devices_->account(devices_->inventory().kubelet[i].grants, sign);
  if (devices_) devices_->account(assumed_for_kubelet_, sign);
}

void Node::hold(Holdings holdings) {
  add_holdings(holdings);
  recount();
}

void Node::hold_only(Holdings holdings) {
  clear_accounts();
  add_holdings(holdings);
  recount();
}

void Node::add_holdings(Holdings holdings) {
  add_to_kubelet(holdings);
  CpuSet held = set_of(kHeld);
  CpuSet many = set_of(kMany);
  for (const Holding *holding : holdings) {
    const CpuSet cpus = owned(*holding);
    many |= held & cpus;
    held |= cpus;
    if (holding->exclusive() != ExclusivePolicy::kNone) add_exclusive(holding->exclusive(), cpus);
    account(*holding, cpus, 1);
  }
  store(kHeld, held);
  store(kMany, many);
}

void Node::add_exclusive(ExclusivePolicy under, const CpuSet &cpus) {
  std::array<CpuSet, cpu::kAvoidingPolicies.size()> exclusive;
  for (const ExclusivePolicy policy : cpu::kAvoidingPolicies)
    exclusive[cpu::index_of(policy)] = held_under(policy);
  exclusive[cpu::index_of(under)] |= cpus;
  // The strictest policy of a CPU's holders counts.
  for (size_t i = exclusive.size(); i-- > 0;) {
    for (size_t weaker = 0; weaker < i; ++weaker) exclusive[weaker] -= exclusive[i];
    store(exclusive_set(cpu::kAvoidingPolicies[i]), exclusive[i]);
  }
}

bool Node::release(Holdings holdings) {
  if (load_ > object::kMostUsed) return false;
  CpuSet gone;
  for (const Holding *holding : holdings) gone |= owned(*holding);
  if (gone.intersects(set_of(kMany))) return false;
  remove_from_kubelet(holdings);
  store(kHeld, held() - gone);
  const auto is_exclusive = [](const Holding *holding) {
    return holding->exclusive() != ExclusivePolicy::kNone;
  };
  if (std::ranges::any_of(holdings, is_exclusive))
    for (const ExclusivePolicy policy : cpu::kAvoidingPolicies)
      store(exclusive_set(policy), held_under(policy) - gone);
  if (holdings.size() == 1)
    account(*holdings.front(), gone, -1);
  else
    for (const Holding *holding : holdings) account(*holding, owned(*holding), -1);
  recount();
  return true;
}

CpuSet Node::owned(const CpuSet &cpus, const Shape &shape) const {
  CpuSet out = cpus;
  if (cpus.empty() || !options_->rules().reserved_leave_owners || !has_machine()) return out;
  out &= machine().all_cpus();
  out -= words_of(kReserved);
  if (!machine().isolated().empty()) out -= not_for(shape);
  return out;
}

CpuSet Node::not_for(const Shape &shape) const {
  if (!has_machine() || machine().isolated().empty()) return {};
  return cpu::not_for(shape.isolated, machine(), stated_isolated());
}

CpuSet Node::free_for(const Shape &shape) const {
  if (!shape.isolated || !has_machine()) return free();
  return (machine().all_cpus() & machine().isolated()) - held() - set_of(kWithheld);
}

void Node::confine_cpus(const CpuSet &cpus) { hide((free() | isolated()) - held() - cpus); }

void Node::confine_to_isolated() {
  const CpuSet usable = (machine().all_cpus() & machine().isolated()) - set_of(kWithheld);
  const CpuSet held = set_of(kHeld) & usable;
  if (topology_->excludes_isolated) {
    const CpuSet pinned = kubelets_cpus() & machine().isolated() & machine().all_cpus();
    totals_[Resources::kCpu] = {milli_of(usable.count()), int64_t{1000} * held.count()};
    for (size_t i = 0; i < numa_.size(); ++i) {
      const Topology::CpuNode *place = numa_[i].place;
      const size_t row = i * numa_resources_.size();
      numa_taken_[row] = 0;
      numa_[i].pinned = 0;
      if (place == nullptr) continue;
      numa_accounts_[row] = {milli_of(usable.count_and(place->cpus)),
                             int64_t{1000} * held.count_and(place->cpus)};
      numa_[i].pinned = milli_of(pinned.count_and(place->cpus));
    }
    store(kIsolated, {});
    store(kNotShared, {});
    store(kHeld, held);
  }
  is_confined_ = true;
  withhold(set_of(kWithheld) | (machine().all_cpus() - usable));
}

CpuSet Node::hide(const CpuSet &cpus) {
  const CpuSet before = withheld();
  withhold(before | cpus);
  return before;
}

void Node::withhold(const CpuSet &cpus) {
  store(kWithheld, cpus);
  recount();
}

void Node::confine_amount(size_t node, size_t slot, int64_t free) {
  const int64_t beyond = numa_free(node, slot) - free;
  if (beyond > 0) numa_accounts_[node * numa_resources_.size() + slot].capacity -= beyond;
}

template <typename Use>
void Node::for_each_numa_amount(const Holding &holding, const CpuSet &cpus, Use &&use) const {
  const bool by_cpus = follows_cpus(holding);
  const CpuSet counted_cpus = counted(cpus);
  for (size_t i = 0; i < numa_.size(); ++i) {
    const NumaAccount &node = numa_[i];
    if (!is_on(node, holding, cpus, by_cpus)) continue;
    bool cpu_granted = false;
    for (const NumaGrant &grant : holding.grants()) {
      if (grant.node != node.id || (by_cpus && grant.resource == Resources::kCpu)) continue;
      cpu_granted |= grant.resource == Resources::kCpu;
      if (const int slot = numa_slot(grant.resource); slot >= 0)
        use(i, static_cast<size_t>(slot), counted_amount(grant));
    }
    // The report has subtracted these already.
    for (const NumaGrant &grant : holding.reported())
      if (grant.node == node.id) use(i, 0, -counted_amount(grant));
    // The pod's own CPUs count even if it was not aligned.
    const int own = node.place == nullptr ? 0 : node.place->cpus.count_and(counted_cpus);
    if (!cpu_granted && own > 0) use(i, 0, int64_t{1000} * own);
  }
}

void Node::account(const Holding &holding, const CpuSet &cpus, int64_t sign) {
  // Isolated CPUs that are excluded from other pods are not in the node's amount.
  const int64_t apart = int64_t{1000} * cpus.count_and(set_of(kIsolated));
  for (const ResourceAmount &request : holding.shape().requests)
    if (Account *total = account_of(request.resource)) {
      const int64_t part = request.resource == Resources::kCpu ? apart : 0;
      total->used =
          object::saturated(total->used + sign * std::max<int64_t>(0, request.amount - part));
    }
  const ProfileRules &rules = options_->rules();
  const bool by_cpus = follows_cpus(holding);
  const auto uses = [&](const NumaAccount &node) {
    if (!rules.numa_users_own_cpus) return is_on(node, holding, cpus, by_cpus);
    return node.place != nullptr && node.place->cpus.intersects(cpus);
  };
  size_t spans = 0;
  for (const NumaAccount &node : numa_) spans += uses(node) ? 1 : 0;
  for (NumaAccount &node : numa_)
    if (uses(node))
      (spans > 1 ? node.spanning_pods : node.single_pods) += static_cast<uint32_t>(sign);
  for_each_numa_amount(holding, cpus, [&](size_t i, size_t slot, int64_t amount) {
    int64_t &used = numa_accounts_[i * numa_resources_.size() + slot].used;
    used = object::saturated(used + sign * amount);
  });
  if (devices_ && holding.devices()) devices_->account(*holding.devices(), sign);
  pinned_ += sign * pinned_cpus(holding.shape());
  load_ = std::min(load_ + sign * load_of(holding), object::kMostUsed + 1);
}

// Recomputes the free CPUs and the counts per NUMA node.
void Node::recount() {
  if (!has_machine()) return;
  const SiblingMap &siblings = machine().siblings();
  const CpuSet held = set_of(kHeld);
  CpuSet unisolated = held;
  unisolated -= words_of(kIsolated);
  bound_ = unisolated.count();
  CpuSet free = machine().all_cpus();
  for (const Set taken : {kHeld, kWithheld, kIsolated}) free -= words_of(taken);
  const CpuSet shared = pool();
  const CpuSet whole = free - siblings.with_siblings(machine().all_cpus() - free);
  const CpuSet cores = siblings.lowest_per_core(free);
  const CpuSet open = free - cpu::territory(machine(), ExclusivePolicy::kPcpuLevel,
                                            held_under(ExclusivePolicy::kPcpuLevel));
  const CpuSet node_held = held_under(ExclusivePolicy::kNumaNodeLevel);
  const CpuSet bound = counted(held);
  store(kFree, free);
  for (NumaAccount &node : numa_) {
    if (node.place == nullptr) continue;
    node.bound = node.free = node.whole = node.cores = node.open = node.pool = 0;
    node.node_held = false;
    // One pass over the words of all sets, because every change of the node's pods counts.
    for (size_t word = 0; word < node.place->cpus.word_count(); ++word) {
      const uint64_t here = node.place->cpus.word(word);
      node.bound += count_bits(bound.word(word) & here);
      node.free += count_bits(free.word(word) & here);
      node.whole += count_bits(whole.word(word) & here);
      node.cores += count_bits(cores.word(word) & here);
      node.open += count_bits(open.word(word) & here);
      node.pool += count_bits(shared.word(word) & here);
      node.node_held |= (node_held.word(word) & here) != 0;
    }
  }
}

int Node::numa_slot(ResourceId resource) const {
  if (resource == Resources::kCpu) return 0;
  if (resource == Resources::kMemory) return memory_reported_ ? 1 : -1;
  for (size_t i = 2; i < numa_resources_.size(); ++i)
    if (numa_resources_[i] == resource) return static_cast<int>(i);
  return -1;
}

// Pods that own CPUs are limited by the CPUs. Without a policy that aligns them, their CPUs can be
// on NUMA nodes whose amounts of CPU other pods share, and do not count against these pods either.
bool Node::has_room(const Holding &holding) const {
  const CpuSet cpus = owned(holding);
  if (has_machine() && !cpus.is_subset_of(free_for(holding.shape()))) return false;
  bool fits = true;
  for_each_numa_amount(holding, cpus, [&](size_t i, size_t slot, int64_t amount) {
    const int64_t own = slot == 0 ? int64_t{1000} * numa_[i].bound : 0;
    const int64_t left = numa_account(i, slot).capacity - numa_used(i, slot) + own;
    fits = fits && ((slot == 0 && !cpus.empty()) || amount <= left);
  });
  if (!fits || !devices_ || !holding.devices() || devices_->has(*holding.devices())) return fits;
  device::Grants grants = *holding.devices();
  for (device::Grant &grant : grants) leave_out_derived(holding.shape(), *options_, grant);
  return devices_->has(grants);
}

bool Node::is_overcommitted(const Node &before) const {
  // Amount without the pods' own CPUs, because these may have been allocated later.
  const auto granted = [](const Node &node, size_t i, size_t slot) {
    const int64_t own = slot == 0 ? int64_t{1000} * node.numa_[i].bound : 0;
    return node.numa_account(i, slot).used - own;
  };
  for (size_t i = 0; i < numa_.size(); ++i)
    for (size_t slot = 0; slot < numa_resources_.size(); ++slot)
      if ((slot == 0 ? granted(*this, i, slot) : numa_used(i, slot)) >
              numa_account(i, slot).capacity &&
          granted(*this, i, slot) > granted(before, i, slot))
        return true;
  // Percents that are not limited to what is left say nothing; has_room() checks requests.
  return devices_ && options_->rules().rounds_gpu_ratio_up &&
         devices_->is_overcommitted(*before.devices_);
}

CpuSet Node::kubelets_cpus(std::string_view uid) const {
  CpuSet out;
  if (!topology_) return out;
  for (const TopologyFacts::Report &report : topology_->reports)
    if (report.by_kubelet && (uid.empty() || report.uid != uid)) out |= report.cpus.set();
  return out;
}

const device::KubeletGrants *Node::record_of(std::string_view uid) const {
  if (!devices_) return nullptr;
  const auto &given = devices_->inventory().kubelet;
  const auto at = std::ranges::lower_bound(given, uid, {}, [](const device::KubeletGrants &of_pod) {
    return std::string_view(of_pod.pod_uid);
  });
  return at != given.end() && at->pod_uid == uid ? &*at : nullptr;
}

bool Node::is_reported(std::string_view uid, const CpuSet &cpus, const Shape &shape) const {
  if (!topology_ || cpus.empty()) return false;
  const CpuSet here = owned(cpus, shape);  // agents report the CPUs that they granted
  return std::any_of(topology_->reports.begin(), topology_->reports.end(),
                     [&](const TopologyFacts::Report &report) {
                       return !report.by_kubelet && report.uid == uid && report.cpus.set() == here;
                     });
}

CpuSet Node::reported_cpus(std::string_view uid) const {
  CpuSet out;
  if (!topology_) return out;
  for (const TopologyFacts::Report &report : topology_->reports)
    if (!report.by_kubelet && report.uid == uid) out |= report.cpus.set();
  return out;
}

void Node::store(Set set, const CpuSet &cpus) {
  for (size_t i = 0; i < word_count_; ++i) words_[set * word_count_ + i] = cpus.word(i);
}

bool NumaAccount::same_state(const NumaAccount &other) const {
  return std::tie(id, withheld, bound, single_pods, spanning_pods, free, whole, cores, open, pool,
                  node_held) == std::tie(other.id, other.withheld, other.bound, other.single_pods,
                                         other.spanning_pods, other.free, other.whole, other.cores,
                                         other.open, other.pool, other.node_held);
}

bool Node::same_state(const Node &other) const {
  const auto names_of = [](const Node &node) {
    std::vector<std::string> names;
    for (const ResourceId resource : node.numa_resources_)
      names.push_back(node.resource_name(resource));
    if (!node.devices_) return names;
    for (const device::Pool &pool : node.devices_->inventory().pools) {
      names.push_back(node.resources_->types().name(pool.type));
      for (const ResourceId column : pool.columns) names.push_back(node.resource_name(column));
    }
    return names;
  };
  return totals_ == other.totals_ && by_name(others_, *this) == by_name(other.others_, other) &&
         std::equal(numa_.begin(), numa_.end(), other.numa_.begin(), other.numa_.end(),
                    [](const NumaAccount &a, const NumaAccount &b) { return a.same_state(b); }) &&
         names_of(*this) == names_of(other) && numa_accounts_ == other.numa_accounts_ &&
         words_ == other.words_ && bound_ == other.bound_ && pinned_ == other.pinned_ &&
         kubelet_pods_.size() == other.kubelet_pods_.size() &&
         // Without memory, CPUs of pods in flight are predictions, which depend on their order.
         (kubelet_pods_.empty() || !memory_gate()->has_memory() ||
          kubelet_state() == other.kubelet_state()) &&
         devices_.has_value() == other.devices_.has_value() &&
         (!devices_ || devices_->same_accounts(*other.devices_));
}

}  // namespace koord::sched
