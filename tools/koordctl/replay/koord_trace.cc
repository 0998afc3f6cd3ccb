#include "replay/koord_trace.h"

#include <map>
#include <nlohmann/json.hpp>

#include "koord_cpp.h"
#include "options.h"

namespace koordctl {
namespace {

constexpr std::int64_t kMebibyte = std::int64_t{1} << 20;
constexpr std::int32_t kMilliOfPercent = 10;
constexpr const char *kGpu = "koordinator.sh/gpu";
constexpr const char *kMinorLabel = "minor";  // of each GPU

// Texts of one call, each found again by where it is.
class Arena {
 public:
  void add(std::string_view text, std::uint32_t &offset, std::uint32_t &length) {
    offset = static_cast<std::uint32_t>(bytes_.size());
    length = static_cast<std::uint32_t>(text.size());
    bytes_ += text;
  }
  const char *data() const { return bytes_.data(); }
  std::size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

std::string devices_json(std::int32_t gpus, GpuLabels labels) {
  nlohmann::json devices = nlohmann::json::array();
  for (std::int32_t minor = 0; minor < gpus; ++minor) {
    devices.push_back(
        {{"type", "gpu"},
         {"minor", minor},
         {"health", true},
         {"resources",
          {{"koordinator.sh/gpu-core", "100"}, {"koordinator.sh/gpu-memory-ratio", "100"}}}});
    if (labels == GpuLabels::kMinor)
      devices.back()["labels"] = {{kMinorLabel, std::to_string(minor)}};
  }
  return devices.dump();
}

std::string device_object(const TraceNode &node, const std::string &devices) {
  const nlohmann::json metadata = {{"name", node.name},
                                   {"labels", {{"node.koordinator.sh/gpu-model", node.model}}}};
  return R"({"metadata":)" + metadata.dump() + R"(,"spec":{"devices":)" + devices + "}}";
}

void add_node(koord_cluster *cluster, const TraceNode &node, const std::string &devices) {
  Arena arena;
  koord_node_spec spec = KOORD_INIT(koord_node_spec);
  arena.add(node.name, spec.name_offset, spec.name_length);
  koord_amount amounts[2] = {};
  amounts[0].amount = node.cpu_milli;
  arena.add("cpu", amounts[0].name_offset, amounts[0].name_length);
  amounts[1].amount = node.memory_mib * kMebibyte;
  arena.add("memory", amounts[1].name_offset, amounts[1].name_length);
  koord_error error{};
  koord_status status =
      koord_cluster_set_node_struct(cluster, &spec, arena.data(), arena.size(), amounts,
                                    sizeof amounts[0], 2, nullptr, nullptr, 0, nullptr, &error);
  if (status == KOORD_OK && node.gpus > 0) {
    const std::string json = device_object(node, devices);
    status = koord_cluster_set_devices(cluster, nullptr, json.data(), json.size(), nullptr, &error);
  }
  if (status != KOORD_OK) check(status, error, "node " + quote(node.name));
}

std::string subject_of(const TracePod &pod) { return "pod " + quote(pod.name); }

std::int64_t percent_of(const TracePod &pod) {
  if (pod.gpu_milli % kMilliOfPercent != 0) {
    throw Failure(kEnvironment, subject_of(pod) + " asks for " + std::to_string(pod.gpu_milli) +
                                    " thousandths of a GPU, expected hundredths");
  }
  return pod.gpu_total() / kMilliOfPercent;
}

}  // namespace

void add_nodes(koord_cluster *cluster, const std::vector<TraceNode> &nodes, GpuLabels labels) {
  std::map<std::int32_t, std::string> devices;  // by how many: nodes with equally many are alike
  for (const TraceNode &node : nodes) {
    std::string &of_node = devices[node.gpus];
    if (of_node.empty() && node.gpus > 0) of_node = devices_json(node.gpus, labels);
    add_node(cluster, node, of_node);
  }
}

void place_gpus(koord_cluster *cluster, koord_gpu_policy placing,
                const std::vector<TaskKind> &kinds) {
  Arena arena;
  std::vector<koord_task_class> rows;
  for (const TaskKind &kind : kinds) {
    koord_task_class row{};
    row.tasks = kind.tasks;
    row.cpu_milli = kind.cpu_milli;
    row.gpu_milli = kind.gpu_milli;
    row.gpu_count = kind.gpu_count;
    arena.add(join(kind.models, "|"), row.models_offset, row.models_length);
    rows.push_back(row);
  }
  koord_error error{};
  check(koord_cluster_set_gpu_policy(cluster, placing, rows.data(), sizeof(koord_task_class),
                                     rows.size(), arena.data(), arena.size(), &error),
        error, "the workload");
}

PodHandle make_pod(const TracePod &pod, const std::string &uid) {
  Arena arena;
  koord_pod_spec spec = KOORD_INIT(koord_pod_spec);
  arena.add(uid, spec.uid_offset, spec.uid_length);
  spec.name_offset = spec.uid_offset;
  spec.name_length = spec.uid_length;
  koord_container container{};
  arena.add("c", container.name_offset, container.name_length);
  koord_resource rows[3] = {};
  std::size_t count = 0;
  const auto ask = [&](std::string_view resource, std::int64_t amount) {
    if (amount == 0) return;
    koord_resource &row = rows[count++];
    row.request = row.limit = amount;
    arena.add(resource, row.name_offset, row.name_length);
  };
  ask("cpu", pod.cpu_milli);
  ask("memory", pod.memory_mib * kMebibyte);
  ask(kGpu, percent_of(pod));
  koord_pod *handle = nullptr;
  koord_error error{};
  const koord_status status =
      koord_pod_from_struct(&spec, arena.data(), arena.size(), &container, sizeof container, 1,
                            rows, sizeof rows[0], count, nullptr, 0, &handle, &error);
  if (status != KOORD_OK) check(status, error, subject_of(pod));
  return PodHandle(handle);
}

PodHandle make_pod_for(int gpu, const TracePod &pod, const std::string &uid) {
  // Of numbers and a name of our own: there is nothing to escape.
  const std::string amounts = R"({"cpu":")" + std::to_string(pod.cpu_milli) + R"(m","memory":")" +
                              std::to_string(pod.memory_mib) + R"(Mi",")" + kGpu + R"(":")" +
                              std::to_string(percent_of(pod)) + R"("})";
  const std::string json = R"({"metadata":{"name":")" + uid + R"(","uid":")" + uid +
                           R"(","annotations":{"scheduling.koordinator.sh/device-allocate-hint":)" +
                           R"("{\"gpu\":{\"selector\":{\"matchLabels\":{\")" + kMinorLabel +
                           R"(\":\")" + std::to_string(gpu) +
                           R"(\"}}}}"}},"spec":{"containers":[{"name":"c","resources":{"limits":)" +
                           amounts + "}}]}}";
  koord_pod *handle = nullptr;
  koord_error error{};
  const koord_status status =
      koord_pod_from_json(nullptr, json.data(), json.size(), &handle, &error);
  if (status != KOORD_OK) check(status, error, subject_of(pod));
  return PodHandle(handle);
}

}  // namespace koordctl
