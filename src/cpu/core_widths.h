// Sums of cores of different width.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord::cpu {

// The set of CPU counts that subsets of some cores add up to. It always has 0.
using CoreSums = std::bitset<Topology::kMaxCpus + 1>;

// Returns the greatest sum of at most `limit`.
int greatest(const CoreSums &sums, int limit) noexcept;
// Returns the sums of at most `limit` of two disjoint groups of cores.
CoreSums together(const CoreSums &a, const CoreSums &b, int limit) noexcept;

// Number of cores of each width, in CPUs.
class CoreWidths {
 public:
  CoreWidths() = default;
  // Counts the cores whose CPUs are all in `cpus`.
  CoreWidths(const Topology &topology, const CpuSet &cpus);

  void add(int width);
  void remove(int width);
  // Returns the sums of at most `limit`.
  CoreSums sums(int limit) const noexcept;
  // Returns true if some of the cores have exactly so many CPUs.
  bool make_up(int cpus) const noexcept {
    return cpus >= 0 && cpus <= static_cast<int>(Topology::kMaxCpus) &&
           sums(cpus).test(static_cast<size_t>(cpus));
  }

 private:
  int &count_of(int width);

  std::vector<std::pair<int, int>> counts_;  // width, cores
};

}  // namespace koord::cpu
