#include "plan/rebind_search.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace koord::plan {
namespace {

// Up to this many pods are tried in every order.
constexpr size_t kEveryOrder = 4;

// Returns the `count` lowest CPUs of a set.
CpuSet first_of(const CpuSet &cpus, int count) {
  CpuSet out;
  if (count > 0)
    cpus.for_each_while([&](int cpu) {
      out.add(cpu);
      return out.count() < count;
    });
  return out;
}

}  // namespace

RebindSearch::RebindSearch(CpuOwners &owners, const RebindOptions &options, const Guest *guest)
    : owners_(owners), options_(options), guest_(guest) {
  for (size_t i = 0; i < owners.all().size(); ++i) sorted_.push_back(i);
  std::sort(sorted_.begin(), sorted_.end(),
            [this](size_t a, size_t b) { return comes_first(a, b); });
  const Topology &machine = owners.node().machine();
  for (const Topology::CpuNode &place : machine.cpu_nodes()) areas_.push_back(place.cpus);
  if (machine.sockets().size() >= areas_.size()) return;
  for (const Topology::Socket &socket : machine.sockets()) areas_.push_back(socket.cpus);
}

bool RebindSearch::comes_first(size_t a, size_t b) const {
  const auto &owners = owners_.all();
  return std::tie(owners[b].cpus, owners[a].uid) < std::tie(owners[a].cpus, owners[b].uid);
}

bool RebindSearch::better(const Value &a, const Value &b) {
  if (a.guest_misses != b.guest_misses) return !a.guest_misses;
  const auto left = compare(a.left, b.left);
  // Room for a guest is made with as few moves as possible.
  if (a.for_guest && !a.guest_misses) {
    if (a.moved != b.moved) return a.moved < b.moved;
    if (std::is_neq(left)) return std::is_lt(left);
    return a.moved_cpus < b.moved_cpus;
  }
  if (std::is_neq(left)) return std::is_lt(left);
  return std::tie(a.moved, a.moved_cpus) < std::tie(b.moved, b.moved_cpus);
}

bool RebindSearch::may_work() {
  if (work_ < options_.work) return true;
  out_of_work_ = true;
  return false;
}

FootprintPtr RebindSearch::pick(size_t owner, const CpuSet &hidden) {
  if (!may_work()) return nullptr;
  ++work_;
  return owners_.pick(owner, hidden);
}

CpuSet RebindSearch::on_whole_cores() const {
  const Topology &machine = owners_.node().machine();
  const CpuSet free = owners_.node().free();
  return free - machine.siblings().with_siblings(machine.all_cpus() - free);
}

FootprintPtr RebindSearch::pick(size_t owner, Mode mode) {
  const CpuOwner &who = owners_.all()[owner];
  if (who.evenly) mode = Mode::kPlain;
  const sched::Node &node = owners_.node();
  if (mode == Mode::kGaps) {
    const CpuSet whole = on_whole_cores();
    if (node.free().count() - whole.count() >= who.cpus)
      if (FootprintPtr place = pick(owner, whole)) return place;
  }
  if (mode != Mode::kPlain) {
    const CpuSet free = node.free();
    std::vector<std::pair<int, const CpuSet *>> fullest;
    for (const CpuSet &area : areas_)
      if (const int n = free.count_and(area); n >= who.cpus) fullest.emplace_back(n, &area);
    std::stable_sort(fullest.begin(), fullest.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[n, area] : fullest)
      if (FootprintPtr place = pick(owner, free - *area)) return place;
  }
  return pick(owner);
}

std::vector<FootprintPtr> RebindSearch::picks(size_t owner) {
  const CpuOwner &who = owners_.all()[owner];
  const sched::Node &node = owners_.node();
  const CpuSet free = node.free();
  std::vector<FootprintPtr> out;
  const auto add = [&](FootprintPtr place) {
    if (!place) return;
    const bool known = std::any_of(out.begin(), out.end(), [&](const FootprintPtr &other) {
      return other->cpus == place->cpus;
    });
    if (!known) out.push_back(std::move(place));
  };
  if (who.before->cpus.is_subset_of(free)) add(who.before);
  add(pick(owner));
  if (who.evenly) return out;
  const CpuSet whole = on_whole_cores();
  if (free.count() - whole.count() >= who.cpus) add(pick(owner, whole));
  const SiblingMap &siblings = node.machine().siblings();
  for (const CpuSet &area : areas_) {
    const CpuSet here = free & area;
    if (here.count() < who.cpus) continue;
    add(pick(owner, free - area));
    if (who.bind == cpu::BindPolicy::kSpreadByPcpus) {
      const CpuSet one_each = siblings.lowest_per_core(here);
      if (one_each.count() >= who.cpus) add(pick(owner, free - one_each));
    }
    for (const CpuSet &some : mixtures(who, here - whole, whole & area))
      add(pick(owner, free - some));
  }
  return out;
}

