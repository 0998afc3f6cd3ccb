// Builders for gangs that request GPUs.
#pragma once

#include <rapidcheck/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "plan/gang_support.h"

namespace koord::testing {

// Upper half of a matrix: links()[a * gpus + b] for a < b.
struct Links {
  size_t gpus = 0;
  std::vector<int> nvlinks;
  int between(size_t a, size_t b) const { return nvlinks[std::min(a, b) * gpus + std::max(a, b)]; }
  int sum(const std::vector<int32_t> &minors) const {
    int out = 0;
    for (size_t i = 0; i < minors.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        out += between(static_cast<size_t>(minors[i]), static_cast<size_t>(minors[j]));
    return out;
  }
};

inline Links links_of(size_t gpus, const std::vector<std::array<int, 3>> &wires) {
  Links out{gpus, std::vector<int>(gpus * gpus)};
  for (const auto &[a, b, nvlinks] : wires)
    out.nvlinks[static_cast<size_t>(a) * gpus + static_cast<size_t>(b)] = nvlinks;
  return out;
}

inline DeviceObject devices_of(const std::string &node, const Links &links, size_t numa_nodes = 1) {
  DeviceObject out;
  out.node = node;
  for (size_t minor = 0; minor < links.gpus; ++minor) {
    DeviceInfo info;
    info.type = "gpu";
    info.id = "GPU-" + std::to_string(minor);
    info.minor = static_cast<int32_t>(minor);
    info.healthy = true;
    info.resources = {{"koordinator.sh/gpu-core", 100},
                      {"koordinator.sh/gpu-memory", (40 + 40 * (info.minor % 2)) * kGi},
                      {"koordinator.sh/gpu-memory-ratio", 100}};
    info.labels = {{"half", minor % 2 == 0 ? "even" : "odd"}};
    info.placed = true;
    info.place.node = static_cast<int32_t>(minor * numa_nodes / links.gpus);
    out.devices.push_back(std::move(info));
    for (size_t other = 0; other < minor; ++other)
      out.links.push_back({static_cast<int32_t>(other), static_cast<int32_t>(minor),
                           PciDistance::kUnknown, links.between(other, minor)});
  }
  return out;
}

inline PodObject gpu_pod(const std::string &uid, int64_t gpus, int64_t milli = 1000) {
  PodObject pod = pod_of(uid, Qos::kLs, milli);
  Amounts &requests = pod.containers[0].requests;
  requests.push_back({"nvidia.com/gpu", gpus});
  std::sort(requests.begin(), requests.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  pod.containers[0].limits = requests;
  return pod;
}

inline std::vector<PodObject> workers(int n, int64_t gpus) {
  std::vector<PodObject> pods;
  for (int i = 0; i < n; ++i) pods.push_back(gpu_pod("worker-" + std::to_string(i), gpus));
  return pods;
}

inline std::vector<int32_t> minors(const sched::Holding &holding) {
  std::vector<int32_t> out;
  if (holding.devices() == nullptr) return out;
  for (const device::Grant &grant : *holding.devices()) out.push_back(grant.minor);
  return out;
}

// Formats pods and their devices, as in "worker-0 on 0: 1 2; ".
inline std::string describe(const GangAnswer &answer) {
  std::string out;
  for (const sched::Change &step : answer.changes.steps) {
    out += step.uid + " on " + std::to_string(step.node) + ":";
    for (const int32_t minor : minors(step.holding)) out += ' ' + std::to_string(minor);
    out += "; ";
  }
  return out;
}

inline Links draw_links(size_t gpus) {
  Links out{gpus, std::vector<int>(gpus * gpus)};
  const int most = *rc::gen::element(1, 2, 4, 18);
  for (int &nvlinks : out.nvlinks) nvlinks = *rc::gen::inRange(0, most + 1);
  return out;
}

}  // namespace koord::testing
