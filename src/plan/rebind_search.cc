#include "plan/rebind_search.h"

#include <algorithm>
#include <tuple>

namespace koord::plan {
namespace {

// So few pods are tried in every order.
constexpr size_t kEveryOrder = 4;

// The lowest of a set.
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

RebindSearch::RebindSearch(Seating &seating, const RebindOptions &options, const Guest *guest)
    : seating_(seating), options_(options), guest_(guest) {
  const Topology &machine = seating.node().machine();
  for (const Topology::NumaPlace &place : machine.numa_places()) areas_.push_back(place.cpus);
  if (machine.sockets().size() >= areas_.size()) return;
  for (const Topology::Socket &socket : machine.sockets()) areas_.push_back(socket.cpus);
}

bool RebindSearch::better(const Value &a, const Value &b) {
  if (a.guest_misses != b.guest_misses) return !a.guest_misses;
  const auto left = compare(a.left, b.left);
  // Room for somebody is made with as few moves as can be.
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

PlacePtr RebindSearch::pick(size_t seat, const CpuSet &hidden) {
  if (!may_work()) return nullptr;
  ++work_;
  return seating_.pick(seat, hidden);
}

CpuSet RebindSearch::on_whole_cores() const {
  const Topology &machine = seating_.node().machine();
  const CpuSet free = seating_.node().free();
  return free - machine.siblings().with_siblings(machine.all_cpus() - free);
}

PlacePtr RebindSearch::pick(size_t seat, Mode mode) {
  const Seat &who = seating_.seats()[seat];
  if (who.evenly) mode = Mode::kPlain;
  const sched::Node &node = seating_.node();
  if (mode == Mode::kGaps) {
    const CpuSet whole = on_whole_cores();
    if (node.free().count() - whole.count() >= who.cpus)
      if (PlacePtr place = pick(seat, whole)) return place;
  }
  if (mode != Mode::kPlain) {
    const CpuSet free = node.free();
    std::vector<std::pair<int, const CpuSet *>> fullest;
    for (const CpuSet &area : areas_)
      if (const int n = free.count_and(area); n >= who.cpus) fullest.emplace_back(n, &area);
    std::stable_sort(fullest.begin(), fullest.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (const auto &[n, area] : fullest)
      if (PlacePtr place = pick(seat, free - *area)) return place;
  }
  return pick(seat);
}

std::vector<PlacePtr> RebindSearch::picks(size_t seat) {
  const Seat &who = seating_.seats()[seat];
  const sched::Node &node = seating_.node();
  const CpuSet free = node.free();
  std::vector<PlacePtr> out;
  const auto add = [&](PlacePtr place) {
    if (!place) return;
    const bool known = std::any_of(
        out.begin(), out.end(), [&](const PlacePtr &other) { return other->cpus == place->cpus; });
    if (!known) out.push_back(std::move(place));
  };
  if (who.before->cpus.is_subset_of(free)) add(who.before);
  add(pick(seat));
  if (who.evenly) return out;
  const CpuSet whole = on_whole_cores();
  if (free.count() - whole.count() >= who.cpus) add(pick(seat, whole));
  const SiblingMap &siblings = node.machine().siblings();
  for (const CpuSet &area : areas_) {
    const CpuSet here = free & area;
    if (here.count() < who.cpus) continue;
    add(pick(seat, free - area));
    if (who.bind == cpu::BindPolicy::kSpreadByPcpus) {
      const CpuSet one_each = siblings.lowest_per_core(here);
      if (one_each.count() >= who.cpus) add(pick(seat, free - one_each));
    }
    for (const CpuSet &some : mixtures(who, here - whole, whole & area))
      add(pick(seat, free - some));
  }
  return out;
}

// So many CPUs of cores that are in use already, and the others of whole cores: few of them in every proportion, many with
// the gaps as far as they go. Under FullPCPUs gaps take what makes no whole core.
std::vector<CpuSet> RebindSearch::mixtures(const Seat &who, const CpuSet &gaps,
                                           const CpuSet &whole) const {
  constexpr int kEveryProportion = 4;
  const Topology &machine = seating_.node().machine();
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
  return !seating_.pick_for_guest(guest_->shape, {guest_->skip_fit, 0}, found).refused();
}

RebindSearch::Value RebindSearch::value() {
  Value out;
  out.for_guest = guest_ != nullptr;
  out.guest_misses = guest_ != nullptr && !guest_fits_now();
  out.left = seating_.measure();
  out.moved = seating_.moved();
  out.moved_cpus = seating_.moved_cpus();
  return out;
}

bool RebindSearch::is_allowed() const {
  if (options_.most_moved != 0 && static_cast<uint32_t>(seating_.moved()) > options_.most_moved)
    return false;
  if (options_.no_new_crossing && !seating_.crosses_no_more()) return false;
  return seating_.keeps_promises();
}

bool RebindSearch::find_order(std::vector<MoveStep> &steps, std::vector<size_t> &movers) const {
  std::vector<Relocation> moves;
  CpuSet free = seating_.node().machine().all_cpus() - seating_.node().withheld();
  movers.clear();
  for (size_t i = 0; i < seating_.seats().size(); ++i) {
    const Seat &seat = seating_.seats()[i];
    free -= seat.before->cpus;
    if (seat.now->cpus == seat.before->cpus) continue;
    movers.push_back(i);
    moves.push_back({seat.before->cpus, seat.now->cpus});
  }
  return order_moves(free, seating_.frozen(), moves, steps);
}

bool RebindSearch::consider() {
  const Value found = value();
  if (!better(found, best_) || !is_allowed()) return false;
  std::vector<MoveStep> steps;
  std::vector<size_t> movers;
  if (!find_order(steps, movers)) return false;
  best_ = found;
  best_places_ = seating_.arrangement();
  steps_ = std::move(steps);
  movers_ = std::move(movers);
  return true;
}

// The pods, off their places, get new ones in this order.
bool RebindSearch::seat_all(const Seats &order, Mode mode) {
  for (const size_t seat : order) {
    const PlacePtr place = pick(seat, mode);
    if (!place) return false;
    seating_.sit(seat, place);
  }
  return true;
}

// Where a pod's old CPUs went to a pod just like it, they trade.
void RebindSearch::give_back_places() {
  const auto &seats = seating_.seats();
  Seats movers;
  for (size_t i = 0; i < seats.size(); ++i)
    if (seats[i].now->cpus != seats[i].before->cpus) movers.push_back(i);
  for (const size_t i : movers)
    for (const size_t j : movers) {
      if (i == j || seats[i].shape != seats[j].shape) continue;
      if (seats[j].now->cpus != seats[i].before->cpus) continue;
      const PlacePtr mine = seats[i].now;
      seating_.lift(i);
      seating_.lift(j);
      seating_.sit(i, seats[i].before);
      seating_.sit(j, mine->cpus == seats[j].before->cpus ? seats[j].before : mine);
      break;
    }
}

// Pods that need not have moved go back.
void RebindSearch::leave_in_place() {
  give_back_places();
  const auto &seats = seating_.seats();
  Value now = value();
  for (size_t i = 0; i < seats.size(); ++i) {
    const PlacePtr place = seats[i].now;
    if (place->cpus == seats[i].before->cpus) continue;
    if (!seats[i].before->cpus.is_subset_of(seating_.node().free() | place->cpus)) continue;
    if (!may_work()) return;
    ++work_;
    seating_.lift(i);
    seating_.sit(i, seats[i].before);
    const Value then = value();
    if (better(then, now) && seating_.keeps_promises()) {
      now = then;
      continue;
    }
    seating_.lift(i);
    seating_.sit(i, place);
  }
}

void RebindSearch::try_order(const Seats &order, Mode mode) {
  if (!may_work()) return;
  for (const size_t seat : order) seating_.lift(seat);
  if (seat_all(order, mode)) {
    leave_in_place();
    consider();
  }
  seating_.arrange(best_places_);
}

bool RebindSearch::sits_well(size_t seat) const {
  const Footprint &place = *seating_.seats()[seat].now;
  if (place.bind_lacks > 0 || place.numa_lacks > 0 || place.extra_numa > 0 ||
      place.extra_sockets > 0)
    return false;
  const CpuSet cores = seating_.node().machine().siblings().with_siblings(place.cpus);
  return !cores.intersects(seating_.node().free());
}

void RebindSearch::try_orders(const Seats &movable) {
  const auto &seats = seating_.seats();
  const auto larger = [&](size_t a, size_t b) {
    return std::tie(seats[b].cpus, seats[a].uid) < std::tie(seats[a].cpus, seats[b].uid);
  };
  Seats largest = movable;
  std::sort(largest.begin(), largest.end(), larger);
  if (movable.size() <= kEveryOrder) {
    Seats order = movable;
    do {
      for (const Mode mode : {Mode::kPlain, Mode::kPacked, Mode::kGaps}) try_order(order, mode);
    } while (std::next_permutation(order.begin(), order.end()));
    return;
  }
  Seats required = largest;
  std::stable_sort(required.begin(), required.end(),
                   [&](size_t a, size_t b) { return seats[a].required && !seats[b].required; });
  Seats here = movable;
  std::stable_sort(here.begin(), here.end(), [&](size_t a, size_t b) {
    return seats[a].before->cpus.first() < seats[b].before->cpus.first();
  });
  for (const Mode mode : {Mode::kGaps, Mode::kPlain, Mode::kPacked})
    for (const Seats *order : {&largest, &required, &here}) try_order(*order, mode);
}

void RebindSearch::run() {
  best_ = value();
  best_places_ = seating_.arrangement();
  if (guest_ != nullptr && !best_.guest_misses) return;
  Seats movable;
  for (size_t i = 0; i < seating_.seats().size(); ++i)
    if (seating_.seats()[i].movable) movable.push_back(i);
  if (movable.empty()) return;
  if (guest_ != nullptr) make_room_for_guest(movable);
  // What is cheap first: the pods that sit badly, with the others in place.
  Seats badly = movable;
  std::erase_if(badly, [&](size_t seat) { return sits_well(seat); });
  try_orders(badly);
  improve(movable, 1);
  if (badly.size() < movable.size()) try_orders(movable);
  improve(movable, 2);
  seating_.arrange(best_places_);
}

}  // namespace koord::plan
