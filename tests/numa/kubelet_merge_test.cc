#include "literal_merges.h"
#include "numa_support.h"

namespace koord::numa {
namespace {

using namespace testing;

TEST(KubeletMerge, NarrowestThatAllPrefer) {
  Asked asked(2, kRestricted);
  asked.list("cpu", {prefers(0b01), prefers(0b10), allows(0b11)});
  asked.list("memory", {prefers(0b10), allows(0b11)});
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 2 preferred admitted");
}

TEST(KubeletMerge, AWidePreferredSetBeatsANarrowOneThatIsNot) {
  Asked asked(4, kRestricted);
  asked.list("cpu", {allows(0b0001), prefers(0b0110)}).list("memory", {prefers(0b0110), allows(1)});
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 6 preferred admitted");
}

// Preferred hints for different nodes intersect in nodes that no hint prefers.
TEST(KubeletMerge, UnequalPreferredHintsAreNotPreferred) {
  Asked asked(4);
  asked.list("cpu", {prefers(0b0011)}).list("memory", {prefers(0b0110)});
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 2 admitted");
  EXPECT_EQ(text_of(merge_kubelet(asked.policy(kRestricted))), "nodes 2 refused for NUMAUnaligned");
}

// The best non-preferred width B is 2, the least that memory needs. Width 2
// ranks before width 1, and width 1 before width 3.
TEST(KubeletMerge, WithoutPreferenceTheWidthThatAllNeedComesFirst) {
  const std::vector<Hint> memory{allows(0b0011), allows(0b1111)};
  Asked all(4);
  all.list("cpu", {allows(0b0001), allows(0b0111), allows(0b0110), allows(0b0011)});
  all.list("memory", memory);
  EXPECT_EQ(merge_kubelet(all).nodes, 0b0011u);
  Asked narrower(4);
  narrower.list("cpu", {allows(0b1000), allows(0b0111)}).list("memory", {allows(0b1110)});
  // The intersections are 1000 (width 1) and 0110 (width 2). B
  // is 3, so the widest one below B wins.
  EXPECT_EQ(merge_kubelet(narrower).nodes, 0b0110u);
}

TEST(KubeletMerge, NothingInCommonMeansAllNodes) {
  Asked asked(2);
  asked.list("cpu", {prefers(0b01)}).list("memory", {prefers(0b10)});
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 3 admitted");
  EXPECT_EQ(text_of(merge_kubelet(asked.policy(kSingle))), "anywhere refused for NUMAUnaligned");
}

TEST(KubeletMerge, OpinionsWithoutHints) {
  Asked none(2, kRestricted);
  EXPECT_EQ(text_of(merge_kubelet(none)), "nodes 3 preferred admitted");
  Asked asked(2, kRestricted);
  asked.opinion("gpu", Opinion::kNoPreference).list("cpu", {prefers(0b10)});
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 2 preferred admitted");
  asked.opinion("memory", Opinion::kUnsatisfiable);
  EXPECT_EQ(text_of(merge_kubelet(asked)), "nodes 2 refused for NUMAUnaligned");
}

TEST(KubeletMerge, SingleNodeOnAMachineOfOneKeepsToNone) {
  Asked asked(1, kSingle);
  asked.list("cpu", {prefers(0b1)});
  EXPECT_EQ(text_of(merge_kubelet(asked)), "anywhere preferred admitted");
}

TEST(KubeletMerge, NoneLooksAtNothing) {
  Asked asked(2, NumaPolicy::kNone);
  asked.opinion("cpu", Opinion::kUnsatisfiable);
  EXPECT_EQ(text_of(merge_kubelet(asked)), "anywhere admitted");
}

TEST(KubeletMerge, TheClosestOfEqualWidth) {
  // Nodes 0 and 2 are close to each other, and so are 1 and 3.
  const std::vector<uint32_t> distances{10, 30, 12, 30, 30, 10, 30, 12,
                                        12, 30, 10, 30, 30, 12, 30, 10};
  Asked asked(4);
  asked.list("cpu", {prefers(0b0011), prefers(0b0101), prefers(0b1010)});
  EXPECT_EQ(merge_kubelet(asked).nodes, 0b0011u);
  asked.closest(distances);
  EXPECT_EQ(merge_kubelet(asked).nodes, 0b0101u);
}

TEST(KubeletMerge, EqualsKubeletsOwnMerge) {
  Drawer draw(20220420);
  int preferred = 0;
  int unaligned = 0;
  for (int round = 0; round < 30000; ++round) {
    const Asked asked = draw.query(5, 4, 6);
    const Query query = asked;
    const Merged want = LiteralKubeletMerge(query).merge();
    ASSERT_EQ(text_of(merge_kubelet(query)), text_of(want)) << text_of(asked);
    preferred += want.preferred;
    unaligned += !want.preferred && want.nodes != query.nodes.all();
  }
  EXPECT_GT(preferred, 3000);
  EXPECT_GT(unaligned, 3000);
}

// Machines with up to 8, up to 16 and more than 16 NUMA nodes use different algorithms.
TEST(KubeletMerge, EqualsKubeletsOwnMergeOnLargeMachines) {
  Drawer draw(7);
  for (int round = 0; round < 4000; ++round) {
    const Asked asked = draw.query(24, 3, 8);
    const Query query = asked;
    ASSERT_EQ(text_of(merge_kubelet(query)), text_of(LiteralKubeletMerge(query).merge()))
        << text_of(asked);
  }
}

// A hint without nodes makes its resource need no width, wherever it stands in the list.
TEST(KubeletMerge, AHintForNoNodesNeedsNoWidth) {
  for (const std::vector<Hint> &cpu :
       {std::vector{allows(0b00), allows(0b11)}, std::vector{allows(0b11), allows(0b00)}}) {
    Asked asked(2);
    asked.list("cpu", cpu).list("memory", {allows(0b01), allows(0b11)});
    EXPECT_EQ(merge_kubelet(asked).nodes, 0b01u);
  }
}

TEST(KubeletMerge, TheOrderOfListsAndHintsDoesNotMatter) {
  Drawer draw(3);
  for (int round = 0; round < 3000; ++round) {
    const Asked asked = draw.query(6, 4, 8);
    const Query query = asked;
    Asked turned(query.nodes.ids.size(), query.policy);
    for (size_t i = query.lists.size(); i-- > 0;) {
      const HintList &list = query.lists[i];
      if (list.opinion != Opinion::kHints) {
        turned.opinion("x", list.opinion);
        continue;
      }
      turned.list("x", {list.hints.rbegin(), list.hints.rend()});
    }
    if (query.prefer_closest)
      turned.closest({query.nodes.distances.begin(), query.nodes.distances.end()});
    ASSERT_EQ(text_of(merge_kubelet(query)), text_of(merge_kubelet(turned))) << text_of(asked);
  }
}

// Hints for every set of nodes. Kubelet tries 255^4 combinations for 8 nodes and 4 lists if none is
// preferred.
Asked every_set(size_t nodes, int lists, bool preferred) {
  std::vector<Hint> hints;
  for (Mask set = 1; set <= first_nodes(nodes); ++set) hints.push_back({set, 0, true, preferred});
  Asked asked(nodes, kRestricted);
  for (int i = 0; i < lists; ++i) asked.list("r" + std::to_string(i), hints);
  return asked;
}

TEST(KubeletMerge, WorkGrowsWithTheSetsOfNodesNotWithTheirCombinations) {
  for (const bool preferred : {true, false}) {
    const uint64_t four = merge_kubelet(every_set(8, 4, preferred)).steps;
    const uint64_t eight = merge_kubelet(every_set(8, 8, preferred)).steps;
    EXPECT_LT(four, 60'000u);  // of 255^4 combinations
    EXPECT_LT(eight, 3 * four);
    const uint64_t twelve = merge_kubelet(every_set(12, 4, preferred)).steps;
    EXPECT_LT(twelve, 40 * four);  // 16 times the sets
    EXPECT_LT(merge_kubelet(every_set(16, 4, preferred)).steps, 40 * twelve);
  }
  EXPECT_EQ(text_of(merge_kubelet(every_set(16, 4, true))), "nodes 1 preferred admitted");
  EXPECT_EQ(text_of(merge_kubelet(every_set(16, 4, false))), "nodes 1 refused for NUMAUnaligned");
}

// The number of intersections doubles with each list. The merge detects that
// there are too many and does not enumerate them.
TEST(KubeletMerge, TooManyMeetingsAreALimit) {
  const auto doubling = [](size_t nodes) {
    Asked asked(nodes);
    for (size_t i = 0; i < nodes; ++i)
      asked.list("r", {allows(first_nodes(nodes)), allows(first_nodes(nodes) & ~(Mask{1} << i))});
    return asked;
  };
  EXPECT_EQ(merge_kubelet(doubling(16)).reason, Reason::kNone);
  const Merged merged = merge_kubelet(doubling(40));
  EXPECT_EQ(merged.reason, Reason::kSearchLimit);
  EXPECT_FALSE(merged.admit);
  EXPECT_LT(merged.steps, 1u << 25);
}

}  // namespace
}  // namespace koord::numa
