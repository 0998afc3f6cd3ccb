// The fewest and nearest NUMA nodes, compared with an enumeration of
// all sets, and on machines too large for it.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <bit>

#include "objects.h"

namespace koord::sched::testing {
namespace {

using object::NumaCost;
using object::NumaZone;

// Literal version of upstream's rule: every set of every size, in its order.
NrtZoneSet by_enumeration(const NrtZones &zones, NrtRequests asks) {
  const auto n = static_cast<unsigned>(zones.count());
  std::vector<std::vector<uint64_t>> by_size(n + 1);
  const auto extend = [&](auto &&self, uint64_t set, unsigned from) -> void {
    by_size[static_cast<size_t>(std::popcount(set))].push_back(set);
    for (unsigned zone = from; zone < n; ++zone) self(self, set | uint64_t{1} << zone, zone + 1);
  };
  extend(extend, 0, 0);

  const auto holds = [&](uint64_t set) {
    for (const NrtRequest &ask : asks) {
      if ((set & ~zones.reporting(ask.column)) != 0) return false;
      int64_t sum = 0;
      for (unsigned zone = 0; zone < n; ++zone)
        if ((set >> zone & 1) != 0) sum += zones.available(ask.column)[zone];
      if (sum < ask.value) return false;
    }
    return true;
  };
  for (size_t size = 1; size <= n; ++size) {
    NrtZoneSet best;
    int64_t least = INT64_MAX;
    for (const uint64_t set : by_size[size]) {
      const int64_t sum = distance_sum(zones, set);
      least = std::min(least, sum);
      if (holds(set) && (best.zones == 0 || sum < best.distance)) {
        best.zones = set;
        best.distance = sum;
      }
    }
    best.is_nearest = best.zones != 0 && best.distance == least;
    if (best.zones != 0) return best;
  }
  return {};
}

// `n` zones in sockets of `per_socket`: distance 10 to itself, 12 within the socket, 32 to others.
std::vector<NumaZone> regular(int n, int per_socket, const std::map<std::string, int64_t> &each) {
  std::vector<NumaZone> zones;
  for (int i = 0; i < n; ++i) {
    std::vector<NumaCost> costs;
    for (int j = 0; j < n; ++j)
      costs.push_back({j, i == j ? 10 : i / per_socket == j / per_socket ? 12 : 32});
    zones.push_back(zone(i, each, costs));
  }
  return zones;
}

RC_GTEST_PROP(NrtNearest, EqualsAnExhaustiveSearch, ()) {
  const int n = *rc::gen::inRange(1, 10);
  std::vector<NumaZone> zones;
  for (int i = 0; i < n; ++i) {
    std::map<std::string, int64_t> has = {{"cpu", *rc::gen::inRange(0, 9) * 1000},
                                          {"memory", *rc::gen::inRange(0, 9)}};
    if (*rc::gen::inRange(0, 4) != 0) has["gpu"] = *rc::gen::inRange(0, 3);
    std::vector<NumaCost> costs;
    for (int j = 0; j < n; ++j)
      if (*rc::gen::inRange(0, 12) != 0)
        costs.push_back({63 - j, *rc::gen::element<int>(10, 11, 12, 20, 21, 32)});
    zones.push_back(zone(63 - i, has, costs));
  }
  std::map<std::string, int64_t> request = {{"cpu", *rc::gen::inRange(0, 20) * 1000},
                                            {"memory", *rc::gen::inRange(0, 20)}};
  if (*rc::gen::inRange(0, 2) != 0) request["gpu"] = *rc::gen::inRange(0, 5);

  const Loaded loaded(request, zones);
  NrtBudget budget;
  const NrtZoneSet found = zones_required(loaded.zones, loaded.requests(), budget);
  const NrtZoneSet expected = by_enumeration(loaded.zones, loaded.requests());
  RC_ASSERT(found.zones == expected.zones);
  RC_ASSERT(found.distance == expected.distance);
  RC_ASSERT(found.is_nearest == expected.is_nearest);
  RC_ASSERT(found.exact);
}

TEST(NrtNearest, IsExactForSixteenZonesWhateverTheyLookLike) {
  std::vector<NumaZone> zones;
  uint32_t state = 1;
  const auto draw = [&state](uint32_t below) {
    state = state * 1664525 + 1013904223;
    return static_cast<int>((state >> 8) % below);
  };
  for (int i = 0; i < 16; ++i) {
    std::vector<NumaCost> costs;
    for (int j = 0; j < 16; ++j) costs.push_back({j, 10 + draw(50)});
    zones.push_back(zone(i, {{"cpu", 1000 * (1 + draw(8))}, {"memory", 1 + draw(8)}}, costs));
  }
  for (int cpus = 4; cpus < 72; cpus += 4) {
    const Loaded loaded({{"cpu", cpus * 1000}, {"memory", cpus}}, zones);
    NrtBudget budget;
    const NrtZoneSet found = zones_required(loaded.zones, loaded.requests(), budget);
    const NrtZoneSet expected = by_enumeration(loaded.zones, loaded.requests());
    EXPECT_EQ(found.zones, expected.zones) << cpus;
    EXPECT_EQ(found.is_nearest, expected.is_nearest) << cpus;
    EXPECT_TRUE(found.exact) << cpus;
  }
}

TEST(NrtNearest, SixtyFourEqualZonesAreDecidedWithinTheBudget) {
  for (int size = 1; size <= 64; ++size) {
    const Loaded loaded({{"cpu", 4000 * size}}, regular(64, 64, {{"cpu", 4000}}));
    NrtBudget budget;
    const NrtZoneSet found = zones_required(loaded.zones, loaded.requests(), budget);
    EXPECT_EQ(std::popcount(found.zones), size);
    EXPECT_TRUE(found.is_nearest && found.exact) << size;
    EXPECT_EQ(found.zones, size == 64 ? ~uint64_t{0} : (uint64_t{1} << size) - 1) << size;
  }
}

TEST(NrtNearest, RegularMachinesOfThirtyTwoZonesAreDecidedWithinTheBudget) {
  for (const int per_socket : {4, 8, 16})
    for (int size = 1; size <= 32; ++size) {
      const Loaded loaded({{"cpu", 4000 * size}}, regular(32, per_socket, {{"cpu", 4000}}));
      NrtBudget budget;
      const NrtZoneSet found = zones_required(loaded.zones, loaded.requests(), budget);
      EXPECT_EQ(std::popcount(found.zones), size);
      EXPECT_TRUE(found.is_nearest && found.exact) << size << " by " << per_socket;
    }
}

TEST(NrtNearest, AFullSocketOfALargeMachineIsFound) {
  std::vector<NumaZone> zones = regular(64, 8, {{"cpu", 4000}});
  zones[1].available = amounts({{"cpu", 0}});  // socket 0 is no longer completely free
  const Loaded loaded({{"cpu", 32000}}, zones);
  NrtBudget budget;
  const NrtZoneSet found = zones_required(loaded.zones, loaded.requests(), budget);
  EXPECT_EQ(found.zones, uint64_t{0xFF00});
  EXPECT_TRUE(found.is_nearest && found.exact);
}

TEST(NrtNearest, ASetIsFoundIfTheBudgetRunsOut) {
  std::vector<NumaZone> zones;
  uint32_t state = 7;
  for (int i = 0; i < 64; ++i) {
    std::vector<NumaCost> costs;
    for (int j = 0; j < 64; ++j) {
      state = state * 1664525 + 1013904223;
      costs.push_back({j, 10 + static_cast<int>((state >> 8) % 200)});
    }
    zones.push_back(zone(i, {{"cpu", 1000 + i % 7}, {"memory", 10 + i % 5}}, costs));
  }
  const Loaded loaded({{"cpu", 32050}, {"memory", 382}}, zones);
  NrtBudget budget;
  const NrtZoneSet found = zones_required(loaded.zones, loaded.requests(), budget);
  ASSERT_NE(found.zones, 0U);
  EXPECT_EQ(distance_sum(loaded.zones, found.zones), found.distance);
  for (const NrtRequest &ask : loaded.requests()) {
    int64_t sum = 0;
    for (size_t i = 0; i < 64; ++i)
      if ((found.zones >> i & 1) != 0) sum += loaded.zones.available(ask.column)[i];
    EXPECT_GE(sum, ask.value);
  }
  EXPECT_FALSE(found.exact);
  EXPECT_FALSE(found.is_nearest);

  // An equal query gives an equal result.
  NrtBudget again;
  EXPECT_EQ(zones_required(loaded.zones, loaded.requests(), again).zones, found.zones);
}

TEST(NrtNearest, ASpentBudgetDecidesRequestsWithoutSearch) {
  const Loaded too_much({{"cpu", 9000}}, regular(2, 1, {{"cpu", 4000}}));
  NrtBudget none{0};
  const NrtZoneSet found = zones_required(too_much.zones, too_much.requests(), none);
  EXPECT_EQ(found.zones, 0U);
  EXPECT_TRUE(found.exact);
}

TEST(NrtNearest, AmountsBeyond64BitsTogetherDoNotWrap) {
  const Loaded loaded({{"memory", INT64_MAX}},
                      {zone(0, {{"memory", INT64_MAX - 1}}), zone(1, {{"memory", INT64_MAX - 1}})});
  NrtBudget budget;
  EXPECT_EQ(zones_required(loaded.zones, loaded.requests(), budget).zones, 3U);
}

TEST(NrtNearest, ZonesMustReportResourcesRequestedWithZero) {
  const Loaded loaded({{"cpu", 1000}, {"gpu", 0}},
                      {zone(0, {{"cpu", 4000}}), zone(1, {{"cpu", 4000}, {"gpu", 0}})});
  NrtBudget budget;
  EXPECT_EQ(loaded.ids(zones_required(loaded.zones, loaded.requests(), budget).zones),
            std::vector<int>({1}));
}

TEST(NrtNearest, DistancesThatMakeNoSenseAreUnknown) {
  const Loaded loaded({{"cpu", 8000}},
                      {zone(0, {{"cpu", 4000}}, {{0, 10}, {1, 300}, {1, -4}, {77, 3}, {-1, 3}}),
                       zone(1, {{"cpu", 4000}}, {{0, INT64_MAX}, {1, 10}})});
  EXPECT_EQ(distance_sum(loaded.zones, 3), 10 + 10 + 255 + 255);
}

}  // namespace
}  // namespace koord::sched::testing
