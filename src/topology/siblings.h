// Maps threads to cores in a form that finds whole cores for 64 CPUs at a time. Machines number
// siblings with a few fixed strides: n and n+1, n and n+N/2, n and n+32 ... Cores of equal strides
// form one group. "Every thread is in the set" is then the AND of a few shifted copies of the set.
// A machine whose numbering has no pattern gets one group per distinct stride, which is slower but
// still correct.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/cpu_set.h"

namespace koord {

class SiblingMap {
 public:
  struct Core {
    std::span<const int32_t> threads;  // ascending CPU ids
  };

  SiblingMap() = default;
  explicit SiblingMap(std::span<const Core> cores);

  // Returns the lowest CPU of every core that has `width` threads, all of them in `cpus`.
  CpuSet whole_cores(const CpuSet &cpus, int width) const noexcept;
  // Returns one CPU per core: the lowest CPU of each core that is in `cpus`.
  CpuSet lowest_per_core(const CpuSet &cpus) const noexcept;
  // Returns every thread of every core that has a thread in `cpus`.
  CpuSet with_siblings(const CpuSet &cpus) const noexcept;
  // Returns the lowest CPU of every core.
  const CpuSet &first_threads() const noexcept { return first_threads_; }
  // Returns true if every core has the same number of threads.
  bool uniform() const noexcept { return uniform_; }
  // Returns the bytes of memory that the map uses beside its own size.
  size_t memory_beside() const noexcept;

 private:
  struct Group {
    std::vector<int32_t> strides;  // of the 2nd, 3rd, ... thread from the first
    CpuSet first;                  // first threads of the group's cores
  };
  std::vector<Group> groups_;
  CpuSet first_threads_;
  bool uniform_ = true;
};

}  // namespace koord
