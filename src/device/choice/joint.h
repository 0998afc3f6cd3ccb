// Devices of several types close to each other: constraints
// from the leading devices on those that follow.
#pragma once

#include <vector>

#include "device/choice/choice.h"

namespace koord::device {

enum class Nearness : int32_t { kPcie = 0, kNuma = 1, kAny = 2 };

// Devices of one type that follow leading devices of another.
struct Follower {
  DeviceMask fitting = 0;  // devices that fit the request
  int64_t count = 0;       // number of devices requested
  // The number stays the same even if the leading devices are on more PCIe switches.
  bool fixed = false;
  std::vector<DeviceMask> near;  // by leading device: the fitting devices near it
};

Follower make_follower(const Pool &lead, const Candidates &site, const CountRequest &need,
                       Nearness nearness);

// Returns the leading devices that are near devices of every following type.
DeviceMask near_all(const Pool &lead, const std::vector<Follower> &followers);
// Returns the following devices that are near any of the leading devices.
DeviceMask near_any(const Follower &follower, DeviceMask lead);
// Returns the number of PCIe switches with leading
// devices, as distinguished by the devices near them.
int64_t switches_of(const Follower &follower, DeviceMask lead);

// Returns a function that counts the following devices missing near a set of `count` leading
// devices out of `from`. Under kPcie it also counts the switches in excess of a fixed number of
// following devices. The function is empty if nothing can be missing.
CountLacking leads_lack(const std::vector<Follower> &followers, Nearness nearness, DeviceMask from,
                        int64_t count);
// Returns a function that counts the leading devices that have no device of a following set nearby.
CountLacking followers_lack(const Follower &follower, DeviceMask lead);

}  // namespace koord::device
