// Devices of kubelet's device plugins, from the --device option.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace koordctl {

struct PluginDevice {
  std::string resource, id;
  std::vector<int32_t> numa_nodes;  // ids of the nodes; empty if not known
};

// Parses RESOURCE:ID[,ID...][@NODE[,NODE...]] into one device for each ID. Throws Failure(kUsage).
std::vector<PluginDevice> parse_plugin_devices(const std::string &text);

}  // namespace koordctl
