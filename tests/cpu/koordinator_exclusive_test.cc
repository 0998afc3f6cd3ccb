// Exclusive policies: what is kept away from, and what happens where that is impossible.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

constexpr Profile kBoth[] = {kSpec, kUpstream};

TEST(KoordinatorPcpuLevel, AvoidsCoresHeldUnderIt) {
  for (const Profile profile : kBoth) {
    // 0 is held, which leaves three cores of node 0 and four of node 1.
    EXPECT_EQ(ask(two_nodes(), {.cpus = 3,
                                .bind = kSpread,
                                .exclusive = kPcpuLevel,
                                .profile = profile,
                                .free = "1-15",
                                .core_held = "0"})
                  .cpus,
              "1-3");
    EXPECT_EQ(ask(two_nodes(), {.cpus = 4,
                                .bind = kSpread,
                                .exclusive = kPcpuLevel,
                                .profile = profile,
                                .free = "1-15",
                                .core_held = "0"})
                  .cpus,
              "4-7");
  }
}

TEST(KoordinatorPcpuLevel, IsGivenUpAfterSpreading) {
  // Six CPUs fit on the three free cores of node 0, but not one per core. Upstream gives up both at
  // once and takes 8, whose sibling is held.
  Question six{
      .cpus = 6, .bind = kSpread, .exclusive = kPcpuLevel, .free = "1-15", .core_held = "0"};
  EXPECT_EQ(ask(two_nodes(), six).cpus, "1-3,9-11");
  six.profile = kUpstream;
  EXPECT_EQ(ask(two_nodes(), six).cpus, "1-3,8-10");
}

TEST(KoordinatorPcpuLevel, IsOnlyAPreference) {
  for (const Profile profile : kBoth)
    EXPECT_EQ(ask(two_nodes(), {.cpus = 2,
                                .bind = kSpread,
                                .exclusive = kPcpuLevel,
                                .profile = profile,
                                .free = "8-9",
                                .core_held = "0-1"})
                  .cpus,
              "8-9");
}

TEST(KoordinatorPcpuLevel, HoldsUnderFullPcpusToo) {
  // With sharing, a core may be held and free at once; upstream's whole-core stages do not look.
  Question two{
      .cpus = 2, .bind = kFull, .exclusive = kPcpuLevel, .max_ref_count = 2, .core_held = "0"};
  EXPECT_EQ(ask(two_nodes(), two).cpus, "1,9");
  two.profile = kUpstream;
  EXPECT_EQ(ask(two_nodes(), two).cpus, "0,8");
}

TEST(KoordinatorPcpuLevel, InTheLastStage) {
  // Ten CPUs on two sockets: the held core, 0 and 8, is left for last.
  for (const Profile profile : kBoth)
    EXPECT_EQ(ask(two_nodes(), {.cpus = 10,
                                .bind = kSpread,
                                .exclusive = kPcpuLevel,
                                .profile = profile,
                                .free = "1-15",
                                .core_held = "0"})
                  .cpus,
              "1-7,9-11");
}

TEST(KoordinatorExclusive, OnlyHoldersOfTheSamePolicyCount) {
  const Question plain{.cpus = 2, .bind = kSpread, .free = "1-15"};
  for (const Profile profile : kBoth) {
    Question q = plain;
    q.profile = profile;
    q.core_held = "0";
    q.node_held = "0";
    EXPECT_EQ(ask(two_nodes(), q).cpus, "1-2") << "no exclusive policy asked";
    q.core_held = nullptr;
    q.exclusive = kPcpuLevel;
    EXPECT_EQ(ask(two_nodes(), q).cpus, "1-2") << "NUMANodeLevel holders do not block PCPULevel";
    q.core_held = "0";
    q.node_held = nullptr;
    q.exclusive = kNumaNodeLevel;
    EXPECT_EQ(ask(two_nodes(), q).cpus, "1-2") << "PCPULevel holders block no NUMA node";
  }
}

TEST(KoordinatorNumaNodeLevel, AvoidsNodesHeldUnderIt) {
  for (const Profile profile : kBoth)
    for (const BindPolicy bind : {kFull, kSpread})
      EXPECT_EQ(ask(two_nodes(), {.cpus = 2,
                                  .bind = bind,
                                  .exclusive = kNumaNodeLevel,
                                  .profile = profile,
                                  .free = "1-15",
                                  .node_held = "0"})
                    .cpus,
                bind == kFull ? "4,12" : "4-5");
}

TEST(KoordinatorNumaNodeLevel, BecomesPcpuLevelWhereEveryNodeIsHeld) {
  // Four CPUs on node 0: cores 1 to 3 and 8, the sibling of the held 0. Upstream has no policy left.
  Question four{.cpus = 4,
                .bind = kSpread,
                .exclusive = kNumaNodeLevel,
                .free = "1-3,5-15",
                .node_held = "0,4"};
  EXPECT_EQ(ask(two_nodes(), four).cpus, "1-3,9");
  four.profile = kUpstream;
  EXPECT_EQ(ask(two_nodes(), four).cpus, "1-3,8");
}

TEST(KoordinatorNumaNodeLevel, ThenAvoidsCoresHeldUnderEitherPolicy) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2,
                              .bind = kSpread,
                              .exclusive = kNumaNodeLevel,
                              .free = "2-3,5-11,12-15",
                              .core_held = "1",
                              .node_held = "0,4"})
                .cpus,
            "2-3");
  // 9 stands beside a core held under PCPULevel, which leaves two cores on node 0, three on node 1.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 3,
                              .bind = kSpread,
                              .exclusive = kNumaNodeLevel,
                              .free = "2-3,5-11,12-15",
                              .core_held = "1",
                              .node_held = "0,4"})
                .cpus,
            "5-7");
  // Of node 0 only 8 and 9 are left, siblings of held CPUs; node 1 has cores that nobody holds.
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2,
                              .bind = kSpread,
                              .exclusive = kNumaNodeLevel,
                              .free = "5-9,12-15",
                              .core_held = "1",
                              .node_held = "0,4"})
                .cpus,
            "5-6");
}

TEST(KoordinatorNumaNodeLevel, ChoosesTheSocketToo) {
  // Six CPUs need a socket. The first holds three whole cores, one in the held node 0.
  Question six{
      .cpus = 6, .bind = kFull, .exclusive = kNumaNodeLevel, .free = "1-15", .node_held = "0"};
  EXPECT_EQ(ask(four_nodes(), six).cpus, "4-6,12-14");
  six.profile = kUpstream;
  EXPECT_EQ(ask(four_nodes(), six).cpus, "1-3,9-11");
}

TEST(KoordinatorExclusive, NeverBeatsAHint) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2,
                              .bind = kFull,
                              .exclusive = kNumaNodeLevel,
                              .free = "1-15",
                              .node_held = "0",
                              .hint = {{0, -1, 0}}})
                .cpus,
            "1,9");
}

TEST(KoordinatorExclusive, ComesAfterPreferredCpus) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 1,
                              .bind = kSpread,
                              .exclusive = kPcpuLevel,
                              .free = "1-15",
                              .preferred = "8",
                              .core_held = "0"})
                .cpus,
            "8");
}

TEST(KoordinatorExclusive, HeldCpusOfOtherMachinesDoNotMatter) {
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2,
                              .bind = kFull,
                              .exclusive = kNumaNodeLevel,
                              .core_held = "4000",
                              .node_held = "300"})
                .cpus,
            "0,8");
}

}  // namespace
}  // namespace koord::cpu::testing
