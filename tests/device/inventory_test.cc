// Inventories: Device objects in numbers, and contents that are rejected.
#include "device/ledger/inventory.h"

#include "device_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

using object::DeviceExclusive;
using object::PciDistance;

constexpr ResourceId kCore = kResourceGpuCore;

std::vector<object::DeviceInfo> gpus(int count) {
  std::vector<object::DeviceInfo> out;
  for (int i = 0; i < count; ++i) out.push_back(gpu(i));
  return out;
}

TEST(Inventory, PoolsByTypeAndDevicesByMinor) {
  World world({rdma(2), gpu(7), gpu(3), rdma(0), info("xpu", 0, {{"example.com/xpu", 100}})});
  const auto inventory = world.inventory();
  ASSERT_EQ(inventory->pools.size(), 3u);
  EXPECT_EQ(inventory->pools[0].type, kTypeGpu);
  EXPECT_EQ(inventory->pools[1].type, kTypeRdma);
  EXPECT_EQ(inventory->pools[2].type, world.resources().types().find("xpu"));
  const Pool &gpus = inventory->pools[0];
  ASSERT_EQ(gpus.devices.size(), 2u);
  EXPECT_EQ(gpus.devices[0].minor, 3);
  EXPECT_EQ(text_of(gpus.devices[1].id), "gpu-7");
  EXPECT_EQ(gpus.find(7), 1);
  EXPECT_EQ(gpus.find(4), -1);
  EXPECT_EQ(inventory->find(kTypeFpga), -1);
  EXPECT_EQ(inventory->pool_of(world.resources().find("example.com/xpu")), 2);
  EXPECT_EQ(inventory->pool_of(kResourceFpga), -1);
}

TEST(Inventory, TotalsAreAbsentOfDevicesThatAreNotHealthy) {
  auto broken = gpu(1);
  broken.healthy = false;
  World world({gpu(0, 16 * kGi), broken, info("gpu", 2, {{"koordinator.sh/gpu-core", 50}})});
  const auto inventory = world.inventory();
  const Pool &pool = inventory->pools[0];
  const auto core = static_cast<size_t>(pool.column(kCore));
  const auto memory = static_cast<size_t>(pool.column(kResourceGpuMemory));
  EXPECT_EQ(pool.total(0)[core], 100);
  EXPECT_EQ(pool.total(0)[memory], 16 * kGi);
  EXPECT_EQ(pool.total(1)[core], kAbsent);
  EXPECT_EQ(pool.total(2)[core], 50);
  EXPECT_EQ(pool.total(2)[memory], kAbsent);
  EXPECT_EQ(pool.column(kResourceRdma), -1);
}

TEST(Inventory, AmountsOfWhichSumsWouldOverflowAreRefused) {
  for (const bool healthy : {true, false}) {
    object::DeviceInfo large = gpu(3, (int64_t{1} << 50) + 1);
    large.healthy = healthy;
    EXPECT_ERROR(World({gpu(0), large}).inventory(), Status::kLimit,
                 "\"gpu\" device with minor 3: resources: \"koordinator.sh/gpu-memory\": found "
                 "1125899906842625, expected at most 1125899906842624");
  }
  World largest({gpu(0, int64_t{1} << 50)});
  const auto inventory = largest.inventory();
  const Pool &pool = inventory->pools[0];
  EXPECT_EQ(pool.total(0)[static_cast<size_t>(pool.column(kResourceGpuMemory))], int64_t{1} << 50);
}

TEST(Inventory, NothingIsListedTwice) {
  EXPECT_ERROR(World({gpu(1), gpu(0), gpu(1)}).inventory(), Status::kInvalid,
               "\"gpu\" device with minor 1 is listed twice");
  World same_minor({gpu(1), rdma(1)});
  EXPECT_EQ(same_minor.inventory()->pools.size(), 2u) << "minors are of their type";
  auto device = with_vfs(rdma(4), 2);
  device.vf_groups.push_back(device.vf_groups[0]);
  EXPECT_ERROR(World({device}).inventory(), Status::kInvalid,
               "\"rdma\" device with minor 4: virtual function \"0000:14:00.2\" is listed twice");
}

TEST(Inventory, TooMuchIsALimit) {
  EXPECT_EQ(World(gpus(64)).inventory()->pools[0].devices.size(), 64u);
  EXPECT_ERROR(World(gpus(65)).inventory(), Status::kLimit,
               "\"gpu\" device with minor 64: more than 64 devices of one type");
  object::Amounts many;
  for (int i = 0; i < 17; ++i)
    many.push_back({"example.com/r" + std::string(1, static_cast<char>('a' + i)), 1});
  EXPECT_ERROR(World({info("xpu", 0, many)}).inventory(), Status::kLimit,
               "\"xpu\" device with minor 0: resources: devices of one type have more than 16");
  std::vector<object::DeviceInfo> types;
  for (int i = 0; i < 64; ++i) types.push_back(info("type" + std::to_string(i), 0, {}));
  EXPECT_EQ(World(types).inventory()->pools.size(), 64u);
  types.push_back(info("one more", 0, {}));
  EXPECT_ERROR(World(types).inventory(), Status::kLimit, "device types");
}

