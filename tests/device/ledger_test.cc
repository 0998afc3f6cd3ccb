// Ledgers: holders of devices, exact release, and arbitrary claims of pods.
#include "device/ledger/ledger.h"

#include "device_support.h"

namespace koord::device::testing {
namespace {

using object::DeviceExclusive;

Grant share(int32_t minor, int64_t core, int64_t ratio) {
  return {kTypeGpu, minor, {{kResourceGpuCore, core}, {kResourceGpuMemoryRatio, ratio}}, {}, {}};
}
int64_t free_core(const Ledger &ledger, size_t device) {
  const Pool &pool = ledger.inventory().pools[0];
  return ledger.free(0, device)[static_cast<size_t>(pool.column(kResourceGpuCore))];
}

TEST(Ledger, HeldAmountsAreNotFree) {
  World world({gpu(0), gpu(1)});
  Ledger ledger = world.ledger();
  EXPECT_EQ(ledger.in_use(0), 0u);
  EXPECT_EQ(ledger.open(0), 3u);
  ledger.hold({share(1, 60, 50)});
  EXPECT_EQ(free_core(ledger, 0), 100);
  EXPECT_EQ(free_core(ledger, 1), 40);
  EXPECT_EQ(ledger.in_use(0), 2u);
  ledger.hold(
      {{kTypeGpu,
        1,
        {{kResourceGpuCore, 40}, {kResourceGpuMemoryRatio, 50}, {kResourceGpuMemory, 80 * kGi}},
        {},
        {}}});
  EXPECT_EQ(ledger.open(0), 1u) << "nothing is left of minor 1";
  ledger.hold({share(1, 40, 50)});
  EXPECT_EQ(free_core(ledger, 1), 0) << "never less than nothing";
  ledger.release({share(1, 40, 50)});
  EXPECT_EQ(free_core(ledger, 1), 0);
  ledger.release({share(1, 60, 50)});
  EXPECT_EQ(free_core(ledger, 1), 60);
}

TEST(Ledger, PodsAreCountedByHowManyGpusTheyHave) {
  World world({gpu(0), gpu(1), gpu(2)});
  Ledger ledger = world.ledger();
  const Grants part{share(0, 40, 40)};
  const Grants whole{share(1, 100, 100)};
  const Grants two{share(1, 100, 100), share(2, 100, 100)};
  const auto counts = [&] {
    return std::vector<uint32_t>(ledger.gpu_pods().begin(), ledger.gpu_pods().end());
  };
  EXPECT_EQ(counts(), (std::vector<uint32_t>{0, 0, 0, 0}));
  ledger.hold(part);
  ledger.hold(part);
  ledger.hold(whole);
  ledger.hold(two);
  EXPECT_EQ(counts(), (std::vector<uint32_t>{2, 1, 1, 0}));
  Ledger other = world.ledger();
  other.hold({share(0, 80, 80)});
  other.hold(whole);
  other.hold(two);
  EXPECT_FALSE(ledger.same_accounts(other)) << "the same amounts, but of fewer pods";
  ledger.release(part);
  ledger.release(whole);
  EXPECT_EQ(counts(), (std::vector<uint32_t>{1, 0, 1, 0}));
  ledger.clear();
  EXPECT_EQ(counts(), (std::vector<uint32_t>{0, 0, 0, 0}));
  EXPECT_TRUE(World({rdma(0)}).ledger().gpu_pods().empty());
}

TEST(Ledger, SameGpusAreTheSameAmountsAtTheSamePlaces) {
  World world({gpu(0), gpu(1)});
  const Ledger idle = world.ledger();
  EXPECT_TRUE(idle.same_gpus(idle));
  World other({gpu(3), gpu(7), rdma(0)});
  other.object.devices[0].id = "elsewhere";
  Ledger ledger = other.ledger();
  EXPECT_TRUE(idle.same_gpus(ledger)) << "minors, names and other devices do not count";
  EXPECT_EQ(idle.gpu_digest(), ledger.gpu_digest());
  ledger.hold({share(3, 40, 40)});
  EXPECT_FALSE(idle.same_gpus(ledger));
  EXPECT_NE(idle.gpu_digest(), ledger.gpu_digest());
  Ledger second = other.ledger();
  second.hold({share(7, 40, 40)});
  EXPECT_FALSE(second.same_gpus(ledger)) << "another place";
  ledger.release({share(3, 40, 40)});
  EXPECT_TRUE(idle.same_gpus(ledger));
  EXPECT_EQ(idle.gpu_digest(), ledger.gpu_digest());
  Grant alone = share(3, 0, 0);
  alone.exclusive = object::DeviceExclusive::kDevice;
  ledger.hold({alone});
  EXPECT_FALSE(idle.same_gpus(ledger)) << "nobody else may have it";
  // Capacity is smaller, and the free amount is equal.
  other.object.devices[0].resources = gpu(0, 40 * kGi).resources;
  World larger({gpu(3, 80 * kGi), gpu(7, 80 * kGi), rdma(0)});
  Ledger used = larger.ledger();
  used.hold({{kTypeGpu, 3, {{kResourceGpuMemory, 40 * kGi}}, {}, {}}});
  Ledger small = other.ledger();
  small.hold({{kTypeGpu, 3, {{kResourceGpuMemory, 0}}, {}, {}}});
  EXPECT_EQ(used.gpu_pods()[0], small.gpu_pods()[0]);
  EXPECT_EQ(used.gpu_digest(), small.gpu_digest());
  EXPECT_FALSE(used.same_gpus(small));
  World wider({gpu(0), gpu(1)});
  wider.object.devices[0].resources[0].value = 200;
  Ledger half = wider.ledger();
  half.hold({share(0, 100, 0)});
  Ledger none_of_it = world.ledger();
  none_of_it.hold({share(0, 0, 0)});
  EXPECT_TRUE(half.same_gpus(none_of_it)) << "as much is left";
  World mixed({gpu(0, 80 * kGi), gpu(1, 16 * kGi)});
  Ledger less = mixed.ledger();
  less.hold({{kTypeGpu, 0, {{kResourceGpuMemory, 40 * kGi}}, {}, {}}});
  World mixed_small({gpu(0, 40 * kGi), gpu(1, 16 * kGi)});
  Ledger as_much = mixed_small.ledger();
  as_much.hold({{kTypeGpu, 0, {{kResourceGpuMemory, 0}}, {}, {}}});
  EXPECT_EQ(less.gpu_digest(), as_much.gpu_digest());
  EXPECT_FALSE(less.same_gpus(as_much)) << "half a GPU is 40 GiB here and 20 there";
  EXPECT_TRUE(World({rdma(0)}).ledger().same_gpus(World({rdma(1)}).ledger()));
  EXPECT_FALSE(idle.same_gpus(World({rdma(0)}).ledger()));
}

// Pods outlive reports: their holdings count again when the device is back.
TEST(Ledger, HoldingsOfAbsentDevicesCountOnceTheyReturn) {
  World world({gpu(0)});
  Ledger ledger = world.ledger();
  ledger.hold({share(5, 60, 50),
               {kTypeRdma, 0, {{kResourceRdma, 100}}, {}, {}},
               {kTypeGpu, 0, {{kResourceRdma, 100}}, {{0, "0000:ff:00.0"}}, {}}});
  EXPECT_TRUE(ledger.same_accounts(Ledger(ledger.shared_inventory())));
  world.object.devices[0].healthy = false;
  Ledger broken = world.ledger();
  EXPECT_EQ(free_core(broken, 0), kAbsent);
  EXPECT_EQ(broken.open(0), 0u);
  broken.hold({share(0, 60, 50)});
  EXPECT_EQ(free_core(broken, 0), 0);
  EXPECT_EQ(broken.open(0), 0u);
  EXPECT_EQ(broken.in_use(0), 1u);
  broken.release({share(0, 60, 50)});
  EXPECT_EQ(free_core(broken, 0), kAbsent);
}

TEST(Ledger, VirtualFunctionsAreCountedByPods) {
  World world({with_vfs(rdma(0), 2)});
  Ledger ledger = world.ledger();
  const Grant grant{kTypeRdma, 0, {{kResourceRdma, 1}}, {{1, "0000:10:00.3"}}, {}};
  ledger.hold({grant});
  ledger.hold({grant});
  EXPECT_FALSE(ledger.is_taken(0, 0));
  EXPECT_TRUE(ledger.is_taken(0, 1));
  ledger.release({grant});
  EXPECT_TRUE(ledger.is_taken(0, 1)) << "another pod has it still";
  ledger.release({grant});
  EXPECT_FALSE(ledger.is_taken(0, 1));
}

// Annotations may claim any amount, any number of times.
TEST(Ledger, AbsurdClaimsDoNotOverflow) {
  World world({gpu(0)});
  Ledger ledger = world.ledger();
  const Grant absurd{
      kTypeGpu, 0, {{kResourceGpuCore, INT64_MAX}, {kResourceGpuMemory, INT64_MAX}}, {}, {}};
  constexpr int kCounted = 4096;  // their sum is object::kMostUsed
  for (int i = 0; i < kCounted; ++i) ledger.hold({absurd});
  for (int i = 0; i < kCounted; ++i) ledger.release({absurd});
  EXPECT_TRUE(ledger.same_accounts(Ledger(ledger.shared_inventory())));
  for (int i = 0; i < 20000; ++i) {  // their sum exceeds 2^64
    ledger.hold({absurd});
    ASSERT_EQ(free_core(ledger, 0), 0);
  }
  const Grant part{kTypeGpu, 0, {{kResourceGpuCore, 50}, {kResourceGpuMemory, kGi}}, {}, {}};
  ledger.hold({part});
  for (int i = 0; i < 20000; ++i) {
    ledger.release({absurd});
    ASSERT_EQ(free_core(ledger, 0), 0) << "the part is still held";
  }
  ledger.clear();
  EXPECT_TRUE(ledger.same_accounts(Ledger(ledger.shared_inventory())));
}

TEST(Ledger, ConfineKeepsTheNamedAmounts) {
  World world({with_vfs(rdma(0), 2), with_vfs(rdma(1), 2), gpu(0)});
  Ledger ledger = world.ledger();
  ledger.hold({{kTypeRdma, 0, {{kResourceRdma, 30}}, {}, {}}});
  ledger.confine({{kTypeRdma, 0, {{kResourceRdma, 80}}, {{1, "0000:10:00.3"}}, {}}});
  const auto pool = static_cast<size_t>(ledger.inventory().find(kTypeRdma));
  EXPECT_EQ(ledger.free(pool, 0)[0], 70) << "no more than is free";
  EXPECT_EQ(ledger.free(pool, 1)[0], 0);
  EXPECT_EQ(ledger.open(pool), 1u);
  EXPECT_TRUE(ledger.is_taken(pool, 0));
  EXPECT_FALSE(ledger.is_taken(pool, 1));
  EXPECT_EQ(ledger.open(static_cast<size_t>(ledger.inventory().find(kTypeGpu))), 1u)
      << "other types are left alone";
}

TEST(Ledger, ExclusiveGrantsCloseDevicesToOthers) {
  World world({placed(gpu(0), 0, "a"), placed(gpu(1), 0, "a"), placed(gpu(2), 0, "b"),
               placed(gpu(3), 1, "a")});
  Ledger ledger = world.ledger();
  Grant alone = share(0, 10, 10);
  alone.exclusive = DeviceExclusive::kDevice;
  Grant alone_on_pcie = alone;
  alone_on_pcie.exclusive = DeviceExclusive::kPcie;
  ledger.hold({alone});
  EXPECT_EQ(ledger.closed(0), 0b0001u);
  ledger.hold({alone_on_pcie});
  EXPECT_EQ(ledger.closed(0), 0b0011u) << "minor 3 is on another NUMA node";
  ledger.release({alone});
  EXPECT_EQ(ledger.closed(0), 0b0011u);
  ledger.release({alone_on_pcie});
  EXPECT_EQ(ledger.closed(0), 0u);
  EXPECT_TRUE(ledger.same_accounts(Ledger(ledger.shared_inventory())));
}

// Pods come and go in any order. The ledger always equals the sum of
// holdings, and finally its initial state.
RC_GTEST_PROP(LedgerProperties, ReleaseIsExact, ()) {
  World world({with_vfs(rdma(0), 3), placed(gpu(0), 0, "a"), placed(gpu(1), 0, "a"), gpu(4)});
  const auto inventory = world.inventory();
  const auto draw = [&] {
    Grants grants;
    for (int i = *rc::gen::inRange(1, 4); i > 0; --i) {
      const bool is_gpu = *rc::gen::arbitrary<bool>();
      Grant grant{
          is_gpu ? TypeId{kTypeGpu} : TypeId{kTypeRdma}, *rc::gen::inRange(0, 5), {}, {}, {}};
      grant.parts = {{is_gpu ? ResourceId{kResourceGpuCore} : ResourceId{kResourceRdma},
                      *rc::gen::inRange<int64_t>(0, 120)}};
      if (!is_gpu)
        grant.vfs.push_back({0, "0000:10:00." + std::to_string(*rc::gen::inRange(2, 6))});
      grant.exclusive = *rc::gen::element(DeviceExclusive::kNone, DeviceExclusive::kNone,
                                          DeviceExclusive::kDevice, DeviceExclusive::kPcie);
      grants.push_back(grant);
    }
    return grants;
  };
  std::vector<Grants> held;
  Ledger ledger(inventory);
  for (int step = 0; step < 30; ++step) {
    if (held.empty() || *rc::gen::inRange(0, 3) > 0) {
      held.push_back(draw());
      ledger.hold(held.back());
    } else {
      const auto at = *rc::gen::inRange<size_t>(0, held.size());
      ledger.release(held[at]);
      held.erase(held.begin() + static_cast<ptrdiff_t>(at));
    }
    Ledger fresh(inventory);
    for (auto grants = held.rbegin(); grants != held.rend(); ++grants) fresh.hold(*grants);
    RC_ASSERT(ledger.same_accounts(fresh));
  }
  for (const Grants &grants : held) ledger.release(grants);
  RC_ASSERT(ledger.same_accounts(Ledger(inventory)));
}

}  // namespace
}  // namespace koord::device::testing
