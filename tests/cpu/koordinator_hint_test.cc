// NUMA nodes restricted by a hint: only they give CPUs, in the order of the allocate strategy.
#include <gtest/gtest.h>

#include "koordinator_machines.h"

namespace koord::cpu::testing {
namespace {

using Milli = std::vector<int64_t>;

TEST(KoordinatorHint, RestrictsToItsNodes) {
  const Answer one = ask(two_nodes(), {.cpus = 4, .bind = kFull, .hint = {{1, -1, 7}}});
  EXPECT_EQ(one.cpus, "4-5,12-13");
  EXPECT_EQ(one.granted, Milli{4000});
  const Answer both = ask(
      two_nodes(), {.cpus = 4, .bind = kSpread, .strategy = kEvenly, .hint = {{0, -1}, {1, -1}}});
  EXPECT_EQ(both.cpus, "0-1,4-5");
  EXPECT_EQ(both.granted, (Milli{2000, 2000}));
}

TEST(KoordinatorHint, IsNeverLeft) {
  for (const BindPolicy bind : {BindPolicy::kDefault, kFull, kSpread})
    for (const bool required : {false, true}) {
      const Answer no =
          ask(two_nodes(), {.cpus = 10, .bind = bind, .required = required, .hint = {{0, -1}}});
      EXPECT_EQ(no.refusal.reason, Reason::kInsufficientNuma);
      EXPECT_EQ(no.refusal.needed, 10);
      EXPECT_EQ(no.refusal.best, bind == kSpread && required ? 4 : 8);
    }
  EXPECT_EQ(ask(two_nodes(), {.cpus = 9, .hint = {{0, -1}}}).cpus,
            "refused: needs 9 CPUs from the NUMA nodes of the hint; together they can supply 8");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 9, .profile = kUpstream, .hint = {{0, -1}}}).cpus,
            "refused: Insufficient NUMA cpu");
}

TEST(KoordinatorHint, EvenSharesAskTheNodeWithTheLeastLeftFirst) {
  for (const Profile profile : {kSpec, kUpstream}) {
    const auto evenly = [&](int cpus, const std::vector<HintedNode> &hint) {
      return ask(
          two_nodes(),
          {.cpus = cpus, .bind = kSpread, .strategy = kEvenly, .profile = profile, .hint = hint});
    };
    EXPECT_EQ(evenly(4, {{0, 3000}, {1, 1000}}).cpus, "0-2,4");
    EXPECT_EQ(evenly(4, {{0, 3000}, {1, 1000}}).granted, (Milli{3000, 1000}));
    // Differences below one CPU count, too: the first node gets the smaller half.
    EXPECT_EQ(evenly(1, {{0, 1900}, {1, 1100}}).granted, (Milli{1000, 0}));
    EXPECT_EQ(evenly(1, {{0, 1100}, {1, 1900}}).granted, (Milli{0, 1000}));
    // Ties go to the lower number.
    EXPECT_EQ(evenly(1, {{0, -1}, {1, -1}}).granted, (Milli{0, 1000}));
  }
}

// Node 0 gives 2.5 CPUs, and the remaining 7.5 are rounded up to 8.
// Upstream then refuses its own rounded amount.
TEST(KoordinatorHint, UpstreamRoundsUpTheRemainder) {
  const auto as_upstream = [](int cpus, const std::vector<HintedNode> &hint) {
    return ask(two_nodes(), {.cpus = cpus, .bind = kSpread, .profile = kUpstream, .hint = hint});
  };
  EXPECT_EQ(as_upstream(10, {{0, 2500}, {1, 8000}}).cpus, "refused: Insufficient NUMA cpu");
  EXPECT_EQ(as_upstream(10, {{0, 2500}, {1, 7500}}).cpus,
            "refused: not enough cpus available to satisfy request");
  EXPECT_EQ(as_upstream(10, {{0, 2000}, {1, 8000}}).granted, (Milli{2000, 8000}));
}

