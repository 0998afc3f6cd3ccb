#include "machine/gpus.h"

#include <algorithm>
#include <cctype>
#include <cerrno>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>
#include <utility>

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
      print_message(std::string("warning: ").append(text));
  }
};

// Returns the address as a key, so that keys are in the order of the addresses.
std::pair<size_t, std::string> bus_key(std::string bus) {
  for (char &c : bus) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return {bus.size(), std::move(bus)};  // domains have four digits or more
}

// Returns a text in the metadata of a report, or "" if there is none.
std::string metadata_text(const Json &report, const char *map, const char *key) {
  const Json &metadata = report.at("metadata");
  const auto texts = metadata.find(map);
  if (texts == metadata.end() || !texts->is_object()) return "";
  const auto text = texts->find(key);
  return text != texts->end() && text->is_string() ? text->get<std::string>() : "";
}

// Returns the report with only these GPUs healthy. Removes kubelet's records, which add_obstacles()
// has applied.
Json report_with_healthy(Json report, const std::set<int64_t> &minors) {
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
    read_file(*options.report, share);
  else
    read_nvml(topology, options.nvml.value_or(""), verbose);
  add_obstacles(proc, share);
}

void GpuSupply::read_nvml(const koord::Topology &topology, const std::string &library,
                          bool verbose) {
  NvmlLog log{verbose, ""};
  koord::Context context = koord::Context::create();
  context.set_log(NvmlLog::write, &log);
  with_subject("", [&] {
    koord::DeviceReport report = koord::DeviceReport::create(KOORD_DEVICE_REPORT_NVML, context);
    report.set_nvml_library(library);
    report_ = Json::parse(report.to_json(topology, kGpuNode));
  });
  absence_reason_ = log.reason.empty() ? "NVML reports none" : log.reason;
  read_gpus("NVML");
}

void GpuSupply::read_file(const std::string &path, bool share) {
  const std::string name = shown_name(path);
  size_t found = 0;
  for (Manifest &manifest : read_manifests(path)) {
    if (manifest.kind != "Device") continue;
    if (++found > 1) fail(name, "expected one Device object, found several");
    report_ = std::move(manifest.object);
  }
  if (found == 0) fail(name, "expected a Device object, as koordctl devices -o json prints it");
  with_subject(name, [&] { koord::Cluster::create().set_devices(report_.dump()); });
  const std::string vendor = metadata_text(report_, "labels", "node.koordinator.sh/gpu-vendor");
  if (!vendor.empty() && vendor != "nvidia")
    fail(name, "the GPUs are of " + quote(vendor) + ", expected nvidia");
  const std::string incomplete =
      metadata_text(report_, "annotations", "node.koordinator.sh/devices-checkpoints-error");
  if (!incomplete.empty() && !share)
    uncertainty_ = name + ": kubelet's record of devices may be incomplete: " + quote(incomplete);
  absence_reason_ = name + " lists none";
  read_gpus(name);
}

void GpuSupply::read_gpus(const std::string &source) {
  for (DrawnDevice &device : listed_devices(report_)) {
    if (device.type != "gpu") continue;
    if (!is_plain(device.id))
      fail(source, "gpu " + std::to_string(device.minor) + ": id: found " + quote(device.id) +
                       ", expected a UUID");
    std::string minor = std::to_string(device.minor);
    gpus_.push_back({std::move(device), std::move(minor), "", false});
  }
  std::ranges::stable_sort(gpus_, {}, [](const Gpu &gpu) { return gpu.device.minor; });
  if (std::ranges::any_of(gpus_, [](const Gpu &gpu) { return gpu.device.bus.empty(); })) return;
  std::ranges::stable_sort(gpus_, {}, [](const Gpu &gpu) { return bus_key(gpu.device.bus); });
  for (size_t i = 0; i < gpus_.size(); ++i) gpus_[i].index = std::to_string(i);
}

