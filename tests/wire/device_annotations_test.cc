// Device annotations of pods: requests and results in every spelling, reading, writing and errors.
#include "wire/pod/device_annotations.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

using koord::testing::CapturedLog;
using object::AllocatedDevice;
using object::DeviceCount;
using object::DeviceExclusive;
using object::DeviceHint;
using object::DeviceScope;
using Operator = object::LabelRequirement::Operator;

std::vector<DeviceHint> hints(const std::string &json) { return read_device_hints(json, "hint"); }
object::JointDevices joint(const std::string &json) { return read_joint_devices(json, "joint"); }
object::PartitionSpec spec(const std::string &json) { return read_partition_spec(json, "spec"); }
std::vector<AllocatedDevice> allocated(const std::string &json) {
  return read_device_allocated(json, "allocated");
}
std::string again(const std::string &json) { return to_annotation(allocated(json)); }
std::string repeated(size_t times, const std::string &element) {
  std::string out = element;
  for (size_t i = 1; i < times; ++i) out += "," + element;
  return out;
}

TEST(DeviceHints, EveryMember) {
  const auto read = hints(
      R"({"rdma":{"selector":{"matchLabels":{"type":"fakeW"}},"vfSelector":{"matchExpressions":[{"key":"type","operator":"In","values":["general","fakeG"]},{"key":"old","operator":"DoesNotExist"}]},"allocateStrategy":"RequestsAsCount","requiredTopologyScope":"PCIe","exclusivePolicy":"PCIeLevel"},"gpu":{},"fpga":null})");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(read[0].type, "gpu") << "by type";
  EXPECT_FALSE(read[0].selects_vfs);
  EXPECT_EQ(read[0].count, DeviceCount::kByAmount);
  EXPECT_EQ(read[0].scope, DeviceScope::kAny);
  EXPECT_EQ(read[0].exclusive, DeviceExclusive::kNone);
  const DeviceHint &rdma = read[1];
  ASSERT_EQ(rdma.selector.size(), 1u);
  EXPECT_EQ(rdma.selector[0].key, "type");
  EXPECT_EQ(rdma.selector[0].values, (std::vector<std::string>{"fakeW"}));
  EXPECT_TRUE(rdma.selects_vfs);
  ASSERT_EQ(rdma.vf_selector.size(), 2u);
  EXPECT_EQ(rdma.vf_selector[0].op, Operator::kIn);
  EXPECT_EQ(rdma.vf_selector[0].values.size(), 2u);
  EXPECT_EQ(rdma.vf_selector[1].op, Operator::kDoesNotExist);
  EXPECT_EQ(rdma.count, DeviceCount::kRequestsAsCount);
  EXPECT_EQ(rdma.scope, DeviceScope::kPcie);
  EXPECT_EQ(rdma.exclusive, DeviceExclusive::kPcie);
}

TEST(DeviceHints, EveryWord) {
  const auto one = [](const std::string &member) {
    return hints(R"({"gpu":{)" + member + "}}")[0];
  };
  EXPECT_EQ(one(R"("allocateStrategy":"ApplyForAll")").count, DeviceCount::kApplyForAll);
  EXPECT_EQ(one(R"("allocateStrategy":"")").count, DeviceCount::kByAmount);
  EXPECT_EQ(one(R"("requiredTopologyScope":"Device")").scope, DeviceScope::kDevice);
  EXPECT_EQ(one(R"("requiredTopologyScope":"NUMANode")").scope, DeviceScope::kNumaNode);
  EXPECT_EQ(one(R"("requiredTopologyScope":"Node")").scope, DeviceScope::kNode);
  EXPECT_EQ(one(R"("requiredTopologyScope":"")").scope, DeviceScope::kAny);
  EXPECT_EQ(one(R"("exclusivePolicy":"DeviceLevel")").exclusive, DeviceExclusive::kDevice);
  EXPECT_EQ(one(R"("exclusivePolicy":"")").exclusive, DeviceExclusive::kNone);
  EXPECT_EQ(one(R"("vfSelector":{})").selects_vfs, true) << "any virtual function";
}

