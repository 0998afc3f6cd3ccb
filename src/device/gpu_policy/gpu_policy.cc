#include "device/gpu_policy/gpu_policy.h"

#include <algorithm>

#include "base/error.h"

namespace koord::device {
namespace {

// The upper half of the range keeps the points of room
// left apart; the lower half is for rare, very low scores.
constexpr int64_t kFine = int64_t{1} << 30;
constexpr int kCoarse = 7;

bool needs_tasks(GpuPlacing placing) {
  return placing == GpuPlacing::kFgd || placing == GpuPlacing::kFgdAll ||
         placing == GpuPlacing::kRoomLeft;
}

LargestNode largest_of(std::span<const NodeKind> kinds) {
  LargestNode out{1, 1};
  for (const NodeKind &kind : kinds) {
    out.cpu_milli = std::max(out.cpu_milli, std::min(kind.cpu_milli, kMaxCpuMilli));
    out.gpu_milli = std::max(out.gpu_milli, int64_t{kWholeGpu} * kind.gpu_count);
  }
  return out;
}

// Converts bytes to a percentage of one GPU's memory,
// rounded up. Returns 100 if the GPU's size is unknown.
int64_t percent_of(int64_t bytes, const Pool &pool) {
  const int column = pool.column(kResourceGpuMemory);
  for (size_t d = 0; column >= 0 && d < pool.devices.size(); ++d)
    if (const int64_t total = pool.total(d)[static_cast<size_t>(column)]; total > 0)
      return static_cast<int64_t>(
          std::min<Wide>((Wide{bytes} * kWholePercent + total - 1) / total, kWholePercent));
  return kWholePercent;
}

GpuTask gpus_of(const GpuRequest &request, const Ledger &ledger) {
  GpuTask out;
  int64_t percent = amount_of(request.each, kResourceGpuMemoryRatio);
  if (percent == 0) {
    const int64_t bytes = amount_of(request.each, kResourceGpuMemory);
    percent =
        bytes > 0
            ? percent_of(bytes, ledger.inventory().pools[static_cast<size_t>(ledger.gpu_pool())])
            : amount_of(request.each, kResourceGpuCore);
  }
  if (request.count <= 0) return out;
  out.gpu_count = std::min(request.count, kMaxDevices);
  out.gpu_milli =
      kMilliOfPercent * static_cast<int32_t>(std::clamp<int64_t>(percent, 1, kWholePercent));
  return out;
}

}  // namespace

uint64_t GpuModels::add(std::string_view name) {
  if (const uint64_t known = find(name); known != 0) return known;
  if (names_.size() == static_cast<size_t>(kMaxModels))
    throw Error(Status::kLimit, "models: " + in_quotes(name) + " is above the limit of " +
                                    std::to_string(kMaxModels) + " models");
  names_.emplace_back(name);
  return uint64_t{1} << (names_.size() - 1);
}

void GpuModels::add_if_room(std::string_view name) {
  if (!name.empty() && names_.size() < static_cast<size_t>(kMaxModels)) add(name);
}

uint64_t GpuModels::find(std::string_view name) const noexcept {
  for (size_t i = 0; i < names_.size(); ++i)
    if (names_[i] == name) return uint64_t{1} << i;
  return 0;
}

GpuPolicy::GpuPolicy(GpuPlacing placing, GpuWorkload workload, std::span<const NodeKind> kinds)
    : placing_(placing), models_(std::move(workload.models)), largest_(largest_of(kinds)) {
  // Classes of single-device tasks are many and differ little, so room left uses their mean memory.
  const std::vector<TaskClass> all =
      covering_classes(placing == GpuPlacing::kRoomLeft ? with_mean_memory(workload.tasks)
                                                        : without_memory(workload.tasks),
                       100);
  if (needs_tasks(placing) && all.empty())
    throw Error(Status::kInvalid, "tasks: found none, but the policy requires them");
  if (placing == GpuPlacing::kFgd) fgd_.emplace(covering_classes(all, kTypicalPercent));
  if (placing == GpuPlacing::kFgdAll) fgd_.emplace(all);
  if (placing == GpuPlacing::kRoomLeft) room_left_.emplace(all, kinds);
}

GpuPolicy::NodeTraits GpuPolicy::traits(const NodeKind &kind) const noexcept {
  return {kind.model, room_left_ ? room_left_->price(kind) : 0};
}

PlacementScore GpuPolicy::place(const Situation &node, const GpuTask &task,
                                DeviceMask allowed) const {
  switch (placing_) {
    case GpuPlacing::kFgd:
    case GpuPlacing::kFgdAll:
      return fgd_->place(node.free, task, allowed);
    case GpuPlacing::kRoomLeft:
      return room_left_->place(node.free, node.price, task, allowed);
    case GpuPlacing::kBestFit:
      return best_fit(node.free, task, largest_, allowed);
    case GpuPlacing::kDotProduct:
      return dot_product(node.free, task, largest_, allowed);
    case GpuPlacing::kPacking:
      return gpu_packing(node.free, task, allowed);
    case GpuPlacing::kClustering:
      return gpu_clustering(node.free, task, node.neighbours, largest_, allowed);
    case GpuPlacing::kNone:
      break;
  }
  return {};
}

int32_t GpuPolicy::points(int64_t score) const noexcept {
  if (placing_ != GpuPlacing::kRoomLeft)
    return static_cast<int32_t>(std::clamp<int64_t>(score, 0, INT32_MAX));
  const int64_t missing = std::max<int64_t>(-score, 0);
  const int64_t coarse = std::max<int64_t>(missing - kFine, 0) >> kCoarse;
  return static_cast<int32_t>(INT32_MAX -
                              std::min(std::min(missing, kFine) + coarse, int64_t{INT32_MAX}));
}

Neighbours neighbours_of(const Ledger &ledger, const GpuTask &task) noexcept {
  const std::span<const uint32_t> pods = ledger.gpu_pods();
  const auto kind = static_cast<size_t>(task.shares() ? 0 : task.gpu_count);
  bool alike = false;
  bool others = false;
  for (size_t i = 0; i < pods.size(); ++i)
    if (pods[i] > 0) (i == kind ? alike : others) = true;
  if (alike) return others ? Neighbours::kSomeAlike : Neighbours::kAllAlike;
  return others ? Neighbours::kOthers : Neighbours::kNone;
}

PolicyCase::PolicyCase(const GpuPolicy &policy, const GpuPolicy::NodeTraits &traits,
                       const Ledger *ledger, const Request *request, const Amounts &free,
                       const Amounts &requested)
    : policy_(policy), traits_(traits) {
  if (ledger != nullptr) {
    shares_ = ledger->gpu_shares();
    if (request != nullptr && ledger->gpu_pool() >= 0) task_ = gpus_of(request->gpu, *ledger);
    if (policy.asks_for_neighbours()) neighbours_ = neighbours_of(*ledger, task_);
  }
  task_.cpu_milli = std::clamp<int64_t>(requested.cpu_milli, 0, kMaxCpuMilli);
  task_.memory = std::clamp<int64_t>(requested.memory, 0, kMaxMemory);
  // Free amounts are raised to the request: this class does not check whether they suffice.
  free_ = {std::max(free.cpu_milli, task_.cpu_milli), std::max(free.memory, task_.memory)};
}

}  // namespace koord::device
