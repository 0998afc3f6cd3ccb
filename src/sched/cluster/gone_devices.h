// Allocated devices that their nodes do not have any more.
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

// A device that a pod was allocated by id, while no device of the pod's node has this id.
struct GoneDevice {
  std::string pod;  // uid
  std::string type;
  int32_t minor = 0;  // that it had last
  std::string id;
  auto operator<=>(const GoneDevice &) const = default;
};

// Return the devices of all pods of a node, or of one pod; ascending, each once.
std::vector<GoneDevice> gone_devices_on(const ClusterState &state, std::string_view node);
std::vector<GoneDevice> gone_devices_of(const ClusterState &state, std::string_view uid);

}  // namespace koord::sched
