// The policy "room left": places a task where later tasks keep the most free GPUs with the CPUs to
// use them, and away from GPUs that other tasks depend on more (docs/operate/gpu-placement.md).
#pragma once

#include <vector>

#include "device/gpu_scoring/class_rows.h"

namespace koord::device {

// Nodes that are alike when nothing runs on them.
struct NodeKind {
  int64_t cpu_milli = 0;
  int32_t gpu_count = 0;  // whole devices
  uint64_t model = 0;     // as NodeFree::model
  int64_t nodes = 0;      // that there are
  int64_t memory = kMaxMemory;
  int64_t used_milli = 0;  // GPU in use on all of them together
};

inline constexpr size_t kMaxNodeKinds = 4096;
inline constexpr int64_t kMaxKindNodes = int64_t{1} << 20;  // of all kinds together

class RoomLeft {
 public:
  static constexpr int64_t kUnit = 1024;             // fractions are counted in parts of this
  static constexpr int64_t kShares = kUnit * kUnit;  // and weights of classes

  // The workload - all its classes, rare ones too - and the cluster it runs on. Where the workload
  // needs little CPU for each GPU, a class's want of CPU counts for less: others leave some over.
  RoomLeft(std::span<const TaskClass> classes, std::span<const NodeKind> kinds);

  // What the tasks of the workload find room for, in milli-GPU times kUnit times kShares: of each
  // class one share on every device that has it free, bounded by the CPU, times its part of all
  // tasks and its scarcity.
  int64_t room(const NodeFree &node) const {
    return room(GpuShares(node), node.cpu_milli, node.memory, node.model);
  }
  int64_t room(const GpuShares &shares, int64_t cpu_milli, int64_t memory,
               uint64_t model) const noexcept;

  // The price of GPU on nodes of a kind, which may be none of the cluster's: more where tasks with
  // few other places to go want it, when the workload is short of CPU, where there is little CPU
  // beside it, and the more of its model was in use when this was made: what requires a model may
  // come unexpected.
  int64_t price(const NodeKind &kind) const noexcept;
  // CPU for each GPU that the workload needs, of what the cluster has.
  int64_t cpu_load() const noexcept { return cpu_load_; }

  // The score is what the mean room falls by and the price of what is taken, negative, in milli-GPU
  // times kUnit. Ties between devices: the first. `price`: of the node's kind.
  Placed place(const NodeFree &node, int64_t price, const GpuTask &task,
               DeviceMask allowed = kAllDevices) const;

 private:
  void set_rates() noexcept;
  void set_weights(std::span<const NodeKind> kinds);
  int64_t weight(int64_t tasks, int64_t scarcity, int64_t again) const noexcept;
  void set_use(std::span<const NodeKind> kinds);
  int64_t wanted(const NodeKind &kind) const noexcept;
  int64_t use(uint64_t model) const noexcept;

  struct ModelUse {
    uint64_t model = 0;
    int64_t all = 0;  // thousandths of devices
    int64_t used = 0;
  };
  ClassRows classes_;
  std::vector<int64_t> pressure_;  // of each class on nodes that can host it
  std::vector<ModelUse> uses_;     // of each model
  int64_t least_wanted_ = 0;
  int64_t cpu_per_gpu_ = kUnit;  // of the cluster
  int64_t cpu_load_ = kUnit;
};

}  // namespace koord::device
