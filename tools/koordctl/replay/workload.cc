#include "replay/workload.h"

#include <filesystem>

#include "failure.h"
#include "file.h"
#include "options.h"
#include "replay/inflation.h"

namespace koordctl {
namespace {

std::vector<TracePod> read_pods(const std::string &path) {
  return read_trace_pods(shown_name(path), read_file(path));
}

Arrivals read_seeds(const std::string &path, const std::vector<std::uint64_t> &seeds,
                    std::size_t pods) {
  Arrivals arrivals = read_arrivals(shown_name(path), read_file(path), pods);
  for (const std::uint64_t seed : seeds) {
    if (arrivals.contains(seed)) continue;
    throw Failure(kUsage, "--seeds: " + shown_name(path) + " has no seed " + std::to_string(seed));
  }
  return arrivals;
}

// "traces/openb_pod_list_default.csv" -> "openb_pod_list_default".
std::string workload_of(const std::string &pods_file) {
  return std::filesystem::path(pods_file).stem().string();
}

}  // namespace

std::vector<Workload> read_workloads(const WorkloadFiles &files,
                                     const std::vector<std::uint64_t> &seeds, std::uint32_t most) {
  Workload cluster;
  cluster.nodes = read_trace_nodes(shown_name(files.nodes), read_file(files.nodes));
  for (const TraceNode &node : cluster.nodes) cluster.gpus += node.gpus;
  if (cluster.gpus == 0) {
    throw Failure(kEnvironment, shown_name(files.nodes) + ": no node has a GPU");
  }
  if (!files.classes.empty()) cluster.classes = task_kinds(read_pods(files.classes));
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
    for (const std::uint64_t seed : seeds)
      out.arrivals[seed] = inflate(out.pods, out.gpus, most, seed);
  }
  return workloads;
}

}  // namespace koordctl
