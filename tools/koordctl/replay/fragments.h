// How much of the idle GPUs of a cluster its workload cannot use, kept up to date as nodes fill: the figure of "Beware
// of Fragmentation" for any policy, computed from what koordctl itself knows.
#ifndef KOORDCTL_REPLAY_FRAGMENTS_H_
#define KOORDCTL_REPLAY_FRAGMENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "replay/trace.h"

namespace koordctl {

// Pods that ask for the same; memory is not looked at.
struct TaskKind {
  std::int64_t cpu_milli = 0;
  std::int32_t gpu_milli = 0;
  std::int32_t gpu_count = 0;
  std::vector<std::string> models;
  std::int64_t tasks = 0;
};

// All kinds, the most frequent first, of equally frequent ones the larger. CPU 0 counts as 100.
std::vector<TaskKind> task_kinds(const std::vector<TracePod> &pods);

class Fragments {
 public:
  // Idle nodes, and all kinds of tasks, of which the first 95 percent of the tasks count.
  Fragments(const std::vector<TraceNode> &nodes, const std::vector<TaskKind> &kinds);

  // `devices`: which GPUs the pod has, from 0. False: they do not have so much left, nothing changed.
  [[nodiscard]] bool take(std::size_t node, const TracePod &pod, const std::vector<int> &devices);

  // GPUs of a node with room for the pod's part of each.
  std::vector<int> fitting(std::size_t node, const TracePod &pod) const;

  // In thousandths of a GPU, expected over the tasks.
  double total() const { return static_cast<double>(sum_) / static_cast<double>(tasks_); }

 private:
  struct Node {
    std::int64_t cpu_milli;
    std::vector<std::int32_t> gpu_milli;
    std::uint64_t model;          // one bit of its name, 0: no task names it
    std::int64_t fragmented = 0;  // times tasks_
  };
  struct Kind {
    std::int64_t cpu_milli;
    std::int32_t gpu_milli;
    std::int32_t gpu_count;
    std::uint64_t models;  // 0: any
    std::int64_t tasks;
  };
  std::int64_t fragmented(const Node &node) const;

  std::vector<Node> nodes_;
  std::vector<Kind> kinds_;
  std::int64_t tasks_ = 0;
  std::int64_t sum_ = 0;
};

}  // namespace koordctl

#endif  // KOORDCTL_REPLAY_FRAGMENTS_H_
