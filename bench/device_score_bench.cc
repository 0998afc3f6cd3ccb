// Time to filter and score all nodes of a cluster for one GPU task, node by node
// without a cache of earlier scores. Names: policy/state of the nodes/task. 1,213
// nodes: 617 with 8 devices, 518 with 2, 54 with 4 and 24 with 1; the workload has 91
// classes. Fails if no node fits or a score allocates memory.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

#include "device/gpu_policy/fgd.h"
#include "device/gpu_policy/gpu_scores.h"
#include "device/gpu_policy/room_left.h"
#include "heap_calls.h"

namespace koord::bench {
namespace {

using namespace koord::device;

struct Size {
  int nodes;
  int32_t devices;
  int64_t cpu_milli;
};
constexpr Size kSizes[] = {{617, 8, 96000}, {518, 2, 64000}, {54, 4, 48000}, {24, 1, 8000}};

// Few sizes are frequent and many are rare, as in traces of shared GPU clusters.
std::vector<TaskClass> workload() {
  std::vector<TaskClass> tasks;
  for (int32_t i = 0; i < 91; ++i) {
    GpuTask task{1000 + i * 7919 % 30 * 1000, 1000, 1};
    if (i % 3 == 0) task.gpu_milli = 50 + i * 37 % 19 * 50;
    if (i % 16 == 15) task.gpu_count = i % 32 == 15 ? 8 : 2;
    if (i % 8 == 1) task = {task.cpu_milli, 0, 0};
    tasks.push_back({task, 2000 / (i + 1) + 1});
  }
  return tasks;
}

struct Cluster {
  explicit Cluster(bool used) {
    for (const Size &size : kSizes) {
      kinds.push_back({size.cpu_milli, size.devices, 1, size.nodes});
      for (int node = 0; node < size.nodes; ++node) {
        NodeFree free{size.cpu_milli, {}, 1};
        shares.emplace_back(static_cast<size_t>(size.devices), kWholeGpu);
        for (int32_t i = 0; used && i < size.devices; ++i) {
          shares.back()[static_cast<size_t>(i)] = (node * 31 + i * 17) % 8 * 125 + 125;
          free.cpu_milli -= 4000;
        }
        free.gpu_milli = shares.back();
        nodes.push_back(free);
        kind_of.push_back(kinds.size() - 1);
      }
    }
  }

  std::vector<std::vector<int32_t>> shares;
  std::vector<NodeFree> nodes;
  std::vector<size_t> kind_of;
  std::vector<NodeKind> kinds;
};

bool failed = false;

template <typename Place>
void measure(benchmark::State &state, const Cluster &cluster, const Place &place) {
  const long before = heap_calls();
  bool found = true;
  for (auto _ : state) {
    PlacementScore best;
    size_t chosen = 0;
    for (size_t i = 0; i < cluster.nodes.size(); ++i) {
      const PlacementScore placed = place(i);
      if (placed.fits && (!best.fits || placed.score > best.score)) {
        best = placed;
        chosen = i;
      }
    }
    found &= best.fits;
    benchmark::DoNotOptimize(chosen);
  }
  const bool ok = found && heap_calls() == before;
  if (!ok) state.SkipWithError("no node fits, or a score allocates");
  failed |= !ok;
  state.counters["per_node"] = benchmark::Counter(
      static_cast<double>(cluster.nodes.size()),
      benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add_benchmarks() {
  static const Cluster fresh(false);
  static const Cluster used(true);
  static const std::vector<TaskClass> tasks = workload();
  static const Fgd fgd(covering_classes(tasks, kTypicalPercent));
  static const RoomLeft room(covering_classes(tasks, 100), fresh.kinds);
  static std::vector<int64_t> prices;
  for (const NodeKind &kind : fresh.kinds) prices.push_back(room.price(kind));
  struct Asked {
    const char *name;
    GpuTask task;
  };
  for (const auto &[state_name, cluster] : {std::pair{"fresh", &fresh}, {"used", &used}})
    for (const Asked &asked : {Asked{"half", {4000, 500, 1}}, Asked{"whole", {8000, 1000, 1}},
                               Asked{"cpu", {8000, 0, 0}}}) {
      const auto add = [&, cluster = cluster](const char *policy, auto place) {
        const std::string name = std::string(policy) + '/' + state_name + '/' + asked.name;
        benchmark::RegisterBenchmark(name.c_str(), [=, task = asked.task](benchmark::State &state) {
          measure(state, *cluster, [&](size_t i) { return place(*cluster, i, task); });
        });
      };
      add("fgd", [](const Cluster &all, size_t i, const GpuTask &task) {
        return fgd.place(all.nodes[i], task);
      });
      add("room_left", [](const Cluster &all, size_t i, const GpuTask &task) {
        return room.place(all.nodes[i], prices[all.kind_of[i]], task);
      });
      add("best_fit", [](const Cluster &all, size_t i, const GpuTask &task) {
        return best_fit(all.nodes[i], task);
      });
      add("dot_product", [](const Cluster &all, size_t i, const GpuTask &task) {
        return dot_product(all.nodes[i], task);
      });
      add("gpu_packing", [](const Cluster &all, size_t i, const GpuTask &task) {
        return gpu_packing(all.nodes[i], task);
      });
    }
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  koord::bench::add_benchmarks();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return koord::bench::failed ? 1 : 0;
}
