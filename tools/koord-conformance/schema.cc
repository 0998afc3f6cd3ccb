#include "schema.h"

#include <algorithm>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "lines.h"
#include "replay.h"

namespace {

using Json = nlohmann::json;

[[noreturn]] void unknown() { throw std::runtime_error("no known schema of vectors"); }

bool is_device_pod(const Json &line) {
  return line.is_object() && line.contains("device") && line.contains("pod");
}

bool is_request_for_gpus(const Json &line) {
  return line.is_object() && line.contains("available") && line.contains("best_effort") &&
         line.contains("optimum");
}

bool has_list(const Json &object, const char *key) {
  return object.contains(key) && object.at(key).is_array();
}

// Returns true if `list` is not empty and all its entries are objects with each of `keys`.
bool all_have(const Json &list, std::initializer_list<const char *> keys) {
  return !list.empty() && std::all_of(list.begin(), list.end(), [&](const Json &entry) {
    return entry.is_object() && std::all_of(keys.begin(), keys.end(),
                                            [&](const char *key) { return entry.contains(key); });
  });
}

bool is_kubelet_cpu_tables(const Json &document) {
  return document.contains("topologies") && document.at("topologies").is_object() &&
         (has_list(document, "packed") || has_list(document, "packed_from_policy_tests") ||
          has_list(document, "distributed") || has_list(document, "free_sockets") ||
          has_list(document, "free_numa_nodes") || has_list(document, "free_cores") ||
          has_list(document, "free_cpus") || has_list(document, "hints"));
}

// Accepts a document with any of the tables.
bool is_nrt_match_tables(const Json &document) {
  constexpr const char *kTables[] = {
      "filter",          "score_strategy",   "score_least_numa",       "numa_nodes_required",
      "normalize_score", "min_avg_distance", "subtract_from_one_numa", "subtract_from_many_numa",
      "resource_class",  "only_non_numa",    "topology_manager_config"};
  return document.contains("fixtures") && document.at("fixtures").is_object() &&
         std::any_of(std::begin(kTables), std::end(kTables),
                     [&](const char *table) { return has_list(document, table); });
}

void replay_document(const Json &document, Report &report) {
  if (has_list(document, "parse") && has_list(document, "arith") && has_list(document, "new"))
    replay_quantity(document, report);
  else if (has_list(document, "policy_cases") && has_list(document, "sequences") &&
           document.contains("static_valid_sets"))
    replay_gpuallocator_tables(document, report);
  else if (is_kubelet_cpu_tables(document))
    replay_kubelet_cpu_tables(document, report);
  else if (is_nrt_match_tables(document))
    replay_nrt_match(document, report);
  else if (document.contains("devices") && document.at("devices").is_object() &&
           has_list(document, "cases") && all_have(document.at("cases"), {"kind", "expect"}))
    replay_koordinator_devices(document, report);
  else if (has_list(document, "topologies") && has_list(document, "cases") &&
           all_have(document.at("cases"), {"op"}))
    replay_koordinator_cpu(document, report);
  else if (has_list(document, "cases") &&
           all_have(document.at("cases"), {"nodes", "status", "policy", "providers", "want"}))
    replay_koordinator_numa(document, report);
  else if (has_list(document, "cases") &&
           all_have(document.at("cases"), {"file", "hash_input", "checksum"}))
    replay_device_checkpoints(document, report);
  else if (has_list(document, "cases") &&
           all_have(document.at("cases"), {"pod", "checkpoint_before", "checkpoint_after"}))
    replay_kubelet_cases(document, report);
  else
    unknown();
}

void replay_lines(const std::vector<Json> &lines, Report &report) {
  if (!lines.empty() && std::all_of(lines.begin(), lines.end(), is_device_pod)) {
    replay_koordinator_device_lines(lines, report);
    return;
  }
  if (!lines.empty() && std::all_of(lines.begin(), lines.end(), is_request_for_gpus)) {
    replay_gpuallocator_lines(lines, report);
    return;
  }
  bool checkpoints = !lines.empty();
  bool cpu = !lines.empty();
  bool cpu_cases = false;
  bool numa = !lines.empty();
  bool policy = !lines.empty();
  for (const Json &line : lines) {
    if (!line.is_object() || !line.contains("kind") || !line.at("kind").is_string()) unknown();
    const auto &kind = line.at("kind").get_ref<const std::string &>();
    checkpoints = checkpoints && (kind == "cpu_manager_state" || kind == "memory_manager_state" ||
                                  kind == "kubelet_internal_checkpoint");
    const bool cpu_case = kind == "case" && line.contains("algo");
    cpu = cpu && (cpu_case || kind == "topology");
    cpu_cases = cpu_cases || cpu_case;
    policy = policy && (kind == "topology" || kind == "scenario" || kind == "new-policy" ||
                        kind == "validate-state");
    numa = numa &&
           (line.contains("providers") || (kind == "new-manager" && line.contains("numa_count")));
  }
  if (checkpoints)
    replay_checkpoint_lines(lines, report);
  else if (cpu && cpu_cases)
    replay_kubelet_cpu_lines(lines, report);
  else if (numa)
    replay_kubelet_numa_lines(lines, report);
  else if (policy)
    replay_kubelet_policy_lines(lines, report);
  else
    unknown();
}

}  // namespace

void replay_text(const std::string &text, Report &report) {
  const Json document = Json::parse(text, nullptr, false);
  if (document.is_object() && !document.contains("kind")) {
    replay_document(document, report);
    return;
  }
  std::vector<Json> lines;
  for (const std::string &line : lines_of(text)) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) continue;
    lines.push_back(Json::parse(line, nullptr, false));
  }
  replay_lines(lines, report);
}
