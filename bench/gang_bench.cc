// Gangs of 64 pods on growing numbers of half-full nodes (128 CPUs, 64 of them free)
// through koord.h. Names: case/NUMA policy/nodes. Other gangs have pods with two GPUs each
// on nodes with eight, linked as in a DGX-1: "gpus" has 4 and "many_gpus" 64 such pods on
// empty nodes, "odd_gpus" 2 on nodes with one good pair left. "kinds_gpus" has 8 different
// pods of one to three GPUs. Fails if a result is wrong.
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
  bool alike;  // one shape, else one for each pod
  koord_reason expected;
};

// Uses new shapes each time, so that nothing is cached.
void gang(benchmark::State &state, int nodes, koord_numa_policy policy, const Case &what) {
  koord_cluster *cluster = cluster_of(nodes, policy);
  static int64_t shape = 0;
  koord_gang_options options = KOORD_INIT(koord_gang_options);
  options.max_nodes = what.max_nodes;
  koord_gang_info info = KOORD_INIT(koord_gang_info);
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
    must(koord_cluster_plan_gang(cluster, gang.data(), gang.size(), &options, nullptr, &plan, &info,
                                 &error),
         error);
    state.PauseTiming();
    koord_plan_unref(plan);
    state.ResumeTiming();
  }
  if (info.refusal.reason != what.expected) state.SkipWithError("the answer is wrong");
  state.counters["work"] = static_cast<double>(info.used);
}

std::string devices_of(const std::string &node) {
  constexpr int kWires[][3] = {{0, 1, 1}, {0, 2, 1}, {0, 3, 2}, {0, 4, 2}, {1, 2, 2}, {1, 3, 1},
                               {1, 5, 2}, {2, 3, 2}, {2, 6, 1}, {3, 7, 1}, {4, 5, 1}, {4, 6, 1},
                               {4, 7, 2}, {5, 6, 2}, {5, 7, 1}, {6, 7, 2}};
  std::string links;
  for (const auto &wire : kWires)
    links += (links.empty() ? "" : ",") + std::string(R"({\"minors\":[)") +
             std::to_string(wire[0]) + ',' + std::to_string(wire[1]) + R"(],\"nvlinks\":)" +
             std::to_string(wire[2]) + '}';
  std::string devices;
  for (int minor = 0; minor < 8; ++minor)
    devices += (minor == 0 ? "" : ",") + std::string(R"({"type":"gpu","id":"GPU-)") +
               std::to_string(minor) + R"(","minor":)" + std::to_string(minor) +
               R"(,"health":true,"resources":{"koordinator.sh/gpu-core":"100",)" +
               R"("koordinator.sh/gpu-memory":"32Gi","koordinator.sh/gpu-memory-ratio":"100"}})";
  return R"({"metadata":{"name":")" + node +
         R"(","annotations":{"node.koordinator.sh/gpu-links":"[)" + links +
         R"(]"}},"spec":{"devices":[)" + devices + "]}}";
}

Owned<koord_pod> gpu_pod(const std::string &uid, int gpus, int64_t memory,
                         const std::string &node = "", const std::string &allocated = "") {
  const std::string json =
      R"({"metadata":{"name":"pod","uid":")" + uid + R"(","annotations":{)" +
      (allocated.empty() ? ""
                         : R"("scheduling.koordinator.sh/device-allocated":")" + allocated + '"') +
      R"(}},"spec":{"nodeName":")" + node +
      R"(","containers":[{"name":"c","resources":{"limits":{"cpu":"2","memory":")" +
      std::to_string(memory) + R"(","nvidia.com/gpu":")" + std::to_string(gpus) + R"("}}}]}})";
  koord_pod *out = nullptr;
  koord_error error{};
  must(koord_pod_from_json(nullptr, json.data(), json.size(), &out, &error), error);
  return Owned<koord_pod>(out);
}

