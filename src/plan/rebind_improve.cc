// A few pods at a time are taken off and put elsewhere, as long as that makes the node better.
#include <algorithm>
#include <tuple>

#include "plan/rebind_search.h"

namespace koord::plan {

bool RebindSearch::improve_one(size_t seat) {
  seating_.lift(seat);
  bool found = false;
  for (const PlacePtr &place : picks(seat)) {
    if (place == best_places_[seat]) continue;
    seating_.sit(seat, place);
    found |= consider();
    seating_.lift(seat);
  }
  seating_.sit(seat, best_places_[seat]);
  return found;
}

bool RebindSearch::improve_two(size_t first, size_t second) {
  bool found = false;
  for (int turn = 0; turn < 2 && !found; ++turn, std::swap(first, second)) {
    seating_.lift(first);
    seating_.lift(second);
    for (const PlacePtr &mine : picks(first)) {
      seating_.sit(first, mine);
      for (const PlacePtr &other : picks(second)) {
        seating_.sit(second, other);
        found |= consider();
        seating_.lift(second);
      }
      seating_.lift(first);
      if (!may_work()) break;
    }
    seating_.arrange(best_places_);
  }
  return found;
}

// A pod on too many NUMA nodes or sockets comes to one of them, and the smallest pods there make way.
bool RebindSearch::make_room(size_t seat) {
  const auto &seats = seating_.seats();
  const int cpus = seats[seat].cpus;
  if (seats[seat].evenly) return false;
  for (const CpuSet &here : areas_) {
    if (here.count() < cpus) continue;
    Seats others;
    for (size_t i = 0; i < seats.size(); ++i)
      if (i != seat && seats[i].movable && seats[i].now->cpus.intersects(here)) others.push_back(i);
    std::stable_sort(others.begin(), others.end(),
                     [&](size_t a, size_t b) { return seats[a].cpus < seats[b].cpus; });
    for (const Mode mode : {Mode::kGaps, Mode::kPlain}) {
      if (!may_work()) return false;
      Seats off;
      seating_.lift(seat);
      PlacePtr place = pick(seat, seating_.node().free() - here);
      for (size_t i = 0; i < others.size() && !place; ++i) {
        seating_.lift(others[i]);
        off.push_back(others[i]);
        const CpuSet free = seating_.node().free();
        if (free.count_and(here) >= cpus) place = pick(seat, free - here);
      }
      std::reverse(off.begin(), off.end());
      bool found = false;
      if (place) {
        seating_.sit(seat, place);
        if (seat_all(off, mode)) {
          leave_in_place();
          found = consider();
        }
      }
      seating_.arrange(best_places_);
      if (found) return true;
    }
  }
  return false;
}

// One pod, two pods, then more and more of the smallest ones make way for the guest.
bool RebindSearch::make_room_for_guest(const Seats &movable) {
  Seats order = movable;
  const auto &seats = seating_.seats();
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return seats[a].cpus < seats[b].cpus; });
  const auto try_without = [&](const Seats &off) {
    bool found = false;
    for (const Mode mode : {Mode::kGaps, Mode::kPlain}) {
      if (!may_work()) break;
      ++work_;
      for (const size_t seat : off) seating_.lift(seat);
      sched::Holding guest;
      bool seated = false;
      if (!seating_.pick_for_guest(guest_->shape, {true, 0}, guest).refused()) {
        seating_.put_on(guest);
        seated = seat_all(off, mode);
        seating_.take_off(guest);
      }
      if (seated) found |= consider();
      seating_.arrange(best_places_);
      if (found) break;
    }
    return found;
  };
  for (const size_t seat : order)
    if (try_without({seat})) return true;
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      // Some of the work is left for larger rearrangements.
      if (work_ > options_.work / 2) break;
      if (try_without({order[i], order[j]})) return true;
    }
  for (const CpuSet &area : areas_) {
    Seats off;
    for (const size_t seat : order) {
      if (!seats[seat].now->cpus.intersects(area)) continue;
      off.insert(off.begin(), seat);
      if (off.size() > 2 && try_without(off)) return true;
    }
  }
  return false;
}

void RebindSearch::improve(const Seats &movable, int pods) {
  // Pods that sit badly first.
  const auto by_need = [&] {
    Seats order = movable;
    std::stable_partition(order.begin(), order.end(),
                          [&](size_t seat) { return !sits_well(seat); });
    return order;
  };
  bool found = true;
  while (found && may_work()) {
    found = false;
    const Seats order = by_need();
    for (const size_t seat : order) {
      if (!may_work()) return;
      found |= improve_one(seat);
    }
    for (const size_t seat : order)
      if (seating_.seats()[seat].now->extra_numa + seating_.seats()[seat].now->extra_sockets > 0)
        found |= make_room(seat);
    if (found || pods < 2) continue;
    for (size_t i = 0; i < order.size() && !found; ++i)
      for (size_t j = i + 1; j < order.size() && !found; ++j) {
        if (!may_work()) return;
        found = improve_two(order[i], order[j]);
      }
  }
}

}  // namespace koord::plan
