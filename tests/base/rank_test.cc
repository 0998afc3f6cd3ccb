#include "base/rank.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace koord {
namespace {

TEST(Rank, CountsValuesThatAreNoLarger) {
  // 0, 2, 2, 6, 8, 8, 12 ...
  std::vector<int64_t> ascending;
  for (int64_t size = 0; size < 200; ++size) {
    for (int64_t value = -1; value <= 2 * size + 1; ++value) {
      const auto expected =
          std::upper_bound(ascending.begin(), ascending.end(), value) - ascending.begin();
      ASSERT_EQ(rank_of(value, std::span<const int64_t>(ascending)), expected)
          << value << " of " << size;
    }
    ascending.push_back(2 * size - (size % 3 == 2 ? 2 : 0));
  }
}

TEST(Rank, OfTheLargestValues) {
  const std::vector<int64_t> ends{INT64_MIN, INT64_MAX};
  EXPECT_EQ(rank_of(INT64_MIN, std::span(ends)), 1u);
  EXPECT_EQ(rank_of(INT64_MAX, std::span(ends)), 2u);
}

}  // namespace
}  // namespace koord
