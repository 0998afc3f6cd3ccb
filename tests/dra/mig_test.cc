// Partitions of GPUs (MIG): the best allocation is found within the default steps.
#include "dra/mig.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "dra/miss.h"
#include "dra/search.h"

namespace koord::dra::test {
namespace {

class Mig : public ::testing::Test {
 protected:
  const Answer &run(const MigNode &node, const Claims &claims) {
    problem_.prepare(node.inventory, claims, {});
    search_.run(problem_, Wanted::kBest, kDefaultSteps, answer_);
    return answer_;
  }
  MissReason reason() { return find_miss(problem_, answer_.truncated).reason; }

  Problem problem_;
  Search search_;
  Answer answer_;
};

// Counters of a GPU that every 1g partition consumes.
uint32_t shared_counters(const std::vector<Profile> &profiles) {
  uint32_t out = 0;
  for (const int64_t amount : profiles[k1g].amounts) out += amount > 0 ? 1 : 0;
  return out;
}

TEST_F(Mig, SmallPartitionsFillFewGpus) {
  for (const auto &profiles : {a100(), h100()}) {
    const MigNode node(profiles, 8);
    for (int count = 7; count <= 56; ++count) {
      SCOPED_TRACE(std::to_string(count));
      Claims claims;
      node.add_claims(claims, count, k1g);
      run(node, claims);
      ASSERT_TRUE(answer_.found);
      EXPECT_FALSE(answer_.truncated);
      const auto gpus = static_cast<uint32_t>((count + 6) / 7);
      EXPECT_EQ(answer_.score.opened,
                static_cast<uint32_t>(count) + gpus * shared_counters(profiles));
      EXPECT_EQ(answer_.score.pcie_roots, (gpus + 1) / 2);
    }
    Claims claims;
    node.add_claims(claims, 57, k1g);
    EXPECT_FALSE(run(node, claims).found);
    EXPECT_EQ(reason(), MissReason::kTogether);
  }
}

TEST_F(Mig, PartitionsOfSeveralSizesFit) {
  const MigNode node(a100(), 8);
  Claims claims;
  node.add_claims(claims, 8, k3g);
  node.add_claims(claims, 12, k2g);
  EXPECT_TRUE(run(node, claims).found);
  EXPECT_FALSE(answer_.truncated);
  claims = {};
  node.add_claims(claims, 1, k7g, 4);
  node.add_claims(claims, 1, k3g, 8);
  EXPECT_TRUE(run(node, claims).found);
  EXPECT_FALSE(answer_.truncated);
}

// A GPU has room for one 3g and two 2g partitions, so that the last eight claims get the second
// alternative.
TEST_F(Mig, FirstAvailableIsDecided) {
  const MigNode node(a100(), 4);
  Claims claims;
  node.add_first_available(claims, 12, {k3g, k2g});
  ASSERT_TRUE(run(node, claims).found);
  EXPECT_FALSE(answer_.truncated);
  EXPECT_LT(answer_.steps, 20'000u);
  std::string profiles;
  for (const Pick &pick : answer_.picks)
    profiles += std::to_string(a100()[node.profile_of[pick.device]].slices / 2);
  EXPECT_EQ(profiles, "222211111111");
  node.add_first_available(claims, 1, {k3g, k2g});
  EXPECT_FALSE(run(node, claims).found);
  EXPECT_EQ(reason(), MissReason::kTogether);
  EXPECT_LT(answer_.steps, 2000u);
}

// Each partition fits, and there are enough of each size, but not enough slices for all.
TEST_F(Mig, SumsThatAreTooLargeAreRefused) {
  const MigNode node(a100(), 8);
  Claims claims;
  node.add_claims(claims, 8, k4g);
  node.add_claims(claims, 8, k3g);
  EXPECT_TRUE(run(node, claims).found);
  EXPECT_FALSE(answer_.truncated);
  node.add_claims(claims, 1, k1g);
  EXPECT_FALSE(run(node, claims).found);
  EXPECT_EQ(reason(), MissReason::kTogether);
  EXPECT_LT(answer_.steps, 1000u);
}

TEST_F(Mig, UsesGpusThatAreAlreadyDivided) {
  MigNode node(a100(), 8);
  // GPU 2 has four 1g partitions; it is on NUMA node 0.
  int taken = 0;
  for (size_t i = 2 * 25; i < node.inventory.devices.size() && taken < 4; ++i)
    if (node.profile_of[i] == k1g) {
      node.inventory.devices[i].allocated = true;
      ++taken;
    }
  node.inventory.index();
  Claims claims;
  node.add_claims(claims, 3, k1g);
  run(node, claims);
  EXPECT_FALSE(answer_.truncated);
  EXPECT_EQ(answer_.score.opened, 3u);
}

// Most requests for several sizes on nodes in use are decided: the best is found, or refused.
TEST_F(Mig, MostMixesAreDecided) {
  int found = 0, refused = 0, truncated = 0;
  for (uint32_t seed = 1; seed <= 200; ++seed) {
    std::mt19937 random(seed);
    const auto upto = [&](int most) { return static_cast<int>(random() % (most + 1)); };
    MigNode node(upto(1) == 0 ? a100() : h100(), 8);
    Claims claims;
    for (int used = upto(20); used > 0; --used)
      node.add_claims(claims, 1, static_cast<ProfileName>(upto(5)));
    if (!claims.alternatives.empty() && run(node, claims).found) {
      for (const Pick &pick : answer_.picks) node.inventory.devices[pick.device].allocated = true;
      // Most of the pods have ended.
      for (Device &device : node.inventory.devices) device.allocated &= upto(2) == 0;
      node.inventory.index();
    }
    claims = {};
    for (int kinds = 1 + upto(2); kinds > 0; --kinds)
      node.add_claims(claims, 1 + upto(11), static_cast<ProfileName>(upto(6)));
    run(node, claims);
    ++(answer_.found ? found : refused);
    truncated += answer_.truncated ? 1 : 0;
  }
  EXPECT_GT(found, 50);
  EXPECT_GT(refused, 50);
  EXPECT_LT(truncated, 40);
}

}  // namespace
}  // namespace koord::dra::test
