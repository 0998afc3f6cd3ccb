// Time to filter and score all nodes of a cluster for a GPU pod of a new shape, without a policy
// for GPU tasks. Names: request/whether the pod owns its CPUs/the nodes' NUMA policy/nodes. Nodes
// have 104 CPUs, half of them held, and eight GPUs on two NUMA nodes, of which pods hold none to
// all. per_node is the time of one node's verdict. Fails if no node fits or none refuses.
#include <benchmark/benchmark.h>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int kGpus = 8;
constexpr int64_t kMemory = int64_t{1} << 30;
constexpr int kSizes[] = {1000, 5000};

struct Asked {
  const char *name;
  int64_t percent;  // of GPUs
};
constexpr Asked kAsked[] = {{"half", 50}, {"one", 100}, {"two", 200}};

Owned<koord_pod> gpu_pod(const std::string &uid, int64_t percent, int64_t memory, int64_t milli,
                         bool owns_cpus) {
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  if (owns_cpus) {
    spec.qos = KOORD_QOS_LSR;
    spec.required_bind = KOORD_BIND_POLICY_FULL_PCPUS;
    spec.priority_class = KOORD_PRIORITY_CLASS_PROD;
  }
  return make_pod(spec, uid,
                  {{"cpu", milli},
                   {"memory", memory},
                   {"koordinator.sh/gpu-core", percent},
                   {"koordinator.sh/gpu-memory-ratio", percent}});
}

// Uses none to all of a node's GPUs, in wholes and halves, until
// they are full; consecutive nodes differ.
void use(koord_cluster *cluster, uint32_t node) {
  koord_error error{};
  koord_refusal refusal{};
  for (uint32_t i = 0; i < node * 7 % (2 * kGpus); ++i) {
    const int64_t percent = (node + i) % 3 == 0 ? 50 : 100;
    const std::string uid = std::to_string(node) + '-' + std::to_string(i);
    must(koord_cluster_reserve(cluster, gpu_pod(uid, percent, kMemory, 0, false).get(), nullptr,
                               node, nullptr, 0, &refusal, &error),
         error);
  }
}

koord_cluster *cluster_of(int nodes, koord_numa_policy policy) {
  static std::map<std::tuple<int, int>, Owned<koord_cluster>> kept;
  Owned<koord_cluster> &cluster = kept[{nodes, int{policy}}];
  if (cluster) return cluster.get();
  ClusterOf what;
  what.nodes = nodes;
  what.cpus = 104;
  what.policy = policy;
  cluster = half_full(what);
  for (int node = 0; node < nodes; ++node) {
    set_gpus(cluster.get(), "node-" + std::to_string(node), kGpus, 2);
    use(cluster.get(), static_cast<uint32_t>(node));
  }
  return cluster.get();
}

bool failed = false;

void ask(benchmark::State &state, const Asked &asked, bool owns_cpus, koord_numa_policy policy,
         int nodes) {
  koord_cluster *cluster = cluster_of(nodes, policy);
  std::vector<koord_verdict> rows(static_cast<size_t>(nodes));
  koord_evaluation evaluation{};
  static int64_t shape = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const Owned<koord_pod> pod =
        gpu_pod("asked", asked.percent, kMemory + ++shape, 4000, owns_cpus);
    state.ResumeTiming();
    koord_cluster_evaluate(cluster, pod.get(), nullptr, rows.data(), sizeof rows[0], rows.size(),
                           &evaluation, nullptr);
  }
  const auto fit = std::ranges::count(rows, KOORD_REASON_NONE, &koord_verdict::reason);
  failed |= evaluation.count != rows.size() || fit == 0 || fit == nodes;
  if (failed) state.SkipWithError("the answer is wrong");
  state.counters["per_node"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

void add_benchmarks() {
  for (const int nodes : kSizes)
    for (const koord_numa_policy policy :
         {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE})
      for (const bool owns_cpus : {false, true})
        for (const Asked &asked : kAsked) {
          const std::string name = std::string(asked.name) +
                                   (owns_cpus ? "/lsr/" : "/guaranteed/") +
                                   koord_numa_policy_get_name(policy) + '/' + std::to_string(nodes);
          benchmark::RegisterBenchmark(name.c_str(), [=](benchmark::State &state) {
            ask(state, asked, owns_cpus, policy, nodes);
          })->Unit(benchmark::kMicrosecond);
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
