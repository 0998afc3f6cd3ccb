#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "wire/json/go_text.h"
#include "wire/kubelet/device_checkpoint.h"
#include "wire/kubelet/memory_checkpoint.h"

namespace koord::wire {
namespace {

GoList<MemoryBlock> one_block(int64_t node, uint64_t size) {
  MemoryBlock block;
  block.nodes.emplace(1, node);
  block.kind = "memory";
  block.size = size;
  return std::vector<MemoryBlock>{block};
}

MemoryCheckpoint sample(int version) {
  MemoryCheckpoint checkpoint(version);
  checkpoint.policy = "Static";
  MemoryNode node;
  node.assignments = 1;
  node.memory.emplace()["memory"] = MemoryTable{8, 1, 7, 0, 7};
  node.cells.emplace(1, 0);
  for (const int64_t id : {0, 10, 9}) (*checkpoint.machine)[id] = node;
  (*checkpoint.containers)["uid"].emplace()["c"] = one_block(0, 1);
  return checkpoint;
}

std::string checkpoint_error(std::string_view file, bool pod_level = false,
                             KubeletVersion version = kDefaultKubeletVersion) {
  KubeletReader reader;
  reader.version = version;
  reader.policy = "Static";
  reader.pod_level_resource_managers = pod_level;
  reader.directory = "/k/";
  return read_memory_as_kubelet(file, reader).error;
}

TEST(MemoryCheckpoint, HashesKeysAsNumbersAndWritesThemAsText) {
  const MemoryCheckpoint checkpoint = sample(1);
  const std::string text = hashed_text(checkpoint);
  EXPECT_LT(text.find(" 9:<*>{"), text.find(" 10:<*>{"));
  const std::string file = encode(checkpoint);
  EXPECT_LT(file.find("\"10\":"), file.find("\"9\":"));
  EXPECT_EQ(encode(decode_memory_checkpoint(file, 1)), file);
  EXPECT_EQ(checkpoint_error(file), "");
  EXPECT_EQ(checkpoint_error(file, true), "");
}

TEST(MemoryCheckpoint, Version2NeedsItsFeatureGate) {
  MemoryCheckpoint checkpoint = sample(2);
  (*checkpoint.pods)["p"].blocks = one_block(1, 5);
  (*checkpoint.pods)["q"].blocks.emplace();
  const std::string file = encode(checkpoint);
  EXPECT_NE(file.find(R"("q":{})"), file.npos);
  EXPECT_EQ(checkpoint_error(file, true), "");
  EXPECT_EQ(checkpoint_error(file, false),
            "could not restore state from checkpoint: checkpoint is corrupted, please drain this "
            "node and delete the memory manager checkpoint file \"/k/memory_manager_state\" before "
            "restarting Kubelet");
}

// A file written by kubelet 1.37.
const std::string kDoubledMemory =
    R"({"policyName":"None","machineState":{},"checksum":4236770233,)"
    R"("data":"{\"policyName\":\"None\",\"machineState\":{}}","dataChecksum":3093843326})";

TEST(MemoryCheckpoint, Version3IsWrittenByteForByte) {
  const MemoryCheckpoint checkpoint = decode_memory_checkpoint(kDoubledMemory, 3);
  EXPECT_TRUE(verifies(checkpoint));
  EXPECT_TRUE(agrees_with_version_1(checkpoint, kDoubledMemory));
  EXPECT_EQ(encode(checkpoint), kDoubledMemory);
  MemoryCheckpoint made(3);
  made.policy = "None";
  EXPECT_EQ(encode(made), kDoubledMemory);
}

TEST(MemoryCheckpoint, S24_EveryKubeletReadsVersion3) {
  MemoryCheckpoint checkpoint = sample(3);
  (*checkpoint.pods)["uid"].blocks = one_block(0, 1);
  const std::string file = encode(checkpoint);
  for (const auto version : {KubeletVersion::k135, KubeletVersion::k136, KubeletVersion::k137})
    EXPECT_EQ(checkpoint_error(file, false, version), "") << version_name(version);
  EXPECT_EQ(encode(decode_memory_checkpoint(file, 3)), file);
  EXPECT_EQ(checkpoint_error(encode(sample(1)), false, KubeletVersion::k137), "");
  EXPECT_EQ(checkpoint_error(encode(sample(2)), false, KubeletVersion::k137), "");
}

// Each kubelet checks only its own checksum, and 1.37 does not read a
// damaged file of version 3 as an older version.
TEST(MemoryCheckpoint, BothChecksumsOfVersion3Count) {
  const std::string file = encode(sample(3));
  std::string data = file;
  data.replace(data.find(R"(\"size\":1)"), 10, R"(\"size\":2)");
  EXPECT_NE(checkpoint_error(data, false, KubeletVersion::k137)
                .find("could not load v3 checkpoint: checkpoint is corrupted"),
            std::string::npos);
  EXPECT_EQ(checkpoint_error(data), "");
  std::string outer = file;
  outer.replace(outer.find(R"("size":1)"), 8, R"("size":2)");
  EXPECT_EQ(checkpoint_error(outer, false, KubeletVersion::k137), "");
  EXPECT_NE(checkpoint_error(outer).find("checkpoint is corrupted"), std::string::npos);
  EXPECT_FALSE(agrees_with_version_1(decode_memory_checkpoint(outer, 3), outer));
  outer.replace(outer.find(R"("size":2)"), 8, R"("size":"")");
  EXPECT_NE(checkpoint_error(outer, false, KubeletVersion::k137)
                .find("could not load v3 checkpoint: failed to deserialize memory manager "
                      "checkpoint: json: cannot unmarshal string into Go struct field "
                      "Block.MemoryManagerCheckpointV1.entries.size of type uint64"),
            std::string::npos)
      << checkpoint_error(outer, false, KubeletVersion::k137);
}

// Older files have no checksum; kubelet 1.35 requires one.
TEST(MemoryCheckpoint, Kubelet135WantsAChecksum) {
  const std::string file = encode(sample(1));
  const std::string bare = file.substr(0, file.rfind(",\"checksum\"")) + "}";
  EXPECT_EQ(checkpoint_error(bare), "");
  EXPECT_NE(checkpoint_error(bare, false, KubeletVersion::k135), "");
}

TEST(MemoryCheckpoint, PrintsNilPointersAsTheHashDoes) {
  MemoryCheckpoint checkpoint(1);
  (*checkpoint.machine)[1] = std::nullopt;
  (*checkpoint.machine)[2].emplace();
  EXPECT_EQ(hashed_text(checkpoint),
            "(*state.MemoryManagerCheckpoint){PolicyName:(string) MachineState:(state.NUMANodeMap)"
            "map[1:<nil> 2:<*>{NumberOfAssignments:(int)0 "
            "MemoryMap:(map[v1.ResourceName]*state.MemoryTable)<nil> Cells:([]int)<nil>}] "
            "Entries:(state.ContainerMemoryAssignments)map[] Checksum:(checksum.Checksum)0}");
  checkpoint.machine->at(2)->memory.emplace()["memory"] = std::nullopt;
  (*checkpoint.machine)[3] = std::nullopt;
  EXPECT_EQ(hashed_text(checkpoint),
            "(*state.MemoryManagerCheckpoint){PolicyName:(string) MachineState:(state.NUMANodeMap)"
            "map[1:<nil> 2:<*>{NumberOfAssignments:(int)0 "
            "MemoryMap:(map[v1.ResourceName]*state.MemoryTable)map[memory:<nil>] Cells:<nil>} "
            "3:<nil>] Entries:map[] Checksum:(checksum.Checksum)0}");
}

TEST(MemoryCheckpoint, GivesKubeletsErrors) {
  const auto contains = [](const std::string &text, std::string_view part) {
    return text.find(part) != text.npos;
  };
  EXPECT_TRUE(contains(checkpoint_error(""), ": unexpected end of JSON input,"));
  EXPECT_TRUE(contains(
      checkpoint_error(R"({"policyName":"None"})"),
      R"(: [memorymanager] configured policy "Static" differs from state checkpoint policy "None",)"));
  EXPECT_TRUE(
      contains(checkpoint_error(R"({"machineState":{"0":{"memoryMap":{"memory":{"total":-1}}}}})"),
               ": json: cannot unmarshal number -1 into Go struct field "
               "MemoryTable.machineState.memoryMap.total of type uint64,"));
  EXPECT_TRUE(contains(checkpoint_error(R"({"machineState":{"x":{}}})"),
                       ": json: cannot unmarshal number x into Go struct field "
                       "MemoryManagerCheckpointV1.machineState of type int,"));
  EXPECT_THROW(decode_memory_checkpoint("{}", 3), Error);
}

TEST(MemoryCheckpoint, EveryTruncationIsAnError) {
  const std::string file = encode(sample(2));
  for (size_t length = 0; length < file.size(); ++length) {
    EXPECT_NE(checkpoint_error(file.substr(0, length), false), "") << length;
    EXPECT_NE(checkpoint_error(file.substr(0, length), true), "") << length;
  }
}

const std::string kDevices =
    R"({"Data":{"PodDeviceEntries":[{"PodUID":"p1","ContainerName":"c1",)"
    R"("ResourceName":"nvidia.com/gpu","DeviceIDs":{"0":["GPU-a","GPU-c"],"1":["GPU-b"]},)"
    R"("AllocResp":"AAEC/w=="},{"PodUID":"p1","ContainerName":"c2","ResourceName":"rdma/hca",)"
    R"("DeviceIDs":{"-1":["mlx5_0"]},"AllocResp":null}],"RegisteredDevices":{"nvidia.com/gpu":)"
    R"(["GPU-a","GPU-b","GPU-c"],"rdma/hca":["mlx5_0","mlx5_1"]}},"Checksum":2358621974})";

Status refusal_of(std::string_view file) {
  try {
    read_device_checkpoint(file);
    return Status::kOk;
  } catch (const Error &error) {
    EXPECT_TRUE(std::string_view(error.what()).starts_with("kubelet_internal_checkpoint: "));
    return error.status();
  }
}

TEST(DeviceCheckpoint, ReadsAndWritesTheFile) {
  const DeviceCheckpoint checkpoint = read_device_checkpoint(kDevices);
  ASSERT_EQ(checkpoint.entries->size(), 2u);
  const PodDevices &first = checkpoint.entries->front();
  EXPECT_EQ(first.container, "c1");
  EXPECT_EQ(first.allocate_response, std::string("\0\1\2\xff", 4));
  EXPECT_EQ(*first.devices->at(0), (std::vector<std::string>{"GPU-a", "GPU-c"}));
  EXPECT_EQ(encode(checkpoint), kDevices);
}

TEST(DeviceCheckpoint, AbsentAndEmptyAreDifferent) {
  EXPECT_NE(hashed_text(decode_device_checkpoint("{}")).find("PodDevicesEntry)[] "),
            std::string::npos);
  EXPECT_NE(hashed_text(decode_device_checkpoint(R"({"Data":{"PodDeviceEntries":null}})"))
                .find("PodDevicesEntry)<nil> "),
            std::string::npos);
  const DeviceCheckpoint bytes = decode_device_checkpoint(
      R"({"Data":{"PodDeviceEntries":[{"AllocResp":""},{"AllocResp":[1,255]},{}]}})");
  EXPECT_EQ(bytes.entries->at(0).allocate_response, "");
  EXPECT_EQ(bytes.entries->at(1).allocate_response, "\1\xff");
  EXPECT_EQ(bytes.entries->at(2).allocate_response, std::nullopt);
}

TEST(DeviceCheckpoint, ErrorsNameTheCause) {
  EXPECT_EQ(refusal_of("{}"), Status::kCorrupt);  // a missing checksum counts as a wrong one
  EXPECT_EQ(refusal_of(R"({"Data":{"PodDeviceEntries":[{"AllocResp":"*"}]}})"), Status::kInvalid);
  EXPECT_EQ(refusal_of(R"({"Data":{"PodDeviceEntries":[{"AllocResp":[256]}]}})"), Status::kInvalid);
  EXPECT_EQ(refusal_of(R"({"Data":{"PodDeviceEntries":[{"DeviceIDs":{"a":[]}}]}})"),
            Status::kInvalid);
  std::string wrong = kDevices;
  wrong.replace(wrong.find("GPU-a"), 5, "GPU-z");
  EXPECT_EQ(refusal_of(wrong), Status::kCorrupt);
}

TEST(DeviceCheckpoint, EveryTruncationIsAnError) {
  for (size_t length = 0; length < kDevices.size(); ++length)
    EXPECT_EQ(refusal_of(kDevices.substr(0, length)), Status::kInvalid) << length;
}

}  // namespace
}  // namespace koord::wire
