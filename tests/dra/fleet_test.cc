// Answers for claims on many nodes: each node is judged alone, and no answer is stale.
#include "dra/fleet.h"

#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>

namespace koord::dra {
namespace {

Inventory devices(size_t count, uint32_t in_use = 0) {
  Inventory out;
  out.devices.resize(count);
  for (size_t i = 0; i < count; ++i) out.devices[i].allocated = (in_use >> i & 1) != 0;
  out.index();
  return out;
}

Claims request(uint32_t count) {
  Claims out;
  Alternative added;
  added.count = count;
  added.selected = DeviceSet(64);
  for (size_t i = 0; i < 64; ++i) added.selected.add(i);
  out.alternatives.push_back(added);
  return out;
}

class FleetTest : public ::testing::Test {
 protected:
  // Returns the score by node, -1 without inventory. The score is the number of idle devices.
  std::vector<int> judge(const Claims &claims, Wanted wanted = Wanted::kBest,
                         uint64_t max_steps = 1) {
    evaluated_ = 0;
    std::vector<int> out(fleet_.node_count(), -2);
    fleet_.judge(
        claims, wanted, max_steps,
        [&](const Inventory &inventory) {
          ++evaluated_;
          Verdict verdict;
          for (const Device &device : inventory.devices)
            verdict.score.idle += device.allocated ? 0 : 1;
          return verdict;
        },
        [&](size_t node, const Verdict *verdict) {
          out[node] = verdict == nullptr ? -1 : static_cast<int>(verdict->score.idle);
        });
    return out;
  }
  void set(size_t node, const Inventory &inventory) { fleet_.set(node, &inventory); }

  Fleet fleet_;
  size_t evaluated_ = 0;
};

TEST_F(FleetTest, EqualInventoriesAreEvaluatedOnce) {
  for (size_t node = 0; node < 10; ++node) set(node, devices(4, node % 2));
  EXPECT_EQ(judge(request(1)), (std::vector<int>{4, 3, 4, 3, 4, 3, 4, 3, 4, 3}));
  EXPECT_EQ(evaluated_, 2u);
  judge(request(1));
  EXPECT_EQ(evaluated_, 0u);
  set(3, devices(4, 7));
  EXPECT_EQ(judge(request(1))[3], 1);
  EXPECT_EQ(evaluated_, 1u);
}

// Entries of inventories that are gone are used again.
TEST_F(FleetTest, AnswersAreNeverStale) {
  std::mt19937 random(1);
  std::map<size_t, uint32_t> expected;
  std::vector<Claims> claims;
  for (uint32_t i = 1; i <= 5; ++i) claims.push_back(request(i));
  for (int round = 0; round < 3000; ++round) {
    const size_t node = random() % 7;
    if (random() % 4 == 0) {
      fleet_.set(node, nullptr);
      expected.erase(node);
    } else {
      expected[node] = static_cast<uint32_t>(random() % 64);
      set(node, devices(6, expected[node]));
    }
    const std::vector<int> actual = judge(claims[random() % 5]);
    for (size_t i = 0; i < actual.size(); ++i) {
      const auto at = expected.find(i);
      ASSERT_EQ(actual[i], at == expected.end() ? -1 : 6 - std::popcount(at->second)) << round;
    }
  }
}

// Claims and options with any difference have answers of their own.
TEST_F(FleetTest, DifferentClaimsAreDifferent) {
  set(0, devices(4));
  std::vector<Claims> all(14, request(2));
  all[1].alternatives[0].count = 3;
  all[2].alternatives[0].admin = true;
  all[3].alternatives[0].all = true;
  all[4].alternatives[0].tolerated = 1;
  all[5].alternatives[0].tolerated_more = {1};
  all[6].alternatives[0].selected.remove(63);
  all[7].alternatives[0].amounts = {{0, 0, 1}};
  all[8].alternatives[0].amounts = {{0, 0, 2}};
  all[9].alternatives.push_back(all[9].alternatives[0]);
  all[10].constraints = {{false, 0, 0, {true}}};
  all[11].constraints = {{true, 0, 0, {true}}};
  all[12].constraints = {{false, 0, 1, {true}}};
  all[13].constraints = {{false, 0, 0, {false}}};
  for (const Claims &claims : all) {
    judge(claims);
    EXPECT_EQ(evaluated_, 1u);
  }
  judge(all[0], Wanted::kAny);
  EXPECT_EQ(evaluated_, 1u);
  judge(all[0], Wanted::kBest, 2);
  EXPECT_EQ(evaluated_, 1u);
  for (const Claims &claims : all) {
    judge(claims);
    EXPECT_EQ(evaluated_, 0u);
  }
}

// A scope of more than 64 alternatives is compared as a whole.
TEST_F(FleetTest, ScopesAreComparedAsAWhole) {
  set(0, devices(4));
  std::vector<bool> scope(70, false);
  Claims claims;
  for (int i = 0; i < 70; ++i) claims.alternatives.push_back(request(1).alternatives[0]);
  for (const size_t i : {0, 63, 64, 69}) {
    scope[i] = true;
    claims.constraints = {{false, 0, 0, scope}};
    judge(claims);
    EXPECT_EQ(evaluated_, 1u) << i;
  }
}

// A longer set with the same devices is the same set.
TEST_F(FleetTest, ZerosBehindASetDoNotMatter) {
  set(0, devices(4));
  judge(request(1));
  Claims claims = request(1);
  claims.alternatives[0].selected = DeviceSet(128);
  for (size_t i = 0; i < 64; ++i) claims.alternatives[0].selected.add(i);
  judge(claims);
  EXPECT_EQ(evaluated_, 0u);
}

TEST_F(FleetTest, KeepsTheClaimsThatWereUsedLast) {
  set(0, devices(4));
  for (uint32_t i = 1; i <= Fleet::kMostClaims; ++i) judge(request(i));
  judge(request(1));
  EXPECT_EQ(evaluated_, 0u);
  judge(request(100));  // in place of 2
  EXPECT_EQ(fleet_.claims_count(), Fleet::kMostClaims);
  judge(request(1));
  EXPECT_EQ(evaluated_, 0u);
  judge(request(2));
  EXPECT_EQ(evaluated_, 1u);
}

TEST_F(FleetTest, MemoryOfAnswersIsBounded) {
  Inventory inventory = devices(1);
  for (size_t node = 0; node < 65'536; ++node) {
    inventory.devices[0].kind = static_cast<uint32_t>(node);
    set(node, inventory);
  }
  for (uint32_t i = 1; i <= Fleet::kMostClaims; ++i) {
    judge(request(i));
    EXPECT_EQ(evaluated_, 65'536u);
    ASSERT_LE(fleet_.answer_bytes(), Fleet::kMostBytes);
  }
  EXPECT_GT(fleet_.claims_count(), 10u);
  const auto last = static_cast<uint32_t>(Fleet::kMostClaims - fleet_.claims_count() + 1);
  for (uint32_t i = last; i <= Fleet::kMostClaims; ++i) {
    judge(request(i));
    EXPECT_EQ(evaluated_, 0u) << i;
  }
}

// 512 alternatives that select all of 1,024 devices take 64 KiB.
TEST_F(FleetTest, SetsAreKeptAsWords) {
  set(0, devices(4));
  Claims claims;
  Alternative added;
  added.selected = DeviceSet(kMaxDevices);
  for (size_t i = 0; i < kMaxDevices; ++i) added.selected.add(i);
  claims.alternatives.assign(kMaxAlternatives, added);
  judge(claims);
  EXPECT_LT(fleet_.answer_bytes(), 300'000u);
}

}  // namespace
}  // namespace koord::dra
