// Milliseconds from dlopen to the first pick, in a new process each time (cold_start.c). The files
// are in the page cache, but nothing of the library is mapped, relocated or initialised.
#include <benchmark/benchmark.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "machines.h"

extern char **environ;

namespace koord::bench {
namespace {

bool failed = false;

struct Phases {
  long long load = 0;
  long long topology = 0;
  long long pick = 0;
};

// Runs the program with its output in a pipe. Returns false if it fails.
bool run(const std::string &annotation, const std::string &words, Phases &out) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  std::string program = KOORD_COLD_START;
  std::string json = annotation;
  std::string count = words;
  char *arguments[] = {program.data(), json.data(), count.data(), nullptr};
  pid_t child = 0;
  const int error = posix_spawn(&child, program.c_str(), &actions, nullptr, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::FILE *output = fdopen(ends[0], "r");
  const bool read = error == 0 && output != nullptr &&
                    std::fscanf(output, "%lld %lld %lld", &out.load, &out.topology, &out.pick) == 3;
  if (output != nullptr) std::fclose(output);
  int status = 0;
  return error == 0 && waitpid(child, &status, 0) == child && status == 0 && read;
}

void dlopen_annotation_pick(benchmark::State &state, const Machine &machine) {
  const std::string json = annotation(machine);
  const std::string words = std::to_string(machine.words());
  Phases phases;
  for (auto _ : state) {
    if (!run(json, words, phases)) {
      state.SkipWithError("cold_start failed");
      failed = true;
      break;
    }
    state.SetIterationTime(static_cast<double>(phases.load + phases.topology + phases.pick) * 1e-9);
  }
  state.counters["dlopen_ms"] = static_cast<double>(phases.load) * 1e-6;
  state.counters["topology_ms"] = static_cast<double>(phases.topology) * 1e-6;
  state.counters["pick_ms"] = static_cast<double>(phases.pick) * 1e-6;
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  constexpr int kProcesses = 101;  // odd, so that the median is one of them
  for (const Machine &machine : machines())
    if (machine.cpus == 256 && machine.nodes == 8)
      benchmark::RegisterBenchmark(
          (std::string("dlopen_annotation_pick/") + machine.name).c_str(),
          [&machine](auto &state) { dlopen_annotation_pick(state, machine); })
          ->UseManualTime()
          ->Iterations(1)
          ->Repetitions(kProcesses)
          ->ReportAggregatesOnly()
          ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return failed ? 1 : 0;
}
