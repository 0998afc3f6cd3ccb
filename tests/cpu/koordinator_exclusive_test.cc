// Exclusive policies: the CPUs that they avoid, and their behaviour if none can be avoided.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

constexpr Profile kBoth[] = {kSpec, kUpstream};

// Picks `cpus` CPUs of two_nodes() for this request.
std::string pick(int cpus, Question question, Profile profile = kSpec) {
  question.cpus = cpus;
  question.profile = profile;
  return ask(two_nodes(), question).cpus;
}

const Question kCoresOfOwn{
    .bind = kSpread, .exclusive = kPcpuLevel, .free = "1-15", .core_held = "0"};
// A request on nodes that are all held under NUMANodeLevel, with these CPUs free.
Question node_of_own(const char *free, const char *core_held) {
  return {.bind = kSpread,
          .exclusive = kNumaNodeLevel,
          .free = free,
          .core_held = core_held,
          .node_held = "0,4"};
}

TEST(KoordinatorPcpuLevel, AvoidsCoresHeldUnderIt) {
  for (const Profile profile : kBoth) {
    // Core 0 is held, which leaves three cores of node 0 and four of node 1.
    EXPECT_EQ(pick(3, kCoresOfOwn, profile), "1-3");
    EXPECT_EQ(pick(4, kCoresOfOwn, profile), "4-7");
  }
}

TEST(KoordinatorPcpuLevel, IsGivenUpAfterSpreading) {
  // Six CPUs fit on the three free cores of node 0, but not one per core. Upstream gives up both
  // preferences at once and takes 8, whose sibling is held.
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
  // With sharing, a core may be held and free at the same time. Upstream's
  // whole-core stages do not check for held cores.
  const Question shared{
      .bind = kFull, .exclusive = kPcpuLevel, .max_ref_count = 2, .core_held = "0"};
  EXPECT_EQ(pick(2, shared), "1,9");
  EXPECT_EQ(pick(2, shared, kUpstream), "0,8");
}

TEST(KoordinatorPcpuLevel, InTheLastStage) {
  // Ten CPUs need both sockets; the held core with CPUs 0 and 8 is used last.
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
  // Core 0 is held under PCPULevel, so node 0 has three open cores and
  // node 1 four. Upstream applies no policy here.
  const Question question = node_of_own("1-3,5-15", "0");
  EXPECT_EQ(pick(4, question), "5-7,12");
  EXPECT_EQ(pick(4, question, kUpstream), "1-3,8");
}

TEST(KoordinatorNumaNodeLevel, ThenAvoidsCoresHeldUnderPcpuLevelAlone) {
  // Nodes 0 and 4 are held under NUMANodeLevel, so their cores are as good as others.
  EXPECT_EQ(pick(2, node_of_own("2-3,5-11,12-15", "1")), "2-3");
  // CPU 9 is the sibling of a CPU held under PCPULevel, so three cores are left on node 0.
  EXPECT_EQ(pick(3, node_of_own("2-3,5-11,12-15", "1")), "2-3,8");
  // Only CPUs 8 and 9 of node 0 are free, and 9 is not open.
  EXPECT_EQ(pick(2, node_of_own("5-9,12-15", "1")), "5-6");
}

TEST(KoordinatorNumaNodeLevel, ChoosesTheSocketToo) {
  // Six CPUs need a whole socket. The first has three whole cores, one of them in the held node 0.
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
