#include "wire/kubelet/cpu_checkpoint.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "wire/json/go_text.h"

namespace koord::wire {
namespace {

constexpr std::string_view kTail =
    ", please drain this node and delete the CPU manager checkpoint file "
    "\"/var/lib/kubelet/cpu_manager_state\" before restarting Kubelet";

const std::string kGood =
    R"({"policyName":"static","defaultCpuSet":"0-1,4-7","entries":{"p1":{"c1":"2-3"}},)"
    R"("checksum":4065287017})";

// A file written by kubelet 1.37.
const std::string kDoubled =
    R"({"policyName":"static","defaultCpuSet":"0","entries":{"5c2e36ce08ce5e4479d663d88901101e":{"main":"1"}},)"
    R"("checksum":2198526480,"data":"{\"policyName\":\"static\",\"defaultCpuSet\":\"0\",\"entries\":)"
    R"({\"5c2e36ce08ce5e4479d663d88901101e\":{\"main\":\"1\"}}}","dataChecksum":1334275309})";

std::string kubelet_error(std::string_view file, bool pod_level = false,
                          KubeletVersion version = kDefaultKubeletVersion) {
  KubeletReader reader;
  reader.version = version;
  reader.policy = "static";
  reader.pod_level_resource_managers = pod_level;
  reader.containers["id"] = {"p", "c"};
  std::string error = read_as_kubelet(file, reader).error;
  constexpr std::string_view kHead = "could not restore state from checkpoint: ";
  if (error.empty()) return error;
  EXPECT_TRUE(error.starts_with(kHead)) << error;
  EXPECT_TRUE(error.ends_with(kTail)) << error;
  return error.substr(kHead.size(), error.size() - kHead.size() - kTail.size());
}

Status refusal(std::string_view file) {
  try {
    read_cpu_manager_state(file);
    return Status::kOk;
  } catch (const Error &error) {
    const std::string_view message = error.what();
    EXPECT_TRUE(message.starts_with("cpu_manager_state: ")) << message;
    EXPECT_EQ(message.find('\n'), message.npos) << message;
    return error.status();
  }
}

TEST(CpuCheckpoint, ReadsTheStateOfVersion2) {
  const CpuManagerState state = read_cpu_manager_state(kGood);
  EXPECT_EQ(state.version, 2);
  EXPECT_EQ(state.policy, "static");
  EXPECT_EQ(state.default_cpus, (CpuSet{0, 1, 4, 5, 6, 7}));
  EXPECT_EQ(state.entries.at("p1").at("c1"), (CpuSet{2, 3}));
  EXPECT_EQ(encode(to_checkpoint(state, 2)), kGood);
}

TEST(CpuCheckpoint, ChecksumsOfEmptyFilesAreKubelets) {
  CpuCheckpoint none(2);
  none.policy = "none";
  EXPECT_EQ(encode(none), R"({"policyName":"none","defaultCpuSet":"","checksum":1353318690})");
  CpuCheckpoint all(2);
  all.policy = "static";
  all.default_cpus = "0-23";
  EXPECT_EQ(checksum_of(all), 1538133146u);
}

TEST(CpuCheckpoint, HashesSetsAsWritten) {
  CpuCheckpoint checkpoint(2);
  checkpoint.policy = "static";
  checkpoint.default_cpus = "3-3";
  const std::string file = encode(checkpoint);
  EXPECT_EQ(read_cpu_manager_state(file).default_cpus, CpuSet{3});
  EXPECT_EQ(encode(decode_cpu_checkpoint(file, 2)), file);
}

TEST(CpuCheckpoint, Version1NeedsTheContainersThatRun) {
  CpuCheckpoint old(1);
  old.policy = "static";
  old.default_cpus = "0-3";
  (*old.containers)["id"] = "4-5";
  EXPECT_EQ(kubelet_error(encode(old)), "");
  EXPECT_EQ(read_cpu_manager_state(encode(old)).entries.at("").at("id"), (CpuSet{4, 5}));
  (*old.containers)["other"] = "6";
  EXPECT_EQ(kubelet_error(encode(old)),
            "failed to migrate checkpoint from v1 to v2: containerID 'other' not found in initial "
            "containers list");
}

TEST(CpuCheckpoint, Version3NeedsItsFeatureGate) {
  CpuManagerState state;
  state.policy = "static";
  state.default_cpus = {0, 1};
  state.pods["pod"] = {2, 3};
  state.pods["empty"] = {};
  const std::string file = encode(to_checkpoint(state, 3));
  EXPECT_EQ(file, R"({"policyName":"static","defaultCpuSet":"0-1","podEntries":{"empty":{},)"
                  R"("pod":{"cpuSet":"2-3"}},"checksum":3715057301})");
  EXPECT_EQ(kubelet_error(file, false), kCorruptCheckpoint);
  EXPECT_EQ(kubelet_error(file, true), "");
  EXPECT_EQ(read_cpu_manager_state(file).pods, state.pods);
  EXPECT_EQ(read_cpu_manager_state(file).version, 3);
  // Without a checksum version 3 is rejected, and version 2 does not read the pods.
  const std::string bare = file.substr(0, file.rfind(',')) + "}";
  EXPECT_EQ(read_cpu_manager_state(bare).version, 2);
  EXPECT_TRUE(read_cpu_manager_state(bare).pods.empty());
}

// Kubelet decodes the migrated version on top of the fields left by the failed attempt.
TEST(CpuCheckpoint, MigrationKeepsFieldsOfTheFailedAttempt) {
  CpuCheckpoint checkpoint(2);
  checkpoint.policy = "static";
  checkpoint.default_cpus = "0-3";
  std::string file = encode(checkpoint);
  file.insert(file.rfind(','), R"(,"podEntries":{"p":{"cpuSet":"2"}})");
  KubeletReader reader;
  reader.policy = "static";
  reader.pod_level_resource_managers = true;
  const CpuReadResult result = read_as_kubelet(file, reader);
  EXPECT_EQ(result.error, "");
  EXPECT_EQ(result.state.pods.at("p"), CpuSet{2});
  EXPECT_TRUE(read_cpu_manager_state(file).pods.empty());
}

TEST(CpuCheckpoint, AcceptsTheHashUnderItsOwnNameWithDefaultGates) {
  CpuCheckpoint checkpoint(2);
  checkpoint.policy = "static";
  std::string text = hashed_text(checkpoint);
  text.insert(text.find("){"), "V2");
  const std::string file = R"({"policyName":"static","defaultCpuSet":"","checksum":)" +
                           std::to_string(fnv1a(text)) + "}";
  EXPECT_EQ(kubelet_error(file, false), "");
  EXPECT_EQ(kubelet_error(file, true), kCorruptCheckpoint);
}

TEST(CpuCheckpoint, GivesKubeletsErrors) {
  EXPECT_EQ(kubelet_error(""), "unexpected end of JSON input");
  EXPECT_EQ(kubelet_error(kGood + "x"), "invalid character 'x' after top-level value");
  EXPECT_EQ(kubelet_error("[]"),
            "json: cannot unmarshal array into Go value of type state.CPUManagerCheckpointV1");
  EXPECT_EQ(kubelet_error(R"({"policyName":"a\"\n"})"),
            R"(configured policy "static" differs from state checkpoint policy "a\"\n")");
  EXPECT_EQ(kubelet_error(R"({"policyName":"static","defaultCpuSet":"9999"})"),
            "could not parse default cpu set \"9999\": CPU 9999 is above the largest supported id "
            "8191");
  EXPECT_EQ(kubelet_error(R"({"policyName":"static","entries":{"p":{"c\u0000":"x"}}})"),
            "could not parse cpuset \"x\" for container \"c\\x00\" in pod \"p\": "
            "strconv.Atoi: parsing \"x\": invalid syntax");
}

