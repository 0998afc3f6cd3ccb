// Adds a machine as a node of a cluster.
#pragma once

#include <string>

#include "koord.hpp"
#include "session/session_machine.h"

namespace koordctl {

// Sets the machine with kubelet's defaults. `with_node` also sets the node itself, with the whole
// machine allocatable. Failures name the machine's option.
void set_machine(koord::Cluster &cluster, const std::string &name, const Machine &machine,
                 bool with_node);

}  // namespace koordctl
