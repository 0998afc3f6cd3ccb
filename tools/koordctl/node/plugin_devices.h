// Devices of kubelet's device plugins, as --device tells them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace koordctl {

struct PluginDevice {
  std::string resource, id;
  std::vector<int32_t> numa_nodes;  // their numbers; empty: not known
};

// RESOURCE:ID[,ID...][@NODE[,NODE...]]: one for each id. Throws Failure(kUsage).
std::vector<PluginDevice> parse_plugin_devices(const std::string &text);

}  // namespace koordctl
