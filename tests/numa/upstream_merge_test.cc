#include "literal_merges.h"
#include "numa_support.h"

namespace koord::numa {
namespace {

using namespace testing;

constexpr auto kIdleUse = NodeUse::kIdle;
constexpr auto kSingleUse = NodeUse::kSingle;
constexpr auto kSharedUse = NodeUse::kShared;

TEST(UpstreamMerge, PreferredNarrowestWithItsScore) {
  Asked asked(2, kRestricted);
  asked.list("cpu", {prefers(0b01, 30), prefers(0b10, 31), allows(0b11)});
  asked.list("memory", {prefers(0b10, 79), allows(0b11)});
  EXPECT_EQ(text_of(merge_upstream(asked)), "nodes 2 preferred admitted score 110");
}

// A lower mask replaces a higher score, and a higher score replaces a
// lower mask. The last hint therefore decides.
TEST(UpstreamMerge, TheAnswerDependsOnTheOrderOfHints) {
  Asked asked(2);
  asked.list("cpu", {prefers(0b01, 1), prefers(0b10, 5)});
  EXPECT_EQ(merge_upstream(asked).nodes, 0b10u);
  Asked turned(2);
  turned.list("cpu", {prefers(0b10, 5), prefers(0b01, 1)});
  EXPECT_EQ(merge_upstream(turned).nodes, 0b01u);
}

// Providers keep their order; the resources of one provider are sorted by name.
TEST(UpstreamMerge, ResourcesAreTakenByName) {
  const std::vector<Hint> both{prefers(0b01, 1), prefers(0b10, 5)};
  const std::vector<Hint> any{anywhere(), prefers(0b01, 0)};
  Asked asked(2);
  asked.list("b", both).list("a", any);
  Asked sorted(2);
  sorted.list("a", any).list("b", both);
  EXPECT_EQ(text_of(merge_upstream(asked)), text_of(merge_upstream(sorted)));
  Asked others(2);
  others.list("b", both, 0).list("a", any, 1);
  EXPECT_NE(text_of(merge_upstream(others)), text_of(merge_upstream(sorted)));
}

TEST(UpstreamMerge, HintsWithoutAffinityAreNilInTheReason) {
  Asked asked(4, kRestricted);
  asked.list("cpu", {anywhere(false), allows(0b0010), anywhere(false)}).list("gpu", {anywhere()});
  const Merged merged = merge_upstream(asked);
  EXPECT_FALSE(merged.admit);
  EXPECT_EQ(reasons(Profile::kUpstream, asked, merged),
            "Unaligned NUMA Hint cause cpu prefer [] among [<nil> 10 <nil>] & "
            "gpu prefer [<nil>] among [<nil>]");
}

TEST(UpstreamMerge, BestEffortGoesOnWithAllNodes) {
  Asked asked(4);
  asked.list("cpu", {prefers(0b0011, 9)}).list("memory", {prefers(0b0110, 8)});
  EXPECT_EQ(text_of(merge_upstream(asked)), "nodes 15 admitted");
}

TEST(UpstreamMerge, RestrictedNamesUnsatisfiableResources) {
  Asked asked(2, kRestricted);
  asked.opinion("memory", Opinion::kUnsatisfiable).list("cpu", {prefers(0b01, 3)}).list("gpu", {});
  const Merged merged = merge_upstream(asked);
  EXPECT_EQ(text_of(merged), "nodes 3 refused for NUMAUnsatisfied");
  EXPECT_EQ(reasons(Profile::kUpstream, asked, merged),
            "Unsatisfied NUMA gpu\nUnsatisfied NUMA memory");
}

TEST(UpstreamMerge, ReasonsShowMasksOfNodeNumbers) {
  Asked asked(4, kRestricted);
  asked.ids({0, 2, 4, 5}).opinion("x", Opinion::kNoPreference);
  asked.list("memory", {prefers(0b0001), allows(0b0010)})
      .list("cpu", {prefers(0b0100, 2), prefers(0b1000)});
  const Merged merged = merge_upstream(asked);
  EXPECT_EQ(reasons(Profile::kUpstream, asked, merged),
            "Unaligned NUMA Hint cause cpu prefer [10000 100000] among [10000 100000] & "
            "memory prefer [01] among [01 100]");
  asked.policy(kSingle);
  EXPECT_EQ(reasons(Profile::kUpstream, asked, merge_upstream(asked)),
            "Unaligned NUMA Hint cause cpu prefer [10000 100000] among [10000 100000],"
            "memory prefer [01] among [01 100]");
}

TEST(UpstreamMerge, ExclusivityTakesThePreference) {
  Asked asked(2, kRestricted);
  asked.exclusive({kSharedUse, kIdleUse})
      .list("cpu", {prefers(0b01), prefers(0b10), prefers(0b11)});
  EXPECT_EQ(text_of(merge_upstream(asked)), "nodes 2 preferred admitted");
  Asked refused(2, kRestricted);
  refused.exclusive({kSharedUse, kSingleUse}).list("cpu", {prefers(0b01), prefers(0b11)});
  EXPECT_EQ(text_of(merge_upstream(refused)), "nodes 1 refused for NUMAUnaligned");
}

TEST(UpstreamMerge, SingleNodeOnAMachineOfOneKeepsToNone) {
  Asked asked(1, kSingle);
  asked.list("cpu", {prefers(0b1, 27)});
  EXPECT_EQ(text_of(merge_upstream(asked)), "anywhere preferred admitted");
}

TEST(UpstreamMerge, AMillionCombinationsAreTheLimit) {
  const auto lists_of = [](int lists, size_t hints) {
    Asked asked(2);
    for (int i = 0; i < lists; ++i) asked.list("r", std::vector<Hint>(hints, prefers(0b01)), i);
    return asked;
  };
  const Merged most = merge_upstream(lists_of(6, 10));
  EXPECT_EQ(most.reason, Reason::kNone);
  EXPECT_EQ(text_of(most), "nodes 1 preferred admitted");
  const Merged more = merge_upstream(lists_of(20, 2));
  EXPECT_EQ(text_of(more), "nodes 3 refused for SearchLimit");
  EXPECT_EQ(more.steps, 0u);
  EXPECT_EQ(merge_upstream(lists_of(200, 100)).reason, Reason::kSearchLimit);
  // A list without usable hints leaves no combination, however many hints the other lists have.
  Asked none = lists_of(200, 100);
  none.policy(kSingle).list("none", {allows(0b01)}, 200);
  EXPECT_EQ(merge_upstream(none).reason, Reason::kNumaUnaligned);
}

// Hints of devices may name NUMA nodes that the machine does not have.
TEST(UpstreamMerge, NodesBeyondTheMachineDistinguishHints) {
  Asked asked(2, kRestricted);
  asked.list("gpu", {prefers(0b101, 5)}, 1).list("rdma", {prefers(0b101, 7)}, 1);
  EXPECT_EQ(text_of(merge_upstream(asked)), text_of(LiteralUpstreamMerge(asked).merge()));
  EXPECT_TRUE(merge_upstream(asked).admit);
  asked.list("cpu", {prefers(0b01)});
  EXPECT_EQ(text_of(merge_upstream(asked)), text_of(LiteralUpstreamMerge(asked).merge()));
  EXPECT_FALSE(merge_upstream(asked).admit) << "node 0 alone is not what the devices prefer";
}

// More combinations than kMaxPermutations, over few nodes.
TEST(UpstreamMerge, UnboundedOfFewNodes) {
  Drawer draw(17);
  const auto lists_of = [&](size_t nodes, int lists, int narrowest) {
    Asked asked(nodes);
    for (int i = 0; i < lists; ++i) {
      std::vector<Hint> hints;
      for (Mask set = 1; set <= first_nodes(nodes); ++set)
        hints.push_back({set, draw.below(3), true, width(set) == (i < 2 ? 1 : narrowest)});
      asked.list("r" + std::to_string(i), hints);
    }
    return asked;
  };
  for (const int narrowest : {1, 3}) {
    const Asked few = lists_of(4, 5, narrowest);  // 759,375 combinations
    Query query = few;
    EXPECT_EQ(text_of(merge_upstream(query)), text_of(LiteralUpstreamMerge(query).merge()));
    const Asked many = lists_of(8, 5, narrowest);
    query = many;
    EXPECT_EQ(merge_upstream(query).reason, Reason::kSearchLimit);
    const Merged merged = merge_upstream(query, UINT64_MAX);
    EXPECT_TRUE(merged.admit);
    EXPECT_EQ(merged.preferred, narrowest == 1);
    EXPECT_LT(merged.steps, 5'000'000u);
  }
}

TEST(UpstreamMerge, EqualsKoordinatorsImplementation) {
  Drawer draw(11);
  int preferred = 0;
  int unaligned = 0;
  for (int round = 0; round < 30000; ++round) {
    const Asked asked = draw.query(5, 5, 7);
    const Query query = asked;
    const Merged want = LiteralUpstreamMerge(query).merge();
    ASSERT_EQ(text_of(merge_upstream(query)), text_of(want)) << text_of(asked);
    preferred += want.preferred;
    unaligned += !want.preferred && want.nodes != query.nodes.all();
  }
  EXPECT_GT(preferred, 3000);
  EXPECT_GT(unaligned, 3000);
}

// There are so many combinations that partial results are memoized and
// hints that share a node with a set are looked up.
TEST(UpstreamMerge, EqualsKoordinatorsImplementationWithManyHints) {
  Drawer draw(13);
  for (int round = 0; round < 1200; ++round) {
    const Asked asked = draw.query(5, round % 2 == 0 ? 3 : 4, round % 2 == 0 ? 20 : 9);
    const Query query = asked;
    ASSERT_EQ(text_of(merge_upstream(query)), text_of(LiteralUpstreamMerge(query).merge()))
        << text_of(asked);
  }
}

// Every set of nodes has a hint, so the same sets recur.
TEST(UpstreamMerge, WorkDoesNotGrowWithCombinations) {
  Drawer draw(5);
  for (const bool preferred : {true, false}) {
    Asked asked(4, kRestricted);
    for (int i = 0; i < 4; ++i) {
      std::vector<Hint> hints;
      for (Mask set = 1; set <= first_nodes(4); ++set)
        hints.push_back({set, draw.below(3), true, preferred});
      asked.list("r" + std::to_string(i), hints);
    }
    const Query query = asked;
    const Merged merged = merge_upstream(query);
    EXPECT_EQ(text_of(merged), text_of(LiteralUpstreamMerge(query).merge()));
    EXPECT_LT(merged.steps, 6'000u) << "of 50,625 combinations";
  }
}

}  // namespace
}  // namespace koord::numa
