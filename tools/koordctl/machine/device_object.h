// The Device object of a machine, as the commands that show or report it ask for it.
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
  bool is_given = false;  // by --node-name, which messages then name
};

// `pods`: those of the node as a JSON array, "" where they are not known. Throws a Failure.
std::string device_object(const koord::Topology &topology, const SourceOptions &source,
                          const DeviceOptions &options, const DeviceNode &node,
                          const std::string &pods);

}  // namespace koordctl
