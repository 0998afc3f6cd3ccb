#include "object/objects.h"

#include <gtest/gtest.h>

#include <string>

#include "object/spellings.h"

namespace koord::object {
namespace {

TEST(Amounts, AreFoundByName) {
  const Amounts amounts = {{"cpu", 1000}, {"memory", 0}, {"x/gpu", 2}};
  EXPECT_EQ(amount_of(amounts, "x/gpu"), 2);
  EXPECT_EQ(amount_of(amounts, "x"), 0);
  EXPECT_EQ(amount_of({}, "cpu"), 0);
  ASSERT_NE(find_amount(amounts, "memory"), nullptr);
  EXPECT_EQ(find_amount(amounts, "memory")->value, 0);
  EXPECT_EQ(find_amount(amounts, "zzz"), nullptr);
}

TEST(Amounts, AreFoundAmongFewAndMany) {
  Amounts amounts;
  for (int64_t i = 0; i < 20; ++i) {
    for (int64_t j = 0; j <= i; ++j) {
      const std::string name = "r" + std::to_string(100 + j);
      const Amount *found = find_amount(amounts, name);
      if (j < i) {
        ASSERT_NE(found, nullptr) << name << " of " << i;
        EXPECT_EQ(found->value, j);
      } else {
        EXPECT_EQ(found, nullptr) << name << " of " << i;
      }
    }
    amounts.push_back({"r" + std::to_string(100 + i), i});
  }
}

TEST(Describe, NamesAnObjectOnOneShortLine) {
  EXPECT_EQ(describe("Pod", "default", "web-0.x"), "Pod default/web-0.x");
  EXPECT_EQ(describe("Node", "", "n1"), "Node n1");
  EXPECT_EQ(describe("Pod", "a\nb", "c"), "Pod \"a\\x0ab\"/c");
  EXPECT_EQ(describe("Pod", "", std::string(1000, 'a')), "Pod \"" + std::string(63, 'a') + "\"...");
}

template <typename Value, size_t N>
void check_table(const Spelling<Value> (&table)[N]) {
  for (const auto &entry : table) {
    const auto *found = find_text(table, entry.text);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->value, entry.value) << entry.text << " is ambiguous";
  }
  EXPECT_EQ(find_text(table, "Foo"), nullptr);
  EXPECT_EQ(find_value(table, static_cast<Value>(99)), nullptr);
}

TEST(Spellings, AreUnambiguous) {
  check_table(kQosSpellings);
  check_table(kKubeQosSpellings);
  check_table(kPriorityClassSpellings);
  check_table(kPodBindSpellings);
  check_table(kExclusiveSpellings);
  check_table(kNodeBindSpellings);
  check_table(kNumaPolicySpellings);
  check_table(kNodeStrategySpellings);
  check_table(kNumaExclusiveSpellings);
}

}  // namespace
}  // namespace koord::object
