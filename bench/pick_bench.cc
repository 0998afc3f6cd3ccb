// Nanoseconds of one pick through koord.h. Names: peer/case/machine/CPUs.
// Fails if a pick allocates memory or is refused.
#include <benchmark/benchmark.h>

#include <cstdio>
#include <string>
#include <vector>

#include "heap_calls.h"
#include "picks.h"

namespace koord::bench {
namespace {

bool failed = false;

template <typename Picks, typename Case>
void measure(benchmark::State &state, const Machine &machine, const Case &wanted, uint32_t cpus) {
  Picks picks(machine, wanted, cpus);
  bool granted = true;
  const long before = heap_calls();
  for (auto _ : state) {
    granted &= picks.pick();
    benchmark::DoNotOptimize(picks.picked().data());
  }
  const long allocated = heap_calls() - before;
  state.counters["allocs"] =
      static_cast<double>(allocated) / static_cast<double>(state.iterations());
  if (!granted) state.SkipWithError("a pick was refused");
  if (allocated > 0) state.SkipWithError("a pick allocated");
  failed |= !granted || allocated > 0;
}

template <typename Picks, typename Case>
void add_benchmarks(const char *peer, std::span<const Case> cases) {
  for (const Case &wanted : cases)
    for (const Machine &machine : machines())
      for (const uint32_t cpus : kAmounts) {
        const std::string name =
            std::string(peer) + '/' + wanted.name + '/' + machine.name + '/' + std::to_string(cpus);
        benchmark::RegisterBenchmark(name.c_str(), [&machine, &wanted, cpus](auto &state) {
          measure<Picks>(state, machine, wanted, cpus);
        });
      }
}

// A count of zero is meaningful only if the library's allocations are counted.
bool library_is_watched() {
  const long before = heap_calls();
  topology_of(machines().front());
  return heap_calls() > before;
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  // Tens of thousands of picks each; a later argument of the caller takes precedence.
  std::string seconds = "--benchmark_min_time=0.02";
  std::vector<char *> arguments(argv, argv + argc);
  arguments.insert(arguments.begin() + 1, seconds.data());
  argc = static_cast<int>(arguments.size());
  argv = arguments.data();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  if (!library_is_watched()) {
    std::fputs("pick_bench: cannot see the library's allocations\n", stderr);
    return 1;
  }
  add_benchmarks<KoordinatorPicks>("koordinator", koordinator_cases());
  add_benchmarks<KubeletPicks>("kubelet", kubelet_cases());
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return failed ? 1 : 0;
}
