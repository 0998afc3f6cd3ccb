// The Device object of a machine, for the commands that show or report it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "koord.hpp"
#include "machine/source.h"

namespace koordctl {

struct DeviceOptions {
  std::optional<std::string> nvml, checkpoint;
};

void add_device_options(CLI::App &command, DeviceOptions &options);

struct DeviceNode {
  std::string name;
  bool is_given = false;  // set by --node-name, which messages then mention
};

// `pods` are the node's pods as a JSON array, or "" if they are not known. Throws a Failure.
std::string device_object(const koord::Topology &topology, const SourceOptions &source,
                          const DeviceOptions &options, const DeviceNode &node,
                          const std::string &pods);

}  // namespace koordctl
