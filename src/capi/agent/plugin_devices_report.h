// The devices of kubelet's device manager as a node's agent reports them.
#pragma once

#include <optional>

#include "agent/local_node.h"
#include "capi/kubelet/setup_handle.h"
#include "object/kubelet_plugin_devices.h"
#include "topology/topology.h"

namespace koord::capi {

// Returns the devices of the setup and those that pods have by its kubelet_internal_checkpoint, of
// resources of which a device states NUMA nodes: kubelet aligns no others. Returns nullopt if there
// are none, and with a warning if the checkpoint is damaged or exceeds what a report can state.
std::optional<object::KubeletPluginDevices> plugin_devices_report(const koord_kubelet_setup &given,
                                                                  const Topology &machine);

// Marks pods as ended if the node does not know them.
void mark_ended(const agent::LocalNode &node, object::KubeletPluginDevices &devices);

}  // namespace koord::capi
