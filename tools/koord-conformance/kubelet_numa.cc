// Replays kubelet's topology manager through koord.h: merges, and configurations that it refuses to
// start with.

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "base/error.h"
#include "numa/manager_options.h"
#include "numa_merge.h"
#include "replay.h"

namespace {

using Json = nlohmann::json;

koord_numa_policy policy_of(const Json &line) {
  static const std::map<std::string, koord_numa_policy> kPolicies{
      {"none", KOORD_NUMA_POLICY_NONE},
      {"best-effort", KOORD_NUMA_POLICY_BEST_EFFORT},
      {"restricted", KOORD_NUMA_POLICY_RESTRICTED},
      {"single-numa-node", KOORD_NUMA_POLICY_SINGLE_NUMA_NODE}};
  return kPolicies.at(line.at("policy"));
}

// Returns the NUMA nodes of the line, or those of its hints if it has none.
std::set<int32_t> nodes_of(const Json &line) {
  if (!line.at("numa_nodes").is_null()) return line.at("numa_nodes");
  std::set<int32_t> nodes;
  for (const Json &provider : line.at("providers"))
    for (const Json &hints : provider)
      for (const Json &hint : hints)
        for (const int32_t node : hint.at("numa")) nodes.insert(node);
  return nodes;
}

Outcome merge(const Json &line) {
  NumaMerge merge(KOORD_PROFILE_KUBELET);
  merge.options.policy = policy_of(line);
  for (const int32_t node : nodes_of(line)) merge.add_node(node, KOORD_NUMA_USE_IDLE);
  for (const Json &provider : line.at("providers")) merge.add_provider(provider);
  if (line.at("prefer_closest").get<bool>()) {
    merge.options.flags = KOORD_NUMA_MERGE_PREFER_CLOSEST;
    for (const Json &row : line.at("distances"))
      for (const uint32_t distance : row) merge.distances.push_back(distance);
  }
  merge.merge();
  return {{{"hint", line.at("hint")}, {"admit", line.at("admit")}},
          {{"hint", merge.hint()}, {"admit", merge.flag(KOORD_NUMA_MERGED_ADMIT)}}};
}

Outcome start(const Json &line) {
  std::map<std::string, std::string> options;
  if (!line.at("options").is_null()) options = line.at("options");
  Json error;
  try {
    koord::numa::manager_options(line.at("policy").get<std::string>(),
                                 line.at("scope").get<std::string>(), options,
                                 line.at("numa_count"), line.at("distances_known"));
  } catch (const koord::Error &thrown) {
    error = thrown.what();
  }
  return {line.at("error"), error};
}

}  // namespace

void replay_kubelet_numa_lines(const std::vector<Json> &lines, Report &report) {
  for (size_t i = 0; i < lines.size(); ++i) {
    const Json &line = lines[i];
    const std::string id = "line " + std::to_string(i + 1) + ' ' + line.value("case", "");
    replay_case(report, id,
                [&] { return line.at("kind") == "new-manager" ? start(line) : merge(line); });
  }
}
