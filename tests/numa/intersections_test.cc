#include "numa/intersections.h"

#include <set>

#include "numa_support.h"

namespace koord::numa {
namespace {

using namespace testing;

std::set<Mask> intersections_of(const Query &query) {
  Intersections intersections(query.nodes.ids.size());
  for (const HintList &list : query.lists) EXPECT_TRUE(intersections.fold(list));
  std::set<Mask> out;
  intersections.for_each([&](Mask mask) { EXPECT_TRUE(out.insert(mask).second); });
  return out;
}

std::set<Mask> by_definition(const Query &query) {
  std::set<Mask> met{query.nodes.all()};
  for (const HintList &list : query.lists) {
    std::set<Mask> next;
    for (const Mask set : met)
      for (const Hint &hint : hints_of(list))
        next.insert(hint.has_affinity ? set & hint.nodes : set);
    met = next;
  }
  met.erase(0);
  return met;
}

TEST(Intersections, NoListMeansAllNodes) {
  EXPECT_EQ(intersections_of(Asked(3)), std::set<Mask>{0b111});
  EXPECT_EQ(intersections_of(Asked(64)), std::set<Mask>{~Mask{0}});
  EXPECT_EQ(intersections_of(Asked(0)), std::set<Mask>{});
}

TEST(Intersections, EqualTheirDefinition) {
  Drawer draw(11);
  for (const size_t most : {4u, 8u, 9u, 12u, 16u, 17u, 64u})
    for (int round = 0; round < 300; ++round) {
      const Asked asked = draw.query(most, 5, 20);
      const Query query = asked;
      ASSERT_EQ(intersections_of(query), by_definition(query)) << text_of(asked);
    }
}

// With this many hints, pairs would cost more than the table.
TEST(Intersections, TableAndPairsAgree) {
  Drawer draw(5);
  for (const size_t nodes : {9u, 10u, 11u}) {
    Asked asked(nodes);
    for (int i = 0; i < 3; ++i) {
      std::vector<Hint> hints;
      for (int k = 0; k < 400; ++k) hints.push_back(allows(draw.mask(nodes) | draw.mask(nodes)));
      asked.list("r", hints);
    }
    EXPECT_EQ(intersections_of(asked), by_definition(asked));
  }
}

// With every set in both lists the number of pairs is at its largest, 2^32 for 16 nodes.
TEST(Intersections, CountsDoNotWrapToNothing) {
  std::vector<Hint> hints;
  for (Mask set = 0; set <= first_nodes(16); ++set) hints.push_back(allows(set));
  Asked asked(16);
  asked.list("a", hints).list("b", hints).list("c", hints);
  EXPECT_EQ(intersections_of(asked).size(), 65535u);
}

TEST(Intersections, BoundsHold) {
  Asked wide(17);
  std::vector<Hint> hints;
  for (Mask set = 1; set <= first_nodes(17); ++set) hints.push_back(allows(set));
  wide.list("a", hints).list("b", hints);
  const Query query = wide;
  Intersections intersections(17);
  EXPECT_TRUE(intersections.fold(query.lists[0]));
  EXPECT_FALSE(intersections.fold(query.lists[1]));
  EXPECT_LE(intersections.steps(), kMaxIntersections);
}

}  // namespace
}  // namespace koord::numa
