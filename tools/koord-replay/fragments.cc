#include "fragments.h"

#include <algorithm>
#include <cmath>

#include "cli/failure.h"

namespace koordctl {
namespace {

constexpr int64_t kLeastCpu = 100;
constexpr int64_t kTypicalPercent = 95;
constexpr size_t kMaxModels = 64;

// Assigns one bit to each model that tasks name.
class Models {
 public:
  uint64_t add(const std::string &name) {
    const auto [at, is_new] = numbers_.emplace(name, numbers_.size());
    if (at->second >= kMaxModels) throw Failure(kEnvironment, "pods name more than 64 GPU models");
    return uint64_t{1} << at->second;
  }
  uint64_t find(const std::string &name) const {
    const auto at = numbers_.find(name);
    return at == numbers_.end() ? 0 : uint64_t{1} << at->second;
  }

 private:
  std::map<std::string, size_t> numbers_;
};

std::vector<TaskKind> of_any_memory(const std::vector<TaskKind> &kinds) {
  KindCounts counts;
  for (const TaskKind &kind : kinds)
    counts[{kind.cpu_milli, 0, kind.gpu_milli, kind.gpu_count, kind.models}] +=
        static_cast<double>(kind.tasks);
  return kinds_of(counts, 1);
}

}  // namespace

KindOfPod kind_of(const TracePod &pod) {
  return {pod.cpu_milli == 0 ? kLeastCpu : pod.cpu_milli, pod.memory_mib, pod.gpu_milli,
          pod.gpu_count, pod.models};
}

std::vector<TaskKind> kinds_of(const KindCounts &counts, double tasks) {
  std::vector<TaskKind> kinds;
  for (auto kind = counts.rbegin(); kind != counts.rend(); ++kind) {
    const auto &[cpu, memory, milli, count, models] = kind->first;
    const int64_t times = std::llround(kind->second * tasks);
    if (times > 0) kinds.push_back({cpu, memory, milli, count, models, times});
  }
  std::stable_sort(kinds.begin(), kinds.end(),
                   [](const TaskKind &a, const TaskKind &b) { return a.tasks > b.tasks; });
  return kinds;
}

std::vector<TaskKind> task_kinds(const std::vector<TracePod> &pods) {
  KindCounts counts;
  for (const TracePod &pod : pods) counts[kind_of(pod)] += 1;
  return kinds_of(counts, 1);
}

std::vector<TaskKind> hedged(const std::vector<TaskKind> &kinds,
                             const std::vector<std::string> &models, uint32_t percent) {
  if (percent == 0 || models.empty()) return kinds;
  const auto parts = static_cast<int64_t>(models.size());
  std::vector<TaskKind> out;
  for (TaskKind kind : kinds) {
    const bool any = kind.gpu_count > 0 && kind.models.empty();
    const int64_t tasks = kind.tasks;
    kind.tasks *= any ? (100 - int64_t{percent}) * parts : 100 * parts;
    out.push_back(kind);
    kind.tasks = tasks * percent;
    for (size_t i = 0; any && i < models.size(); ++i) {
      kind.models = {models[i]};
      out.push_back(kind);
    }
  }
  std::erase_if(out, [](const TaskKind &kind) { return kind.tasks == 0; });
  return out;
}

Fragments::Fragments(const std::vector<TraceNode> &nodes, const std::vector<TaskKind> &all_kinds) {
  const std::vector<TaskKind> kinds = of_any_memory(all_kinds);
  int64_t all = 0;
  for (const TaskKind &kind : kinds) all += kind.tasks;
  Models models;
  for (const TaskKind &kind : kinds) {
    if (tasks_ * 100 >= all * kTypicalPercent) break;
    tasks_ += kind.tasks;
    uint64_t allowed = 0;
    for (const std::string &model : kind.models) allowed |= models.add(model);
    kinds_.push_back({kind.cpu_milli, kind.gpu_milli, kind.gpu_count, allowed, kind.tasks});
  }
  tasks_ = std::max<int64_t>(tasks_, 1);
  for (const TraceNode &node : nodes) {
    Node idle{node.cpu_milli, std::vector<int32_t>(static_cast<size_t>(node.gpus), kWholeGpu),
              models.find(node.model)};
    idle.fragmented = fragmented(idle);
    sum_ += idle.fragmented;
    nodes_.push_back(std::move(idle));
  }
}

// For a kind that the node can host, the fragments are the idle parts of devices too small for it.
// For all other kinds all idle capacity is fragmented.
int64_t Fragments::fragmented(const Node &node) const {
  int64_t idle = 0;
  for (const int32_t milli : node.gpu_milli) idle += milli;
  int64_t sum = idle * tasks_;
  for (const Kind &kind : kinds_) {
    const bool excluded = kind.models != 0 && (kind.models & node.model) == 0;
    if (kind.gpu_count == 0 || excluded || kind.cpu_milli > node.cpu_milli) continue;
    int64_t usable = 0;
    int32_t devices = 0;
    for (const int32_t milli : node.gpu_milli) {
      if (milli < kind.gpu_milli) continue;
      usable += milli;
      ++devices;
    }
    if (devices >= kind.gpu_count) sum -= usable * kind.tasks;
  }
  return sum;
}

std::vector<int> Fragments::fitting(size_t node, const TracePod &pod) const {
  std::vector<int> fitting;
  const std::vector<int32_t> &gpus = nodes_.at(node).gpu_milli;
  for (size_t i = 0; i < gpus.size(); ++i)
    if (gpus[i] >= pod.gpu_milli) fitting.push_back(static_cast<int>(i));
  return fitting;
}

bool Fragments::take(size_t node, const TracePod &pod, const std::vector<int> &devices) {
  Node after = nodes_.at(node);
  if (devices.size() != static_cast<size_t>(pod.gpu_count)) return false;
  after.cpu_milli -= pod.cpu_milli;
  if (after.cpu_milli < 0) return false;
  for (const int device : devices) {
    if (device < 0 || static_cast<size_t>(device) >= after.gpu_milli.size()) return false;
    int32_t &left = after.gpu_milli[static_cast<size_t>(device)];
    left -= pod.gpu_milli;
    if (left < 0) return false;
  }
  after.fragmented = fragmented(after);
  sum_ += after.fragmented - nodes_[node].fragmented;
  nodes_[node] = std::move(after);
  return true;
}

}  // namespace koordctl
