// Nodes of a session that are described by a machine instead of API objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct Machine {
  std::string subject;             // the option, prefix of messages
  std::vector<std::string> names;  // nodes with this machine
  koord::Topology topology;
};

// Parses "NODE=FILE[,copies=N]", or with a synthetic description for FILE: one node, or NODE-1 to
// NODE-N.
Machine open_machine(std::string_view text, bool synthetic, bool verbose);

// Returns this machine as a node with the host's name.
Machine open_this_machine(bool verbose);

// Sets the machine as a node of the cluster, with kubelet's defaults. `with_node` also sets the
// Node itself, with the whole machine allocatable. Failures name the machine's option.
void set_machine(koord::Cluster &cluster, const std::string &name, const Machine &machine,
                 bool with_node);

}  // namespace koordctl
