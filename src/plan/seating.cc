#include "plan/seating.h"

#include <algorithm>
#include <functional>

#include "sched/placing/allocate.h"

namespace koord::plan {
namespace {

using sched::Holding;
using sched::NumaNode;

// How many of the largest places have so many CPUs.
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

Seating::Seating(const sched::Scene &scene, uint32_t node)
    : scene_(scene), draft_(scene.draft(node)), nominated_(scene, Nominated::Others::kMove, node) {
  const Topology &machine = this->node().machine();
  const CpuSet usable = machine.all_cpus() - this->node().withheld();
  for (const Topology::NumaPlace &place : machine.numa_places())
    numa_sizes_.push_back(usable.count_and(place.cpus));
  for (const Topology::Socket &socket : machine.sockets())
    socket_sizes_.push_back(usable.count_and(socket.cpus));
  std::sort(numa_sizes_.begin(), numa_sizes_.end(), std::greater<>());
  std::sort(socket_sizes_.begin(), socket_sizes_.end(), std::greater<>());
  for (const sched::Holder &holder : scene.holders(node)) add(holder);
  others_before_ = others();
}

void Seating::add(const sched::Holder &holder) {
  const sched::Shape &shape = holder.holding->shape();
  Seat seat;
  seat.cpus = holder.holding->cpu_set().count();
  if (seat.cpus == 0) {
    if (shape.constrained_burst && !holder.holding->pools().empty())
      watchers_.push_back({holder.holding, true});
    if (shape.numa_exclusive) watchers_.push_back({holder.holding, false});
    return;
  }
  seat.uid = holder.uid;
  seat.priority = holder.priority;
  seat.shape = holder.holding->shared_shape();
  seat.exclusive = holder.holding->exclusive();
  seat.apart = shape.numa_exclusive;
  const sched::Judgement judged =
      sched::prepare(draft_.view(), shape, options(), sched::Fit::kNone);
  const sched::Placement &placement = judged.placement;
  if (!judged.refusal.refused() && placement.binds) {
    using object::NumaPolicy;
    seat.bind = placement.bind;
    seat.aligned = placement.numa != NumaPolicy::kNone;
    const bool strict =
        placement.numa == NumaPolicy::kRestricted || placement.numa == NumaPolicy::kSingleNode;
    seat.required = placement.required || strict;
    seat.evenly = !strict && node().policies().strategy == cpu::NumaStrategy::kDistributeEvenly;
    seat.movable = !holder.uid.empty() && holder.protection != sched::Protection::kKeep &&
                   seat.cpus == shape.cpus;
  }
  seat.fewest_numa = fewest(numa_sizes_, seat.cpus);
  seat.fewest_sockets = fewest(socket_sizes_, seat.cpus);
  exclusive_ = exclusive_ || seat.exclusive != ExclusivePolicy::kNone || seat.apart;
  seat.before = seat.now = place_of(seat, *holder.holding, true);
  seats_.push_back(std::move(seat));
}

PlacePtr Seating::place_of(const Seat &seat, const Holding &holding, bool today) const {
  const Topology &machine = node().machine();
  const auto place = std::make_shared<Footprint>();
  if (!today) place->own = holding;
  place->holding = today ? &holding : &place->own;
  place->cpus = holding.cpu_set();
  const CpuSet &cpus = place->cpus;
  const SiblingMap &siblings = machine.siblings();
  int most = 0;
  int sockets = 0;
  for (const Topology::NumaPlace &numa : machine.numa_places()) {
    const int own = numa.cpus.count_and(cpus);
    if (own == 0) continue;
    ++place->numa;
    most = std::max(most, own);
  }
  for (const Topology::Socket &socket : machine.sockets())
    sockets += socket.cpus.intersects(cpus) ? 1 : 0;
  place->territory = cpu::territory(machine, seat.exclusive, cpus);
  if (seat.evenly) {
    // Crossing is what its node's label asks for.
    const int places = static_cast<int>(machine.numa_places().size());
    place->numa_lacks = std::max(0, most - (seat.cpus + places - 1) / places);
  } else {
    place->extra_numa = std::max(0, place->numa - seat.fewest_numa);
    place->extra_sockets = std::max(0, sockets - seat.fewest_sockets);
    if (seat.aligned) place->numa_lacks = place->extra_numa;
  }
  if (seat.bind == cpu::BindPolicy::kFullPcpus) {
    const CpuSet broken = siblings.with_siblings(machine.all_cpus() - cpus);
    place->bind_lacks = std::max(0, cpus.count_and(broken) - seat.cpus % machine.cpus_per_core());
  } else if (seat.bind == cpu::BindPolicy::kSpreadByPcpus) {
    place->bind_lacks = seat.cpus - siblings.lowest_per_core(cpus).count();
  }
  return place;
}

void Seating::lift(size_t seat) {
  draft_.take_off(*seats_[seat].now->holding);
  seats_[seat].now.reset();
}

void Seating::sit(size_t seat, const PlacePtr &place) {
  draft_.put_on(*place->holding);
  seats_[seat].now = place;
}

PlacePtr Seating::pick(size_t seat, const CpuSet &hidden) {
  Holding found;
  const Seat &who = seats_[seat];
  const sched::Conditions conditions{true, 0, nullptr, &who.before->holding->devices(), true};
  const CpuSet withheld = hidden.empty() ? CpuSet() : draft_.hide(hidden);
  const Refusal refusal = sched::allocate(draft_.view(), who.shape, options(), conditions, found);
  if (!hidden.empty()) draft_.withhold(withheld);
  if (refusal.refused()) return nullptr;
  const CpuSet cpus = found.cpu_set();
  if (cpus == who.before->cpus) return who.before;
  return cpus.count() == who.cpus ? place_of(who, found, false) : nullptr;
}

Arrangement Seating::arrangement() const {
  Arrangement out;
  out.reserve(seats_.size());
  for (const Seat &seat : seats_) out.push_back(seat.now);
  return out;
}

void Seating::arrange(const Arrangement &wanted) {
  for (size_t i = 0; i < seats_.size(); ++i)
    if (seats_[i].now && seats_[i].now != wanted[i]) lift(i);
  for (size_t i = 0; i < seats_.size(); ++i)
    if (!seats_[i].now) sit(i, wanted[i]);
}

int Seating::meets_other_kind(const Holding &holding) const {
  const CpuSet cpus = holding.cpu_set();
  int on = 0;
  int singles = 0;
  int spanning = 0;
  for (const NumaNode &numa : node().numa()) {
    if (!is_on(numa, holding, cpus)) continue;
    ++on;
    singles += numa.single_pods > 0 ? 1 : 0;
    spanning += numa.spanning_pods > 0 ? 1 : 0;
  }
  return on > 1 ? singles : spanning;
}

std::vector<int64_t> Seating::others() const {
  std::vector<int64_t> out;
  if (exclusive_)
    for (const ExclusivePolicy policy : cpu::kAvoidingPolicies) {
      CpuSet once;
      CpuSet many;
      for (const Seat &seat : seats_) {
        if (seat.exclusive != policy) continue;
        many |= once & seat.now->territory;
        once |= seat.now->territory;
      }
      for (const Seat &seat : seats_)
        if (seat.exclusive == policy) out.push_back(seat.now->cpus.count_and(many));
    }
  if (exclusive_)
    for (const Seat &seat : seats_)
      if (seat.apart) out.push_back(meets_other_kind(*seat.now->holding));
  for (const Watcher &watcher : watchers_) {
    if (!watcher.burst) {
      out.push_back(meets_other_kind(*watcher.holding));
      continue;
    }
    const sched::Shape &shape = watcher.holding->shape();
    int64_t pool = 0;
    for (const NumaNode &numa : node().numa())
      for (const int32_t id : watcher.holding->pools())
        if (id == numa.id) pool += int64_t{1000} * numa.pool;
    out.push_back(std::max<int64_t>(0, std::max(shape.cpu_limit_milli, shape.cpu_milli) - pool));
  }
  // What NUMA nodes owe to pods that were granted amounts of them.
  for (size_t i = 0; i < node().numa().size(); ++i)
    for (size_t slot = 0; slot < node().numa_resources().size(); ++slot)
      out.push_back(std::max<int64_t>(0, -node().numa_account(i, slot).free()));
  return out;
}

Fragmentation Seating::measure() const {
  Fragmentation out;
  measure_room(node(), out);
  int owned = 0;
  CpuSet allowed;
  for (const Seat &seat : seats_) {
    owned += seat.cpus;
    allowed |= seat.now->cpus;
    out.extra_numa += seat.now->extra_numa;
    out.extra_sockets += seat.now->extra_sockets;
  }
  allowed &= node().machine().all_cpus();
  allowed -= node().withheld();
  out.contested = owned - allowed.count();
  std::vector<bool> unmet(seats_.size());
  for (size_t i = 0; i < seats_.size(); ++i)
    unmet[i] = seats_[i].now->bind_lacks > 0 || seats_[i].now->numa_lacks > 0;
  if (exclusive_) {
    const std::vector<int64_t> found = others();
    size_t at = 0;
    for (const ExclusivePolicy policy : cpu::kAvoidingPolicies)
      for (size_t i = 0; i < seats_.size(); ++i)
        if (seats_[i].exclusive == policy) unmet[i] = found[at++] > 0 || unmet[i];
    for (size_t i = 0; i < seats_.size(); ++i)
      if (seats_[i].apart) unmet[i] = found[at++] > 0 || unmet[i];
  }
  out.unmet_pods = static_cast<int32_t>(std::count(unmet.begin(), unmet.end(), true));
  return out;
}

bool Seating::keeps_promises() const {
  for (const Seat &seat : seats_)
    if (seat.now->bind_lacks > seat.before->bind_lacks ||
        seat.now->numa_lacks > seat.before->numa_lacks)
      return false;
  const std::vector<int64_t> now = others();
  for (size_t i = 0; i < now.size(); ++i)
    if (now[i] > others_before_[i]) return false;
  return true;
}

bool Seating::crosses_no_more() const {
  return std::all_of(seats_.begin(), seats_.end(),
                     [](const Seat &seat) { return seat.now->numa <= seat.before->numa; });
}

int Seating::moved() const {
  int n = 0;
  for (const Seat &seat : seats_) n += seat.now->cpus == seat.before->cpus ? 0 : 1;
  return n;
}

int Seating::moved_cpus() const {
  int n = 0;
  for (const Seat &seat : seats_)
    if (seat.now != seat.before) n += (seat.now->cpus - seat.before->cpus).count();
  return n;
}

CpuSet Seating::frozen() const {
  const CpuSet &all = node().machine().all_cpus();
  CpuSet once;
  CpuSet many = node().withheld();
  for (const Seat &seat : seats_) {
    many |= once & seat.before->cpus;
    many |= seat.before->cpus - all;
    once |= seat.before->cpus;
  }
  return many;
}

}  // namespace koord::plan
