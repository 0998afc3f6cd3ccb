// Pods that state their GPUs in every possible way, and helpers that read their allocations.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "sched/draw.h"

namespace koord::testing {

inline DeviceObject visible_gpus_of(const std::string &node, int count) {
  DeviceObject out;
  out.node = node;
  for (int minor = 0; minor < count; ++minor) {
    DeviceInfo info;
    info.type = "gpu";
    info.id = "GPU-" + std::to_string(minor);
    info.minor = minor;
    info.healthy = true;
    info.resources = {{"koordinator.sh/gpu-core", 100},
                      {"koordinator.sh/gpu-memory", 80 * kGi},
                      {"koordinator.sh/gpu-memory-ratio", 100}};
    out.devices.push_back(std::move(info));
  }
  return out;
}

inline PodObject seeing(const std::string &uid, const std::string &node, VisibleGpus visible,
                        int gpus = 1) {
  PodObject pod = pod_of(uid, Qos::kLs, 500);
  if (gpus > 0) pod.containers[0].requests.push_back({"nvidia.com/gpu", gpus});
  pod.containers[0].limits = pod.containers[0].requests;
  pod.node = node;
  pod.devices.visible = std::move(visible);
  return pod;
}

inline std::string minors(const Cluster &cluster, const std::string &uid) {
  sched::Allocation allocation;
  EXPECT_EQ(cluster.allocation(uid, allocation), Outcome::kDone);
  std::string out;
  for (const AllocatedDevice &device : allocation.devices)
    out += std::to_string(device.minor) + ' ';
  return out;
}

inline PodObject stating(const std::string &uid, std::vector<int32_t> gpus, int asked = 1) {
  PodObject pod = seeing(uid, "n", {}, asked);
  for (const int32_t minor : gpus) pod.devices.allocated.push_back({"gpu", minor, "", {}, {}, {}});
  return pod;
}

}  // namespace koord::testing