TEST(KoordinatorHint, TheStrategyDecidesBetweenItsNodes) {
  const auto granted = [](BindPolicy bind, NumaStrategy strategy, const char *free) {
    return ask(two_nodes(), {.cpus = 10,
                             .bind = bind,
                             .strategy = strategy,
                             .free = free,
                             .hint = {{0, -1}, {1, -1}}})
        .granted;
  };
  for (const BindPolicy bind : {BindPolicy::kDefault, kFull}) {
    const auto with = [&](NumaStrategy strategy, const char *free) {
      return granted(bind, strategy, free);
    };
    // Node 0 has six free CPUs and node 1 eight; then the reverse.
    EXPECT_EQ(with(kMost, "0-2,4-10,12-15"), (Milli{6000, 4000}));
    EXPECT_EQ(with(kLeast, "0-2,4-10,12-15"), (Milli{2000, 8000}));
    EXPECT_EQ(with(kMost, "0-6,8-14"), (Milli{4000, 6000}));
    EXPECT_EQ(with(kLeast, "0-6,8-14"), (Milli{8000, 2000}));
    // Ties go to the lower number.
    EXPECT_EQ(with(kMost, nullptr), (Milli{8000, 2000}));
    EXPECT_EQ(with(kLeast, nullptr), (Milli{8000, 2000}));
  }
  // When spreading, each of the seven or eight cores gives one CPU before
  // the strategy decides which cores give another.
  EXPECT_EQ(granted(kSpread, kMost, "0-2,4-10,12-15"), (Milli{6000, 4000}));
  EXPECT_EQ(granted(kSpread, kLeast, "0-2,4-10,12-15"), (Milli{3000, 7000}));
  EXPECT_EQ(granted(kSpread, kMost, nullptr), (Milli{6000, 4000}));
  // Upstream requests an even share from each node.
  for (const NumaStrategy strategy : {kMost, kLeast})
    EXPECT_EQ(ask(two_nodes(), {.cpus = 10,
                                .bind = kSpread,
                                .strategy = strategy,
                                .profile = kUpstream,
                                .free = "0-2,4-10,12-15",
                                .hint = {{0, -1}, {1, -1}}})
                  .granted,
              (Milli{5000, 5000}));
}

TEST(KoordinatorHint, WholeCoresComeBeforeSingleCpus) {
  // On node 0, core 0 is whole and cores 1 and 2 are half free; on node 1 all cores are whole.
  const auto with = [&](NumaStrategy strategy, int cpus) {
    return ask(two_nodes(), {.cpus = cpus,
                             .bind = kFull,
                             .strategy = strategy,
                             .free = "0-2,4-8,12-15",
                             .hint = {{0, -1}, {1, -1}}})
        .cpus;
  };
  EXPECT_EQ(with(kMost, 6), "0,4-5,8,12-13");
  EXPECT_EQ(with(kMost, 5), "0-1,4,8,12");  // the single CPU also comes from the fuller node
  EXPECT_EQ(with(kLeast, 10), "0,4-8,12-15");
  EXPECT_EQ(with(kMost, 12), "0-2,4-8,12-15");
}

TEST(KoordinatorHint, KeepsAwayFromExclusiveHoldersWhereItCan) {
  // Node 0 is fuller, and its core 1 is held.
  Question question{.cpus = 8,
                    .bind = kFull,
                    .exclusive = ExclusivePolicy::kPcpuLevel,
                    .free = "0,2,4-10,12-15",
                    .core_held = "1",
                    .hint = {{0, -1}, {1, -1}}};
  EXPECT_EQ(ask(two_nodes(), question).cpus, "0,2,4-5,8,10,12-13");
  question.cpus = 13;  // this many CPUs include the held core
  EXPECT_EQ(ask(two_nodes(), question).cpus, "0,2,4-10,12-15");
}

TEST(KoordinatorHint, PreferredCpusComeBeforeTheStrategy) {
  for (const NumaStrategy strategy : {kMost, kLeast, kEvenly})
    for (const BindPolicy bind : {BindPolicy::kDefault, kFull, kSpread}) {
      Question four{.cpus = 4, .bind = bind, .strategy = strategy, .hint = {{0, -1}, {1, -1}}};
      four.preferred = "5-6,13-14";
      EXPECT_EQ(ask(two_nodes(), four).cpus, "5-6,13-14");
      // DistributeEvenly balances the totals of all nodes.
      four.cpus = 6;
      EXPECT_EQ(ask(two_nodes(), four).granted, (Milli{2000, 4000}));
    }
}

TEST(KoordinatorHint, PartsOfACpuCannotBeGiven) {
  const Answer no = ask(two_nodes(), {.cpus = 3, .hint = {{0, 1900}, {1, 1900}}});
  EXPECT_EQ(no.refusal.reason, Reason::kInsufficientNuma);
  EXPECT_EQ(no.refusal.best, 2);
  EXPECT_EQ(ask(two_nodes(), {.cpus = 2, .hint = {{0, 1900}, {1, 1900}}}).cpus, "0,4");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 1, .hint = {{0, 999}}}).refusal.best, 0);
}

TEST(KoordinatorHint, AsksForNoMoreThanIsFree) {
  // Node 0 has milli-CPU left for eight CPUs, but only one free
  // CPU; upstream considers only the milli-CPU.
  Question four{.cpus = 4, .bind = kSpread, .free = "0,4-7", .hint = {{0, 8000}, {1, 8000}}};
  const Answer spec = ask(two_nodes(), four);
  EXPECT_EQ(spec.cpus, "0,4-6");
  EXPECT_EQ(spec.granted, (Milli{1000, 3000}));
  four.profile = kUpstream;
  EXPECT_EQ(ask(two_nodes(), four).cpus, "refused: not enough cpus available to satisfy request");
  four.required = true;  // here upstream limits the amount to the free CPUs, too
  EXPECT_EQ(ask(two_nodes(), four).cpus, "0,4-6");
}

