// NUMA allocate strategies: the choice of node or socket, and even distribution.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

TEST(KoordinatorStrategy, TightestNodeOrRoomiest) {
  for (const BindPolicy bind : {kFull, kSpread}) {
    const bool full = bind == kFull;
    const auto with = [&](NumaStrategy strategy, const char *free) {
      return ask(two_nodes(), {.cpus = 2, .bind = bind, .strategy = strategy, .free = free}).cpus;
    };
    // Node 0 has three free cores and node 1 four; then the reverse.
    EXPECT_EQ(with(kMost, "0-2,4-10,12-15"), full ? "0,8" : "0-1");
    EXPECT_EQ(with(kLeast, "0-2,4-10,12-15"), full ? "4,12" : "4-5");
    EXPECT_EQ(with(kMost, "0-6,8-14"), full ? "4,12" : "4-5");
    EXPECT_EQ(with(kLeast, "0-6,8-14"), full ? "0,8" : "0-1");
    // Ties go to the lower number.
    EXPECT_EQ(with(kMost, "0-15"), full ? "0,8" : "0-1");
    EXPECT_EQ(with(kLeast, "0-15"), full ? "0,8" : "0-1");
  }
}

TEST(KoordinatorStrategy, TightestNodeMustFit) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .free = "0,4-8,12-15"}).cpus, "4-5,12-13");
  // FullPCPUs counts whole cores: node 0 has five free CPUs, but one whole core.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .free = "0-8,12-15"}).cpus, "4-5,12-13");
}

TEST(KoordinatorStrategy, EqualNodesAreOrderedByTheirSocket) {
  // Nodes 0, 1 and 2 are free and node 3 is full, so the second socket is tighter.
  const char *const free = "0-5,8-13";
  EXPECT_EQ(ask(four_nodes(), {.cpus = 2, .bind = kFull, .strategy = kMost, .free = free}).cpus,
            "4,12");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 2, .bind = kFull, .strategy = kLeast, .free = free}).cpus,
            "0,8");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 2, .bind = kSpread, .strategy = kMost, .free = free}).cpus,
            "4-5");
}

TEST(KoordinatorStrategy, SocketsLikeNodes) {
  // Seven CPUs fit on no node; socket 0 has eight, socket 1 has seven or eight.
  EXPECT_EQ(ask(four_nodes(), {.cpus = 7, .bind = kSpread, .free = "0-14"}).cpus, "4-7,12-14");
  EXPECT_EQ(
      ask(four_nodes(), {.cpus = 7, .bind = kSpread, .strategy = kLeast, .free = "0-14"}).cpus,
      "0-3,8-10");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 6, .bind = kFull, .free = "0-6,8-14"}).cpus, "4-6,12-14");
  EXPECT_EQ(
      ask(four_nodes(), {.cpus = 6, .bind = kFull, .strategy = kLeast, .free = "0-6,8-14"}).cpus,
      "0-2,8-10");
}

TEST(KoordinatorDistribute, EqualParts) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kFull, .strategy = kEvenly}).cpus, "0,4,8,12");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kSpread, .strategy = kEvenly}).cpus, "0-1,4-5");
  EXPECT_EQ(ask(four_nodes(), {.cpus = 8, .bind = kFull, .strategy = kEvenly}).cpus,
            "0,2,4,6,8,10,12,14");
}

TEST(KoordinatorDistribute, TheRemainderGoesToTheLastNode) {
  const MachinePtr three = machine(Shape{.sockets = 3});
  EXPECT_EQ(ask(three, {.cpus = 4, .bind = kSpread, .strategy = kEvenly}).cpus, "0,4,8-9");
  // In whole cores: one of node 0, two of node 1.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 6, .bind = kFull, .strategy = kEvenly}).cpus,
            "0,4-5,8,12-13");
  // The half core goes to the node with more free CPUs.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 5, .bind = kFull, .strategy = kEvenly}).cpus, "0-1,4,8,12");
}

TEST(KoordinatorDistribute, NodesWithFewCpusGiveAllOfThem) {
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 8, .bind = kFull, .strategy = kEvenly, .free = "0,4-8,12-15"}).cpus,
      "0,4-6,8,12-14");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 4, .bind = kSpread, .strategy = kEvenly, .free = "4-7"}).cpus,
            "4-7");
}

TEST(KoordinatorDistribute, GoesOnWithoutWholeCores) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 8, .bind = kFull, .strategy = kEvenly, .free = "0-7"}).cpus,
            "0-7");
}

TEST(KoordinatorDistribute, NodesWithoutCpusHaveNoPart) {
  TopologySpec spec = regular({.sockets = 2});
  koord::kubelet::testing::add_node(spec, 2);
  koord::kubelet::testing::add_node(spec, 9);
  EXPECT_EQ(ask(machine(std::move(spec)), {.cpus = 4, .bind = kFull, .strategy = kEvenly}).cpus,
            "0,4,8,12");
}

TEST(KoordinatorDistribute, RequiredShapeHolds) {
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 4, .bind = kSpread, .strategy = kEvenly, .required = true}).cpus,
      "0-1,4-5");
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 12, .bind = kFull, .strategy = kEvenly, .required = true}).cpus,
      "0-2,4-6,8-10,12-14");
  EXPECT_TRUE(ask(two_nodes(), {.cpus = 5, .bind = kFull, .strategy = kEvenly, .required = true})
                  .refusal.refused());
}

TEST(KoordinatorDistribute, IsLeastAllocatedUpstream) {
  for (const BindPolicy bind : {kFull, kSpread})
    for (const char *free : {"0-15", "0-6,8-14", "1-9,15", "2-4,7,9-14"})
      for (int cpus = 1; cpus <= 8; ++cpus) {
        const Question least{
            .cpus = cpus, .bind = bind, .strategy = kLeast, .profile = kUpstream, .free = free};
        Question evenly = least;
        evenly.strategy = kEvenly;
        EXPECT_EQ(ask(two_nodes(), evenly).cpus, ask(two_nodes(), least).cpus);
      }
}

}  // namespace
}  // namespace koord::cpu::testing
