// What a pod asks of NUMA nodes, and what they have of it.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "sched/placing/placement.h"

namespace koord::sched {

// CPU first, then what they report of the other resources.
class NumaRequests {
 public:
  static constexpr size_t kMax = 64;

  NumaRequests(const View &node, const Shape &shape, const Placement &placement)
      : node_(node), placement_(placement) {
    amounts_[0] = placement.binds ? shape.cpus : shape.cpu_milli;
    if (!aligns(shape, Resources::kCpu) && !placement.cpus_alone) amounts_[0] = 0;
    slots_[0] = 0;
    count_ = 1;
    if (placement.cpus_alone) return;
    for (const ResourceAmount &request : shape.requests) {
      if (request.resource == Resources::kCpu || !aligns(shape, request.resource)) continue;
      const int slot = node.numa_slot(request.resource);
      // Pods that ask name fewer; of those that others placed a grant still needs all.
      if (slot < 0 || count_ == kMax) continue;
      amounts_[count_] = request.amount;
      slots_[count_++] = static_cast<size_t>(slot);
    }
  }

  size_t count() const { return count_; }
  ResourceId resource(size_t request) const {
    return node_.node().numa_resources()[slots_[request]];
  }
  int64_t amount(size_t request) const { return amounts_[request]; }
  int64_t free(size_t request, size_t i) const {
    return request == 0 && placement_.binds ? cpus_of(i) : node_.numa_free(i, slots_[request]);
  }
  // Capacity of node `i` were no pod there: also CPUs that kubelet pins to pods count.
  int64_t capacity(size_t request, size_t i) const {
    int64_t capacity = node_.numa_capacity(i, slots_[request]);
    if (request == 0) capacity += node_.node().numa()[i].pinned;
    return request == 0 && placement_.binds ? capacity / 1000 : capacity;
  }
  bool others_fit(size_t i) const {
    for (size_t request = 1; request < count_; ++request)
      if (node_.numa_free(i, slots_[request]) < amounts_[request]) return false;
    return true;
  }
  bool fits(size_t i) const { return free(0, i) >= amounts_[0] && others_fit(i); }

 private:
  // CPUs that node `i` can give to a pod that binds them.
  int64_t cpus_of(size_t i) const {
    const NumaSummary &numa = node_.numa()[i];
    int64_t cpus = numa.free;
    const bool whole = placement_.required && placement_.bind == cpu::BindPolicy::kFullPcpus;
    if (placement_.required && !placement_.fills_cores) cpus = whole ? numa.whole : numa.cores;
    cpus = std::min(cpus, node_.numa_free(i, 0) / 1000);
    return whole && node_->even_cores ? node_.in_whole_cores(cpus) : cpus;
  }

  const View &node_;
  const Placement &placement_;
  std::array<int64_t, kMax> amounts_;
  std::array<size_t, kMax> slots_;
  size_t count_ = 0;
};

}  // namespace koord::sched