TEST(DeviceHints, SelectorsMatchAsKubernetesDoes) {
  const auto selector = [](const std::string &json) {
    return hints(R"({"gpu":{"selector":)" + json + "}}")[0].selector;
  };
  const object::Labels labels = {{"a", "1"}, {"b", "2"}};
  const auto matched = [&](const std::string &json) { return matches(selector(json), labels); };
  const auto expression = [](const std::string &key, const std::string &op,
                             const std::string &values) {
    return R"({"matchExpressions":[{"key":")" + key + R"(","operator":")" + op + R"(","values":[)" +
           values + "]}]}";
  };
  EXPECT_TRUE(matched("{}"));
  EXPECT_TRUE(matched(R"({"matchLabels":{"a":"1","b":"2"}})"));
  EXPECT_FALSE(matched(R"({"matchLabels":{"a":"1","b":"1"}})"));
  EXPECT_TRUE(matched(expression("a", "In", R"("0","1")")));
  EXPECT_FALSE(matched(expression("c", "In", R"("1")")));
  EXPECT_FALSE(matched(expression("a", "NotIn", R"("1")")));
  EXPECT_TRUE(matched(expression("c", "NotIn", R"("1")"))) << "absent is not in";
  EXPECT_TRUE(matched(expression("a", "Exists", "")));
  EXPECT_FALSE(matched(expression("c", "Exists", "")));
  EXPECT_TRUE(matched(expression("c", "DoesNotExist", "")));
  EXPECT_FALSE(matched(expression("a", "DoesNotExist", "")));
}

TEST(DeviceHints, RefusedByName) {
  const auto refused = [](const std::string &json, const std::string &text) {
    EXPECT_ERROR(hints(json), Status::kInvalid, text);
  };
  refused("[]", "hint: found an array, expected an object");
  refused(R"({"gpu":1})", "hint.gpu: found 1, expected an object");
  refused(R"({"gpu":{"allocateStrategy":"All"}})",
          "hint.gpu.allocateStrategy: found \"All\", expected one of ApplyForAll, RequestsAsCount");
  refused(R"({"gpu":{"requiredTopologyScope":"Rack"}})",
          "hint.gpu.requiredTopologyScope: found \"Rack\", expected one of Node, NUMANode, PCIe, "
          "Device");
  refused(R"({"gpu":{"exclusivePolicy":"Alone"}})",
          "hint.gpu.exclusivePolicy: found \"Alone\", expected one of DeviceLevel, PCIeLevel");
  refused(R"({"gpu":{"selector":{"matchLabels":{"a":1}}}})",
          "hint.gpu.selector.matchLabels.a: found 1, expected a string");
  refused(
      R"({"gpu":{"selector":{"matchExpressions":[{"key":"a","operator":"Gt","values":["1"]}]}}})",
      "hint.gpu.selector.matchExpressions[0].operator: found \"Gt\"");
  refused(R"({"gpu":{"selector":{"matchExpressions":[{"key":"a","operator":"In"}]}}})",
          "matchExpressions[0]: operator In or NotIn without values");
  refused(
      R"({"gpu":{"selector":{"matchExpressions":[{"key":"a","operator":"Exists","values":["1"]}]}}})",
      "matchExpressions[0]: operator Exists or DoesNotExist with values");
  refused("{", "hint: not valid JSON");
}

TEST(DeviceHints, TooMuchIsALimit) {
  std::string types;
  for (int i = 0; i < 65; ++i) types += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\":{}";
  EXPECT_ERROR(hints("{" + types + "}"), Status::kLimit, "more than 64 device types");
  EXPECT_ERROR(hints(R"({"gpu":{"selector":{"matchExpressions":[)" +
                     repeated(65, R"({"key":"a","operator":"Exists"})") + "]}}}"),
               Status::kLimit, "hint.gpu.selector: more than 64 requirements");
  EXPECT_ERROR(
      hints(R"({"gpu":{"selector":{"matchExpressions":[{"key":"a","operator":"In","values":[)" +
            repeated(257, "\"v\"") + "]}]}}}"),
      Status::kLimit, ".values[256]: more than 256 values");
  EXPECT_ERROR(hints(std::string((1 << 20) + 1, ' ')), Status::kLimit, "hint: 1048577 bytes");
}

TEST(JointDevices, ReadAndRefused) {
  const object::JointDevices both =
      joint(R"({"deviceTypes":["gpu","rdma"],"requiredScope":"SamePCIe"})");
  EXPECT_EQ(both.types, (std::vector<std::string>{"gpu", "rdma"}));
  EXPECT_TRUE(both.same_pcie);
  EXPECT_FALSE(joint(R"({"deviceTypes":["gpu"],"requiredScope":""})").same_pcie);
  EXPECT_TRUE(joint("{}").types.empty());
  EXPECT_ERROR(joint(R"({"requiredScope":"SameRoom"})"), Status::kInvalid,
               "joint.requiredScope: found \"SameRoom\", expected SamePCIe");
  EXPECT_ERROR(joint(R"({"deviceTypes":"gpu"})"), Status::kInvalid,
               "joint.deviceTypes: found \"gpu\", expected an array");
  EXPECT_ERROR(joint(R"({"deviceTypes":[1]})"), Status::kInvalid, "joint.deviceTypes[0]: found 1");
  EXPECT_ERROR(joint(R"({"deviceTypes":[)" + repeated(65, "\"gpu\"") + "]}"), Status::kLimit,
               "joint.deviceTypes[64]: more than 64 device types");
}

