// A scheduler's queries to a cluster through koord.h, for growing numbers of
// half-full nodes. Names: call/NUMA policy/nodes. per_node is the time of
// one node's verdict. Fails if a result is wrong.
#include <benchmark/benchmark.h>

#include <cstring>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int kPodCpus = 8;
constexpr int64_t kMemory = int64_t{16} << 30;
constexpr int kSizes[] = {100, 1000, 10000, 100000};

const char *policy_name(koord_numa_policy policy) { return koord_numa_policy_get_name(policy); }

// Clusters are built once, because 100,000 nodes take a while.
koord_cluster *cluster_of(const ClusterOf &what) {
  static std::map<std::tuple<int, int, int, bool, bool, bool, bool, bool>, Owned<koord_cluster>>
      kept;
  const std::tuple key{what.nodes,           int{what.profile},   int{what.policy},
                       what.kubelet_static,  what.kubelet_memory, what.kubelet_pods,
                       what.kubelet_devices, what.empty};
  Owned<koord_cluster> &cluster = kept[key];
  if (!cluster) {
    kept.clear();
    return (kept[key] = half_full(what)).get();
  }
  return cluster.get();
}

void count_nodes(benchmark::State &state, int nodes) {
  state.counters["per_node"] =
      benchmark::Counter(static_cast<double>(nodes), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

// Each query has a new shape.
void ask_fresh(benchmark::State &state, const ClusterOf &what, int cpus) {
  koord_cluster *cluster = cluster_of(what);
  std::vector<koord_verdict> rows(static_cast<size_t>(what.nodes));
  static int64_t shape = 0;
  koord_evaluation evaluation{};
  for (auto _ : state) {
    state.PauseTiming();
    const int64_t memory = kMemory + ++shape;
    const Owned<koord_pod> pod =
        what.kubelet_static ? pinned_pod("fresh", cpus, memory) : lsr_pod("fresh", cpus, memory);
    state.ResumeTiming();
    koord_cluster_evaluate(cluster, pod.get(), nullptr, rows.data(), sizeof rows[0], rows.size(),
                           &evaluation, nullptr);
  }
  if (evaluation.count != rows.size() || rows[0].reason != KOORD_REASON_NONE)
    state.SkipWithError("the answer is wrong");
  count_nodes(state, what.nodes);
}

void fresh(benchmark::State &state, ClusterOf what) { ask_fresh(state, what, kPodCpus); }

// The request exceeds a NUMA node; no pods run, so two NUMA nodes suffice everywhere.
void spanning(benchmark::State &state, ClusterOf what) {
  what.empty = true;
  ask_fresh(state, what, what.cpus / 2 + kPodCpus);
}

void known(benchmark::State &state, ClusterOf what) {
  koord_cluster *cluster = cluster_of(what);
  const Owned<koord_pod> pod = lsr_pod("known", kPodCpus, kMemory);
  std::vector<koord_verdict> rows(static_cast<size_t>(what.nodes));
  koord_evaluation evaluation{};
  for (auto _ : state)
    koord_cluster_evaluate(cluster, pod.get(), nullptr, rows.data(), sizeof rows[0], rows.size(),
                           &evaluation, nullptr);
  if (evaluation.count != rows.size()) state.SkipWithError("the answer is wrong");
  count_nodes(state, what.nodes);
}

// Guaranteed pods on nodes whose kubelets report what their managers gave to pods. Each container
// requests `cpus` CPUs. A known pod has been evaluated, and one node has changed since then.
struct Reported {
  const char *name;
  int containers;
  int cpus;
  bool is_known;
  int devices = 0;
};
constexpr Reported kReported[] = {{"known", 1, kPodCpus, true},
                                  {"one", 1, kPodCpus, false},
                                  {"two", 2, kPodCpus / 2, false},
                                  {"wide", 1, 40, false},
                                  {"devices-known", 1, kPodCpus, true, 2},
                                  {"devices", 1, kPodCpus, false, 2}};

void reported(benchmark::State &state, ClusterOf what, Reported asked) {
  koord_cluster *cluster = cluster_of(what);
  std::vector<koord_verdict> rows(static_cast<size_t>(what.nodes));
  const Owned<koord_pod> other = pinned_pod("other", kPodCpus, kMemory);
  koord_evaluation evaluation{};
  koord_error error{};
  koord_refusal refusal{};
  static int64_t shape = 0;
  uint32_t node = 0;
  for (auto _ : state) {
    state.PauseTiming();
    const int64_t memory = kMemory + (asked.is_known ? 0 : ++shape);
    const Owned<koord_pod> pod =
        pinned_pod("asked", asked.cpus, memory, {}, asked.containers, asked.devices);
    node = (node + 7919) % static_cast<uint32_t>(what.nodes);
    must(koord_cluster_reserve(cluster, other.get(), nullptr, node, nullptr, 0, &refusal, &error),
         error);
    state.ResumeTiming();
    koord_cluster_evaluate(cluster, pod.get(), nullptr, rows.data(), sizeof rows[0], rows.size(),
                           &evaluation, nullptr);
    state.PauseTiming();
    must(koord_cluster_remove_pod(cluster, "other", KOORD_NUL, &error), error);
    state.ResumeTiming();
  }
  const bool fits = asked.cpus == kPodCpus || asked.containers > 1 ||
                    what.policy == KOORD_NUMA_POLICY_BEST_EFFORT;
  if (evaluation.count != rows.size() || (rows[0].reason == KOORD_REASON_NONE) != fits)
    state.SkipWithError("the answer is wrong");
  count_nodes(state, what.nodes);
}

void copy(benchmark::State &state, ClusterOf what) {
  std::vector<koord_verdict> from(static_cast<size_t>(what.nodes));
  std::vector<koord_verdict> to(from.size());
  for (auto _ : state) {
    std::memcpy(to.data(), from.data(), from.size() * sizeof from[0]);
    benchmark::DoNotOptimize(to.data());
    benchmark::ClobberMemory();
  }
  count_nodes(state, what.nodes);
}

// One reservation between two queries, as for consecutive pods of a Deployment.
template <typename Ask>
void after_reserve(benchmark::State &state, ClusterOf what, Ask &&ask) {
  koord_cluster *cluster = cluster_of(what);
  const Owned<koord_pod> pod = lsr_pod("asked", kPodCpus, kMemory);
  const Owned<koord_pod> other = lsr_pod("reserved", kPodCpus, kMemory);
  koord_refusal refusal{};
  uint32_t node = 0;
  ask(cluster, pod.get());
  for (auto _ : state) {
    state.PauseTiming();
    koord_cluster_reserve(cluster, other.get(), nullptr, node, nullptr, 0, &refusal, nullptr);
    state.ResumeTiming();
    ask(cluster, pod.get());
    state.PauseTiming();
    koord_cluster_remove_pod(cluster, "reserved", KOORD_NUL, nullptr);
    ask(cluster, pod.get());
    node = (node + 7919) % static_cast<uint32_t>(what.nodes);
    state.ResumeTiming();
  }
  if (refusal.reason != KOORD_REASON_NONE) state.SkipWithError("the answer is wrong");
}

void best(benchmark::State &state, ClusterOf what) {
  koord_verdict row{};
  koord_evaluation evaluation{};
  after_reserve(state, what, [&](koord_cluster *cluster, const koord_pod *pod) {
    koord_cluster_find_best(cluster, pod, nullptr, &row, sizeof row, 1, &evaluation, nullptr);
  });
  if (evaluation.count != 1) state.SkipWithError("the answer is wrong");
}

void changes(benchmark::State &state, ClusterOf what) {
  std::vector<koord_verdict> rows(static_cast<size_t>(what.nodes));
  koord_evaluation evaluation{};
  after_reserve(state, what, [&](koord_cluster *cluster, const koord_pod *pod) {
    koord_cluster_get_changes(cluster, pod, nullptr, rows.data(), sizeof rows[0], rows.size(),
                              &evaluation, nullptr);
  });
  if (evaluation.count > 1) state.SkipWithError("the answer is wrong");
}

void reserve_and_remove(benchmark::State &state, ClusterOf what) {
  koord_cluster *cluster = cluster_of(what);
  const Owned<koord_pod> pod = lsr_pod("11111111-0000-0000-0000-000000000000", kPodCpus, kMemory);
  koord_refusal refusal{};
  uint32_t node = 0;
  for (auto _ : state) {
    koord_cluster_reserve(cluster, pod.get(), nullptr, node, nullptr, 0, &refusal, nullptr);
    koord_cluster_remove_pod(cluster, "11111111-0000-0000-0000-000000000000", KOORD_NUL, nullptr);
    node = (node + 7919) % static_cast<uint32_t>(what.nodes);
  }
  if (refusal.reason != KOORD_REASON_NONE) state.SkipWithError("the answer is wrong");
}

// A node with `pods` pods that kubelet refuses, because it has too little memory for each.
// A pod that it admits comes and goes. `alike`: all request the same amount.
void beside_refused(benchmark::State &state, int pods, bool alike) {
  ClusterOf what;
  what.nodes = 1;
  what.empty = what.kubelet_static = what.kubelet_memory = true;
  what.policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  const Owned<koord_cluster> cluster = half_full(what);
  koord_error error{};
  for (int i = 0; i < pods; ++i) {
    const int64_t memory = 1000 * kMemory + (alike ? 0 : i);
    const Owned<koord_pod> pod = pinned_pod("refused-" + std::to_string(i), 2, memory, "node-0");
    must(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, &error), error);
  }
  const Owned<koord_pod> pod = pinned_pod("admitted", 2, kMemory, "node-0");
  for (auto _ : state) {
    must(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, &error), error);
    must(koord_cluster_remove_pod(cluster.get(), "admitted", KOORD_NUL, &error), error);
  }
}

