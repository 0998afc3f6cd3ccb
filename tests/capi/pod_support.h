// A pod, and helpers that query it.
#pragma once

#include <cstring>
#include <string>
#include <string_view>
#include <utility>

#include "capi/capi_support.h"

namespace koord::testing {

inline PodPtr from_json(std::string_view json) {
  koord_pod *pod = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), KOORD_OK)
      << err.message;
  return PodPtr(pod);
}

inline koord_pod_info info_of(const koord_pod *pod) {
  koord_pod_info info = KOORD_INIT(koord_pod_info);
  EXPECT_EQ(koord_pod_get_info(pod, &info, nullptr), KOORD_OK);
  return info;
}

inline std::string text_of_pod(const koord_pod *pod, koord_pod_text which) {
  char text[64];
  size_t needed = 0;
  EXPECT_EQ(koord_pod_get_text(pod, which, text, sizeof text, &needed, nullptr), KOORD_OK);
  EXPECT_EQ(std::strlen(text), needed);
  return text;
}

using Amounts = std::pair<int64_t, int64_t>;  // request and limit
inline Amounts amounts_of(const koord_pod *pod, std::string_view resource) {
  Amounts out{-9, -9};
  EXPECT_EQ(koord_pod_get_request(pod, resource.data(), resource.size(), &out.first, &out.second,
                                  nullptr),
            KOORD_OK);
  return out;
}

inline constexpr std::string_view kPodDocument = R"({
  "metadata": {"name": "web-0", "namespace": "prod", "uid": "u-1",
    "labels": {"koordinator.sh/qosClass": "LSR"},
    "annotations": {
      "scheduling.koordinator.sh/resource-spec": "{\"preferredCPUBindPolicy\":\"FullPCPUs\",\"preferredCPUExclusivePolicy\":\"PCPULevel\"}",
      "scheduling.koordinator.sh/numa-topology-spec": "{\"numaTopologyPolicy\":\"SingleNUMANode\",\"singleNUMANodeExclusive\":\"Required\"}",
      "scheduling.koordinator.sh/resource-status": "{\"cpuset\":\"0-3\"}"}},
  "spec": {"nodeName": "node-1", "priority": 9100,
    "initContainers": [{"name": "log", "restartPolicy": "Always",
      "resources": {"requests": {"memory": "1Gi"}, "limits": {"memory": "1Gi"}}}],
    "containers": [{"name": "app", "resources": {"limits": {"cpu": "4", "memory": "4Gi"}}}]}})";

}  // namespace koord::testing
