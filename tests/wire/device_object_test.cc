// Device objects as published by koordlet, by proposals and by other
// versions, and errors that name the field.
#include "wire/device/device_object.h"

#include <gtest/gtest.h>

#include "support/captured_log.h"
#include "support/expect_error.h"

namespace koord::wire {
namespace {

using koord::testing::CapturedLog;
using object::DeviceInfo;
using object::DeviceObject;
using object::PartitionPolicy;
using object::PciDistance;

DeviceObject read_devices(const std::string &json) { return read_device_object(json, {}); }

// A Device "node-1" with these members of its metadata, and these devices.
std::string object_of(const std::string &devices, const std::string &metadata = "") {
  return R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Device","metadata":{"name":"node-1")" +
         metadata + R"(},"spec":{"devices":[)" + devices + "]}}";
}
// A GPU with further members.
std::string gpu(const std::string &more) {
  return R"({"type":"gpu","health":true)" + (more.empty() ? more : "," + more) + "}";
}
DeviceInfo only(const std::string &device) {
  const DeviceObject object = read_devices(object_of(device));
  EXPECT_EQ(object.devices.size(), 1u);
  return object.devices.front();
}
int64_t amount(const DeviceInfo &device, std::string_view name) {
  return object::amount_of(device.resources, name);
}
// An annotation whose value is JSON text, with ' in place of ".
std::string annotation(const std::string &name, std::string value) {
  for (size_t at = 0; (at = value.find('\'', at)) != std::string::npos; at += 2)
    value.replace(at, 1, "\\\"");
  return R"(,"annotations":{")" + name + R"(":")" + value + R"("})";
}
DeviceObject with_partitions(const std::string &value) {
  return read_devices(object_of("", annotation("scheduling.koordinator.sh/gpu-partitions", value)));
}
DeviceObject with_links(const std::string &value) {
  return read_devices(object_of("", annotation("node.koordinator.sh/gpu-links", value)));
}
std::string comma_separated(size_t times, const std::string &element) {
  std::string out = element;
  for (size_t i = 1; i < times; ++i) out += "," + element;
  return out;
}

// The example of the proposal, value for value.
constexpr const char *kProposal = R"({
  "apiVersion": "scheduling.koordinator.sh/v1alpha1",
  "kind": "Device",
  "metadata": {
    "name": "node-1",
    "annotations": {
      "node.koordinator.sh/gpu-checkpoints": "[\n  {\n    \"podUID\": \"fa8983dc-bb76-4eeb-8dcc-556fbd44d7ce\",\n    \"containerName\": \"cuda-container\",\n    \"resourceName\": \"nvidia.com/gpu\",\n    \"deviceIDs\": [\"GPU-36b27e44-b086-46f7-f2dc-73c36dc65991\"]\n  }\n]"
    }
  },
  "spec": {
    "devices": [
      {
        "health": true,
        "id": "GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb",
        "minor": 0,
        "resources": {
          "kubernetes.io/gpu-core": "100",
          "kubernetes.io/gpu-memory": "15472384Ki",
          "kubernetes.io/gpu-memory-ratio": "100"
        },
        "type": "gpu"
      },
      {
        "health": true,
        "id": "GPU-7f6410b9-bdf7-f9a5-de09-aa5ec31a7124",
        "minor": 1,
        "resources": {
          "kubernetes.io/gpu-core": "100",
          "kubernetes.io/gpu-memory": "15472384Ki",
          "kubernetes.io/gpu-memory-ratio": "100"
        },
        "type": "gpu"
      }
    ]
  },
  "status": {}
})";