// Returns sets that combine CPUs of partly used cores (`gaps`) with CPUs of whole cores: in every
// proportion for few CPUs, only with as many gaps as possible for many. Under FullPCPUs gaps supply
// only the CPUs that do not fill a whole core.
std::vector<CpuSet> RebindSearch::mixtures(const CpuOwner &who, const CpuSet &gaps,
                                           const CpuSet &whole) const {
  constexpr int kEveryProportion = 4;
  const Topology &machine = owners_.node().machine();
  const bool full = who.bind == cpu::BindPolicy::kFullPcpus;
  const int most = std::min(gaps.count(), full ? who.cpus % machine.cpus_per_core() : who.cpus - 1);
  std::vector<CpuSet> out;
  for (int taken = most; taken > 0; --taken) {
    if (taken < most && who.cpus > kEveryProportion) break;
    CpuSet some = first_of(gaps, taken);
    const int others = who.cpus - taken;
    if (full)
      some |= machine.siblings().with_siblings(
          first_of(machine.siblings().lowest_per_core(whole), others / machine.cpus_per_core()));
    else
      some |= first_of(whole, others);
    if (some.count() == who.cpus) out.push_back(some);
  }
  return out;
}

bool RebindSearch::guest_fits_now() {
  if (!may_work()) return false;
  ++work_;
  sched::Holding found;
  return !owners_.pick_for_guest(guest_->shape, {guest_->skip_fit, 0}, found).refused();
}

RebindSearch::Value RebindSearch::value() {
  Value out;
  out.for_guest = guest_ != nullptr;
  out.guest_misses = guest_ != nullptr && !guest_fits_now();
  out.left = owners_.measure();
  out.moved = owners_.moved();
  out.moved_cpus = owners_.moved_cpus();
  return out;
}

bool RebindSearch::is_allowed() const {
  if (options_.most_moved != 0 && static_cast<uint32_t>(owners_.moved()) > options_.most_moved)
    return false;
  if (options_.no_new_crossing && !owners_.crosses_no_more()) return false;
  return owners_.keeps_promises();
}

bool RebindSearch::find_order(std::vector<MoveStep> &steps, std::vector<size_t> &movers) const {
  std::vector<Relocation> moves;
  CpuSet free = owners_.node().machine().all_cpus() - owners_.node().withheld();
  movers.clear();
  for (size_t i = 0; i < owners_.all().size(); ++i) {
    const CpuOwner &owner = owners_.all()[i];
    free -= owner.before->cpus;
    if (owner.now->cpus == owner.before->cpus) continue;
    movers.push_back(i);
    moves.push_back({owner.before->cpus, owner.now->cpus});
  }
  return order_moves(free, owners_.frozen(), moves, steps);
}

bool RebindSearch::survives_restart() {
  if (!owners_.is_disputed()) return true;
  constexpr size_t kClaimsOfAPick = 16;  // judging a claim is cheaper than a placement
  const size_t cost = 1 + owners_.all().size() / kClaimsOfAPick;
  if (options_.work - std::min(work_, options_.work) < cost) {
    out_of_work_ = true;
    return false;
  }
  work_ += static_cast<uint32_t>(cost);
  return owners_.survives_restart();
}

bool RebindSearch::consider() {
  const Value found = value();
  if (!better(found, best_) || !is_allowed()) return false;
  std::vector<MoveStep> steps;
  std::vector<size_t> movers;
  if (!find_order(steps, movers) || !survives_restart()) return false;
  best_ = found;
  best_places_ = owners_.arrangement();
  steps_ = std::move(steps);
  movers_ = std::move(movers);
  return true;
}

// Places the removed pods again, in this order. Returns false if one of them fits nowhere.
bool RebindSearch::put_all_on(const Owners &order, Mode mode) {
  for (const size_t owner : order) {
    const FootprintPtr place = pick(owner, mode);
    if (!place) return false;
    owners_.put_on(owner, place);
  }
  return true;
}

