#include "render/drawn_pods.h"

#include <gtest/gtest.h>

#include <set>

#include "base/error.h"
#include "machines.h"
#include "render/legend.h"
#include "render/palette.h"

namespace koord::render {
namespace {

TEST(Holding, MarksEveryCpu) {
  TopologySpec spec = testing::spec_of({.cores = 4, .threads = 2});
  spec.disallowed = CpuSet{1, 6, 7};
  const auto topology = Topology::build(spec);
  const std::vector<Holder> holders = {{"a", CpuSet{0, 1, 2}}, {"b", CpuSet{2, 3}}};
  const Holding holding(*topology, holders, false);
  const std::vector<int16_t> expected = {0, 0, kShared, 1, kFree, kFree, kBarred, kBarred};
  for (int cpu = 0; cpu < 8; ++cpu) EXPECT_EQ(holding.mark(cpu), expected[cpu]) << cpu;
  EXPECT_EQ(holding.free_among(topology->all_cpus()), 2);
  EXPECT_EQ(holding.names_of(0), "A a");
  EXPECT_EQ(holding.names_of(2), "A a, B b");
  EXPECT_EQ(holding.names_of(4), "");
}

TEST(Holding, SharesCountCoresNodesAndL3) {
  const auto topology = testing::machine({.sockets = 2, .l3s = 2, .cores = 2, .threads = 2});
  const std::vector<Holder> holders = {{"a", CpuSet{0, 1, 2, 12}}, {"b", CpuSet{2}}, {"", {}}};
  const Holding holding(*topology, holders, false);
  ASSERT_EQ(holding.entries().size(), 5u);
  const LegendEntry &a = holding.entries()[0];
  EXPECT_EQ(a.whole_cores, 1);
  EXPECT_EQ(a.split_cores, 2);
  EXPECT_EQ(a.nodes, (CpuSet{0, 1}));
  EXPECT_EQ(a.l3s, (CpuSet{0, 3}));
  EXPECT_EQ(holding.entries()[2].label, "(no name)");
  EXPECT_EQ(holding.entries()[2].cpus.count(), 0);
  EXPECT_EQ(holding.entries()[3].mark, kShared);
  EXPECT_EQ(holding.entries()[3].label, "shared by A,B");
  EXPECT_EQ(holding.entries()[3].cpus, CpuSet{2});
  EXPECT_EQ(holding.entries()[4].mark, kFree);
  EXPECT_EQ(holding.entries()[4].cpus.count(), 12);
}

TEST(Holding, CpusTheMachineDoesNotHave) {
  const auto topology = testing::machine({.cores = 2});
  const std::vector<Holder> holders = {{"a", CpuSet{1, 2, 8191}}, {"b", CpuSet{2}}};
  const Holding holding(*topology, holders, false);
  EXPECT_EQ(holding.entries()[0].cpus, CpuSet{1});
  EXPECT_EQ(holding.entries().size(), 3u) << "CPU 2 is not shared: it is not there";
  EXPECT_EQ(holding.remarks(),
            (std::vector<std::string>{"A: not a usable CPU of this machine: 2,8191",
                                      "B: not a usable CPU of this machine: 2"}));
}

TEST(Holding, AtMost64Holders) {
  const auto topology = testing::machine({.cores = 2});
  std::vector<Holder> holders(64, Holder{"x", CpuSet{0}});
  const Holding holding(*topology, holders, false);
  EXPECT_EQ(holding.entries()[64].label, "shared by A,B,C,D,E,F,G,H and 56 more");
  EXPECT_EQ(holding.names_of(0), "A x, B x, C x, D x, E x, F x, G x, H x and 56 more");
  holders.push_back({});
  try {
    Holding(*topology, holders, false);
    FAIL() << "65 holders were accepted";
  } catch (const Error &error) {
    EXPECT_EQ(error.status(), Status::kLimit);
    EXPECT_NE(std::string(error.what()).find("65 holders, at most 64"), std::string::npos);
  }
}

TEST(Palette, HoldersAreDistinguishable) {
  std::set<char> letters;
  std::set<std::pair<std::string_view, size_t>> looks;
  for (size_t i = 0; i < kMaxPictureHolders; ++i) {
    letters.insert(letter_of(i));
    looks.insert({fill_of(i), hatching_of(i)});
    EXPECT_GE(ansi_of(i), 16);
  }
  EXPECT_EQ(letters.size(), kMaxPictureHolders);
  EXPECT_EQ(looks.size(), kMaxPictureHolders);
  for (const char reserved : {'.', '#', '-', ' '}) EXPECT_EQ(letters.count(reserved), 0u);
}

TEST(Legend, LongListsBecomeCounts) {
  CpuSet ids;
  for (int i = 0; i < 1000; i += 2) ids.add(i);
  EXPECT_EQ(short_list(ids), "500 of them");
  EXPECT_EQ(short_list(CpuSet{0, 1, 5}), "0-1,5");
  EXPECT_EQ(short_list({}), "");
}

}  // namespace
}  // namespace koord::render
