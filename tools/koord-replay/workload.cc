#include "workload.h"

#include <algorithm>
#include <filesystem>

#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "inflation.h"

namespace koordctl {
namespace {

constexpr uint64_t kThenStream = 0x7468656e;  // random stream of the later pods

std::vector<TracePod> read_pods(const std::string &path) {
  return read_trace_pods(shown_name(path), read_file(path));
}

Arrivals read_seeds(const std::string &path, const std::vector<uint64_t> &seeds, size_t pods) {
  Arrivals arrivals = read_arrivals(shown_name(path), read_file(path), pods);
  for (const uint64_t seed : seeds) {
    if (arrivals.contains(seed)) continue;
    throw Failure(kUsage, "--seeds: " + shown_name(path) + " has no seed " + std::to_string(seed));
  }
  return arrivals;
}

// "traces/openb_pod_list_default.csv" becomes "openb_pod_list_default".
std::string workload_of(const std::string &pods_file) {
  return std::filesystem::path(pods_file).stem().string();
}

// Replaces arrivals beyond `at` percent of demand by pods of `others`, up to `most` percent.
void shift(Workload &workload, const std::vector<TracePod> &others, uint32_t at, uint32_t most) {
  const int64_t all = workload.gpus * kWholeGpu;
  const auto first = static_cast<uint32_t>(workload.pods.size());
  workload.pods.insert(workload.pods.end(), others.begin(), others.end());
  for (auto &[seed, arrivals] : workload.arrivals) {
    int64_t demand = 0;
    const auto is_beyond = [&](uint32_t percent) {
      return [&workload, &demand, most_demand = all * percent / 100](uint32_t pod) {
        demand += workload.pods[pod].gpu_total();
        return demand > most_demand;
      };
    };
    const auto end = std::find_if(arrivals.begin(), arrivals.end(), is_beyond(at));
    if (end != arrivals.end()) demand -= workload.pods[*end].gpu_total();
    arrivals.erase(end, arrivals.end());
    std::vector<uint32_t> later = inflate(others, workload.gpus, most, seed ^ kThenStream);
    for (uint32_t &pod : later) pod += first;
    arrivals.insert(arrivals.end(), later.begin(),
                    std::find_if(later.begin(), later.end(), is_beyond(most)));
  }
}

}  // namespace

std::vector<Workload> read_workloads(const WorkloadFiles &files, const std::vector<uint64_t> &seeds,
                                     uint32_t most) {
  Workload cluster;
  cluster.nodes = read_trace_nodes(shown_name(files.nodes), read_file(files.nodes));
  for (const TraceNode &node : cluster.nodes) cluster.gpus += node.gpus;
  if (cluster.gpus == 0)
    throw Failure(kEnvironment, shown_name(files.nodes) + ": no node has a GPU");
  if (!files.classes.empty()) cluster.classes = task_kinds(read_pods(files.classes));
  const std::vector<TracePod> later =
      files.then.empty() ? std::vector<TracePod>() : read_pods(files.then);
  std::vector<Workload> workloads;
  for (const std::string &pods : files.pods) {
    Workload &out = workloads.emplace_back(cluster);
    out.name = workload_of(pods);
    out.pods = read_pods(pods);
    out.kinds = task_kinds(out.pods);
    if (files.classes.empty()) out.classes = out.kinds;
    if (!files.arrivals.empty()) {
      out.arrivals = read_seeds(files.arrivals, seeds, out.pods.size());
      continue;
    }
    for (const uint64_t seed : seeds) out.arrivals[seed] = inflate(out.pods, out.gpus, most, seed);
    if (files.then.empty()) continue;
    out.name += "-then-" + workload_of(files.then);
    shift(out, later, files.then_at, most);
  }
  return workloads;
}

}  // namespace koordctl
