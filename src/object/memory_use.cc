#include "object/memory_use.h"

#include <string>
#include <type_traits>
#include <vector>

namespace koord::object {
namespace {

// Each part() returns the bytes that a value has beside its own size.
size_t part(const std::string &text) {
  constexpr size_t kInPlace = 15;  // shorter texts are inside the string
  return text.capacity() > kInPlace ? text.capacity() + 1 : 0;
}
template <typename T>
size_t part(const std::vector<T> &values);
size_t part(const Amount &amount) { return part(amount.resource); }
size_t part(const NumaAmounts &numa);
size_t part(const Attribute &attribute) { return part(attribute.name) + part(attribute.value); }
size_t part(const Container &container);
size_t part(const PodFault &fault) { return part(fault.text); }
size_t part(const VirtualFunction &function) { return part(function.bus_id); }
size_t part(const VfGroup &group);
size_t part(const LabelRequirement &requirement);
size_t part(const DeviceHint &hint);
size_t part(const AllocatedDevice &device);
size_t part(const DeviceInfo &device);
size_t part(const DevicePartition &partition);
size_t part(const PartitionsOfSize &size);
size_t part(const MigInstance &instance) { return part(instance.id) + part(instance.profile); }
size_t part(const MigGpu &gpu);
size_t part(const KubeletDevices &devices);
size_t part(const HeldCpus &held);
size_t part(const NumaZone &zone);
size_t part(const KubeletMemory::Amount &amount) { return part(amount.kind); }
size_t part(const KubeletMemory::NumaNode &node);
size_t part(const KubeletMemory::Block &block);
size_t part(const KubeletMemory::Pod &pod);

template <typename T>
size_t part(const std::vector<T> &values) {
  size_t bytes = values.capacity() * sizeof(T);
  if constexpr (!std::is_trivially_copyable_v<T>)
    for (const T &value : values) bytes += part(value);
  return bytes;
}

template <typename... Values>
size_t parts(const Values &...values) {
  return (part(values) + ...);
}

size_t part(const NumaAmounts &numa) { return part(numa.amounts); }
size_t part(const Container &container) {
  return parts(container.name, container.requests, container.limits);
}
size_t part(const VfGroup &group) { return parts(group.labels, group.vfs); }
size_t part(const LabelRequirement &requirement) {
  return parts(requirement.key, requirement.values);
}
size_t part(const DeviceHint &hint) { return parts(hint.type, hint.selector, hint.vf_selector); }
size_t part(const AllocatedDevice &device) {
  return parts(device.type, device.id, device.resources, device.vfs, device.share_template);
}
size_t part(const DeviceInfo &device) {
  return parts(device.type, device.id, device.resources, device.labels, device.place.pcie,
               device.place.bus_id, device.vf_groups);
}
size_t part(const DevicePartition &partition) {
  return parts(partition.minors, partition.link_type);
}
size_t part(const PartitionsOfSize &size) { return part(size.partitions); }
size_t part(const MigGpu &gpu) { return part(gpu.instances); }
size_t part(const KubeletDevices &devices) {
  return parts(devices.pod_uid, devices.container, devices.resource, devices.ids);
}
size_t part(const HeldCpus &held) { return parts(held.uid, held.name_space, held.name); }
size_t part(const NumaZone &zone) { return parts(zone.available, zone.costs); }
size_t part(const KubeletMemory::NumaNode &node) { return parts(node.group, node.amounts); }
size_t part(const KubeletMemory::Block &block) { return parts(block.nodes, block.kind); }
size_t part(const KubeletMemory::Pod &pod) { return parts(pod.uid, pod.blocks); }

}  // namespace

size_t memory_use(const PodObject &pod) {
  const PodDevices &devices = pod.devices;
  return sizeof pod +
         parts(pod.name_space, pod.name, pod.uid, pod.node, pod.containers, pod.overhead,
               pod.pod_requests, pod.pod_limits, pod.faults) +
         (pod.status ? parts(pod.status->numa, pod.status->pools) : 0) +
         parts(devices.hints, devices.joint.types, devices.allocated, devices.visible.names);
}

size_t memory_use(const NodeObject &node) {
  return sizeof node + parts(node.name, node.architecture, node.allocatable, node.reserved,
                             node.gpu_vendor, node.gpu_model);
}

size_t memory_use(const NodeTopology &topology) {
  size_t bytes = sizeof topology + parts(topology.node, topology.allocatable, topology.capacity,
                                         topology.available, topology.held, topology.report.zones,
                                         topology.report.policies, topology.report.attributes);
  if (topology.machine) bytes += topology.machine->memory_use();
  if (const KubeletMemory *memory = topology.kubelet_memory.get())
    bytes += sizeof *memory + parts(memory->nodes, memory->pods);
  return bytes;
}

size_t memory_use(const DeviceObject &devices) {
  return sizeof devices + parts(devices.node, devices.labels, devices.devices, devices.partitions,
                                devices.links, devices.switch_links, devices.mig, devices.kubelet);
}

size_t memory_use(const PodTotals &totals) {
  return sizeof totals + parts(totals.requests, totals.limits);
}

}  // namespace koord::object
