// Reservations and their owners.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "sched/cluster/reservation.h"

namespace koord::sched {

// Invariants: no uid is a key of both `all` and `owners`, because a reservation cannot take from
// another one. For each entry of `owners`, `all` has the reservation, and its `taken` has the
// owner.
struct ReservationTable {
  using ByUid = std::map<std::string, Reservation, std::less<>>;

  bool is_linked(std::string_view uid) const { return all.contains(uid) || owners.contains(uid); }
  bool is_reservation(std::string_view uid) const { return all.contains(uid); }
  // Returns the reservation that the pod took from, or all.end() if there is none.
  ByUid::iterator of_owner(std::string_view uid) {
    const auto link = owners.find(uid);
    return link == owners.end() ? all.end() : all.find(link->second);
  }
  // The reservation must exist.
  const Reservation &at(std::string_view uid) const { return all.find(uid)->second; }
  // Removes the pod from both maps. Owners of a removed reservation are removed with it.
  void unlink(std::string_view uid) noexcept {
    if (const auto from = of_owner(uid); from != all.end()) {
      from->second.taken.erase(from->second.taken.find(uid));
      owners.erase(owners.find(uid));
    }
    const auto at = all.find(uid);
    if (at == all.end()) return;
    for (const auto &[owner, share] : at->second.taken) owners.erase(owners.find(owner));
    all.erase(at);
  }

  ByUid all;
  std::map<std::string, std::string, std::less<>> owners;  // owner to reservation
};

}  // namespace koord::sched
