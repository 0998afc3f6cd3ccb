// Requests that no NUMA node and no socket can hold. Whole sockets are taken
// first. The last stage orders sockets that already gave CPUs first, then NUMA
// nodes by the strategy, then cores by few free threads.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

constexpr Profile kBothProfiles[] = {kSpec, kUpstream};

TEST(KoordinatorAcrossSockets, WholeSocketsThenTheOneWithTheFewestCores) {
  // Three sockets of four SMT2 cores, n and n + 12, with four, three and two whole cores.
  const MachinePtr m = machine(Shape{.sockets = 3});
  for (const Profile profile : kBothProfiles)
    EXPECT_EQ(
        ask(m, {.cpus = 10, .bind = kFull, .profile = profile, .free = "0-6,8-9,12-18,20-21"}).cpus,
        "0-3,8,12-15,20");
}

TEST(KoordinatorAcrossSockets, SingleCpusComeInTheLastStage) {
  // Socket 1 has three whole cores and one thread of core 7,
  // which is taken before a fifth whole core.
  const MachinePtr m = machine(Shape{.sockets = 3});
  for (const Profile profile : kBothProfiles)
    EXPECT_EQ(ask(m, {.cpus = 11, .bind = kFull, .profile = profile, .free = "0-18,20-23"}).cpus,
              "0-4,7,12-16");
}

TEST(KoordinatorSpreadInSocket, OneCpuPerCoreBeatsTheTighterSocket) {
  // Two sockets of four NUMA nodes of one core; the first has two cores left.
  const MachinePtr m = machine(Shape{.sockets = 2, .nodes_per_socket = 4, .cores_per_l3 = 1});
  for (const Profile profile : kBothProfiles)
    EXPECT_EQ(
        ask(m, {.cpus = 3, .bind = kSpread, .profile = profile, .free = "0-1,4-9,12-15"}).cpus,
        "4-6");
}

// Returns the pick of FullPCPUs from CPUs without a whole core, which leads to the last stage.
std::string last(const MachinePtr &m, NumaStrategy strategy, const char *free, int cpus = 1) {
  const std::string spec =
      ask(m, {.cpus = cpus, .bind = kFull, .strategy = strategy, .free = free}).cpus;
  EXPECT_EQ(
      ask(m,
          {.cpus = cpus, .bind = kFull, .strategy = strategy, .profile = kUpstream, .free = free})
          .cpus,
      spec);
  return spec;
}

TEST(KoordinatorLastStage, SocketsByTheStrategy) {
  // Socket 0 has one free CPU on node 0 and two on node 1; socket 1 has two on node 2.
  EXPECT_EQ(last(four_nodes(), kMost, "0,2-5"), "4");
  EXPECT_EQ(last(four_nodes(), kLeast, "0,2-5"), "2");
}

TEST(KoordinatorLastStage, ThenNodesByTheStrategy) {
  EXPECT_EQ(last(four_nodes(), kMost, "0,2-3"), "0");
  EXPECT_EQ(last(four_nodes(), kLeast, "0,2-3"), "2");
}

TEST(KoordinatorLastStage, ThenCoresWithTheFewestFreeThreads) {
  const MachinePtr m = machine({{0, 0, "0-3"}, {0, 0, "4-7"}});
  EXPECT_EQ(last(m, kMost, "0-2,4"), "4");
  EXPECT_EQ(last(m, kMost, "0-2,4", 2), "0,4");
}

TEST(KoordinatorLastStage, CpusWithoutANodeCountTogether) {
  // Two free CPUs are on no node, which counts as node 0, and one is on node 1.
  const MachinePtr m = machine({{0, -1, "0-1"}, {0, -1, "2-3"}, {0, 1, "4-5"}, {0, 1, "6-7"}});
  EXPECT_EQ(last(m, kMost, "0,2,4"), "4");
  EXPECT_EQ(last(m, kLeast, "0,2,4"), "0");
}

TEST(KoordinatorLastStage, SocketsThatGaveCpusComeFirst) {
  // Socket 1 has one whole core. Socket 0 has fewer free CPUs and would otherwise come first.
  EXPECT_EQ(last(two_nodes(), kMost, "0,4-6,12", 3), "4-5,12");
}

}  // namespace
}  // namespace koord::cpu::testing