TEST(PartitionSpec, ReadAndRefused) {
  const object::PartitionSpec read =
      spec(R"({"allocatePolicy":"Restricted","ringBusBandwidth":"400Gi"})");
  EXPECT_TRUE(read.restricted);
  EXPECT_EQ(read.ring_bandwidth, int64_t{400} << 30);
  EXPECT_FALSE(spec(R"({"allocatePolicy":"BestEffort"})").restricted);
  EXPECT_FALSE(spec("{}").restricted);
  EXPECT_ERROR(spec(R"({"allocatePolicy":"Best"})"), Status::kInvalid,
               "spec.allocatePolicy: found \"Best\", expected Restricted or BestEffort");
  for (const char *bad : {"\"-1\"", "\"16GiB\"", "\"1e999\"", "true"})
    EXPECT_ERROR(spec(std::string(R"({"ringBusBandwidth":)") + bad + "}"), Status::kInvalid,
                 "spec.ringBusBandwidth: ");
}

// The proposal's example has a misspelt member, short names, and numbers in place of strings.
TEST(DeviceAllocated, ReadsTheExampleOfTheProposal) {
  const auto devices = allocated(R"({
  "gpu": [
    {
      "minor": 0,
      "resouurces": {
        "koordinator.sh/gpu-core": 100,
        "koordinator.sh/gpu-mem-ratio": 100,
        "koordinator.sh/gpu-mem": "16Gi"
      }
    },
    {
      "minor": 1,
      "resouurces": {
        "koordinator.sh/gpu-core": 100,
        "koordinator.sh/gpu-mem-ratio": 100,
        "koordinator.sh/gpu-mem": "16Gi"
      }
    }
  ]
})");
  ASSERT_EQ(devices.size(), 2u);
  for (const AllocatedDevice &device : devices) {
    EXPECT_EQ(device.type, "gpu");
    ASSERT_EQ(device.resources.size(), 3u);
    EXPECT_EQ(object::amount_of(device.resources, "koordinator.sh/gpu-core"), 100);
    EXPECT_EQ(object::amount_of(device.resources, "koordinator.sh/gpu-memory"), int64_t{16} << 30);
    EXPECT_EQ(object::amount_of(device.resources, "koordinator.sh/gpu-memory-ratio"), 100);
  }
  EXPECT_EQ(devices[0].minor, 0);
  EXPECT_EQ(devices[1].minor, 1);
  EXPECT_EQ(
      to_annotation(devices),
      R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}},{"minor":1,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"16Gi","koordinator.sh/gpu-memory-ratio":"100"}}]})");
}

// Annotations written by Koordinator v1.8 are reproduced byte for byte.
TEST(DeviceAllocated, RoundTrip) {
  for (
      const char *text : {
          "{}",
          R"({"fpga":[{"minor":0,"resources":{"koordinator.sh/fpga":"100"}}],"gpu":[{"minor":3,"resources":{"koordinator.sh/gpu-core":"60","koordinator.sh/gpu-memory":"51118827110","koordinator.sh/gpu-memory-ratio":"60"},"id":"GPU-8c25ea37"},{"minor":1,"resources":{"koordinator.sh/gpu-core":"50","koordinator.sh/gpu-memory":"41600608Ki","koordinator.sh/gpu-memory-ratio":"50"}}]})",
          R"({"rdma":[{"minor":1,"resources":{"koordinator.sh/rdma":"1"},"id":"0000:1f:00.0","extension":{"vfs":[{"minor":2,"busID":"0000:10:00.3"},{"busID":"0000:10:00.4"},{"minor":-1,"busID":"0000:10:00.5"}]}}]})",
          R"({"gpu":[{"minor":0,"resources":{"huawei.com/npu-core":"4","koordinator.sh/gpu-memory":"8Gi"},"extension":{"gpuSharedResourceTemplate":"vir04"}}]})",
          R"({"xpu":[{"minor":0,"resources":{}}]})",
      })
    EXPECT_EQ(again(text), text);
}

