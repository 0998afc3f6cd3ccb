// What most pods want to know of a node's GPUs, in two lines of the cache, the second one for
// scores: clusters keep those of all nodes side by side.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "device/choice/score.h"
#include "device/request/request.h"

namespace koord::device {

// Percents left of up to eight GPUs, a byte each, so that all of them are compared at once.
class GpuRooms {
 public:
  static constexpr size_t kGpus = 8;
  static constexpr int64_t kMost = 127;  // that is told from more

  void set(size_t gpu, int64_t percent) noexcept;
  // The GPUs with at least so much, 0 to kMost.
  DeviceMask with(int64_t percent) const noexcept {
    // Neither has the high bit of a byte set, so that no byte borrows from the next; no two of the
    // products meet.
    const uint64_t highs = ((bytes_ | kHighs) - kOnes * static_cast<uint64_t>(percent)) & kHighs;
    return (highs >> 7) * 0x0102040810204080 >> 56;
  }

 private:
  static constexpr uint64_t kOnes = 0x0101010101010101;
  static constexpr uint64_t kHighs = kOnes << 7;
  uint64_t bytes_ = 0;
};

// A node's GPUs in few bytes: follows from its accounts and what its label says of partitions.
struct GpuSummary {
  GpuRooms core;
  GpuRooms memory;             // by its percents, and by its bytes where they are fewer
  uint8_t usable = 0;          // bits of those that pods may have; of the same as the bytes above
  uint8_t all = 0;             // bits of those that there are
  bool complete = false;       // it tells all; else the accounts are to be asked
  bool in_partitions = false;  // who wants whole ones gets them by partitions
  bool alike =
      false;  // the rest says how they score; they have the same of what scores are made of:
  std::array<int64_t, 2> each{};  // gpu-memory-ratio and gpu-memory, and of these is left:
  std::array<uint8_t, GpuRooms::kGpus> ratio_left{};
  alignas(64) std::array<int64_t, GpuRooms::kGpus> memory_left{};

  // GPUs that would do for the pod one by one, where it is their number that matters; none: the
  // accounts are to be asked.
  std::optional<DeviceMask> fitting(const Request &request) const noexcept {
    if (!complete || !request.percents || (in_partitions && !request.gpu.shared))
      return std::nullopt;
    return usable & core.with(request.percents->core) & memory.with(request.percents->memory);
  }
  // What score_gpus() says, 0 where there are none in `near`; none: it is to be asked.
  std::optional<int64_t> score(const Scorer &scorer, const Request &request,
                               DeviceMask near = kAllDevices) const;
};
static_assert(sizeof(GpuSummary) <= 128);

// Upstream's rules differ: it has no summary.
GpuSummary gpu_summary_of(const Ledger &ledger, object::PartitionPolicy label);

}  // namespace koord::device