TEST(CpuCheckpoint, ErrorsNameTheCause) {
  EXPECT_EQ(refusal(""), Status::kInvalid);
  EXPECT_EQ(refusal("[]"), Status::kInvalid);
  EXPECT_EQ(refusal("{}"), Status::kInvalid);
  EXPECT_EQ(refusal("null"), Status::kInvalid);
  EXPECT_EQ(refusal(std::string("{\0}", 3)), Status::kInvalid);
  EXPECT_EQ(refusal(R"({"policyName":"static","defaultCpuSet":"0-x"})"), Status::kInvalid);
  EXPECT_EQ(refusal(R"({"policyName":"static","defaultCpuSet":"0-99999999999"})"),
            Status::kInvalid);
  EXPECT_EQ(refusal(R"({"policyName":"static","entries":{"a\nb":5}})"), Status::kInvalid);
  std::string wrong = kGood;
  wrong.replace(wrong.find("0-1"), 3, "0-2");
  EXPECT_EQ(refusal(wrong), Status::kCorrupt);
  EXPECT_THROW(decode_cpu_checkpoint(kGood, 4), Error);
  EXPECT_THROW(to_checkpoint(CpuManagerState(), 1), Error);
}

TEST(CpuCheckpoint, AFileHashedWithoutEntriesIsWrittenSoThatItCanBeRead) {
  const CpuCheckpoint checkpoint =
      decode_cpu_checkpoint(R"({"policyName":"static","entries":null,"podEntries":null})", 3);
  EXPECT_NE(hashed_text(checkpoint).find("Entries:(map[string]map[string]string)<nil>"),
            std::string::npos);
  EXPECT_EQ(refusal(encode(checkpoint)), Status::kOk);
}

