// The numbers from which verdicts are computed, as small as possible: a cluster keeps those of all
// its nodes in arrays, so that judging them streams through memory. All are derived from a Node.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "device/choice/gpu_summary.h"
#include "sched/node/node.h"

namespace koord::sched {

// Numbers of a NUMA node.
struct NumaSummary {
  // CPU (amplified milli-CPU) and memory. The capacity is 0 if nothing is reported.
  int64_t free_amount[2];
  int64_t capacity[2];
  // Free CPUs: all; on whole cores; one per core; on cores without a
  // PCPULevel holder. `pool`: CPUs of the shared pool, which no pod owns.
  int32_t free;
  int32_t whole;
  int32_t cores;
  int32_t open;
  int32_t pool;
  int32_t id;
  bool node_held;  // a pod holds it under NUMANodeLevel
  bool single;     // has pods that use no other NUMA node
  bool spanning;   // has pods that use other NUMA nodes, too
  uint16_t bound;  // CPUs that pods own
  uint8_t gpus;    // usable from here; bits as in a complete GpuSummary
  bool operator==(const NumaSummary &) const = default;
};
static_assert(sizeof(NumaSummary) <= 64);

// Numbers of a node.
struct Summary {
  static constexpr size_t kAmounts = 3;  // CPU, memory, pods

  const Node *node;               // for rarely needed properties
  int64_t free_amount[kAmounts];  // of the whole node
  double amplification;
  uint32_t first_numa;  // index of its first NUMA node in the accompanying array
  uint16_t numa_count;
  uint8_t cpus_per_core;
  object::NumaPolicy numa_policy : 8;
  cpu::NumaStrategy strategy : 8;
  // CPUs that a kubelet which pins CPUs has left, the size of its
  // largest NUMA node, and the most CPUs that one NUMA node has left.
  uint16_t kubelet_available;
  uint16_t kubelet_physical;
  uint16_t kubelet_largest;
  uint16_t kubelet_roomiest;
  bool removed : 1;  // from its cluster
  bool known : 1;
  bool has_topology : 1;  // has a report, with or without CPUs
  bool has_zones : 1;
  bool has_machine : 1;
  bool even_cores : 1;  // all of one width
  bool unschedulable : 1;
  bool full_only : 1;
  bool spread_only : 1;
  bool distributes : 1;  // by kubelet's option distribute-cpus-across-numa
  bool arm : 1;
  bool own_numa_policy : 1;     // stated by label or kubelet
  bool memory_reported : 1;     // by NUMA node
  bool others_reported : 1;     // by NUMA node: something besides CPU and memory
  bool has_devices : 1;         // reported now or earlier
  bool devices_unreported : 1;  // of some type, see Ledger::is_unreported()
  bool lists_devices : 1;       // in its allocatable, under names that only Koordinator publishes
  bool devices_anywhere : 1;    // devices may be on other NUMA nodes than the pod's CPUs
  bool parts_of_any : 1;        // GPUs of every model may be shared
  bool kubelet_pins : 1;        // CPU manager policy static, with:
  bool kubelet_full : 1;        // full-pcpus-only
  bool kubelet_single : 1;      // topology manager policy single-numa-node
  bool kubelet_strict : 1;      // topology manager policy single-numa-node or restricted
  bool kubelet_by_socket : 1;   // align-by-socket
  bool kubelet_memory : 1;      // memory manager policy Static, with any CPU manager policy
  bool memory_gate : 1;         // and the state of the memory manager is reported
  bool device_gate : 1;         // kubelet aligns devices, whose state is reported
  bool kubelet_in_flight : 1;   // pods that kubelet has not reported yet are on the node
  bool operator==(const Summary &) const = default;
};
static_assert(sizeof(Summary) <= 64);

// Capacity of the whole empty node. Only refusals need it. It has a table of its own because
// Summary has no space left and reading it from Node is a cache miss.
struct Capacity {
  int64_t amount[Summary::kAmounts];
};

// Appends the node's NUMA nodes to `numa`, or overwrites those
// from summary.first_numa on if their number has not changed.
void summarize(const Node &node, Summary &summary, Capacity &capacity, device::GpuSummary &gpus,
               std::vector<NumaSummary> &numa);

// A node as verdicts read it.
class View {
 public:
  View(const Summary &summary, const Capacity &capacity, const device::GpuSummary &gpus,
       const std::vector<NumaSummary> &numa)
      : summary_(&summary),
        capacity_(&capacity),
        gpus_(&gpus),
        numa_(numa.data() + summary.first_numa) {}

  // Returns a view of this node with other numbers, which must outlive the view.
  View with(const Summary &summary, const std::vector<NumaSummary> &numa) const {
    return {summary, *capacity_, *gpus_, numa};
  }

  const Summary *operator->() const { return summary_; }
  const Node &node() const { return *summary_->node; }
  std::span<const NumaSummary> numa() const { return {numa_, summary_->numa_count}; }
  size_t numa_count() const { return summary_->numa_count; }
  const device::GpuSummary &gpus() const { return *gpus_; }

  // Returns the free amount of the whole node, as pods are charged for it.
  int64_t free(ResourceId resource) const {
    return resource < Summary::kAmounts ? summary_->free_amount[resource]
                                        : node().total(resource).free();
  }
  int64_t capacity(ResourceId resource) const {
    return resource < Summary::kAmounts ? capacity_->amount[resource]
                                        : node().total(resource).capacity;
  }
  // Returns the slot of a resource's amounts per NUMA node, or -1 if none are reported.
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
  // Rounds down to whole cores. Division is slow, and
  // most machines have 1, 2, 4 or 8 threads per core.
  int64_t in_whole_cores(int64_t cpus) const {
    const int64_t width = summary_->cpus_per_core;
    return (width & (width - 1)) == 0 ? cpus & -width : cpus - cpus % width;
  }
  // Returns the milli-CPU that a pod is charged for CPUs of its own.
  int64_t amplified(int64_t milli) const {
    if (summary_->amplification <= 1) return milli;
    const double out = std::ceil(static_cast<double>(milli) * summary_->amplification);
    constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
    return out < static_cast<double>(kMost) ? static_cast<int64_t>(out) : kMost;
  }

 private:
  const Summary *summary_;
  const Capacity *capacity_;
  const device::GpuSummary *gpus_;
  const NumaSummary *numa_;
};

// A node with its own numbers, outside a cluster's arrays.
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