void GpuSupply::add_obstacles(const std::string &proc, bool share) {
  const VisibleGpus own = own_visible_gpus();
  const auto is_shown = [&](const Gpu &gpu) {
    return names_gpu(*(own.cuda ? own.cuda : own.nvidia), gpu.device.id, gpu.index);
  };
  const std::vector<GpuUser> users = gpu_users(proc);
  // NVIDIA_VISIBLE_DEVICES may be "all", "void" or empty, which hide nothing.
  const bool is_limited = own.cuda || (own.nvidia && std::ranges::any_of(gpus_, is_shown));
  for (Gpu &gpu : gpus_) {
    const auto user = std::ranges::find_if(
        users, [&](const GpuUser &each) { return each.visible.names(gpu.device.id, gpu.index); });
    if (is_limited && !is_shown(gpu)) {
      gpu.obstacle =
          std::string("is hidden by ") + (own.cuda ? "CUDA" : "NVIDIA") + "_VISIBLE_DEVICES";
    } else if (!gpu.device.is_healthy) {
      gpu.obstacle = "is unhealthy";
    } else if (gpu.device.is_mig) {
      gpu.obstacle = "is in MIG mode";
    } else if (!share && (user != users.end() || !gpu.device.shares.empty())) {
      gpu.is_in_use = true;
      gpu.obstacle = "is in use by " + (user != users.end() ? "process " + user->process
                                                            : gpu.device.shares.front().name);
    }
  }
}

size_t GpuSupply::free() const {
  return static_cast<size_t>(
      std::ranges::count_if(gpus_, [](const Gpu &gpu) { return gpu.obstacle.empty(); }));
}

std::string GpuSupply::shortage(uint32_t count) const {
  const size_t available = free();
  std::string sentence = "--gpus " + std::to_string(count) + ": ";
  if (available >= count && uncertainty_.empty()) return "";
  if (gpus_.empty()) return sentence + "this machine has no GPU: " + absence_reason_;
  if (available >= count)
    return sentence + uncertainty_ + "; --share chooses GPUs that may be in use, too";
  sentence += "the machine has " + count_of(gpus_.size(), "GPU") + ", " +
              std::to_string(available) + " free";
  size_t named = 0, obstacles = gpus_.size() - available, shared = 0;
  for (const Gpu &gpu : gpus_) {
    if (gpu.obstacle.empty()) continue;
    if (gpu.is_in_use) ++shared;
    if (named < kMaxNamed)
      sentence += std::string(named == 0 ? ": " : ", ") + "GPU " + gpu.index + " " + gpu.obstacle;
    ++named;
  }
  if (obstacles > kMaxNamed) sentence += " and " + count_of(obstacles - kMaxNamed, "more GPU");
  if (shared > 0 && available + shared >= count) sentence += "; --share chooses GPUs in use, too";
  return sentence;
}

std::vector<int32_t> GpuSupply::numa_candidates(uint32_t count) const {
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
  cluster.set_devices(report_with_healthy(report_, minors).dump());
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
    const Gpu &gpu = *candidates.at(minor);
    // CUDA and the container runtime know UUIDs and indices.
    choice.names.push_back(gpu.device.id.starts_with("GPU-") ? gpu.device.id : gpu.index);
    nodes.insert(gpu.device.numa);
  }
  if (!nodes.contains(-1)) choice.nodes.assign(nodes.begin(), nodes.end());
  return choice;
}

void set_visible_gpus(const std::vector<std::string> &names) {
  const std::string list = join(names, ",");
  for (const char *name : {"CUDA_VISIBLE_DEVICES", "NVIDIA_VISIBLE_DEVICES"})
    if (setenv(name, list.c_str(), 1) != 0) fail_with_errno(name);
  // CUDA otherwise numbers the fastest GPU first.
  if (setenv("CUDA_DEVICE_ORDER", "PCI_BUS_ID", 1) != 0) fail_with_errno("CUDA_DEVICE_ORDER");
}

}  // namespace koordctl
