#include "trace.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "cli/failure.h"
#include "cli/options.h"
#include "csv.h"

namespace koordctl {
namespace {

constexpr int64_t kMaxCpuMilli = 100'000'000;
constexpr int64_t kMaxMemoryMib = int64_t{1} << 40;
constexpr int32_t kMaxGpus = 64;
constexpr size_t kMaxArrivals = 20'000'000;

// Rejects repeated names, because objects are looked up by name.
void refuse_repeated(std::set<std::string_view> &names, const Csv &csv, size_t row, size_t column) {
  const std::string_view name = csv.text(row, column);
  if (name.empty()) csv.refuse(row, column, "a name");
  if (!names.insert(name).second) csv.refuse(row, column, "a name that is not on an earlier line");
}

std::vector<std::string> models_of(std::string_view text) {
  std::vector<std::string> models = split(text, '|');
  std::sort(models.begin(), models.end());
  models.erase(std::unique(models.begin(), models.end()), models.end());
  return models;
}

template <typename Number>
Number take_number(std::string_view &text, const std::string &where, Number high) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || number > high) {
    throw Failure(kEnvironment, where + ": found " +
                                    quote(text.substr(0, text.find_first_of(",:"))) +
                                    ", expected a number from 0 to " + std::to_string(high));
  }
  text.remove_prefix(static_cast<size_t>(end - text.data()));
  return number;
}

}  // namespace

std::vector<TraceNode> read_trace_nodes(const std::string &name, std::string_view text) {
  const Csv csv(name, text);
  const size_t sn = csv.column("sn");
  const size_t cpu = csv.column("cpu_milli");
  const size_t memory = csv.column("memory_mib");
  const size_t gpu = csv.column("gpu");
  const size_t model = csv.column("model");
  std::vector<TraceNode> nodes;
  std::set<std::string_view> names;
  for (size_t row = 0; row < csv.rows(); ++row) {
    refuse_repeated(names, csv, row, sn);
    TraceNode node;
    node.name = csv.text(row, sn);
    node.cpu_milli = csv.number(row, cpu, 0, kMaxCpuMilli);
    node.memory_mib = csv.number(row, memory, 0, kMaxMemoryMib);
    node.gpus = static_cast<int32_t>(csv.number(row, gpu, 0, kMaxGpus));
    node.model = csv.text(row, model);
    if (node.gpus > 0 && node.model.empty()) csv.refuse(row, model, "the model of its GPUs");
    nodes.push_back(std::move(node));
  }
  if (nodes.empty()) throw Failure(kEnvironment, name + ": no nodes");
  return nodes;
}

std::vector<TracePod> read_trace_pods(const std::string &name, std::string_view text) {
  const Csv csv(name, text);
  const size_t pod_name = csv.column("name");
  const size_t cpu = csv.column("cpu_milli");
  const size_t memory = csv.column("memory_mib");
  const size_t count = csv.column("num_gpu");
  const size_t milli = csv.column("gpu_milli");
  const auto models = csv.find_column("gpu_spec");
  std::vector<TracePod> pods;
  std::set<std::string_view> names;
  for (size_t row = 0; row < csv.rows(); ++row) {
    refuse_repeated(names, csv, row, pod_name);
    TracePod pod;
    pod.name = csv.text(row, pod_name);
    pod.cpu_milli = csv.number(row, cpu, 0, kMaxCpuMilli);
    pod.memory_mib = csv.number(row, memory, 0, kMaxMemoryMib);
    pod.gpu_count = static_cast<int32_t>(csv.number(row, count, 0, kMaxGpus));
    pod.gpu_milli = static_cast<int32_t>(csv.number(row, milli, 0, 1000));
    if (pod.gpu_count == 0) pod.gpu_milli = 0;
    if (pod.gpu_count == 1 && pod.gpu_milli == 0) csv.refuse(row, milli, "1 to 1000");
    if (pod.gpu_count > 1 && pod.gpu_milli != 1000) {
      csv.refuse(row, milli,
                 "1000, because it requests " + std::to_string(pod.gpu_count) + " GPUs");
    }
    if (models && pod.gpu_count > 0) pod.models = models_of(csv.text(row, *models));
    pods.push_back(std::move(pod));
  }
  if (pods.empty()) throw Failure(kEnvironment, name + ": no pods");
  return pods;
}

Arrivals read_arrivals(const std::string &name, std::string_view text, size_t pods) {
  if (pods == 0) throw Failure(kEnvironment, name + ": no pods to arrive");
  Arrivals arrivals;
  size_t all = 0;
  size_t number = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::string where = name + ":" + std::to_string(++number);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) continue;
    const auto seed = take_number<uint64_t>(line, where, UINT64_MAX);
    if (!line.starts_with(':')) throw Failure(kEnvironment, where + ": no colon after the seed");
    const auto [entry, inserted] = arrivals.try_emplace(seed);
    if (!inserted) {
      throw Failure(kEnvironment,
                    where + ": seed " + std::to_string(seed) + " is on an earlier line");
    }
    while (!line.empty()) {
      line.remove_prefix(1);  // removes the colon or a comma
      entry->second.push_back(take_number<uint32_t>(line, where, static_cast<uint32_t>(pods - 1)));
      if (!line.empty() && !line.starts_with(','))
        throw Failure(kEnvironment, where + ": found " + quote(line) + ", expected a comma");
      if (++all > kMaxArrivals)
        throw Failure(kEnvironment, where + ": more than 20000000 arrivals");
    }
  }
  if (arrivals.empty()) throw Failure(kEnvironment, name + ": no arrivals");
  return arrivals;
}

}  // namespace koordctl
