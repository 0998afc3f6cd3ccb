// Removes a few pods at a time and places them elsewhere, as long as that improves the node.
#include <algorithm>
#include <tuple>

#include "plan/rebind_search.h"

namespace koord::plan {

bool RebindSearch::improve_one(size_t owner) {
  owners_.take_off(owner);
  bool found = false;
  for (const FootprintPtr &place : picks(owner)) {
    if (place == best_places_[owner]) continue;
    owners_.put_on(owner, place);
    found |= consider();
    owners_.take_off(owner);
  }
  owners_.put_on(owner, best_places_[owner]);
  return found;
}

bool RebindSearch::improve_two(size_t first, size_t second) {
  bool found = false;
  for (int turn = 0; turn < 2 && !found; ++turn, std::swap(first, second)) {
    owners_.take_off(first);
    owners_.take_off(second);
    for (const FootprintPtr &mine : picks(first)) {
      owners_.put_on(first, mine);
      for (const FootprintPtr &other : picks(second)) {
        owners_.put_on(second, other);
        found |= consider();
        owners_.take_off(second);
      }
      owners_.take_off(first);
      if (!may_work()) break;
    }
    owners_.arrange(best_places_);
  }
  return found;
}

// Moves a pod on too many NUMA nodes or sockets into one of them. The smallest pods there make way.
bool RebindSearch::make_room(size_t owner) {
  const auto &owners = owners_.all();
  const int cpus = owners[owner].cpus;
  if (owners[owner].evenly) return false;
  for (const CpuSet &here : areas_) {
    if (here.count() < cpus) continue;
    Owners others;
    for (size_t i = 0; i < owners.size(); ++i)
      if (i != owner && owners[i].movable && owners[i].now->cpus.intersects(here))
        others.push_back(i);
    std::stable_sort(others.begin(), others.end(),
                     [&](size_t a, size_t b) { return owners[a].cpus < owners[b].cpus; });
    for (const Mode mode : {Mode::kGaps, Mode::kPlain}) {
      if (!may_work()) return false;
      Owners off;
      owners_.take_off(owner);
      FootprintPtr place = pick(owner, owners_.node().free() - here);
      for (size_t i = 0; i < others.size() && !place; ++i) {
        owners_.take_off(others[i]);
        off.push_back(others[i]);
        const CpuSet free = owners_.node().free();
        if (free.count_and(here) >= cpus) place = pick(owner, free - here);
      }
      std::reverse(off.begin(), off.end());
      bool found = false;
      if (place) {
        owners_.put_on(owner, place);
        if (put_all_on(off, mode)) {
          undo_needless_moves();
          found = consider();
        }
      }
      owners_.arrange(best_places_);
      if (found) return true;
    }
  }
  return false;
}

// Tries to place the guest after removing one pod, two
// pods, and then more and more of the smallest pods.
bool RebindSearch::make_room_for_guest(const Owners &movable) {
  Owners order = movable;
  const auto &owners = owners_.all();
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return owners[a].cpus < owners[b].cpus; });
  const auto try_without = [&](const Owners &off) {
    bool found = false;
    for (const Mode mode : {Mode::kGaps, Mode::kPlain}) {
      if (!may_work()) break;
      ++work_;
      for (const size_t owner : off) owners_.take_off(owner);
      sched::Holding guest;
      bool have_places = false;
      if (!owners_.pick_for_guest(guest_->shape, {true, 0}, guest).refused()) {
        owners_.put_on(guest);
        have_places = put_all_on(off, mode);
        owners_.take_off(guest);
      }
      if (have_places) found |= consider();
      owners_.arrange(best_places_);
      if (found) break;
    }
    return found;
  };
  for (const size_t owner : order)
    if (try_without({owner})) return true;
  for (size_t i = 1; i < order.size(); ++i)
    for (size_t j = 0; j < i; ++j) {
      // Part of the work is left for larger rearrangements.
      if (work_ > options_.work / 2) break;
      if (try_without({order[i], order[j]})) return true;
    }
  for (const CpuSet &area : areas_) {
    Owners off;
    for (const size_t owner : order) {
      if (!owners[owner].now->cpus.intersects(area)) continue;
      off.insert(off.begin(), owner);
      if (off.size() > 2 && try_without(off)) return true;
    }
  }
  return false;
}

void RebindSearch::improve(const Owners &movable, int pods) {
  // Badly placed pods come first.
  const auto by_need = [&] {
    Owners order = movable;
    std::stable_partition(order.begin(), order.end(),
                          [&](size_t owner) { return !is_well_placed(owner); });
    return order;
  };
  bool found = true;
  while (found && may_work()) {
    found = false;
    const Owners order = by_need();
    for (const size_t owner : order) {
      if (!may_work()) return;
      found |= improve_one(owner);
    }
    for (const size_t owner : order)
      if (owners_.all()[owner].now->extra_numa + owners_.all()[owner].now->extra_sockets > 0)
        found |= make_room(owner);
    if (found || pods < 2) continue;
    for (size_t i = 0; i < order.size() && !found; ++i)
      for (size_t j = i + 1; j < order.size() && !found; ++j) {
        if (!may_work()) return;
        found = improve_two(order[i], order[j]);
      }
  }
}

}  // namespace koord::plan