TEST(DeviceObject, ReadsTheExampleOfTheProposal) {
  const DeviceObject object = read_devices(kProposal);
  EXPECT_EQ(object.node, "node-1");
  ASSERT_EQ(object.devices.size(), 2u);
  for (int32_t minor : {0, 1}) {
    const DeviceInfo &device = object.devices[static_cast<size_t>(minor)];
    EXPECT_EQ(device.type, "gpu");
    EXPECT_EQ(device.minor, minor);
    EXPECT_TRUE(device.healthy);
    EXPECT_FALSE(device.placed);
    ASSERT_EQ(device.resources.size(), 3u);
    EXPECT_EQ(amount(device, "koordinator.sh/gpu-core"), 100);
    EXPECT_EQ(amount(device, "koordinator.sh/gpu-memory"), int64_t{15472384} << 10);
    EXPECT_EQ(amount(device, "koordinator.sh/gpu-memory-ratio"), 100);
  }
  EXPECT_EQ(object.devices[0].id, "GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb");
  EXPECT_EQ(object.devices[1].id, "GPU-7f6410b9-bdf7-f9a5-de09-aa5ec31a7124");
  ASSERT_EQ(object.kubelet.size(), 1u);
  EXPECT_EQ(object.kubelet[0].pod_uid, "fa8983dc-bb76-4eeb-8dcc-556fbd44d7ce");
  EXPECT_EQ(object.kubelet[0].container, "cuda-container");
  EXPECT_EQ(object.kubelet[0].resource, "nvidia.com/gpu");
  EXPECT_EQ(object.kubelet[0].ids,
            (std::vector<std::string>{"GPU-36b27e44-b086-46f7-f2dc-73c36dc65991"}));
  EXPECT_FALSE(object.has_partitions);
  EXPECT_EQ(object.partition_policy, PartitionPolicy::kAbsent);
}

// The member names of the proposal's Go structs.
TEST(DeviceObject, ReadsTheNamesOfTheProposalsStructs) {
  const DeviceInfo device = only(
      R"({"id":"GPU-a","deviceType":"gpu","health":true,"resource":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-mem":"16Gi","koordinator.sh/gpu-mem-ratio":100}})");
  EXPECT_EQ(device.type, "gpu");
  EXPECT_EQ(device.minor, 0) << "left out when 0";
  EXPECT_EQ(amount(device, "koordinator.sh/gpu-memory"), int64_t{16} << 30);
  EXPECT_EQ(amount(device, "koordinator.sh/gpu-memory-ratio"), 100);
  EXPECT_EQ(
      amount(only(gpu(R"("resouurces":{"kubernetes.io/rdma":"100"})")), "koordinator.sh/rdma"),
      100);
  EXPECT_EQ(amount(only(gpu(R"("resources":{"kubernetes.io/fpga":"100"})")), "koordinator.sh/fpga"),
            100);
  EXPECT_EQ(only(gpu(R"("uuid":"GPU-b")")).id, "GPU-b");
}

TEST(DeviceObject, TodaysNameWinsAndAnotherThatDiffersIsRemarkedOn) {
  CapturedLog log;
  const DeviceObject object = read_device_object(
      object_of(gpu(
          R"("deviceType":"rdma","id":"a","uuid":"b","resources":{"koordinator.sh/gpu-memory":"2Gi","koordinator.sh/gpu-mem":"1Gi","koordinator.sh/gpu-core":"100","kubernetes.io/gpu-core":"100"},"resource":{"koordinator.sh/gpu-core":"1"})")),
      log.log());
  const DeviceInfo &device = object.devices.at(0);
  EXPECT_EQ(device.type, "gpu");
  EXPECT_EQ(device.id, "a");
  ASSERT_EQ(device.resources.size(), 2u);
  EXPECT_EQ(amount(device, "koordinator.sh/gpu-memory"), int64_t{2} << 30);
  EXPECT_EQ(
      log.messages,
      (std::vector<std::string>{
          "Device node-1: spec.devices[0].deviceType: differs from type, which is used",
          "Device node-1: spec.devices[0].uuid: differs from id, which is used",
          "Device node-1: spec.devices[0].resource: differs from spec.devices[0].resources, which "
          "is used",
          "Device node-1: spec.devices[0].resources: \"koordinator.sh/gpu-memory\" is listed under "
          "two names with different values; the current name is used"}));
}

