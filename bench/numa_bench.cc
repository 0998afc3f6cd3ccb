// Time of one merge of NUMA hints through koord.h, if every set of NUMA nodes is a hint of every
// resource: the worst case of providers. Names: profile/hints/NUMA nodes/resources. Fails if a
// merge on up to 8 nodes allocates memory.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "heap_calls.h"
#include "koord.h"

namespace koord::bench {
namespace {

enum class Hints {
  kNarrowestPreferred,  // hints of CPU and memory managers for a request that fits on one node
  kApart,               // each set is preferred by one resource only, so none is preferred by all
  kNonePreferred
};

struct Merge {
  Merge(koord_profile profile, Hints kind, uint32_t nodes, uint32_t resources) {
    options = KOORD_INIT(koord_numa_options);
    options.profile = profile;
    options.policy = KOORD_NUMA_POLICY_BEST_EFFORT;
    options.max_nodes = KOORD_MAX_NUMA_NODES;
    koord_numa_hints *made = nullptr;
    ok = koord_numa_hints_new(&made, nullptr) == KOORD_OK;
    numa_hints.reset(made);
    std::vector<koord_numa_place> places;
    for (uint32_t i = 0; i < nodes; ++i)
      places.push_back({static_cast<int32_t>(i), KOORD_NUMA_USE_IDLE});
    ok &= koord_numa_hints_set_nodes(made, places.data(), sizeof places[0], places.size(), nullptr,
                                     nullptr) == KOORD_OK;
    for (uint32_t resource = 0; resource < resources; ++resource) {
      std::vector<koord_numa_hint> hints;
      for (uint64_t set = 1; set < uint64_t{1} << nodes; ++set) {
        const bool one = (set & (set - 1)) == 0;
        const bool own = set == uint64_t{1} << resource % nodes;
        const bool preferred = kind == Hints::kNarrowestPreferred ? one
                               : kind == Hints::kApart            ? own
                                                                  : false;
        hints.push_back({set, static_cast<int64_t>(set % 7),
                         preferred ? uint32_t{KOORD_NUMA_HINT_PREFERRED} : 0u, 0});
      }
      koord_numa_hint_list list = KOORD_INIT(koord_numa_hint_list);
      list.provider = static_cast<int32_t>(resource);
      ok &= koord_numa_hints_add_list(made, &list, "", 0, hints.data(), sizeof hints[0],
                                      hints.size(), nullptr) == KOORD_OK;
    }
  }

  koord_status run() {
    return koord_numa_merge(&options, numa_hints.get(), &merged, nullptr, 0, nullptr, nullptr);
  }

  struct Free {
    void operator()(koord_numa_hints *hints) const { koord_numa_hints_free(hints); }
  };

  bool ok = false;
  koord_numa_options options;
  std::unique_ptr<koord_numa_hints, Free> numa_hints;
  koord_numa_merged merged{};
};

bool failed = false;

void measure(benchmark::State &state, koord_profile profile, Hints kind, uint32_t nodes,
             uint32_t resources) {
  Merge merge(profile, kind, nodes, resources);
  bool ok = merge.ok;
  const long before = heap_calls();
  for (auto _ : state) {
    ok &= merge.run() == KOORD_OK && merge.merged.reason == KOORD_REASON_NONE;
    benchmark::DoNotOptimize(merge.merged);
  }
  const long allocated = heap_calls() - before;
  state.counters["allocs"] =
      static_cast<double>(allocated) / static_cast<double>(state.iterations());
  ok &= nodes > 8 || allocated == 0;
  if (!ok) state.SkipWithError("a merge failed or allocated");
  failed |= !ok;
}

void add_benchmarks() {
  struct Kind {
    const char *name;
    Hints hints;
  };
  for (const koord_profile profile : {KOORD_PROFILE_KUBELET, KOORD_PROFILE_SPEC})
    for (const Kind &kind : {Kind{"preferred", Hints::kNarrowestPreferred},
                             Kind{"apart", Hints::kApart}, Kind{"none", Hints::kNonePreferred}})
      for (const uint32_t nodes : {2u, 4u, 8u, 12u, 16u})
        for (const uint32_t resources : {2u, 4u}) {
          const std::string name =
              std::string(profile == KOORD_PROFILE_KUBELET ? "kubelet" : "spec") + '/' + kind.name +
              '/' + std::to_string(nodes) + '/' + std::to_string(resources);
          benchmark::RegisterBenchmark(name.c_str(), [=](auto &state) {
            measure(state, profile, kind.hints, nodes, resources);
          });
        }
  // Upstream enumerates the product; these are the largest cases that it accepts.
  for (const Kind &kind :
       {Kind{"preferred", Hints::kNarrowestPreferred}, Kind{"none", Hints::kNonePreferred}})
    for (const auto &[nodes, resources] : {std::pair{2u, 4u}, {4u, 4u}, {8u, 2u}}) {
      const std::string name = std::string("upstream/") + kind.name + '/' + std::to_string(nodes) +
                               '/' + std::to_string(resources);
      benchmark::RegisterBenchmark(
          name.c_str(), [=, nodes = nodes, resources = resources](auto &state) {
            measure(state, KOORD_PROFILE_UPSTREAM, kind.hints, nodes, resources);
          });
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
