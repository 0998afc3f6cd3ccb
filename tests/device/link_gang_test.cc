// Compares device sets for the pods of a gang with every possible division of the devices.
#include "device/link/link_gang.h"

#include <algorithm>

#include "link_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

// Enumerates all ways to give each pod its count, and keeps the
// first of the best in the documented order.
struct Ways {
  const LinkGraph &graph;
  const std::vector<GangRequest> &asks;
  DeviceMask beside = 0;
  GangLinks links{-1, 0};
  std::vector<DeviceMask> sets;
  std::vector<DeviceMask> tried;

  static DeviceMask all_of(const std::vector<DeviceMask> &sets) {
    DeviceMask all = 0;
    for (const DeviceMask set : sets) all |= set;
    return all;
  }

  bool before(const std::vector<DeviceMask> &a, const std::vector<DeviceMask> &b) const {
    if (all_of(a) != all_of(b)) return list_of(all_of(a)) < list_of(all_of(b));
    for (size_t pod = 0; pod < a.size(); ++pod)
      if (a[pod] != b[pod]) return list_of(a[pod]) < list_of(b[pod]);
    return false;
  }

  // Adds up pairs, inside a pod or between two pods.
  GangLinks links_of_tried() const {
    GangLinks sum;
    DeviceMask all = beside;
    for (const DeviceMask set : tried) {
      sum.inside += pair_sum(graph, set);
      sum.between += pair_sum(graph, all | set) - pair_sum(graph, all) - pair_sum(graph, set);
      all |= set;
    }
    return sum;
  }

  void look(DeviceMask left) {
    if (tried.size() == asks.size()) {
      const GangLinks sum = links_of_tried();
      if (sum < links || (sum == links && !before(tried, sets))) return;
      links = sum;
      sets = tried;
      return;
    }
    const GangRequest &ask = asks[tried.size()];
    for (DeviceMask set = left; set != 0; set = (set - 1) & left) {
      if (width(set) != ask.count || !contains(ask.allowed, set)) continue;
      tried.push_back(set);
      look(left & ~set);
      tried.pop_back();
    }
  }
};

std::vector<GangRequest> asks_of(const std::vector<int32_t> &counts) {
  std::vector<GangRequest> asks;
  for (const int32_t count : counts) asks.push_back({.count = count});
  return asks;
}

std::vector<GangRequest> draw_asks(int devices) {
  std::vector<GangRequest> asks;
  int left = devices;
  const int pods = *rc::gen::inRange(1, 5);
  while (left > 0 && static_cast<int>(asks.size()) < pods) {
    asks.push_back({.count = *rc::gen::inRange(1, std::min(left, 4) + 1)});
    left -= asks.back().count;
  }
  return asks;
}

// Each pod may use most of the devices; the sets overlap.
void draw_allowed(std::vector<GangRequest> &asks, DeviceMask devices) {
  for (size_t pod = 0; pod < asks.size(); ++pod)
    asks[pod].allowed = pod > 0 && *rc::gen::inRange(0, 2) == 0
                            ? asks[pod - 1].allowed
                            : draw_subset(devices) | draw_subset(devices);
}

void expect_shared_out(const LinkGraph &graph, DeviceMask free,
                       const std::vector<GangRequest> &asks, const GangPick &pick,
                       DeviceMask beside = 0) {
  RC_ASSERT(pick.refusal == NoPick::kNone);
  RC_ASSERT(pick.sets.size() == asks.size());
  DeviceMask taken = 0;
  int64_t inside = 0;
  for (size_t pod = 0; pod < asks.size(); ++pod) {
    RC_ASSERT(width(pick.sets[pod]) == asks[pod].count);
    RC_ASSERT(contains(asks[pod].allowed, pick.sets[pod]));
    RC_ASSERT((taken & pick.sets[pod]) == 0u);
    taken |= pick.sets[pod];
    inside += pair_sum(graph, pick.sets[pod]);
  }
  RC_ASSERT(contains(free, taken));
  RC_ASSERT(pick.links.inside == inside);
  RC_ASSERT(pick.links.between ==
            pair_sum(graph, taken | beside) - pair_sum(graph, beside) - inside);
}