// Returns the place that `owner` gets when it takes over one picked for a pod of its shape, or
// nullptr if it cannot: it keeps its own devices, which the place must suit.
FootprintPtr RebindSearch::place_after_exchange(size_t owner, const FootprintPtr &place) {
  const CpuOwner &who = owners_.all()[owner];
  if (place->cpus == who.before->cpus) return who.before;
  if (who.before->holding->devices() == nullptr && place->holding->devices() == nullptr)
    return place;
  return pick(owner, owners_.node().free() - place->cpus);
}

// If a pod's old CPUs went to a pod of its shape, the two exchange their places.
void RebindSearch::exchange_places() {
  const auto &owners = owners_.all();
  Owners movers;
  for (const size_t i : sorted_)
    if (owners[i].now->cpus != owners[i].before->cpus) movers.push_back(i);
  for (const size_t i : movers)
    for (const size_t j : movers) {
      if (i == j || owners[i].shape != owners[j].shape) continue;
      if (owners[j].now->cpus != owners[i].before->cpus) continue;
      const FootprintPtr mine = owners[i].now;
      const FootprintPtr other = owners[j].now;
      owners_.take_off(i);
      owners_.take_off(j);
      owners_.put_on(i, owners[i].before);
      if (const FootprintPtr place = place_after_exchange(j, mine)) {
        owners_.put_on(j, place);
        break;
      }
      owners_.take_off(i);
      owners_.put_on(i, mine);
      owners_.put_on(j, other);
    }
}

// Moves pods back that need not have moved.
void RebindSearch::undo_needless_moves() {
  exchange_places();
  const auto &owners = owners_.all();
  Value now = value();
  for (const size_t i : sorted_) {
    const FootprintPtr place = owners[i].now;
    if (place->cpus == owners[i].before->cpus) continue;
    if (!owners[i].before->cpus.is_subset_of(owners_.node().free() | place->cpus)) continue;
    if (!may_work()) return;
    ++work_;
    owners_.take_off(i);
    owners_.put_on(i, owners[i].before);
    const Value then = value();
    if (better(then, now) && owners_.keeps_promises()) {
      now = then;
      continue;
    }
    owners_.take_off(i);
    owners_.put_on(i, place);
  }
}

void RebindSearch::try_order(const Owners &order, Mode mode) {
  if (!may_work()) return;
  for (const size_t owner : order) owners_.take_off(owner);
  if (put_all_on(order, mode)) {
    undo_needless_moves();
    consider();
  }
  owners_.arrange(best_places_);
}

bool RebindSearch::is_well_placed(size_t owner) const {
  const Footprint &place = *owners_.all()[owner].now;
  if (place.bind_lacks > 0 || place.numa_lacks > 0 || place.extra_numa > 0 ||
      place.extra_sockets > 0)
    return false;
  const CpuSet cores = owners_.node().machine().siblings().with_siblings(place.cpus);
  return !cores.intersects(owners_.node().free());
}

void RebindSearch::try_orders(const Owners &movable) {
  const auto &owners = owners_.all();
  if (movable.size() <= kEveryOrder) {
    Owners order = movable;
    const auto comes_first = [this](size_t a, size_t b) { return this->comes_first(a, b); };
    do {
      for (const Mode mode : {Mode::kPlain, Mode::kPacked, Mode::kGaps}) try_order(order, mode);
    } while (std::next_permutation(order.begin(), order.end(), comes_first));
    return;
  }
  Owners required = movable;
  std::stable_sort(required.begin(), required.end(),
                   [&](size_t a, size_t b) { return owners[a].required && !owners[b].required; });
  Owners here = movable;
  std::stable_sort(here.begin(), here.end(), [&](size_t a, size_t b) {
    return owners[a].before->cpus.first() < owners[b].before->cpus.first();
  });
  for (const Mode mode : {Mode::kGaps, Mode::kPlain, Mode::kPacked})
    for (const Owners *order : {&movable, &std::as_const(required), &std::as_const(here)})
      try_order(*order, mode);
}

void RebindSearch::run() {
  best_ = value();
  best_places_ = owners_.arrangement();
  if (guest_ != nullptr && !best_.guest_misses) return;
  Owners movable;
  for (const size_t i : sorted_)
    if (owners_.all()[i].movable) movable.push_back(i);
  if (movable.empty()) return;
  if (guest_ != nullptr) make_room_for_guest(movable);
  // Cheap attempts come first: the badly placed pods, with the others in place.
  Owners badly = movable;
  std::erase_if(badly, [&](size_t owner) { return is_well_placed(owner); });
  try_orders(badly);
  improve(movable, 1);
  if (badly.size() < movable.size()) try_orders(movable);
  improve(movable, 2);
  owners_.arrange(best_places_);
}

}  // namespace koord::plan
