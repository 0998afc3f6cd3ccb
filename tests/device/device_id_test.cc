#include "device/device_id.h"

#include <gtest/gtest.h>

namespace koord::device {
namespace {

constexpr const char *kUuid = "GPU-7b0c2f5e-9d14-5c3a-8e6f-1a2b3c4d5e6f";

TEST(DeviceIds, KindsFollowFromTheForm) {
  EXPECT_EQ(kind_of_id(""), IdKind::kNone);
  EXPECT_EQ(kind_of_id(kUuid), IdKind::kUuid);
  EXPECT_EQ(kind_of_id("7b0c2f5e-9d14-5c3a-8e6f-1a2b3c4d5e6f"), IdKind::kUuid);
  EXPECT_EQ(kind_of_id("0000:3b:00.0"), IdKind::kBusId);
  EXPECT_EQ(kind_of_id("00010000:3b:00.0"), IdKind::kBusId);
  EXPECT_EQ(kind_of_id("mlx5_0"), IdKind::kName);
}

TEST(DeviceIds, SpellingsOfOneIdAreTheSame) {
  EXPECT_TRUE(is_same_id(kUuid, "7b0c2f5e-9d14-5c3a-8e6f-1a2b3c4d5e6f"));
  EXPECT_TRUE(is_same_id(kUuid, "gpu-7B0C2F5E-9D14-5C3A-8E6F-1A2B3C4D5E6F"));
  EXPECT_TRUE(is_same_id("0000:3b:00.0", "00000000:3B:00.0"));
  EXPECT_TRUE(is_same_id("mlx5_0", "mlx5_0"));
}

TEST(DeviceIds, OtherIdsAreNotTheSame) {
  EXPECT_FALSE(is_same_id(kUuid, "GPU-7b0c2f5e-9d14-5c3a-8e6f-1a2b3c4d5e60"));
  EXPECT_FALSE(is_same_id("0000:3b:00.0", "0001:3b:00.0"));
  EXPECT_FALSE(is_same_id("0000:3b:00.0", "0000:3b:00.1"));
  EXPECT_FALSE(is_same_id("mlx5_0", "MLX5_0"));
  EXPECT_FALSE(is_same_id("0000:3b:00.0", kUuid));
  EXPECT_FALSE(is_same_id("", kUuid));
}

}  // namespace
}  // namespace koord::device
