// Nanoseconds of kubelet's admission through koord.h, on half-full nodes. Names: call/topology
// manager policy/machine. Fails if a pod that fits is refused.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "koord.h"
#include "machines.h"

namespace koord::bench {
namespace {

constexpr int kPodCpus = 8;
constexpr const char *kPolicies[] = {"none", "best-effort", "restricted", "single-numa-node"};

void check(koord_status status, const koord_error &error) {
  if (status == KOORD_OK) return;
  std::fprintf(stderr, "admission_bench: %s\n", error.message);
  std::exit(1);
}

// Returns the NodeResourceTopology of the machine with 64 GiB on every NUMA node.
std::string nrt(const Machine &machine) {
  std::string escaped;
  for (const char c : annotation(machine)) {
    if (c == '"') escaped += '\\';
    escaped += c;
  }
  std::string zones;
  for (int node = 0; node < machine.nodes; ++node)
    zones += std::string(node > 0 ? "," : "") + R"({"name":"node-)" + std::to_string(node) +
             R"(","type":"Node","resources":[{"name":"memory","capacity":"64Gi",)" +
             R"("allocatable":"64Gi","available":"64Gi"}]})";
  return R"({"kind":"NodeResourceTopology","apiVersion":"topology.node.k8s.io/v1alpha1","metadata":)"
         R"({"name":"n","annotations":{"node.koordinator.sh/cpu-topology":")" +
         escaped + R"("}},"topologyPolicies":["None"],"zones":[)" + zones + "]}";
}

std::string configuration(const Machine &machine, const char *policy) {
  std::string reserved;
  for (int node = 0; node < machine.nodes; ++node)
    reserved += std::string(node > 0 ? "," : "") + R"({"numaNode":)" + std::to_string(node) +
                R"(,"limits":{"memory":"1Gi"}})";
  return std::string(R"({"kind":"KubeletConfiguration","cpuManagerPolicy":"static",)") +
         R"("systemReserved":{"cpu":"2","memory":")" + std::to_string(machine.nodes) +
         R"(Gi"},"evictionHard":{"memory.available":"0"},"memoryManagerPolicy":"Static",)" +
         R"("topologyManagerPolicy":")" + policy + R"(","reservedMemory":[)" + reserved + "]}";
}

struct Deleter {
  void operator()(koord_admission *admission) const { koord_admission_free(admission); }
  void operator()(koord_kubelet *kubelet) const { koord_kubelet_free(kubelet); }
  void operator()(koord_kubelet_setup *setup) const { koord_kubelet_setup_free(setup); }
  void operator()(koord_pod *pod) const { koord_pod_unref(pod); }
  void operator()(koord_topology *topology) const { koord_topology_unref(topology); }
};
template <typename T>
using Owned = std::unique_ptr<T, Deleter>;

Owned<koord_pod> pod(const std::string &uid, int cpus) {
  const std::string resources = R"({"cpu":")" + std::to_string(cpus) + R"(","memory":"4Gi"})";
  const std::string json = R"({"kind":"Pod","metadata":{"name":"p","uid":")" + uid +
                           R"("},"spec":{"containers":[{"name":"c","resources":{"requests":)" +
                           resources + R"(,"limits":)" + resources + "}}]}}";
  koord_pod *out = nullptr;
  koord_error error{};
  check(koord_pod_from_json(nullptr, json.data(), json.size(), &out, &error), error);
  return Owned<koord_pod>(out);
}

bool admit(koord_kubelet *kubelet, const koord_pod *arriving) {
  koord_refusal refusal{};
  koord_error error{};
  check(koord_kubelet_admit(kubelet, arriving, 0, nullptr, &refusal, &error), error);
  return refusal.reason == KOORD_REASON_NONE;
}

Owned<koord_kubelet> half_full(const Machine &machine, const char *policy) {
  const std::string json = nrt(machine);
  const std::string config = configuration(machine, policy);
  koord_topology *topology = nullptr;
  koord_kubelet *kubelet = nullptr;
  koord_error error{};
  check(koord_topology_from_nrt(nullptr, json.data(), json.size(), &topology, &error), error);
  const Owned<koord_topology> owner(topology);
  koord_kubelet_setup *setup = nullptr;
  check(koord_kubelet_setup_new(nullptr, &setup, &error), error);
  const Owned<koord_kubelet_setup> setup_owner(setup);
  check(koord_kubelet_setup_set_config(setup, config.data(), config.size(), &error), error);
  check(koord_kubelet_new(topology, setup, &kubelet, &error), error);
  Owned<koord_kubelet> node(kubelet);
  for (int i = 0; i < machine.cpus / 2 / kPodCpus; ++i)
    if (!admit(
            kubelet,
            pod("00000000-0000-0000-0000-00000000" + std::to_string(1000 + i), kPodCpus).get())) {
      std::fprintf(stderr, "admission_bench: the machine is full too early\n");
      std::exit(1);
    }
  return node;
}

// With `wanted`, the assignments of containers are returned, too.
void judge(benchmark::State &state, const Machine &machine, const char *policy, int cpus,
           bool wanted = false) {
  const Owned<koord_kubelet> kubelet = half_full(machine, policy);
  const Owned<koord_pod> arriving = pod("arriving", cpus);
  koord_refusal refusal{};
  koord_admission *admission = nullptr;
  koord_error error{};
  if (wanted) check(koord_admission_new(&admission, &error), error);
  const Owned<koord_admission> owner(admission);
  for (auto _ : state)
    koord_kubelet_judge(kubelet.get(), arriving.get(), admission, &refusal, nullptr);
  const bool fits = cpus <= machine.cpus / 2;
  if ((refusal.reason == KOORD_REASON_NONE) != fits) state.SkipWithError("the answer is wrong");
}

void admit_and_remove(benchmark::State &state, const Machine &machine, const char *policy) {
  const Owned<koord_kubelet> kubelet = half_full(machine, policy);
  const Owned<koord_pod> arriving = pod("arriving", kPodCpus);
  bool admitted = true;
  for (auto _ : state) {
    admitted &= admit(kubelet.get(), arriving.get());
    koord_kubelet_remove_pod(kubelet.get(), "arriving", KOORD_NUL, nullptr, nullptr);
  }
  if (!admitted) state.SkipWithError("a pod was refused");
}

void clone(benchmark::State &state, const Machine &machine, const char *policy) {
  const Owned<koord_kubelet> kubelet = half_full(machine, policy);
  for (auto _ : state) {
    koord_kubelet *copy = nullptr;
    koord_kubelet_clone(kubelet.get(), &copy, nullptr);
    koord_kubelet_free(copy);
  }
}

template <typename Measure>
void add(const char *call, const char *policy, const Machine &machine, Measure measure) {
  const std::string name = std::string(call) + '/' + policy + '/' + machine.name;
  benchmark::RegisterBenchmark(name.c_str(), measure);
}

void add_all() {
  for (const Machine &machine : machines())
    for (const char *policy : kPolicies) {
      add("judge", policy, machine,
          [&machine, policy](auto &state) { judge(state, machine, policy, kPodCpus); });
      add("judge-containers", policy, machine,
          [&machine, policy](auto &state) { judge(state, machine, policy, kPodCpus, true); });
      add("refuse", policy, machine,
          [&machine, policy](auto &state) { judge(state, machine, policy, machine.cpus); });
      add("admit-remove", policy, machine,
          [&machine, policy](auto &state) { admit_and_remove(state, machine, policy); });
    }
  for (const Machine &machine : machines())
    add("clone", "none", machine, [&machine](auto &state) { clone(state, machine, "none"); });
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  koord::bench::add_all();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
