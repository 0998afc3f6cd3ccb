// Time of the regular calls of a node's agent, on 512 CPUs (2 sockets, 8 NUMA nodes) with 250 pods:
// 100 LSR pods of 2 CPUs, 10 LSE pods, 100 LS pods and 40 BE pods.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "koord.h"

namespace koord::bench {
namespace {

void must(koord_status status, const koord_error &err) {
  if (status == KOORD_OK) return;
  std::fprintf(stderr, "%s\n", err.message);
  std::exit(1);
}

koord_pod *make_pod(int number, const char *qos, const std::string &status) {
  const std::string text = std::to_string(number);
  const std::string uid = "00000000-0000-4000-8000-000000000000";
  std::string json = R"({"metadata":{"name":"pod-)" + text + R"(","uid":")" +
                     uid.substr(0, uid.size() - text.size()) + text +
                     R"(","labels":{"koordinator.sh/qosClass":")" + qos + "\"}";
  if (!status.empty())
    json += R"(,"annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" +
            status + R"(\"}"})";
  json +=
      R"(},"spec":{"containers":[{"name":"app","resources":{"limits":{"cpu":"2","memory":"1Gi"}}}]}})";
  koord_pod *pod = nullptr;
  koord_error err{};
  must(koord_pod_from_json(nullptr, json.data(), json.size(), &pod, &err), err);
  return pod;
}

struct World {
  World() {
    koord_error err{};
    koord_topology *topology = nullptr;
    must(koord_topology_from_synthetic(nullptr, "pack:2 numa:4 core:32 pu:2", KOORD_NUL, &topology,
                                       &err),
         err);
    must(koord_agent_new(nullptr, topology, nullptr, &node, &err), err);
    koord_topology_unref(topology);
    const std::string object = R"({"metadata":{"name":"node-1"}})";
    must(koord_agent_set_node(node, object.data(), object.size(), &err), err);
    for (int i = 0; i < 250; ++i) {
      const std::string cpus = std::to_string(4 * i) + '-' + std::to_string(4 * i + 1);
      koord_pod *pod = i < 100   ? make_pod(i, "LSR", cpus)
                       : i < 110 ? make_pod(i, "LSE", cpus)
                       : i < 210 ? make_pod(i, "LS", "")
                                 : make_pod(i, "BE", "");
      must(koord_agent_set_pod(node, pod, &err), err);
      koord_pod_unref(pod);
    }
    guest = make_pod(999, "LSR", "500-501");
  }
  koord_agent *node = nullptr;
  koord_pod *guest = nullptr;
};

World &world() {
  static World one;
  return one;
}

void pools(benchmark::State &state) {
  koord_agent_pool rows[8];
  uint64_t shared[8 * 8];
  uint64_t best_effort[8 * 8];
  size_t count = 0;
  koord_error err{};
  for (auto _ : state) {
    must(koord_agent_get_pools(world().node, rows, sizeof rows[0], 8, &count, &err), err);
    for (uint32_t i = 0; i < count; ++i) {
      must(koord_agent_get_pool_cpus(world().node, i, KOORD_AGENT_CPUSET_SHARED, shared + 8 * i, 8,
                                     &err),
           err);
      must(koord_agent_get_pool_cpus(world().node, i, KOORD_AGENT_CPUSET_BEST_EFFORT,
                                     best_effort + 8 * i, 8, &err),
           err);
    }
  }
}

// Queries the changes since the last call; there are none.
void what_changed(benchmark::State &state) {
  koord_error err{};
  koord_agent_info info = KOORD_INIT(koord_agent_info);
  must(koord_agent_get_info(world().node, &info, &err), err);
  for (auto _ : state) {
    koord_agent_state *now = nullptr;
    size_t count = 0;
    must(koord_agent_snapshot(world().node, &now, &err), err);
    must(koord_agent_state_get_pods(now, info.generation, nullptr, 0, 0, &count, &err), err);
    koord_agent_state_unref(now);
  }
}

void pools_json(benchmark::State &state) {
  koord_error err{};
  for (auto _ : state)
    for (const int which :
         {KOORD_AGENT_ANNOTATION_CPU_SHARED_POOLS, KOORD_AGENT_ANNOTATION_BE_CPU_SHARED_POOLS}) {
      koord_buffer *out = nullptr;
      must(koord_agent_to_annotation(world().node, which, &out, &err), err);
      koord_buffer_unref(out);
    }
}

void a_pod_comes_and_goes(benchmark::State &state) {
  koord_error err{};
  const std::string uid = "00000000-0000-4000-8000-000000000999";
  for (auto _ : state) {
    must(koord_agent_set_pod(world().node, world().guest, &err), err);
    must(koord_agent_remove_pod(world().node, uid.data(), uid.size(), nullptr, &err), err);
  }
}

void hash(benchmark::State &state) {
  koord_error err{};
  uint64_t out = 0;
  for (auto _ : state) must(koord_agent_get_hash(world().node, &out, &err), err);
}

template <koord_status (*write)(const koord_agent *, koord_buffer **, koord_error *)>
void document(benchmark::State &state) {
  koord_error err{};
  for (auto _ : state) {
    koord_buffer *out = nullptr;
    must(write(world().node, &out, &err), err);
    koord_buffer_unref(out);
  }
}

koord_status write_state(const koord_agent *node, koord_buffer **out, koord_error *err) {
  return koord_agent_to_json(node, "", 0, out, err);
}

BENCHMARK(pools);
BENCHMARK(pools_json);
BENCHMARK(what_changed);
BENCHMARK(a_pod_comes_and_goes);
BENCHMARK(hash);
BENCHMARK(document<koord_agent_to_nrt>)->Name("nrt");
BENCHMARK(document<write_state>)->Name("node_state");

}  // namespace
}  // namespace koord::bench

BENCHMARK_MAIN();
