// A recorded cluster: its nodes, the pods of its workload, and orders in which these arrive.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace koordctl {

inline constexpr int32_t kWholeGpu = 1000;  // milli-GPU

struct TraceNode {
  std::string name;
  int64_t cpu_milli = 0;
  int64_t memory_mib = 0;
  int32_t gpus = 0;
  std::string model;  // "" without GPU
};

struct TracePod {
  std::string name;
  int64_t cpu_milli = 0;
  int64_t memory_mib = 0;
  int32_t gpu_count = 0;
  int32_t gpu_milli = 0;            // of each GPU; less than 1000 only of one
  std::vector<std::string> models;  // allowed, ascending; none: any

  int64_t gpu_total() const { return int64_t{gpu_count} * gpu_milli; }
  bool may_use(const std::string &model) const {
    return models.empty() || std::binary_search(models.begin(), models.end(), model);
  }
};

// Columns sn, cpu_milli, memory_mib, gpu and model; others are not looked at. `name` is for
// messages. These and the next throw a Failure that names the line and the field.
std::vector<TraceNode> read_trace_nodes(const std::string &name, std::string_view text);
// Columns name, cpu_milli, memory_mib, num_gpu, gpu_milli and, where models are asked for,
// gpu_spec: "A|B".
std::vector<TracePod> read_trace_pods(const std::string &name, std::string_view text);

// Places in the list of pods, in order of arrival, by seed.
using Arrivals = std::map<uint64_t, std::vector<uint32_t>>;
// Lines "seed:place,place,...", places from 0 to pods - 1.
Arrivals read_arrivals(const std::string &name, std::string_view text, size_t pods);

}  // namespace koordctl
