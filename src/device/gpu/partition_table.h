// Sets of devices that a machine can isolate from each other (HGX with NVSwitch), and which of them
// to take.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "base/refusal.h"
#include "device/device_mask.h"

namespace koord::device {

// What decides of an object::DevicePartition.
struct Partition {
  DeviceMask minors = 0;
  int64_t ring_bandwidth = 0;  // bytes a second; 0: not told
  int32_t score = 0;           // the greater, the better
};

// No machine's table comes near this; it bounds the work on one that is made up.
inline constexpr size_t kMaxPartitionsPerCount = 1024;

// From a number of devices to the partitions of that many, in the order of the table.
class PartitionTable {
 public:
  // Throws kInvalid when the partition has not exactly `count` devices, kLimit when it is one too
  // many.
  void add(int count, Partition partition);

  bool empty() const noexcept { return partitions_.empty(); }
  // Null where there are none.
  const std::vector<Partition> *of(int count) const noexcept;

 private:
  std::map<int, std::vector<Partition>> partitions_;
};

// The table of machines with eight GPUs of the models H100, H800 or H20: single ones, pairs, quads
// and all. None for other models and for vendors other than "nvidia", which an absent one is taken
// for.
std::optional<PartitionTable> built_in_table(std::string_view vendor, std::string_view model);

struct PartitionRequest {
  int count = 0;
  DeviceMask present = 0;                        // healthy and there
  DeviceMask used = 0;                           // by anyone, wholly or in part
  DeviceMask required = 0;                       // must be in the partition
  bool restricted = false;                       // only partitions of the first score will do
  int64_t ring_bandwidth = 0;                    // at least this much
  std::function<bool(DeviceMask)> accepts = {};  // what else the partition must be; empty: nothing
};

enum class NoPartition : int32_t {
  kNone = 0,
  kNoTable = 1,          // nothing can change that here
  kCountNotInTable = 2,  // nor that
  kNoneFree = 3
};

// The peer's sentence; "" for kNone.
std::string_view to_text(NoPartition why) noexcept;

struct PartitionChoice {
  NoPartition refusal = NoPartition::kNone;
  const Partition *partition = nullptr;  // of the table; null when refused
};

// Partitions are tried score by score: under kSpec the highest allocation score first, under
// kUpstream the lowest. Of those of one score the one wins that leaves most whole partitions of 8,
// 4 and 2 devices (and no fewer than asked for); then the first in the table. Whether a "no"
// counts, or devices without a partition will do, is for the caller.
PartitionChoice pick_partition(const PartitionTable &table, const PartitionRequest &request,
                               Profile profile);

}  // namespace koord::device
