// Gangs of 64 pods over growing numbers of half-full nodes (128 CPUs, 64 of them free) through koord.h. Names:
// case/NUMA policy/nodes. Fails when an answer is wrong.
#include <benchmark/benchmark.h>

#include <map>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int kPods = 64;
constexpr int kPodCpus = 8;
constexpr int64_t kGi = int64_t{1} << 30;

koord_cluster *cluster_of(int nodes, koord_numa_policy policy) {
  static std::map<std::pair<int, int>, Owned<koord_cluster>> kept;
  Owned<koord_cluster> &cluster = kept[{nodes, policy}];
  if (!cluster) {
    ClusterOf what;
    what.nodes = nodes;
    what.policy = policy;
    cluster = half_full(what);
  }
  return cluster.get();
}

struct Case {
  const char *name;
  uint32_t max_nodes;
  bool alike;  // one shape, else as many as pods
  koord_reason expected;
};

// Every time shapes that were never asked about, so that nothing is known beforehand.
void gang(benchmark::State &state, int nodes, koord_numa_policy policy, const Case &what) {
  koord_cluster *cluster = cluster_of(nodes, policy);
  static int64_t shape = 0;
  koord_gang_options options;
  koord_gang_options_init(&options, sizeof options);
  options.max_nodes = what.max_nodes;
  koord_gang_info info;
  koord_gang_info_init(&info, sizeof info);
  koord_refusal refusal{};
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<Owned<koord_pod>> pods;
    std::vector<const koord_pod *> gang;
    ++shape;
    for (int i = 0; i < kPods; ++i) {
      if (i > 0 && !what.alike) ++shape;
      pods.push_back(lsr_pod("pod-" + std::to_string(i), kPodCpus, 16 * kGi + shape));
      gang.push_back(pods.back().get());
    }
    koord_plan *plan = nullptr;
    koord_error error{};
    state.ResumeTiming();
    must(koord_cluster_gang(cluster, gang.data(), gang.size(), &options, nullptr, &plan, &refusal,
                            &info, &error),
         error);
    state.PauseTiming();
    koord_plan_free(plan);
    state.ResumeTiming();
  }
  if (refusal.reason != what.expected) state.SkipWithError("the answer is wrong");
  state.counters["work"] = static_cast<double>(info.work);
}

void add_all() {
  const Case cases[] = {{"any", 0, true, KOORD_REASON_NONE},
                        {"few", 8, true, KOORD_REASON_NONE},
                        {"too_few", 7, true, KOORD_REASON_GANG_UNPLACED},
                        {"shapes", 0, false, KOORD_REASON_NONE},
                        {"shapes_few", 8, false, KOORD_REASON_NONE},
                        {"shapes_too_few", 7, false, KOORD_REASON_SEARCH_LIMIT}};
  for (const koord_numa_policy policy : {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_SINGLE_NODE})
    for (const int nodes : {100, 1000, 10000})
      for (const Case &what : cases)
        benchmark::RegisterBenchmark(
            (std::string(what.name) + '/' + koord_numa_policy_name(policy) + '/' +
             std::to_string(nodes))
                .c_str(),
            [=](benchmark::State &state) { gang(state, nodes, policy, what); })
            ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  koord::bench::add_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
