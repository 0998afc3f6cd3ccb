// A summary of a node's GPUs for the most frequent queries, in two cache lines; the second one
// serves scores. Clusters keep the summaries of all nodes side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "device/choice/score.h"
#include "device/request/request.h"

namespace koord::device {

// Free percentages of up to eight GPUs, one byte each, compared in parallel.
class FreePercents {
 public:
  static constexpr size_t kGpus = 8;
  static constexpr int64_t kMost = 127;  // larger values are stored as this

  void set(size_t gpu, int64_t percent) noexcept;
  // Returns the GPUs that have at least `percent` left, 0 to kMost.
  DeviceMask at_least(int64_t percent) const noexcept {
    // Neither operand has the high bit of a byte set, so no byte borrows from the next. The
    // products of the multiplication do not overlap.
    const uint64_t highs = ((bytes_ | kHighs) - kOnes * static_cast<uint64_t>(percent)) & kHighs;
    return (highs >> 7) * 0x0102040810204080 >> 56;
  }

 private:
  static constexpr uint64_t kOnes = 0x0101010101010101;
  static constexpr uint64_t kHighs = kOnes << 7;
  uint64_t bytes_ = 0;
};

// A node's GPUs in few bytes, derived from its ledger and the partition policy of its label.
struct GpuSummary {
  FreePercents core;
  FreePercents memory;  // in percent; limited by the bytes that are left
  // Bits of the GPUs that pods may use, in the order of the bytes above.
  uint8_t usable = 0;
  uint8_t all = 0;             // bits of all GPUs
  GpuVendors vendors;          // of all GPUs
  bool complete = false;       // false if the ledger must be consulted instead
  bool in_partitions = false;  // whole GPUs are allocated by partitions
  // All GPUs have the same total amounts, so that the fields below are sufficient for scores.
  bool alike = false;
  // Total gpu-memory-ratio and gpu-memory of each GPU; free amounts follow.
  std::array<int64_t, 2> each{};
  std::array<uint8_t, FreePercents::kGpus> ratio_left{};
  alignas(64) std::array<int64_t, FreePercents::kGpus> memory_left{};

  // Returns the GPUs each of which would fit the pod if only their number matters, or nullopt if
  // the ledger must be consulted.
  std::optional<DeviceMask> fitting(const Request &request) const noexcept {
    if (!complete || !request.percents || (in_partitions && !request.gpu.shared))
      return std::nullopt;
    return usable & core.at_least(request.percents->core) &
           memory.at_least(request.percents->memory);
  }
  // Returns the result of score_gpus(), 0 if `near` has
  // no GPUs, or nullopt if score_gpus() must be called.
  std::optional<int64_t> score(const Scorer &scorer, const Request &request,
                               DeviceMask near = kAllDevices) const;
};
static_assert(sizeof(GpuSummary) <= 128);

// Must not be used under upstream, whose rules differ. `label` and `vendor` are those of the node.
GpuSummary gpu_summary_of(const Ledger &ledger, object::PartitionPolicy label,
                          GpuVendor vendor = GpuVendor::kUnknown);

}  // namespace koord::device
