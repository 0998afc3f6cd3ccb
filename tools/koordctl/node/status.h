// The placement in force on a node, and the reasons for it, from node-state.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "node/state_file.h"

namespace koordctl {

// Returns the document with members for the facts that it does not contain. Throws as
// state_in_force().
nlohmann::ordered_json read_status(const StateOptions &options);
// Return the devices and the NUMA nodes of a pod of the document: "gpu 0, rdma 2", "0,1".
std::string status_devices(const nlohmann::ordered_json &pod);
std::string status_nodes(const nlohmann::ordered_json &pod);

}  // namespace koordctl
