#include "object/memory_use.h"

#include <string>
#include <type_traits>
#include <vector>

namespace koord::object {
namespace {

// Each heap_bytes() returns the bytes that a value occupies beside its own size.
size_t heap_bytes(const std::string &text) {
  constexpr size_t kInPlace = 15;  // shorter texts are inside the string
  return text.capacity() > kInPlace ? text.capacity() + 1 : 0;
}
template <typename T>
size_t heap_bytes(const std::vector<T> &values);
size_t heap_bytes(const Amount &amount) { return heap_bytes(amount.resource); }
size_t heap_bytes(const NumaAmounts &numa);
size_t heap_bytes(const Attribute &attribute) {
  return heap_bytes(attribute.name) + heap_bytes(attribute.value);
}
size_t heap_bytes(const Container &container);
size_t heap_bytes(const PodFault &fault) { return heap_bytes(fault.text); }
size_t heap_bytes(const VirtualFunction &function) { return heap_bytes(function.bus_id); }
size_t heap_bytes(const VfGroup &group);
size_t heap_bytes(const LabelRequirement &requirement);
size_t heap_bytes(const DeviceHint &hint);
size_t heap_bytes(const AllocatedDevice &device);
size_t heap_bytes(const DeviceInfo &device);
size_t heap_bytes(const DevicePartition &partition);
size_t heap_bytes(const PartitionsOfSize &size);
size_t heap_bytes(const MigInstance &instance) {
  return heap_bytes(instance.id) + heap_bytes(instance.profile);
}
size_t heap_bytes(const MigGpu &gpu);
size_t heap_bytes(const KubeletDevices &devices);
size_t heap_bytes(const HeldCpus &held);
size_t heap_bytes(const NumaZone &zone);
size_t heap_bytes(const KubeletMemory::Amount &amount) { return heap_bytes(amount.kind); }
size_t heap_bytes(const KubeletMemory::NumaNode &node);
size_t heap_bytes(const KubeletMemory::Block &block);
size_t heap_bytes(const KubeletMemory::Pod &pod);
size_t heap_bytes(const KubeletPluginDevices::Group &group);
size_t heap_bytes(const KubeletPluginDevices::Pod &pod);

template <typename T>
size_t heap_bytes(const std::vector<T> &values) {
  size_t bytes = values.capacity() * sizeof(T);
  if constexpr (!std::is_trivially_copyable_v<T>)
    for (const T &value : values) bytes += heap_bytes(value);
  return bytes;
}

template <typename... Values>
size_t heap_bytes_of_all(const Values &...values) {
  return (heap_bytes(values) + ...);
}

size_t heap_bytes(const NumaAmounts &numa) { return heap_bytes(numa.amounts); }
size_t heap_bytes(const Container &container) {
  return heap_bytes_of_all(container.name, container.requests, container.limits);
}
size_t heap_bytes(const VfGroup &group) { return heap_bytes_of_all(group.labels, group.vfs); }
size_t heap_bytes(const LabelRequirement &requirement) {
  return heap_bytes_of_all(requirement.key, requirement.values);
}
size_t heap_bytes(const DeviceHint &hint) {
  return heap_bytes_of_all(hint.type, hint.selector, hint.vf_selector);
}
size_t heap_bytes(const AllocatedDevice &device) {
  return heap_bytes_of_all(device.type, device.id, device.resources, device.vfs,
                           device.share_template);
}
size_t heap_bytes(const DeviceInfo &device) {
  return heap_bytes_of_all(device.type, device.id, device.resources, device.labels,
                           device.place.pcie, device.place.bus_id, device.vf_groups);
}
size_t heap_bytes(const DevicePartition &partition) {
  return heap_bytes_of_all(partition.minors, partition.link_type);
}
size_t heap_bytes(const PartitionsOfSize &size) { return heap_bytes(size.partitions); }
size_t heap_bytes(const MigGpu &gpu) { return heap_bytes(gpu.instances); }
size_t heap_bytes(const KubeletDevices &devices) {
  return heap_bytes_of_all(devices.pod_uid, devices.container, devices.resource, devices.ids);
}
size_t heap_bytes(const HeldCpus &held) {
  return heap_bytes_of_all(held.uid, held.name_space, held.name);
}
size_t heap_bytes(const NumaZone &zone) { return heap_bytes_of_all(zone.available, zone.costs); }
size_t heap_bytes(const KubeletMemory::NumaNode &node) {
  return heap_bytes_of_all(node.group, node.amounts);
}
size_t heap_bytes(const KubeletMemory::Block &block) {
  return heap_bytes_of_all(block.nodes, block.kind);
}
size_t heap_bytes(const KubeletMemory::Pod &pod) { return heap_bytes_of_all(pod.uid, pod.blocks); }
size_t heap_bytes(const KubeletPluginDevices::Group &group) {
  return heap_bytes_of_all(group.resource, group.nodes);
}
size_t heap_bytes(const KubeletPluginDevices::Pod &pod) {
  return heap_bytes_of_all(pod.uid, pod.devices);
}

}  // namespace

size_t memory_use(const PodObject &pod) {
  const PodDevices &devices = pod.devices;
  return sizeof pod +
         heap_bytes_of_all(pod.name_space, pod.name, pod.uid, pod.node, pod.containers,
                           pod.overhead, pod.pod_requests, pod.pod_limits, pod.faults) +
         (pod.status ? heap_bytes_of_all(pod.status->numa, pod.status->pools) : 0) +
         heap_bytes_of_all(devices.hints, devices.joint.types, devices.allocated,
                           devices.visible.names);
}

size_t memory_use(const NodeObject &node) {
  return sizeof node + heap_bytes_of_all(node.name, node.architecture, node.allocatable,
                                         node.reserved, node.gpu_vendor, node.gpu_model);
}

size_t memory_use(const NodeTopology &topology) {
  size_t bytes =
      sizeof topology + heap_bytes_of_all(topology.node, topology.allocatable, topology.capacity,
                                          topology.available, topology.held, topology.report.zones,
                                          topology.report.policies, topology.report.attributes);
  if (topology.machine) bytes += topology.machine->memory_use();
  if (const KubeletMemory *memory = topology.kubelet_memory.get())
    bytes += sizeof *memory + heap_bytes_of_all(memory->nodes, memory->pods);
  if (const KubeletPluginDevices *devices = topology.kubelet_devices.get())
    bytes += sizeof *devices + heap_bytes_of_all(devices->groups, devices->pods);
  return bytes;
}

size_t memory_use(const DeviceObject &devices) {
  return sizeof devices + heap_bytes_of_all(devices.node, devices.labels, devices.devices,
                                            devices.partitions, devices.links, devices.switch_links,
                                            devices.mig, devices.kubelet);
}

size_t memory_use(const PodTotals &totals) {
  return sizeof totals + heap_bytes_of_all(totals.requests, totals.limits);
}

}  // namespace koord::object
