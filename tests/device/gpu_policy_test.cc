// Policies by name: their points and models, and tasks and shares derived from pods and ledgers.
#include "device/gpu_policy/gpu_policy.h"

#include "device_support.h"
#include "gpu_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

GpuPolicy policy_of(GpuPlacing placing) {
  return {placing, {{}, {{{1000, 500, 1}, 1}}}, std::vector<NodeKind>{{8000, 2, 0, 1}}};
}

TEST(GpuModels, AreNumberedOnce) {
  GpuModels models;
  EXPECT_EQ(models.find("A"), 0u);
  EXPECT_EQ(models.add("A"), 1u);
  EXPECT_EQ(models.add("B"), 2u);
  EXPECT_EQ(models.add("A"), 1u);
  EXPECT_EQ(models.find("B"), 2u);
  for (int i = 2; i < kMaxModels; ++i) models.add("M" + std::to_string(i));
  EXPECT_EQ(models.find("M62"), uint64_t{1} << 62);
  EXPECT_ERROR(models.add("one\nmore"), Status::kLimit,
               "models: \"one\\x0amore\" is above the limit");
  EXPECT_EQ(models.add("M62"), uint64_t{1} << 62);
}

TEST(GpuPolicy, PoliciesThatCountTasksNeedThem) {
  const auto make = [](GpuPlacing placing) { GpuPolicy(placing, {}, {}); };
  EXPECT_ERROR(make(GpuPlacing::kFgd), Status::kInvalid, "tasks");
  EXPECT_ERROR(make(GpuPlacing::kRoomLeft), Status::kInvalid, "tasks");
  make(GpuPlacing::kBestFit);
  make(GpuPlacing::kPacking);
}

TEST(GpuPolicy, PointsOfRoomLeftCountDownFromTheTop) {
  const GpuPolicy policy = policy_of(GpuPlacing::kRoomLeft);
  EXPECT_EQ(policy.points(0), INT32_MAX);
  EXPECT_EQ(policy.points(-1), INT32_MAX - 1);
  const int64_t half = int64_t{1} << 30;
  EXPECT_EQ(policy.points(-half), INT32_MAX - half);
  EXPECT_EQ(policy.points(-half - 128), INT32_MAX - half - 1);
  // The maximum cost of a task: 64 GPUs at the highest price, and all room that there is.
  const int64_t most = 64000 * (int64_t{1} << 20) + 64000 * RoomLeft::kUnit;
  EXPECT_GT(policy.points(-most), 0);
  EXPECT_LT(policy.points(-most), policy.points(-most + 128));
  EXPECT_EQ(policy.points(INT64_MIN / 2), 0);
}

RC_GTEST_PROP(GpuPolicy, PointsKeepTheOrder, ()) {
  const auto a = *rc::gen::inRange<int64_t>(-(int64_t{1} << 36), 1);
  const auto b = *rc::gen::inRange<int64_t>(-(int64_t{1} << 31), 1);
  const GpuPolicy policy = policy_of(GpuPlacing::kRoomLeft);
  if (a <= b)
    RC_ASSERT(policy.points(a) <= policy.points(b));
  else
    RC_ASSERT(policy.points(a) >= policy.points(b));
}

TEST(GpuPolicy, PointsOfOthersAreTheirScores) {
  for (const GpuPlacing placing : {GpuPlacing::kFgd, GpuPlacing::kBestFit, GpuPlacing::kPacking}) {
    const GpuPolicy policy = policy_of(placing);
    EXPECT_EQ(policy.points(99), 99);
    EXPECT_EQ(policy.points(0), 0);
    EXPECT_EQ(policy.points(-3), 0) << "a node larger than all that there were";
  }
}

TEST(GpuShares, OfALedgerAreTheFreeShares) {
  World world;
  for (int32_t minor = 0; minor < 4; ++minor) world.object.devices.push_back(gpu(minor, 80 * kGi));
  world.object.devices[1].healthy = false;
  world.object.devices.push_back(rdma(0));
  Ledger ledger = world.ledger();
  ledger.hold({{kTypeGpu, 2, {{kResourceGpuCore, 10}, {kResourceGpuMemoryRatio, 35}}, {}, {}}});
  Grant alone{kTypeGpu, 3, {{kResourceGpuMemoryRatio, 10}}, {}, {}};
  alone.exclusive = object::DeviceExclusive::kDevice;
  ledger.hold({alone});
  const std::span<const int32_t> shares = ledger.gpu_shares();
  ASSERT_EQ(shares.size(), 4u);
  EXPECT_EQ(shares[0], 1000);
  EXPECT_EQ(shares[1], 0) << "not healthy";
  EXPECT_EQ(shares[2], 650);
  EXPECT_EQ(shares[3], 0) << "somebody wants it for himself";
  ledger.release({alone});
  EXPECT_EQ(shares[3], 1000) << "he is gone";
  ledger.confine({{kTypeGpu, 2, {{kResourceGpuMemoryRatio, 20}}, {}, {}}});
  EXPECT_EQ(shares[2], 200);
  EXPECT_EQ(shares[3], 0) << "not among what plans leave";
  Ledger copy = ledger;
  copy.clear();
  EXPECT_EQ(copy.gpu_shares()[2], 1000);
  EXPECT_EQ(shares[2], 200) << "a copy is on its own";
  EXPECT_EQ(Ledger(unhealthy(ledger.inventory())).gpu_shares()[0], 0);
}

}  // namespace
}  // namespace koord::device::testing
