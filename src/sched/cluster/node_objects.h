// Objects that describe nodes come and go: Node, NodeResourceTopology, Device.
#pragma once

#include <cstdint>
#include <string_view>

#include "sched/cluster/state.h"

namespace koord::sched {

// A node is there from its first object on, and gets the pods that wait for it. The id of the node.
uint32_t set_node(ClusterState &state, const object::NodeObject &object);
uint32_t set_topology(ClusterState &state, const object::NodeTopology &topology);
uint32_t set_devices(ClusterState &state, const object::DeviceObject &devices);

// With its pods, which are forgotten.
Outcome remove_node(ClusterState &state, std::string_view name);
Outcome remove_topology(ClusterState &state, std::string_view name);
Outcome remove_devices(ClusterState &state, std::string_view name);

}  // namespace koord::sched