TEST(CpuCheckpoint, EveryTruncationAndEveryDamagedByteIsAnError) {
  ASSERT_EQ(refusal(kGood), Status::kOk);
  for (size_t length = 0; length < kGood.size(); ++length) {
    EXPECT_EQ(refusal(kGood.substr(0, length)), Status::kInvalid) << length;
    EXPECT_NE(kubelet_error(kGood.substr(0, length), true), "") << length;
  }
  for (size_t at = 0; at < kGood.size(); ++at) {
    for (const char byte : {'\0', '\xff', '"', '}', '9', ' '}) {
      std::string damaged = kGood;
      if (damaged[at] == byte) continue;
      damaged[at] = byte;
      // A damaged field name equals a missing field; without a checksum the file is readable.
      if (damaged.find("checksum") == damaged.npos) continue;
      EXPECT_NE(refusal(damaged), Status::kOk) << damaged;
    }
  }
}

TEST(CpuCheckpoint, BoundsTimeAndMemory) {
  const std::string head = R"({"policyName":"static","defaultCpuSet":")";
  std::string ranges = "0";
  while (ranges.size() < (size_t{2} << 20)) ranges += ",0-8191";
  EXPECT_EQ(read_cpu_manager_state(head + ranges + "\"}").default_cpus.count(), 8192);

  std::string sets;
  for (size_t i = 0; i <= kMaxCheckpointSets; ++i) sets += ",\"" + std::to_string(i) + "\":\"0\"";
  EXPECT_EQ(refusal(head + R"(","entries":{"p":{)" + sets.substr(1) + "}}}"), Status::kLimit);

  std::string pods;
  for (size_t i = 0; i < 200; ++i) pods += ",\"" + std::to_string(i) + R"(":{"cpuSet":"0-8191"})";
  EXPECT_EQ(refusal(head + R"(","podEntries":{)" + pods.substr(1) + "}}"), Status::kLimit);

  EXPECT_EQ(refusal(head + "\",\"x\":" + std::string(1 << 20, '[')), Status::kInvalid);
  EXPECT_EQ(refusal(std::string((size_t{16} << 20) + 1, ' ')), Status::kLimit);
}

std::string changed(std::string file, std::string_view what, std::string_view by) {
  const size_t at = file.find(what);
  EXPECT_NE(at, file.npos) << what;
  return at == file.npos ? file : file.replace(at, what.size(), by);
}

TEST(CpuCheckpoint, Version4IsWrittenByteForByte) {
  const CpuManagerState state = read_cpu_manager_state(kDoubled);
  EXPECT_EQ(state.version, 4);
  EXPECT_EQ(state.entries.at("5c2e36ce08ce5e4479d663d88901101e").at("main"), CpuSet{1});
  EXPECT_EQ(encode(to_checkpoint(state, 4)), kDoubled);
  EXPECT_EQ(encode(decode_cpu_checkpoint(kDoubled, 4)), kDoubled);
  EXPECT_TRUE(agrees_with_version_2(decode_cpu_checkpoint(kDoubled, 4), kDoubled));
}

TEST(CpuCheckpoint, S24_EveryKubeletReadsVersion4) {
  for (const auto version : {KubeletVersion::k135, KubeletVersion::k136, KubeletVersion::k137})
    for (const bool pod_level : {false, true})
      EXPECT_EQ(kubelet_error(kDoubled, pod_level, version), "") << version_name(version);
}

