// Capacity through koord.h on half-full nodes. Names: NUMA
// policy/nodes. Fails if a result is wrong.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "clusters.h"

namespace koord::bench {
namespace {

struct FreeCapacity {
  void operator()(koord_capacity *capacity) const { koord_capacity_unref(capacity); }
};

// Each node has room for 8 more LSR pods of 8 CPUs.
void capacity(benchmark::State &state, ClusterOf what) {
  const Owned<koord_cluster> cluster = half_full(what);
  const Owned<koord_pod> pod = lsr_pod("more", 8, int64_t{32} << 30);
  koord_capacity_info info = KOORD_INIT(koord_capacity_info);
  for (auto _ : state) {
    koord_capacity *made = nullptr;
    koord_cluster_get_capacity(cluster.get(), pod.get(), nullptr, nullptr, &made, nullptr);
    const std::unique_ptr<koord_capacity, FreeCapacity> owner(made);
    koord_capacity_get_info(made, &info, nullptr);
  }
  if (info.pods != uint64_t{8} * static_cast<uint64_t>(what.nodes))
    state.SkipWithError("the answer is wrong");
  state.counters["per_node"] = benchmark::Counter(
      what.nodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  for (const koord_numa_policy policy :
       {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_BEST_EFFORT, KOORD_NUMA_POLICY_RESTRICTED,
        KOORD_NUMA_POLICY_SINGLE_NUMA_NODE}) {
    ClusterOf what;
    what.nodes = 10000;
    what.policy = policy;
    const std::string name = std::string(koord_numa_policy_get_name(policy)) + "/10000";
    benchmark::RegisterBenchmark(name.c_str(), capacity, what)->Unit(benchmark::kMillisecond);
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
