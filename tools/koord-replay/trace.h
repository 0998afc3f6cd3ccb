// A recorded cluster: its nodes, the pods of its workload, and the orders in which they arrive.
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
  std::string model;  // "" if the node has no GPU
};

struct TracePod {
  std::string name;
  int64_t cpu_milli = 0;
  int64_t memory_mib = 0;
  int32_t gpu_count = 0;
  int32_t gpu_milli = 0;            // share of each GPU; below 1000 only if gpu_count is 1
  std::vector<std::string> models;  // allowed models, ascending; empty for any

  int64_t gpu_total() const { return int64_t{gpu_count} * gpu_milli; }
  bool may_use(const std::string &model) const {
    return models.empty() || std::binary_search(models.begin(), models.end(), model);
  }
};

// Reads the columns sn, cpu_milli, memory_mib, gpu and model, and ignores others. `name` is used in
// messages. This and the next function throw a Failure that names the line and the field.
std::vector<TraceNode> read_trace_nodes(const std::string &name, std::string_view text);
// Reads the columns name, cpu_milli, memory_mib, num_gpu, gpu_milli and, if models are requested,
// gpu_spec: "A|B".
std::vector<TracePod> read_trace_pods(const std::string &name, std::string_view text);

// Indices into the list of pods, in order of arrival, by seed.
using Arrivals = std::map<uint64_t, std::vector<uint32_t>>;
// Reads lines "seed:place,place,...", with indices from 0 to pods - 1.
Arrivals read_arrivals(const std::string &name, std::string_view text, size_t pods);

}  // namespace koordctl
