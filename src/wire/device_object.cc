#include "wire/device_object.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "object/device_names.h"
#include "wire/amount.h"
#include "wire/api_object.h"
#include "wire/device_fields.h"
#include "wire/object_list.h"

namespace koord::wire {
namespace {

using object::DeviceInfo;
using object::DeviceObject;

constexpr ApiKind kDevice{"Device", "v1alpha1", "scheduling.koordinator.sh/", false};
constexpr size_t kMaxDevices = 4096;
constexpr size_t kMaxVfs = 65536;  // of an object
constexpr size_t kMaxPartitions = 4096;
constexpr size_t kMaxLinks = 4096;
constexpr size_t kMaxGpus = 64;  // in a partition
constexpr int64_t kMaxMinor = INT32_MAX;

constexpr std::string_view kPartitions = "scheduling.koordinator.sh/gpu-partitions";
constexpr std::string_view kLinks = "node.koordinator.sh/gpu-links";
constexpr std::string_view kCheckpoints = "node.koordinator.sh/devices-checkpoints";

void check_count(size_t count, size_t max, const JsonValue &value, std::string_view what) {
  if (count > max)
    throw Error(Status::kLimit,
                value.path() + ": more than " + std::to_string(max) + " " + std::string(what));
}

object::DevicePlace read_place(const JsonValue &topology) {
  object::DevicePlace place;
  place.socket = static_cast<int32_t>(topology.int_or("socketID", -1, INT32_MAX, -1));
  place.node = static_cast<int32_t>(topology.int_or("nodeID", -1, Topology::kMaxNodes - 1, -1));
  place.pcie = topology.string_or("pcieID", "");
  place.bus_id = topology.string_or("busID", "");
  return place;
}

void read_vf_groups(const JsonValue &device, DeviceInfo &out, size_t &vfs) {
  for (const JsonValue &group : device.elements_of("vfGroups")) {
    object::VfGroup read;
    if (const auto labels = group.find("labels")) read.labels = read_labels(*labels);
    for (const JsonValue &vf : group.elements_of("vfs")) {
      check_count(++vfs, kMaxVfs, vf, "virtual functions");
      read.vfs.push_back(
          {static_cast<int32_t>(vf.int_or("minor", -1, kMaxMinor, 0)), vf.string_or("busID", "")});
      if (read.vfs.back().bus_id.empty()) vf.fail("a virtual function without a busID");
    }
    out.vf_groups.push_back(std::move(read));
  }
}

DeviceInfo read_device(const JsonValue &device, size_t &vfs, const Log &log) {
  DeviceInfo out;
  out.type = read_renamed(device, "type", "deviceType", log);
  if (out.type.empty()) device.fail("a device without a type");
  out.id = read_renamed(device, "id", "uuid", log);
  out.minor = static_cast<int32_t>(device.int_or("minor", 0, kMaxMinor, 0));
  out.module = static_cast<int32_t>(device.int_or("moduleID", -1, INT32_MAX, -1));
  out.healthy = device.bool_or("health", false);
  out.resources = read_device_amounts(device, log);
  if (const auto labels = device.find("labels")) out.labels = read_labels(*labels);
  if (const auto topology = device.find("topology")) {
    out.placed = true;
    out.place = read_place(*topology);
  }
  read_vf_groups(device, out, vfs);
  return out;
}

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

// [{"podUID":"...","containerName":"c","resourceName":"nvidia.com/gpu","deviceIDs":["GPU-..."]}]
void read_checkpoints(const JsonValue &entries, DeviceObject &out) {
  for (const JsonValue &entry : entries.elements()) {
    object::KubeletDevices devices;
    devices.pod_uid = entry.string_or("podUID", "");
    devices.container = entry.string_or("containerName", "");
    devices.resource = entry.string_or("resourceName", "");
    for (const JsonValue &id : entry.elements_of("deviceIDs"))
      devices.ids.emplace_back(id.as_string());
    out.kubelet.push_back(std::move(devices));
  }
}

void read_annotations(const ApiObject &object, DeviceObject &out) {
  if (const auto a = object.annotation(kPartitions); a && !a->as_string().empty()) {
    out.partitions = read_gpu_partitions(a->as_string(), a->path());
    out.has_partitions = true;
  }
  if (const auto a = object.annotation(kLinks)) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    read_links(document.root(), out);
  }
  if (const auto a = object.annotation(kCheckpoints, "node.koordinator.sh/gpu-checkpoints")) {
    const JsonDocument document = JsonDocument::parse(a->as_string(), a->path(), kAnnotationLimits);
    read_checkpoints(document.root(), out);
  }
}

DeviceObject device_from(const ApiObject &object) {
  DeviceObject out;
  const JsonValue metadata = object.root().at("metadata");
  out.node = metadata.at("name").as_string();
  if (const auto labels = metadata.find("labels")) out.labels = read_labels(*labels);
  if (const auto policy =
          object::find_label(out.labels, "node.koordinator.sh/gpu-partition-policy"))
    out.partition_policy =
        *policy == "Honor" ? object::PartitionPolicy::kHonor : object::PartitionPolicy::kPrefer;
  const auto planned =
      object::find_label(out.labels, "node.koordinator.sh/secondary-device-well-planned");
  out.secondary_well_planned = planned != nullptr && *planned == "true";
  size_t vfs = 0;
  if (const auto spec = object.root().find("spec"))
    for (const JsonValue &device : spec->elements_of("devices")) {
      check_count(out.devices.size() + 1, kMaxDevices, device, "devices");
      out.devices.push_back(read_device(device, vfs, object.log()));
    }
  read_annotations(object, out);
  return out;
}

}  // namespace

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

DeviceObject read_device_object(std::string_view json, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, kDevice.kind);
  return read_object(document.root(), kDevice, log, device_from);
}

std::vector<DeviceObject> read_device_objects(std::string_view json, const Log &log) {
  return read_list<DeviceObject>(json, kDevice, log, device_from);
}

}  // namespace koord::wire
