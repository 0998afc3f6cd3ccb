// KOORD_PICK_FEWEST_L3 keeps the NUMA nodes, uses fewer L3 groups and splits no more cores.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

// One NUMA node of four L3 groups of two SMT2 cores: 0-1,8-9; 2-3,10-11; 4-5,12-13; 6-7,14-15.
MachinePtr four_l3s() { return machine(Shape{.l3s_per_node = 4, .cores_per_l3 = 2}); }

std::string plain(const MachinePtr &m, Question question) {
  question.fewest_l3 = false;
  return ask(m, question).cpus;
}
std::string fewest(const MachinePtr &m, Question question) {
  question.fewest_l3 = true;
  return ask(m, question).cpus;
}

TEST(KoordinatorFewestL3, KeepsToOneGroupThatSuffices) {
  const Question four{.cpus = 4, .bind = kFull, .free = "1-7,9-15"};
  EXPECT_EQ(plain(four_l3s(), four), "1-2,9-10");
  EXPECT_EQ(fewest(four_l3s(), four), "2-3,10-11");
}

TEST(KoordinatorFewestL3, TakesTheTightestGroup) {
  // The group of CPU 2 has only one whole core left; using it keeps the other groups whole.
  const Question two{.cpus = 2, .bind = kFull, .free = "0-2,4-10,12-15"};
  EXPECT_EQ(plain(four_l3s(), two), "0,8");
  EXPECT_EQ(fewest(four_l3s(), two), "2,10");
}

TEST(KoordinatorFewestL3, TakesTheLargestWhereOneIsNotEnough) {
  // The groups have one, two, one and one whole cores; six CPUs need two groups.
  const Question six{.cpus = 6, .bind = kFull, .free = "0,2-4,6,8,10-12,14"};
  EXPECT_EQ(plain(four_l3s(), six), "0,2-3,8,10-11");
  EXPECT_EQ(fewest(four_l3s(), six), "0,2-3,8,10-11");
  const Question three_groups{.cpus = 6, .bind = kFull, .free = "1,3-6,9,11-14"};
  EXPECT_EQ(plain(four_l3s(), three_groups), "1,3-4,9,11-12");
  EXPECT_EQ(fewest(four_l3s(), three_groups), "1,4-5,9,12-13");
}

TEST(KoordinatorFewestL3, SpreadsOverTheCoresOfAGroup) {
  EXPECT_EQ(plain(four_l3s(), {.cpus = 2, .bind = kSpread, .free = "1-15"}), "1-2");
  EXPECT_EQ(fewest(four_l3s(), {.cpus = 2, .bind = kSpread, .free = "1-15"}), "1,8");
  EXPECT_EQ(fewest(four_l3s(), {.cpus = 2, .bind = kSpread, .free = "1-7,9-15"}), "2-3");
  // Four CPUs on separate cores need two groups; two threads of one core would not be spread.
  EXPECT_EQ(fewest(four_l3s(), {.cpus = 4, .bind = kSpread}), "0-3");
  EXPECT_EQ(fewest(four_l3s(), {.cpus = 4, .bind = kSpread, .required = true, .free = "1-7,9-15"}),
            "2-5");
}

TEST(KoordinatorFewestL3, KeepsTheCountOfEachNumaNode) {
  const MachinePtr m = machine(Shape{.sockets = 2, .l3s_per_node = 2, .cores_per_l3 = 2});
  // Node 0 has CPUs 0-3,8-11 and node 1 has 4-7,12-15. With 0 and 4
  // busy the plain pick starts at 1 and 5.
  const Question question{
      .cpus = 8, .bind = kFull, .strategy = kEvenly, .free = "1-3,5-7,9-11,13-15"};
  EXPECT_EQ(plain(m, question), "1-2,5-6,9-10,13-14");
  EXPECT_EQ(fewest(m, question), "2-3,6-7,10-11,14-15");
  const Question hinted{.cpus = 4, .bind = kFull, .free = "1-15", .hint = {{1, -1}}};
  EXPECT_EQ(fewest(m, hinted), "4-5,12-13");
}

TEST(KoordinatorFewestL3, WithoutL3NumbersChangesNothing) {
  const MachinePtr m = machine(Shape{.l3s_per_node = 4, .cores_per_l3 = 2, .has_l3 = false});
  for (const BindPolicy bind : {kFull, kSpread})
    for (int cpus = 1; cpus <= 14; ++cpus) {
      const Question question{.cpus = cpus, .bind = bind, .free = "1-7,9-15"};
      EXPECT_EQ(fewest(m, question), plain(m, question)) << cpus;
    }
}

TEST(KoordinatorFewestL3, LeavesPreferredCpusWhereTheyAre) {
  const Question question{.cpus = 4, .bind = kFull, .preferred = "1,3,9,11"};
  EXPECT_EQ(plain(four_l3s(), question), "1,3,9,11");
  EXPECT_EQ(fewest(four_l3s(), question), "1,3,9,11");
}

TEST(KoordinatorFewestL3, StaysAwayFromHeldCores) {
  // CPU 0 is held. The first group is large enough only with its sibling 8, so the second is used.
  const Question question{
      .cpus = 2, .bind = kSpread, .exclusive = kPcpuLevel, .free = "1-3,8-11", .core_held = "0"};
  EXPECT_EQ(plain(four_l3s(), question), "1-2");
  EXPECT_EQ(fewest(four_l3s(), question), "2-3");
}

TEST(KoordinatorFewestL3, RefusesAsBefore) {
  EXPECT_EQ(ask(four_l3s(), {.cpus = 17, .fewest_l3 = true}).cpus,
            "refused: needs 17 CPUs; the machine has 16 available");
  EXPECT_EQ(ask(four_l3s(), {.cpus = 0, .fewest_l3 = true}).cpus, "");
}

}  // namespace
}  // namespace koord::cpu::testing
