// Compares the best-linked set with every other set and every other split.
#include "device/link/link_pick.h"

#include <algorithm>
#include <random>
#include <tuple>

#include "link_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

PickRequest draw_request(const LinkGraph &graph, PickMode mode) {
  PickRequest request;
  request.mode = mode;
  request.free = draw_subset(first_devices(graph.devices()));
  RC_PRE(request.free != 0);
  request.required = *rc::gen::element(0, 1) != 0 ? draw_subset(draw_subset(request.free)) : 0;
  const int least = std::max(1, width(request.required));
  request.count = *rc::gen::inRange(least, width(request.free) + 1);
  return request;
}

std::vector<DeviceMask> sets_of(DeviceMask free, int count) {
  std::vector<DeviceMask> sets;
  for (DeviceMask set = free;; set = (set - 1) & free) {
    if (width(set) == count) sets.push_back(set);
    if (set == 0) return sets;
  }
}

// The documented order of sets: score, score of the rest, minors.
auto quality(const LinkGraph &graph, DeviceMask free, DeviceMask set) {
  std::vector<int> minors = list_of(set);
  for (int &minor : minors) minor = -minor;
  return std::tuple(pair_sum(graph, set), pair_sum(graph, free & ~set), minors);
}

DeviceMask best_of(const LinkGraph &graph, DeviceMask free, const std::vector<DeviceMask> &sets) {
  return *std::max_element(sets.begin(), sets.end(), [&](DeviceMask a, DeviceMask b) {
    return quality(graph, free, a) < quality(graph, free, b);
  });
}

void expect_consistent(const LinkGraph &graph, const PickRequest &request, const Pick &pick) {
  RC_ASSERT(pick.refusal == NoPick::kNone);
  RC_ASSERT(width(pick.devices) == request.count);
  RC_ASSERT(contains(request.free, pick.devices));
  RC_ASSERT(contains(pick.devices, request.required));
  RC_ASSERT(pick.score == pair_sum(graph, pick.devices));
  RC_ASSERT(pick.leftover == pair_sum(graph, request.free & ~pick.devices));
}

RC_GTEST_PROP(BestSet, IsTheBestOfAllSets, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(1, 9));
  const PickRequest request = draw_request(graph, PickMode::kSet);
  std::vector<DeviceMask> sets = sets_of(request.free, request.count);
  std::erase_if(sets, [&](DeviceMask set) { return !contains(set, request.required); });
  const Pick pick = best_set(graph, request);
  expect_consistent(graph, request, pick);
  RC_ASSERT(pick.exact);
  RC_ASSERT(pick.devices == best_of(graph, request.free, sets));
}

RC_GTEST_PROP(BestSet, IsTheBestOfAllSetsAmongMoreDevices, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(12, 17));
  const PickRequest request = draw_request(graph, PickMode::kSet);
  std::vector<DeviceMask> sets = sets_of(request.free, request.count);
  std::erase_if(sets, [&](DeviceMask set) { return !contains(set, request.required); });
  RC_ASSERT(best_set(graph, request).devices == best_of(graph, request.free, sets));
}

// Enumerates every split of the free devices without any ordering or table.
// Keeps the sets of the best splits, and their score.
struct Splits {
  const LinkGraph &graph;
  const PickRequest &request;
  int64_t best = -1;
  // complete sets of the best splits that contain the required devices
  std::vector<DeviceMask> sets;

  void look(DeviceMask left, int64_t score, std::vector<DeviceMask> &groups, bool spare_done) {
    if (left == 0) {
      const auto holder = std::find_if(groups.begin(), groups.end(), [&](DeviceMask group) {
        return width(group) == request.count && contains(group, request.required);
      });
      if (holder == groups.end() || score < best) return;
      if (score > best) sets.clear();
      best = score;
      for (const DeviceMask group : groups)
        if (width(group) == request.count && contains(group, request.required))
          sets.push_back(group);
      return;
    }
    const int spare = width(request.free) % request.count;
    for (DeviceMask group = left; group != 0; group = (group - 1) & left) {
      if (!contains(group, left & (~left + 1))) continue;
      const bool full = width(group) == request.count;
      if (!full && (spare_done || width(group) != spare)) continue;
      groups.push_back(group);
      look(left & ~group, score + pair_sum(graph, group), groups, spare_done || !full);
      groups.pop_back();
    }
  }
};

RC_GTEST_PROP(BestPartition, IsTheBestOfAllSplits, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(1, 11));
  PickRequest request = draw_request(graph, PickMode::kPartition);
  request.count = std::max(request.count, 2);
  RC_PRE(request.count <= width(request.free));
  Splits splits{graph, request, -1, {}};
  std::vector<DeviceMask> groups;
  splits.look(request.free, 0, groups, false);
  const Pick pick = best_set(graph, request);
  expect_consistent(graph, request, pick);
  RC_ASSERT(pick.exact);
  RC_ASSERT(pick.partition == splits.best);
  const auto best =
      std::max_element(splits.sets.begin(), splits.sets.end(), [&](DeviceMask a, DeviceMask b) {
        const int64_t one = pair_sum(graph, a);
        const int64_t other = pair_sum(graph, b);
        return one < other || (one == other && list_of(b) < list_of(a));
      });
  RC_ASSERT(pick.devices == *best);
}

