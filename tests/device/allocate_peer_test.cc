// Behaviour of Koordinator's DeviceShare that the proposal does not specify.
#include "device_support.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

using Minors = std::vector<int32_t>;

// Two GPUs and two NICs on each of two switches.
struct TwoSwitches : World {
  TwoSwitches() {
    for (int i = 0; i < 4; ++i) {
      object.devices.push_back(placed(gpu(i), 0, i < 2 ? "a" : "b"));
      object.devices.push_back(placed(rdma(i), 0, i < 2 ? "a" : "b"));
    }
    conditions.profile = Profile::kUpstream;
  }
};

// The number of switches with leading devices determines how many
// shared GPUs follow, but not on which switches.
TEST(AllocatePeer, SharedGpusThatFollowAreTheLowest) {
  TwoSwitches world;
  world.object.devices.push_back(placed(gpu(4), 0, "c"));
  world.object.devices.push_back(placed(rdma(4), 0, "c"));
  world.stated.joint = {{"rdma", "gpu"}, false};
  const auto both = [&](const Ledger &ledger, int64_t nics) {
    const Grants grants = world.allocated(ledger, {{"koordinator.sh/gpu.shared", 2},
                                                   {"koordinator.sh/gpu-memory-ratio", 100},
                                                   {"koordinator.sh/gpu-core", 100},
                                                   {"koordinator.sh/rdma", nics}});
    return std::pair(World::minors_of(grants), World::minors_of(grants, kTypeRdma));
  };
  Ledger ledger = world.ledger();
  EXPECT_EQ(both(ledger, 500), (std::pair<Minors, Minors>{{0, 1, 2}, {0, 1, 2, 3, 4}}));
  ledger.hold(world.allocated(ledger, {{"koordinator.sh/rdma", 200}}));
  EXPECT_EQ(both(ledger, 100), (std::pair<Minors, Minors>{{0, 1}, {2}})) << "and not GPUs 2 and 3";
}

TEST(AllocatePeer, SecondaryDevicesPlannedLaterAreNeitherCheckedNorScored) {
  World world({placed(gpu(0), 0, "a"), placed(gpu(1), 0, "a")});
  world.object.secondary_well_planned = true;
  world.stated.joint = {{"gpu", "rdma"}, false};
  world.conditions.chooses_secondary = false;
  const Scorer scorer;
  world.conditions.scorer = &scorer;
  const Request request = {{"nvidia.com/gpu", 1}, {"koordinator.sh/rdma", 50}};
  EXPECT_EQ(world.refused(world.ledger(), request).reason, Reason::kNoDevices);
  world.conditions.profile = Profile::kUpstream;
  EXPECT_EQ(world.minors(world.ledger(), request), (Minors{0})) << "there are no NICs at all";
  const auto score = [&](const Request &what) {
    device::Request ask;
    EXPECT_FALSE(world.ask(what, ask).refused());
    return score_node(world.ledger(), ask, world.conditions);
  };
  EXPECT_EQ(score(request), score({{"nvidia.com/gpu", 1}}));
  world.object.devices.push_back(placed(rdma(0), 0, "a"));
  EXPECT_EQ(score(request), score({{"nvidia.com/gpu", 1}}));
  world.conditions.chooses_secondary = true;
  EXPECT_NE(score(request), score({{"nvidia.com/gpu", 1}}));
}

TEST(AllocatePeer, OnlyAbsentDevicesAreUnresolvable) {
  TwoSwitches world;
  const Request request = {{"koordinator.sh/rdma", 100}};
  world.hint("rdma").selector = {{"kind", object::LabelRequirement::Operator::kExists, {}}};
  const auto refusal = [&] { return world.refused(world.ledger(), request); };
  EXPECT_FALSE(is_unresolvable(refusal()));
  EXPECT_EQ(to_sentence(refusal()), "Insufficient rdma devices");
  world.hint("rdma").count = object::DeviceCount::kApplyForAll;
  EXPECT_TRUE(is_unresolvable(refusal())) << "none of none";
  world.conditions.profile = Profile::kSpec;
  EXPECT_TRUE(is_unresolvable(refusal()));
  world.conditions.profile = Profile::kUpstream;
  world.object.devices.clear();
  EXPECT_TRUE(is_unresolvable(refusal()));
}

}  // namespace
}  // namespace koord::device::testing
