// Time of one choice of devices by their links, warm. Names: choice/count/free devices/machine.
// Fails if the best set of up to 16 devices allocates memory.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "device/link/link_gang.h"
#include "device/link/link_graph.h"
#include "device/link/link_pick.h"
#include "heap_calls.h"

namespace koord::bench {
namespace {

using namespace koord::device;

enum class Links { kEqual, kQuads, kDrawn };

const char *name_of(Links links) {
  return links == Links::kEqual ? "switch" : links == Links::kQuads ? "quads" : "drawn";
}

// All devices on one switch, quads of NVLinks, or random links.
LinkGraph machine(int devices, Links links) {
  std::mt19937 random(7);
  const auto n = static_cast<size_t>(devices);
  std::vector<LinkFact> facts(n * n);
  for (size_t a = 0; a < n; ++a)
    for (size_t b = a + 1; b < n; ++b) {
      LinkFact fact{1, 18};
      if (links == Links::kQuads) fact = {a / 4 == b / 4 ? 3 : 1, a / 4 == b / 4 ? 2 : 0};
      if (links == Links::kDrawn)
        fact = {static_cast<int32_t>(random() % 7), static_cast<int32_t>(random() % 19)};
      facts[a * n + b] = facts[b * n + a] = fact;
    }
  return LinkGraph::from_facts(devices, facts);
}

bool failed = false;

void measure_set(benchmark::State &state, int count, int devices, Links links, PickMode mode) {
  const LinkGraph graph = machine(devices, links);
  const PickRequest request{first_devices(devices), 0, count, mode};
  const long before = heap_calls();
  for (auto _ : state) {
    Pick pick = best_set(graph, request);
    benchmark::DoNotOptimize(pick);
  }
  const long allocated = heap_calls() - before;
  state.counters["allocs"] =
      static_cast<double>(allocated) / static_cast<double>(state.iterations());
  if (mode != PickMode::kSet || devices > kExactDevices || allocated == 0) return;
  state.SkipWithError("it allocated");
  failed = true;
}

void measure_gang(benchmark::State &state, const std::vector<int32_t> &counts, int devices,
                  Links links) {
  const LinkGraph graph = machine(devices, links);
  std::vector<GangRequest> asks;
  for (const int32_t count : counts) asks.push_back({.count = count});
  for (auto _ : state) {
    GangPick pick = best_gang(graph, first_devices(devices), asks);
    benchmark::DoNotOptimize(pick);
  }
}

void add_sets(const char *what, PickMode mode, const std::vector<std::pair<int, int>> &sizes) {
  for (const auto &[count, devices] : sizes)
    for (const Links links : {Links::kEqual, Links::kQuads, Links::kDrawn}) {
      const std::string name = std::string(what) + '/' + std::to_string(count) + '/' +
                               std::to_string(devices) + '/' + name_of(links);
      benchmark::RegisterBenchmark(name.c_str(),
                                   [=, count = count, devices = devices](auto &state) {
                                     measure_set(state, count, devices, links, mode);
                                   });
    }
}

void add_gangs() {
  const std::vector<std::vector<int32_t>> gangs{{4, 4}, {2, 2, 2, 2}, {4, 4, 4, 4}, {3, 3, 5, 5}};
  for (const std::vector<int32_t> &counts : gangs)
    for (const int devices : {8, 16, 32}) {
      std::string name = "gang/";
      int sum = 0;
      for (const int32_t count : counts) {
        name += (sum == 0 ? "" : "+") + std::to_string(count);
        sum += count;
      }
      if (sum > devices) continue;
      name += '/' + std::to_string(devices) + "/drawn";
      benchmark::RegisterBenchmark(
          name.c_str(), [=](auto &state) { measure_gang(state, counts, devices, Links::kDrawn); });
    }
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  add_sets("set", PickMode::kSet,
           {{1, 8}, {2, 8}, {4, 8}, {2, 16}, {4, 16}, {8, 16}, {8, 32}, {32, 64}});
  add_sets("partition", PickMode::kPartition,
           {{2, 8}, {4, 8}, {2, 16}, {3, 16}, {4, 16}, {5, 16}, {8, 16}});
  add_gangs();
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return failed ? 1 : 0;
}
