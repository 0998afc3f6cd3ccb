// The compared policies on worked examples, and the ranges of their scores.
#include "device/gpu_policy/gpu_scores.h"

#include <cmath>

#include "gpu_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

TEST(BestFit, LessLeftIsBetter) {
  const Node empty{128000, std::vector<int32_t>(8, 1000)};
  EXPECT_EQ(best_fit(empty.free(), {0, 0, 0}).score, 0);
  EXPECT_EQ(best_fit(empty.free(), {128000, 1000, 8}).score, 100);
  EXPECT_EQ(best_fit(empty.free(), {64000, 1000, 4}).score, 50);
  EXPECT_EQ(best_fit(empty.free(), {1, 0, 0}).score, 0) << "rounded down";
  EXPECT_EQ(best_fit(empty.free(), {64000, 500, 1}).devices, 1u);
  EXPECT_FALSE(best_fit(empty.free(), {128001, 0, 0}).fits);
  const Node small{16000, {1000, 300}};
  // 8 of 128 CPUs and 0.8 of 8 GPUs are left: 100 - (50 / 16 + 50 / 10) = 91.875.
  EXPECT_EQ(best_fit(small.free(), {8000, 500, 1}).score, 91);
  EXPECT_EQ(best_fit(small.free(), {8000, 200, 1}).devices, 2u);
}

TEST(DotProduct, UnlikeRequestsAreBetter) {
  const Node empty{128000, std::vector<int32_t>(8, 1000)};
  EXPECT_EQ(dot_product(empty.free(), {0, 0, 0}).score, 100);
  EXPECT_EQ(dot_product(empty.free(), {128000, 1000, 8}).score, 0);
  EXPECT_EQ(dot_product(empty.free(), {64000, 1000, 8}).score, 25);
  EXPECT_EQ(dot_product(empty.free(), {1, 0, 0}).score, 99) << "rounded down";
}

TEST(GpuPacking, SharedThenUsedThenIdle) {
  EXPECT_EQ(gpu_packing(Node{0, {1000}}.free(), {0, 500, 1}).score, 32);
  EXPECT_EQ(gpu_packing(Node{0, std::vector<int32_t>(8, 1000)}.free(), {0, 500, 1}).score, 25);
  EXPECT_EQ(gpu_packing(Node{0, std::vector<int32_t>(20, 1000)}.free(), {0, 500, 1}).score, 20);
  const Node used{0, {1000, 600, 1000, 0}};
  EXPECT_EQ(gpu_packing(used.free(), {0, 700, 1}).score, 49) << "one idle device is opened";
  EXPECT_EQ(gpu_packing(used.free(), {0, 1000, 2}).score, 48);
  EXPECT_EQ(gpu_packing(used.free(), {0, 500, 1}).score, 94) << "60 percent left of it";
  EXPECT_EQ(gpu_packing(used.free(), {0, 500, 1}).devices, 0b10u);
  EXPECT_EQ(gpu_packing(used.free(), {0, 0, 0}).score, 0);
  const Node many{0, std::vector<int32_t>(40, 900)};
  EXPECT_EQ(gpu_packing(many.free(), {0, 900, 10}).score, 50) << "never below a used node";
}

TEST(GpuClustering, LikeTasksTogether) {
  const Node half{0, {1000, 1000, 1000, 1000}};
  const GpuTask task{0, 1000, 1};
  EXPECT_EQ(gpu_clustering(half.free(), task, Neighbours::kOthers).score, 12);
  EXPECT_EQ(gpu_clustering(half.free(), task, Neighbours::kNone).score, 37);
  EXPECT_EQ(gpu_clustering(half.free(), task, Neighbours::kSomeAlike).score, 62);
  EXPECT_EQ(gpu_clustering(half.free(), task, Neighbours::kAllAlike).score, 87);
  EXPECT_EQ(gpu_clustering(half.free(), {0, 0, 0}, Neighbours::kAllAlike).score, 0);
  const Node large{0, std::vector<int32_t>(16, 1000)};
  EXPECT_EQ(gpu_clustering(large.free(), task, Neighbours::kNone).score, 25);
}

TEST(GpuScores, LargestNodeIsChecked) {
  const Node node{1000, {1000}};
  EXPECT_ERROR(best_fit(node.free(), {}, {0, 8000}), Status::kInvalid, "largest node: 0 milli-CPU");
  EXPECT_ERROR(dot_product(node.free(), {}, {1000, 64001}), Status::kInvalid, "64001 milli-GPU");
  EXPECT_ERROR(gpu_clustering(node.free(), {}, Neighbours::kNone, {1, -1}), Status::kInvalid,
               "-1 milli-GPU");
  const Node wide{0, std::vector<int32_t>(65, 1000)};
  EXPECT_ERROR(gpu_packing(wide.free(), {0, 500, 1}), Status::kLimit, "node: 65 devices");
}

RC_GTEST_PROP(GpuScores, AreThePublishedFormulas, ()) {
  const Node node = *drawn_node();
  const GpuTask task = *drawn_task();
  const DeviceMask allowed = *drawn_allowed();
  const PlacementScore fit = best_fit(node.free(), task, {}, allowed);
  const PlacementScore dot = dot_product(node.free(), task, {}, allowed);
  RC_ASSERT(fit.fits == fits(node.free(), task, allowed));
  RC_ASSERT(dot.fits == fit.fits);
  if (!fit.fits) return;
  long double gpu = 0;
  for (const int32_t milli : node.gpu_milli) gpu += milli;
  const auto cpu = static_cast<long double>(node.cpu_milli);
  const auto cpu_asked = static_cast<long double>(task.cpu_milli);
  const auto gpu_asked = static_cast<long double>(task.gpu_total());
  const long double left = 0.5L * (cpu - cpu_asked) / 128000 + 0.5L * (gpu - gpu_asked) / 8000;
  const long double product =
      (cpu / 128000 * cpu_asked / 128000 + gpu / 8000 * gpu_asked / 8000) / 2;
  // Floating-point values may fall just below a threshold that is met exactly.
  const auto near = [](int64_t score, long double value) {
    return score == static_cast<int64_t>(std::floor(value)) ||
           score == static_cast<int64_t>(std::floor(value + 1e-9L));
  };
  RC_ASSERT(near(fit.score, 100 * (1 - left)));
  RC_ASSERT(near(dot.score, 100 * (1 - product)));
  RC_ASSERT(fit.devices == tightest_fitting(node.free(), task, allowed));
  RC_ASSERT(contains(allowed, fit.devices));
  const PlacementScore packed = gpu_packing(node.free(), task, allowed);
  RC_ASSERT(packed.fits);
  RC_ASSERT(packed.devices == fit.devices);
  RC_ASSERT(dot.devices == fit.devices);
}

}  // namespace
}  // namespace koord::device::testing
