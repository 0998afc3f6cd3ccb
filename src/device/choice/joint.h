// Devices of several types near to each other: what the choice of the leading devices leaves to
// those that follow.
#pragma once

#include <vector>

#include "device/choice/choice.h"

namespace koord::device {

enum class Nearness : int32_t { kPcie = 0, kNuma = 1, kAny = 2 };

// Devices of one type that follow those of another.
struct Follower {
  DeviceMask fitting = 0;        // what may be had of them
  int64_t count = 0;             // how many are asked for
  bool fixed = false;            // no more than that, were there one for each PCIe switch
  std::vector<DeviceMask> near;  // by leading device: those that are near to it
};

Follower make_follower(const Pool &lead, const Site &site, const CountRequest &need,
                       Nearness nearness);

// Leading devices that have all followers near.
DeviceMask near_all(const Pool &lead, const std::vector<Follower> &followers);
// Followers that are near to any of the leading devices.
DeviceMask near_any(const Follower &follower, DeviceMask lead);
// On how many PCIe switches the leading devices are that followers are near to.
int64_t switches_of(const Follower &follower, DeviceMask lead);

// How many followers are too few near to a set of `count` leading devices out of `from`; under
// kPcie also how many switches are too many for those that follow. Empty where there are always
// enough.
CountLacking leads_lack(const std::vector<Follower> &followers, Nearness nearness, DeviceMask from,
                        int64_t count);
// How many of the leading devices have none of a set of followers near them.
CountLacking followers_lack(const Follower &follower, DeviceMask lead);

}  // namespace koord::device
