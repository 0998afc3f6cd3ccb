// Input of "koordctl node": pods and the Node from files written by kubectl and kubelet, kubelet's
// settings and state, and the machine.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

#include "koord.hpp"
#include "machine/source.h"

namespace koordctl {

struct NodeOptions {
  SourceOptions source;
  std::vector<std::string> files;  // paths of API objects
  std::optional<std::string> node_name, kubelet_config, cpu_state, memory_state, reserved_cpus;
  std::string profile = "spec";
  std::string isolated_cpus = "shared";
  bool ignore_kubelet = false, be_by_numa = false;

  // Returns all files that are read, in the order of the options.
  std::vector<std::string> all_files() const;
};

void add_node_options(CLI::App &command, NodeOptions &options);
// Throws a usage Failure.
void check_node_options(const NodeOptions &options);

struct NodeContainer {
  std::string name, id;  // the id without the prefix of the runtime
};
struct NodePod {
  std::string where;  // prefix of messages
  std::string uid;    // as used in names of control groups
  std::string name;   // "namespace/name"
  std::string json;
  std::vector<NodeContainer> containers;  // those that the runtime has created
};

struct NodeInput {
  std::string name;
  std::string node;     // the Node as JSON
  std::string devices;  // its Device as JSON, or "" if there is none
  koord_kubelet_version kubelet_version = KOORD_KUBELET_VERSION_DEFAULT;  // reported by the Node
  std::string kubelet_config, cpu_state, memory_state;
  std::string config_name, state_name, memory_name;  // names of their files in messages
  // cgroupRoot of kubelet's configuration, without leading and trailing '/'
  std::string kubelet_root;
  std::vector<NodePod> pods;  // pods of this node only, oldest first
};

// Throws a Failure that names the file.
NodeInput read_node_input(const NodeOptions &options);

}  // namespace koordctl