TEST(DeviceObject, BothNamesOfTheCheckpointAnnotation) {
  const std::string one = "[{'resourceName':'nvidia.com/gpu','deviceIDs':['GPU-a','GPU-b']}]";
  const DeviceObject today =
      read_devices(object_of("", annotation("node.koordinator.sh/devices-checkpoints", one)));
  ASSERT_EQ(today.kubelet.size(), 1u);
  EXPECT_EQ(today.kubelet[0].ids.size(), 2u);
  EXPECT_EQ(today.kubelet[0].pod_uid, "") << "members may be left out";
  CapturedLog log;
  const DeviceObject both = read_device_object(
      object_of(
          "",
          R"(,"annotations":{"node.koordinator.sh/devices-checkpoints":"[]","node.koordinator.sh/gpu-checkpoints":"[{}]"})"),
      log.log());
  EXPECT_TRUE(both.kubelet.empty());
  EXPECT_EQ(log.messages.size(), 1u);
}

TEST(DeviceObject, AnErrorMakesTheCheckpointUnknown) {
  const char *key = "node.koordinator.sh/devices-checkpoints-error";
  EXPECT_TRUE(read_devices(object_of("", annotation(key, "permission denied"))).kubelet_unreported);
  EXPECT_FALSE(read_devices(object_of("", annotation(key, ""))).kubelet_unreported);
  EXPECT_FALSE(read_devices(object_of("", "")).kubelet_unreported);
}

TEST(DeviceObject, NamesOfPluginsHaveTypes) {
  const char *key = "node.koordinator.sh/device-plugins";
  const DeviceObject object = read_devices(object_of("", annotation(key, "{'a/b':'gpu'}")));
  EXPECT_EQ(object.plugins, (std::vector<object::PluginResource>{{"a/b", "gpu"}}));
  for (const char *invalid : {"[]", "{'a/b':1}", "{"})
    EXPECT_THROW(read_devices(object_of("", annotation(key, invalid))), Error) << invalid;
  std::string many = "{";
  for (int i = 0; i <= 256; ++i) many += (i == 0 ? "'" : ",'") + std::to_string(i) + "/r':'gpu'";
  EXPECT_THROW(read_devices(object_of("", annotation(key, many + "}"))), Error);
}

TEST(DeviceObject, DevicesOfClaimsAreNoReportOfKubelet) {
  const DeviceObject object = read_devices(object_of(
      "", annotation("node.koordinator.sh/claimed-devices",
                     "[{'podUID':'c','resourceName':'nvidia.com/gpu','deviceIDs':['*']}]")));
  ASSERT_EQ(object.claimed.size(), 1u);
  EXPECT_EQ(object.claimed[0].ids, std::vector<std::string>{"*"});
  EXPECT_TRUE(object.kubelet.empty());
  EXPECT_FALSE(object.reports_kubelet);
}

TEST(DeviceObject, EntriesOfKubeletsOwnFileAreReadAsTheyAre) {
  const DeviceObject object = read_devices(object_of(
      "",
      annotation("node.koordinator.sh/devices-checkpoints",
                 "[{'PodUID':'u','ContainerName':'c','ResourceName':'nvidia.com/gpu','DeviceIDs'"
                 ":{'0':['GPU-a'],'1':['GPU-b','GPU-c'],'-1':null},'AllocResp':''}]")));
  ASSERT_EQ(object.kubelet.size(), 1u);
  EXPECT_EQ(object.kubelet[0].pod_uid, "u");
  EXPECT_EQ(object.kubelet[0].container, "c");
  EXPECT_EQ(object.kubelet[0].resource, "nvidia.com/gpu");
  EXPECT_EQ(object.kubelet[0].ids, (std::vector<std::string>{"GPU-a", "GPU-b", "GPU-c"}));
}

