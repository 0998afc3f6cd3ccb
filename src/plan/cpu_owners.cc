#include "plan/cpu_owners.h"

#include <algorithm>
#include <functional>

#include "sched/verdict/allocate.h"

namespace koord::plan {
namespace {

using sched::Holding;
using sched::NumaAccount;

// Returns how many of the largest places hold this many CPUs.
int fewest(const std::vector<int> &sizes, int cpus) {
  int n = 0;
  for (const int size : sizes) {
    if (cpus <= 0) break;
    cpus -= size;
    ++n;
  }
  return std::max(n, 1);
}

}  // namespace

CpuOwners::CpuOwners(const sched::ClusterSnapshot &snapshot, uint32_t node)
    : snapshot_(snapshot),
      node_id_(node),
      draft_(snapshot.draft(node)),
      nominated_(snapshot, Nominated::Others::kMove, node) {
  const Topology &machine = this->node().machine();
  const CpuSet usable = machine.all_cpus() - this->node().withheld();
  for (const Topology::CpuNode &place : machine.cpu_nodes())
    numa_sizes_.push_back(usable.count_and(place.cpus));
  for (const Topology::Socket &socket : machine.sockets())
    socket_sizes_.push_back(usable.count_and(socket.cpus));
  std::sort(numa_sizes_.begin(), numa_sizes_.end(), std::greater<>());
  std::sort(socket_sizes_.begin(), socket_sizes_.end(), std::greater<>());
  for (const sched::Holder &holder : snapshot.holders(node)) add(holder);
  shortfalls_before_ = policy_shortfalls();
}

void CpuOwners::add(const sched::Holder &holder) {
  const sched::Shape &shape = holder.holding->shape();
  CpuOwner owner;
  owner.cpus = holder.holding->cpu_set().count();
  if (owner.cpus == 0) {
    if (shape.constrained_burst && !holder.holding->pools().empty())
      shared_cpu_pods_.push_back({holder.holding, true});
    if (shape.numa_exclusive) shared_cpu_pods_.push_back({holder.holding, false});
    return;
  }
  owner.uid = holder.uid;
  owner.priority = holder.priority;
  owner.shape = holder.holding->shared_shape();
  owner.exclusive = holder.holding->exclusive();
  owner.apart = shape.numa_exclusive;
  const sched::Judgement judged =
      sched::prepare(draft_.view(), shape, options(), sched::Fit::kNone);
  const sched::Placement &placement = judged.placement;
  if (!judged.refusal.refused() && placement.binds) {
    using object::NumaPolicy;
    owner.bind = placement.bind;
    owner.aligned = placement.numa != NumaPolicy::kNone;
    const bool strict =
        placement.numa == NumaPolicy::kRestricted || placement.numa == NumaPolicy::kSingleNode;
    owner.required = placement.required || strict;
    owner.evenly = !strict && node().policies().strategy == cpu::NumaStrategy::kDistributeEvenly;
    owner.movable = !holder.uid.empty() && holder.protection != sched::Protection::kKeep &&
                    owner.cpus == shape.cpus && !shape.isolated;
  }
  owner.fewest_numa = fewest(numa_sizes_, owner.cpus);
  owner.fewest_sockets = fewest(socket_sizes_, owner.cpus);
  exclusive_ = exclusive_ || owner.exclusive != ExclusivePolicy::kNone || owner.apart;
  owner.before = owner.now = footprint_of(owner, *holder.holding, true);
  owners_.push_back(std::move(owner));
}

FootprintPtr CpuOwners::footprint_of(const CpuOwner &owner, const Holding &holding,
                                     bool today) const {
  const Topology &machine = node().machine();
  const auto place = std::make_shared<Footprint>();
  if (!today) place->own = holding;
  place->holding = today ? &holding : &place->own;
  place->cpus = holding.cpu_set();
  const CpuSet &cpus = place->cpus;
  const SiblingMap &siblings = machine.siblings();
  int most = 0;
  int sockets = 0;
  for (const Topology::CpuNode &numa : machine.cpu_nodes()) {
    const int own = numa.cpus.count_and(cpus);
    if (own == 0) continue;
    ++place->numa;
    most = std::max(most, own);
  }
  for (const Topology::Socket &socket : machine.sockets())
    sockets += socket.cpus.intersects(cpus) ? 1 : 0;
  place->territory = cpu::territory(machine, owner.exclusive, cpus);
  if (owner.evenly) {
    // The node's label requests CPUs of all NUMA nodes.
    const int places = static_cast<int>(machine.cpu_nodes().size());
    place->numa_lacks = std::max(0, most - (owner.cpus + places - 1) / places);
  } else {
    place->extra_numa = std::max(0, place->numa - owner.fewest_numa);
    place->extra_sockets = std::max(0, sockets - owner.fewest_sockets);
    if (owner.aligned) place->numa_lacks = place->extra_numa;
  }
  if (owner.bind == cpu::BindPolicy::kFullPcpus) {
    const CpuSet broken = siblings.with_siblings(machine.all_cpus() - cpus);
    place->bind_lacks = std::max(0, cpus.count_and(broken) - owner.cpus % machine.cpus_per_core());
  } else if (owner.bind == cpu::BindPolicy::kSpreadByPcpus) {
    place->bind_lacks = owner.cpus - siblings.lowest_per_core(cpus).count();
  }
  return place;
}

void CpuOwners::take_off(size_t owner) {
  draft_.take_off(*owners_[owner].now->holding);
  owners_[owner].now.reset();
}

void CpuOwners::put_on(size_t owner, const FootprintPtr &place) {
  draft_.put_on(*place->holding);
  owners_[owner].now = place;
}

FootprintPtr CpuOwners::pick(size_t owner, const CpuSet &hidden) {
  Holding found;
  const CpuOwner &who = owners_[owner];
  const sched::Conditions conditions{true, 0, nullptr, &who.before->holding->devices(), true};
  const CpuSet withheld = hidden.empty() ? CpuSet() : draft_.hide(hidden);
  const Refusal refusal = sched::allocate(draft_.view(), who.shape, options(), conditions, found);
  if (!hidden.empty()) draft_.withhold(withheld);
  if (refusal.refused()) return nullptr;
  const CpuSet cpus = found.cpu_set();
  if (cpus == who.before->cpus) return who.before;
  return cpus.count() == who.cpus ? footprint_of(who, found, false) : nullptr;
}

Arrangement CpuOwners::arrangement() const {
  Arrangement out;
  out.reserve(owners_.size());
  for (const CpuOwner &owner : owners_) out.push_back(owner.now);
  return out;
}

void CpuOwners::arrange(const Arrangement &wanted) {
  for (size_t i = 0; i < owners_.size(); ++i)
    if (owners_[i].now && owners_[i].now != wanted[i]) take_off(i);
  for (size_t i = 0; i < owners_.size(); ++i)
    if (!owners_[i].now) put_on(i, wanted[i]);
}

int CpuOwners::meets_other_kind(const Holding &holding) const {
  const CpuSet cpus = holding.cpu_set();
  int on = 0;
  int singles = 0;
  int spanning = 0;
  for (const NumaAccount &numa : node().numa()) {
    if (!is_on(numa, holding, cpus, node().follows_cpus(holding))) continue;
    ++on;
    singles += numa.single_pods > 0 ? 1 : 0;
    spanning += numa.spanning_pods > 0 ? 1 : 0;
  }
  return on > 1 ? singles : spanning;
}

std::vector<int64_t> CpuOwners::policy_shortfalls() const {
  std::vector<int64_t> out;
  if (exclusive_)
    for (const ExclusivePolicy policy : cpu::kAvoidingPolicies) {
      CpuSet once;
      CpuSet many;
      for (const CpuOwner &owner : owners_) {
        if (owner.exclusive != policy) continue;
        many |= once & owner.now->territory;
        once |= owner.now->territory;
      }
      for (const CpuOwner &owner : owners_)
        if (owner.exclusive == policy) out.push_back(owner.now->cpus.count_and(many));
    }
  if (exclusive_)
    for (const CpuOwner &owner : owners_)
      if (owner.apart) out.push_back(meets_other_kind(*owner.now->holding));
  for (const SharedCpuPod &pod : shared_cpu_pods_) {
    if (!pod.needs_pool) {
      out.push_back(meets_other_kind(*pod.holding));
      continue;
    }
    const sched::Shape &shape = pod.holding->shape();
    int64_t pool = 0;
    for (const NumaAccount &numa : node().numa())
      for (const int32_t id : pod.holding->pools())
        if (id == numa.id) pool += int64_t{1000} * numa.pool;
    out.push_back(std::max<int64_t>(0, std::max(shape.cpu_limit_milli, shape.cpu_milli) - pool));
  }
  // Shortfalls of NUMA nodes for pods that were granted amounts of them.
  for (size_t i = 0; i < node().numa().size(); ++i)
    for (size_t slot = 0; slot < node().numa_resources().size(); ++slot)
      out.push_back(std::max<int64_t>(0, -node().numa_account(i, slot).free()));
  return out;
}

Fragmentation CpuOwners::measure() const {
  Fragmentation out;
  measure_room(node(), out);
  int owned = 0;
  CpuSet allowed;
  for (const CpuOwner &owner : owners_) {
    owned += owner.cpus;
    allowed |= owner.now->cpus;
    out.extra_numa += owner.now->extra_numa;
    out.extra_sockets += owner.now->extra_sockets;
  }
  allowed &= node().machine().all_cpus();
  allowed -= node().withheld();
  out.contested = owned - allowed.count();
  std::vector<bool> unmet(owners_.size());
  for (size_t i = 0; i < owners_.size(); ++i)
    unmet[i] = owners_[i].now->bind_lacks > 0 || owners_[i].now->numa_lacks > 0;
  if (exclusive_) {
    const std::vector<int64_t> found = policy_shortfalls();
    size_t at = 0;
    for (const ExclusivePolicy policy : cpu::kAvoidingPolicies)
      for (size_t i = 0; i < owners_.size(); ++i)
        if (owners_[i].exclusive == policy) unmet[i] = found[at++] > 0 || unmet[i];
    for (size_t i = 0; i < owners_.size(); ++i)
      if (owners_[i].apart) unmet[i] = found[at++] > 0 || unmet[i];
  }
  out.unmet_pods = static_cast<int32_t>(std::count(unmet.begin(), unmet.end(), true));
  return out;
}

bool CpuOwners::keeps_promises() const {
  for (const CpuOwner &owner : owners_)
    if (owner.now->bind_lacks > owner.before->bind_lacks ||
        owner.now->numa_lacks > owner.before->numa_lacks)
      return false;
  const std::vector<int64_t> now = policy_shortfalls();
  for (size_t i = 0; i < now.size(); ++i)
    if (now[i] > shortfalls_before_[i]) return false;
  return true;
}

bool CpuOwners::survives_restart() const {
  std::vector<sched::MovedPod> moved;
  for (const CpuOwner &owner : owners_)
    if (owner.now->cpus != owner.before->cpus) moved.push_back({owner.uid, owner.now->holding});
  return snapshot_.survives_restart(node_id_, moved);
}

bool CpuOwners::crosses_no_more() const {
  return std::all_of(owners_.begin(), owners_.end(),
                     [](const CpuOwner &owner) { return owner.now->numa <= owner.before->numa; });
}

int CpuOwners::moved() const {
  int n = 0;
  for (const CpuOwner &owner : owners_) n += owner.now->cpus == owner.before->cpus ? 0 : 1;
  return n;
}

int CpuOwners::moved_cpus() const {
  int n = 0;
  for (const CpuOwner &owner : owners_)
    if (owner.now != owner.before) n += (owner.now->cpus - owner.before->cpus).count();
  return n;
}

CpuSet CpuOwners::frozen() const {
  const CpuSet &all = node().machine().all_cpus();
  CpuSet once;
  CpuSet many = node().withheld() | node().isolated();
  for (const CpuOwner &owner : owners_) {
    many |= once & owner.before->cpus;
    many |= owner.before->cpus - all;
    once |= owner.before->cpus;
  }
  return many;
}

}  // namespace koord::plan
