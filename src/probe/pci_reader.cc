#include "probe/pci_reader.h"

#include <algorithm>

#include "probe/hwloc_handle.h"
#include "probe/pci_address.h"
#include "probe/xml_writer.h"

namespace koord::probe {
namespace {

// Names of the OS devices below `object`, in hwloc's order; those of PCI devices below are not its.
void add_os_names(hwloc_obj_t object, std::vector<std::string> &names) {
  for (hwloc_obj_t child = object->io_first_child; child != nullptr; child = child->next_sibling) {
    if (child->type != HWLOC_OBJ_OS_DEVICE) continue;
    if (child->name != nullptr) names.push_back(clean_text(child->name));
    add_os_names(child, names);
  }
}

auto address_of(hwloc_obj_t device) {
  const auto &pci = device->attr->pcidev;
  return std::tuple(pci.domain, pci.bus, pci.dev, pci.func);
}

PciDevice read_device(hwloc_topology_t topology, hwloc_obj_t object) {
  const auto &pci = object->attr->pcidev;
  PciDevice device;
  device.bus_id = to_text(PciAddress{pci.domain, pci.bus, pci.dev, pci.func});
  device.class_id = pci.class_id;
  device.vendor_id = pci.vendor_id;
  device.device_id = pci.device_id;
  add_os_names(object, device.os_names);
  if (hwloc_obj_t place = hwloc_get_non_io_ancestor_obj(topology, object); place != nullptr) {
    if (place->cpuset != nullptr) device.cpus = to_cpu_set(place->cpuset, "cpuset of a PCI device");
    if (place->nodeset != nullptr)
      to_cpu_set(place->nodeset, "nodeset of a PCI device").for_each([&](int node) {
        device.node_ids.push_back(node);
      });
  }
  return device;
}

}  // namespace

std::vector<PciDevice> read_pci_devices(hwloc_topology_t topology) {
  std::vector<hwloc_obj_t> objects;
  for (hwloc_obj_t next = hwloc_get_next_pcidev(topology, nullptr); next != nullptr;
       next = hwloc_get_next_pcidev(topology, next))
    objects.push_back(next);
  std::stable_sort(objects.begin(), objects.end(),
                   [](hwloc_obj_t a, hwloc_obj_t b) { return address_of(a) < address_of(b); });
  std::vector<PciDevice> devices;
  devices.reserve(objects.size());
  for (const hwloc_obj_t object : objects) devices.push_back(read_device(topology, object));
  return devices;
}

}  // namespace koord::probe
