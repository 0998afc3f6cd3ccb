// Compares verdicts and chosen GPUs under a policy with the policy
// itself, applied to the test's own accounts.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <optional>

#include "sched/clusters.h"

namespace koord::testing {
namespace {

using device::GpuPlacing;
using device::GpuPolicy;
using device::GpuTask;
using device::PlacementScore;

const char *const kModelNames[] = {"", "A", "B", "C"};

struct BookNode {
  int64_t cpu = 0;
  int64_t memory = 0;
  std::vector<int32_t> milli;
  std::string model;
};

device::GpuWorkload draw_workload() {
  device::GpuWorkload out;
  const int classes = *rc::gen::inRange(1, 6);
  for (int i = 0; i < classes; ++i) {
    GpuTask task{1000 * *rc::gen::inRange(0, 9), 0, 0};
    const int kind = *rc::gen::inRange(0, 4);
    if (kind == 1) task.gpu_milli = 1000, task.gpu_count = *rc::gen::inRange(1, 4);
    if (kind > 1) task.gpu_milli = 100 * *rc::gen::inRange(1, 11), task.gpu_count = 1;
    if (*rc::gen::inRange(0, 3) == 0)
      task.models = out.models.add("A") | (*rc::gen::inRange(0, 2) == 0 ? out.models.add("B") : 0);
    task.memory = *rc::gen::element<int64_t>(0, 6, 20) * kGi;
    out.tasks.push_back({task, *rc::gen::inRange(1, 50)});
  }
  return out;
}

struct PlacingWorld {
  void add_node() {
    const std::string name = "n" + std::to_string(book.size());
    // Bytes beyond whole GiB do not make a kind of their own.
    const int64_t memory = *rc::gen::element<int64_t>(8, 24, 64) * kGi + *rc::gen::inRange(0, 2);
    BookNode node{8000 * *rc::gen::inRange(1, 5), memory, {}, kModelNames[*rc::gen::inRange(0, 4)]};
    node.milli.assign(static_cast<size_t>(*rc::gen::inRange(0, 5)), 1000);
    NodeObject object;
    object.name = name;
    object.allocatable = {{"cpu", node.cpu}, {"memory", node.memory}, {"pods", 110}};
    cluster.set_node(object);
    if (!node.milli.empty()) {
      DeviceObject devices;
      devices.node = name;
      devices.labels = {{"node.koordinator.sh/gpu-model", node.model}};
      for (size_t i = 0; i < node.milli.size(); ++i) {
        DeviceInfo gpu;
        gpu.type = "gpu";
        gpu.id = "GPU-" + std::to_string(i);
        gpu.minor = static_cast<int32_t>(i);
        gpu.healthy = true;
        gpu.resources = {{"koordinator.sh/gpu-core", 100},
                         {"koordinator.sh/gpu-memory", 80 * kGi},
                         {"koordinator.sh/gpu-memory-ratio", 100}};
        devices.devices.push_back(gpu);
      }
      cluster.set_devices(devices);
    }
    book.push_back(std::move(node));
  }

  void place_gpus() {
    placing = static_cast<GpuPlacing>(*rc::gen::inRange(1, device::kGpuPlacings));
    const device::GpuWorkload workload = draw_workload();
    cluster.place_gpus(placing, workload);
    device::GpuWorkload with_models = workload;
    for (const BookNode &node : book)
      if (placing == GpuPlacing::kRoomLeft && !node.milli.empty())
        with_models.models.add_if_room(node.model);
    std::vector<device::NodeKind> rows;
    for (const BookNode &node : book) {
      device::NodeKind row = kind_of(node, with_models.models);
      row.nodes = 1;
      for (const int32_t left : node.milli) row.used_milli += device::kWholeGpu - left;
      rows.push_back(row);
    }
    policy.emplace(placing, std::move(with_models), rows);
  }

  // Returns the kind of the empty node.
  device::NodeKind kind_of(const BookNode &node, const device::GpuModels &models) const {
    int64_t cpu = node.cpu;
    int64_t memory = node.memory;
    for (const auto &[uid, held] : pods) {
      if (&book[held.node] != &node) continue;
      cpu += held.task.cpu_milli;
      memory += held.task.memory;
    }
    return {cpu, static_cast<int32_t>(node.milli.size()),
            node.milli.empty() ? 0 : models.find(node.model), 0, memory / kGi * kGi};
  }

  PlacementScore expected(uint32_t id, const GpuTask &task) const {
    const BookNode &node = book[id];
    const GpuPolicy::NodeTraits traits = policy->traits(kind_of(node, policy->models()));
    return policy->place(
        {{node.cpu, node.milli, traits.model, node.memory}, traits.price, neighbours(id, task)},
        task);
  }

