// Sums of cores of different width.
#pragma once

#include <bitset>
#include <utility>
#include <vector>

#include "base/cpu_set.h"
#include "topology/topology.h"

namespace koord::cpu {

// Numbers of CPUs that some of several cores have together; 0 is one of them.
using CoreSums = std::bitset<Topology::kMaxCpus + 1>;

// The greatest sum of at most `limit`.
int greatest(const CoreSums &sums, int limit) noexcept;
// The sums of at most `limit` of two separate groups of cores together.
CoreSums together(const CoreSums &a, const CoreSums &b, int limit) noexcept;

// How many cores there are of each width.
class CoreWidths {
 public:
  CoreWidths() = default;
  // The cores of which `cpus` has all CPUs.
  CoreWidths(const Topology &topology, const CpuSet &cpus);

  void add(int width);
  void remove(int width);
  // The sums of at most `limit`.
  CoreSums sums(int limit) const noexcept;
  bool make_up(int cpus) const noexcept {
    return cpus >= 0 && cpus <= static_cast<int>(Topology::kMaxCpus) &&
           sums(cpus).test(static_cast<size_t>(cpus));
  }

 private:
  int &count_of(int width);

  std::vector<std::pair<int, int>> counts_;  // width, cores
};

}  // namespace koord::cpu
