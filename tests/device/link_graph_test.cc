// Scores of pairs from link facts and from locations, and invalid facts.
#include "device/link/link_graph.h"

#include "link_support.h"
#include "support/expect_error.h"

namespace koord::device::testing {
namespace {

std::vector<LinkFact> facts_of(size_t devices, LinkFact fact = {}) {
  return std::vector<LinkFact>(devices * devices, fact);
}

TEST(LinkGraph, PcieClassesAreTenPointsApart) {
  for (int32_t pcie = 0; pcie < kPciDistances; ++pcie)
    EXPECT_EQ(LinkGraph::from_facts(2, facts_of(2, {pcie, 0})).score(0, 1), pcie * 10);
}

TEST(LinkGraph, NvLinksAreAHundredEach) {
  EXPECT_EQ(LinkGraph::from_facts(2, facts_of(2, {1, 1})).score(1, 0), 110);
  EXPECT_EQ(LinkGraph::from_facts(2, facts_of(2, {6, 18})).score(0, 1), 1860);
  EXPECT_EQ(LinkGraph::from_facts(2, facts_of(2, {0, kMaxNvLinks})).score(0, 1), 3600);
}

TEST(LinkGraph, TheDiagonalIsIgnored) {
  auto facts = facts_of(2, {2, 0});
  facts[0] = {-7, 99};
  const LinkGraph graph = LinkGraph::from_facts(2, facts);
  EXPECT_EQ(graph.score(0, 1), 20);
  EXPECT_EQ(graph.score(0, 0), 0);
}

TEST(LinkGraph, ASwitchLinksEachPairByTheLesser) {
  const std::vector<int32_t> to_switch{18, 12, 0, 18};
  const LinkGraph graph = LinkGraph::from_facts(4, facts_of(4, {1, 0}), to_switch);
  EXPECT_EQ(graph.score(0, 1), 10 + 1200);
  EXPECT_EQ(graph.score(0, 3), 10 + 1800);
  EXPECT_EQ(graph.score(1, 3), 10 + 1200);
  EXPECT_EQ(graph.score(2, 3), 10) << "device 2 has no links to a switch";
}

TEST(LinkGraph, SwitchLinksAddToDirectLinks) {
  const std::vector<int32_t> to_switch{4, 4};
  EXPECT_EQ(LinkGraph::from_facts(2, facts_of(2, {0, 2}), to_switch).score(0, 1), 600);
}

TEST(LinkGraph, FactsThatDifferByDirectionAreRefused) {
  auto facts = facts_of(6, {1, 0});
  facts[3 * 6 + 5].nvlinks = 4;
  EXPECT_ERROR(LinkGraph::from_facts(6, facts), Status::kInvalid,
               "GPU 3 to 5 has 4 NVLinks, expected 0 as in the other direction");
  facts[3 * 6 + 5] = {2, 0};
  EXPECT_ERROR(LinkGraph::from_facts(6, facts), Status::kInvalid,
               "GPU 3 to 5 has PCIe class 2, expected 1 as in the other direction");
}

TEST(LinkGraph, NumbersOutOfRangeAreRefused) {
  const auto with = [](LinkFact fact) {
    auto facts = facts_of(3);
    facts[2 * 3 + 1] = fact;
    return facts;
  };
  EXPECT_ERROR(LinkGraph::from_facts(3, with({0, -1})), Status::kInvalid,
               "GPU 2 to 1 has -1 NVLinks");
  EXPECT_ERROR(LinkGraph::from_facts(3, with({0, 37})), Status::kInvalid,
               "GPU 2 to 1 has 37 NVLinks");
  EXPECT_ERROR(LinkGraph::from_facts(3, with({0, INT32_MAX})), Status::kInvalid, "GPU 2 to 1");
  EXPECT_ERROR(LinkGraph::from_facts(3, with({-1, 0})), Status::kInvalid,
               "GPU 2 to 1 has PCIe class -1");
  EXPECT_ERROR(LinkGraph::from_facts(3, with({7, 0})), Status::kInvalid,
               "GPU 2 to 1 has PCIe class 7");
  const std::vector<int32_t> negative{0, -2, 0};
  EXPECT_ERROR(LinkGraph::from_facts(3, facts_of(3), negative), Status::kInvalid,
               "switch links: GPU 1 has -2");
  const std::vector<int32_t> many{0, 0, 37};
  EXPECT_ERROR(LinkGraph::from_facts(3, facts_of(3), many), Status::kInvalid, "GPU 2 has 37");
}

TEST(LinkGraph, SizesThatDoNotMatchAreRefused) {
  EXPECT_ERROR(LinkGraph::from_facts(3, facts_of(2)), Status::kInvalid, "4 facts, expected 9");
  EXPECT_ERROR(LinkGraph::from_facts(65, facts_of(65)), Status::kLimit,
               "65 GPUs, expected 0 to 64");
  EXPECT_ERROR(LinkGraph::from_facts(-1, {}), Status::kLimit, "-1 GPUs");
  const std::vector<int32_t> to_switch{1};
  EXPECT_ERROR(LinkGraph::from_facts(2, facts_of(2), to_switch), Status::kInvalid,
               "switch links: 1 GPUs, expected 2");
  EXPECT_ERROR(LinkGraph::from_places(std::vector<object::DevicePlace>(65)), Status::kLimit,
               "65 GPUs");
}

TEST(LinkGraph, PlacesStandInForLinks) {
  const std::vector<object::DevicePlace> places{{0, 0, "pci0000:17", ""},
                                                {0, 0, "pci0000:17", ""},
                                                {0, 0, "pci0000:65", ""},
                                                {1, 2, "pci0000:98", ""},
                                                {0, 1, "pci0000:33", ""}};
  const LinkGraph graph = LinkGraph::from_places(places);
  EXPECT_EQ(graph.score(0, 1), 50);
  EXPECT_EQ(graph.score(0, 2), 20);
  EXPECT_EQ(graph.score(1, 3), 10);
  EXPECT_EQ(graph.score(0, 4), 10)
      << "another NUMA node of the same socket is another CPU to memory";
}

TEST(LinkGraph, UnknownPlacesAreNotEqual) {
  const std::vector<object::DevicePlace> places{
      {}, {}, {0, -1, "", ""}, {0, -1, "", ""}, {0, 3, "", ""}};
  const LinkGraph graph = LinkGraph::from_places(places);
  EXPECT_EQ(graph.score(0, 1), 10);
  EXPECT_EQ(graph.score(2, 3), 20) << "no NUMA node is known, the socket is one";
  EXPECT_EQ(graph.score(3, 4), 20);
  EXPECT_EQ(graph.score(0, 4), 10);
}

TEST(LinkGraph, OnePcieIdOnTwoNumaNodesIsTwoSwitches) {
  const std::vector<object::DevicePlace> places{
      {-1, 0, "a", ""}, {-1, 1, "a", ""}, {-1, -1, "a", ""}};
  const LinkGraph graph = LinkGraph::from_places(places);
  EXPECT_EQ(graph.score(0, 1), 10);
  EXPECT_EQ(graph.score(0, 2), 50);
}

TEST(LinkGraph, NoDevicesAndAllDevices) {
  EXPECT_EQ(LinkGraph::from_facts(0, {}).devices(), 0);
  const LinkGraph graph = LinkGraph::from_facts(64, facts_of(64, {6, kMaxNvLinks}));
  EXPECT_EQ(graph.score(62, 63), 3660);
  EXPECT_EQ(graph.total(~DeviceMask{0}), int64_t{64 * 63 / 2} * 3660);
}

RC_GTEST_PROP(LinkGraph, TotalIsTheSumOverPairs, ()) {
  const LinkGraph graph = draw_graph(*rc::gen::inRange(1, 20));
  const DeviceMask set = draw_subset(first_devices(graph.devices()));
  RC_ASSERT(graph.total(set) == pair_sum(graph, set));
}

}  // namespace
}  // namespace koord::device::testing