TEST(DeviceObject, ReadsObjectsOfTodaysKoordlet) {
  const DeviceObject object = read_devices(object_of(
      R"({"type":"rdma","id":"0000:1f:00.0","minor":3,"moduleID":2,"health":true,"labels":{"type":"fakeW"},"resources":{"koordinator.sh/rdma":"100"},"topology":{"socketID":-1,"nodeID":1,"pcieID":"pci0000:1e","busID":"0000:1f:00.0"},"vfGroups":[{"labels":{"type":"general"},"vfs":[{"minor":-1,"busID":"0000:1f:00.2"},{"busID":"0000:1f:00.3"}]},{"vfs":null}],"conditions":[{"type":"Healthy"}]},{"type":"gpu"})",
      R"(,"labels":{"node.koordinator.sh/gpu-partition-policy":"Honor","node.koordinator.sh/secondary-device-well-planned":"true"})"));
  ASSERT_EQ(object.devices.size(), 2u);
  const DeviceInfo &nic = object.devices[0];
  EXPECT_EQ(nic.minor, 3);
  EXPECT_EQ(nic.module, 2);
  EXPECT_EQ(*object::find_label(nic.labels, "type"), "fakeW");
  EXPECT_TRUE(nic.placed);
  EXPECT_EQ(nic.place.socket, -1);
  EXPECT_EQ(nic.place.node, 1);
  EXPECT_EQ(nic.place.pcie, "pci0000:1e");
  EXPECT_EQ(nic.place.bus_id, "0000:1f:00.0");
  ASSERT_EQ(nic.vf_groups.size(), 2u);
  EXPECT_EQ(*object::find_label(nic.vf_groups[0].labels, "type"), "general");
  ASSERT_EQ(nic.vf_groups[0].vfs.size(), 2u);
  EXPECT_EQ(nic.vf_groups[0].vfs[0].minor, -1);
  EXPECT_EQ(nic.vf_groups[0].vfs[1].minor, 0) << "left out when 0";
  EXPECT_EQ(nic.vf_groups[0].vfs[1].bus_id, "0000:1f:00.3");
  const DeviceInfo &bare = object.devices[1];
  EXPECT_FALSE(bare.healthy) << "health is left out when false";
  EXPECT_EQ(bare.module, -1);
  EXPECT_FALSE(bare.placed);
  EXPECT_TRUE(bare.resources.empty());
  EXPECT_EQ(object.partition_policy, PartitionPolicy::kHonor);
  EXPECT_TRUE(object.secondary_well_planned);
}

TEST(DeviceObject, OtherWordsForThePartitionPolicyPrefer) {
  const auto policy = [](const std::string &word) {
    return read_devices(object_of("", R"(,"labels":{"node.koordinator.sh/gpu-partition-policy":")" +
                                          word + R"("})"))
        .partition_policy;
  };
  EXPECT_EQ(policy("Honor"), PartitionPolicy::kHonor);
  EXPECT_EQ(policy("Prefer"), PartitionPolicy::kPrefer);
  EXPECT_EQ(policy("honor"), PartitionPolicy::kPrefer);
  EXPECT_EQ(policy(""), PartitionPolicy::kPrefer);
  EXPECT_EQ(read_devices(object_of("")).partition_policy, PartitionPolicy::kAbsent);
}

TEST(DeviceObject, ReadsPartitions) {
  const DeviceObject object = with_partitions(
      "{'8':null,'2':[{'minors':[0,1],'gpuLinkType':'NVLink','ringBusBandwidth':'400Gi','"
      "allocationScore':"
      "5},{'minors':[2,3]}],'16':[]}");
  EXPECT_TRUE(object.has_partitions);
  ASSERT_EQ(object.partitions.size(), 3u) << "by size, not by text";
  EXPECT_EQ(object.partitions[0].gpus, 2);
  EXPECT_EQ(object.partitions[1].gpus, 8);
  EXPECT_EQ(object.partitions[2].gpus, 16);
  ASSERT_EQ(object.partitions[0].partitions.size(), 2u);
  const object::DevicePartition &first = object.partitions[0].partitions[0];
  EXPECT_EQ(first.minors, (std::vector<int32_t>{0, 1}));
  EXPECT_EQ(first.link_type, "NVLink");
  EXPECT_EQ(first.ring_bandwidth, int64_t{400} << 30);
  EXPECT_EQ(first.score, 5);
  EXPECT_EQ(object.partitions[0].partitions[1].ring_bandwidth, 0);
  EXPECT_TRUE(with_partitions("{}").has_partitions);
  EXPECT_FALSE(with_partitions("").has_partitions);
}

