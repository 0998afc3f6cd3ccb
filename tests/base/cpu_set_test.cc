#include "base/cpu_set.h"

#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "support/expect_error.h"

namespace koord {
namespace {

std::set<int> members(const CpuSet &set) {
  std::set<int> out;
  int last = -1;
  set.for_each([&](int cpu) {
    EXPECT_GT(cpu, last);
    last = cpu;
    out.insert(cpu);
  });
  return out;
}

CpuSet from(const std::set<int> &cpus) {
  CpuSet set;
  for (const int cpu : cpus) set.add(cpu);
  return set;
}

TEST(CpuSet, StartsEmpty) {
  const CpuSet set;
  EXPECT_TRUE(set.empty());
  EXPECT_EQ(set.count(), 0);
  EXPECT_EQ(set.first(), -1);
  EXPECT_FALSE(set.contains(0));
  EXPECT_FALSE(set.contains(8191));
  EXPECT_EQ(set.to_string(), "");
  EXPECT_EQ(set, CpuSet{});
}

TEST(CpuSet, AddsAndRemovesAtTheEdgesOfWords) {
  for (const int cpu : {0, 1, 63, 64, 127, 128, 4095, 8190, 8191}) {
    CpuSet set{5, cpu};
    EXPECT_TRUE(set.contains(cpu));
    EXPECT_EQ(set.first(), std::min(5, cpu));
    set.remove(cpu);
    EXPECT_FALSE(set.contains(cpu));
    EXPECT_EQ(set, CpuSet{5});
    set.remove(8191);  // beyond the words in use
    EXPECT_EQ(set.count(), 1);
  }
}

TEST(CpuSet, EqualityDoesNotDependOnUnusedWords) {
  CpuSet wide{3, 8000};
  wide.remove(8000);
  EXPECT_EQ(wide, CpuSet{3});
  EXPECT_EQ(CpuSet{3}, wide);
  EXPECT_FALSE(wide == (CpuSet{3, 4}));
  EXPECT_FALSE((CpuSet{3, 8000}) == CpuSet{3});
  wide.remove(3);
  EXPECT_TRUE(wide.empty());
  EXPECT_EQ(wide.first(), -1);
}

TEST(CpuSet, CopiesAreIndependent) {
  CpuSet a{1, 700};
  CpuSet b = a;
  b.add(2);
  EXPECT_FALSE(a.contains(2));
  a = CpuSet{9};
  EXPECT_EQ(a.to_string(), "9");
  EXPECT_FALSE(a.contains(700));
  a = *&a;
  EXPECT_EQ(a.to_string(), "9");
}

// Compares every operation with std::set, on random sets of different widths.
TEST(CpuSet, OperationsAgreeWithSets) {
  std::mt19937 random(11);
  for (int round = 0; round < 300; ++round) {
    const auto some = [&] {
      const int width = 1 + static_cast<int>(random() % (round % 3 == 0 ? 8192 : 200));
      std::set<int> cpus;
      for (auto i = random() % 80; i > 0; --i)
        cpus.insert(static_cast<int>(random() % static_cast<unsigned>(width)));
      return cpus;
    };
    const std::set<int> a = some(), b = some();
    const CpuSet x = from(a), y = from(b);
    std::set<int> both, either = a, only;
    for (const int cpu : a) (b.contains(cpu) ? both : only).insert(cpu);
    either.insert(b.begin(), b.end());

    EXPECT_EQ(members(x), a);
    EXPECT_EQ(members(x & y), both);
    EXPECT_EQ(members(x | y), either);
    EXPECT_EQ(members(x - y), only);
    EXPECT_EQ(x.count(), static_cast<int>(a.size()));
    EXPECT_EQ(x.count_and(y), static_cast<int>(both.size()));
    EXPECT_EQ(x.intersects(y), !both.empty());
    EXPECT_EQ(x.is_subset_of(y), only.empty());
    EXPECT_TRUE((x & y).is_subset_of(x));
    EXPECT_EQ(x == y, a == b);
    EXPECT_EQ(CpuSet::parse(x.to_string()), x);
    EXPECT_EQ(x.first(), a.empty() ? -1 : *a.begin());

    std::vector<uint64_t> words(CpuSet::kMaxWords, ~uint64_t{0});
    x.to_words(words);
    EXPECT_EQ(CpuSet::from_words(words), x);
  }
}

TEST(CpuSet, WordsBeyondTheCapacityMustBeZero) {
  std::vector<uint64_t> words(CpuSet::kMaxWords + 2, 0);
  words[CpuSet::kMaxWords - 1] = uint64_t{1} << 63;
  EXPECT_EQ(CpuSet::from_words(words).to_string(), "8191");
  words[CpuSet::kMaxWords + 1] = 2;
  EXPECT_ERROR(CpuSet::from_words(words), Status::kInvalid, "8257");
}

TEST(CpuSet, SetWordGrowsWithZeros) {
  CpuSet set{0};
  set.set_word(3, 1);
  EXPECT_EQ(set.to_string(), "0,192");
  EXPECT_EQ(set.word_count(), 4u);
  EXPECT_EQ(set.word(1), 0u);
  EXPECT_EQ(set.word(127), 0u);
  set.set_word(3, 0);
  EXPECT_EQ(set, CpuSet{0});
}

TEST(CpuSet, ListsCollapseRuns) {
  EXPECT_EQ((CpuSet{0, 1}).to_string(), "0-1");
  EXPECT_EQ((CpuSet{0, 2, 3, 4, 6}).to_string(), "0,2-4,6");
  EXPECT_EQ((CpuSet{63, 64}).to_string(), "63-64");
  EXPECT_EQ((CpuSet{8191}).to_string(), "8191");
}

TEST(CpuSet, ParsesLists) {
  EXPECT_EQ(CpuSet::parse("").to_string(), "");
  EXPECT_EQ(CpuSet::parse("7").to_string(), "7");
  EXPECT_EQ(CpuSet::parse("3,1-2,2").to_string(), "1-3");
  EXPECT_EQ(CpuSet::parse("0-0").to_string(), "0");
  EXPECT_EQ(CpuSet::parse("0-8191").count(), 8192);
  EXPECT_EQ(CpuSet::parse("62-65,126-129").to_string(), "62-65,126-129");
  EXPECT_EQ(CpuSet::parse("007").to_string(), "7");
}

TEST(CpuSet, RefusesInvalidLists) {
  for (const char *text :
       {" ",    "1 ",    " 1", "1, 2", ",",   "1,",  ",1",    "1,,2", "-",    "-1",     "1-",
        "1--2", "1-2-3", "a",  "1a",   "0x1", "1:2", "1-8:2", "+1",   "1-+2", "1-2,\n", "1.5"})
    EXPECT_ERROR(CpuSet::parse(text, "cpus"), Status::kInvalid, "cpus: ");
  EXPECT_ERROR(CpuSet::parse("4-3"), Status::kInvalid, "ends before it starts");
  EXPECT_ERROR(CpuSet::parse("8192"), Status::kInvalid, "8191");
  EXPECT_ERROR(CpuSet::parse("0-8192"), Status::kInvalid, "8191");
  EXPECT_ERROR(CpuSet::parse("99999999999999999999999"), Status::kInvalid, "8191");
  EXPECT_ERROR(CpuSet::parse(std::string_view("1\0002", 3)), Status::kInvalid, "cpuset");
}

}  // namespace
}  // namespace koord
