// New CPUs for the pods of one node through koord.h. Names: case/CPUs/pods.
// `before` and `after` are the percentages of koord_fragmentation, `work` is the
// number of placements tried. Fails if a result is wrong.
#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int64_t kGi = int64_t{1} << 30;

// Pods of one or more cores are added, and some are removed when the node is full, until `pods`
// pods are left. They hold about two thirds of the machine or more.
Owned<koord_cluster> fragmented(int cpus, int pods) {
  const auto most_cores = static_cast<uint32_t>(2 * cpus / 3 / pods);
  ClusterOf what;
  what.nodes = 1;
  what.cpus = cpus;
  what.empty = true;
  Owned<koord_cluster> cluster = half_full(what);
  std::vector<std::string> there;
  uint32_t drawn = 1;
  const auto next = [&] { return (drawn = drawn * 1664525 + 1013904223) >> 16; };
  koord_error error{};
  const auto leave = [&] {
    const size_t gone = next() % there.size();
    must(koord_cluster_remove_pod(cluster.get(), there[gone].data(), there[gone].size(), &error),
         error);
    there.erase(there.begin() + static_cast<long>(gone));
  };
  for (int i = 0; i < 4 * pods; ++i) {
    const std::string uid = "pod-" + std::to_string(1000 + i);
    const int cores = 1 + static_cast<int>(next() % most_cores);
    koord_refusal refusal{};
    must(koord_cluster_reserve(cluster.get(), lsr_pod(uid, 2 * cores, kGi).get(), nullptr, 0,
                               nullptr, 0, &refusal, &error),
         error);
    if (refusal.reason == KOORD_REASON_NONE)
      there.push_back(uid);
    else
      leave();
  }
  while (there.size() > static_cast<size_t>(pods)) leave();
  return cluster;
}

void rebind(benchmark::State &state) {
  const Owned<koord_cluster> cluster =
      fragmented(static_cast<int>(state.range(0)), static_cast<int>(state.range(1)));
  koord_rebind_options options = KOORD_INIT(koord_rebind_options);
  options.budget = static_cast<uint32_t>(state.range(2));
  koord_rebind_info info = KOORD_INIT(koord_rebind_info);
  for (auto _ : state) {
    koord_plan *plan = nullptr;
    if (koord_cluster_plan_rebind(cluster.get(), 0, &options, nullptr, &plan, &info, nullptr) !=
        KOORD_OK)
      state.SkipWithError("no plan");
    koord_plan_unref(plan);
  }
  if (info.moved == 0 || info.after.extra_numa > info.before.extra_numa)
    state.SkipWithError("the answer is wrong");
  state.counters["before"] = info.before.percent;
  state.counters["after"] = info.after.percent;
  state.counters["crossing_before"] = info.before.extra_numa;
  state.counters["crossing_after"] = info.after.extra_numa;
  state.counters["moved"] = info.moved;
  state.counters["work"] = info.used;
}

}  // namespace
}  // namespace koord::bench

BENCHMARK(koord::bench::rebind)
    ->Args({64, 15, 0})
    ->Args({256, 30, 0})
    ->Args({256, 60, 0})
    ->Args({256, 60, 10000})
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_MAIN();
