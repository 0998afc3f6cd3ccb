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

// `from` is the option's name, for commands that use -f for another option.
void add_source_options(CLI::App &command, SourceOptions &options,
                        const std::string &from = "-f,--from");
koord::Topology open_topology(const SourceOptions &options);
// Returns the directory that holds sys/ of the machine: "/" for this one, "" if there is none.
std::string sysfs_directory(const SourceOptions &options);
// Returns kubelet's default node name on this machine.
std::string host_name();

}  // namespace koordctl