TEST(KoordinatorHint, MilliCpuLeftIsABoundToo) {
  const Answer no = ask(two_nodes(), {.cpus = 3, .hint = {{1, 2000}}});
  EXPECT_EQ(no.refusal.reason, Reason::kInsufficientNuma);
  EXPECT_EQ(no.refusal.best, 2);
  EXPECT_EQ(ask(two_nodes(), {.cpus = 1, .hint = {{1, 0}}}).refusal.best, 0);
}

TEST(KoordinatorHint, RequiredFullPcpusGivesWholeCores) {
  const Question base{
      .bind = kFull, .strategy = kEvenly, .required = true, .hint = {{0, -1}, {1, -1}}};
  const auto with = [&](int cpus, const char *free) {
    Question question = base;
    question.cpus = cpus;
    question.free = free;
    return ask(two_nodes(), question);
  };
  EXPECT_EQ(with(4, nullptr).cpus, "0,4,8,12");
  EXPECT_EQ(with(6, nullptr).cpus, "0,4-5,8,12-13");
  EXPECT_EQ(with(6, nullptr).granted, (Milli{2000, 4000}));
  EXPECT_EQ(with(3, nullptr).refusal.reason, Reason::kSmtAlignment);
  // Node 0 has no whole core, node 1 only that of CPU 4.
  EXPECT_EQ(with(2, "0-7,12").cpus, "4,12");
  EXPECT_EQ(with(2, "0-7,12").granted, (Milli{0, 2000}));
  EXPECT_EQ(with(4, "0-7,12").refusal.best, 2);
}

TEST(KoordinatorHint, RequiredSpreadGivesOnePerCore) {
  EXPECT_EQ(
      ask(two_nodes(), {.cpus = 4, .bind = kSpread, .required = true, .hint = {{1, -1}}}).cpus,
      "4-7");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 5, .bind = kSpread, .required = true, .hint = {{1, -1}}})
                .refusal.best,
            4);
}

TEST(KoordinatorHint, PreferredCpusFirstInEachNode) {
  EXPECT_EQ(ask(two_nodes(),
                {.cpus = 4, .bind = kFull, .preferred = "3,7,11,15", .hint = {{0, -1}, {1, -1}}})
                .cpus,
            "3,7,11,15");
}

TEST(KoordinatorHint, MemoryOnlyNodesGiveNothing) {
  TopologySpec spec = regular({.sockets = 2});
  koord::kubelet::testing::add_node(spec, 7);
  const MachinePtr m = machine(std::move(spec));
  const Answer with = ask(m, {.cpus = 2, .bind = kFull, .hint = {{0, -1}, {7, -1}}});
  EXPECT_EQ(with.cpus, "0,8");
  EXPECT_EQ(with.granted, (Milli{2000, 0}));
  EXPECT_EQ(ask(m, {.cpus = 1, .hint = {{7, -1}}}).cpus,
            "refused: needs 1 CPU from the NUMA nodes of the hint; together they can supply 0");
}

TEST(KoordinatorHint, NothingAskedGrantsNothing) {
  const Answer none = ask(two_nodes(), {.cpus = 0, .hint = {{0, -1, 5000}, {1, -1, 5000}}});
  EXPECT_EQ(none.cpus, "");
  EXPECT_EQ(none.granted, (Milli{0, 0}));
}

TEST(KoordinatorHint, LargeAmountsDoNotOverflow) {
  for (const Profile profile : {kSpec, kUpstream})
    EXPECT_EQ(ask(two_nodes(), {.cpus = 4,
                                .bind = kSpread,
                                .strategy = kEvenly,
                                .profile = profile,
                                .hint = {{0, std::numeric_limits<int64_t>::max()},
                                         {1, std::numeric_limits<int64_t>::max()}}})
                  .cpus,
              "0-1,4-5");
  EXPECT_EQ(ask(two_nodes(), {.cpus = 1, .hint = {{1, std::numeric_limits<int64_t>::min()}}}).cpus,
            "4");
}

TEST(KoordinatorHint, OverMoreNodesThanUpstreamSortsByInsertion) {
  // 40 NUMA nodes of one core; node 2n has one CPU left, node 2n+1 two. Every node gives one CPU,
  // and the last ten of those with two give both.
  const MachinePtr m = machine(Shape{.sockets = 40, .cores_per_l3 = 1});
  Question question{.cpus = 50, .bind = kSpread, .strategy = kEvenly};
  for (int node = 0; node < 40; ++node) question.hint.push_back({node, 1000 + 1000 * (node % 2)});
  const Answer answer = ask(m, question);
  ASSERT_FALSE(answer.refusal.refused()) << answer.cpus;
  int64_t sum = 0;
  for (size_t node = 0; node < 40; ++node) {
    sum += answer.granted[node];
    EXPECT_GE(answer.granted[node], 1000) << node;
    EXPECT_LE(answer.granted[node], node % 2 == 0 ? 1000 : 2000) << node;
  }
  EXPECT_EQ(sum, 50000);
}

}  // namespace
}  // namespace koord::cpu::testing
