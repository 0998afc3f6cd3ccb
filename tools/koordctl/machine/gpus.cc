#include "machine/gpus.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

#include "cli/diagnostics.h"
#include "cli/errors.h"
#include "cli/failure.h"
#include "cli/file.h"
#include "cli/options.h"
#include "cli/printable.h"
#include "machine/gpu_users.h"
#include "session/manifest.h"

namespace koordctl {
namespace {

using Json = nlohmann::json;

constexpr const char *kGpuNode = "machine", *kGpuPod = "program";
constexpr size_t kMaxNamed = 8;  // GPUs in a message

std::string count_of(size_t count, const char *thing) {
  return std::to_string(count) + " " + thing + (count == 1 ? "" : "s");
}

// Keeps the reason for which NVML is not available, and prints warnings.
struct NvmlLog {
  bool verbose;
  std::string reason;

  static void write(void *user, int32_t level, const char *message, size_t length) {
    auto &self = *static_cast<NvmlLog *>(user);
    const std::string_view text(message, length);
    if (level < KOORD_LOG_LEVEL_WARNING && text.starts_with("NVML: ")) self.reason = text;
    if (level >= KOORD_LOG_LEVEL_WARNING && self.verbose)
      say(std::string("warning: ").append(text));
  }
};

// Returns the name of a GPU for the variables: CUDA and the container runtime know UUIDs and
// numbers.
std::string variable_name(const DrawnDevice &gpu) {
  return gpu.id.starts_with("GPU-") ? gpu.id : std::to_string(gpu.minor);
}

// Returns the report with all GPUs unhealthy but these, and without the records of kubelet, which
// were read already.
Json limited(Json report, const std::set<int64_t> &minors) {
  Json &metadata = report["metadata"];
  metadata["name"] = kGpuNode;
  if (const auto list = metadata.find("annotations"); list != metadata.end() && list->is_object())
    for (const char *record :
         {"devices-checkpoints", "devices-checkpoints-error", "gpu-checkpoints"})
      list->erase(std::string("node.koordinator.sh/") + record);
  for (Json &device : report["spec"]["devices"]) {
    const auto minor = device.find("minor");
    const bool is_number = minor != device.end() && minor->is_number_integer();
    device["health"] = minors.contains(is_number ? minor->get<int64_t>() : 0);
  }
  return report;
}

bool is_plain(std::string_view id) {
  return id.size() <= 96 && std::ranges::all_of(id, [](char c) {
           return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                  c == '-';
         });
}

}  // namespace

GpuSupply::GpuSupply(const koord::Topology &topology, const GpuOptions &options,
                     const std::string &proc, bool share, bool verbose) {
  if (options.report)
    read_file(*options.report);
  else
    read_nvml(topology, options.nvml.value_or(""), verbose);
  add_obstacles(proc, share);
}

void GpuSupply::read_nvml(const koord::Topology &topology, const std::string &library,
                          bool verbose) {
  NvmlLog log{verbose, ""};
  koord::Context context = koord::Context::create();
  context.set_log(NvmlLog::write, &log);
  about("", [&] {
    koord::DeviceReport report = koord::DeviceReport::create(KOORD_DEVICE_REPORT_NVML, context);
    report.set_nvml_library(library);
    report_ = Json::parse(report.to_json(topology, kGpuNode));
  });
  none_ = log.reason.empty() ? "NVML reports none" : log.reason;
  read_gpus("NVML");
}

void GpuSupply::read_file(const std::string &path) {
  const std::string name = shown_name(path);
  size_t found = 0;
  for (Manifest &manifest : read_manifests(path)) {
    if (manifest.kind != "Device") continue;
    if (++found > 1) fail(name, "expected one Device object, found several");
    report_ = std::move(manifest.object);
  }
  if (found == 0) fail(name, "expected a Device object, as koordctl devices -o json prints it");
  about(name, [&] { koord::Cluster::create().set_devices(report_.dump()); });
  const Json labels = report_["metadata"].value("labels", Json::object());
  const std::string vendor = labels.value("node.koordinator.sh/gpu-vendor", "nvidia");
  if (vendor != "nvidia") fail(name, "the GPUs are of " + quote(vendor) + ", expected nvidia");
  none_ = name + " lists none";
  read_gpus(name);
}

void GpuSupply::read_gpus(const std::string &source) {
  for (DrawnDevice &device : listed_devices(report_)) {
    if (device.type != "gpu") continue;
    if (!is_plain(device.id))
      fail(source, "gpu " + std::to_string(device.minor) + ": id: found " + quote(device.id) +
                       ", expected a UUID");
    gpus_.push_back({std::move(device), "", false});
  }
  std::ranges::stable_sort(gpus_, {}, [](const Gpu &gpu) { return gpu.device.minor; });
}

void GpuSupply::add_obstacles(const std::string &proc, bool share) {
  const std::optional<VisibleGpus> own = own_visible_gpus();
  const std::vector<GpuUser> users = gpu_users(proc);
  // NVIDIA_VISIBLE_DEVICES may be "all", "void" or empty, which hide nothing.
  const bool is_limited =
      own && (own->is_cuda || std::ranges::any_of(gpus_, [&](const Gpu &gpu) {
                return own->names(gpu.device.id, std::to_string(gpu.device.minor));
              }));
  for (Gpu &gpu : gpus_) {
    const std::string minor = std::to_string(gpu.device.minor);
    const auto user = std::ranges::find_if(
        users, [&](const GpuUser &each) { return each.visible.names(gpu.device.id, minor); });
    gpu.is_in_use = user != users.end() || !gpu.device.shares.empty();
    if (is_limited && !own->names(gpu.device.id, minor))
      gpu.obstacle =
          std::string("is hidden by ") + (own->is_cuda ? "CUDA" : "NVIDIA") + "_VISIBLE_DEVICES";
    else if (!gpu.device.is_healthy)
      gpu.obstacle = "is unhealthy";
    else if (gpu.device.is_mig)
      gpu.obstacle = "is in MIG mode";
    else if (gpu.is_in_use && !share)
      gpu.obstacle = user != users.end() ? "is in use by process " + user->process
                                         : "is in use by " + gpu.device.shares.front().name;
    else
      continue;
    gpu.is_in_use = gpu.is_in_use && gpu.obstacle.starts_with("is in use");
  }
}

size_t GpuSupply::free() const {
  return static_cast<size_t>(
      std::ranges::count_if(gpus_, [](const Gpu &gpu) { return gpu.obstacle.empty(); }));
}

std::string GpuSupply::shortage(uint32_t count) const {
  const size_t available = free();
  if (available >= count) return "";
  std::string sentence = "--gpus " + std::to_string(count) + ": ";
  if (gpus_.empty()) return sentence + "this machine has no GPU: " + none_;
  sentence += "the machine has " + count_of(gpus_.size(), "GPU") + ", " +
              std::to_string(available) + " free";
  size_t named = 0, obstacles = gpus_.size() - available, shared = 0;
  for (const Gpu &gpu : gpus_) {
    if (gpu.obstacle.empty()) continue;
    if (gpu.is_in_use) ++shared;
    if (named < kMaxNamed)
      sentence += std::string(named == 0 ? ": " : ", ") + "GPU " +
                  std::to_string(gpu.device.minor) + " " + gpu.obstacle;
    ++named;
  }
  if (obstacles > kMaxNamed) sentence += " and " + count_of(obstacles - kMaxNamed, "more GPU");
  if (shared > 0 && available + shared >= count) sentence += "; --share chooses GPUs in use, too";
  return sentence;
}

std::vector<int32_t> GpuSupply::places(uint32_t count) const {
  std::map<int32_t, uint32_t> free_on;
  for (const Gpu &gpu : gpus_)
    if (gpu.obstacle.empty() && gpu.device.numa >= 0) ++free_on[gpu.device.numa];
  std::vector<int32_t> nodes;
  for (const auto &[node, free] : free_on)
    if (free >= count) nodes.push_back(node);
  std::ranges::stable_sort(nodes, {}, [&](int32_t node) { return free_on[node]; });
  nodes.push_back(-1);
  return nodes;
}

GpuChoice GpuSupply::choose(uint32_t count, int32_t node) const {
  std::map<int64_t, const Gpu *> candidates;
  for (const Gpu &gpu : gpus_)
    if (gpu.obstacle.empty() && (node < 0 || gpu.device.numa == node))
      candidates.emplace(gpu.device.minor, &gpu);
  std::set<int64_t> minors;
  for (const auto &[minor, gpu] : candidates) minors.insert(minor);
  koord::Cluster cluster = koord::Cluster::create();
  Json object, pod, container;
  object["metadata"]["name"] = kGpuNode;
  object["status"]["allocatable"]["pods"] = "1";
  cluster.set_node(object.dump());
  cluster.set_devices(limited(report_, minors).dump());
  pod["metadata"]["name"] = kGpuPod;
  pod["metadata"]["uid"] = kGpuPod;
  container["name"] = kGpuPod;
  container["resources"]["limits"]["nvidia.com/gpu"] = std::to_string(count);
  pod["spec"]["containers"].push_back(container);
  koord::CpuSet unused;
  const koord_refusal refusal = cluster.reserve(koord::Pod::from_json(pod.dump()), nullptr,
                                                cluster.get_node_id(kGpuNode), unused);
  GpuChoice choice;
  if (refusal.reason != KOORD_REASON_NONE) {
    choice.refusal = "--gpus " + std::to_string(count) + ": " + cluster.format_refusal(refusal);
    return choice;
  }
  std::set<int32_t> nodes;
  for (const int32_t minor : cluster.get_pod_minors(kGpuPod, cluster.get_device_type("gpu"))) {
    const DrawnDevice &gpu = candidates.at(minor)->device;
    choice.names.push_back(variable_name(gpu));
    nodes.insert(gpu.numa);
  }
  if (!nodes.contains(-1)) choice.nodes.assign(nodes.begin(), nodes.end());
  return choice;
}

void set_visible_gpus(const std::vector<std::string> &names) {
  const std::string list = join(names, ",");
  for (const char *name : {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES"})
    if (setenv(name, list.c_str(), 1) != 0) fail_with_errno(name);
  // Numbers then are those of NVML.
  if (setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1) != 0) fail_with_errno("CUDA_DEVICE_ORDER");
}

}  // namespace koordctl
