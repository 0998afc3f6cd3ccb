// Answers compared with the best of all allocations, on random problems.
#include "dra/search.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "dra/brute_force.h"
#include "dra/drawn_problem.h"
#include "dra/miss.h"

namespace koord::dra::test {
namespace {

// KOORD_DRA_CASES=100000 is the full proof, which takes minutes.
uint32_t cases() {
  const char *text = std::getenv("KOORD_DRA_CASES");
  return text != nullptr ? static_cast<uint32_t>(std::strtoul(text, nullptr, 10)) : 3000;
}

Allocation allocation_of(const Problem &problem, const Answer &answer) {
  Allocation out;
  out.devices.resize(problem.slots().size());
  out.alternatives.assign(problem.slots().size(), -1);
  for (const Pick &pick : answer.picks) {
    out.alternatives[pick.slot] = static_cast<int>(pick.option);
    out.devices[pick.slot].push_back(static_cast<int>(pick.device));
  }
  return out;
}

// Compares answers with the best of all allocations.
template <typename InventoryOf, typename ClaimsOf>
void expect_best(uint32_t cases, InventoryOf &&inventory_of, ClaimsOf &&claims_of) {
  Problem problem;
  Search search;
  Answer answer;
  size_t found = 0, refused = 0;
  for (uint32_t seed = 1; seed <= cases; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(seed);
    const Inventory inventory = inventory_of(draw);
    const Claims claims = claims_of(draw, inventory.devices.size());
    const std::optional<Allocation> expected = BruteForce(inventory, claims).best();
    problem.prepare(inventory, claims, {});
    search.run(problem, Wanted::kBest, kDefaultSteps, answer);
    ASSERT_FALSE(answer.truncated);
    ASSERT_EQ(answer.found, expected.has_value());
    ++(answer.found ? found : refused);
    if (!answer.found) continue;
    const Allocation actual = allocation_of(problem, answer);
    EXPECT_EQ(actual.alternatives, expected->alternatives);
    EXPECT_EQ(actual.devices, expected->devices);
    const Score &score = answer.score;
    EXPECT_EQ((std::vector<size_t>{score.numa_nodes, score.unplaced, score.pcie_roots, score.opened,
                                   score.idle}),
              std::get<1>(expected->rank));
    if (testing::Test::HasFailure()) return;
  }
  // Both outcomes are frequent, so that neither is tested by chance only.
  EXPECT_GT(found, cases / 10);
  EXPECT_GT(refused, cases / 10);
}

TEST(Search, FindsTheBestOfAllAllocations) {
  expect_best(
      cases(), [](Draw &draw) { return draw.inventory(); },
      [](Draw &draw, size_t devices) { return draw.claims(devices); });
}

// Here most devices can be exchanged, and most claims.
TEST(Search, FindsTheBestPartitions) {
  expect_best(
      cases() / 5, [](Draw &draw) { return draw.partitions(); },
      [](Draw &draw, size_t devices) { return draw.equal_claims(devices); });
}

// Equal claims get equal alternatives in the order of their devices, but the first claim gets the
// earlier alternative, even if its devices are higher.
TEST(Search, EarlierAlternativesMatterMoreThanLowerDevices) {
  Inventory inventory;
  inventory.devices.resize(4);
  for (uint32_t i = 0; i < 4; ++i) inventory.attributes.push_back({i, 0, i / 2});
  inventory.index();
  const auto devices = [](std::initializer_list<size_t> numbers) {
    DeviceSet out(4);
    for (const size_t i : numbers) out.add(i);
    return out;
  };
  Claims claims;
  for (uint32_t claim = 0; claim < 2; ++claim) {
    claims.alternatives.push_back({.claim = claim, .selected = devices({0, 1, 2, 3})});
    claims.alternatives.push_back({.claim = claim, .request = 1, .selected = devices({3})});
    claims.alternatives.push_back({.claim = claim, .request = 1, .selected = devices({1})});
  }
  claims.constraints = {{false, 0, 0, {true, true, true, false, false, false}},
                        {false, 1, 0, {false, false, false, true, true, true}}};
  Problem problem;
  Search search;
  Answer answer;
  problem.prepare(inventory, claims, {});
  search.run(problem, Wanted::kBest, kDefaultSteps, answer);
  ASSERT_TRUE(answer.found);
  EXPECT_EQ(allocation_of(problem, answer).devices,
            (std::vector<std::vector<int>>{{2}, {3}, {0}, {1}}));
  EXPECT_EQ(allocation_of(problem, answer).devices, BruteForce(inventory, claims).best()->devices);
}

TEST(Search, AnyAnswerExistsIfAndOnlyIfTheBestDoes) {
  Problem problem;
  Search search;
  Answer any, best;
  for (uint32_t seed = 1; seed <= cases(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Draw draw(seed);
    const Inventory inventory = draw.inventory();
    const Claims claims = draw.claims(inventory.devices.size());
    problem.prepare(inventory, claims, {});
    search.run(problem, Wanted::kAny, kDefaultSteps, any);
    search.run(problem, Wanted::kBest, kDefaultSteps, best);
    ASSERT_EQ(any.found, best.found);
    ASSERT_LE(any.steps, best.steps);
  }
}

}  // namespace
}  // namespace koord::dra::test
