// Preemption through koord.h on full nodes. Names: call/NUMA
// policy/nodes. Fails if a result is wrong.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int64_t kGi = int64_t{1} << 30;
constexpr int kCpus = 128;
constexpr int kPods = 30;  // on each node

struct FreePreemption {
  void operator()(koord_preemption *preemption) const { koord_preemption_unref(preemption); }
};
using PreemptionPtr = std::unique_ptr<koord_preemption, FreePreemption>;

// 30 pods of 4 CPUs on each node and 8 free CPUs; priorities from 0 to 5.
koord_cluster *full_cluster(int nodes, koord_numa_policy policy) {
  static std::map<std::pair<int, int>, Owned<koord_cluster>> kept;
  Owned<koord_cluster> &cluster = kept[{nodes, policy}];
  if (cluster) return cluster.get();
  kept.clear();
  ClusterOf what;
  what.nodes = nodes;
  what.cpus = kCpus;
  what.policy = policy;
  what.empty = true;
  Owned<koord_cluster> made = half_full(what);
  for (int i = 0; i < nodes * kPods; ++i) {
    char uid[40];
    std::snprintf(uid, sizeof uid, "00000000-0000-0000-0000-%012d", i);
    const Owned<koord_pod> pod = lsr_pod(uid, 4, 8 * kGi, i * 7919 % 6);
    koord_refusal refusal{};
    koord_error error{};
    must(koord_cluster_reserve(made.get(), pod.get(), nullptr, static_cast<uint32_t>(i / kPods),
                               nullptr, 0, &refusal, &error),
         error);
    if (refusal.reason != KOORD_REASON_NONE) std::abort();
  }
  return (kept[{nodes, policy}] = std::move(made)).get();
}

struct Asked {
  int nodes;
  koord_numa_policy policy;
  int cpus;
  uint32_t flags;
  uint32_t victims;  // minimum on every node; 0 if no eviction helps
  int32_t priority = 100;
};

void preempt(benchmark::State &state, Asked asked) {
  koord_cluster *cluster = full_cluster(asked.nodes, asked.policy);
  const Owned<koord_pod> pod = lsr_pod("new", asked.cpus, 16 * kGi, asked.priority);
  koord_preempt_options options = KOORD_INIT(koord_preempt_options);
  options.flags = asked.flags;
  std::vector<koord_node_preemption> rows(static_cast<size_t>(asked.nodes));
  size_t count = 0;
  for (auto _ : state) {
    koord_preemption *made = nullptr;
    koord_cluster_preempt(cluster, pod.get(), &options, nullptr, &made, nullptr);
    const PreemptionPtr owner(made);
    koord_preemption_get_nodes(made, rows.data(), sizeof rows[0], rows.size(), &count, nullptr);
  }
  double proven = 0;
  for (const koord_node_preemption &row : rows) {
    if ((row.reason == KOORD_REASON_NONE) != (asked.victims > 0) || row.victims < asked.victims)
      state.SkipWithError("the answer is wrong");
    proven += (row.flags & KOORD_PREEMPTION_UNPROVEN) == 0 ? 1 : 0;
  }
  state.counters["proven"] = proven / asked.nodes;
  state.counters["victims"] = rows[0].victims;
  state.counters["per_node"] = benchmark::Counter(
      asked.nodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void add(const char *name, const Asked &asked) {
  const std::string full = std::string(name) + '/' + koord_numa_policy_get_name(asked.policy) +
                           '/' + std::to_string(asked.nodes);
  benchmark::RegisterBenchmark(full.c_str(), preempt, asked)->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  for (const koord_numa_policy policy :
       {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_BEST_EFFORT, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE})
    for (const int nodes : {500, 5000}) {
      add("one", {nodes, policy, 12, 0, 1});
      add("several", {nodes, policy, 48, 0, 10});
      add("least_important", {nodes, policy, 12, KOORD_PREEMPT_LEAST_IMPORTANT, 1});
      add("none_helps", {nodes, policy, 12, 0, 0, 0});
    }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
