#include "literal_merges.h"
#include "numa_support.h"
#include "support/expect_error.h"

namespace koord::numa {
namespace {

using namespace testing;

constexpr auto kIdle = NodeUse::kIdle;
constexpr auto kOne = NodeUse::kSingle;
constexpr auto kShared = NodeUse::kShared;

TEST(SpecMerge, OneSetForEveryResource) {
  Asked asked(2, kRestricted);
  asked.list("cpu", {prefers(0b01, 10), prefers(0b10, 20), allows(0b11)});
  asked.list("memory", {prefers(0b10, 5), allows(0b11)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 2 preferred admitted score 25");
}

// Hints for different sets are not combined into a third set: memory might not fit on it.
TEST(SpecMerge, SetsAreNotIntersected) {
  Asked asked(4);
  asked.list("cpu", {prefers(0b0011)}).list("memory", {prefers(0b0110)});
  EXPECT_EQ(text_of(merge_spec(asked)), "anywhere unsatisfied admitted");
  EXPECT_EQ(text_of(merge_spec(asked.policy(kRestricted))),
            "anywhere unsatisfied refused for NUMAUnaligned");
}

TEST(SpecMerge, PreferredNarrowerScoreThenLowest) {
  Asked asked(4);
  asked.list("cpu", {allows(0b0001, 90), prefers(0b1100, 1), prefers(0b0110, 7), prefers(0b0011, 7),
                     prefers(0b0111, 99)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 3 preferred admitted score 7");
}

TEST(SpecMerge, ClosestBeforeScore) {
  const std::vector<uint32_t> distances{10, 30, 12, 30, 10, 30, 12, 30, 10};
  Asked asked(3);
  asked.list("cpu", {prefers(0b011, 50), prefers(0b101, 1)});
  EXPECT_EQ(merge_spec(asked).nodes, 0b011u);
  EXPECT_EQ(merge_spec(asked.closest(distances)).nodes, 0b101u);
}

TEST(SpecMerge, OpinionsWithoutHints) {
  Asked asked(2, kSingle);
  asked.opinion("gpu", Opinion::kNoPreference);
  EXPECT_EQ(text_of(merge_spec(asked)), "anywhere preferred admitted");
  asked.list("cpu", {prefers(0b10)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 2 preferred admitted");
  asked.opinion("memory", Opinion::kUnsatisfiable);
  const Merged merged = merge_spec(asked);
  EXPECT_EQ(text_of(merged), "anywhere unsatisfied refused for NUMAUnsatisfied");
  EXPECT_EQ(reasons(Profile::kSpec, asked, merged), "no NUMA nodes can supply memory");
}

// The peers return no affinity here; the pod's memory is to
// come from node 0 on such a machine, too.
TEST(SpecMerge, AMachineOfOneNodeIsNoException) {
  Asked asked(1, kSingle);
  asked.list("cpu", {prefers(0b1)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 1 preferred admitted");
}

TEST(SpecMerge, SingleNodeRefusesHintsOfTwoNodes) {
  Asked asked(2, kSingle);
  asked.list("cpu", {prefers(0b01), prefers(0b10), allows(0b11)}).list("memory", {prefers(0b11)});
  const Merged merged = merge_spec(asked);
  EXPECT_EQ(text_of(merged), "anywhere unsatisfied refused for NUMAUnaligned");
  EXPECT_EQ(reasons(Profile::kSpec, asked, merged),
            "no single NUMA node suits cpu and memory: cpu fits on 0, 1, 0+1; memory fits on 0+1");
}

// Node ids have gaps; uses are indexed by position in the list, not by id.
TEST(SpecMerge, ExclusivityKeepsTheKindsApart) {
  Asked asked(3, kRestricted);
  asked.ids({0, 8, 64}).exclusive({kShared, kIdle, kOne});
  asked.list("cpu", {prefers(0b001), prefers(0b010), prefers(0b100)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 2 preferred admitted");

  Asked one(3, kSingle);
  one.ids({0, 8, 64}).exclusive({kShared, kIdle, kOne}).list("cpu", {prefers(0b001)});
  Merged merged = merge_spec(one);
  EXPECT_EQ(text_of(merged), "nodes 1 refused for NUMAExclusive");
  EXPECT_EQ(reasons(Profile::kSpec, one, merged),
            "NUMA nodes 0 are suitable, but are used by pods on several NUMA nodes");

  Asked two(3, kRestricted);
  two.ids({0, 8, 64}).exclusive({kShared, kIdle, kOne}).list("cpu", {prefers(0b110)});
  merged = merge_spec(two);
  EXPECT_EQ(text_of(merged), "nodes 6 refused for NUMAExclusive");
  EXPECT_EQ(reasons(Profile::kSpec, two, merged),
            "NUMA nodes 8+64 are suitable, but are used by pods on one NUMA node");
}

// Under BestEffort, a set that mixes kinds of use ranks after all sets that do not, however wide.
TEST(SpecMerge, BestEffortMixesTheKindsLast) {
  Asked asked(3);
  asked.exclusive({kShared, kIdle, kIdle}).list("cpu", {prefers(0b001), allows(0b110)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 6 admitted");
  Asked last(3);
  last.exclusive({kShared, kIdle, kOne}).list("cpu", {prefers(0b001), allows(0b110)});
  EXPECT_EQ(text_of(merge_spec(last)), "nodes 1 admitted");
}

TEST(SpecMerge, AListThatNamesASetTwiceMeansTheBetter) {
  Asked asked(2, kRestricted);
  asked.list("cpu", {allows(0b01, 9), prefers(0b01, 2), prefers(0b01, 4), allows(0b01, 5)});
  asked.list("memory", {prefers(0b01, -3)});
  EXPECT_EQ(text_of(merge_spec(asked)), "nodes 1 preferred admitted score 1");
}

TEST(SpecMerge, EqualsItsDefinition) {
  Drawer draw(42);
  int found = 0;
  for (int round = 0; round < 30000; ++round) {
    const Asked asked = draw.query(5, 4, 12);
    const Query query = asked;
    const Merged want = LiteralSpecMerge(query).merge();
    ASSERT_EQ(text_of(merge_spec(query)), text_of(want)) << text_of(asked);
    found += want.has_affinity;
  }
  EXPECT_GT(found, 6000);
}

TEST(Merge, QuestionsAreChecked) {
  for (const Profile profile : {Profile::kSpec, Profile::kUpstream, Profile::kKubelet}) {
    EXPECT_ERROR(merge(profile, Asked(65)), Status::kLimit, "NUMA nodes: 65, at most 64");
    Asked lists(1);
    for (int i = 0; i < 257; ++i) lists.opinion("r", Opinion::kNoPreference);
    EXPECT_ERROR(merge(profile, lists), Status::kLimit, "257, at most 256");
    EXPECT_ERROR(merge(profile, Asked(2).closest({10, 20})), Status::kInvalid,
                 "NUMA distances: 2, expected 4");
    EXPECT_ERROR(merge(profile, Asked(2).exclusive({kIdle})), Status::kInvalid,
                 "uses of NUMA nodes: 1, expected 2");
  }
}

TEST(Merge, AMachineWithoutNodes) {
  Asked asked(0, kRestricted);
  EXPECT_EQ(text_of(merge_spec(asked)), "anywhere preferred admitted");
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 0 refused for NUMAUnaligned");
  EXPECT_EQ(text_of(merge_upstream(asked)), "nodes 0 refused for NUMAUnaligned");
}

TEST(SpecMerge, WorkGrowsWithTheNumberOfHints) {
  const auto steps = [](size_t nodes, int lists) {
    std::vector<Hint> hints;
    for (Mask set = first_nodes(nodes); set > 0; --set) hints.push_back(prefers(set));
    Asked asked(nodes);
    for (int i = 0; i < lists; ++i) asked.list("r", hints);
    return merge_spec(asked).steps;
  };
  EXPECT_LT(steps(8, 4), 4u * 255 * 20);
  EXPECT_LT(steps(16, 4), 4u * 65535 * 40);
  EXPECT_LT(steps(8, 8), 3 * steps(8, 4));
}

}  // namespace
}  // namespace koord::numa
