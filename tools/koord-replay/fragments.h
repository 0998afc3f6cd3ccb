// The idle GPU capacity of a cluster that its workload cannot use, updated as nodes fill up. It is
// the metric of "Beware of Fragmentation" for any policy, computed from koord-replay's own records.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "trace.h"

namespace koordctl {

// Pods with equal requests.
struct TaskKind {
  int64_t cpu_milli = 0;
  int64_t memory_mib = 0;
  int32_t gpu_milli = 0;
  int32_t gpu_count = 0;
  std::vector<std::string> models;
  int64_t tasks = 0;
};

// The requests of a kind: CPU, memory, part and number of GPUs, models. CPU 0 counts as 100.
using KindOfPod = std::tuple<int64_t, int64_t, int32_t, int32_t, std::vector<std::string>>;
KindOfPod kind_of(const TracePod &pod);
using KindCounts = std::map<KindOfPod, double>;
// Multiplies each count by `tasks` and rounds; kinds that round to zero are left out. Sorted like
// the result of task_kinds.
std::vector<TaskKind> kinds_of(const KindCounts &counts, double tasks);

// Returns all kinds, the most frequent first. Among equally frequent kinds the larger comes first.
std::vector<TaskKind> task_kinds(const std::vector<TracePod> &pods);

// Assumes that `percent` percent of the tasks that accept any model require one of `models`, each
// equally often.
std::vector<TaskKind> hedged(const std::vector<TaskKind> &kinds,
                             const std::vector<std::string> &models, uint32_t percent);

class Fragments {
 public:
  // Starts with idle nodes and all kinds of tasks. Kinds that differ only in memory are merged, and
  // the most frequent kinds that cover 95 percent of the tasks count.
  Fragments(const std::vector<TraceNode> &nodes, const std::vector<TaskKind> &kinds);

  // Takes the pod's share of each of `devices`, the indices of its GPUs. Returns false and changes
  // nothing if they do not have enough left.
  [[nodiscard]] bool take(size_t node, const TracePod &pod, const std::vector<int> &devices);

  // Returns the GPUs of a node where the pod's share of each fits.
  std::vector<int> fitting(size_t node, const TracePod &pod) const;

  // Returns thousandths of a GPU, the expected value over the tasks.
  double total() const { return static_cast<double>(sum_) / static_cast<double>(tasks_); }

 private:
  struct Node {
    int64_t cpu_milli;
    std::vector<int32_t> gpu_milli;
    uint64_t model;          // bit of its model name; 0 if no task names it
    int64_t fragmented = 0;  // multiplied by tasks_
  };
  struct Kind {
    int64_t cpu_milli;
    int32_t gpu_milli;
    int32_t gpu_count;
    uint64_t models;  // 0 for any
    int64_t tasks;
  };
  int64_t fragmented(const Node &node) const;

  std::vector<Node> nodes_;
  std::vector<Kind> kinds_;
  int64_t tasks_ = 0;
  int64_t sum_ = 0;
};

}  // namespace koordctl
