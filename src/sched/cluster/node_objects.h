// Objects that describe nodes: Node, NodeResourceTopology and Device.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sched/cluster/state.h"

namespace koord::sched {

// Set an object and return the node's id. A node exists from
// its first object on and then gets the pods that wait for it.
uint32_t set_node(ClusterState &state, const object::NodeObject &object);
// new_faults: receives the node's report_faults() that it did not have before.
uint32_t set_topology(ClusterState &state, const object::NodeTopology &topology,
                      std::vector<std::string> *new_faults);
uint32_t set_devices(ClusterState &state, const object::DeviceObject &devices);

// Removes the node and discards its pods.
Outcome remove_node(ClusterState &state, std::string_view name);
Outcome remove_topology(ClusterState &state, std::string_view name);
Outcome remove_devices(ClusterState &state, std::string_view name);

}  // namespace koord::sched
