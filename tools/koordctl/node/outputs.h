// Output of a node for people and scripts: its pools, the plans for its control groups, and their
// results.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "node/node.h"
#include "node/round.h"

namespace koordctl {

struct Suppressed {
  koord_suppression numbers;
  koord::CpuSet cpus;
};

std::string pools_table(const NodeAgent &node, const std::optional<Suppressed> &suppressed,
                        bool headers);
nlohmann::ordered_json pools_json(const NodeAgent &node,
                                  const std::optional<Suppressed> &suppressed);

std::string plan_table(const NodeAgent &node, const nlohmann::ordered_json &plan, bool headers);
// `state` is the path of node-state.json.
std::string round_table(const NodeAgent &node, const Round &round, const std::string &state,
                        bool headers);
nlohmann::ordered_json round_json(const Round &round, const std::string &state);

}  // namespace koordctl