TEST(DeviceObject, ReadsLinks) {
  const DeviceObject object = with_links(
      "[{'minors':[0,1],'pci':'SingleSwitch','nvlinks':4},{'minors':[1,2]},{'minors':[0],"
      "'switchLinks':18}]");
  ASSERT_EQ(object.links.size(), 2u);
  EXPECT_EQ(object.links[0].first, 0);
  EXPECT_EQ(object.links[0].second, 1);
  EXPECT_EQ(object.links[0].pci, PciDistance::kSingleSwitch);
  EXPECT_EQ(object.links[0].nvlinks, 4);
  EXPECT_EQ(object.links[1].pci, PciDistance::kUnknown);
  EXPECT_EQ(object.links[1].nvlinks, 0);
  ASSERT_EQ(object.switch_links.size(), 1u);
  EXPECT_EQ(object.switch_links[0].minor, 0);
  EXPECT_EQ(object.switch_links[0].nvlinks, 18);
}

TEST(DeviceObject, UnknownFieldsAreIgnored) {
  EXPECT_EQ(read_devices(object_of(gpu(R"("colour":"green")"))).devices.size(), 1u);
  EXPECT_TRUE(read_devices(R"({"metadata":{"name":"bare"}})").devices.empty());
}

TEST(DeviceObject, OtherKindsAreRefused) {
  EXPECT_ERROR(read_devices(R"({"kind":"Pod","metadata":{"name":"n"}})"), Status::kInvalid,
               "Device n: kind: found \"Pod\", expected Device");
  EXPECT_ERROR(read_devices(R"({"apiVersion":"v1","metadata":{"name":"n"}})"), Status::kInvalid,
               "apiVersion: found \"v1\", expected scheduling.koordinator.sh/v1alpha1");
  EXPECT_ERROR(read_devices(R"({"metadata":{}})"), Status::kInvalid, "metadata.name: missing");
  EXPECT_ERROR(read_devices("[]"), Status::kInvalid, "Device: found an array, expected an object");
  EXPECT_ERROR(read_devices("{"), Status::kInvalid, "Device: not valid JSON");
  EXPECT_ERROR(read_devices(""), Status::kInvalid, "Device: is empty, expected JSON");
}

// An absent value is -1, which means any, not the first.
TEST(DeviceObject, PlacesMayBeSilent) {
  const auto place_of = [](const std::string &topology) {
    return read_devices(R"({"metadata":{"name":"n"},"spec":{"devices":[{"type":"gpu")" + topology +
                        "}]}}")
        .devices.at(0);
  };
  EXPECT_FALSE(place_of("").placed);
  const DeviceInfo silent = place_of(R"(,"topology":{"pcieID":"a"})");
  EXPECT_TRUE(silent.placed);
  EXPECT_EQ(silent.place.node, -1);
  EXPECT_EQ(silent.place.socket, -1);
  EXPECT_EQ(place_of(R"(,"topology":{"nodeID":0,"socketID":0})").place.node, 0);
}

