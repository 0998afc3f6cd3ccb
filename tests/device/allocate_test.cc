// Allocation under both profiles: common behaviour, and every
// difference between the specification and upstream.
#include "device/allocation/allocate.h"

#include "device_support.h"
#include "wording/sentence.h"

namespace koord::device::testing {
namespace {

using object::DeviceCount;
using object::DeviceExclusive;
using object::DeviceScope;
using Minors = std::vector<int32_t>;

constexpr Profile kBoth[] = {Profile::kSpec, Profile::kUpstream};

Request part_of_gpu(int64_t percent) { return {{"koordinator.sh/gpu", percent}}; }
Request gpus(int64_t count) { return {{"nvidia.com/gpu", count}}; }
Request nic(int64_t amount) { return {{"koordinator.sh/rdma", amount}}; }

// GPUs 0 to count - 1, two on each switch and four on each NUMA node.
std::vector<object::DeviceInfo> tree(int count) {
  std::vector<object::DeviceInfo> out;
  for (int i = 0; i < count; ++i)
    out.push_back(placed(gpu(i), i / 4, "pci" + std::to_string(i / 2)));
  return out;
}

Grants held(TypeId type, int32_t minor, ResourceId resource, int64_t amount) {
  return {{type, minor, {{resource, amount}}, {}, {}}};
}
// Uses a part of a GPU, including its memory in bytes.
void use_gpu(World &world, Ledger &ledger, int32_t minor, int64_t percent) {
  Grant grant{
      kTypeGpu, minor, {{kResourceGpuCore, percent}, {kResourceGpuMemoryRatio, percent}}, {}, {}};
  ASSERT_FALSE(fill_memory(ledger, world.conditions.profile, grant).refused());
  ledger.hold({grant});
}

TEST(Allocate, LowestMinorsWhereNothingElseDecides) {
  for (const Profile profile : kBoth) {
    World world({gpu(2), gpu(0), gpu(1), rdma(1), rdma(0)});
    world.conditions.profile = profile;
    Ledger ledger = world.ledger();
    const Grants grants =
        world.allocated(ledger, {{"nvidia.com/gpu", 2}, {"koordinator.sh/rdma", 100}});
    EXPECT_EQ(World::minors_of(grants), (Minors{0, 1}));
    EXPECT_EQ(World::minors_of(grants, kTypeRdma), (Minors{0}));
    EXPECT_EQ(part(grants[0], kResourceGpuCore), 100);
    EXPECT_EQ(part(grants[0], kResourceGpuMemory), 80 * kGi) << "filled in";
    ledger.hold(grants);
    EXPECT_EQ(world.minors(ledger, gpus(1)), (Minors{2}));
    ledger.hold(world.allocated(ledger, gpus(1)));
    EXPECT_EQ(world.refused(ledger, gpus(1)).reason, Reason::kNotEnoughDevices);
  }
}

TEST(Allocate, NodesWithoutTheDeviceAndWithoutHealthyOnes) {
  for (const Profile profile : kBoth) {
    World world({gpu(0)});
    world.conditions.profile = profile;
    const Refusal none = world.refused(world.ledger(), nic(100));
    EXPECT_EQ(none.reason, Reason::kNoDevices);
    EXPECT_TRUE(is_unresolvable(none));
    world.object.devices[0].healthy = false;
    EXPECT_TRUE(world.minors(world.ledger(), gpus(1)).empty());
    EXPECT_TRUE(world.minors(world.ledger(), part_of_gpu(10)).empty());
  }
}

TEST(Allocate, DevicesAreTakenOnTheNumaNodesAskedFor) {
  for (const Profile profile : kBoth) {
    World world(tree(8));
    world.conditions.profile = profile;
    const int32_t nodes[] = {1};
    world.conditions.keeps_to_numa = true;
    world.conditions.numa = nodes;
    EXPECT_EQ(world.minors(world.ledger(), gpus(4)), (Minors{4, 5, 6, 7}));
    EXPECT_TRUE(world.minors(world.ledger(), gpus(5)).empty());
    world.object.devices[0].place.node = -1;
    EXPECT_EQ(world.minors(world.ledger(), gpus(5)), (Minors{0, 4, 5, 6, 7})) << "-1 is any";
    world.object.devices[1].placed = false;
    EXPECT_EQ(world.minors(world.ledger(), gpus(6)).size(), profile == Profile::kSpec ? 6u : 0u);
  }
}

TEST(Allocate, SelectorsLimitDevices) {
  for (const Profile profile : kBoth) {
    World world({rdma(0), rdma(1), rdma(2)});
    world.conditions.profile = profile;
    world.object.devices[2].labels = {{"type", "fast"}};
    world.hint("rdma").selector = {{"type", object::LabelRequirement::Operator::kIn, {"fast"}}};
    EXPECT_EQ(world.minors(world.ledger(), nic(100), kTypeRdma), (Minors{2}));
    EXPECT_TRUE(world.minors(world.ledger(), nic(200), kTypeRdma).empty());
    world.hint("rdma").selector[0].values = {"slow"};
    EXPECT_EQ(world.refused(world.ledger(), nic(100)).reason,
              profile == Profile::kSpec ? Reason::kNoDevices : Reason::kNotEnoughDevices);
  }
}

TEST(Allocate, HowManyDevicesAHintAsksFor) {
  for (const Profile profile : kBoth) {
    World world({rdma(0), rdma(1), rdma(2)});
    world.conditions.profile = profile;
    const auto amounts = [&](int64_t amount) {
      std::vector<int64_t> out;
      for (const Grant &grant : world.allocated(world.ledger(), nic(amount)))
        out.push_back(part(grant, kResourceRdma));
      return out;
    };
    EXPECT_EQ(amounts(40), (std::vector<int64_t>{40}));
    EXPECT_EQ(amounts(200), (std::vector<int64_t>{100, 100}));
    world.hint("rdma").count = DeviceCount::kApplyForAll;
    EXPECT_EQ(amounts(40), (std::vector<int64_t>{40, 40, 40}));
    world.hint("rdma").count = DeviceCount::kRequestsAsCount;
    EXPECT_EQ(amounts(2), (std::vector<int64_t>{1, 1}));
    EXPECT_TRUE(world.minors(world.ledger(), nic(4), kTypeRdma).empty());
    world.hint("rdma").exclusive = DeviceExclusive::kDevice;
    EXPECT_EQ(amounts(2), (std::vector<int64_t>{100, 100}));
  }
}

TEST(Allocate, EachDeviceComesWithAVirtualFunctionOfItsOwn) {
  for (const Profile profile : kBoth) {
    World world({with_vfs(rdma(0), 1), with_vfs(rdma(1), 2), rdma(2)});
    world.conditions.profile = profile;
    world.hint("rdma").selects_vfs = true;
    world.hint("rdma").vf_selector = {
        {"type", object::LabelRequirement::Operator::kIn, {"general"}}};
    Ledger ledger = world.ledger();
    std::vector<std::string> taken;
    for (int i = 0; i < 3; ++i) {
      const Grants grants = world.allocated(ledger, nic(1));
      ASSERT_EQ(grants.size(), 1u);
      ASSERT_EQ(grants[0].vfs.size(), 1u);
      taken.push_back(grants[0].vfs[0].bus_id);
      ledger.hold(grants);
    }
    std::sort(taken.begin(), taken.end());
    EXPECT_EQ(taken, (std::vector<std::string>{"0000:10:00.2", "0000:11:00.2", "0000:11:00.3"}));
    EXPECT_EQ(world.refused(ledger, nic(1)).reason, Reason::kNotEnoughDevices);
    world.object.devices = {rdma(0)};
    EXPECT_EQ(world.refused(world.ledger(), nic(1)).reason, Reason::kNotEnoughVfs);
    world.hint("rdma").vf_selector[0].values = {"other"};
    world.object.devices = {with_vfs(rdma(0), 1)};
    EXPECT_TRUE(world.minors(world.ledger(), nic(1), kTypeRdma).empty());
  }
}

TEST(Allocate, ScopesHoldDevicesTogether) {
  for (const Profile profile : kBoth) {
    World world(tree(8));
    world.conditions.profile = profile;
    Ledger ledger = world.ledger();
    ledger.hold(held(kTypeGpu, 0, kResourceGpuCore, 10));
    ledger.hold(held(kTypeGpu, 1, kResourceGpuCore, 10));
    world.hint("gpu").scope = DeviceScope::kPcie;
    EXPECT_EQ(world.minors(ledger, gpus(2)), (Minors{2, 3}));
    EXPECT_EQ(world.refused(ledger, gpus(3)).reason, Reason::kDeviceScope);
    world.hint("gpu").scope = DeviceScope::kNumaNode;
    EXPECT_EQ(world.minors(ledger, gpus(4)), (Minors{4, 5, 6, 7}));
    EXPECT_EQ(world.refused(ledger, gpus(5)).reason, Reason::kDeviceScope);
    world.hint("gpu").scope = DeviceScope::kNode;
    EXPECT_EQ(world.minors(ledger, gpus(6)).size(), 6u);
    world.object.devices[7].placed = false;
    world.hint("gpu").scope = DeviceScope::kPcie;
    const Minors pair = world.minors(world.ledger(), gpus(2));
    EXPECT_EQ(pair.empty(), profile == Profile::kUpstream) << "one GPU without a place undoes it";
  }
}

// A single device satisfies the scope Device and several do not. Upstream can never satisfy it.
TEST(Allocate, ScopeOfOneDevice) {
  World world(tree(4));
  world.hint("gpu").scope = DeviceScope::kDevice;
  EXPECT_EQ(world.minors(world.ledger(), part_of_gpu(50)), (Minors{0}));
  EXPECT_EQ(world.refused(world.ledger(), gpus(2)).reason, Reason::kDeviceScope);
  world.conditions.profile = Profile::kUpstream;
  EXPECT_TRUE(world.minors(world.ledger(), part_of_gpu(50)).empty());
}

// Upstream reads scopes of types other than GPUs, but does not apply them.
TEST(Allocate, ScopesOfOtherTypes) {
  World world({placed(rdma(0), 0, "a"), placed(rdma(1), 0, "b"), placed(rdma(2), 0, "b")});
  world.hint("rdma").scope = DeviceScope::kPcie;
  EXPECT_EQ(world.minors(world.ledger(), nic(200), kTypeRdma), (Minors{1, 2}));
  EXPECT_EQ(world.refused(world.ledger(), nic(300)).reason, Reason::kDeviceScope);
  world.conditions.profile = Profile::kUpstream;
  EXPECT_EQ(world.minors(world.ledger(), nic(200), kTypeRdma), (Minors{0, 1}));
}

// If no location is known, a scope can be satisfied only by a single device.
TEST(Allocate, ScopesWithoutPlaces) {
  World world({gpu(0), gpu(1)});
  world.hint("gpu").scope = DeviceScope::kNumaNode;
  const Refusal refusal = world.refused(world.ledger(), gpus(2));
  EXPECT_EQ(refusal.reason, Reason::kDevicesUnplaced);
  EXPECT_EQ(to_sentence(refusal),
            "needs 2 GPUs close together; the node's GPUs state no NUMA node");
  EXPECT_TRUE(is_unresolvable(refusal));
  EXPECT_EQ(world.minors(world.ledger(), gpus(1)), (Minors{0}));
  world.conditions.profile = Profile::kUpstream;
  EXPECT_EQ(world.refused(world.ledger(), gpus(1)).reason, Reason::kDevicesUnplaced);
}

// Missing locations are the reason only if the devices with locations could never suffice.
TEST(Allocate, ScopesWhereSomeHaveNoPlace) {
  World world({placed(gpu(0), 0, "a"), placed(gpu(1), 0, "b"), placed(gpu(2), 1, "c"), gpu(3)});
  world.hint("gpu").scope = DeviceScope::kNumaNode;
  EXPECT_EQ(world.minors(world.ledger(), gpus(2)), (Minors{0, 1}));
  EXPECT_EQ(world.refused(world.ledger(), gpus(3)).reason, Reason::kDevicesUnplaced);
  Ledger ledger = world.ledger();
  ledger.hold(held(kTypeGpu, 0, kResourceGpuCore, 100));
  EXPECT_EQ(world.refused(ledger, gpus(2)).reason, Reason::kDeviceScope);
}

// Upstream exchanges capacity and free amount when it scores
// shared GPUs, so all GPUs in use score alike.
TEST(Allocate, SharedGpusGoToTheTightestFit) {
  const Scorer packing{.strategy = Strategy::kMostAllocated};
  const auto chosen = [&](Profile profile) {
    World world(tree(4));
    world.conditions.profile = profile;
    world.conditions.scorer = &packing;
    Ledger ledger = world.ledger();
    use_gpu(world, ledger, 1, 20);
    use_gpu(world, ledger, 0, 10);
    return world.minors(ledger, part_of_gpu(50));
  };
  EXPECT_EQ(chosen(Profile::kSpec), (Minors{1})) << "30 are left there, 40 on minor 0";
  EXPECT_EQ(chosen(Profile::kUpstream), (Minors{0})) << "both score 100";
}

TEST(Allocate, S14_TightestComesBeforeTheStrategyAndThatBeforeMinors) {
  const Scorer spreading{.weights = {{kResourceRdma, 1}}};
  World world({info("rdma", 0, {{"koordinator.sh/rdma", 100}, {"z", 10}}),
               info("rdma", 1, {{"koordinator.sh/rdma", 100}, {"z", 10}}), rdma(2)});
  world.conditions.scorer = &spreading;
  Ledger ledger = world.ledger();
  ledger.hold(held(kTypeRdma, 2, kResourceRdma, 50));
  EXPECT_EQ(world.minors(ledger, nic(30), kTypeRdma), (Minors{2})) << "tight, though less is free";
  // Both are equally tight in the requested resource; the one
  // whose other resource is less used wins.
  const Scorer by_other{.weights = {{world.resources().find("z"), 1}}};
  world.conditions.scorer = &by_other;
  ledger.hold(held(kTypeRdma, 0, world.resources().find("z"), 5));
  EXPECT_EQ(world.minors(ledger, nic(100), kTypeRdma), (Minors{1}));
  world.conditions.scorer = nullptr;
  EXPECT_EQ(world.minors(ledger, nic(100), kTypeRdma), (Minors{0}));
}

TEST(Allocate, S28_AStatedStrategyComesBeforeTightness) {
  const auto chosen = [](Strategy strategy, bool stated) {
    // 90, 70, 30 and 10 percent of the GPUs and NICs are in use.
    World world({gpu(0), gpu(1), gpu(2), gpu(3), rdma(0), rdma(1), rdma(2), rdma(3)});
    const Scorer scorer{.strategy = strategy, .stated = stated};
    world.conditions.scorer = &scorer;
    Ledger ledger = world.ledger();
    const int used[] = {90, 70, 30, 10};
    for (int minor = 0; minor < 4; ++minor) {
      use_gpu(world, ledger, minor, used[minor]);
      ledger.hold(held(kTypeRdma, minor, kResourceRdma, used[minor]));
    }
    Minors out = world.minors(ledger, part_of_gpu(10));
    for (const int32_t minor : world.minors(ledger, nic(10), kTypeRdma)) out.push_back(minor);
    const Minors two = world.minors(
        ledger, {{"koordinator.sh/gpu.shared", 2}, {"koordinator.sh/gpu-memory-ratio", 20}});
    out.insert(out.end(), two.begin(), two.end());
    return out;
  };
  EXPECT_EQ(chosen(Strategy::kLeastAllocated, true), (Minors{3, 3, 2, 3}));
  EXPECT_EQ(chosen(Strategy::kMostAllocated, true), (Minors{0, 0, 0, 1}));
  EXPECT_EQ(chosen(Strategy::kLeastAllocated, false), (Minors{0, 0, 0, 1})) << "the tightest";
}

TEST(Allocate, ExclusivePcieSwitchesAreNotShared) {
  World world(tree(8));
  Ledger ledger = world.ledger();
  use_gpu(world, ledger, 1, 10);
  world.hint("gpu").exclusive = DeviceExclusive::kPcie;
  Grants grants = world.allocated(ledger, part_of_gpu(50));
  EXPECT_EQ(World::minors_of(grants), (Minors{2})) << "somebody is on the switch of 0 and 1";
  EXPECT_EQ(grants[0].exclusive, DeviceExclusive::kPcie);
  ledger.hold(grants);
  // Other pods avoid that switch, whether or not they are exclusive.
  EXPECT_EQ(world.minors(ledger, part_of_gpu(50)), (Minors{4}));
  world.stated = {};
  EXPECT_EQ(world.minors(ledger, part_of_gpu(50)), (Minors{1}));
  EXPECT_EQ(world.minors(ledger, gpus(5)), (Minors{0, 4, 5, 6, 7}));
  EXPECT_EQ(world.refused(ledger, gpus(6)).reason, Reason::kNotEnoughDevices);
  ledger.release(grants);
  EXPECT_EQ(world.minors(ledger, gpus(6)).size(), 6u);

  world.conditions.profile = Profile::kUpstream;
  world.hint("gpu").exclusive = DeviceExclusive::kPcie;
  grants = world.allocated(ledger, part_of_gpu(50));
  EXPECT_EQ(World::minors_of(grants), (Minors{0})) << "on the switch where somebody is";
  EXPECT_EQ(grants[0].exclusive, DeviceExclusive::kNone);
}

TEST(Allocate, ExclusiveDevicesAreNotShared) {
  World world({rdma(0), rdma(1)});
  Ledger ledger = world.ledger();
  ledger.hold(held(kTypeRdma, 0, kResourceRdma, 10));
  world.hint("rdma").exclusive = DeviceExclusive::kDevice;
  const Grants grants = world.allocated(ledger, nic(10));
  EXPECT_EQ(World::minors_of(grants, kTypeRdma), (Minors{1})) << "minor 0 would fit tighter";
  ledger.hold(grants);
  EXPECT_TRUE(world.minors(ledger, nic(10), kTypeRdma).empty());
  world.stated = {};
  EXPECT_EQ(world.minors(ledger, nic(80), kTypeRdma), (Minors{0}));
  EXPECT_TRUE(world.minors(ledger, nic(91), kTypeRdma).empty())
      << "90 are left, and of minor 1 none";
  world.conditions.profile = Profile::kUpstream;
  world.hint("rdma").exclusive = DeviceExclusive::kDevice;
  EXPECT_EQ(world.minors(world.ledger(), nic(10), kTypeRdma), (Minors{0}));
  ledger = world.ledger();
  ledger.hold(held(kTypeRdma, 0, kResourceRdma, 10));
  EXPECT_EQ(world.minors(ledger, nic(10), kTypeRdma), (Minors{0})) << "beside somebody";
}

// R104 compares reported amounts. Upstream does not treat an unreported amount as a shortage.
TEST(Allocate, UnreportedAmountsAreZero) {
  World world({info("gpu", 0, {{"koordinator.sh/gpu-core", 100}})});
  EXPECT_EQ(world.refused(world.ledger(), part_of_gpu(50)).reason, Reason::kNotEnoughDevices);
  world.conditions.profile = Profile::kUpstream;
  EXPECT_EQ(world.minors(world.ledger(), part_of_gpu(50)), (Minors{0}));
}

// Under `spec`, bytes are rounded down from percentages, and
// percentages up from bytes. Upstream rounds both down.
TEST(Allocate, MemoryIsFilledIn) {
  const int64_t total = 85198045184;
  for (const Profile profile : kBoth) {
    World world({gpu(0, total)});
    world.conditions.profile = profile;
    const auto filled = [&](const Request &request, ResourceId resource) {
      return part(world.allocated(world.ledger(), request).at(0), resource);
    };
    EXPECT_EQ(filled(part_of_gpu(60), kResourceGpuMemory), 51118827110);
    EXPECT_EQ(filled(part_of_gpu(50), kResourceGpuMemory), 42599022592);
    const int64_t up = profile == Profile::kSpec ? 1 : 0;
    EXPECT_EQ(filled({{"koordinator.sh/gpu-memory", total / 2 + 1}}, kResourceGpuMemoryRatio),
              50 + up);
    EXPECT_EQ(filled({{"koordinator.sh/gpu-memory", 1}}, kResourceGpuMemoryRatio), up);
    EXPECT_EQ(filled({{"koordinator.sh/gpu-memory", total}}, kResourceGpuMemoryRatio), 100);
  }
}

// Each pod requests an eighth of 80 GiB in bytes, which is 13 percent rounded up. Eight pods still
// fit and a ninth does not, and no more than 100 percent is allocated.
TEST(Allocate, BytesDecideHowManyShareAGpu) {
  World world({gpu(0)});
  Ledger ledger = world.ledger();
  const Request tenth = {{"koordinator.sh/gpu-memory", 10 * kGi}};
  std::vector<Grants> pods;
  int64_t percents = 0;
  for (int i = 0; i < 8; ++i) {
    pods.push_back(world.allocated(ledger, tenth));
    percents += part(pods.back().at(0), kResourceGpuMemoryRatio);
    ledger.hold(pods.back());
  }
  EXPECT_EQ(percents, 100);
  EXPECT_EQ(part(pods[0][0], kResourceGpuMemoryRatio), 13);
  EXPECT_EQ(part(pods[7][0], kResourceGpuMemoryRatio), 9) << "what is left";
  EXPECT_TRUE(world.minors(ledger, tenth).empty());
  // The last pod's 9 percent are 12.5 percent of the bytes. A request in
  // percent gets no more than the free bytes.
  for (int i = 0; i < 7; ++i) ledger.release(pods[static_cast<size_t>(i)]);
  EXPECT_TRUE(world.minors(ledger, {{"koordinator.sh/gpu-memory-ratio", 88}}).empty());
  EXPECT_EQ(world.minors(ledger, {{"koordinator.sh/gpu-memory-ratio", 87}}), (Minors{0}));
}

TEST(Allocate, GpusOfDifferentMemoryGiveOfTheirOwn) {
  for (const Profile profile : kBoth) {
    World world({gpu(0, 16 * kGi), gpu(1, 80 * kGi)});
    world.conditions.profile = profile;
    const Grants grants = world.allocated(world.ledger(), gpus(2));
    EXPECT_EQ(part(grants[0], kResourceGpuMemory), 16 * kGi);
    EXPECT_EQ(part(grants[1], kResourceGpuMemory), 80 * kGi);
    EXPECT_EQ(world.minors(world.ledger(), {{"koordinator.sh/gpu-memory", 20 * kGi}}), (Minors{1}));
  }
}

// Device types without a rule of their own work, including hints and joint allocation.
TEST(Allocate, NewTypesNeedNoCode) {
  World world({placed(info("xpu", 0, {{"example.com/xpu", 100}}), 0, "a"),
               placed(info("xpu", 1, {{"example.com/xpu", 100}}), 1, "b"),
               placed(rdma(0), 1, "b")});
  world.object.devices[1].labels = {{"kind", "new"}};
  Ledger ledger = world.ledger();
  const TypeId xpu = world.resources().types().find("xpu");
  const ResourceId resource = world.resources().find("example.com/xpu");
  const auto asks = [](int64_t amount) { return Request{{"example.com/xpu", amount}}; };
  EXPECT_EQ(world.minors(ledger, asks(200), xpu), (Minors{0, 1}));
  const Grants half = world.allocated(ledger, asks(50));
  ASSERT_EQ(half.size(), 1u);
  EXPECT_EQ(part(half[0], resource), 50);
  ledger.hold(half);
  EXPECT_EQ(world.minors(ledger, asks(40), xpu), (Minors{0})) << "the tightest";
  EXPECT_EQ(world.minors(ledger, asks(60), xpu), (Minors{1}));
  EXPECT_TRUE(world.minors(ledger, asks(200), xpu).empty());
  ledger.release(half);
  world.hint("xpu").selector = {{"kind", object::LabelRequirement::Operator::kExists, {}}};
  EXPECT_EQ(world.minors(ledger, asks(40), xpu), (Minors{1}));
  world.stated = {};
  world.stated.joint = {{"rdma", "xpu"}, false};
  Request both = asks(100);
  both.emplace_back("koordinator.sh/rdma", 100);
  EXPECT_EQ(world.minors(ledger, both, xpu), (Minors{1})) << "on the switch of the NIC";
}

// Amounts that are not percentages of one device are taken from a single device.
TEST(Allocate, BytesOfANewTypeAreNoHundreds) {
  World world({info("xpu", 0, {{"example.com/memory", 64 * kGi}})});
  const auto inventory = world.inventory();
  const TypeId xpu = world.resources().types().find("xpu");
  EXPECT_EQ(world.minors(world.ledger(), {{"example.com/memory", 10000000000}}, xpu), (Minors{0}));
  EXPECT_TRUE(world.minors(world.ledger(), {{"example.com/memory", 65 * kGi}}, xpu).empty());
}

// An additional resource of GPUs is allocated together with them or alone.
TEST(Allocate, FurtherResourcesOfGpus) {
  auto first = gpu(0);
  auto second = gpu(1);
  second.resources.push_back({"example.com/encoder", 8});
  World world({first, second});
  Ledger ledger = world.ledger();
  const ResourceId encoder = world.resources().find("example.com/encoder");
  ledger.hold(held(kTypeGpu, 1, encoder, 6));
  const Grants alone = world.allocated(ledger, {{"example.com/encoder", 2}});
  ASSERT_EQ(alone.size(), 1u);
  EXPECT_EQ(alone[0].minor, 1);
  EXPECT_EQ(part(alone[0], encoder), 2);
  EXPECT_EQ(world.refused(ledger, {{"example.com/encoder", 3}}).reason, Reason::kNotEnoughDevices);
  Grants both = world.allocated(ledger, {{"koordinator.sh/gpu", 50}, {"example.com/encoder", 2}});
  ASSERT_EQ(both.size(), 1u);
  EXPECT_EQ(both[0].minor, 1);
  EXPECT_EQ(part(both[0], encoder), 2);
  EXPECT_EQ(part(both[0], kResourceGpuCore), 50);
}

TEST(Allocate, ScoresAreWrittenOnlyWhereTheNodeCouldHaveThePod) {
  const Scorer least;
  World world({gpu(0), gpu(1)});
  device::Request ask;
  ASSERT_FALSE(world.ask(gpus(1), ask).refused());
  EXPECT_FALSE(score_node(world.ledger(), ask, world.conditions)) << "no scorer";
  world.conditions.scorer = &least;
  // The request uses 100 of 200 of the memory ratio and nothing of the memory in bytes.
  EXPECT_EQ(score_node(world.ledger(), ask, world.conditions), 75);
  Ledger ledger = world.ledger();
  use_gpu(world, ledger, 0, 100);
  EXPECT_EQ(score_node(ledger, ask, world.conditions), 25);
  World other({rdma(0)});
  other.conditions.scorer = &least;
  EXPECT_FALSE(score_node(other.ledger(), ask, other.conditions));
}

// Koordinator's DeviceShare skips types without a device on the chosen NUMA nodes.
TEST(Allocate, ScoreOfTheTypesThatTheChosenNumaNodesHave) {
  const Scorer least;
  const int32_t nodes[] = {0, 1};
  World world({placed(gpu(0), 0, "pci0"), placed(rdma(0), 1, "pci1")});
  world.conditions.profile = Profile::kUpstream;
  world.conditions.scorer = &least;
  world.conditions.keeps_to_numa = true;
  device::Request both;
  ASSERT_FALSE(world.ask({{"nvidia.com/gpu", 1}, {"koordinator.sh/rdma", 25}}, both).refused());
  world.conditions.numa = nodes;
  EXPECT_EQ(score_node(world.ledger(), both, world.conditions), 50 + 75);
  world.conditions.numa = {nodes, 1};
  EXPECT_EQ(score_node(world.ledger(), both, world.conditions), 50) << "the GPU";
  world.conditions.numa = {nodes + 1, 1};
  EXPECT_EQ(score_node(world.ledger(), both, world.conditions), 75) << "the RDMA device";
}

}  // namespace
}  // namespace koord::device::testing