// Each kubelet checks only its own checksum.
TEST(CpuCheckpoint, S24_BothChecksumsOfVersion4Count) {
  const std::string data = changed(kDoubled, R"(:\"0\")", R"(:\"2\")");
  EXPECT_EQ(kubelet_error(data, false, KubeletVersion::k137),
            "could not load v4 checkpoint: checkpoint is corrupted");
  EXPECT_EQ(kubelet_error(data), "");
  EXPECT_EQ(refusal(data), Status::kCorrupt);
  const std::string outer = changed(kDoubled, R"("defaultCpuSet":"0")", R"("defaultCpuSet":"2")");
  EXPECT_EQ(kubelet_error(outer, false, KubeletVersion::k137), "");
  EXPECT_NE(kubelet_error(outer), "");
  EXPECT_FALSE(agrees_with_version_2(decode_cpu_checkpoint(outer, 4), outer));
}

// Kubelet 1.37 does not read a damaged file of version 4 as an older version.
TEST(CpuCheckpoint, ADamagedVersion4IsNotReadAsAnOlderOne) {
  const auto error = [](std::string_view file) {
    return kubelet_error(file, false, KubeletVersion::k137);
  };
  EXPECT_EQ(
      error(changed(kDoubled, R"("entries":{)", R"("entries":5,"x":{)")),
      "could not load v4 checkpoint: failed to deserialize cpu manager checkpoint: json: "
      "cannot unmarshal number into Go struct field "
      "CPUManagerCheckpoint.CPUManagerCheckpointV2.entries of type map[string]map[string]string");
  EXPECT_EQ(
      error(changed(kDoubled, R"(:\"0\")", R"(:0)")),
      "could not load v4 checkpoint: failed to deserialize cpu manager checkpoint data: json: "
      "cannot unmarshal number into Go struct field CPUManagerCheckpointData.defaultCpuSet of "
      "type string");
  EXPECT_EQ(error(R"({"policyName":"static","dataChecksum":1})"),
            "could not load v4 checkpoint: failed to deserialize cpu manager checkpoint data: "
            "unexpected end of JSON input");
  EXPECT_EQ(
      error(
          R"({"data":"{\"policyName\":\"static\",\"baselines\":{\"p\":{\"c\":{\"baseline\":1}}}}","dataChecksum":1})"),
      "could not load v4 checkpoint: failed to deserialize cpu manager checkpoint data: json: "
      "cannot "
      "unmarshal number into Go struct field ContainerCPUs.baselines.baseline of type string");
}

TEST(CpuCheckpoint, Kubelet137ReadsVersions2And3ButNot1) {
  const auto read = [](std::string_view file) {
    return kubelet_error(file, false, KubeletVersion::k137);
  };
  EXPECT_EQ(read(kGood), "");
  CpuManagerState state = read_cpu_manager_state(kGood);
  state.pods["p1"] = {2, 3};
  EXPECT_EQ(read(encode(to_checkpoint(state, 3))), "");
  CpuCheckpoint old(1);
  old.policy = "static";
  old.default_cpus = "0-3";
  (*old.containers)["id"] = "4-5";
  EXPECT_EQ(read(encode(old)),
            "json: cannot unmarshal string into Go struct field CPUManagerCheckpointV2.entries of "
            "type map[string]string");
  CpuCheckpoint bad(2);
  bad.policy = "static";
  bad.default_cpus = "x";
  EXPECT_EQ(read(encode(bad)),
            "could not parse default CPU set \"x\": strconv.Atoi: parsing \"x\": invalid syntax");
}

TEST(CpuCheckpoint, Version4KeepsPodsAndBaselines) {
  CpuManagerState state;
  state.policy = "static";
  state.default_cpus = {0, 1};
  state.entries["p"]["c"] = {2};
  state.pods["p"] = {2, 3};
  CpuCheckpoint checkpoint = to_checkpoint(state, 4);
  (*checkpoint.baselines)["p"].emplace()["c"] = "2";
  const std::string file = encode(checkpoint);
  EXPECT_NE(
      file.find(
          R"(\"podEntries\":{\"p\":{\"cpuSet\":\"2-3\"}},\"baselines\":{\"p\":{\"c\":{\"baseline\":\"2\"}}}})"),
      file.npos)
      << file;
  EXPECT_EQ(encode(decode_cpu_checkpoint(file, 4)), file);
  EXPECT_EQ(read_cpu_manager_state(file).pods, state.pods);
}

}  // namespace
}  // namespace koord::wire