TEST(DeviceAllocated, EveryNameOfTheResult) {
  const std::string today =
      R"({"gpu":[{"minor":0,"resources":{"koordinator.sh/gpu-core":"50","koordinator.sh/gpu-memory":"8Gi","koordinator.sh/gpu-memory-ratio":"50"}}]})";
  for (const char *member : {"resources", "resource", "resouurces"})
    for (const char *prefix : {"koordinator.sh/gpu-", "kubernetes.io/gpu-"})
      for (const char *memory : {"memory", "mem"}) {
        const std::string name(prefix);
        if (name.starts_with("kubernetes") && std::string(memory) == "mem") continue;
        EXPECT_EQ(again(R"({"gpu":[{")" + std::string(member) + R"(":{")" + name + R"(core":50,")" +
                        name + memory + R"(":"8Gi",")" + name + memory + R"(-ratio":"50"}}]})"),
                  today);
      }
  CapturedLog log;
  const auto devices = read_device_allocated(
      R"({"gpu":[{"resources":{"koordinator.sh/gpu-core":"50"},"resouurces":{"koordinator.sh/gpu-core":"60"}}]})",
      "allocated", log.log());
  EXPECT_EQ(object::amount_of(devices.at(0).resources, "koordinator.sh/gpu-core"), 50);
  EXPECT_EQ(log.messages,
            (std::vector<std::string>{
                "allocated.gpu[0].resouurces: differs from allocated.gpu[0].resources, "
                "which is used"}));
}

TEST(DeviceAllocated, WrittenByTypeInTheOrderGiven) {
  std::vector<AllocatedDevice> devices(3);
  devices[0].type = "rdma";
  devices[1].type = "gpu";
  devices[1].minor = 7;
  devices[2].type = "gpu";
  EXPECT_EQ(
      to_annotation(devices),
      R"({"gpu":[{"minor":7,"resources":{}},{"minor":0,"resources":{}}],"rdma":[{"minor":0,"resources":{}}]})");
}

TEST(DeviceAllocated, RefusedByName) {
  const auto refused = [](const std::string &json, const std::string &text) {
    EXPECT_ERROR(allocated(json), Status::kInvalid, text);
  };
  refused("7", "allocated: found 7, expected an object");
  refused(R"({"gpu":{}})", "allocated.gpu: found an object, expected an array");
  refused(R"({"gpu":[1]})", "allocated.gpu[0]: found 1, expected an object");
  refused(R"({"gpu":[{"minor":-1}]})", "allocated.gpu[0].minor: found -1");
  refused(R"({"gpu":[{"minor":"0"}]})", "allocated.gpu[0].minor: found \"0\"");
  refused(R"({"gpu":[{"minor":1},{},{"minor":1}]})", "allocated.gpu[2]: minor 1 is listed twice");
  // Minors may have changed since the allocation, so that two devices had one.
  EXPECT_EQ(allocated(R"({"gpu":[{"minor":1,"id":"GPU-a"},{"minor":1,"id":"GPU-b"}]})").size(), 2u);
  for (const char *other : {R"("minor":1)", R"("minor":1,"id":"")", R"("minor":1,"id":"GPU-a")"})
    for (const bool first : {true, false}) {
      const std::string named = R"({"minor":1,"id":"GPU-a"})";
      const std::string entry = "{" + std::string(other) + "}";
      refused(R"({"gpu":[)" + (first ? named + "," + entry : entry + "," + named) + "]}",
              "allocated.gpu[1]: minor 1 is listed twice");
    }
  refused(R"({"gpu":[{"id":1}]})", "allocated.gpu[0].id: found 1");
  refused(R"({"gpu":[{"extension":[]}]})", "allocated.gpu[0].extension: found an array");
  refused(R"({"gpu":[{"extension":{"vfs":{}}}]})",
          "allocated.gpu[0].extension.vfs: found an object");
  refused(R"({"gpu":[{"extension":{"vfs":[{"busID":7}]}}]})", ".vfs[0].busID: found 7");
  const std::string field = "allocated.gpu[0].resources[\"koordinator.sh/gpu-memory\"]: ";
  for (const char *bad : {R"("1e999")", R"("-1")", "-1", R"("16GiB")", "false",
                          R"("1234567890123456789012345678901234567890")"})
    refused(R"({"gpu":[{"resources":{"koordinator.sh/gpu-memory":)" + std::string(bad) + "}}]}",
            field);
}

TEST(DeviceAllocated, TooMuchIsALimit) {
  std::string devices;
  for (int i = 0; i < 4097; ++i)
    devices += (i == 0 ? "{\"minor\":" : ",{\"minor\":") + std::to_string(i) + "}";
  EXPECT_ERROR(allocated(R"({"gpu":[)" + devices + "]}"), Status::kLimit,
               "allocated.gpu[4096]: more than 4096 devices");
  EXPECT_ERROR(
      allocated(R"({"gpu":[{"extension":{"vfs":[)" + repeated(4097, R"({"busID":"b"})") + "]}}]}"),
      Status::kLimit, "more than 4096 virtual functions");
  std::string types;
  for (int i = 0; i < 65; ++i) types += (i == 0 ? "\"t" : ",\"t") + std::to_string(i) + "\":[]";
  EXPECT_ERROR(allocated("{" + types + "}"), Status::kLimit, "more than 64 device types");
}

}  // namespace
}  // namespace koord::wire
