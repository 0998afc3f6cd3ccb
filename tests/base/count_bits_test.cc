#include "base/count_bits.h"

#include <gtest/gtest.h>

namespace koord {
namespace {

static_assert(count_bits(0) == 0 && count_bits(0xf0f0) == 8 && count_bits(~uint64_t{0}) == 64);

TEST(CountBits, RunTimeAndCompileTimeCountsAgree) {
  for (int i = 0; i < 64; ++i) {
    volatile uint64_t low = (uint64_t{1} << i) - 1;
    EXPECT_EQ(count_bits(low), i);
    EXPECT_EQ(count_bits(~low), 64 - i);
    EXPECT_EQ(count_bits(uint64_t{1} << i), 1);
  }
}

}  // namespace
}  // namespace koord
