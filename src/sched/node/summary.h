// The numbers that verdicts are made of, as small as they can be: a cluster keeps those of all its
// nodes side by side, so that judging them streams through memory. Everything here follows from a
// Node.
#pragma once

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "device/choice/gpu_summary.h"
#include "sched/node/node.h"

namespace koord::sched {

// A NUMA node.
struct NumaSummary {
  // CPU (milli, amplification counted) and memory; nothing reported: no capacity.
  int64_t free_amount[2];
  int64_t capacity[2];
  // Free CPUs: all; on whole cores; one per core; on cores without a PCPULevel holder. And those of
  // the shared pool, which are nobody's own.
  int32_t free;
  int32_t whole;
  int32_t cores;
  int32_t open;
  int32_t pool;
  int32_t id;
  bool node_held;  // some pod has it under NUMANodeLevel
  bool single;     // pods keep to this node
  bool spanning;   // pods are here and on other nodes
  uint16_t bound;  // CPUs that pods own
  uint8_t gpus;    // that may be used from here, bits as in a GpuSummary that is complete
  bool operator==(const NumaSummary &) const = default;
};
static_assert(sizeof(NumaSummary) <= 64);

// A node.
struct Summary {
  static constexpr size_t kAmounts = 3;  // CPU, memory, pods

  const Node *node;               // for what is asked rarely
  int64_t free_amount[kAmounts];  // of the whole node
  double amplification;
  uint32_t first_numa;  // where its NUMA nodes begin in the array that goes with this
  uint16_t numa_count;
  uint8_t cpus_per_core;
  object::NumaPolicy numa_policy : 8;
  cpu::NumaStrategy strategy : 8;
  // What a kubelet that pins CPUs has left, its largest NUMA node and the most that one node has
  // left.
  uint16_t kubelet_available;
  uint16_t kubelet_physical;
  uint16_t kubelet_largest;
  uint16_t kubelet_roomiest;
  bool removed : 1;  // from its cluster
  bool known : 1;
  bool has_topology : 1;  // a report, with CPUs or without
  bool has_zones : 1;
  bool has_machine : 1;
  bool even_cores : 1;  // of one width
  bool unschedulable : 1;
  bool full_only : 1;
  bool spread_only : 1;
  bool distributes : 1;  // as kubelet's option distribute-cpus-across-numa does
  bool arm : 1;
  bool own_numa_policy : 1;   // label or kubelet state one
  bool memory_reported : 1;   // by NUMA node
  bool others_reported : 1;   // by NUMA node: something besides CPU and memory
  bool has_devices : 1;       // that are reported, or were
  bool lists_devices : 1;     // in its allocatable, by names that only Koordinator publishes
  bool devices_anywhere : 1;  // they need not be where a pod's CPUs are
  bool parts_of_any : 1;      // no model is kept from being shared
  bool kubelet_pins : 1;      // CPU manager policy static; of it:
  bool kubelet_full : 1;      // full-pcpus-only
  bool kubelet_single : 1;    // topology manager policy single-numa-node
  bool kubelet_strict : 1;    // that, or restricted
  bool kubelet_memory : 1;    // memory manager policy Static, whatever the CPU manager's
  bool operator==(const Summary &) const = default;
};
static_assert(sizeof(Summary) <= 64);

// What the whole empty node has. Only refusals need it. It has a table of its own because Summary
// has no room for it and reading it from Node is a cache miss.
struct Capacity {
  int64_t amount[Summary::kAmounts];
};

// Appends the node's NUMA nodes to `numa`, or writes them over those from summary.first_numa on
// when there are as many.
void summarize(const Node &node, Summary &summary, Capacity &capacity, device::GpuSummary &gpus,
               std::vector<NumaSummary> &numa);

// A node as verdicts see it.
class View {
 public:
  View(const Summary &summary, const Capacity &capacity, const device::GpuSummary &gpus,
       const std::vector<NumaSummary> &numa)
      : summary_(&summary),
        capacity_(&capacity),
        gpus_(&gpus),
        numa_(numa.data() + summary.first_numa) {}

  // A view of this node with other numbers; they must outlive the view.
  View with(const Summary &summary, const std::vector<NumaSummary> &numa) const {
    return {summary, *capacity_, *gpus_, numa};
  }

  const Summary *operator->() const { return summary_; }
  const Node &node() const { return *summary_->node; }
  std::span<const NumaSummary> numa() const { return {numa_, summary_->numa_count}; }
  size_t numa_count() const { return summary_->numa_count; }
  const device::GpuSummary &gpus() const { return *gpus_; }

  // What the whole node has left of a resource, as pods are charged for it.
  int64_t free(ResourceId resource) const {
    return resource < Summary::kAmounts ? summary_->free_amount[resource]
                                        : node().total(resource).free();
  }
  int64_t capacity(ResourceId resource) const {
    return resource < Summary::kAmounts ? capacity_->amount[resource]
                                        : node().total(resource).capacity;
  }
  // Where a resource's amounts per NUMA node are, -1: none are reported.
  int numa_slot(ResourceId resource) const {
    if (resource == Resources::kCpu) return 0;
    if (resource == Resources::kMemory) return summary_->memory_reported ? 1 : -1;
    return summary_->others_reported ? node().numa_slot(resource) : -1;
  }
  int64_t numa_free(size_t i, size_t slot) const {
    return slot < 2 ? numa_[i].free_amount[slot] : node().numa_free(i, slot);
  }
  int64_t numa_capacity(size_t i, size_t slot) const {
    return slot < 2 ? numa_[i].capacity[slot] : node().numa_account(i, slot).capacity;
  }
  // As many CPUs as whole cores have. Division is slow, and most machines have 1, 2, 4 or 8 threads
  // a core.
  int64_t in_whole_cores(int64_t cpus) const {
    const int64_t width = summary_->cpus_per_core;
    return (width & (width - 1)) == 0 ? cpus & -width : cpus - cpus % width;
  }
  // What milli-CPU of its own costs a pod.
  int64_t amplified(int64_t milli) const {
    if (summary_->amplification <= 1) return milli;
    return static_cast<int64_t>(std::ceil(static_cast<double>(milli) * summary_->amplification));
  }

 private:
  const Summary *summary_;
  const Capacity *capacity_;
  const device::GpuSummary *gpus_;
  const NumaSummary *numa_;
};

// A node with numbers of its own, outside a cluster's arrays.
class Summarized {
 public:
  explicit Summarized(const Node &node) { summarize(node, summary_, capacity_, gpus_, numa_); }
  View view() const { return {summary_, capacity_, gpus_, numa_}; }

 private:
  Summary summary_{};
  Capacity capacity_{};
  device::GpuSummary gpus_;
  std::vector<NumaSummary> numa_;
};

}  // namespace koord::sched
