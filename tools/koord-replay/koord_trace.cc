#include "koord_trace.h"

#include <map>
#include <nlohmann/json.hpp>

#include "cli/errors.h"
#include "cli/options.h"

namespace koordctl {
namespace {

constexpr int64_t kMebibyte = int64_t{1} << 20;
constexpr int32_t kMilliOfPercent = 10;
constexpr const char *kGpu = "koordinator.sh/gpu";
constexpr const char *kMinorLabel = "minor";  // label of each GPU

// Texts of one call, addressed by offset.
class Arena {
 public:
  void add(std::string_view text, uint32_t &offset, uint32_t &length) {
    offset = static_cast<uint32_t>(bytes_.size());
    length = static_cast<uint32_t>(text.size());
    bytes_ += text;
  }
  const char *data() const { return bytes_.data(); }
  size_t size() const { return bytes_.size(); }

 private:
  std::string bytes_;
};

std::string devices_json(int32_t gpus, GpuLabels labels) {
  nlohmann::json devices = nlohmann::json::array();
  for (int32_t minor = 0; minor < gpus; ++minor) {
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

void add_node(koord::Cluster &cluster, const TraceNode &node, const std::string &devices) {
  try {
    koord::NodeBuilder builder = koord::NodeBuilder::create();
    builder.set_text(KOORD_NODE_TEXT_NAME, node.name);
    builder.set_resource("cpu", node.cpu_milli, 0);
    builder.set_resource("memory", node.memory_mib * kMebibyte, 0);
    cluster.set_node_from_builder(builder);
    if (node.gpus != 0) cluster.set_devices(device_object(node, devices));
  } catch (const koord::Error &error) {
    fail_with(error, "node " + quote(node.name));
  }
}

std::string subject_of(const TracePod &pod) { return "pod " + quote(pod.name); }

int64_t percent_of(const TracePod &pod) {
  if (pod.gpu_milli % kMilliOfPercent != 0) {
    throw Failure(kEnvironment, subject_of(pod) + " requests " + std::to_string(pod.gpu_milli) +
                                    " thousandths of a GPU, expected a multiple of 10");
  }
  return pod.gpu_total() / kMilliOfPercent;
}

}  // namespace

void add_nodes(koord::Cluster &cluster, const std::vector<TraceNode> &nodes, GpuLabels labels) {
  // Device JSON by number of GPUs; nodes with equally many share it
  std::map<int32_t, std::string> devices;
  for (const TraceNode &node : nodes) {
    std::string &of_node = devices[node.gpus];
    if (of_node.empty() && node.gpus > 0) of_node = devices_json(node.gpus, labels);
    add_node(cluster, node, of_node);
  }
}

void place_gpus(koord::Cluster &cluster, koord_gpu_policy placing,
                const std::vector<TaskKind> &kinds) {
  Arena arena;
  std::vector<koord_task_class> rows;
  for (const TaskKind &kind : kinds) {
    koord_task_class row{};
    row.tasks = kind.tasks;
    row.cpu_milli = kind.cpu_milli;
    row.gpu_milli = kind.gpu_milli;
    row.gpu_count = kind.gpu_count;
    row.memory = kind.memory_mib * kMebibyte;
    arena.add(join(kind.models, "|"), row.models_offset, row.models_length);
    rows.push_back(row);
  }
  with_subject("the workload", [&] {
    cluster.set_gpu_policy(placing, rows, {arena.data(), arena.size()});
  });
}

koord::Pod make_pod(const TracePod &pod, const std::string &uid) {
  try {
    koord::PodBuilder builder = koord::PodBuilder::create();
    builder.set_text(KOORD_POD_TEXT_NAME, uid);
    builder.set_text(KOORD_POD_TEXT_UID, uid);
    const int32_t container = builder.add_container(KOORD_CONTAINER_KIND_APP, "c");
    const auto add_request = [&](const char *resource, int64_t amount) {
      if (amount != 0) builder.set_resource(container, resource, amount, amount);
    };
    add_request("cpu", pod.cpu_milli);
    add_request("memory", pod.memory_mib * kMebibyte);
    add_request(kGpu, percent_of(pod));
    return koord::Pod::from_builder(builder);
  } catch (const koord::Error &error) {
    fail_with(error, subject_of(pod));
  }
}

koord::Pod make_pod_for(int gpu, const TracePod &pod, const std::string &uid) {
  // Consists of numbers and generated names, so no escaping is needed.
  const std::string amounts = R"({"cpu":")" + std::to_string(pod.cpu_milli) + R"(m","memory":")" +
                              std::to_string(pod.memory_mib) + R"(Mi",")" + kGpu + R"(":")" +
                              std::to_string(percent_of(pod)) + R"("})";
  const std::string json = R"({"metadata":{"name":")" + uid + R"(","uid":")" + uid +
                           R"(","annotations":{"scheduling.koordinator.sh/device-allocate-hint":)" +
                           R"("{\"gpu\":{\"selector\":{\"matchLabels\":{\")" + kMinorLabel +
                           R"(\":\")" + std::to_string(gpu) +
                           R"(\"}}}}"}},"spec":{"containers":[{"name":"c","resources":{"limits":)" +
                           amounts + "}}]}}";
  try {
    return koord::Pod::from_json(json);
  } catch (const koord::Error &error) {
    fail_with(error, subject_of(pod));
  }
}

}  // namespace koordctl
