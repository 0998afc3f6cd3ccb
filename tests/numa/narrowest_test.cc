#include "numa/narrowest.h"

#include "numa/provider.h"
#include "numa_support.h"
#include "support/expect_error.h"

namespace koord::numa {
namespace {

using namespace testing;

// Merges the same request through hints, for comparison with narrowest().
Merged by_hints(const Query &query, std::span<const AmountRequest> needs) {
  std::deque<std::vector<Hint>> hints;
  std::vector<HintList> lists;
  for (const AmountRequest &need : needs) {
    if (need.amount <= 0) {
      lists.push_back({"none", 0, Opinion::kNoPreference, {}});
      continue;
    }
    const AmountProvider provider("r", need.free, need.amount);
    hints.push_back(
        collect_hints(provider, query.nodes.ids.size(), query.policy == NumaPolicy::kRestricted));
    lists.push_back({"r", 0, Opinion::kHints, hints.back()});
  }
  Query full = query;
  full.lists = lists;
  return merge_spec(full);
}

TEST(Narrowest, OneNodeForAll) {
  const std::vector<int64_t> cpu{1000, 4000, 4000};
  const std::vector<int64_t> memory{900, 100, 500};
  const AmountRequest needs[] = {{2000, cpu}, {300, memory}};
  EXPECT_EQ(text_of(narrowest(Asked(3, kSingle), needs)), "nodes 4 preferred admitted");
  EXPECT_EQ(text_of(narrowest(Asked(3, NumaPolicy::kNone), needs)), "anywhere admitted");
}

TEST(Narrowest, SeveralNodesWhereOneDoesNotSuffice) {
  const std::vector<int64_t> cpu{1000, 4000, 4000, 3000};
  const AmountRequest needs[] = {{7000, cpu}};
  EXPECT_EQ(text_of(narrowest(Asked(4, kRestricted), needs)), "nodes 6 preferred admitted");
  EXPECT_EQ(text_of(narrowest(Asked(4, kSingle), needs)),
            "anywhere unsatisfied refused for NUMAUnaligned");
  const AmountRequest more[] = {{13000, cpu}};
  EXPECT_EQ(text_of(narrowest(Asked(4, kRestricted), more)),
            "anywhere unsatisfied refused for NUMAUnsatisfied");
  EXPECT_EQ(text_of(narrowest(Asked(4, kBestEffort), more)), "anywhere unsatisfied admitted");
}

TEST(Narrowest, NothingWantedKeepsToNoNode) {
  const std::vector<int64_t> none{-1, -1};
  const AmountRequest needs[] = {{0, none}, {-5, {}}};
  EXPECT_EQ(text_of(narrowest(Asked(2, kSingle), needs)), "anywhere preferred admitted");
}

TEST(Narrowest, AmountsOfAnySizeAdd) {
  const std::vector<int64_t> huge{INT64_MAX, INT64_MAX - 1, INT64_MAX};
  const AmountRequest needs[] = {{INT64_MAX, huge}, {INT64_MAX, huge}};
  EXPECT_EQ(text_of(narrowest(Asked(3, kSingle), needs)), "nodes 1 preferred admitted");
}

TEST(Narrowest, NeedsAreChecked) {
  const std::vector<int64_t> free{1, 1};
  const AmountRequest needs[] = {{1, free}};
  EXPECT_ERROR(narrowest(Asked(3), needs), Status::kInvalid, "free amounts: 2, expected 3");
  EXPECT_ERROR(narrowest(Asked(2), std::vector<AmountRequest>(257)), Status::kLimit, "needs: 257");
}

TEST(Narrowest, EqualsTheMergeOfHints) {
  Drawer draw(99);
  int several = 0;
  for (int round = 0; round < 20000; ++round) {
    const Asked asked = draw.query(7, 0, 1);
    Query query = asked;
    const size_t nodes = query.nodes.ids.size();
    std::vector<std::vector<int64_t>> free(static_cast<size_t>(draw.below(4)));
    std::vector<AmountRequest> needs;
    for (auto &amounts : free) {
      for (size_t i = 0; i < nodes; ++i) amounts.push_back(draw.one_in(25) ? -1 : draw.below(9));
      needs.push_back({draw.one_in(10) ? 0 : 1 + draw.below(16), amounts});
    }
    const Merged got = narrowest(query, needs);
    const Merged want = by_hints(query, needs);
    std::string shown = text_of(asked);
    for (const AmountRequest &need : needs) {
      shown += "\n  " + std::to_string(need.amount) + " of";
      for (const int64_t amount : need.free) shown += ' ' + std::to_string(amount);
    }
    ASSERT_EQ(text_of(got), text_of(want)) << shown;
    several += width(got.nodes) > 1 && got.has_affinity;
  }
  EXPECT_GT(several, 3000);
}

// A single resource needs no backtracking: one step for each node and width.
TEST(Narrowest, WorkIsSmallWhereOneResourceDecides) {
  Drawer draw(1);
  std::vector<int64_t> free;
  int64_t total = 0;
  for (int i = 0; i < 64; ++i) total += free.emplace_back(1 + draw.below(1000));
  for (const int64_t part : {10, 3, 2}) {
    const AmountRequest needs[] = {{total / part, free}};
    const Merged merged = narrowest(Asked(64, kRestricted), needs);
    EXPECT_TRUE(merged.admit);
    EXPECT_LT(merged.steps, 1000u);
  }
  const AmountRequest all[] = {{total, free}};
  EXPECT_EQ(narrowest(Asked(64, kRestricted), all).nodes, ~Mask{0});
}

// The more memory a node has, the fewer CPUs it has, and only an odd sum of even amounts would fit.
TEST(Narrowest, ContrivedAmountsEndTheSearch) {
  for (const size_t nodes : {16u, 64u}) {
    std::vector<int64_t> cpu;
    std::vector<int64_t> memory;
    int64_t total = 0;
    for (size_t i = 0; i < nodes; ++i) {
      cpu.push_back(2 * static_cast<int64_t>(1000 + (i * 7919) % 997));
      memory.push_back(4000 - cpu.back());
      total += cpu.back();
    }
    const int64_t half = total / 4 * 2 + 1;
    const AmountRequest needs[] = {{half, cpu},
                                   {static_cast<int64_t>(nodes) / 2 * 4000 - half, memory}};
    const Merged merged = narrowest(Asked(nodes, kRestricted), needs);
    EXPECT_LT(merged.steps, 300'000u);
    EXPECT_EQ(text_of(merged).find("SearchLimit") != std::string::npos, nodes > kMaxSearchedNodes)
        << text_of(merged);
    EXPECT_EQ(merged.admit, nodes <= kMaxSearchedNodes);
  }
}

}  // namespace
}  // namespace koord::numa
