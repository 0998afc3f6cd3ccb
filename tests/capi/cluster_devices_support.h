// Nodes with devices, and pods that request them, through the C interface.
#pragma once

#include "capi/cluster_support.h"

namespace koord::testing {

// Eight GPUs, four on each of two NUMA nodes and two on each PCIe
// switch, and an RDMA device on every switch.
inline std::string device_json(std::string_view node, std::string_view unhealthy = "") {
  std::string out = R"({"apiVersion":"scheduling.koordinator.sh/v1alpha1","kind":"Device",)";
  out += R"("metadata":{"name":")" + std::string(node) + R"("},"spec":{"devices":[)";
  for (int i = 0; i < 8; ++i) {
    const std::string minor = std::to_string(i);
    const std::string place = R"("topology":{"socketID":)" + std::to_string(i / 4) +
                              R"(,"nodeID":)" + std::to_string(i / 4) + R"(,"pcieID":"p)" +
                              std::to_string(i / 2) + R"("}})";
    out += (i == 0 ? "" : ",") + std::string(R"({"type":"gpu","id":"GPU-)") + minor +
           R"(","minor":)" + minor + R"(,"health":)" + (unhealthy == minor ? "false" : "true") +
           R"(,"resources":{"koordinator.sh/gpu-core":"100","koordinator.sh/gpu-memory":"80Gi",)" +
           R"("koordinator.sh/gpu-memory-ratio":"100"},)" + place;
    if (i % 2 == 0)
      out += R"(,{"type":"rdma","id":"0000:)" + minor + R"(0:00.0","minor":)" +
             std::to_string(i / 2) +
             R"(,"health":true,"resources":{"koordinator.sh/rdma":"100"},)" + place;
  }
  return out + "]}}";
}

inline koord_status set_devices(const ClusterPtr &cluster, const std::string &json,
                                koord_error *err = nullptr) {
  return koord_cluster_set_devices(cluster.get(), json.data(), json.size(), nullptr, err);
}

// A pod with shared CPUs that requests devices, as in R"("nvidia.com/gpu":"2")".
inline PodPtr device_pod(std::string_view uid, std::string_view requests,
                         std::string_view node = "", std::string_view annotations = "",
                         std::string_view cpu = "1") {
  return pod_from(R"({"metadata":{"name":"pod","uid":")" + std::string(uid) +
                  R"(","annotations":{)" + std::string(annotations) + R"(}},"spec":{"nodeName":")" +
                  std::string(node) +
                  R"(","containers":[{"name":"c","resources":{"limits":{"cpu":")" +
                  std::string(cpu) + R"(","memory":"1Gi",)" + std::string(requests) + "}}}]}}");
}

inline std::string devices_of(const ClusterPtr &cluster, std::string_view uid) {
  koord_buffer *out = nullptr;
  koord_error err{};
  EXPECT_EQ(koord_cluster_get_pod_devices(cluster.get(), uid.data(), uid.size(), &out, &err),
            KOORD_OK)
      << err.message;
  const BufferPtr owner(out);
  return text_of(out);
}

// Returns types and minors in an annotation, as in "gpu 0 1; rdma 0".
inline std::string minors_in(const std::string &annotation) {
  std::string out;
  for (size_t i = 0; i < annotation.size(); ++i) {
    if (annotation.compare(i, 8, "\"minor\":") == 0) {
      out += ' ';
      for (i += 8; annotation[i] >= '0' && annotation[i] <= '9'; ++i) out += annotation[i];
    }
    for (const char *type : {"gpu", "rdma"})
      if (annotation.compare(i, std::string(type).size() + 4, "\"" + std::string(type) + "\":[") ==
          0)
        out += (out.empty() ? "" : "; ") + std::string(type);
  }
  return out;
}

}  // namespace koord::testing
