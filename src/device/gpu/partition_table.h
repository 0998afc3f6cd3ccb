// Sets of devices that a machine can isolate from each
// other (HGX with NVSwitch), and the choice among them.
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

// The properties of an object::DevicePartition that affect the choice.
struct Partition {
  DeviceMask minors = 0;
  int64_t ring_bandwidth = 0;  // bytes per second, 0 if unknown
  int32_t score = 0;           // higher is better
};

// Far above any real machine's table; bounds the work for made-up tables.
inline constexpr size_t kMaxPartitionsPerCount = 1024;

// Maps a number of devices to the partitions of that size, in the order of the table.
class PartitionTable {
 public:
  // Throws kInvalid if the partition does not have exactly
  // `count` devices, and kLimit if there are too many partitions.
  void add(int count, Partition partition);

  bool empty() const noexcept { return partitions_.empty(); }
  // Returns nullptr if there are none.
  const std::vector<Partition> *of(int count) const noexcept;

 private:
  std::map<int, std::vector<Partition>> partitions_;
};

// Returns the table of machines with eight H100, H800 or H20 GPUs: single
// devices, pairs, quads and all. Returns nullopt for other models and for
// vendors other than "nvidia". An empty vendor counts as "nvidia".
std::optional<PartitionTable> built_in_table(std::string_view vendor, std::string_view model);

struct PartitionRequest {
  int count = 0;
  DeviceMask present = 0;      // present and healthy
  DeviceMask used = 0;         // by any pod, wholly or in part
  DeviceMask required = 0;     // must be in the partition
  bool restricted = false;     // only partitions with the first score are allowed
  int64_t ring_bandwidth = 0;  // minimum
  // Further condition on the partition; empty if there is none.
  std::function<bool(DeviceMask)> accepts = {};
};

enum class NoPartition : int32_t {
  kNone = 0,
  kNoTable = 1,          // permanent on this node
  kCountNotInTable = 2,  // permanent on this node
  kNoneFree = 3
};

struct PartitionChoice {
  NoPartition refusal = NoPartition::kNone;
  const Partition *partition = nullptr;  // an entry of the table, or nullptr if refused
};

// Tries partitions score by score: under kSpec from the highest allocation score, under kUpstream
// from the lowest. Among partitions of one score, picks the one that leaves the most whole
// partitions of 8, 4 and 2 devices (not fewer than requested); ties go to the first in the table.
// The caller decides whether a refusal is final or devices without a partition are allowed.
PartitionChoice pick_partition(const PartitionTable &table, const PartitionRequest &request,
                               Profile profile);

}  // namespace koord::device
