// The policy "room left": places a task where later tasks keep the most free GPUs with the CPUs to
// use them, and away from GPUs that other tasks depend on more (docs/operate/gpu-placement.md).
#pragma once

#include <vector>

#include "device/gpu_policy/class_rows.h"

namespace koord::device {

// Nodes with equal capacity.
struct NodeKind {
  int64_t cpu_milli = 0;
  int32_t gpu_count = 0;  // whole devices
  uint64_t model = 0;     // as NodeFree::model
  int64_t nodes = 0;      // number of such nodes
  int64_t memory = kMaxMemory;
  int64_t used_milli = 0;  // GPU in use on all nodes of the kind together
};

inline constexpr size_t kMaxNodeKinds = 4096;
inline constexpr int64_t kMaxKindNodes = int64_t{1} << 20;  // of all kinds together

class RoomLeft {
 public:
  static constexpr int64_t kUnit = 1024;             // denominator of fractions
  static constexpr int64_t kShares = kUnit * kUnit;  // denominator of class weights

  // Takes all classes of the workload, including rare ones, and the
  // cluster. If the workload needs little CPU for each GPU, a class's CPU
  // request counts for less, because other tasks leave some CPU over.
  RoomLeft(std::span<const TaskClass> classes, std::span<const NodeKind> kinds);

  // Returns the room for the tasks of the workload, in milli-GPU times kUnit times kShares. For
  // each class it counts one share on every device that has it free, bounded by the CPU, and
  // multiplies by the class's fraction of all tasks and its scarcity.
  int64_t room(const NodeFree &node) const {
    return room(GpuShares(node), node.cpu_milli, node.memory, node.model);
  }
  int64_t room(const GpuShares &shares, int64_t cpu_milli, int64_t memory,
               uint64_t model) const noexcept;

  // Returns the price of GPU on nodes of a kind, which may be absent from the cluster. The price
  // rises if tasks with few alternatives need the kind, if the workload is short of CPU and the
  // nodes have little CPU per GPU, and with the fraction of the model in use when the policy was
  // built, because tasks that require a model may arrive unexpectedly.
  int64_t price(const NodeKind &kind) const noexcept;
  // Returns the CPU per GPU that the workload needs, relative to the cluster's.
  int64_t cpu_load() const noexcept { return cpu_load_; }

  // The score is the decrease of the mean room plus the price of the
  // allocated GPU, negated, in milli-GPU times kUnit. Ties between
  // devices go to the first. `price` is that of the node's kind.
  PlacementScore place(const NodeFree &node, int64_t price, const GpuTask &task,
                       DeviceMask allowed = kAllDevices) const;

 private:
  void set_rates() noexcept;
  void set_weights(std::span<const NodeKind> kinds);
  int64_t weight(int64_t tasks, int64_t scarcity, int64_t again) const noexcept;
  void set_use(std::span<const NodeKind> kinds);
  int64_t pressure_on(const NodeKind &kind) const noexcept;
  int64_t use(uint64_t model) const noexcept;

  struct ModelUse {
    uint64_t model = 0;
    int64_t all = 0;  // thousandths of devices
    int64_t used = 0;
  };
  ClassRows classes_;
  std::vector<int64_t> pressure_;  // by class: its pressure on nodes that can host it
  std::vector<ModelUse> uses_;     // by model
  int64_t least_pressure_ = 0;
  int64_t cpu_per_gpu_ = kUnit;  // of the cluster
  int64_t cpu_load_ = kUnit;
};

}  // namespace koord::device
