// A pod is added and removed on a node with disputed claims. Names: contenders/arriving
// pod/contested pods on the node. Fails if claims are not judged as expected.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "clusters.h"

namespace koord::bench {
namespace {

constexpr const char *kNode = "node-0";

std::string two_digits(int number) {
  return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

// An LSR pod bound to the node that claims two CPUs, and a GPU if `gpu` is not negative.
Owned<koord_pod> claiming_pod(int number, int cpu, int gpu) {
  const std::string uid = "claiming-" + std::to_string(number);
  std::string devices;
  std::string annotation;
  if (gpu >= 0) {
    devices = R"(,"nvidia.com/gpu":"1")";
    annotation = R"(,"scheduling.koordinator.sh/device-allocated":"{\"gpu\":[{\"minor\":)" +
                 std::to_string(gpu) + R"(}]}")";
  }
  const std::string cpus = std::to_string(cpu) + ',' + std::to_string(cpu + 1);
  const std::string json =
      R"({"metadata":{"name":"pod","uid":")" + uid +
      R"(","labels":{"koordinator.sh/qosClass":"LSR"},"annotations":{)" +
      R"("scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" + cpus + R"(\"}")" +
      annotation + R"(}},"spec":{"nodeName":")" + kNode +
      R"(","containers":[{"name":"c","resources":{"limits":{"cpu":"2","memory":"1Gi")" + devices +
      R"(}}}]},"status":{"conditions":[{"type":"PodScheduled","status":"True",)" +
      R"("lastTransitionTime":"2026-01-01T10:)" + two_digits(number / 60) + ':' +
      two_digits(number % 60) + R"(Z"}]}})";
  koord_pod *pod = nullptr;
  koord_error error{};
  must(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &error), error);
  return Owned<koord_pod>(pod);
}

enum class Who { kPairs, kAll, kGpus };
enum class Comer { kApart, kLast, kFirst };

int cpu_of(Who who, int pod) { return who == Who::kAll ? 0 : pod / 2 * 2 % 256; }
int gpu_of(Who who, int pod) { return who == Who::kGpus ? pod / 2 % 8 : -1; }

void come_and_go(benchmark::State &state, Who who, Comer comer) {
  const auto count = static_cast<int>(state.range(0));
  ClusterOf what;
  what.nodes = 1;
  what.cpus = 384;
  what.empty = true;
  const Owned<koord_cluster> cluster = half_full(what);
  if (who == Who::kGpus) set_gpus(cluster.get(), kNode, 8);
  koord_error error{};
  for (int pod = 0; pod < count; ++pod)
    must(koord_cluster_set_pod(cluster.get(),
                               claiming_pod(pod + 1, cpu_of(who, pod), gpu_of(who, pod)).get(),
                               nullptr, &error),
         error);
  const Owned<koord_pod> guest =
      comer == Comer::kApart
          ? claiming_pod(3000, 382, -1)
          : claiming_pod(comer == Comer::kLast ? 3000 : 0, cpu_of(who, 0), gpu_of(who, 0));
  koord_pod_conflicts conflicts = KOORD_INIT(koord_pod_conflicts);
  for (auto _ : state) {
    must(koord_cluster_set_pod(cluster.get(), guest.get(), &conflicts, &error), error);
    const std::string_view uid = comer == Comer::kFirst ? "claiming-0" : "claiming-3000";
    must(koord_cluster_remove_pod(cluster.get(), uid.data(), uid.size(), &error), error);
  }
  if ((conflicts.cpus.reason != KOORD_REASON_NONE) != (comer == Comer::kLast))
    state.SkipWithError("the claim is judged wrongly");
}

void add(const char *name, Who who, Comer comer) {
  benchmark::RegisterBenchmark(name, come_and_go, who, comer)->Arg(10)->Arg(55)->Arg(110)->Arg(220);
}

const bool kAdded = [] {
  add("pairs_of_cpus/apart", Who::kPairs, Comer::kApart);
  add("pairs_of_cpus/last", Who::kPairs, Comer::kLast);
  add("pairs_of_cpus/first", Who::kPairs, Comer::kFirst);
  add("all_of_one_cpu/last", Who::kAll, Comer::kLast);
  add("all_of_one_cpu/first", Who::kAll, Comer::kFirst);
  add("cpus_and_gpus/apart", Who::kGpus, Comer::kApart);
  add("cpus_and_gpus/last", Who::kGpus, Comer::kLast);
  return true;
}();

}  // namespace
}  // namespace koord::bench

BENCHMARK_MAIN();
