#include <string>
#include <string_view>

#include "capi/capi_support.h"

namespace koord::testing {
namespace {

struct FreeCluster {
  void operator()(koord_cluster *cluster) const { koord_cluster_free(cluster); }
};

constexpr std::string_view kNode =
    R"({"metadata":{"name":"n"},"status":{"allocatable":{"cpu":"8","memory":"8Gi","example.com/fpga":"1"}}})";
constexpr std::string_view kPod =
    R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","resources":{"limits":{"example.com/fpga":"3"}}}]}})";

std::string sentence(const koord_cluster *cluster, const koord_refusal &refusal) {
  char text[256];
  size_t needed = 0;
  EXPECT_EQ(koord_cluster_format_refusal(cluster, &refusal, text, sizeof text, &needed, nullptr),
            KOORD_OK);
  EXPECT_EQ(std::string(text).size(), needed);
  return text;
}

// A refusal for too little of a resource names the resource.
TEST(ClusterResource, IsNamed) {
  koord_cluster *cluster = nullptr;
  ASSERT_EQ(koord_cluster_new(nullptr, nullptr, nullptr, 0, &cluster, nullptr), KOORD_OK);
  const std::unique_ptr<koord_cluster, FreeCluster> owner(cluster);
  uint32_t node = 0;
  ASSERT_EQ(koord_cluster_set_node(cluster, kNode.data(), kNode.size(), &node, nullptr), KOORD_OK);
  koord_pod *pod = nullptr;
  ASSERT_EQ(koord_pod_from_json(nullptr, kPod.data(), kPod.size(), &pod, nullptr), KOORD_OK);
  const PodPtr pod_owner(pod);
  koord_refusal refusal{};
  ASSERT_EQ(koord_cluster_judge(cluster, pod, nullptr, node, &refusal, nullptr, nullptr), KOORD_OK);
  ASSERT_EQ(refusal.reason, KOORD_REASON_INSUFFICIENT_RESOURCE);
  EXPECT_EQ(refusal.needed, 3);
  EXPECT_EQ(refusal.best, 1);
  char text[32];
  size_t needed = 0;
  ASSERT_EQ(koord_cluster_get_resource_name(cluster, refusal.resource, text, sizeof text, &needed,
                                            nullptr),
            KOORD_OK);
  EXPECT_EQ(std::string(text), "example.com/fpga");
  EXPECT_EQ(needed, 16u);
  EXPECT_EQ(koord_cluster_get_resource_name(cluster, refusal.resource, text, 16, &needed, nullptr),
            KOORD_E_NO_SPACE);
  EXPECT_EQ(needed, 16u);
  koord_error err{};
  for (const int32_t other : {-1, 1000, INT32_MAX, INT32_MIN}) {
    EXPECT_EQ(koord_cluster_get_resource_name(cluster, other, text, sizeof text, &needed, &err),
              KOORD_E_NOT_FOUND)
        << other;
  }
  EXPECT_EQ(std::string(err.message), "resource -2147483648: there is no such resource");
  EXPECT_EQ(koord_cluster_get_resource_name(nullptr, 0, text, sizeof text, &needed, nullptr),
            KOORD_E_INVALID);
  EXPECT_EQ(sentence(cluster, refusal), "needs 3 of example.com/fpga; the node has 1 available");
  refusal.resource = 1000;
  EXPECT_EQ(sentence(cluster, refusal), "needs 3 of a resource; the node has 1 available");
}

TEST(ClusterFormatRefusal, FollowsTheSpaceRule) {
  koord_cluster *cluster = nullptr;
  ASSERT_EQ(koord_cluster_new(nullptr, nullptr, nullptr, 0, &cluster, nullptr), KOORD_OK);
  const std::unique_ptr<koord_cluster, FreeCluster> owner(cluster);
  koord_refusal refusal{};
  refusal.reason = KOORD_REASON_NODE_UNSCHEDULABLE;
  char text[4] = "###";
  size_t needed = 0;
  EXPECT_FAILS(koord_cluster_format_refusal(cluster, &refusal, text, sizeof text, &needed, &err),
               KOORD_E_NO_SPACE, "text");
  EXPECT_GT(needed, sizeof text);
  EXPECT_STREQ(text, "###");
  EXPECT_FAILS(koord_cluster_format_refusal(cluster, nullptr, text, sizeof text, &needed, &err),
               KOORD_E_INVALID, "refusal: is NULL");
  EXPECT_FAILS(koord_cluster_format_refusal(nullptr, &refusal, text, sizeof text, &needed, &err),
               KOORD_E_INVALID, "cluster: is NULL");
  refusal.reason = KOORD_REASON_NONE;
  EXPECT_EQ(sentence(cluster, refusal), "");
  // The numbers may come from any source.
  refusal.reason = KOORD_REASON_INSUFFICIENT_RESOURCE;
  for (const int32_t number : {-2, INT32_MIN, INT32_MAX}) {
    refusal.resource = refusal.device_type = number;
    EXPECT_NE(sentence(cluster, refusal), "") << number;
  }
}

// A refusal for too few devices names their type.
TEST(ClusterDeviceType, IsNamed) {
  koord_cluster *cluster = nullptr;
  ASSERT_EQ(koord_cluster_new(nullptr, nullptr, nullptr, 0, &cluster, nullptr), KOORD_OK);
  const std::unique_ptr<koord_cluster, FreeCluster> owner(cluster);
  const std::string_view devices =
      R"({"metadata":{"name":"n"},"spec":{"devices":[{"type":"quantum","id":"q","minor":0,"health":true,)"
      R"("resources":{"example.com/fpga":"100"}}]}})";
  uint32_t node = 0;
  ASSERT_EQ(koord_cluster_set_node(cluster, kNode.data(), kNode.size(), &node, nullptr), KOORD_OK);
  ASSERT_EQ(koord_cluster_set_devices(cluster, devices.data(), devices.size(), &node, nullptr),
            KOORD_OK);
  const std::string_view wants =
      R"({"metadata":{"name":"p"},"spec":{"containers":[{"name":"c","resources":{"limits":{"example.com/fpga":"200"}}}]}})";
  koord_pod *pod = nullptr;
  ASSERT_EQ(koord_pod_from_json(nullptr, wants.data(), wants.size(), &pod, nullptr), KOORD_OK);
  const PodPtr pod_owner(pod);
  koord_refusal refusal{};
  ASSERT_EQ(koord_cluster_judge(cluster, pod, nullptr, node, &refusal, nullptr, nullptr), KOORD_OK);
  ASSERT_EQ(refusal.reason, KOORD_REASON_NOT_ENOUGH_DEVICES);
  EXPECT_EQ(refusal.object, KOORD_OBJECT_KIND_DEVICE);
  char text[32];
  size_t needed = 0;
  const auto name = [&](int32_t type, size_t capacity) {
    return koord_cluster_get_device_type_name(cluster, type, text, capacity, &needed, nullptr);
  };
  ASSERT_EQ(name(refusal.device_type, sizeof text), KOORD_OK);
  EXPECT_EQ(std::string(text), "quantum");
  EXPECT_EQ(sentence(cluster, refusal), "needs 2 quantum devices with enough left; the node has 1");
  EXPECT_EQ(name(refusal.device_type, 7), KOORD_E_NO_SPACE);
  EXPECT_EQ(needed, 7u);
  ASSERT_EQ(name(0, sizeof text), KOORD_OK);
  EXPECT_EQ(std::string(text), "gpu");
  for (const int32_t other : {-1, 64, INT32_MAX, INT32_MIN})
    EXPECT_EQ(name(other, sizeof text), KOORD_E_NOT_FOUND) << other;
  EXPECT_EQ(koord_cluster_get_device_type_name(nullptr, 0, text, sizeof text, &needed, nullptr),
            KOORD_E_INVALID);
}

}  // namespace
}  // namespace koord::testing
