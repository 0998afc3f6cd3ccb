// Time that koord-oci-hook adds to the start of a container, in a new process each time, on a node
// of 256 CPUs with 110 pods and plain files as control groups. For comparison: an empty program,
// and the hook for a container of no pod.
#include <benchmark/benchmark.h>
#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "koord.h"
#include "machines.h"

extern char **environ;

namespace koord::bench {
namespace {

namespace fs = std::filesystem;
bool failed = false;

void check(koord_status status, const koord_error &err) {
  if (status == KOORD_OK) return;
  std::fprintf(stderr, "hook_bench: %s\n", err.message);
  std::exit(1);
}

// Every fifth pod has four CPUs of its own; the others use pools.
std::string pod_json(int number) {
  const std::string uid = "pod-" + std::to_string(number);
  std::string out = R"({"metadata":{"name":"a-pod-of-some-deployment-)" + uid + R"(","uid":")" +
                    uid + R"(","namespace":"default","labels":{"koordinator.sh/qosClass":")";
  const int first = 4 * (number / 5);
  if (number % 5 != 0) return out + (number % 2 == 0 ? "LS" : "BE") + "\"}}}";
  return out +
         R"(LSR"},"annotations":{"scheduling.koordinator.sh/resource-status":"{\"cpuset\":\")" +
         std::to_string(first) + '-' + std::to_string(first + 3) +
         R"(\"}"}},"spec":{"containers":[{"name":"main","resources":{"limits":{"cpu":"4","memory":"8Gi"}}}]}})";
}

std::string node_state() {
  koord_error err{};
  std::string json;
  for (const Machine &machine : machines())
    if (machine.cpus == 256 && machine.nodes == 8) json = annotation(machine);
  koord_topology *topology = nullptr;
  check(koord_topology_from_annotation(nullptr, json.data(), json.size(), &topology, &err), err);
  koord_agent *node = nullptr;
  check(koord_agent_new(nullptr, topology, nullptr, &node, &err), err);
  koord_topology_unref(topology);
  for (int i = 0; i < 110; ++i) {
    const std::string text = pod_json(i);
    koord_pod *pod = nullptr;
    check(koord_pod_from_json(nullptr, text.data(), text.size(), &pod, &err), err);
    check(koord_agent_set_pod(node, pod, &err), err);
    koord_pod_unref(pod);
  }
  koord_buffer *state = nullptr;
  check(koord_agent_to_json(node, "a-boot", KOORD_NUL, &state, &err), err);
  std::string out = koord_buffer_get_data(state);
  koord_buffer_unref(state);
  koord_agent_free(node);
  return out;
}

class Fixture {
 public:
  Fixture() {
    // Files are in memory, like control groups: disks are slow for
    // files that are truncated and written.
    const fs::path memory = "/dev/shm";
    root_ =
        (fs::is_directory(memory) ? memory : fs::temp_directory_path()) / "koord-hook-bench-XXXXXX";
    if (mkdtemp(root_.data()) == nullptr) std::exit(1);
    write("node-state.json", node_state());
    write("proc/4711/cgroup", "1:cpuset:/kubepods/podpod-50/c0ffee\n");
    write("proc/sys/kernel/random/boot_id", "a-boot\n");
    write("none.json", R"({"id":"c0ffee","pid":4711})");
    write(
        "pod.json",
        R"({"ociVersion":"1.0.2","id":"c0ffee","status":"creating","pid":4711,"bundle":"/b","annotations":{)"
        R"("io.kubernetes.cri.sandbox-uid":"pod-50","io.kubernetes.cri.container-type":"container",)"
        R"("io.kubernetes.cri.container-name":"main",)"
        R"("scheduling.koordinator.sh/resource-status":"{\"cpuset\":\"40-43\"}"}})");
  }
  ~Fixture() { fs::remove_all(root_); }
  Fixture(const Fixture &) = delete;
  Fixture &operator=(const Fixture &) = delete;

  // Writes the values that a runtime sets.
  void reset() {
    for (const std::string group :
         {"kubepods", "kubepods/podpod-50", "kubepods/podpod-50/c0ffee"}) {
      write("cgroup/cpuset/" + group + "/cpuset.cpus", "0-255\n");
      write("cgroup/cpuset/" + group + "/cpuset.mems", "0-7\n");
      write("cgroup/cpu/" + group + "/cpu.cfs_quota_us", "400000\n");
    }
  }
  bool is_placed() const {
    std::string cpus;
    std::ifstream(path("cgroup/cpuset/kubepods/podpod-50/c0ffee/cpuset.cpus")) >> cpus;
    return cpus == "40-43";
  }
  std::string path(const std::string &name) const { return root_ + '/' + name; }

 private:
  void write(const std::string &name, const std::string &text) {
    fs::create_directories(fs::path(path(name)).parent_path());
    std::ofstream(path(name)) << text;
    chmod(path(name).c_str(), 0644);
  }
  std::string root_;
};

