#include "wire/device/device_writer.h"

#include <algorithm>
#include <map>

#include "object/device_names.h"
#include "wire/device/mig_annotation.h"
#include "wire/json/json_writer.h"
#include "wire/object/amount.h"
#include "wire/object/node_name.h"

namespace koord::wire {
namespace {

void write_labels(JsonWriter &out, const object::Labels &labels) {
  out.begin_object();
  for (const object::Attribute &label : labels) out.member(label.name, label.value);
  out.end_object();
}

void write_minors(JsonWriter &out, const std::vector<int32_t> &minors) {
  out.key("minors").begin_array();
  for (const int32_t minor : minors) out.value(minor);
  out.end_array();
}

std::string partitions_text(const std::vector<object::PartitionsOfSize> &sizes) {
  // A map by number of GPUs, in the order in which Go writes its keys.
  std::map<std::string, std::vector<const object::DevicePartition *>> by_key;
  for (const object::PartitionsOfSize &size : sizes) {
    auto &list = by_key[std::to_string(size.gpus)];
    for (const object::DevicePartition &partition : size.partitions) list.push_back(&partition);
  }
  JsonWriter out;
  out.begin_object();
  for (const auto &[key, list] : by_key) {
    out.key(key).begin_array();
    for (const object::DevicePartition *partition : list) {
      out.begin_object();
      write_minors(out, partition->minors);
      if (!partition->link_type.empty()) out.member("gpuLinkType", partition->link_type);
      if (partition->ring_bandwidth != 0)
        out.member("ringBusBandwidth", bytes_text(partition->ring_bandwidth));
      if (partition->score != 0) out.member("allocationScore", partition->score);
      out.end_object();
    }
    out.end_array();
  }
  out.end_object();
  return out.take();
}

object::Labels labels_of(const object::DeviceObject &devices) {
  object::Labels labels = devices.labels;
  const auto *policy = find_value(object::kPartitionPolicySpellings, devices.partition_policy);
  if (policy == nullptr || object::find_label(labels, object::kPartitionPolicyLabel) != nullptr)
    return labels;
  const auto at = std::find_if(labels.begin(), labels.end(), [](const object::Attribute &label) {
    return label.name > object::kPartitionPolicyLabel;
  });
  labels.insert(at, {std::string(object::kPartitionPolicyLabel), std::string(policy->text)});
  return labels;
}

void write_metadata(JsonWriter &out, const object::DeviceObject &devices) {
  out.key("metadata").begin_object().member("name", devices.node);
  if (const object::Labels labels = labels_of(devices); !labels.empty()) {
    out.key("labels");
    write_labels(out, labels);
  }
  std::map<std::string, std::string> annotations;
  if (!devices.links.empty() || !devices.switch_links.empty())
    annotations[kGpuLinksAnnotation] = gpu_links_text(devices);
  if (!devices.mig.empty()) annotations[kMigInstancesAnnotation] = mig_instances_text(devices.mig);
  if (devices.reports_kubelet || !devices.kubelet.empty())
    annotations[kDeviceCheckpointsAnnotation] = kubelet_devices_text(devices.kubelet);
  if (devices.has_partitions)
    annotations[kGpuPartitionsAnnotation] = partitions_text(devices.partitions);
  if (!annotations.empty()) {
    out.key("annotations").begin_object();
    for (const auto &[name, value] : annotations) out.member(name, value);
    out.end_object();
  }
  out.end_object();
}

void write_place(JsonWriter &out, const object::DevicePlace &place) {
  out.key("topology")
      .begin_object()
      .member("socketID", place.socket)
      .member("nodeID", place.node)
      .member("pcieID", place.pcie);
  if (!place.bus_id.empty()) out.member("busID", place.bus_id);
  out.end_object();
}

void write_amounts(JsonWriter &out, const object::Amounts &amounts) {
  out.begin_object();
  for (const object::Amount &amount : amounts)
    out.member(amount.resource, amount_text(amount.resource, amount.value));
  out.end_object();
}

void write_vf_groups(JsonWriter &out, const std::vector<object::VfGroup> &groups) {
  out.key("vfGroups").begin_array();
  for (const object::VfGroup &group : groups) {
    out.begin_object();
    if (!group.labels.empty()) {
      out.key("labels");
      write_labels(out, group.labels);
    }
    out.key("vfs").begin_array();
    for (const object::VirtualFunction &function : group.vfs)
      out.begin_object()
          .member("minor", function.minor)
          .member("busID", function.bus_id)
          .end_object();
    out.end_array().end_object();
  }
  out.end_array();
}

void write_info(JsonWriter &out, const object::DeviceInfo &device) {
  out.begin_object().member("type", device.type);
  if (!device.labels.empty()) {
    out.key("labels");
    write_labels(out, device.labels);
  }
  if (!device.id.empty()) out.member("id", device.id);
  out.member("minor", device.minor);
  if (device.module >= 0) out.member("moduleID", device.module);
  out.member("health", device.healthy);
  if (!device.resources.empty()) {
    out.key("resources");
    write_amounts(out, device.resources);
  }
  if (device.placed) write_place(out, device.place);
  if (!device.vf_groups.empty()) write_vf_groups(out, device.vf_groups);
  out.end_object();
}

}  // namespace

std::string kubelet_devices_text(const std::vector<object::KubeletDevices> &entries) {
  JsonWriter out;
  out.begin_array();
  for (const object::KubeletDevices &entry : entries) {
    out.begin_object()
        .member("podUID", entry.pod_uid)
        .member("containerName", entry.container)
        .member("resourceName", entry.resource);
    out.key("deviceIDs").begin_array();
    for (const std::string &id : entry.ids) out.value(id);
    out.end_array().end_object();
  }
  out.end_array();
  return out.take();
}

std::string gpu_links_text(const object::DeviceObject &devices) {
  JsonWriter out;
  out.begin_array();
  for (const object::DeviceLink &link : devices.links) {
    out.begin_object();
    write_minors(out, {link.first, link.second});
    if (const auto *spelling = find_value(object::kPciDistanceSpellings, link.pci);
        spelling != nullptr && link.pci != object::PciDistance::kUnknown)
      out.member("pci", spelling->text);
    if (link.nvlinks > 0) out.member("nvlinks", link.nvlinks);
    out.end_object();
  }
  for (const object::SwitchLinks &links : devices.switch_links) {
    out.begin_object();
    write_minors(out, {links.minor});
    out.member("switchLinks", links.nvlinks).end_object();
  }
  out.end_array();
  return out.take();
}

std::string write_device(const object::DeviceObject &devices) {
  check_node_name(devices.node);
  JsonWriter out(2);
  out.begin_object()
      .member("apiVersion", "scheduling.koordinator.sh/v1alpha1")
      .member("kind", "Device");
  write_metadata(out, devices);
  out.key("spec").begin_object().key("devices").begin_array();
  for (const object::DeviceInfo &device : devices.devices) write_info(out, device);
  out.end_array().end_object().end_object();
  return out.take() + '\n';
}

std::string write_node_resources(const object::Amounts &resources, const object::Labels &labels) {
  JsonWriter out(2);
  out.begin_object().key("resources");
  write_amounts(out, resources);
  out.key("labels");
  write_labels(out, labels);
  out.end_object();
  return out.take() + '\n';
}

}  // namespace koord::wire
