// The devices of nodes that ResourceClaims hold, with the names of claims and pods.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "session/simulation.h"

namespace koordctl {

class ClaimNames {
 public:
  explicit ClaimNames(const SessionInput &input);

  // Returns the devices of a node that claims hold; none if the node has no Device object.
  std::vector<ClaimedDevices> devices_of(const koord::Cluster &cluster,
                                         const std::string &node) const;

 private:
  // By the uid with which the library names the holder; without devices.
  std::map<std::string, ClaimedDevices> claims_;
  std::map<std::string, ClaimedDevices> pods_;  // those with extended resources of claims
};

}  // namespace koordctl
