// Writing of Device objects.
#include "wire/device/device_writer.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/expect_error.h"

namespace koord {
namespace {

using Json = nlohmann::json;
using object::DeviceInfo;
using object::DeviceObject;
using object::PciDistance;

DeviceObject one_gpu() {
  DeviceInfo gpu;
  gpu.type = "gpu";
  gpu.id = "GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb";
  gpu.healthy = true;
  gpu.resources = {{"koordinator.sh/gpu-core", 100},
                   {"koordinator.sh/gpu-memory", 15843721216},
                   {"koordinator.sh/gpu-memory-ratio", 100}};
  gpu.placed = true;
  gpu.place = {0, 1, "0000:02:00.0", "0000:04:00.0"};
  DeviceObject object;
  object.node = "node1";
  object.devices.push_back(gpu);
  return object;
}

Json written(const DeviceObject &object) { return Json::parse(wire::write_device(object)); }

TEST(DeviceWriter, FollowsTheSchema) {
  DeviceObject object = one_gpu();
  object.labels = {{"node.koordinator.sh/gpu-model", "H200"}};
  EXPECT_EQ(wire::write_device(object), R"({
  "apiVersion": "scheduling.koordinator.sh/v1alpha1",
  "kind": "Device",
  "metadata": {
    "name": "node1",
    "labels": {
      "node.koordinator.sh/gpu-model": "H200"
    }
  },
  "spec": {
    "devices": [
      {
        "type": "gpu",
        "id": "GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb",
        "minor": 0,
        "health": true,
        "resources": {
          "koordinator.sh/gpu-core": "100",
          "koordinator.sh/gpu-memory": "15472384Ki",
          "koordinator.sh/gpu-memory-ratio": "100"
        },
        "topology": {
          "socketID": 0,
          "nodeID": 1,
          "pcieID": "0000:02:00.0",
          "busID": "0000:04:00.0"
        }
      }
    ]
  }
}
)");
}

TEST(DeviceWriter, ANodeWithoutDevicesHasAnEmptyList) {
  DeviceObject object;
  object.node = "node1";
  const Json json = written(object);
  EXPECT_EQ(json["spec"]["devices"], Json::array());
  EXPECT_FALSE(json["metadata"].contains("labels"));
  EXPECT_FALSE(json["metadata"].contains("annotations"));
}

TEST(DeviceWriter, LeavesOutUnknownFields) {
  DeviceObject object = one_gpu();
  DeviceInfo &gpu = object.devices[0];
  gpu.id.clear();
  gpu.healthy = false;
  gpu.resources.clear();
  gpu.placed = false;
  const Json device = written(object)["spec"]["devices"][0];
  EXPECT_EQ(device, Json::parse(R"({"type":"gpu","minor":0,"health":false})"));
  gpu.placed = true;
  gpu.place = {};
  EXPECT_EQ(written(object)["spec"]["devices"][0]["topology"],
            Json::parse(R"({"socketID":-1,"nodeID":-1,"pcieID":""})"));
}

TEST(DeviceWriter, VirtualFunctionsAndLabels) {
  DeviceObject object;
  object.node = "node1";
  DeviceInfo rdma;
  rdma.type = "rdma";
  rdma.id = "0000:1f:00.0";
  rdma.minor = 3;
  rdma.module = 2;
  rdma.labels = {{"fabric", "blue"}};
  rdma.vf_groups = {{{}, {{-1, "0000:1f:00.2"}, {0, "0000:1f:00.3"}}}, {{{"speed", "fast"}}, {}}};
  object.devices.push_back(rdma);
  EXPECT_EQ(written(object)["spec"]["devices"][0], Json::parse(R"({
    "type": "rdma", "labels": {"fabric": "blue"}, "id": "0000:1f:00.0", "minor": 3, "moduleID": 2,
    "health": false,
    "vfGroups": [{"vfs": [{"minor": -1, "busID": "0000:1f:00.2"}, {"minor": 0, "busID": "0000:1f:00.3"}]},
                 {"labels": {"speed": "fast"}, "vfs": []}]})"));
}

TEST(DeviceWriter, LinksAreOneLineOfTheirAnnotation) {
  DeviceObject object = one_gpu();
  object.links = {{0, 1, PciDistance::kSingleSwitch, 4},
                  {0, 2, PciDistance::kCrossCpu, 0},
                  {1, 2, PciDistance::kUnknown, 2}};
  object.switch_links = {{0, 18}};
  EXPECT_EQ(wire::gpu_links_text(object),
            R"([{"minors":[0,1],"pci":"SingleSwitch","nvlinks":4},)"
            R"({"minors":[0,2],"pci":"CrossCPU"},{"minors":[1,2],"nvlinks":2},)"
            R"({"minors":[0],"switchLinks":18}])");
  EXPECT_EQ(written(object)["metadata"]["annotations"]["node.koordinator.sh/gpu-links"],
            wire::gpu_links_text(object));
}

TEST(DeviceWriter, PartitionsAreAMapByTheirSize) {
  DeviceObject object = one_gpu();
  object.has_partitions = true;
  const char *const kName = "scheduling.koordinator.sh/gpu-partitions";
  EXPECT_EQ(written(object)["metadata"]["annotations"][kName], "{}");
  object.partitions = {{2, {{{0, 1}, "NVLink", 214748364800, 3}, {{2, 3}, "", 1000, 0}}},
                       {16, {{{0}, "", 0, 1}}}};
  EXPECT_EQ(
      written(object)["metadata"]["annotations"][kName],
      R"({"16":[{"minors":[0],"allocationScore":1}],)"
      R"("2":[{"minors":[0,1],"gpuLinkType":"NVLink","ringBusBandwidth":"200Gi","allocationScore":3},)"
      R"({"minors":[2,3],"ringBusBandwidth":"1k"}]})");
}

TEST(DeviceWriter, ThePartitionPolicyIsALabel) {
  const auto labels = [](object::PartitionPolicy policy, object::Labels given) {
    DeviceObject object = one_gpu();
    object.partition_policy = policy;
    object.labels = std::move(given);
    return written(object)["metadata"].value("labels", Json::object());
  };
  const char *const kName = "node.koordinator.sh/gpu-partition-policy";
  EXPECT_EQ(labels(object::PartitionPolicy::kHonor, {{"a", "1"}, {"z", "2"}}),
            (Json{{"a", "1"}, {kName, "Honor"}, {"z", "2"}}));
  EXPECT_EQ(labels(object::PartitionPolicy::kPrefer, {}), (Json{{kName, "Prefer"}}));
  EXPECT_EQ(labels(object::PartitionPolicy::kPrefer, {{kName, "prefer"}}),
            (Json{{kName, "prefer"}}));
  EXPECT_EQ(labels(object::PartitionPolicy::kAbsent, {}), Json::object());
}

TEST(DeviceWriter, DevicesOfKubeletAreAnAnnotation) {
  DeviceObject object = one_gpu();
  object.kubelet = {{"uid", "main", "nvidia.com/gpu", {"GPU-1", "GPU-2"}}};
  EXPECT_EQ(written(object)["metadata"]["annotations"]["node.koordinator.sh/devices-checkpoints"],
            R"([{"podUID":"uid","containerName":"main","resourceName":"nvidia.com/gpu",)"
            R"("deviceIDs":["GPU-1","GPU-2"]}])");
}

TEST(DeviceWriter, TextsOfAnySortMakeADocument) {
  DeviceObject object = one_gpu();
  object.devices[0].id = "\"}\n\xff\x01";
  object.devices[0].place.pcie = "\\";
  const Json device = written(object)["spec"]["devices"][0];
  EXPECT_EQ(device["id"], "\"}\n\xEF\xBF\xBD\x01");
  EXPECT_EQ(device["topology"]["pcieID"], "\\");
}

TEST(DeviceWriter, NodesHaveNamesOfNodes) {
  DeviceObject object = one_gpu();
  for (const char *name : {"", "Node1", "a_b", "-a"}) {
    object.node = name;
    EXPECT_ERROR(wire::write_device(object), Status::kInvalid, "node name");
  }
}

TEST(DeviceWriter, ResourcesAndLabelsOfTheNode) {
  EXPECT_EQ(wire::write_node_resources(
                {{"koordinator.sh/gpu", 800}, {"koordinator.sh/gpu-memory", 8589934592}},
                {{"node.koordinator.sh/gpu-model", "H200"}}),
            R"({
  "resources": {
    "koordinator.sh/gpu": "800",
    "koordinator.sh/gpu-memory": "8Gi"
  },
  "labels": {
    "node.koordinator.sh/gpu-model": "H200"
  }
}
)");
  EXPECT_EQ(Json::parse(wire::write_node_resources({}, {})),
            Json::parse(R"({"resources":{},"labels":{}})"));
}

}  // namespace
}  // namespace koord