// Filter on a node with `pods` pods that kubelet has not reported yet. The asked pod fits in any
// order of their admission, but not on a NUMA node that has room for all of them.
void beside_in_flight(benchmark::State &state, int pods) {
  ClusterOf what;
  what.nodes = 1;
  what.kubelet_static = what.kubelet_memory = what.kubelet_pods = true;
  what.policy = KOORD_NUMA_POLICY_SINGLE_NUMA_NODE;
  const Owned<koord_cluster> cluster = half_full(what);
  koord_error error{};
  int cpus = 0;
  for (int i = 0; i < pods; ++i) {
    const int more = 2 + 2 * (i % 2);
    const Owned<koord_pod> pod =
        pinned_pod("in-flight-" + std::to_string(i), more, int64_t{1} << 30, "node-0");
    must(koord_cluster_set_pod(cluster.get(), pod.get(), nullptr, &error), error);
    cpus += more;
  }
  int64_t shape = 0;
  koord_verdict row{};
  koord_evaluation evaluation{};
  for (auto _ : state) {
    state.PauseTiming();
    const Owned<koord_pod> pod =
        pinned_pod("asked", what.cpus / 4 - 2, (int64_t{1} << 30) + ++shape);
    state.ResumeTiming();
    koord_cluster_evaluate(cluster.get(), pod.get(), nullptr, &row, sizeof row, 1, &evaluation,
                           nullptr);
  }
  if (cpus > what.cpus / 4 || row.reason != KOORD_REASON_NONE)
    state.SkipWithError("the answer is wrong");
}

