#include "device/gpu/partition_table.h"

#include "base/error.h"
#include "base/profile_rules.h"

namespace koord::device {
namespace {

// Partition sizes worth keeping whole, and the weight of each partition of that size.
struct Keep {
  int count;
  int64_t weight;
};
constexpr Keep kKept[] = {{8, 10000}, {4, 100}, {2, 1}};

// Returns the score to try first among the partitions that `wanted` accepts.
template <typename Wanted>
std::optional<int32_t> first_score(const std::vector<Partition> &partitions, Profile profile,
                                   const Wanted &wanted) {
  const bool highest_first = rules_of(profile).partitions_highest_first;
  std::optional<int32_t> first;
  for (const Partition &partition : partitions) {
    if (!wanted(partition)) continue;
    const int32_t score = partition.score;
    const bool sooner = !first || (highest_first ? score > *first : score < *first);
    if (sooner) first = score;
  }
  return first;
}

// Returns how much of the table stays whole without the devices in `gone`: the weighted scores of
// the remaining partitions with the first score, by size.
int64_t kept_whole(const PartitionTable &table, int count, DeviceMask gone, Profile profile) {
  int64_t sum = 0;
  for (const Keep &keep : kKept) {
    const std::vector<Partition> *partitions = table.of(keep.count);
    if (keep.count < count || partitions == nullptr) continue;
    const auto any = [](const Partition &) { return true; };
    const std::optional<int32_t> first = first_score(*partitions, profile, any);
    for (const Partition &partition : *partitions)
      if (partition.score == first && (partition.minors & gone) == 0)
        sum += keep.weight * partition.score;
  }
  return sum;
}

}  // namespace

void PartitionTable::add(int count, Partition partition) {
  const auto fail = [&](Status status, const std::string &what) {
    throw Error(status, "partitions of " + std::to_string(count) + " GPUs: " + what);
  };
  if (count < 1 || count > kMaxDevices)
    fail(Status::kInvalid, "expected 1 to " + std::to_string(kMaxDevices) + " GPUs");
  if (width(partition.minors) != count)
    fail(Status::kInvalid, "a partition has " + std::to_string(width(partition.minors)) +
                               " minors, expected " + std::to_string(count));
  std::vector<Partition> &list = partitions_[count];
  if (list.size() >= kMaxPartitionsPerCount)
    fail(Status::kLimit, "more than " + std::to_string(kMaxPartitionsPerCount));
  list.push_back(partition);
}

const std::vector<Partition> *PartitionTable::of(int count) const noexcept {
  const auto at = partitions_.find(count);
  return at == partitions_.end() ? nullptr : &at->second;
}

std::optional<PartitionTable> built_in_table(std::string_view vendor, std::string_view model) {
  const bool known = model == "H100" || model == "H800" || model == "H20";
  if (!known || (!vendor.empty() && vendor != "nvidia")) return std::nullopt;
  PartitionTable table;
  for (const int count : {1, 2, 4, 8})
    for (int first = 0; first < 8; first += count)
      table.add(count, {first_devices(count) << first, 0, 1});
  return table;
}

PartitionChoice pick_partition(const PartitionTable &table, const PartitionRequest &request,
                               Profile profile) {
  if (table.empty()) return {NoPartition::kNoTable, nullptr};
  const std::vector<Partition> *partitions = table.of(request.count);
  if (partitions == nullptr) return {NoPartition::kCountNotInTable, nullptr};
  const auto any = [](const Partition &) { return true; };
  const auto fits = [&](const Partition &partition) {
    return (partition.minors & request.used) == 0 && contains(request.present, partition.minors) &&
           contains(partition.minors, request.required) &&
           partition.ring_bandwidth >= request.ring_bandwidth &&
           (!request.accepts || request.accepts(partition.minors));
  };
  const std::optional<int32_t> score = request.restricted ? first_score(*partitions, profile, any)
                                                          : first_score(*partitions, profile, fits);
  const DeviceMask gone = rules_of(profile).broken_partitions_are_whole
                              ? request.used
                              : request.used | ~request.present;
  const Partition *best = nullptr;
  int64_t most = 0;
  for (const Partition &partition : *partitions) {
    if (partition.score != score || !fits(partition)) continue;
    const int64_t kept = kept_whole(table, request.count, gone | partition.minors, profile);
    if (best != nullptr && kept <= most) continue;
    best = &partition;
    most = kept;
  }
  if (best == nullptr) return {NoPartition::kNoneFree, nullptr};
  return {NoPartition::kNone, best};
}

}  // namespace koord::device
