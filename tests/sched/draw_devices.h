// Random devices of nodes, and pods that request them.
#pragma once

#include <algorithm>
#include <string>

#include "sched/draw.h"

namespace koord::testing {

inline bool one_in(int n) { return *rc::gen::inRange(0, n) == 0; }

inline Amounts gpu_amounts() {
  return {{"koordinator.sh/gpu-core", 100},
          {"koordinator.sh/gpu-memory", 80 * kGi},
          {"koordinator.sh/gpu-memory-ratio", 100}};
}

inline DeviceObject draw_devices(const std::string &node, int numa_nodes) {
  DeviceObject out;
  out.node = node;
  const bool placed = !one_in(4);
  const auto add = [&](const char *type, int count, const Amounts &resources) {
    for (int minor = 0; minor < count; ++minor) {
      DeviceInfo info;
      info.type = type;
      info.id = type + std::to_string(minor);
      info.minor = minor;
      info.healthy = !one_in(8);
      info.resources = resources;
      info.placed = placed;
      info.place.node = minor % numa_nodes;
      info.place.socket = 0;
      info.place.pcie = std::to_string(info.place.node) + "." + std::to_string(minor / 4);
      if (info.type == "rdma")
        for (int vf = 0; vf < 2; ++vf)
          info.vf_groups.push_back(
              {{}, {{vf, "0000:0" + std::to_string(minor) + ":00." + std::to_string(vf)}}});
      out.devices.push_back(std::move(info));
    }
  };
  add("gpu", *rc::gen::inRange(1, 9), gpu_amounts());
  add("rdma", *rc::gen::inRange(0, 4), {{"koordinator.sh/rdma", 100}});
  add("quantum", *rc::gen::inRange(0, 3), {{"vendor.example/qubits", 100}});
  return out;
}

inline PodObject draw_device_pod(const std::string &uid) {
  PodObject pod = one_in(4) ? draw_pod(uid) : pod_of(uid, Qos::kLs, 500);
  Amounts asked;
  switch (*rc::gen::inRange(0, 7)) {
    case 0:
      asked = {{"nvidia.com/gpu", *rc::gen::inRange(1, 5)}};
      break;
    case 1:
      asked = {{"koordinator.sh/gpu", 10 * *rc::gen::inRange(1, 11)}};
      break;
    case 2:
      asked = {{"koordinator.sh/gpu-core", 10 * *rc::gen::inRange(1, 11)},
               {"koordinator.sh/gpu-memory", *rc::gen::inRange(1, 90) * kGi}};
      break;
    case 3:
      asked = {{"koordinator.sh/gpu-memory-ratio", 100}, {"koordinator.sh/gpu.shared", 2}};
      break;
    case 5: {
      const int64_t percent = *rc::gen::element<int64_t>(25, 100, 200);
      asked = {{"koordinator.sh/gpu-core", percent},
               {"koordinator.sh/gpu-memory", *rc::gen::inRange(1, 170) * kGi},
               {"koordinator.sh/gpu-memory-ratio", percent}};
      break;
    }
    case 4:
      asked = {{"vendor.example/qubits", 25 * *rc::gen::inRange(1, 9)}};
      break;
    default:
      break;
  }
  if (one_in(3)) {
    asked.push_back({"koordinator.sh/rdma", 50 * *rc::gen::inRange(1, 5)});
    if (one_in(2)) pod.devices.joint.types = {"gpu", "rdma"};
    if (one_in(3)) {
      DeviceHint hint;
      hint.type = "rdma";
      hint.selects_vfs = true;
      pod.devices.hints.push_back(hint);
    }
  }
  std::sort(asked.begin(), asked.end(),
            [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  for (const Amount &amount : asked) {
    Amounts &requests = pod.containers[0].requests;
    requests.push_back(amount);
    std::sort(requests.begin(), requests.end(),
              [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
  }
  pod.containers[0].limits = pod.containers[0].requests;
  return pod;
}

}  // namespace koord::testing