// `taken` has the minors in use on each node.
koord_cluster *gpu_cluster(int nodes, const std::vector<int> &taken) {
  static std::map<std::pair<int, size_t>, Owned<koord_cluster>> kept;
  Owned<koord_cluster> &cluster = kept[{nodes, taken.size()}];
  if (cluster) return cluster.get();
  ClusterOf what;
  what.nodes = nodes;
  what.empty = true;
  cluster = half_full(what);
  koord_error error{};
  std::string held;
  for (const int minor : taken)
    held += (held.empty() ? "" : ",") + std::string(R"({\"minor\":)") + std::to_string(minor) +
            R"(,\"resources\":{\"koordinator.sh/gpu-core\":\"100\",)" +
            R"(\"koordinator.sh/gpu-memory-ratio\":\"100\"}})";
  for (int i = 0; i < nodes; ++i) {
    const std::string name = "node-" + std::to_string(i);
    const std::string json = devices_of(name);
    must(koord_cluster_set_devices(cluster.get(), json.data(), json.size(), nullptr, &error),
         error);
    if (taken.empty()) continue;
    must(koord_cluster_set_pod(cluster.get(),
                               gpu_pod("old-" + name, static_cast<int>(taken.size()), kGi, name,
                                       R"({\"gpu\":[)" + held + "]}")
                                   .get(),
                               nullptr, &error),
         error);
  }
  return cluster.get();
}

struct GpuCase {
  const char *name;
  size_t pods;
  bool alike;
  std::vector<int> taken;
  size_t expected_nodes;
};

void gpu_gang(benchmark::State &state, int nodes, const GpuCase &what) {
  koord_cluster *cluster = gpu_cluster(nodes, what.taken);
  static int64_t shape = 0;
  koord_gang_info info = KOORD_INIT(koord_gang_info);
  for (auto _ : state) {
    state.PauseTiming();
    std::vector<Owned<koord_pod>> owned;
    std::vector<const koord_pod *> gang;
    ++shape;
    for (size_t i = 0; i < what.pods; ++i) {
      if (i > 0 && !what.alike) ++shape;
      const int gpus = what.alike ? 2 : static_cast<int>(i % 3) + 1;
      owned.push_back(gpu_pod("pod-" + std::to_string(i), gpus, kGi + shape));
      gang.push_back(owned.back().get());
    }
    koord_plan *plan = nullptr;
    koord_error error{};
    state.ResumeTiming();
    must(koord_cluster_plan_gang(cluster, gang.data(), gang.size(), nullptr, nullptr, &plan, &info,
                                 &error),
         error);
    state.PauseTiming();
    koord_plan_unref(plan);
    state.ResumeTiming();
  }
  if (info.refusal.reason != KOORD_REASON_NONE || info.nodes != what.expected_nodes)
    state.SkipWithError("the answer is wrong");
  state.counters["work"] = static_cast<double>(info.used);
}

void add_all() {
  const Case cases[] = {{"any", 0, true, KOORD_REASON_NONE},
                        {"few", 8, true, KOORD_REASON_NONE},
                        {"too_few", 7, true, KOORD_REASON_GANG_UNPLACED},
                        {"shapes", 0, false, KOORD_REASON_NONE},
                        {"shapes_few", 8, false, KOORD_REASON_NONE},
                        {"shapes_too_few", 7, false, KOORD_REASON_SEARCH_LIMIT}};
  for (const koord_numa_policy policy :
       {KOORD_NUMA_POLICY_NONE, KOORD_NUMA_POLICY_SINGLE_NUMA_NODE})
    for (const int nodes : {100, 1000, 10000})
      for (const Case &what : cases)
        benchmark::RegisterBenchmark(
            (std::string(what.name) + '/' + koord_numa_policy_get_name(policy) + '/' +
             std::to_string(nodes))
                .c_str(),
            [=](benchmark::State &state) { gang(state, nodes, policy, what); })
            ->Unit(benchmark::kMillisecond);
  const GpuCase gpu_cases[] = {{"gpus", 4, true, {}, 1},
                               {"many_gpus", 64, true, {}, 16},
                               {"odd_gpus", 2, true, {0, 1, 6, 7}, 1},
                               {"kinds_gpus", 8, false, {}, 2}};
  for (const int nodes : {100, 1000, 10000})
    for (const GpuCase &what : gpu_cases)
      benchmark::RegisterBenchmark(
          (std::string(what.name) + "/None/" + std::to_string(nodes)).c_str(),
          [=](benchmark::State &state) { gpu_gang(state, nodes, what); })
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