  device::Neighbours neighbours(uint32_t id, const GpuTask &task) const {
    bool alike = false;
    bool others = false;
    for (const auto &[uid, held] : pods) {
      if (held.node != id || held.task.gpu_count == 0) continue;
      const bool same =
          held.task.gpu_count == task.gpu_count && held.task.shares() == task.shares();
      (same ? alike : others) = true;
    }
    if (!alike) return others ? device::Neighbours::kOthers : device::Neighbours::kNone;
    return others ? device::Neighbours::kSomeAlike : device::Neighbours::kAllAlike;
  }

  void check(const sched::Query &query, const GpuTask &task) {
    std::vector<sched::Verdict> rows(book.size());
    sched::RowSpace space(rows.data(), sizeof rows[0], rows.size());
    cluster.evaluate(query, {}, 0, rows.size(), space);
    rows.resize(space.count());
    for (const sched::Verdict &row : rows) {
      const PlacementScore placed = expected(row.node, task);
      RC_ASSERT((row.reason == 0) == placed.fits);
      RC_ASSERT(row.score == (placed.fits ? policy->points(placed.score) : 0));
    }
  }

  void reserve(const std::string &uid, const sched::Query &query, const GpuTask &task,
               uint32_t id) {
    const PlacementScore placed = expected(id, task);
    Refusal refusal;
    RC_ASSERT(cluster.reserve(query, uid, id, {}, refusal) == Outcome::kDone);
    RC_ASSERT(refusal.refused() != placed.fits);
    if (refusal.refused()) return;
    sched::Allocation allocation;
    RC_ASSERT(cluster.allocation(uid, allocation) == Outcome::kDone);
    device::DeviceMask got = 0;
    for (const AllocatedDevice &device : allocation.devices)
      got |= device::device_bit(device.minor);
    if (task.shares()) RC_ASSERT(got == placed.devices);
    RC_ASSERT(device::width(got) == task.gpu_count);
    account(id, task, got, -1);
    pods[uid] = {id, task, got};
  }

  void account(uint32_t id, const GpuTask &task, device::DeviceMask devices, int sign) {
    book[id].cpu += sign * task.cpu_milli;
    book[id].memory += sign * task.memory;
    device::for_each_device(
        devices, [&](int i) { book[id].milli[static_cast<size_t>(i)] += sign * task.gpu_milli; });
  }

  struct Held {
    uint32_t node;
    GpuTask task;
    device::DeviceMask devices;
  };
  Cluster cluster{sched::Options()};
  std::vector<BookNode> book;
  std::map<std::string, Held> pods;
  GpuPlacing placing = GpuPlacing::kNone;
  std::optional<GpuPolicy> policy;
};

RC_GTEST_PROP(GpuPlacing, VerdictsAreThoseOfThePolicy, ()) {
  PlacingWorld world;
  for (int i = 0; i < 3; ++i) world.add_node();
  world.place_gpus();
  const int steps = *rc::gen::inRange(1, 25);
  for (int step = 0; step < steps; ++step) {
    const std::string uid = "u" + std::to_string(step);
    GpuTask task{500 * *rc::gen::inRange(1, 12), 0, 0};
    const int kind = *rc::gen::inRange(0, 4);
    if (kind == 1) task.gpu_milli = 1000, task.gpu_count = *rc::gen::inRange(1, 4);
    if (kind > 1) task.gpu_milli = 100 * *rc::gen::inRange(1, 11), task.gpu_count = 1;
    task.memory = *rc::gen::element<int64_t>(1, 4, 10) * kGi;
    PodObject pod = pod_of(uid, Qos::kLs, task.cpu_milli, task.memory);
    if (task.gpu_count > 0) {
      Amounts &requests = pod.containers[0].requests;
      requests.push_back({"koordinator.sh/gpu", task.gpu_total() / 10});
      std::sort(requests.begin(), requests.end(),
                [](const Amount &a, const Amount &b) { return a.resource < b.resource; });
      pod.containers[0].limits = requests;
    }
    const sched::Query query{world.cluster.shape_of(pod), false};
    world.check(query, task);
    switch (*rc::gen::inRange(0, 8)) {
      case 0:
        world.place_gpus();
        break;
      case 1:
        if (!world.pods.empty()) {
          const auto gone = world.pods.begin();
          RC_ASSERT(world.cluster.remove_pod(gone->first) == Outcome::kDone);
          world.account(gone->second.node, gone->second.task, gone->second.devices, 1);
          world.pods.erase(gone);
        }
        break;
      case 2:
        world.add_node();
        break;
      default: {
        const auto id = *rc::gen::inRange<uint32_t>(0, static_cast<uint32_t>(world.book.size()));
        world.reserve(uid, query, task, id);
      }
    }
    world.check(query, task);
  }
}

}  // namespace
}  // namespace koord::testing
