// Devices of a node, written and read back.
#include <gtest/gtest.h>

#include "wire/device/device_object.h"
#include "wire/device/device_writer.h"

namespace koord {
namespace {

using object::DeviceObject;
using object::PciDistance;

DeviceObject full_object() {
  DeviceObject object;
  object.node = "node1";
  object.labels = {{"node.koordinator.sh/gpu-model", "H200"},
                   {"node.koordinator.sh/gpu-partition-policy", "Honor"}};
  object.partition_policy = object::PartitionPolicy::kHonor;
  object::DeviceInfo gpu;
  gpu.type = "gpu";
  gpu.id = "GPU-98583a5c-c155-9cf6-f955-03c189d3dbfb";
  gpu.minor = 7;
  gpu.module = 3;
  gpu.healthy = true;
  gpu.resources = {{"koordinator.sh/gpu-core", 100},
                   {"koordinator.sh/gpu-memory", 85198045184},
                   {"koordinator.sh/gpu-memory-ratio", 100}};
  gpu.labels = {{"node.koordinator.sh/gpu-mig", "enabled"}};
  gpu.placed = true;
  gpu.place = {1, 3, "0000:02:00.0", "0000:04:00.0"};
  object::DeviceInfo rdma;
  rdma.type = "rdma";
  rdma.id = "0000:1f:00.0";
  rdma.resources = {{"koordinator.sh/rdma", 100}};
  rdma.vf_groups = {{{}, {{-1, "0000:1f:00.2"}, {-1, "0000:1f:00.3"}}}};
  object.devices = {gpu, rdma};
  object.has_partitions = true;
  object.partitions = {{2, {{{0, 7}, "NVLink", 214748364800, 3}}}, {16, {{{7}, "", 0, 0}}}};
  object.links = {{0, 7, PciDistance::kMultiSwitch, 4},
                  {1, 7, PciDistance::kUnknown, 2},
                  {2, 7, PciDistance::kSameBoard, 0}};
  object.switch_links = {{7, 18}};
  object.kubelet = {{"uid", "main", "nvidia.com/gpu", {"GPU-1"}}};
  return object;
}

TEST(DeviceRoundTrip, NothingIsLost) {
  const DeviceObject before = full_object();
  const std::string text = wire::write_device(before);
  const DeviceObject after = wire::read_device_object(text, {});
  EXPECT_EQ(wire::write_device(after), text);
  EXPECT_EQ(after.partition_policy, before.partition_policy);
  ASSERT_EQ(after.devices.size(), 2u);
  const object::DeviceInfo &gpu = after.devices[0];
  EXPECT_EQ(gpu.id, before.devices[0].id);
  EXPECT_EQ(gpu.minor, 7);
  EXPECT_EQ(gpu.module, 3);
  EXPECT_TRUE(gpu.healthy);
  EXPECT_EQ(object::amount_of(gpu.resources, "koordinator.sh/gpu-memory"), 85198045184);
  EXPECT_EQ(gpu.place.socket, 1);
  EXPECT_EQ(gpu.place.node, 3);
  EXPECT_EQ(gpu.place.pcie, "0000:02:00.0");
  EXPECT_EQ(gpu.place.bus_id, "0000:04:00.0");
  const object::DeviceInfo &rdma = after.devices[1];
  EXPECT_FALSE(rdma.healthy);
  ASSERT_EQ(rdma.vf_groups.size(), 1u);
  EXPECT_EQ(rdma.vf_groups[0].vfs[1].bus_id, "0000:1f:00.3");
  EXPECT_EQ(rdma.vf_groups[0].vfs[1].minor, -1);
  ASSERT_EQ(after.links.size(), 3u);
  EXPECT_EQ(after.links[0].pci, PciDistance::kMultiSwitch);
  EXPECT_EQ(after.links[0].nvlinks, 4);
  EXPECT_EQ(after.links[1].pci, PciDistance::kUnknown);
  EXPECT_EQ(after.links[2].nvlinks, 0);
  ASSERT_EQ(after.switch_links.size(), 1u);
  EXPECT_EQ(after.switch_links[0].nvlinks, 18);
  ASSERT_EQ(after.partitions.size(), 2u);
  EXPECT_EQ(after.partitions[0].partitions[0].ring_bandwidth, 214748364800);
  ASSERT_EQ(after.kubelet.size(), 1u);
  EXPECT_EQ(after.kubelet[0].ids, std::vector<std::string>{"GPU-1"});
}

}  // namespace
}  // namespace koord
