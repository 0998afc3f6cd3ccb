// A policy that places tasks on nodes and GPUs, built for a workload and a cluster, and its
// evaluation for a task on a node.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/allocation/node_request.h"
#include "device/gpu_policy/fgd.h"
#include "device/gpu_policy/gpu_scores.h"
#include "device/gpu_policy/room_left.h"

namespace koord::device {

// The values are those of koord_gpu_policy.
enum class GpuPlacing : int32_t {
  kNone = 0,  // no policy
  kFgd = 1,
  kRoomLeft = 2,
  kBestFit = 3,
  kDotProduct = 4,
  kPacking = 5,
  kClustering = 6,
  kFgdAll = 7
};
inline constexpr int32_t kGpuPlacings = 8;

// The models that tasks name, one bit each.
class GpuModels {
 public:
  // Throws kLimit above kMaxModels.
  uint64_t add(std::string_view name);
  // Ignores the name if there are kMaxModels already; find() then returns 0 for it.
  void add_if_room(std::string_view name);
  // Returns 0 if no task names the model.
  uint64_t find(std::string_view name) const noexcept;

 private:
  std::vector<std::string> names_;
};

struct GpuWorkload {
  GpuModels models;
  std::vector<TaskClass> tasks;
};

class GpuPolicy {
 public:
  // FGD and room left use the classes of the workload. Room left also uses all kinds of nodes of
  // the cluster; best fit, dot product and clustering use the largest amounts. Throws kInvalid if
  // the policy needs a workload and it has no tasks, and the errors of the policies.
  GpuPolicy(GpuPlacing placing, GpuWorkload workload, std::span<const NodeKind> kinds);

  const GpuModels &models() const noexcept { return models_; }

  // Properties of a node that do not depend on its pods.
  struct NodeTraits {
    uint64_t model = 0;
    int64_t price = 0;
    bool operator==(const NodeTraits &) const = default;
  };
  NodeTraits traits(const NodeKind &kind) const noexcept;

  // Properties of a node that depend on its pods.
  struct Situation {
    NodeFree free;
    int64_t price = 0;
    Neighbours neighbours = Neighbours::kNone;  // set only for policies that use them
  };
  bool asks_for_neighbours() const noexcept { return placing_ == GpuPlacing::kClustering; }
  PlacementScore place(const Situation &node, const GpuTask &task,
                       DeviceMask allowed = kAllDevices) const;

  // Maps scores to points from 0 up, in the same order. Scores of 0 to 100 are unchanged; those of
  // room left are subtracted from INT32_MAX, in coarser steps beyond half the range.
  int32_t points(int64_t score) const noexcept;

 private:
  GpuPlacing placing_;
  GpuModels models_;
  std::optional<Fgd> fgd_;
  std::optional<RoomLeft> room_left_;
  LargestNode largest_;
};

// Returns the kinds of GPU tasks on the node relative to `task`. A task is alike if it shares a GPU
// too, or has the same number of whole GPUs.
Neighbours neighbours_of(const Ledger &ledger, const GpuTask &task) noexcept;

// A pod's task on a node. Shares are those of gpu-memory-ratio; a request in bytes counts as its
// percentage of the node's GPU memory.
class PolicyCase {
 public:
  // `ledger` is nullptr if the node has no devices, `request` is nullptr if the pod requests none.
  // All arguments must outlive the object.
  struct Amounts {
    int64_t cpu_milli = 0;
    int64_t memory = 0;
  };
  PolicyCase(const GpuPolicy &policy, const GpuPolicy::NodeTraits &traits, const Ledger *ledger,
             const Request *request, const Amounts &free, const Amounts &requested);

  PlacementScore place(DeviceMask allowed = kAllDevices) const {
    return policy_.place(
        {{free_.cpu_milli, shares_, traits_.model, free_.memory}, traits_.price, neighbours_},
        task_, allowed);
  }

 private:
  const GpuPolicy &policy_;
  GpuPolicy::NodeTraits traits_;
  GpuTask task_;
  Amounts free_;
  std::span<const int32_t> shares_;
  Neighbours neighbours_ = Neighbours::kNone;
};

}  // namespace koord::device