RC_GTEST_PROP(BestGang, IsTheBestOfAllWays, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(1, 9));
  const DeviceMask free = draw_subset(first_devices(graph.devices()));
  RC_PRE(free != 0);
  std::vector<GangRequest> asks = draw_asks(width(free));
  if (*rc::gen::arbitrary<bool>()) draw_allowed(asks, first_devices(graph.devices()));
  const DeviceMask beside =
      *rc::gen::arbitrary<bool>() ? first_devices(graph.devices()) & ~free : 0;
  Ways ways{graph, asks, beside, {-1, 0}, {}, {}};
  ways.look(free);
  const GangPick pick = best_gang(graph, free, asks, beside);
  if (ways.links.inside < 0) {
    RC_ASSERT(pick.refusal == NoPick::kTooFewFree);
    RC_ASSERT(pick.sets.empty() && pick.links == GangLinks{});
    return;
  }
  expect_shared_out(graph, free, asks, pick, beside);
  RC_ASSERT(pick.exact);
  RC_ASSERT(pick.links == ways.links);
  RC_ASSERT(pick.sets == ways.sets);
}

// Covers all sizes that are searched exactly.
RC_GTEST_PROP(BestGang, IsTheBestOfAllWaysAmongSixteen, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(9, kExactDevices + 1));
  const std::vector<std::vector<int32_t>> counts{{2, 2}, {3, 1}, {1, 2}, {1, 1, 1}};
  const std::vector<GangRequest> asks = asks_of(*rc::gen::elementOf(counts));
  Ways ways{graph, asks, 0, {-1, 0}, {}, {}};
  ways.look(first_devices(graph.devices()));
  const GangPick pick = best_gang(graph, first_devices(graph.devices()), asks);
  RC_ASSERT(pick.exact);
  RC_ASSERT(pick.links == ways.links);
  RC_ASSERT(pick.sets == ways.sets);
}

RC_GTEST_PROP(BestGang, OfOnePodScoresAsTheBestSet, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(1, 17));
  const std::vector<GangRequest> asks{{.count = *rc::gen::inRange(1, graph.devices() + 1)}};
  const DeviceMask free = first_devices(graph.devices());
  const GangPick pick = best_gang(graph, free, asks);
  expect_shared_out(graph, free, asks, pick);
  RC_ASSERT(pick.links.between == 0);
  RC_ASSERT(pick.links.inside == best_set(graph, {free, 0, asks[0].count, PickMode::kSet}).score);
}

RC_GTEST_PROP(BestGang, AmongManyNoExchangeAddsToTheSum, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(20, 34));
  // One device is linked differently, else all sets would be equal.
  RC_PRE(graph.total(first_devices(3)) != 3 * graph.score(0, graph.devices() - 1));
  const DeviceMask free = first_devices(graph.devices());
  std::vector<GangRequest> asks = asks_of({2, 5, 2, 8, 1});
  const bool all_alike = *rc::gen::arbitrary<bool>();
  if (!all_alike) {
    draw_allowed(asks, free);
    DeviceMask left = free;
    for (GangRequest &ask : asks) {  // at least one division exists
      for (; width(ask.current) < ask.count; left &= left - 1) ask.current |= left & (~left + 1);
      ask.allowed |= ask.current;
    }
  }
  const GangPick pick = best_gang(graph, free, asks);
  expect_shared_out(graph, free, asks, pick);
  RC_ASSERT(!pick.exact);
  std::vector<DeviceMask> own;
  for (const GangRequest &ask : asks) own.push_back(ask.current);
  if (!all_alike) RC_ASSERT(pick.links >= links_of(graph, own));
  DeviceMask left = free;
  for (const DeviceMask set : pick.sets) left &= ~set;
  std::vector<DeviceMask> groups = pick.sets;
  groups.push_back(left);
  for (size_t i = 0; i + 1 < groups.size(); ++i)
    for (size_t j = i + 1; j < groups.size(); ++j)
      for (const int a : list_of(groups[i]))
        for (const int b : list_of(groups[j])) {
          const DeviceMask both = device_bit(a) | device_bit(b);
          const auto may_have = [&](size_t pod, int device) {
            return pod == asks.size() || contains(asks[pod].allowed, device_bit(device));
          };
          if (!may_have(i, b) || !may_have(j, a)) continue;
          std::vector<DeviceMask> changed = pick.sets;
          changed[i] ^= both;
          if (j < changed.size()) changed[j] ^= both;
          RC_ASSERT(links_of(graph, changed) <= pick.links);
        }
}

TEST(BestGang, OneByOneWouldSpoilTheSecondPod) {
  // The strongest link is in the middle of a chain, so a first pod
  // that takes it leaves no link for the second.
  const LinkGraph graph = wired(4, {{1, 2, 4}, {2, 3, 5}, {3, 0, 4}});
  const std::vector<GangRequest> asks = asks_of({2, 2});
  const GangPick pick = best_gang(graph, first_devices(4), asks);
  EXPECT_EQ(pick.links, (GangLinks{800, 500}));
  EXPECT_EQ(pick.sets, (std::vector{mask_of({0, 3}), mask_of({1, 2})}));
}

