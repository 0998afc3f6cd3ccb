// The replay functions, one for each schema of vector files.

#pragma once

#include <exception>
#include <new>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report.h"

void replay_quantity(const nlohmann::json &document, Report &report);
void replay_kubelet_cpu_tables(const nlohmann::json &document, Report &report);
void replay_kubelet_cpu_lines(const std::vector<nlohmann::json> &lines, Report &report);
void replay_kubelet_numa_lines(const std::vector<nlohmann::json> &lines, Report &report);
void replay_checkpoint_lines(const std::vector<nlohmann::json> &lines, Report &report);
// Stores the topologies, to which the lines refer.
void replay_gpuallocator_tables(const nlohmann::json &document, Report &report);
void replay_gpuallocator_lines(const std::vector<nlohmann::json> &lines, Report &report);
void replay_device_checkpoints(const nlohmann::json &document, Report &report);
void replay_koordinator_cpu(const nlohmann::json &document, Report &report);
// Replays one case of the operations manager-allocate and manager-hints.
void replay_koordinator_manager(const nlohmann::json &entry, const nlohmann::json &topology,
                                Report &report);
void replay_koordinator_numa(const nlohmann::json &document, Report &report);
void replay_koordinator_devices(const nlohmann::json &document, Report &report);
void replay_koordinator_device_lines(const std::vector<nlohmann::json> &lines, Report &report);
void replay_kubelet_policy_lines(const std::vector<nlohmann::json> &lines, Report &report);
void replay_kubelet_cases(const nlohmann::json &document, Report &report);
void replay_nrt_match(const nlohmann::json &document, Report &report);

// Expected and actual result of a case.
struct Outcome {
  nlohmann::json expected;
  nlohmann::json got;
};

// Returns the text of `json` for a report. Bytes that are not UTF-8 are replaced.
inline std::string shown(const nlohmann::json &json) {
  return json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// Runs a case and counts it by its outcome. A case that cannot be run counts as failed.
template <typename Run>
void replay_case(Report &report, const std::string &id, Run &&run) {
  try {
    const Outcome outcome = run();
    if (outcome.expected == outcome.got)
      report.pass();
    else
      report.fail(id, shown(outcome.expected), shown(outcome.got));
  } catch (const std::bad_alloc &) {
    throw;  // a failure of this program, not of the case
  } catch (const std::exception &error) {
    report.fail(id, "an outcome", std::string("error: ") + error.what());
  }
}
