// A policy that places tasks on nodes and their GPUs, made for a workload and a cluster; and a task
// before a node under it.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "device/allocation/node_request.h"
#include "device/gpu_scoring/fgd.h"
#include "device/gpu_scoring/gpu_scores.h"
#include "device/gpu_scoring/room_left.h"

namespace koord::device {

// Numbers are those of koord_gpu_policy.
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

// Models that tasks name, one bit each.
class GpuModels {
 public:
  // Throws kLimit beyond kMaxModels.
  uint64_t add(std::string_view name);
  // Where one more is too many it stays unknown, as no name does.
  void add_if_room(std::string_view name);
  // 0: no task names it.
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
  // FGD and packing by room left know the classes of the workload. Of the cluster room left knows
  // all kinds of nodes; best fit, dot product and clustering know the largest amounts. Throws
  // kInvalid where a workload is needed and has no tasks, and what the policies throw.
  GpuPolicy(GpuPlacing placing, GpuWorkload workload, std::span<const NodeKind> kinds);

  const GpuModels &models() const noexcept { return models_; }

  // What the policy knows of a node whatever runs there.
  struct NodeTraits {
    uint64_t model = 0;
    int64_t price = 0;
    bool operator==(const NodeTraits &) const = default;
  };
  NodeTraits traits(const NodeKind &kind) const noexcept;

  // And what of what runs there.
  struct Situation {
    NodeFree free;
    int64_t price = 0;
    Neighbours neighbours = Neighbours::kNone;  // where the policy asks for them
  };
  bool asks_for_neighbours() const noexcept { return placing_ == GpuPlacing::kClustering; }
  Placed place(const Situation &node, const GpuTask &task, DeviceMask allowed = kAllDevices) const;

  // The same order from 0 up: scores of 0 to 100 as they are, those of room left as what is missing
  // from INT32_MAX, in coarser steps beyond its half.
  int32_t points(int64_t score) const noexcept;

 private:
  GpuPlacing placing_;
  GpuModels models_;
  std::optional<Fgd> fgd_;
  std::optional<RoomLeft> room_left_;
  LargestNode largest_;
};

// Who is on the node, for the task; those alike share a GPU as it does, or have as many whole ones.
Neighbours neighbours_of(const Ledger &ledger, const GpuTask &task) noexcept;

// A task of a pod before a node. Shares are those of gpu-memory-ratio; who asks for bytes asks for
// the percents that they come to on the node's GPUs.
class PolicyCase {
 public:
  // `ledger`, `ask`: nullptr where the node has no devices, or the pod asks for none. All must
  // outlive it.
  struct Amounts {
    int64_t cpu_milli = 0;
    int64_t memory = 0;
  };
  PolicyCase(const GpuPolicy &policy, const GpuPolicy::NodeTraits &traits, const Ledger *ledger,
             const Request *request, const Amounts &free, const Amounts &requested);

  Placed place(DeviceMask allowed = kAllDevices) const {
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
