// NodeResourceTopologyMatch's scores, with explicit arithmetic.
#include <gtest/gtest.h>

#include "objects.h"

namespace koord::sched::testing {
namespace {

constexpr NrtStrategy kMost = NrtStrategy::kMostAllocated;
constexpr NrtStrategy kLeast = NrtStrategy::kLeastAllocated;
constexpr NrtStrategy kBalanced = NrtStrategy::kBalancedAllocation;
constexpr NrtStrategy kFewest = NrtStrategy::kLeastNumaNodes;

int score(NrtStrategy strategy, const std::map<std::string, int64_t> &request,
          std::vector<object::NumaZone> zones, std::vector<NrtWeight> weights = {}) {
  return Meeting(pod({container(request)}), KubeQos::kGuaranteed, report(std::move(zones)))
      .score(strategy, std::move(weights));
}

TEST(NrtScore, MostAndLeastAllocatedAreMeansOfPercentages) {
  // 2 of 8 CPUs: 25 or 75. 6 of 8 units: 75 or 25.
  EXPECT_EQ(score(kMost, {{"cpu", 2000}, {"memory", 6}}, {zone(0, {{"cpu", 8000}, {"memory", 8}})}),
            50);
  EXPECT_EQ(
      score(kLeast, {{"cpu", 2000}, {"memory", 6}}, {zone(0, {{"cpu", 8000}, {"memory", 8}})}), 50);
  EXPECT_EQ(score(kMost, {{"cpu", 2000}}, {zone(0, {{"cpu", 8000}})}), 25);
  EXPECT_EQ(score(kLeast, {{"cpu", 2000}}, {zone(0, {{"cpu", 8000}})}), 75);
  // Truncated, not rounded: 1/3 is 33, 2/3 is 66.
  EXPECT_EQ(score(kMost, {{"cpu", 1000}}, {zone(0, {{"cpu", 3000}})}), 33);
  EXPECT_EQ(score(kLeast, {{"cpu", 1000}}, {zone(0, {{"cpu", 3000}})}), 66);
}

TEST(NrtScore, WeightsCountWhereTheyAreAtLeastOne) {
  const std::map<std::string, int64_t> request = {{"cpu", 2000}, {"memory", 6}};
  const auto with = [&](std::vector<NrtWeight> weights) {
    return score(kMost, request, {zone(0, {{"cpu", 8000}, {"memory", 8}})}, std::move(weights));
  };
  EXPECT_EQ(with({{"memory", 3}}), (25 + 3 * 75) / 4);
  EXPECT_EQ(with({{"memory", 9}, {"vendor/nic", 50}, {"memory", 3}}), (25 + 3 * 75) / 4);
  EXPECT_EQ(with({{"memory", 0}, {"cpu", -7}}), 50);
  EXPECT_EQ(with({{"memory", INT32_MAX}}), 74);
}

TEST(NrtScore, CpusAreDividedInWholes) {
  EXPECT_EQ(score(kMost, {{"cpu", 1500}}, {zone(0, {{"cpu", 4000}})}), 50);   // 2 of 4
  EXPECT_EQ(score(kLeast, {{"cpu", 1500}}, {zone(0, {{"cpu", 3500}})}), 50);  // 4 - 2 of 4
  // The comparison uses exact amounts.
  EXPECT_EQ(score(kMost, {{"cpu", 3600}}, {zone(0, {{"cpu", 3500}})}), 0);
}

TEST(NrtScore, AResourceThatTheZoneLacksScoresZero) {
  EXPECT_EQ(score(kMost, {{"cpu", 4000}, {"vendor/nic", 1}}, {zone(0, {{"cpu", 4000}})}), 50);
  EXPECT_EQ(score(kLeast, {{"cpu", 0}, {"memory", 8}}, {zone(0, {{"cpu", 4000}, {"memory", 8}})}),
            50);
}

TEST(NrtScore, TheSmallestZoneCountsUnlessItIsZero) {
  const std::vector<object::NumaZone> zones = {zone(0, {{"cpu", 1000}}), zone(1, {{"cpu", 8000}}),
                                               zone(2, {{"cpu", 4000}}), zone(3, {{"cpu", 1000}})};
  EXPECT_EQ(score(kMost, {{"cpu", 2000}}, zones), 25);
  EXPECT_EQ(score(kLeast, {{"cpu", 2000}}, zones), 50);
  EXPECT_EQ(score(kMost, {{"cpu", 9000}}, zones), 0);
  EXPECT_EQ(score(kMost, {{"cpu", 1000}}, {}), 0);
}

TEST(NrtScore, BalancedAllocationIsOneMinusTheSampleVariance) {
  // Fractions 0.25 and 0.75: mean 0.5, squares 2 * 0.0625, divided by 2 - 1.
  EXPECT_EQ(
      score(kBalanced, {{"cpu", 2000}, {"memory", 6}}, {zone(0, {{"cpu", 8000}, {"memory", 8}})}),
      87);
  EXPECT_EQ(
      score(kBalanced, {{"cpu", 4000}, {"memory", 4}}, {zone(0, {{"cpu", 8000}, {"memory", 8}})}),
      100);
  // A missing resource counts as fully used: 0.5 and 1.
  EXPECT_EQ(score(kBalanced, {{"cpu", 4000}, {"memory", 4}}, {zone(0, {{"cpu", 8000}})}), 87);
  // The request exceeds the zone, so the zone does not score.
  EXPECT_EQ(
      score(kBalanced, {{"cpu", 9000}, {"memory", 4}}, {zone(0, {{"cpu", 8000}, {"memory", 8}})}),
      0);
  // A single resource is always balanced.
  EXPECT_EQ(score(kBalanced, {{"cpu", 4000}}, {zone(0, {{"cpu", 8000}})}), 100);
}

TEST(NrtScore, HugeAmountsDoNotOverflow) {
  EXPECT_EQ(score(kMost, {{"memory", INT64_MAX}}, {zone(0, {{"memory", INT64_MAX}})}), 100);
  EXPECT_EQ(score(kLeast, {{"memory", 1}}, {zone(0, {{"memory", INT64_MAX}})}), 99);
  EXPECT_EQ(score(kMost, {{"cpu", INT64_MAX}}, {zone(0, {{"cpu", INT64_MAX}})}), 100);
}

TEST(NrtScore, ContainersCountEquallyInitContainersIncluded) {
  const auto object = pod(
      {container({{"cpu", 1000}}, true), container({{"cpu", 4000}}), container({{"cpu", 4000}})});
  const Meeting by_container(object, KubeQos::kGuaranteed, report({zone(0, {{"cpu", 4000}})}));
  // amounts are not subtracted in between
  EXPECT_EQ(by_container.score(kMost), (25 + 100 + 100) / 3);
  const Meeting by_pod(object, KubeQos::kGuaranteed,
                       report({zone(0, {{"cpu", 10000}})}, "SingleNUMANodePodLevel"));
  EXPECT_EQ(by_pod.score(kMost), 80);
}

TEST(NrtScore, WithoutAPolicyOfOneNumaNodeOnlyCountsAreScored) {
  const auto node = report({zone(0, {{"cpu", 4000}})}, "RestrictedContainerLevel");
  const Meeting meeting(pod({container({{"cpu", 2000}})}), KubeQos::kGuaranteed, node);
  EXPECT_EQ(meeting.score(kMost), 0);
  EXPECT_EQ(meeting.score(kFewest), 94);
}

TEST(NrtScore, OnlyGuaranteedPodsAreScored) {
  for (const KubeQos qos : {KubeQos::kBestEffort, KubeQos::kBurstable}) {
    const Meeting meeting(pod({container({{"cpu", 2000}})}), qos, report({}));
    EXPECT_EQ(meeting.score(kMost), 100);
    EXPECT_EQ(meeting.score(kFewest), 100);
    EXPECT_EQ(NrtMatch(meeting.pod, {}).score(nullptr), 100);
  }
  const Meeting meeting(pod({container({{"cpu", 2000}})}), KubeQos::kGuaranteed, report({}));
  EXPECT_EQ(NrtMatch(meeting.pod, {}).score(nullptr), 0);
}

TEST(NrtScore, PodsWithoutContainersScoreNothingAndBreakNothing) {
  const Meeting meeting(pod({}), KubeQos::kGuaranteed, report({zone(0, {{"cpu", 1000}})}));
  EXPECT_EQ(meeting.score(kMost), 0);
  const Meeting empty(pod({container({})}), KubeQos::kGuaranteed,
                      report({zone(0, {{"cpu", 1000}})}));
  EXPECT_EQ(empty.score(kMost), 0);
  EXPECT_EQ(empty.score(kBalanced), 100);
  EXPECT_EQ(empty.score(kFewest), 100);
}

TEST(NrtScore, FewerNumaNodesScoreMoreAndNearOnesHalfAStepMore) {
  EXPECT_EQ(numa_count_score(1, 8, false), 100 - 12);
  EXPECT_EQ(numa_count_score(1, 8, true), 100 - 12 + 6);
  EXPECT_EQ(numa_count_score(3, 8, true), 100 - 36 + 6);
  EXPECT_EQ(numa_count_score(16, 16, true), 100 - 96 + 3);
  EXPECT_EQ(numa_count_score(1, 100, true), 99);  // half of 1 is 0
}

TEST(NrtScore, CountsStayWithin0And100AndApartOnLargeMachines) {
  EXPECT_EQ(numa_count_score(9, 8, false), 0);  // -8 in upstream
  EXPECT_EQ(numa_count_score(64, 2, true), 0);
  EXPECT_EQ(numa_count_score(1, 1024, true), 99);  // 100 for every count in upstream
  EXPECT_EQ(numa_count_score(64, 1024, false), 93);
  EXPECT_EQ(numa_count_score(64, 128, false), 50);
  for (const int most : {2, 8, 100, 101, 128, 1024}) {
    int last = 101;
    for (int count = 1; count <= 64; ++count) {
      const int apart = numa_count_score(count, most, false);
      EXPECT_LE(apart, last);
      EXPECT_LE(apart, numa_count_score(count, most, true));
      EXPECT_GE(apart, 0);
      last = apart;
    }
  }
}

TEST(NrtScore, SparseIdsAreCountedOnTheirOwnZones) {
  // Container one fills zones 4 and 6; container two must spread over 0 and 2.
  std::vector<object::NumaZone> zones;
  for (const int id : {0, 2, 4, 6})
    zones.push_back(zone(id, {{"cpu", id < 4 ? 2000 : 4000}},
                         {{0, id < 4 ? 12 : 20},
                          {2, id < 4 ? 12 : 20},
                          {4, id < 4 ? 20 : 12},
                          {6, id < 4 ? 20 : 12}}));
  const auto node = report(zones, "BestEffortContainerLevel");
  const auto of = [&](std::vector<Container> containers) {
    return Meeting(pod(std::move(containers)), KubeQos::kGuaranteed, node).score(kFewest);
  };
  EXPECT_EQ(of({container({{"cpu", 8000}})}), 82);
  EXPECT_EQ(of({container({{"cpu", 8000}}), container({{"cpu", 4000}})}), 82);
  EXPECT_EQ(of({container({{"cpu", 8000}}), container({{"cpu", 4001}})}), 0);
}

TEST(NrtScore, InitContainersTakeTheirZonesToo) {
  const auto node = report({zone(0, {{"cpu", 4000}})}, "BestEffortContainerLevel");
  const Meeting meeting(pod({container({{"cpu", 3000}}, true), container({{"cpu", 2000}})}),
                        KubeQos::kGuaranteed, node);
  EXPECT_EQ(meeting.score(kFewest), 0);
}

TEST(NrtScore, RequestsThatConcernNoZoneCostNothing) {
  const auto node = report({zone(0, {{"cpu", 4000}})}, "BestEffortContainerLevel");
  const auto of = [&](std::vector<Container> containers) {
    return Meeting(pod(std::move(containers)), KubeQos::kGuaranteed, node).score(kFewest);
  };
  EXPECT_EQ(of({container({{"vendor/nic", 5}})}), 100);
  EXPECT_EQ(of({container({{"vendor/nic", 5}}), container({{"cpu", 1000}})}), 94);
  // For both resources in one container, upstream finds no zone that reports both.
  EXPECT_EQ(of({container({{"vendor/nic", 5}, {"cpu", 1000}})}), 0);
}

TEST(NrtTake, FromOneZoneItIsAllOrNothing) {
  Loaded loaded(
      {{"cpu", 3000}, {"vendor/nic", 2}, {"storage", 9}},
      {zone(0, {{"cpu", 4000}, {"vendor/nic", 1}}), zone(1, {{"cpu", 4000}, {"vendor/nic", 2}})});
  EXPECT_FALSE(loaded.zones.take(0, loaded.requests()));
  EXPECT_EQ(loaded.zones.available(0)[0], 4000);
  EXPECT_TRUE(loaded.zones.take(1, loaded.requests()));
  EXPECT_EQ(loaded.zones.available(0)[1], 1000);
  EXPECT_EQ(loaded.zones.available(2)[1], 0);
  loaded.zones.load(loaded.meeting.node);
  EXPECT_EQ(loaded.zones.available(0)[1], 4000);
}

TEST(NrtTake, AcrossZonesTheLowestIdsAreEmptiedFirst) {
  Loaded loaded({{"cpu", 6000}}, {zone(9, {{"cpu", 4000}}), zone(3, {{"cpu", 4000}}), zone(5, {})});
  loaded.zones.take_across(7, loaded.requests());
  EXPECT_EQ(loaded.zones.available(0)[1], 0);
  EXPECT_EQ(loaded.zones.available(0)[0], 2000);
}

TEST(NrtResources, AreClassedByName) {
  EXPECT_TRUE(is_native_resource("gpu"));
  EXPECT_TRUE(is_native_resource("attachable-volumes.kubernetes.io/x"));
  EXPECT_FALSE(is_native_resource("vendor.com/gpu"));
  EXPECT_TRUE(is_numa_affine("hugepages-1Gi"));
  EXPECT_FALSE(is_numa_affine("vendor/hugepages-1Gi"));
  EXPECT_FALSE(is_host_level("gpu"));
  EXPECT_TRUE(is_host_level("ephemeral-storage"));
}

}  // namespace
}  // namespace koord::sched::testing