TEST(Inventory, VirtualFunctionsByBusId) {
  auto device = with_vfs(rdma(0), 2);
  device.vf_groups.push_back({{{"type", "fake"}}, {{9, "0000:10:00.1"}}});
  World world({with_vfs(rdma(1), 3), device});
  const auto inventory = world.inventory();
  const Pool &pool = inventory->pools[0];
  EXPECT_EQ(pool.vf_count, 6u);
  ASSERT_EQ(pool.devices[0].vfs.size(), 3u);
  EXPECT_EQ(pool.devices[0].vfs[0].bus_id, "0000:10:00.1");
  EXPECT_EQ(pool.devices[0].vfs[0].group, 1u);
  EXPECT_EQ(pool.devices[0].first_vf, 0u);
  EXPECT_EQ(pool.devices[1].first_vf, 3u);
}

// Minors may have gaps; links are indexed by position.
TEST(Inventory, ReportedLinksWinOverPlaces) {
  World world({placed(gpu(5), 0, "a"), placed(gpu(2), 0, "a"), placed(gpu(9), 1, "b")});
  EXPECT_EQ(world.inventory()->links->score(0, 1), 50) << "one switch";
  EXPECT_EQ(world.inventory()->links->score(0, 2), 10) << "over the CPUs";
  world.object.links = {{9, 2, PciDistance::kHostBridge, 2}};
  world.object.switch_links = {{5, 3}, {2, 4}};
  const auto inventory = world.inventory();
  EXPECT_EQ(inventory->links->score(0, 2), 230);
  EXPECT_EQ(inventory->links->score(0, 1), 300) << "the lesser of what stated to switches";
  EXPECT_EQ(inventory->links->score(1, 2), 0);
}

TEST(Inventory, LinksAreOfGpusOfTheNode) {
  World world({gpu(0), gpu(1)});
  EXPECT_FALSE(world.inventory()->links) << "nobody knows how they are linked";
  world.object.links = {{0, 4, PciDistance::kUnknown, 1}};
  EXPECT_ERROR(world.inventory(), Status::kInvalid, "links: minor 4 is not a GPU of the node");
  world.object.links = {{0, 1, PciDistance::kUnknown, 37}};
  EXPECT_ERROR(world.inventory(), Status::kInvalid, "links: GPU 0 to 1 has 37 NVLinks");
  world.object.devices = {rdma(0)};
  EXPECT_ERROR(world.inventory(), Status::kInvalid, "links: the node has no GPUs");
}

TEST(Inventory, PartitionsAreChecked) {
  World world(gpus(2));
  EXPECT_FALSE(world.inventory()->partitions);
  world.object.has_partitions = true;
  EXPECT_TRUE(world.inventory()->partitions->empty());
  world.object.partitions = {{2, {{{1, 0}, "NVLink", 0, 3}}}};
  const auto inventory = world.inventory();
  const auto *pairs = inventory->partitions->of(2);
  ASSERT_NE(pairs, nullptr);
  EXPECT_EQ(pairs->at(0).minors, 3u);
  EXPECT_EQ(pairs->at(0).score, 3);
  world.object.partitions = {{2, {{{1}, "", 0, 0}}}};
  EXPECT_ERROR(world.inventory(), Status::kInvalid,
               "partitions of 2 GPUs: a partition has 1 minors, expected 2");
  world.object.partitions = {{1, {{{64}, "", 0, 0}}}};
  EXPECT_ERROR(world.inventory(), Status::kLimit, "partitions: minor 64");
}

TEST(Inventory, SharingAPcieSwitchMustBeKnown) {
  const auto device = [](bool is_placed, int32_t numa, const std::string &pcie) {
    Device out;
    out.placed = is_placed;
    out.numa = numa;
    out.pcie = pcie;
    return out;
  };
  EXPECT_TRUE(share_pcie(device(true, 0, "a"), device(true, 0, "a")));
  EXPECT_TRUE(share_pcie(device(true, 0, "a"), device(true, -1, "a")));
  EXPECT_FALSE(share_pcie(device(true, 0, "a"), device(true, 1, "a"))) << "the id repeats";
  EXPECT_FALSE(share_pcie(device(true, 0, "a"), device(true, 0, "b")));
  EXPECT_FALSE(share_pcie(device(true, 0, ""), device(true, 0, "")));
  EXPECT_FALSE(share_pcie(device(false, 0, "a"), device(true, 0, "a")));
}

}  // namespace
}  // namespace koord::device::testing
