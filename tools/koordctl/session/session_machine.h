// Nodes of a session that come from a machine instead of API objects.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "koord.hpp"

namespace koordctl {

struct Machine {
  std::string subject;             // the option, leads messages about it
  std::vector<std::string> names;  // nodes of this kind
  koord::Topology topology;
};

// "NODE=FILE[,copies=N]", or with a synthetic description for FILE: one node, or NODE-1 to NODE-N.
Machine open_machine(std::string_view text, bool synthetic, bool verbose);

}  // namespace koordctl