struct Cost {
  long long nanoseconds = 0;
  long long user = 0;
  long long system = 0;
  long long peak = 0;
};

bool run(std::vector<std::string> words, Cost &out) {
  words.insert(words.begin(), KOORD_PROCESS_COST);
  std::vector<char *> arguments;
  for (std::string &word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  int ends[2];
  if (pipe(ends) != 0) return false;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_addclose(&actions, ends[0]);
  pid_t child = 0;
  const int error = posix_spawn(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[1]);
  std::FILE *output = fdopen(ends[0], "r");
  const bool read = error == 0 && output != nullptr &&
                    std::fscanf(output, "%lld %lld %lld %lld", &out.nanoseconds, &out.user,
                                &out.system, &out.peak) == 4;
  if (output != nullptr) std::fclose(output);
  int status = 0;
  return error == 0 && waitpid(child, &status, 0) == child && status == 0 && read;
}

void process(benchmark::State &state, Fixture &snapshot, const std::vector<std::string> &words,
             bool places) {
  Cost cost;
  snapshot.reset();
  for (auto _ : state) {
    if (!run(words, cost) || snapshot.is_placed() != places) {
      state.SkipWithError("a program failed, or did not do its work");
      failed = true;
      break;
    }
    state.SetIterationTime(static_cast<double>(cost.nanoseconds) * 1e-9);
  }
  state.counters["user_ms"] = static_cast<double>(cost.user) * 1e-3;
  state.counters["kernel_ms"] = static_cast<double>(cost.system) * 1e-3;
  state.counters["peak_MiB"] = static_cast<double>(cost.peak) / 1024;
}

}  // namespace
}  // namespace koord::bench

int main(int argc, char **argv) {
  using namespace koord::bench;
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  Fixture snapshot;
  const std::vector<std::string> hook = {KOORD_OCI_HOOK,
                                         "--state=" + snapshot.path("node-state.json"),
                                         "--cgroup-root=" + snapshot.path("cgroup"),
                                         "--proc=" + snapshot.path("proc"), "createRuntime"};
  const auto with_input = [&](const char *name, std::vector<std::string> words) {
    words.insert(words.begin(), snapshot.path(name));
    return words;
  };
  struct {
    const char *name;
    std::vector<std::string> words;
    bool places;
  } programs[] = {{"empty_program", with_input("none.json", {KOORD_EMPTY_START}), false},
                  {"hook/container_of_no_pod", with_input("none.json", hook), false},
                  {"hook/256cpu/110pods", with_input("pod.json", hook), true}};
  for (const auto &program : programs)
    benchmark::RegisterBenchmark(
        program.name, [&](auto &state) { process(state, snapshot, program.words, program.places); })
        ->UseManualTime()
        ->Iterations(1)
        ->Repetitions(101)
        ->ReportAggregatesOnly()
        ->Unit(benchmark::kMillisecond);
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return failed ? 1 : 0;
}
