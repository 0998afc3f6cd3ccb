// Where the machine comes from: this one, a file, a sysfs dump or a synthetic description.
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

// `from`: how the option is called, for commands whose -f is another.
void add_source_options(CLI::App &command, SourceOptions &options,
                        const std::string &from = "-f,--from");
koord::Topology open_topology(const SourceOptions &options);
// The directory that holds sys/ of that machine: "/" for this one, "" where there is none.
std::string sysfs_directory(const SourceOptions &options);
// kubelet's name for this machine, unless it was told another one.
std::string host_name();

}  // namespace koordctl
