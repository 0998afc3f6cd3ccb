#include "wire/device/device_decoder.h"

#include <algorithm>
#include <charconv>
#include <string>
#include <utility>

#include "base/error.h"
#include "object/device_names.h"
#include "wire/device/device_fields.h"
#include "wire/device/mig_annotation.h"
#include "wire/object/amount.h"

namespace koord::wire {
namespace {

using object::DeviceObject;

constexpr size_t kMaxPartitions = 4096;
constexpr size_t kMaxLinks = 4096;
constexpr size_t kMaxGpus = 64;  // per partition
constexpr size_t kMaxPlugins = 256;

constexpr std::string_view kPartitions = "scheduling.koordinator.sh/gpu-partitions";
constexpr std::string_view kLinks = "node.koordinator.sh/gpu-links";
constexpr std::string_view kCheckpoints = "node.koordinator.sh/devices-checkpoints";
constexpr std::string_view kCheckpointsError = "node.koordinator.sh/devices-checkpoints-error";
constexpr std::string_view kPlugins = "node.koordinator.sh/device-plugins";
constexpr std::string_view kClaimed = "node.koordinator.sh/claimed-devices";

// [{"minors":[0,1],"pci":"SingleSwitch","nvlinks":4},{"minors":[0],"switchLinks":18}]
void read_links(const JsonValue &links, DeviceObject &out) {
  for (const JsonValue &link : links.elements()) {
    check_count(out.links.size() + out.switch_links.size() + 1, kMaxLinks, link, "links");
    const std::vector<int32_t> minors = read_minors(link.at("minors"), 2);
    if (minors.size() == 1) {
      const auto count = link.at("switchLinks").as_int(0, kMaxLinks);
      out.switch_links.push_back({minors[0], static_cast<int32_t>(count)});
      continue;
    }
    if (minors.size() != 2) link.at("minors").fail_expected("one or two minors");
    object::DeviceLink read{minors[0], minors[1], object::PciDistance::kUnknown,
                            static_cast<int32_t>(link.int_or("nvlinks", 0, kMaxLinks, 0))};
    if (const auto pci = link.find("pci"))
      read.pci = read_spelled(*pci, object::kPciDistanceSpellings);
    out.links.push_back(read);
  }
}

// A member of an entry, or the one that kubelet's own file has for it: "podUID", "PodUID".
std::optional<JsonValue> find_in_entry(const JsonValue &entry, std::string key) {
  if (auto found = entry.find(key)) return found;
  key[0] = static_cast<char>(key[0] - 'a' + 'A');
  return entry.find(key);
}

std::string text_of_entry(const JsonValue &entry, const char *key) {
  const auto found = find_in_entry(entry, key);
  return found ? std::string(found->as_string()) : "";
}

void read_ids(const JsonValue &list, std::vector<std::string> &out) {
  if (list.is_null()) return;
  for (const JsonValue &id : list.elements()) out.emplace_back(id.as_string());
}

// [{"podUID":"...","containerName":"c","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-..."]}].
// Also the entries of kubelet's own file, whose ids are lists by NUMA node: {"0":["GPU-..."]}.
void read_checkpoints(const JsonValue &entries, std::vector<object::KubeletDevices> &out) {
  for (const JsonValue &entry : entries.elements()) {
    object::KubeletDevices devices;
    devices.pod_uid = text_of_entry(entry, "podUID");
    devices.container = text_of_entry(entry, "containerName");
    devices.resource = text_of_entry(entry, "resourceName");
    if (const auto ids = find_in_entry(entry, "deviceIDs"); ids && ids->is_object())
      for (const auto &[node, list] : ids->members()) read_ids(list, devices.ids);
    else if (ids)
      read_ids(*ids, devices.ids);
    out.push_back(std::move(devices));
  }
}

// {"example.com/gpu":"gpu"}
void read_plugins(const JsonValue &plugins, DeviceObject &out) {
  for (const auto &[resource, type] : plugins.members()) {
    check_count(out.plugins.size() + 1, kMaxPlugins, plugins, "resources of device plugins");
    out.plugins.push_back({std::string(resource), std::string(type.as_string())});
  }
}

void read_annotations(const ObjectTexts &texts, DeviceObject &out) {
  if (const auto a = texts.annotation(kPartitions); a && !a->as_string().empty()) {
    out.partitions = read_gpu_partitions(a->as_string(), a->path());
    out.has_partitions = true;
  }
  if (const auto a = texts.annotation(kLinks)) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    read_links(document.root(), out);
  }
  if (const auto a = texts.annotation(kMigInstancesAnnotation)) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    out.mig = read_mig_instances(document.root(), out.devices);
  }
  if (const auto a = texts.annotation(kCheckpoints, "node.koordinator.sh/gpu-checkpoints")) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    read_checkpoints(document.root(), out.kubelet);
    out.reports_kubelet = true;
  }
  if (const auto a = texts.annotation(kPlugins)) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    read_plugins(document.root(), out);
  }
  if (const auto a = texts.annotation(kClaimed)) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    read_checkpoints(document.root(), out.claimed);
  }
  if (const auto a = texts.annotation(kCheckpointsError))
    out.kubelet_unreported = !a->as_string().empty();
}

}  // namespace

void read_device_texts(const ObjectTexts &texts, DeviceObject &out) {
  if (const auto policy =
          object::find_label(out.labels, "node.koordinator.sh/gpu-partition-policy"))
    out.partition_policy = read_partition_policy(*policy);
  const auto planned =
      object::find_label(out.labels, "node.koordinator.sh/secondary-device-well-planned");
  out.secondary_well_planned = planned != nullptr && *planned == "true";
  read_annotations(texts, out);
}

void check_device(const object::DeviceInfo &device, FieldPath path) {
  if (device.type.empty()) throw Error(Status::kInvalid, path() + ": a device without a type");
}

void check_vf(const object::VirtualFunction &vf, FieldPath path) {
  if (vf.bus_id.empty())
    throw Error(Status::kInvalid, path() + ": a virtual function without a busID");
}

std::vector<object::PartitionsOfSize> read_gpu_partitions(std::string_view json,
                                                          std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  std::vector<object::PartitionsOfSize> out;
  size_t count = 0;
  for (const auto &[size, list] : document.root().members()) {
    object::PartitionsOfSize of_size;
    const auto number = std::from_chars(size.data(), size.data() + size.size(), of_size.gpus);
    if (number.ec != std::errc{} || number.ptr != size.data() + size.size() || of_size.gpus < 1 ||
        of_size.gpus > static_cast<int32_t>(kMaxGpus))
      document.root().fail("found " + in_quotes(size) + ", expected a number of GPUs in 1.." +
                           std::to_string(kMaxGpus));
    if (!list.is_null())
      for (const JsonValue &entry : list.elements()) {
        check_count(++count, kMaxPartitions, entry, "partitions");
        object::DevicePartition partition;
        partition.minors = read_minors(entry.at("minors"), kMaxGpus);
        partition.link_type = entry.string_or("gpuLinkType", "");
        if (const auto bandwidth = entry.find("ringBusBandwidth"))
          partition.ring_bandwidth = read_bytes(*bandwidth);
        partition.score =
            static_cast<int32_t>(entry.int_or("allocationScore", INT32_MIN, INT32_MAX, 0));
        of_size.partitions.push_back(std::move(partition));
      }
    out.push_back(std::move(of_size));
  }
  std::sort(out.begin(), out.end(), [](const auto &a, const auto &b) { return a.gpus < b.gpus; });
  return out;
}

}  // namespace koord::wire
