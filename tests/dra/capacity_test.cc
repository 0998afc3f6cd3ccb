// Rounding and request policies of consumable capacity.
#include "dra/capacity.h"

#include <gtest/gtest.h>

namespace koord::dra {
namespace {

TEST(Capacity, WithoutPolicyTheWholeValueIsTheDefault) {
  Capacity capacity;
  capacity.value = 10;
  EXPECT_EQ(consumption(capacity, std::nullopt), 10);
  EXPECT_EQ(consumption(capacity, 3), 3);
  EXPECT_EQ(consumption(capacity, 11), std::nullopt);
}

TEST(Capacity, RangesRoundUpToAStepFromTheMinimum) {
  Capacity capacity;
  capacity.value = 40;
  capacity.policy = RequestPolicy::kRange;
  capacity.fallback = 5;
  capacity.min = 4;
  capacity.step = 3;
  capacity.max = 10;
  EXPECT_EQ(consumption(capacity, std::nullopt), 5);  // the default needs no step
  EXPECT_EQ(consumption(capacity, 0), 4);
  EXPECT_EQ(consumption(capacity, 4), 4);
  EXPECT_EQ(consumption(capacity, 8), 10);
  EXPECT_EQ(consumption(capacity, 11), std::nullopt);  // 13 exceeds the maximum
}

TEST(Capacity, ListsRoundUpToTheNextValue) {
  Capacity capacity;
  capacity.value = 40;
  capacity.policy = RequestPolicy::kValues;
  capacity.values = {2, 8, 64};
  EXPECT_EQ(consumption(capacity, 1), 2);
  EXPECT_EQ(consumption(capacity, 3), 8);
  EXPECT_EQ(consumption(capacity, 9), std::nullopt);   // 64 is more than the device has
  EXPECT_EQ(consumption(capacity, 65), std::nullopt);  // no such value
}

}  // namespace
}  // namespace koord::dra
