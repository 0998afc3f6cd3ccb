// Short builders and random draws of nodes and task classes, with slow reference computations.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <ostream>
#include <vector>

#include "device/gpu/gpu_task.h"

namespace koord::device {

// Prints tasks in messages of failing tests.
inline std::ostream &operator<<(std::ostream &out, const GpuTask &task) {
  return out << "{cpu " << task.cpu_milli << ", " << task.gpu_count << " x " << task.gpu_milli
             << ", models " << std::hex << task.models << std::dec << ", memory " << task.memory
             << "}";
}
inline std::ostream &operator<<(std::ostream &out, const TaskClass &one) {
  return out << one.tasks << " of " << one.task;
}

namespace testing {

struct Node {
  int64_t cpu_milli = 0;
  std::vector<int32_t> gpu_milli;
  uint64_t model = 1;
  int64_t memory = kMaxMemory;

  NodeFree free() const { return {cpu_milli, gpu_milli, model, memory}; }

  Node after(const GpuTask &task, DeviceMask devices) const {
    Node node = *this;
    node.cpu_milli -= task.cpu_milli;
    node.memory -= task.memory;
    for_each_device(devices,
                    [&](int i) { node.gpu_milli[static_cast<size_t>(i)] -= task.gpu_milli; });
    return node;
  }
};

inline std::ostream &operator<<(std::ostream &out, const Node &node) {
  out << "{cpu " << node.cpu_milli << ", model " << node.model << ", free";
  for (const int32_t milli : node.gpu_milli) out << ' ' << milli;
  return out << "}";
}

// Uses few distinct values, so that amounts match exactly, as they do on real clusters.
inline rc::Gen<GpuTask> drawn_task() {
  using rc::gen::element;
  return rc::gen::map(
      rc::gen::tuple(element<int64_t>(0, 1000, 3152, 8000, 32000), rc::gen::inRange(0, 5),
                     element<int32_t>(1, 190, 250, 470, 500, 530, 810, 999), element(1, 2, 3, 8),
                     element<uint64_t>(~uint64_t{0}, ~uint64_t{0}, 1, 2, 3)),
      [](const auto &drawn) {
        const auto &[cpu, kind, milli, count, models] = drawn;
        GpuTask task{cpu, 0, 0, models};
        if (kind == 1 || kind == 2) task = {cpu, milli, 1, models};
        if (kind == 3) task = {cpu, kWholeGpu, count, models};
        if (kind == 4) task = {cpu, milli, count, models};
        return task;
      });
}

inline rc::Gen<std::vector<TaskClass>> drawn_classes() {
  return rc::gen::container<std::vector<TaskClass>>(rc::gen::map(
      rc::gen::pair(drawn_task(), rc::gen::inRange<int64_t>(0, 1000)), [](const auto &drawn) {
        return TaskClass{drawn.first, drawn.second};
      }));
}

inline rc::Gen<Node> drawn_node() {
  return rc::gen::map(
      rc::gen::tuple(rc::gen::element<int64_t>(0, 2000, 8000, 24000, 96000),
                     rc::gen::container<std::vector<int32_t>>(
                         rc::gen::element<int32_t>(0, 60, 190, 470, 500, 530, 810, 1000, 1000)),
                     rc::gen::element<uint64_t>(0, 1, 2, 4)),
      [](const auto &drawn) {
        Node node{std::get<0>(drawn), std::get<1>(drawn), std::get<2>(drawn)};
        if (node.gpu_milli.size() > 12) node.gpu_milli.resize(12);
        return node;
      });
}

// Allows all devices in most draws.
inline rc::Gen<DeviceMask> drawn_allowed() {
  return rc::gen::weightedOneOf<DeviceMask>(
      {{3, rc::gen::just(kAllDevices)}, {1, rc::gen::inRange<DeviceMask>(0, 1 << 12)}});
}

// Returns every set of devices that the policies may choose for the task: any
// fitting device if it shares, else the first ones.
inline std::vector<DeviceMask> ways(const Node &node, const GpuTask &task, DeviceMask allowed) {
  std::vector<DeviceMask> found;
  DeviceMask first = 0;
  for (size_t i = 0; i < node.gpu_milli.size(); ++i) {
    if (node.gpu_milli[i] < task.gpu_milli || (allowed >> i & 1) == 0) continue;
    found.push_back(device_bit(static_cast<int>(i)));
    if (width(first) < task.gpu_count) first |= found.back();
  }
  return task.shares() ? found : std::vector{first};
}

}  // namespace testing
}  // namespace koord::device