TEST(DeviceObject, WrongTypesAreRefusedByName) {
  const auto refused = [](const std::string &device, const std::string &text) {
    EXPECT_ERROR(read_devices(object_of(device)), Status::kInvalid,
                 "Device node-1: spec.devices[0]" + text);
  };
  refused("7", ": found 7, expected an object");
  refused("{}", ": a device without a type");
  refused(R"({"type":""})", ": a device without a type");
  refused(R"({"type":5})", ".type: found 5, expected a string");
  refused(gpu(R"("health":"yes")"), ".health: found \"yes\", expected true or false");
  refused(gpu(R"("id":{})"), ".id: found an object, expected a string");
  refused(gpu(R"("minor":"0")"), ".minor: found \"0\", expected a whole number");
  refused(gpu(R"("minor":-1)"), ".minor: found -1, expected a whole number in 0..2147483647");
  refused(gpu(R"("minor":1.5)"), ".minor: found 1.5");
  refused(gpu(R"("minor":2147483648)"), ".minor: found 2147483648");
  refused(gpu(R"("moduleID":-2)"), ".moduleID: found -2");
  refused(gpu(R"("labels":["a"])"), ".labels: found an array, expected an object");
  refused(gpu(R"("labels":{"a":1})"), ".labels.a: found 1, expected a string");
  refused(gpu(R"("resources":[])"), ".resources: found an array, expected an object");
  refused(gpu(R"("topology":"0")"), ".topology: found \"0\", expected an object");
  refused(gpu(R"("topology":{"nodeID":-2})"), ".topology.nodeID: found -2");
  refused(gpu(R"("topology":{"nodeID":100000})"), ".topology.nodeID: found 100000");
  refused(gpu(R"("topology":{"pcieID":7})"), ".topology.pcieID: found 7, expected a string");
  refused(gpu(R"("vfGroups":{})"), ".vfGroups: found an object, expected an array");
  refused(gpu(R"("vfGroups":[{"vfs":[{"minor":1}]}])"),
          ".vfGroups[0].vfs[0]: a virtual function without a busID");
  refused(gpu(R"("vfGroups":[{"vfs":[{"minor":-2,"busID":"b"}]}])"),
          ".vfGroups[0].vfs[0].minor: found -2");
  EXPECT_ERROR(read_devices(R"({"metadata":{"name":"n"},"spec":{"devices":{}}})"), Status::kInvalid,
               "Device n: spec.devices: found an object, expected an array");
}

TEST(DeviceObject, HostileQuantitiesAreRefusedByName) {
  const auto refused = [](const std::string &value, const std::string &text) {
    EXPECT_ERROR(
        read_devices(object_of(gpu(R"("resources":{"koordinator.sh/gpu-memory":)" + value + "}"))),
        Status::kInvalid, text);
  };
  const std::string field =
      "Device node-1: spec.devices[0].resources[\"koordinator.sh/gpu-memory\"]: ";
  refused(R"("1e999")", field + "found \"1e999\", expected an amount below 2^63");
  refused("1e999", "not valid JSON");
  refused(R"("-1")", field + "found \"-1\", expected an amount that is not negative");
  refused("-1", field + "found -1, expected an amount that is not negative");
  refused(R"("16GiB")", field);
  refused(R"("16 Gi")", field);
  refused(R"("Gi")", field);
  refused(R"("")", field);
  refused(R"("1234567890123456789012345678901234567890")",
          field + "found \"1234567890123456789012345678901234567890\", expected an amount below");
  refused("true", field + "found true, expected a number or a string");
  refused(R"({"a":1})", field);
  refused(R"("NaN")", field);
  EXPECT_EQ(
      amount(only(gpu(R"("resources":{"a":"0.0000000000000000000000000000000000000001"})")), "a"),
      1)
      << "rounded up";
  EXPECT_EQ(only(gpu(R"("resources":{"a":null})")).resources.size(), 0u);
  EXPECT_ERROR(read_devices(object_of(gpu(R"("resources":{"":"1"})"))), Status::kInvalid,
               "spec.devices[0].resources: a resource without a name");
}

