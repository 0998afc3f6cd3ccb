// The result of a session as tables, JSON and pictures.
#ifndef KOORDCTL_SIMULATION_OUTPUT_H_
#define KOORDCTL_SIMULATION_OUTPUT_H_

#include <string>
#include <vector>

#include "koord_cpp.h"
#include "simulation.h"

namespace koordctl {

std::string session_table(const SessionResult &result, bool wide, bool with_header);
std::string session_json(const SessionResult &result);

// Who holds which CPUs of a node, and a headline.
std::vector<NamedSet> node_sets(const SessionResult &result, const NodeResult &node);
std::string node_title(const NodeResult &node);

}  // namespace koordctl

#endif  // KOORDCTL_SIMULATION_OUTPUT_H_
