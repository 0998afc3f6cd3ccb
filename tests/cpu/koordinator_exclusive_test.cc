// Exclusive policies: what is kept away from, and what happens where that is impossible.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

constexpr Profile kBoth[] = {kSpec, kUpstream};

// So many CPUs of two_nodes() for who asks like this.
std::string pick(int cpus, Question question, Profile profile = kSpec) {
  question.cpus = cpus;
  question.profile = profile;
  return ask(two_nodes(), question).cpus;
}

const Question kCoresOfOwn{
    .bind = kSpread, .exclusive = kPcpuLevel, .free = "1-15", .core_held = "0"};
// CPUs that others left on nodes which are all held.
Question node_of_own(const char *free, const char *core_held) {
  return {.bind = kSpread,
          .exclusive = kNumaNodeLevel,
          .free = free,
          .core_held = core_held,
          .node_held = "0,4"};
}

TEST(KoordinatorPcpuLevel, AvoidsCoresHeldUnderIt) {
  for (const Profile profile : kBoth) {
    // 0 is held, which leaves three cores of node 0 and four of node 1.
    EXPECT_EQ(pick(3, kCoresOfOwn, profile), "1-3");
    EXPECT_EQ(pick(4, kCoresOfOwn, profile), "4-7");
  }
}

TEST(KoordinatorPcpuLevel, IsGivenUpAfterSpreading) {
  // Six CPUs fit on the three free cores of node 0, but not one per core. Upstream gives up both at
  // once and takes 8, whose sibling is held.
  EXPECT_EQ(pick(6, kCoresOfOwn), "1-3,9-11");
  EXPECT_EQ(pick(6, kCoresOfOwn, kUpstream), "1-3,8-10");
}

TEST(KoordinatorPcpuLevel, IsOnlyAPreference) {
  Question question = kCoresOfOwn;
  question.free = "8-9";
  question.core_held = "0-1";
  for (const Profile profile : kBoth) EXPECT_EQ(pick(2, question, profile), "8-9");
}

TEST(KoordinatorPcpuLevel, HoldsUnderFullPcpusToo) {
  // With sharing, a core may be held and free at once; upstream's whole-core stages do not look.
  const Question shared{
      .bind = kFull, .exclusive = kPcpuLevel, .max_ref_count = 2, .core_held = "0"};
  EXPECT_EQ(pick(2, shared), "1,9");
  EXPECT_EQ(pick(2, shared, kUpstream), "0,8");
}

TEST(KoordinatorPcpuLevel, InTheLastStage) {
  // Ten CPUs on two sockets: the held core, 0 and 8, is left for last.
  for (const Profile profile : kBoth) EXPECT_EQ(pick(10, kCoresOfOwn, profile), "1-7,9-11");
}

TEST(KoordinatorExclusive, OnlyHoldersOfTheSamePolicyCount) {
  for (const Profile profile : kBoth) {
    Question q{.bind = kSpread, .free = "1-15", .core_held = "0", .node_held = "0"};
    EXPECT_EQ(pick(2, q, profile), "1-2") << "no exclusive policy asked";
    q.core_held = nullptr;
    q.exclusive = kPcpuLevel;
    EXPECT_EQ(pick(2, q, profile), "1-2") << "NUMANodeLevel holders do not block PCPULevel";
    q.core_held = "0";
    q.node_held = nullptr;
    q.exclusive = kNumaNodeLevel;
    EXPECT_EQ(pick(2, q, profile), "1-2") << "PCPULevel holders block no NUMA node";
  }
}

TEST(KoordinatorNumaNodeLevel, AvoidsNodesHeldUnderIt) {
  for (const Profile profile : kBoth)
    for (const BindPolicy bind : {kFull, kSpread})
      EXPECT_EQ(
          pick(2, {.bind = bind, .exclusive = kNumaNodeLevel, .free = "1-15", .node_held = "0"},
               profile),
          bind == kFull ? "4,12" : "4-5");
}

TEST(KoordinatorNumaNodeLevel, BecomesPcpuLevelWhereEveryNodeIsHeld) {
  // 0 is held under PCPULevel, so that node 0 has three open cores and node 1 four. Upstream has no
  // policy left.
  const Question question = node_of_own("1-3,5-15", "0");
  EXPECT_EQ(pick(4, question), "5-7,12");
  EXPECT_EQ(pick(4, question, kUpstream), "1-3,8");
}

TEST(KoordinatorNumaNodeLevel, ThenAvoidsCoresHeldUnderPcpuLevelAlone) {
  // 0 and 4 are held under NUMANodeLevel, whose cores are as good as others.
  EXPECT_EQ(pick(2, node_of_own("2-3,5-11,12-15", "1")), "2-3");
  // 9 stands beside a core held under PCPULevel: three cores are left on node 0.
  EXPECT_EQ(pick(3, node_of_own("2-3,5-11,12-15", "1")), "2-3,8");
  // Only CPUs 8 and 9 of node 0 are left, and 9 is not open.
  EXPECT_EQ(pick(2, node_of_own("5-9,12-15", "1")), "5-6");
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
  EXPECT_EQ(pick(2, {.bind = kFull,
                     .exclusive = kNumaNodeLevel,
                     .free = "1-15",
                     .node_held = "0",
                     .hint = {{0, -1, 0}}}),
            "1,9");
}

TEST(KoordinatorExclusive, ComesAfterPreferredCpus) {
  Question question = kCoresOfOwn;
  question.preferred = "8";
  EXPECT_EQ(pick(1, question), "8");
}

TEST(KoordinatorExclusive, HeldCpusOfOtherMachinesDoNotMatter) {
  EXPECT_EQ(
      pick(2,
           {.bind = kFull, .exclusive = kNumaNodeLevel, .core_held = "4000", .node_held = "300"}),
      "0,8");
}

}  // namespace
}  // namespace koord::cpu::testing
