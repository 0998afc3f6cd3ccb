// How much of the idle GPUs of a cluster its workload cannot use, kept up to date as nodes fill:
// the figure of "Beware of Fragmentation" for any policy, computed from what koordctl itself knows.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "replay/trace.h"

namespace koordctl {

// Pods that ask for the same.
struct TaskKind {
  int64_t cpu_milli = 0;
  int64_t memory_mib = 0;
  int32_t gpu_milli = 0;
  int32_t gpu_count = 0;
  std::vector<std::string> models;
  int64_t tasks = 0;
};

// What pods of a kind ask for: CPU, memory, part and number of GPUs, models. CPU 0 counts as 100.
using KindOfPod = std::tuple<int64_t, int64_t, int32_t, int32_t, std::vector<std::string>>;
KindOfPod kind_of(const TracePod &pod);
using KindCounts = std::map<KindOfPod, double>;
// So many tasks for each that is counted, rounded; those of none are left out. In the order of the
// next.
std::vector<TaskKind> kinds_of(const KindCounts &counts, double tasks);

// All kinds, the most frequent first, of equally frequent ones the larger.
std::vector<TaskKind> task_kinds(const std::vector<TracePod> &pods);

// So many percent of the tasks that may use any model are taken to want one of these, each model as
// often.
std::vector<TaskKind> hedged(const std::vector<TaskKind> &kinds,
                             const std::vector<std::string> &models, uint32_t percent);

class Fragments {
 public:
  // Idle nodes, and all kinds of tasks: those alike but for their memory are one, and the most
  // frequent that cover 95 percent of the tasks count.
  Fragments(const std::vector<TraceNode> &nodes, const std::vector<TaskKind> &kinds);

  // `devices`: which GPUs the pod has, from 0. False: they do not have so much left, nothing
  // changed.
  [[nodiscard]] bool take(size_t node, const TracePod &pod, const std::vector<int> &devices);

  // GPUs of a node with room for the pod's part of each.
  std::vector<int> fitting(size_t node, const TracePod &pod) const;

  // In thousandths of a GPU, expected over the tasks.
  double total() const { return static_cast<double>(sum_) / static_cast<double>(tasks_); }

 private:
  struct Node {
    int64_t cpu_milli;
    std::vector<int32_t> gpu_milli;
    uint64_t model;          // one bit of its name, 0: no task names it
    int64_t fragmented = 0;  // times tasks_
  };
  struct Kind {
    int64_t cpu_milli;
    int32_t gpu_milli;
    int32_t gpu_count;
    uint64_t models;  // 0: any
    int64_t tasks;
  };
  int64_t fragmented(const Node &node) const;

  std::vector<Node> nodes_;
  std::vector<Kind> kinds_;
  int64_t tasks_ = 0;
  int64_t sum_ = 0;
};

}  // namespace koordctl
