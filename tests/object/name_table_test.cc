#include "object/name_table.h"

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "object/resources.h"

namespace koord::object {
namespace {

TEST(NameTable, ANameHasItsNumberForAsLongAsSomethingMentionsIt) {
  const Resources resources;
  auto first = resources.mention(Mention::kByPod);
  const ResourceId number = first->add("example.com/a");
  EXPECT_EQ(number, kWellKnownResources);
  auto second = resources.mention(Mention::kByPod);
  EXPECT_EQ(second->add("example.com/a"), number);
  EXPECT_EQ(resources.find("example.com/a"), number);
  first.reset();
  EXPECT_EQ(resources.find("example.com/a"), number);
  second.reset();
  EXPECT_EQ(resources.find("example.com/a"), Resources::kUnknown);
  std::string text;
  EXPECT_FALSE(resources.names().find(static_cast<int32_t>(number), text));
}

TEST(NameTable, NamesWithRulesAreNeverRemoved) {
  const Resources resources;
  {
    auto names = resources.mention(Mention::kByNode);
    EXPECT_EQ(names->add("cpu"), Resources::kCpu);
    EXPECT_EQ(names->add("koordinator.sh/gpu"), kResourceGpu);
    EXPECT_TRUE(names->empty());
    EXPECT_EQ(keep(names), nullptr);
  }
  EXPECT_EQ(resources.find("cpu"), Resources::kCpu);
  for (int32_t number = 0; number < int32_t{kWellKnownResources}; ++number) {
    std::string text;
    EXPECT_TRUE(resources.names().find(number, text));
    EXPECT_EQ(rank_of(text), static_cast<ResourceId>(number));
  }
}

TEST(NameTable, OnlyNamesOfNodesAreShared) {
  const Resources resources;
  const auto pod = resources.mention(Mention::kByPod);
  const uint64_t version = resources.names().version();
  pod->add("example.com/a");
  EXPECT_EQ(resources.names().version(), version);
  const auto other = resources.mention(Mention::kByPod);
  EXPECT_EQ(other->add_known("example.com/a"), Resources::kUnknown);
  auto node = resources.mention(Mention::kByNode);
  node->add("example.com/a");
  EXPECT_NE(resources.names().version(), version);
  EXPECT_EQ(other->add_known("example.com/a"), pod->add("example.com/a"));
  node.reset();
  EXPECT_EQ(resources.mention(Mention::kByPod)->add_known("example.com/a"), Resources::kUnknown);
}

// Compares the table with a count of mentions, for random mentions of
// many more names than are in use at a time.
TEST(NameTable, DrawnMentionsAgreeWithACount) {
  std::mt19937 draw(7);
  const Resources resources;
  std::vector<std::pair<std::string, std::shared_ptr<Names>>> held;
  std::map<std::string, int> count;
  std::map<std::string, ResourceId> numbers;
  ResourceId highest = 0;
  for (int i = 0; i < 100000; ++i) {
    if (held.size() < 50 || (held.size() < 100 && draw() % 2 == 0)) {
      const std::string name = "example.com/" + std::to_string(draw() % 5000);
      auto names = resources.mention(draw() % 2 == 0 ? Mention::kByPod : Mention::kByNode);
      const ResourceId number = names->add(name);
      if (count[name]++ == 0) numbers[name] = number;
      ASSERT_EQ(number, numbers[name]);
      ASSERT_EQ(resources.names().name(number), name);
      highest = std::max(highest, number);
      held.emplace_back(name, std::move(names));
    } else {
      std::swap(held[draw() % held.size()], held.back());
      const std::string name = held.back().first;
      held.pop_back();
      if (--count[name] == 0) {
        ASSERT_EQ(resources.find(name), Resources::kUnknown);
        count.erase(name);
      }
    }
  }
  // Numbers of unused names are reused.
  EXPECT_LT(highest, 3000u);
}

TEST(NameTable, OrderedByRuleAndName) {
  const KnownFirst before;
  EXPECT_TRUE(before("memory", "a"));
  EXPECT_TRUE(before("cpu", "memory"));
  EXPECT_TRUE(before("a", "b"));
  EXPECT_FALSE(before("b", "a"));
  EXPECT_FALSE(before("koordinator.sh/fpga", "koordinator.sh/fpga"));
}

}  // namespace
}  // namespace koord::object
