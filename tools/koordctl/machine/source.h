// Opens a machine's topology: this machine, a file, a sysfs dump or a synthetic description.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "koord.hpp"

namespace koordctl {

struct SourceOptions {
  std::string from;       // path, "-", or "" for this machine
  std::string synthetic;  // hwloc synthetic description
  bool only_allowed = false;
  bool verbose = false;

  bool this_machine() const { return from.empty() && synthetic.empty(); }
};

void add_source_options(CLI::App &command, SourceOptions &options);
koord::Topology open_topology(const SourceOptions &options);
// Returns the directory that holds sys/ of the machine: "/" for this one, "" if there is none.
std::string sysfs_directory(const SourceOptions &options);
// Returns kubelet's default node name on this machine.
std::string host_name();

}  // namespace koordctl
