// Replays kubelet's checkpoints: decoding, hashing, writing, and reading by kubelet's rules.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "replay.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"

namespace {

using Json = nlohmann::json;

// Adds the parts common to all kinds of files: hash, checksum and bytes.
template <typename Checkpoint>
void add_round_trip(const Checkpoint &checkpoint, const Json &row, Outcome &outcome) {
  for (const char *key : {"hashed_text", "checksum", "file"}) outcome.expected[key] = row.at(key);
  outcome.expected["stored_checksum"] = row.at("checksum");
  outcome.got["hashed_text"] = hashed_text(checkpoint);
  outcome.got["checksum"] = checksum_of(checkpoint);
  outcome.got["file"] = encode(checkpoint);
  outcome.got["stored_checksum"] = checkpoint.checksum;
}

Json state_of(const koord::wire::CpuReadResult &result) {
  if (!result.error.empty()) return {{"error", result.error}};
  Json entries = Json::object();
  for (const auto &[pod, containers] : result.state.entries) {
    entries[pod] = Json::object();
    for (const auto &[container, cpus] : containers) entries[pod][container] = cpus.to_string();
  }
  Json state = {{"default", result.state.default_cpus.to_string()}, {"entries", entries}};
  for (const auto &[pod, cpus] : result.state.pods) state["podEntries"][pod] = cpus.to_string();
  return state;
}

koord::wire::KubeletReader reader_for(const Json &row) {
  koord::wire::KubeletReader reader;
  reader.policy = "static";
  reader.directory = "<dir>";
  if (row.at("origin") != "edge")
    reader.policy = Json::parse(row.at("file").get<std::string>()).at("policyName");
  const Json containers = row.value("container_map", Json::object());
  for (const auto &[id, names] : containers.items())
    reader.containers[id] = {names.at(0), names.at(1)};
  return reader;
}

Outcome cpu_outcome(const Json &row) {
  Outcome outcome;
  const auto file = row.at("file").get<std::string>();
  const Json &with_pods =
      row.contains("read_v3_enabled") ? row.at("read_v3_enabled") : row.at("read_default");
  outcome.expected = {{"read_default", row.at("read_default")}, {"read_v3_enabled", with_pods}};
  koord::wire::KubeletReader reader = reader_for(row);
  outcome.got["read_default"] = state_of(read_as_kubelet(file, reader));
  reader.pod_level_resource_managers = true;
  outcome.got["read_v3_enabled"] = state_of(read_as_kubelet(file, reader));
  if (row.contains("version")) {
    const int version = row.at("version").get<int>();
    add_round_trip(koord::wire::decode_cpu_checkpoint(file, version), row, outcome);
    outcome.expected["version"] = version;
    outcome.got["version"] = koord::wire::read_cpu_manager_state(file).version;
  }
  return outcome;
}

Outcome memory_outcome(const Json &row) {
  Outcome outcome;
  const auto file = row.at("file").get<std::string>();
  const int version = row.at("version").get<int>();
  const auto checkpoint = koord::wire::decode_memory_checkpoint(file, version);
  add_round_trip(checkpoint, row, outcome);
  koord::wire::KubeletReader reader;
  reader.policy = checkpoint.policy;
  reader.pod_level_resource_managers = version == 2;
  outcome.expected["error"] = "";
  outcome.got["error"] = read_memory_as_kubelet(file, reader).error;
  return outcome;
}

// Returns "ok", or the reason for which the file is refused.
std::string reread(const std::string &file) {
  try {
    koord::wire::read_device_checkpoint(file);
    return "ok";
  } catch (const koord::Error &error) {
    return error.what();
  }
}

Outcome device_outcome(const Json &row) {
  Outcome outcome;
  const auto file = row.at("file").get<std::string>();
  add_round_trip(koord::wire::decode_device_checkpoint(file), row, outcome);
  outcome.expected["reread"] = row.at("reread");
  outcome.got["reread"] = reread(file);
  return outcome;
}

}  // namespace

void replay_checkpoint_lines(const std::vector<Json> &lines, Report &report) {
  for (const Json &row : lines) {
    const auto kind = row.at("kind").get<std::string>();
    replay_case(report, kind + " " + shown(row.value("id", Json())), [&] {
      return kind == "cpu_manager_state"      ? cpu_outcome(row)
             : kind == "memory_manager_state" ? memory_outcome(row)
                                              : device_outcome(row);
    });
  }
}

void replay_device_checkpoints(const Json &document, Report &report) {
  for (const Json &entry : document.at("cases")) {
    replay_case(report, "device checkpoint " + shown(entry.value("name", Json())), [&] {
      return device_outcome({{"file", entry.at("file")},
                             {"hashed_text", entry.at("hash_input")},
                             {"checksum", std::stoull(entry.at("checksum").get<std::string>())},
                             {"reread", entry.at("verify_after_reload")}});
    });
  }
}
