// Time to filter and score all nodes of a cluster for a pod that shares a GPU, under the policies
// of koord_cluster_set_gpu_policy. Names: call/policy/state of the nodes. 1,213 nodes: 617 with 8
// GPUs, 518 with 2, 54 with 4 and 24 with 1; the workload has 91 classes. "fresh": nothing runs,
// and nodes of one kind are judged once; "used": parts of GPUs are in use, and all nodes differ.
// Fails if no node fits or a pod does not get what its verdict said.
#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr int64_t kMebibyte = int64_t{1} << 20;

struct Size {
  int nodes;
  int gpus;
  int64_t cpu_milli;
};
constexpr std::array kSizes{Size{617, 8, 96000}, Size{518, 2, 64000}, Size{54, 4, 48000},
                            Size{24, 1, 16000}};
constexpr size_t kNodes = 617 + 518 + 54 + 24;

struct Policy {
  const char *name;
  koord_gpu_policy placing;
};
constexpr std::array kPolicies{Policy{"none", KOORD_GPU_POLICY_NONE},
                               Policy{"fgd", KOORD_GPU_POLICY_FGD},
                               Policy{"room_left", KOORD_GPU_POLICY_ROOM_LEFT},
                               Policy{"best_fit", KOORD_GPU_POLICY_BEST_FIT},
                               Policy{"dot_product", KOORD_GPU_POLICY_DOT_PRODUCT},
                               Policy{"packing", KOORD_GPU_POLICY_PACKING},
                               Policy{"clustering", KOORD_GPU_POLICY_CLUSTERING}};

// Few sizes are frequent and many are rare, as in traces of shared GPU clusters.
std::vector<koord_task_class> workload() {
  std::vector<koord_task_class> rows;
  for (int i = 0; i < 91; ++i) {
    koord_task_class row{};
    row.tasks = 2000 / (i + 1) + 1;
    row.cpu_milli = 1000 + i * 7919 % 30 * 1000;
    if (i % 8 != 1) {
      row.gpu_count = 1;
      row.gpu_milli = i % 3 == 0 ? 50 + i * 37 % 19 * 50 : 1000;
      if (i % 16 == 15) row.gpu_count = i % 32 == 15 ? 8 : 2;
      if (row.gpu_count > 1) row.gpu_milli = 1000;
    }
    rows.push_back(row);
  }
  return rows;
}

void add_node(koord_cluster *cluster, const std::string &name, const Size &size) {
  const koord_node_spec spec = KOORD_INIT(koord_node_spec);
  set_node(cluster, spec, name,
           {{"cpu", size.cpu_milli}, {"memory", size.cpu_milli * 4 * kMebibyte}});
  set_gpus(cluster, name, size.gpus);
}

// A pod with a part of one GPU. Pods with different memory have different shapes.
Owned<koord_pod> gpu_pod(const std::string &uid, int64_t percent, int64_t memory,
                         int64_t cpu_milli = 4000) {
  const koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  return make_pod(spec, uid,
                  {{"cpu", cpu_milli}, {"memory", memory}, {"koordinator.sh/gpu", percent}});
}

bool reserve(koord_cluster *cluster, const koord_pod *pod, uint32_t node) {
  koord_refusal refusal{};
  koord_error err{};
  must(koord_cluster_reserve(cluster, pod, nullptr, node, nullptr, 0, &refusal, &err), err);
  return refusal.reason == KOORD_REASON_NONE;
}

// Each pod gets the tightest GPU with room. The nodes of a size all differ in their free CPU.
void use(koord_cluster *cluster, uint32_t node, const Size &size) {
  for (int gpu = 0; gpu < size.gpus; ++gpu) {
    const int64_t eighths = (static_cast<int>(node) * 31 + gpu * 17) % 8;
    if (eighths == 0) continue;
    const std::string uid = std::to_string(node) + '-' + std::to_string(gpu);
    reserve(cluster, gpu_pod(uid, eighths * 12, kMebibyte, 1000 + node).get(), node);
  }
}

Owned<koord_cluster> cluster_of(bool used, koord_gpu_policy placing) {
  koord_cluster *made = nullptr;
  koord_error err{};
  must(koord_cluster_new(nullptr, nullptr, nullptr, 0, &made, &err), err);
  Owned<koord_cluster> cluster(made);
  uint32_t id = 0;
  for (const Size &size : kSizes)
    for (int i = 0; i < size.nodes; ++i, ++id) {
      add_node(made, "n" + std::to_string(id), size);
      if (used) use(made, id, size);
    }
  const std::vector<koord_task_class> rows = workload();
  must(koord_cluster_set_gpu_policy(made, placing, rows.data(), sizeof rows[0], rows.size(),
                                    nullptr, 0, &err),
       err);
  return cluster;
}

bool failed = false;

// Each query has a new shape.
void evaluate(benchmark::State &state, bool used, koord_gpu_policy placing) {
  const Owned<koord_cluster> cluster = cluster_of(used, placing);
  std::vector<koord_verdict> rows(kNodes);
  koord_evaluation evaluation{};
  int64_t memory = kMebibyte;
  for (auto _ : state) {
    state.PauseTiming();
    const Owned<koord_pod> pod = gpu_pod("asked", 50, ++memory);
    state.ResumeTiming();
    koord_cluster_evaluate(cluster.get(), pod.get(), nullptr, rows.data(), sizeof rows[0],
                           rows.size(), &evaluation, nullptr);
  }
  bool fits = false;
  for (const koord_verdict &row : rows) fits |= row.reason == KOORD_REASON_NONE;
  failed |= evaluation.count != kNodes || !fits;
  if (failed) state.SkipWithError("the answer is wrong");
  state.counters["per_node"] = benchmark::Counter(
      kNodes, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

// A pod of a frequent shape: finds the best node, reserves there, and removes the pod.
void place(benchmark::State &state, bool used, koord_gpu_policy placing) {
  const Owned<koord_cluster> cluster = cluster_of(used, placing);
  int64_t pods = 0;
  bool placed = true;
  for (auto _ : state) {
    const std::string uid = "p" + std::to_string(++pods);
    const Owned<koord_pod> pod = gpu_pod(uid, 50, kMebibyte);
    koord_verdict row{};
    koord_evaluation evaluation{};
    koord_cluster_find_best(cluster.get(), pod.get(), nullptr, &row, sizeof row, 1, &evaluation,
                            nullptr);
    placed &= evaluation.count == 1 && reserve(cluster.get(), pod.get(), row.node);
    koord_cluster_remove_pod(cluster.get(), uid.data(), uid.size(), nullptr);
  }
  failed |= !placed;
  if (failed) state.SkipWithError("the pod was not placed");
}

void add_benchmarks() {
  for (const Policy &policy : kPolicies)
    for (const bool used : {false, true}) {
      const std::string name = std::string(policy.name) + (used ? "/used" : "/fresh");
      benchmark::RegisterBenchmark(("evaluate/" + name).c_str(), [=](benchmark::State &state) {
        evaluate(state, used, policy.placing);
      })->Unit(benchmark::kMicrosecond);
      benchmark::RegisterBenchmark(("place/" + name).c_str(), [=](benchmark::State &state) {
        place(state, used, policy.placing);
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