RC_GTEST_PROP(BestPartition, OfSingleDevicesIsTheSetThatLeavesMost, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(1, 11));
  PickRequest request = draw_request(graph, PickMode::kPartition);
  request.count = 1;
  RC_PRE(width(request.required) <= 1);
  const Pick partition = best_set(graph, request);
  request.mode = PickMode::kSet;
  RC_ASSERT(partition.exact);
  RC_ASSERT(partition.partition == 0);
  RC_ASSERT(partition.devices == best_set(graph, request).devices);
}

// Too many sets for an exact search: no exchange of one device
// improves the result, and it is consistent.
RC_GTEST_PROP(BestSet, AmongManyNoExchangeImproves, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(20, 34));
  PickRequest request;
  request.free = first_devices(graph.devices());
  request.required = *rc::gen::element(0, 1) != 0 ? mask_of({3, 7}) : 0;
  request.count = *rc::gen::inRange(8, 12);
  const Pick pick = best_set(graph, request);
  expect_consistent(graph, request, pick);
  RC_ASSERT(!pick.exact);
  const auto worth = [&](DeviceMask set) {
    return std::pair(graph.total(set), graph.total(request.free & ~set));
  };
  for (const int out : list_of(pick.devices & ~request.required))
    for (const int in : list_of(request.free & ~pick.devices))
      RC_ASSERT(worth(pick.devices ^ device_bit(out) ^ device_bit(in)) <= worth(pick.devices));
}

// Builds islands whose devices are partly linked with different
// strengths, so that a greedy choice fails.
LinkGraph islands(int devices, std::mt19937 &random) {
  const auto n = static_cast<size_t>(devices);
  std::vector<unsigned> island(n);
  for (unsigned &of : island) of = random() % 4;
  std::vector<LinkFact> facts(n * n);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = a + 1; b < n; ++b)
      if (island[a] == island[b])
        facts[a * n + b] = facts[b * n + a] = {5, static_cast<int32_t>(random() % 3 * 2)};
      else
        facts[a * n + b] = facts[b * n + a] = {1, 0};
  return LinkGraph::from_facts(devices, facts);
}

TEST(BestSet, AmongManyIsHardlyEverShortOfTheBest) {
  std::mt19937 random(20220420);
  int found = 0;
  for (int machine = 0; machine < 25; ++machine) {
    const LinkGraph graph = islands(18, random);
    int64_t best = 0;
    auto compare = [&](DeviceMask set) { best = std::max(best, graph.total(set)); };
    for_each_subset(first_devices(18), 9, 0, compare);
    const Pick pick = best_set(graph, {first_devices(18), 0, 9, PickMode::kSet});
    EXPECT_FALSE(pick.exact);
    found += pick.score == best ? 1 : 0;
  }
  EXPECT_GE(found, 24);
}

TEST(BestSet, AmongManyEqualDevicesTheFirstAreTaken) {
  const Pick pick = best_set(wired(40, {}, PciDistance::kSameCpu), {first_devices(40), 0x300, 10});
  EXPECT_FALSE(pick.exact);
  EXPECT_EQ(pick.devices, first_devices(10));
}

TEST(BestSet, ManyDevicesWithFewSetsAreExact) {
  const LinkGraph graph = wired(64, {{40, 63, 1}, {5, 6, 1}, {6, 7, 1}});
  const Pick pick = best_set(graph, {first_devices(64), 0, 2, PickMode::kSet});
  EXPECT_TRUE(pick.exact) << "2016 pairs";
  EXPECT_EQ(list_of(pick.devices), (std::vector{40, 63})) << "leaves 5, 6 and 7 together";
  EXPECT_EQ(pick.leftover, 200);
  const Pick most = best_set(graph, {first_devices(64), 0, 62, PickMode::kSet});
  EXPECT_TRUE(most.exact);
  EXPECT_EQ(list_of(first_devices(64) & ~most.devices), (std::vector{61, 62}));
}

TEST(BestSet, IslandsAmongManyDevicesAreFound) {
  // Four islands of eight devices; the third has more links.
  std::vector<LinkFact> facts(32 * 32);
  for (size_t a = 0; a < 32; ++a)
    for (size_t b = 0; b < 32; ++b)
      facts[a * 32 + b] = {1, a / 8 == b / 8 ? (a / 8 == 2 ? 6 : 4) : 0};
  const LinkGraph graph = LinkGraph::from_facts(32, facts);
  const Pick pick = best_set(graph, {first_devices(32), 0, 8, PickMode::kSet});
  EXPECT_FALSE(pick.exact);
  EXPECT_EQ(pick.devices, DeviceMask{0xff0000});
}

