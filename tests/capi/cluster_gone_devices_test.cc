// Warnings about allocated devices that their nodes do not have any more.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "capi/cluster_devices_support.h"

namespace koord::testing {
namespace {

void keep(void *user, koord_log_level level, const char *message, size_t length) {
  EXPECT_EQ(level, KOORD_LOG_LEVEL_WARNING);
  static_cast<std::vector<std::string> *>(user)->emplace_back(message, length);
}

std::string gpus(const std::string &id) {
  return R"({"metadata":{"name":"n1"},"spec":{"devices":[{"type":"gpu","minor":0,"health":true,"id":")" +
         id +
         R"(","resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory-ratio":"100"}}]}})";
}

TEST(GoneDevices, AreLoggedOnce) {
  std::vector<std::string> log;
  koord_context *context = nullptr;
  ASSERT_EQ(koord_context_new(&context, nullptr), KOORD_OK);
  const ContextPtr owner(context);
  koord_context_set_log(context, &keep, &log);
  koord_cluster *raw = nullptr;
  ASSERT_EQ(koord_cluster_new(context, nullptr, nullptr, 0, &raw, nullptr), KOORD_OK);
  const ClusterPtr cluster(raw);
  ASSERT_EQ(set_devices(cluster, gpus("GPU-a")), KOORD_OK);
  const auto set_pod = [&](const std::string &cpu) {
    const PodPtr pod = device_pod(
        "u1", R"("nvidia.com/gpu":"1")", "n1",
        R"("scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":0,\"id\":\"GPU-a\"}]}")",
        cpu);
    EXPECT_EQ(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, nullptr), KOORD_OK);
  };
  set_pod("1");
  EXPECT_TRUE(log.empty());
  const std::string gone =
      R"( has the "gpu" device with minor 0 and id "GPU-a", but no device of node "n1" has this id: )"
      "it counts as gone; delete the pod or restore the device";
  ASSERT_EQ(set_devices(cluster, gpus("GPU-b")), KOORD_OK);
  EXPECT_EQ(log, std::vector<std::string>{R"(pod "u1")" + gone});
  ASSERT_EQ(set_devices(cluster, gpus("GPU-b")), KOORD_OK);
  set_pod("2");
  EXPECT_EQ(log.size(), 1U) << "a change of the pod is no news";
  EXPECT_EQ(koord_cluster_remove_pod(cluster.get(), "u1", 2, nullptr), KOORD_OK);
  set_pod("1");
  ASSERT_EQ(log.size(), 2U);
  EXPECT_EQ(log[1], R"(pod "default/pod" (uid "u1"))" + gone);
}

}  // namespace
}  // namespace koord::testing
