// Problems on which a search without pruning takes for ever, and the bound of the steps.
#include <gtest/gtest.h>

#include "dra/search.h"

namespace koord::dra {
namespace {

class BadCases : public ::testing::Test {
 protected:
  void add_devices(size_t count) {
    inventory_.devices.resize(count);
    for (size_t i = 0; i < count; ++i) inventory_.devices[i].numa_node = static_cast<int>(i % 2);
  }
  // Makes the first devices shared, with 32 capacities each.
  void add_capacities(uint32_t devices, int64_t value) {
    for (uint32_t i = 0; i < devices; ++i) {
      inventory_.devices[i].shared = true;
      for (uint32_t name = 0; name < 32; ++name) {
        Capacity capacity;
        capacity.device = i;
        capacity.name = name;
        capacity.value = value;
        inventory_.capacities.push_back(capacity);
      }
    }
  }
  void add_requests(uint32_t claim, uint32_t requests, uint32_t count) {
    for (uint32_t i = 0; i < requests; ++i) {
      Alternative added;
      added.claim = claim;
      added.request = i;
      added.count = count;
      added.selected = DeviceSet(inventory_.devices.size());
      for (size_t d = 0; d < inventory_.devices.size(); ++d) added.selected.add(d);
      claims_.alternatives.push_back(added);
    }
  }
  void add_constraint(uint32_t attribute, bool distinct = false) {
    claims_.constraints.push_back(
        {distinct, 0, attribute, std::vector<bool>(claims_.alternatives.size(), true)});
  }
  const Answer &run(uint64_t max_steps = kDefaultSteps) {
    inventory_.index();
    problem_.prepare(inventory_, claims_, {}, max_steps);
    search_.run(problem_, Wanted::kBest, max_steps, answer_);
    return answer_;
  }

