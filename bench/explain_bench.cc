// Explanations for a pod that fits nowhere, for growing numbers of half-full nodes through koord.h,
// including remedies for the nearest three. Names: case/nodes. Fails if a result is wrong.
#include <benchmark/benchmark.h>

#include <cstring>
#include <map>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int kSizes[] = {100, 1000, 10000};
constexpr int64_t kGi = int64_t{1} << 30;

struct Case {
  const char *name;
  koord_numa_policy policy;  // of the nodes
  uint32_t flags;
  int cpus;
  int64_t memory;
  int32_t priority;  // pods on the nodes have 0
  koord_reason reason;
};

// Each node has half of its 128 CPUs and 512 GiB left, all on one NUMA node.
constexpr Case kCases[] = {
    {"cpus", KOORD_NUMA_POLICY_NONE, 0, 96, 16 * kGi, 1, KOORD_REASON_INSUFFICIENT_RESOURCE},
    {"memory", KOORD_NUMA_POLICY_NONE, 0, 8, 400 * kGi, 1, KOORD_REASON_INSUFFICIENT_RESOURCE},
    {"cpus_nobody_leaves", KOORD_NUMA_POLICY_NONE, 0, 96, 16 * kGi, 0,
     KOORD_REASON_INSUFFICIENT_RESOURCE},
    {"whole_cores", KOORD_NUMA_POLICY_NONE, KOORD_QUERY_SKIP_FIT, 72, 16 * kGi, 1,
     KOORD_REASON_NOT_ENOUGH_CPUS},
    {"one_numa_node", KOORD_NUMA_POLICY_SINGLE_NUMA_NODE, KOORD_QUERY_SKIP_FIT, 72, 16 * kGi, 1,
     KOORD_REASON_NUMA_UNSATISFIED},
    {"few_numa_nodes", KOORD_NUMA_POLICY_RESTRICTED, KOORD_QUERY_SKIP_FIT, 72, 16 * kGi, 1,
     KOORD_REASON_NUMA_UNSATISFIED}};

koord_cluster *cluster_of(const ClusterOf &what) {
  static std::map<std::pair<int, int>, Owned<koord_cluster>> kept;
  Owned<koord_cluster> &cluster = kept[{what.nodes, what.policy}];
  if (!cluster) cluster = half_full(what);
  return cluster.get();
}

void explain(benchmark::State &state, const Case &what, int nodes) {
  ClusterOf of;
  of.nodes = nodes;
  of.policy = what.policy;
  koord_cluster *cluster = cluster_of(of);
  const Owned<koord_pod> pod = lsr_pod("asking", what.cpus, what.memory, what.priority);
  koord_explain_options options = KOORD_INIT(koord_explain_options);
  koord_query *query = nullptr;
  koord_error made{};
  must(koord_query_new(&query, &made), made);
  must(koord_query_set_flags(query, what.flags, &made), made);
  const Owned<koord_query> owner(query);
  koord_error error{};
  koord_explanation *explanation = nullptr;
  for (auto _ : state) {
    koord_explanation_unref(explanation);
    must(koord_cluster_explain(cluster, pod.get(), &options, query, &explanation, &error), error);
  }
  koord_refused_group groups[4];
  koord_near_miss misses[3];
  size_t group_count = 0;
  size_t count = 0;
  must(koord_explanation_get_groups(explanation, groups, sizeof groups[0], 4, &group_count, &error),
       error);
  must(koord_explanation_get_misses(explanation, misses, sizeof misses[0], 3, &count, &error),
       error);
  koord_explanation_unref(explanation);
  uint32_t refusing = 0;
  for (size_t i = 0; i < group_count; ++i) refusing += groups[i].nodes;
  if (refusing != static_cast<uint32_t>(nodes) || groups[0].refusal.reason != what.reason ||
      count != 3 || misses[0].remedies == 0)
    state.SkipWithError("the answer is wrong");
  state.counters["remedies"] = misses[0].remedies;
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  for (const Case &what : kCases)
    for (const int nodes : kSizes)
      benchmark::RegisterBenchmark((std::string(what.name) + '/' + std::to_string(nodes)).c_str(),
                                   explain, what, nodes)
          ->Unit(benchmark::kMicrosecond);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
