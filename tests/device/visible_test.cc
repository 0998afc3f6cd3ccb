// GPUs named by an environment variable.
#include "device/ledger/visible.h"

#include "device_support.h"

namespace koord::device::testing {
namespace {

class Visible : public ::testing::Test {
 protected:
  Visible() {
    for (int minor = 0; minor < 4; ++minor) world_.object.devices.push_back(gpu(minor, 8 * kGi));
    world_.object.devices[0].id = "GPU-aaaa";
    world_.object.devices[1].id = "GPU-bbbb";
    world_.object.devices[3].id = "MIG-cccc";
    world_.object.devices.push_back(rdma(7));
  }
  // Returns the minors and the number of unknown names, as in "0 1 +2".
  std::string see(std::vector<std::string> names, bool all = false) {
    const auto inventory = world_.inventory();
    const VisibleGrants found = visible_grants(*inventory, {all, std::move(names)}, false);
    std::string out;
    for (const Grant &grant : found.grants) {
      EXPECT_EQ(grant.type, kTypeGpu);
      out += std::to_string(grant.minor) + ' ';
    }
    return out + '+' + std::to_string(found.unknown);
  }
  World world_;
};

TEST_F(Visible, ByIdOrMinor) {
  EXPECT_EQ(see({"GPU-bbbb"}), "1 +0");
  EXPECT_EQ(see({"0", "2", "GPU-aaaa", "GPU-bbbb"}), "0 1 2 +0");
  EXPECT_EQ(see({"GPU-aaaa::1", "GPU-aaaa::2"}), "0 +0");
  EXPECT_EQ(see({}), "+0");
}

TEST_F(Visible, InstancesAreOfTheirGpu) {
  EXPECT_EQ(see({"MIG-GPU-bbbb/1/0"}), "1 +0");
  EXPECT_EQ(see({"MIG-GPU-bbbb"}), "1 +0");
  EXPECT_EQ(see({"MIG-cccc"}), "3 +0");
  EXPECT_EQ(see({"MIG-dddd"}), "+1");
  world_.object.devices[2].labels = {{"node.koordinator.sh/gpu-mig-instances", "MIG-x,MIG-dddd"}};
  EXPECT_EQ(see({"MIG-dddd", "MIG-dddd::1"}), "2 +0");
  EXPECT_EQ(see({"MIG-ddd"}), "+1");
  EXPECT_EQ(see({"2:0", "2:1"}), "2 +0");
}

TEST_F(Visible, UnknownNamesAreCounted) {
  EXPECT_EQ(see({"", "-1", "+1", "0x1", "4", "7", "99999999999999999999", "1:", ":1", "1:x", "x:1",
                 "GPU-dddd", "MIG-GPU-dddd/1/0", "MIG-GPU-", "all", "none", "$(GPUS)"}),
            "+17");
}

TEST_F(Visible, AllAreTheGpusAndNothingElse) {
  EXPECT_EQ(see({}, true), "0 1 2 3 +0");
  EXPECT_EQ(see({"GPU-dddd"}, true), "0 1 2 3 +1");
  world_.object.devices.erase(world_.object.devices.begin(), world_.object.devices.begin() + 4);
  EXPECT_EQ(see({"0"}, true), "+1");
}

TEST_F(Visible, AreWhole) {
  world_.object.devices[1].healthy = false;
  const auto inventory = world_.inventory();
  const VisibleGrants found = visible_grants(*inventory, {false, {"0", "1"}}, false);
  ASSERT_EQ(found.grants.size(), 2u);
  EXPECT_EQ(found.grants[0].parts, (ResourceAmounts{{kResourceGpuCore, 100},
                                                    {kResourceGpuMemory, 8 * kGi},
                                                    {kResourceGpuMemoryRatio, 100}}));
  EXPECT_EQ(found.grants[1].parts, ResourceAmounts());  // it has no free amounts
}

}  // namespace
}  // namespace koord::device::testing