TEST(DeviceObject, HostilePartitionsAreRefusedByName) {
  const std::string field = "metadata.annotations[\"scheduling.koordinator.sh/gpu-partitions\"]";
  const auto refused = [&](const std::string &value, const std::string &text) {
    EXPECT_ERROR(with_partitions(value), Status::kInvalid, field + text);
  };
  refused("[]", ": found an array, expected an object");
  refused("{'two':[]}", ": found \"two\", expected a number of GPUs in 1..64");
  refused("{'0':[]}", ": found \"0\"");
  refused("{'65':[]}", ": found \"65\"");
  refused("{'99999999999':[]}", ": found \"99999999999\"");
  refused("{'2':7}", ".2: found 7, expected an array");
  refused("{'2':[{}]}", ".2[0].minors: missing");
  refused("{'2':[{'minors':[0,0]}]}", ".2[0].minors[1]: listed twice");
  refused("{'2':[{'minors':[-1,0]}]}", ".2[0].minors[0]: found -1");
  refused("{'1':[{'minors':[0],'allocationScore':1.5}]}", ".1[0].allocationScore: found 1.5");
  refused("{'1':[{'minors':[0],'ringBusBandwidth':'16GiB'}]}", ".1[0].ringBusBandwidth");
  refused("{", ": not valid JSON");
}

TEST(DeviceObject, HostileLinksAreRefusedByName) {
  const std::string field = "metadata.annotations[\"node.koordinator.sh/gpu-links\"]";
  const auto refused = [&](const std::string &value, const std::string &text) {
    EXPECT_ERROR(with_links(value), Status::kInvalid, field + text);
  };
  refused("{}", ": found an object, expected an array");
  refused("[{}]", "[0].minors: missing");
  refused("[{'minors':[]}]", "[0].minors: found an array, expected one or two minors");
  refused("[{'minors':[3,3]}]", "[0].minors[1]: listed twice");
  refused("[{'minors':[0]}]", "[0].switchLinks: missing");
  refused("[{'minors':[0],'switchLinks':-1}]", "[0].switchLinks: found -1");
  refused("[{'minors':[0,1],'nvlinks':-1}]", "[0].nvlinks: found -1");
  refused("[{'minors':[0,1],'pci':'Near'}]",
          "[0].pci: found \"Near\", expected one of Unknown, CrossCPU, SameCPU, HostBridge, "
          "MultiSwitch, SingleSwitch, SameBoard");
  EXPECT_ERROR(with_links("[{'minors':[0,1,2]}]"), Status::kLimit,
               field + "[0].minors[2]: more than 2 minors");
}

TEST(DeviceObject, TooMuchOfEverythingIsALimit) {
  const auto limited = [](const std::string &json, const std::string &text) {
    EXPECT_ERROR(read_devices(json), Status::kLimit, text);
  };
  limited(object_of(comma_separated(4097, "{\"type\":\"gpu\"}")),
          "Device node-1: spec.devices[4096]: more than 4096 devices");
  limited(object_of(
              gpu(R"("vfGroups":[{"vfs":[)" + comma_separated(65537, R"({"busID":"b"})") + "]}]")),
          "spec.devices[0].vfGroups[0].vfs[65536]: more than 65536 virtual functions");
  limited(object_of("", annotation("scheduling.koordinator.sh/gpu-partitions",
                                   "{'1':[" + comma_separated(4097, "{'minors':[0]}") + "]}")),
          ".1[4096]: more than 4096 partitions");
  std::string minors = "0";
  for (int i = 1; i < 65; ++i) minors += "," + std::to_string(i);
  limited(object_of("", annotation("scheduling.koordinator.sh/gpu-partitions",
                                   "{'64':[{'minors':[" + minors + "]}]}")),
          ".64[0].minors[64]: more than 64 minors");
  limited(object_of("", annotation("node.koordinator.sh/gpu-links",
                                   "[" + comma_separated(4097, "{'minors':[0,1]}") + "]")),
          "[4096]: more than 4096 links");
  limited(
      object_of("", annotation("node.koordinator.sh/gpu-links", std::string(1 << 20, ' ') + "[]")),
      "gpu-links\"]: 1048578 bytes, at most 1048576 are accepted");
  limited(object_of(std::string(100, '[') + std::string(100, ']')), "nested deeper than 64 levels");
  limited(std::string((size_t{4} << 20) + 1, ' '), "Device: 4194305 bytes");
}

}  // namespace
}  // namespace koord::wire