using Run = void (*)(benchmark::State &, ClusterOf);

void add(const char *call, Run run, koord_numa_policy policy, int nodes,
         bool kubelet_static = false, bool kubelet_memory = false) {
  const std::string name =
      std::string(call) + '/' + policy_name(policy) + '/' + std::to_string(nodes);
  ClusterOf what;
  what.nodes = nodes;
  what.policy = policy;
  what.kubelet_static = kubelet_static;
  what.kubelet_memory = kubelet_memory;
  benchmark::RegisterBenchmark(name.c_str(), run, what);
}

// Measures Koordinator's own rules.
void add_upstream(const char *call, Run run, koord_numa_policy policy, int nodes) {
  ClusterOf what;
  what.nodes = nodes;
  what.policy = policy;
  what.profile = KOORD_PROFILE_UPSTREAM;
  const std::string name =
      std::string("upstream/") + call + '/' + policy_name(policy) + '/' + std::to_string(nodes);
  benchmark::RegisterBenchmark(name.c_str(), run, what);
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  for (const koord_numa_policy policy :
       {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_BEST_EFFORT, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE})
    for (const int nodes : kSizes) {
      add("fresh", fresh, policy, nodes);
      add("pinned", fresh, policy, nodes, true);
      add("managed", fresh, policy, nodes, true, true);
      add("known", known, policy, nodes);
      add("copy", copy, policy, nodes);
      add("best", best, policy, nodes);
      add("changes", changes, policy, nodes);
      add("reserve", reserve_and_remove, policy, nodes);
    }
  for (const koord_numa_policy policy :
       {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_RESTRICTED, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE})
    for (const int nodes : {1000, 10000}) {
      add_upstream("fresh", fresh, policy, nodes);
      add_upstream("reserve", reserve_and_remove, policy, nodes);
    }
  for (const koord_numa_policy policy :
       {KOORD_NUMA_POLICY_BEST_EFFORT, KOORD_NUMA_POLICY_RESTRICTED,
        KOORD_NUMA_POLICY_SINGLE_NUMA_NODE})
    for (const int nodes : {100, 5000})
      for (const Reported &asked : kReported) {
        ClusterOf what;
        what.nodes = nodes;
        what.policy = policy;
        what.kubelet_static = what.kubelet_memory = what.kubelet_pods = true;
        what.kubelet_devices = asked.devices > 0;
        const std::string name = std::string("reported/") + asked.name + '/' + policy_name(policy) +
                                 '/' + std::to_string(nodes);
        benchmark::RegisterBenchmark(name.c_str(), reported, what, asked);
      }
  for (const int pods : {100, 5000})
    for (const bool alike : {true, false})
      benchmark::RegisterBenchmark(
          ("refused/" + std::string(alike ? "alike/" : "different/") + std::to_string(pods))
              .c_str(),
          beside_refused, pods, alike);
  for (const int pods : {1, 2, 4, 8})
    benchmark::RegisterBenchmark(("in_flight/" + std::to_string(pods)).c_str(), beside_in_flight,
                                 pods);
  for (const int nodes : kSizes) add("spanning", spanning, KOORD_NUMA_POLICY_BEST_EFFORT, nodes);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
