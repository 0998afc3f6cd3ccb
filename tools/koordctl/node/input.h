// What "koordctl node" is told of a node: pods and the Node from files as kubectl and kubelet write
// them, kubelet's settings and state, and the machine.
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
  std::vector<std::string> files;  // API objects
  std::optional<std::string> node_name, kubelet_config, cpu_state, reserved_cpus;
  std::string profile = "spec";
  std::string isolated_cpus = "shared";
  bool ignore_kubelet = false, be_by_numa = false;

  // Every file that is read, in the order of the options.
  std::vector<std::string> all_files() const;
};

void add_node_options(CLI::App &command, NodeOptions &options);
// Throws a usage Failure.
void check_node_options(const NodeOptions &options);

struct NodeContainer {
  std::string name, id;  // the id without its runtime
};
struct NodePod {
  std::string where;  // leads messages about it
  std::string uid;    // as control groups have it
  std::string name;   // "namespace/name"
  std::string json;
  std::vector<NodeContainer> containers;  // those that the runtime has made
};

struct NodeInput {
  std::string name;
  std::string node;     // the Node, JSON
  std::string devices;  // its Device, JSON; "": none
  koord_kubelet_version kubelet_version = KOORD_KUBELET_VERSION_DEFAULT;  // as the Node reports
  std::string kubelet_config, cpu_state;
  std::string config_name, state_name;  // how messages call their files
  std::string kubelet_root;   // cgroupRoot of kubelet's configuration, without '/' around it
  std::vector<NodePod> pods;  // of this node only; oldest first
};

// Throws a Failure that names the file.
NodeInput read_node_input(const NodeOptions &options);

}  // namespace koordctl