TEST(BestSet, EquallyGoodSetsLeaveTheBetterRest) {
  // Pairs 0-1, 2-3 and 3-4: taking 2-3 or 3-4 would leave one link, taking 0-1 leaves two.
  const LinkGraph graph = wired(5, {{0, 1, 1}, {2, 3, 1}, {3, 4, 1}});
  const Pick pick = best_set(graph, {first_devices(5), 0, 2, PickMode::kSet});
  EXPECT_EQ(list_of(pick.devices), (std::vector{0, 1}));
  EXPECT_EQ(pick.leftover, 200);
}

TEST(BestSet, OneDeviceIsTakenWhereItLinksNothing) {
  const LinkGraph graph = wired(4, {{0, 3, 2}, {1, 2, 2}}, PciDistance::kCrossCpu);
  const Pick odd = best_set(graph, {mask_of({0, 1, 3}), 0, 1, PickMode::kSet});
  EXPECT_EQ(list_of(odd.devices), (std::vector{1})) << "0 and 3 stay a pair";
  const Pick even = best_set(graph, {first_devices(4), 0, 1, PickMode::kSet});
  EXPECT_EQ(list_of(even.devices), (std::vector{0})) << "nothing tells them apart but the minor";
  const Pick named = best_set(graph, {mask_of({0, 1, 3}), mask_of({3}), 1, PickMode::kSet});
  EXPECT_EQ(list_of(named.devices), (std::vector{3}));
}

TEST(BestSet, ModesDifferWhereTheBestSetSpoilsTheRest) {
  // A chain 1-2-3-0 whose strongest link is in the middle.
  const LinkGraph graph = wired(4, {{1, 2, 4}, {2, 3, 5}, {3, 0, 4}});
  const Pick set = best_set(graph, {first_devices(4), 0, 2, PickMode::kSet});
  EXPECT_EQ(list_of(set.devices), (std::vector{2, 3}));
  const Pick partition = best_set(graph, {first_devices(4), 0, 2, PickMode::kPartition});
  EXPECT_EQ(list_of(partition.devices), (std::vector{0, 3}));
  EXPECT_EQ(partition.partition, 800);
}

TEST(BestSet, AQuadOfADgx1) {
  const Pick pick = best_set(dgx1(), {first_devices(8), 0, 4, PickMode::kSet});
  EXPECT_EQ(list_of(pick.devices), (std::vector{0, 1, 2, 3}));
  EXPECT_EQ(pick.score, 9 * 100 + 6 * 10);
  EXPECT_EQ(pick.leftover, 960);
}

TEST(BestSet, RefusesImpossibleRequests) {
  const LinkGraph graph = dgx1();
  const auto refusal = [&](DeviceMask free, DeviceMask required, int count) {
    for (const PickMode mode : {PickMode::kSet, PickMode::kPartition}) {
      const Pick pick = best_set(graph, {free, required, count, mode});
      EXPECT_EQ(pick.devices, 0u);
      EXPECT_EQ(pick.refusal, refusal_of({free, required, count, mode}));
    }
    return best_set(graph, {free, required, count, PickMode::kSet}).refusal;
  };
  EXPECT_EQ(refusal(0xff, 0, 0), NoPick::kCountNotPositive);
  EXPECT_EQ(refusal(0xff, 0, INT32_MIN), NoPick::kCountNotPositive);
  EXPECT_EQ(refusal(0x7, 0, 4), NoPick::kTooFewFree);
  EXPECT_EQ(refusal(0xff, 0, INT32_MAX), NoPick::kTooFewFree);
  EXPECT_EQ(refusal(0, 0, 1), NoPick::kTooFewFree);
  EXPECT_EQ(refusal(0xff, 0x7, 2), NoPick::kRequiredTooMany);
  EXPECT_EQ(refusal(0xf0, 0x1, 2), NoPick::kRequiredNotFree);
  EXPECT_EQ(refusal(0xff, DeviceMask{1} << 63, 2), NoPick::kRequiredNotFree);
  EXPECT_ERROR(best_set(graph, {0x1ff, 0, 1, PickMode::kSet}), Status::kInvalid,
               "GPU 8, expected below 8");
}

TEST(BestSet, AllFreeDevicesAreOneSet) {
  for (const PickMode mode : {PickMode::kSet, PickMode::kPartition}) {
    const Pick pick = best_set(dgx1(), {0xff, 0x81, 8, mode});
    EXPECT_EQ(pick.devices, 0xffu);
    EXPECT_EQ(pick.leftover, 0);
  }
}

TEST(BestPartition, OfTooManyDevicesIsTheBestSet) {
  const LinkGraph graph = wired(20, {{1, 2, 4}, {2, 3, 5}, {3, 0, 4}});
  const Pick pick = best_set(graph, {first_devices(20), 0, 2, PickMode::kPartition});
  EXPECT_FALSE(pick.exact);
  EXPECT_EQ(list_of(pick.devices), (std::vector{2, 3}));
}

}  // namespace
}  // namespace koord::device::testing
