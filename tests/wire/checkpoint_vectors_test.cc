// Every checkpoint of the shared vectors is decoded, hashed,
// written again, and read as kubelet does.
#include <gtest/gtest.h>

#include <functional>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "base/error.h"
#include "support/shared_data.h"
#include "wire/kubelet/cpu_checkpoint.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"

namespace koord::wire {
namespace {

using Json = nlohmann::json;

// Runs `check` on every line of `kind` and returns their number.
int for_each_line(const std::string &shared, std::string_view kind,
                  const std::function<void(const Json &)> &check) {
  std::istringstream lines(
      koord::testing::read_file(shared + "/vectors/kubelet-checkpoints.jsonl"));
  int count = 0;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const Json row = Json::parse(line);
    if (row.at("kind") != kind) continue;
    SCOPED_TRACE("id " + row.at("id").dump());
    ++count;
    check(row);
  }
  return count;
}

// Checks that apply to every kind of file: hash, checksum and bytes.
template <typename Checkpoint>
void expect_round_trip(const Checkpoint &checkpoint, const Json &row) {
  EXPECT_EQ(hashed_text(checkpoint), row.at("hashed_text").get<std::string>());
  EXPECT_EQ(checksum_of(checkpoint), row.at("checksum").get<uint64_t>());
  EXPECT_EQ(checkpoint.checksum, row.at("checksum").get<uint64_t>());
  EXPECT_EQ(encode(checkpoint), row.at("file").get<std::string>());
}

Json state_of(const CpuReadResult &result) {
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

KubeletReader reader_for(const Json &row) {
  KubeletReader reader;
  reader.policy = "static";
  reader.directory = "<dir>";
  if (row.at("origin") != "edge")
    reader.policy = Json::parse(row.at("file").get<std::string>()).at("policyName");
  const Json containers = row.value("container_map", Json::object());
  for (const auto &[id, names] : containers.items()) reader.containers[id] = {names[0], names[1]};
  return reader;
}

TEST(CheckpointVectors, CpuManagerState) {
  KOORD_NEED_SHARED(shared);
  const int lines = for_each_line(shared, "cpu_manager_state", [](const Json &row) {
    const auto file = row.at("file").get<std::string>();
    if (row.contains("version"))
      expect_round_trip(decode_cpu_checkpoint(file, row.at("version").get<int>()), row);
    KubeletReader reader = reader_for(row);
    EXPECT_EQ(state_of(read_as_kubelet(file, reader)), row.at("read_default"));
    reader.pod_level_resource_managers = true;
    EXPECT_EQ(state_of(read_as_kubelet(file, reader)),
              row.contains("read_v3_enabled") ? row.at("read_v3_enabled") : row.at("read_default"));
  });
  EXPECT_GT(lines, 0);
}

// Without kubelet's configuration, every file is read that some
// kubelet reads, with the same content.
TEST(CheckpointVectors, CpuManagerStateOfAnyVersion) {
  KOORD_NEED_SHARED(shared);
  for_each_line(shared, "cpu_manager_state", [](const Json &row) {
    if (!row.contains("version")) return;
    const CpuManagerState state = read_cpu_manager_state(row.at("file").get<std::string>());
    EXPECT_EQ(state.version, row.at("version").get<int>());
    if (state.version == 1) return;
    const Json &read =
        row.contains("read_v3_enabled") ? row.at("read_v3_enabled") : row.at("read_default");
    EXPECT_EQ(state_of({state, ""}), read);
    EXPECT_EQ(encode(to_checkpoint(state, state.version)), row.at("file").get<std::string>());
  });
}

TEST(CheckpointVectors, MemoryManagerState) {
  KOORD_NEED_SHARED(shared);
  const int lines = for_each_line(shared, "memory_manager_state", [](const Json &row) {
    const auto file = row.at("file").get<std::string>();
    const int version = row.at("version").get<int>();
    const MemoryCheckpoint checkpoint = decode_memory_checkpoint(file, version);
    expect_round_trip(checkpoint, row);
    KubeletReader reader;
    reader.policy = checkpoint.policy;
    reader.pod_level_resource_managers = version == 2;
    EXPECT_EQ(read_memory_as_kubelet(file, reader).error, "");
  });
  EXPECT_GT(lines, 0);
}

TEST(CheckpointVectors, FilesOfKubelet137) {
  KOORD_NEED_SHARED(shared);
  const auto read = [&](const char *name) {
    return koord::testing::read_file(shared + "/vectors/kubelet-1.37-" + name + ".json");
  };
  const std::string cpus = read("cpu_manager_state");
  EXPECT_EQ(encode(decode_cpu_checkpoint(cpus, 4)), cpus);
  const std::string memory = read("memory_manager_state");
  EXPECT_EQ(encode(decode_memory_checkpoint(memory, 3)), memory);
  KubeletReader reader;
  reader.version = KubeletVersion::k137;
  reader.policy = "static";
  EXPECT_EQ(read_as_kubelet(cpus, reader).error, "");
  reader.policy = "None";
  EXPECT_EQ(read_memory_as_kubelet(memory, reader).error, "");
}

TEST(CheckpointVectors, DeviceManager) {
  KOORD_NEED_SHARED(shared);
  const int lines = for_each_line(shared, "kubelet_internal_checkpoint", [](const Json &row) {
    const auto file = row.at("file").get<std::string>();
    expect_round_trip(decode_device_checkpoint(file), row);
    EXPECT_EQ(row.at("reread"), "ok");
    EXPECT_NO_THROW(read_device_checkpoint(file));
  });
  EXPECT_GT(lines, 0);

  const Json cases =
      Json::parse(koord::testing::read_file(shared + "/vectors/kubelet-device-checkpoint.json"));
  ASSERT_FALSE(cases.at("cases").empty());
  for (const Json &row : cases.at("cases")) {
    SCOPED_TRACE(row.at("name").get<std::string>());
    const auto file = row.at("file").get<std::string>();
    const DeviceCheckpoint checkpoint = read_device_checkpoint(file);
    EXPECT_EQ(hashed_text(checkpoint), row.at("hash_input").get<std::string>());
    EXPECT_EQ(std::to_string(checksum_of(checkpoint)), row.at("checksum").get<std::string>());
    EXPECT_EQ(encode(checkpoint), file);
  }
}

TEST(CheckpointVectors, SeedCases) {
  KOORD_NEED_SHARED(shared);
  const Json cases =
      Json::parse(koord::testing::read_file(shared + "/vectors/seed-kubelet-cases.json"));
  int files = 0;
  for (const Json &row : cases.at("cases")) {
    SCOPED_TRACE(row.at("id").get<std::string>());
    for (const char *key : {"checkpoint_before", "checkpoint_after", "seed_checkpoint",
                            "checkpoint_after_reject_before_sweep"}) {
      if (!row.contains(key)) continue;
      ++files;
      const auto file = row.at(key).get<std::string>();
      const CpuManagerState state = read_cpu_manager_state(file);
      EXPECT_EQ(encode(to_checkpoint(state, 2)), file);
      if (std::string_view(key) == "checkpoint_after") {
        EXPECT_EQ(state_of({state, ""}), row.at("state_after"));
      }
    }
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace koord::wire
