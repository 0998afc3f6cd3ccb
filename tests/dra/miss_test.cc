// Reasons of refusals and what makes refused claims fit.
#include "dra/miss.h"

#include <gtest/gtest.h>

#include "dra/drawn_problem.h"

namespace koord::dra::test {
namespace {

Inventory idle_devices(int count) {
  Inventory out;
  out.devices.resize(count);
  for (int i = 0; i < count; ++i)
    out.attributes.push_back({static_cast<uint32_t>(i), 0, static_cast<uint64_t>(i / 2)});
  out.index();
  return out;
}

Alternative request(uint32_t number, uint32_t count, const Inventory &inventory) {
  Alternative out;
  out.request = number;
  out.count = count;
  out.selected = DeviceSet(inventory.devices.size());
  for (size_t i = 0; i < inventory.devices.size(); ++i) out.selected.add(i);
  return out;
}

Miss miss_of(const Inventory &inventory, const Claims &claims) {
  Problem problem;
  Search search;
  Answer answer;
  problem.prepare(inventory, claims, {});
  search.run(problem, Wanted::kBest, kDefaultSteps, answer);
  EXPECT_FALSE(answer.found);
  Miss out = find_miss(problem, answer.truncated);
  find_remedies(problem, search, kDefaultSteps, out);
  return out;
}

TEST(Miss, CountsWhyARequestHasTooFewDevices) {
  Inventory inventory = idle_devices(5);
  inventory.devices[0].allocated = true;
  inventory.devices[1].taints = 1;
  inventory.devices[2].unusable = true;
  inventory.capacities.push_back({3, 7, 4, 0, RequestPolicy::kNone, {}, 0, {}, {}});
  inventory.capacities.push_back({4, 7, 9, 0, RequestPolicy::kNone, {}, 0, {}, {}});
  inventory.index();
  Claims claims;
  claims.alternatives = {request(0, 3, inventory)};
  claims.alternatives[0].amounts = {{0, 7, 8}};
  const Miss miss = miss_of(inventory, claims);
  EXPECT_EQ(miss.reason, MissReason::kTooFewDevices);
  EXPECT_EQ(miss.needed, 3u);
  EXPECT_EQ(miss.available, 1u);
  EXPECT_EQ(miss.short_devices, 2u);
  EXPECT_EQ(miss.in_use, 1u);
  EXPECT_EQ(miss.tainted, 1u);
  EXPECT_EQ(miss.unusable, 1u);
  EXPECT_EQ(miss.too_small, 1u);
  EXPECT_EQ(miss.remedies, uint32_t{kFewerDevices});
}

TEST(Miss, NamesTheConstraintThatIsInTheWay) {
  const Inventory inventory = idle_devices(6);
  Claims claims;
  claims.alternatives = {request(0, 3, inventory)};
  claims.constraints = {{false, 0, 0, {true}}};
  const Miss miss = miss_of(inventory, claims);
  EXPECT_EQ(miss.reason, MissReason::kConstraint);
  EXPECT_EQ(miss.constraint, 0);
  EXPECT_EQ(miss.option, 0);
  EXPECT_EQ(miss.short_devices, 1u);
  EXPECT_EQ(miss.remedies, uint32_t{kDropConstraint | kFewerDevices});
}

TEST(Miss, RequestsThatFitOnlyAloneMissTogether) {
  Inventory inventory = idle_devices(4);
  inventory.devices[3].allocated = true;
  inventory.index();
  Claims claims;
  claims.alternatives = {request(0, 2, inventory), request(1, 2, inventory)};
  const Miss miss = miss_of(inventory, claims);
  EXPECT_EQ(miss.reason, MissReason::kTogether);
  EXPECT_EQ(miss.short_devices, 1u);
  EXPECT_EQ(miss.remedies, uint32_t{kFewerDevices | kFreeDevices});
}

TEST(Miss, ARequestKeepsOneDevice) {
  const Inventory inventory = idle_devices(1);
  Claims claims;
  claims.alternatives = {request(0, 1, inventory), request(1, 1, inventory)};
  EXPECT_EQ(miss_of(inventory, claims).remedies, 0u);
}

TEST(Miss, ClaimsHaveALimit) {
  const Inventory inventory = idle_devices(40);
  Claims claims;
  claims.alternatives = {request(0, 20, inventory), request(1, 20, inventory)};
  const Miss miss = miss_of(inventory, claims);
  EXPECT_EQ(miss.reason, MissReason::kClaimLimit);
  EXPECT_EQ(miss.option, 0);  // the remedy names the first request that can do with less
  EXPECT_EQ(miss.needed, 40u);
  EXPECT_EQ(miss.available, 32u);
  EXPECT_EQ(miss.short_devices, 8u);
}

TEST(Miss, TheClaimLimitCountsAllDevicesBeyondIt) {
  const Inventory inventory = idle_devices(70);
  Claims claims;
  claims.alternatives = {request(0, 40, inventory)};
  Miss miss = miss_of(inventory, claims);
  EXPECT_EQ(miss.reason, MissReason::kClaimLimit);
  EXPECT_EQ(miss.needed, 40u);
  EXPECT_EQ(miss.available, 32u);
  EXPECT_EQ(miss.short_devices, 8u);
  EXPECT_EQ(miss.remedies, uint32_t{kFewerDevices});
  // Three requests need 60; no single one of them can do with 28 devices less.
  claims.alternatives = {request(0, 20, inventory), request(1, 20, inventory),
                         request(2, 20, inventory)};
  miss = miss_of(inventory, claims);
  EXPECT_EQ(miss.reason, MissReason::kClaimLimit);
  EXPECT_EQ(miss.option, 1);
  EXPECT_EQ(miss.needed, 60u);
  EXPECT_EQ(miss.available, 32u);
  EXPECT_EQ(miss.short_devices, 28u);
  EXPECT_EQ(miss.remedies, 0u);
}

// A relaxation of the problem is large, while its search ends at once: 100 constraints for 512
// alternatives.
TEST(Miss, PreparationTakesSteps) {
  Inventory inventory = idle_devices(1024);
  Claims claims;
  for (uint32_t i = 0; i < 512; ++i) {
    claims.alternatives.push_back(request(0, 32, inventory));
    claims.alternatives.back().claim = i;
  }
  for (uint32_t i = 0; i < 100; ++i)
    claims.constraints.push_back({false, 0, 0, std::vector<bool>(512, i == 0)});
  Problem problem;
  Search search;
  Answer answer;
  problem.prepare(inventory, claims, {});
  search.run(problem, Wanted::kAny, kDefaultSteps, answer);
  ASSERT_FALSE(answer.found);
  ASSERT_FALSE(answer.truncated);
  Miss miss = find_miss(problem, answer.truncated);
  find_remedies(problem, search, kDefaultSteps, miss);
  EXPECT_TRUE(miss.truncated);
  EXPECT_LE(miss.steps, kDefaultSteps);
  EXPECT_GT(problem.steps(), kDefaultSteps / 16);
}

TEST(Miss, AllDevicesNeedCompletePools) {
  Inventory inventory = idle_devices(2);
  inventory.devices[1].unusable = true;
  inventory.index();
  Claims claims;
  claims.alternatives = {request(0, 0, inventory)};
  claims.alternatives[0].all = true;
  EXPECT_EQ(miss_of(inventory, claims).reason, MissReason::kPoolIncomplete);
}

// Every remedy of a random refusal, applied to the input, gives an allocation.
TEST(Miss, RemediesWork) {
  Search search;
  Answer answer;
  int applied = 0;
  for (uint32_t seed = 1; seed <= 2000; ++seed) {
    SCOPED_TRACE(seed);
    Draw draw(seed);
    Inventory inventory = draw.inventory();
    Claims claims = draw.claims(inventory.devices.size());
    Problem problem;
    problem.prepare(inventory, claims, {});
    search.run(problem, Wanted::kAny, kDefaultSteps, answer);
    if (answer.found) continue;
    Miss miss = find_miss(problem, answer.truncated);
    ASSERT_NE(miss.reason, MissReason::kNone);
    find_remedies(problem, search, kDefaultSteps, miss);
    if ((miss.remedies & kDropConstraint) != 0)
      claims.constraints.erase(claims.constraints.begin() + miss.constraint);
    else if ((miss.remedies & kTolerateTaints) != 0)
      for (Alternative &alternative : claims.alternatives) {
        alternative.tolerated = ~uint64_t{0};
        alternative.tolerated_more.assign(kMaxTaints / 64 - 1, ~uint64_t{0});
      }
    else if ((miss.remedies & kFewerDevices) != 0)
      claims.alternatives[miss.option].count -= miss.short_devices;
    else
      continue;
    problem.prepare(inventory, claims, {});
    search.run(problem, Wanted::kAny, kDefaultSteps, answer);
    ASSERT_TRUE(answer.found);
    ++applied;
  }
  EXPECT_GT(applied, 200);
}

}  // namespace
}  // namespace koord::dra::test