  Inventory inventory_;
  Claims claims_;
  Problem problem_;
  Search search_;
  Answer answer_;
};

TEST_F(BadCases, OneDeviceLessThanRequestsOfOneClaim) {
  add_devices(31);
  for (uint32_t i = 0; i < 31; ++i) inventory_.attributes.push_back({i, 0, i});
  add_requests(0, 32, 1);
  add_constraint(0, true);
  EXPECT_FALSE(run().found);
  EXPECT_LT(answer_.steps, 100u);
}

TEST_F(BadCases, OneDeviceLessThanClaims) {
  add_devices(31);
  for (uint32_t claim = 0; claim < 32; ++claim) add_requests(claim, 1, 1);
  EXPECT_FALSE(run().found);
  EXPECT_LT(answer_.steps, 100u);
}

TEST_F(BadCases, EveryGroupOfAMatchingAttributeLacksOneDevice) {
  add_devices(56);
  for (uint32_t i = 0; i < 56; ++i) inventory_.attributes.push_back({i, 0, i / 7});
  add_requests(0, 8, 1);
  add_constraint(0);
  EXPECT_FALSE(run().found);
  EXPECT_LT(answer_.steps, 100u);
}

TEST_F(BadCases, ManyMatchingAttributesThatCross) {
  add_devices(64);
  for (uint32_t i = 0; i < 64; ++i)
    for (uint32_t name = 0; name < 6; ++name)
      inventory_.attributes.push_back({i, name, i >> name & 3});
  add_requests(0, 4, 2);
  for (uint32_t name = 0; name < 6; ++name) add_constraint(name);
  EXPECT_FALSE(run().found);
  EXPECT_LT(answer_.steps, 5000u);
}

TEST_F(BadCases, StepsBoundASearchThatCannotBePruned) {
  // Pairs of devices share a value with the next pair: no device looks like another.
  add_devices(60);
  for (uint32_t i = 0; i < 60; ++i) {
    inventory_.attributes.push_back({i, 0, i});
    inventory_.attributes.push_back({i, 0, (i + 1) % 60});
  }
  add_requests(0, 1, 31);
  add_constraint(0, true);
  EXPECT_FALSE(run(2000).found);
  EXPECT_TRUE(answer_.truncated);
  EXPECT_LE(answer_.steps, 2200u);
}

// Each pair of a constraint and a value is tried with each request: 100 million pairs of sets
// before the first device is chosen.
TEST_F(BadCases, StepsBoundTheValuesOfMatchingAttributes) {
  add_devices(1024);
  for (uint32_t i = 0; i < 1024; ++i)
    for (uint64_t value = 0; value < 32; ++value)
      inventory_.attributes.push_back({i, 0, 32 * i + value});
  for (uint32_t claim = 0; claim < 2; ++claim) add_requests(claim, 32, 1);
  for (int i = 0; i < 100; ++i) add_constraint(0);
  EXPECT_FALSE(run(2000).found);
  EXPECT_TRUE(answer_.truncated);
  EXPECT_LE(answer_.steps, 2200u);
}

// 512 alternatives request 32 capacities of each of 1,024 devices with as many: a billion pairs of
// names before the search begins.
TEST_F(BadCases, StepsBoundThePreparation) {
  add_devices(1024);
  for (uint32_t i = 0; i < 1024; ++i)
    for (uint32_t name = 0; name < 32; ++name) {
      Capacity capacity;
      capacity.device = i;
      capacity.name = name;
      capacity.value = 1;
      inventory_.capacities.push_back(capacity);
    }
  for (uint32_t claim = 0; claim < 16; ++claim) add_requests(claim, 32, 1);
  for (Alternative &alternative : claims_.alternatives)
    for (uint32_t name = 32; name-- > 0;) alternative.amounts.push_back({0, name, 1});
  EXPECT_FALSE(run().found);
  EXPECT_TRUE(answer_.truncated);
  EXPECT_GE(answer_.steps, kDefaultSteps);
  EXPECT_LE(answer_.steps, kDefaultSteps + 2000);
  EXPECT_FALSE(problem_.is_prepared());
}

// Each share fits, but 17 shares of 20 need more than 8 devices of 50 have: two on each.
TEST_F(BadCases, SharesThatNeedTooMuchTogether) {
  add_devices(8);
  for (uint32_t i = 0; i < 8; ++i) {
    inventory_.devices[i].shared = true;
    Capacity capacity;
    capacity.device = i;
    capacity.value = 50;
    inventory_.capacities.push_back(capacity);
  }
  for (uint32_t claim = 0; claim < 17; ++claim) add_requests(claim, 1, 1);
  for (Alternative &alternative : claims_.alternatives) alternative.amounts = {{0, 0, 20}};
  EXPECT_FALSE(run().found);
  EXPECT_FALSE(answer_.truncated);
  EXPECT_LT(answer_.steps, 100u);
  // Twelve shares of 33 would fit, but not one of each device's rest of 17.
  claims_.alternatives.resize(12);
  for (Alternative &alternative : claims_.alternatives) alternative.amounts[0].amount = 33;
  EXPECT_FALSE(run().found);
  EXPECT_FALSE(answer_.truncated);
  // Unequal shares: 475 of 400.
  claims_.alternatives.clear();
  for (uint32_t claim = 0; claim < 17; ++claim) add_requests(claim, 1, 1);
  for (size_t i = 0; i < 17; ++i)
    claims_.alternatives[i].amounts = {{0, 0, i < 4 ? 40 : i < 16 ? 25 : 15}};
  EXPECT_FALSE(run().found);
  EXPECT_FALSE(answer_.truncated);
}

// Requests name all capacities of all devices.
TEST_F(BadCases, ManyClaimsOfManyCapacitiesAreDecided) {
  add_devices(32);
  add_capacities(32, 90);
  for (uint32_t claim = 0; claim < 90; ++claim) add_requests(claim, 1, 1);
  for (Alternative &alternative : claims_.alternatives)
    for (uint32_t name = 32; name-- > 0;) alternative.amounts.push_back({0, name, 30});
  EXPECT_TRUE(run().found);
  EXPECT_FALSE(answer_.truncated);
  EXPECT_EQ(answer_.score.opened, 30u);
  // Devices have room for three requests each, together for 96.
  for (uint32_t claim = 90; claim < 97; ++claim) {
    add_requests(claim, 1, 1);
    claims_.alternatives.back().amounts = claims_.alternatives.front().amounts;
  }
  EXPECT_FALSE(run().found);
  EXPECT_FALSE(answer_.truncated);
}

// 400 requests, each for 32 capacities on each of two devices, and again for the first device.
TEST_F(BadCases, StepsCountCapacitiesOfLaterRequests) {
  add_devices(2);
  add_capacities(2, 600);
  for (uint32_t claim = 0; claim < 400; ++claim) add_requests(claim, 1, 1);
  EXPECT_FALSE(run().found);
  const uint64_t preparation = 400 * 2 * (32 + 32) / 64, sums = 400 * 32 / 64,
                 pairs = 400 * 400 / 64;
  EXPECT_GE(answer_.steps - problem_.steps(), preparation + sums + pairs);
}

// 128 alternatives and eight devices with 32 counters each, without any device that is chosen.
TEST_F(BadCases, StepsCountSignatures) {
  add_devices(8);
  inventory_.counters.assign(8 * 32, 1);
  for (uint32_t i = 0; i < 8 * 32; ++i) inventory_.consumed.push_back({i / 32, i, 1});
  add_requests(0, 1, 1);
  inventory_.index();
  problem_.prepare(inventory_, claims_, {}, kDefaultSteps);
  const uint64_t steps = problem_.steps();
  for (uint32_t claim = 1; claim < 128; ++claim) add_requests(claim, 1, 9);
  problem_.prepare(inventory_, claims_, {}, kDefaultSteps);
  const uint64_t devices = 127 * 8 * (1 + 32) / 64, signatures = 127 * 8 / 64;
  EXPECT_GE(problem_.steps() - steps, devices + 3 * signatures);
  EXPECT_GE(steps, 10u * 8 * 32 / 64);
}

// The first claim uses all of every shared device, so that each is refused to the second one. One
// device that is not shared does not help.
// Each device that is chosen makes the search look at all alternatives of the later requests.
TEST_F(BadCases, StepsCountAlternativesThatAreRefused) {
  add_devices(64);
  add_requests(0, 21, 1);
  std::vector<Alternative> all;
  for (const Alternative &request : claims_.alternatives) {
    for (int i = 0; i < 8; ++i) {
      all.push_back(request);
      all.back().selected = DeviceSet(64);
      // The first request takes the device that most alternatives want.
      for (size_t d = 0; d < 40; ++d)
        if (i == 7 && request.request != 0) all.back().selected.add(d);
      if (i != 7) all.back().selected.add(63);
    }
  }
  claims_.alternatives = all;
  inventory_.index();
  problem_.prepare(inventory_, claims_, {}, kDefaultSteps);
  search_.run(problem_, Wanted::kAny, kDefaultSteps, answer_);
  EXPECT_TRUE(answer_.found);
  EXPECT_GT(answer_.steps - problem_.steps(), 21u + 21 * 20 * 8 / 2 * 4 / 64);
}

TEST_F(BadCases, RepeatedTaintsCountOnce) {
  add_devices(2);
  for (const uint32_t number : {70u, 64u, 70u, 64u}) inventory_.taints.push_back({1, number});
  inventory_.index();
  ASSERT_EQ(inventory_.taints.size(), 2u);
  EXPECT_EQ(inventory_.taints_of(1)[0].number, 64u);
  EXPECT_EQ(inventory_.taints_of(1)[1].number, 70u);
}

TEST_F(BadCases, StepsCountDevicesThatAreRefused) {
  add_devices(33);
  add_capacities(32, 1);
  add_requests(0, 1, 32);
  claims_.alternatives[0].selected.remove(32);
  add_requests(1, 1, 2);
  EXPECT_FALSE(run().found);
  // 33 devices to choose, and for each device two attempts to take its 32 capacities.
  EXPECT_GE(answer_.steps, 33u + 2 * 32 * 32 / 64);
}

}  // namespace
}  // namespace koord::dra
