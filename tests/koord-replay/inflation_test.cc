// Orders of arrival and ranks: equal for equal seeds, and as the published recipe defines them.
#include "inflation.h"

#include <algorithm>
#include <set>

#include "support/failure_support.h"

namespace koordctl {
namespace {

std::vector<TracePod> workload() {
  std::vector<TracePod> pods;
  for (int i = 0; i < 40; ++i) {
    TracePod pod;
    pod.name = "pod-" + std::to_string(i);
    pod.gpu_count = i % 4 == 0 ? 0 : i % 9 == 5 ? 2 : 1;
    pod.gpu_milli = pod.gpu_count == 0 ? 0 : pod.gpu_count == 2 ? 1000 : 100 + i * 20;
    pods.push_back(std::move(pod));
  }
  return pods;
}

int64_t asked(const std::vector<TracePod> &pods, const std::vector<uint32_t> &arrivals) {
  int64_t sum = 0;
  for (const uint32_t i : arrivals) sum += pods[i].gpu_total();
  return sum;
}

TEST(Random, IsSplitmix64) {
  Random random(0);
  EXPECT_EQ(random.next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(random.next(), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(random.next(), 0x06c45d188009454fu);
}

TEST(Random, BelowReachesAllAndNoMore) {
  Random random(1);
  std::vector<int> seen(7);
  for (int i = 0; i < 7000; ++i) ++seen.at(random.below(7));
  EXPECT_GT(*std::min_element(seen.begin(), seen.end()), 850);
}

TEST(Inflation, BeginsWithEveryPodOnce) {
  const std::vector<TracePod> pods = workload();
  const auto arrivals = inflate(pods, 40, 130, 42);
  ASSERT_GT(arrivals.size(), pods.size());
  const std::set<uint32_t> first(arrivals.begin(),
                                 arrivals.begin() + static_cast<std::ptrdiff_t>(pods.size()));
  EXPECT_EQ(first.size(), pods.size());
  EXPECT_FALSE(std::is_sorted(arrivals.begin(),
                              arrivals.begin() + static_cast<std::ptrdiff_t>(pods.size())));
}

TEST(Inflation, EndsBeforeTheRatioIsPassed) {
  const std::vector<TracePod> pods = workload();
  for (uint64_t seed = 0; seed < 50; ++seed) {
    const auto arrivals = inflate(pods, 40, 130, seed);
    const int64_t sum = asked(pods, arrivals);
    // The last arrival may be a pod for two GPUs, of which only one is counted.
    EXPECT_LE(sum, 52000 + 1000);
    EXPECT_GT(sum, 52000 - 1000);
  }
}

TEST(Inflation, SmallClustersGetTheWorkloadAsItIs) {
  const std::vector<TracePod> pods = workload();
  const auto arrivals = inflate(pods, 1, 130, 42);
  EXPECT_GE(arrivals.size(), pods.size());
  EXPECT_EQ(asked(pods, arrivals), asked(pods, inflate(pods, 0, 130, 42)));
}

TEST(Inflation, DependsOnSeedAndNamesOnly) {
  const std::vector<TracePod> pods = workload();
  EXPECT_EQ(inflate(pods, 40, 130, 42), inflate(pods, 40, 130, 42));
  EXPECT_NE(inflate(pods, 40, 130, 42), inflate(pods, 40, 130, 43));
  std::vector<TracePod> turned(pods.rbegin(), pods.rend());
  const auto arrivals = inflate(pods, 40, 130, 42);
  const auto others = inflate(turned, 40, 130, 42);
  for (size_t i = 0; i < pods.size(); ++i) {
    EXPECT_EQ(pods[arrivals[i]].name, turned[others[i]].name) << i;
  }
}

TEST(Inflation, OfNothingIsRefused) {
  std::vector<TracePod> pods(3);
  EXPECT_FAILURE(inflate(pods, 40, 130, 42), kEnvironment, "no pod of the workload requests a GPU");
  EXPECT_FAILURE(inflate({}, 40, 130, 42), kEnvironment, "no pod of the workload requests a GPU");
}

TEST(Ranks, ArePermutationsByName) {
  std::vector<TraceNode> nodes(100);
  for (size_t i = 0; i < nodes.size(); ++i) nodes[i].name = "node-" + std::to_string(i);
  const auto ranks = draw_ranks(nodes, 42);
  EXPECT_EQ(std::set<uint32_t>(ranks.begin(), ranks.end()).size(), nodes.size());
  EXPECT_EQ(*std::max_element(ranks.begin(), ranks.end()), 99u);
  EXPECT_NE(ranks, draw_ranks(nodes, 43));
  std::reverse(nodes.begin(), nodes.end());
  auto turned = draw_ranks(nodes, 42);
  std::reverse(turned.begin(), turned.end());
  EXPECT_EQ(turned, ranks) << "a node keeps its rank wherever it stands in the file";
}

}  // namespace
}  // namespace koordctl
