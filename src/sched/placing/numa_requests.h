// Requests of a pod that NUMA nodes must supply, with the amounts that these have.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "sched/placing/placement.h"

namespace koord::sched {

// CPU is first, followed by the other resources that the NUMA nodes report.
class NumaRequests {
 public:
  static constexpr size_t kMax = 64;

  NumaRequests(const View &node, const Shape &shape, const Placement &placement)
      : node_(node), binds_(placement.binds) {
    if (placement.required && placement.bind == cpu::BindPolicy::kFullPcpus) {
      if (!placement.fills_cores) cpus_ = &NumaSummary::whole;
      in_whole_cores_ = node->even_cores;
    } else if (placement.required && !placement.fills_cores) {
      cpus_ = &NumaSummary::cores;
    }
    amounts_[0] = binds_ ? shape.cpus : shape.cpu_milli;
    if (!aligns(shape, Resources::kCpu) && !placement.cpus_alone) amounts_[0] = 0;
    if (placement.devices_alone) amounts_[0] = 0;
    slots_[0] = 0;
    size_t count = 1;
    if (!placement.cpus_alone && !placement.devices_alone)
      for (const ResourceAmount &request : shape.requests) {
        if (request.resource == Resources::kCpu || !aligns(shape, request.resource)) continue;
        const int slot = node.numa_slot(request.resource);
        // Requesting pods are limited to fewer resources. A pod that another scheduler placed can
        // have more; grant() still checks all of them.
        if (slot < 0 || count == kMax) continue;
        amounts_[count] = request.amount;
        slots_[count++] = static_cast<uint32_t>(slot);
      }
    count_ = count;
  }

  size_t count() const { return count_; }
  bool are_empty() const { return count_ == 1 && amounts_[0] == 0; }
  ResourceId resource(size_t request) const {
    return node_.node().numa_resources()[slots_[request]];
  }
  int64_t amount(size_t request) const { return amounts_[request]; }
  int64_t free(size_t request, size_t i) const {
    if (request > 0) return node_.numa_free(i, slots_[request]);
    return binds_ ? cpus_of(i) : node_.numa_free(i, 0);
  }
  // Returns the capacity of NUMA node `i` without pods. It includes CPUs that kubelet pins to pods.
  int64_t capacity(size_t request, size_t i) const {
    int64_t capacity = node_.numa_capacity(i, slots_[request]);
    if (request == 0) capacity += node_.node().numa()[i].pinned;
    return request == 0 && binds_ ? cpus_in(capacity) : capacity;
  }
  bool others_fit(size_t i) const {
    for (size_t request = 1; request < count_; ++request)
      if (node_.numa_free(i, slots_[request]) < amounts_[request]) return false;
    return true;
  }
  bool fits(size_t i) const { return free(0, i) >= amounts_[0] && others_fit(i); }

 private:
  // Returns the number of CPUs of which a capacity is the amplified amount: the largest whose
  // amplified amount, which is rounded up, is not larger. Reports state any amount.
  int64_t cpus_in(int64_t milli) const {
    int64_t cpus = 0, most = milli / 1000;
    if (node_.amplified(1000) == 1000) return most;
    while (cpus < most) {
      const int64_t middle = most - (most - cpus) / 2;
      if (node_.amplified(1000 * middle) <= milli)
        cpus = middle;
      else
        most = middle - 1;
    }
    return cpus;
  }
  // Returns the CPUs that NUMA node `i` can give to a pod that binds them.
  int64_t cpus_of(size_t i) const {
    int64_t cpus = node_.numa()[i].*cpus_;
    // Dividing is slow, and rarely are there fewer milli-CPU than CPUs.
    if (const int64_t milli = node_.numa_free(i, 0); milli < 1000 * cpus) cpus = milli / 1000;
    return in_whole_cores_ ? node_.in_whole_cores(cpus) : cpus;
  }

  const View &node_;
  const bool binds_;
  bool in_whole_cores_ = false;
  int32_t NumaSummary::*cpus_ = &NumaSummary::free;  // CPUs that the bind policy can use
  std::array<int64_t, kMax> amounts_;
  std::array<uint32_t, kMax> slots_;
  size_t count_;
};

}  // namespace koord::sched
