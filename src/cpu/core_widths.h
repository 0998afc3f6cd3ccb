// Sums of the widths (CPUs per core) of cores that differ in width.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord::cpu {

// The set of CPU counts that subsets of some cores add up to. 0 is always a member.
using CoreSums = std::bitset<Topology::kMaxCpus + 1>;

// Returns the greatest sum that is at most `limit`.
int greatest(const CoreSums &sums, int limit) noexcept;
// Returns the sums up to `limit` of two disjoint groups of cores.
CoreSums together(const CoreSums &a, const CoreSums &b, int limit) noexcept;

// Number of cores of each width, in CPUs.
class CoreWidths {
 public:
  CoreWidths() = default;
  // Counts the cores whose CPUs are all in `cpus`.
  CoreWidths(const Topology &topology, const CpuSet &cpus);

  void add(int width);
  void remove(int width);
  // Returns the sums up to `limit`.
  CoreSums sums(int limit) const noexcept;
  // Returns true if a subset of the cores has exactly `cpus` CPUs.
  bool can_sum_to(int cpus) const noexcept {
    return cpus >= 0 && cpus <= static_cast<int>(Topology::kMaxCpus) &&
           sums(cpus).test(static_cast<size_t>(cpus));
  }

 private:
  int &count_of(int width);

  std::vector<std::pair<int, int>> counts_;  // width, cores
};

}  // namespace koord::cpu