TEST(BestGang, PodsOfADgx1) {
  const std::vector<GangRequest> asks = asks_of({2, 4, 2});
  const GangPick pick = best_gang(dgx1(), 0xff, asks);
  EXPECT_EQ(pick.sets, (std::vector{mask_of({0, 3}), mask_of({4, 5, 6, 7}), mask_of({1, 2})}));
  EXPECT_EQ(pick.links.inside, 210 + 960 + 210);
}

// Two pairs with double links: pairs of one quad also have links to each other.
TEST(BestGang, PodsOfADgx1StayOnOneQuad) {
  const GangPick pick = best_gang(dgx1(), 0xff, asks_of({2, 2}));
  EXPECT_EQ(pick.sets, (std::vector{mask_of({0, 3}), mask_of({1, 2})}));
  EXPECT_EQ(pick.links, (GangLinks{420, 540}));
  // If one pod already holds 4 and 7, the next pair is taken from their quad.
  const std::vector<GangRequest> one = asks_of({2});
  EXPECT_EQ(best_gang(dgx1(), 0x6f, one, mask_of({4, 7})).sets, (std::vector{mask_of({5, 6})}));
}

TEST(BestGang, AlikeDevicesGoByMinor) {
  std::vector<LinkFact> facts(size_t{40} * 40, {1, 18});
  const LinkGraph graph = LinkGraph::from_facts(40, facts);
  const GangPick pick = best_gang(graph, first_devices(40) & ~mask_of({1}), asks_of({2, 3}));
  EXPECT_TRUE(pick.exact);
  EXPECT_EQ(pick.sets, (std::vector{mask_of({0, 2}), mask_of({3, 4, 5})}));
}

TEST(BestGang, IslandsAmongManyDevices) {
  std::vector<LinkFact> facts(24 * 24);
  for (size_t a = 0; a < 24; ++a)
    for (size_t b = 0; b < 24; ++b) facts[a * 24 + b] = {1, a % 3 == b % 3 ? 6 : 0};
  const LinkGraph graph = LinkGraph::from_facts(24, facts);
  const std::vector<GangRequest> asks = asks_of({8, 8, 8});
  const GangPick pick = best_gang(graph, first_devices(24), asks);
  EXPECT_FALSE(pick.exact);
  EXPECT_EQ(pick.links.inside, 3 * 28 * 610);
}

TEST(BestGang, PodsKeepToTheDevicesThatTheyMayHave) {
  // Both pods would use the link between 1 and 2; the second pod has no alternative.
  const LinkGraph graph = wired(4, {{1, 2, 9}, {0, 1, 1}});
  const std::vector<GangRequest> asks{{2, mask_of({0, 1, 2, 3}), 0}, {2, mask_of({1, 2}), 0}};
  EXPECT_EQ(best_gang(graph, 0xf, asks).sets, (std::vector{mask_of({0, 3}), mask_of({1, 2})}));
  const std::vector<GangRequest> none{{2, mask_of({1, 2}), 0}, {2, mask_of({1, 2, 3}), 0}};
  EXPECT_EQ(best_gang(graph, 0xf, none).refusal, NoPick::kTooFewFree);
}

TEST(BestGang, RefusesImpossibleRequests) {
  const LinkGraph graph = dgx1();
  const auto refusal = [&](const std::vector<int32_t> &counts) {
    const GangPick pick = best_gang(graph, 0xff, asks_of(counts));
    EXPECT_TRUE(pick.sets.empty());
    return pick.refusal;
  };
  EXPECT_EQ(refusal({4, 5}), NoPick::kTooFewFree);
  EXPECT_EQ(refusal({INT32_MAX, INT32_MAX, INT32_MAX}), NoPick::kTooFewFree);
  EXPECT_EQ(refusal({4, 0}), NoPick::kCountNotPositive);
  EXPECT_EQ(refusal({9, -1}), NoPick::kCountNotPositive);
  EXPECT_EQ(refusal(std::vector<int32_t>(9, 1)), NoPick::kTooFewFree);
  EXPECT_EQ(refusal({}), NoPick::kNone);
  const std::vector<GangRequest> one = asks_of({1});
  EXPECT_ERROR(best_gang(graph, 0x100, one), Status::kInvalid, "GPU 8, expected below 8");
}

}  // namespace
}  // namespace koord::device::testing
