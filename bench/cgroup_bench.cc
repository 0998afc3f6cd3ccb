// Plans for 1,000 containers, and the execution of a plan
// compared with its bare opens, reads and writes.
#include <benchmark/benchmark.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "agent/cgroup_apply.h"
#include "agent/cgroup_plan.h"

namespace koord::bench {
namespace {

namespace fs = std::filesystem;
using agent::CgroupKind;
using agent::CgroupTree;
using agent::ObservedGroup;

constexpr int kCpus = 128;
constexpr int kPods = 500;  // with two containers each

CpuSet range(int from, int to) {
  CpuSet set;
  for (int cpu = from; cpu < to; ++cpu) set.add(cpu);
  return set;
}

// 32 LSR pods of two CPUs each, which all move to the CPUs of the next one;
// the last two CPUs are free. LS pods get 64 others.
struct Node {
  explicit Node(agent::CgroupVersion version) {
    CgroupTree made;
    made.layout = {agent::CgroupDriver::kCgroupfs, version, ""};
    state.cpus = range(0, kCpus);
    state.pools.shared = range(66, kCpus);
    state.pools.best_effort = state.cpus;
    const auto add = [&](const std::string &path, int32_t parent, CgroupKind kind,
                         const CpuSet &cpus) {
      ObservedGroup group;
      group.path = path;
      group.parent = parent;
      group.kind = kind;
      group.cpus = {true, cpus, cpus};
      group.mems = {true, range(0, 1), range(0, 1)};
      made.groups.push_back(group);
      return static_cast<int32_t>(made.groups.size() - 1);
    };
    add("kubepods", -1, CgroupKind::kRoot, state.cpus);
    const int32_t burstable = add("kubepods/burstable", 0, CgroupKind::kQos, state.cpus);
    for (int i = 0; i < kPods; ++i) {
      agent::PodState pod;
      const std::string number = std::to_string(1000 + i);
      pod.uid = "a" + number;
      pod.kube_qos = object::KubeQos::kBurstable;
      const bool own = i < 32;
      pod.place = own ? agent::Place::kOwn : agent::Place::kShared;
      pod.qos = own ? object::Qos::kLsr : object::Qos::kLs;
      pod.cpus = own ? range(2 * i + 2, 2 * i + 4) : state.pools.shared;
      const CpuSet now = own ? range(2 * i, 2 * i + 2) : range(64, kCpus);
      const std::string path = "kubepods/burstable/pod" + pod.uid;
      const int32_t at = add(path, burstable, CgroupKind::kPod, now);
      made.groups.back().pod = pod.uid;
      for (const char *end : {"0", "1"}) {
        add(path + '/' + number + end, at, CgroupKind::kContainer, now);
        made.groups.back().pod = pod.uid;
        made.groups.back().container = number + end;
      }
      state.pods.push_back(pod);
    }
    tree = std::make_shared<const CgroupTree>(std::move(made));
  }

  agent::NodeState state;
  std::shared_ptr<const CgroupTree> tree;
};

void plan(benchmark::State &state, agent::CgroupVersion version) {
  const Node node(version);
  size_t steps = 0;
  for (auto _ : state) steps = agent::plan_cgroups(node.state, node.tree, {}).steps.size();
  state.counters["steps"] = static_cast<double>(steps);
}

// A directory of plain files, in memory if possible.
struct Files {
  explicit Files(const CgroupTree &tree) {
    root = fs::exists("/dev/shm") ? "/dev/shm/koord-bench-XXXXXX" : "/tmp/koord-bench-XXXXXX";
    if (mkdtemp(root.data()) == nullptr) std::abort();
    for (const ObservedGroup &group : tree.groups)
      fs::create_directories(root + "/cpuset/" + group.path);
  }
  ~Files() { fs::remove_all(root); }
  void reset(const CgroupTree &tree) const {
    for (const ObservedGroup &group : tree.groups) {
      std::FILE *file = std::fopen((root + "/cpuset/" + group.path + "/cpuset.cpus").c_str(), "w");
      if (file == nullptr) std::abort();
      std::fputs((group.cpus.written.to_string() + '\n').c_str(), file);
      std::fclose(file);
    }
  }
  std::string root;
};

void apply(benchmark::State &state) {
  const Node node(agent::CgroupVersion::kV1);
  const agent::CgroupPlan todo = agent::plan_cgroups(node.state, node.tree, {});
  const Files files(*node.tree);
  agent::RootedFiles rooted(files.root, agent::CgroupVersion::kV1);
  for (auto _ : state) {
    state.PauseTiming();
    files.reset(*node.tree);
    state.ResumeTiming();
    if (agent::apply_cgroups(rooted, todo).outcome != agent::ApplyOutcome::kDone)
      state.SkipWithError("the plan was not carried out");
  }
}

// Writes the file if there is a value, and reads it.
bool pass_bare(int root, const char *path, std::string_view to) {
  char text[4096];
  const int fd = openat(root, path, (to.empty() ? O_RDONLY : O_RDWR | O_TRUNC) | O_CLOEXEC);
  if (fd < 0) return false;
  bool done = to.empty() || write(fd, to.data(), to.size()) == static_cast<ssize_t>(to.size());
  done = pread(fd, text, sizeof text, 0) >= 0 && done;
  close(fd);
  benchmark::DoNotOptimize(text);
  return done;
}

void bare(benchmark::State &state) {
  const Node node(agent::CgroupVersion::kV1);
  const agent::CgroupPlan todo = agent::plan_cgroups(node.state, node.tree, {});
  const Files files(*node.tree);
  const int root = open(files.root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  std::vector<std::string> paths;
  std::vector<std::string> old;  // one value for each file
  for (const agent::CgroupStep &step : todo.steps) {
    paths.push_back(todo.path_of(step));
    if (std::find(old.begin(), old.end(), paths.back()) == old.end()) old.push_back(paths.back());
  }
  for (auto _ : state) {
    state.PauseTiming();
    files.reset(*node.tree);
    state.ResumeTiming();
    bool done = true;
    for (const std::string &path : old) done = pass_bare(root, path.c_str(), "") && done;
    for (size_t i = 0; i < paths.size(); ++i)
      done = pass_bare(root, paths[i].c_str(), todo.steps[i].to) && done;
    if (!done) state.SkipWithError("a file could not be read or written");
  }
  close(root);
}

BENCHMARK_CAPTURE(plan, v1, agent::CgroupVersion::kV1)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(plan, v2, agent::CgroupVersion::kV2)->Unit(benchmark::kMillisecond);
BENCHMARK(apply)->Unit(benchmark::kMillisecond);
BENCHMARK(bare)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace koord::bench

BENCHMARK_MAIN();
