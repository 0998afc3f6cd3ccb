#include "probe/pci_reader.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

#include "probe/hwloc_handle.h"
#include "probe/xml_devices.h"
#include "probe/xml_writer.h"
#include "topology/pci_address.h"

namespace koord::probe {
namespace {

constexpr std::string_view kActive = "4";  // IB_PORT_ACTIVE, as sysfs and hwloc write it

RdmaDevice read_rdma(hwloc_obj_t object) {
  RdmaDevice device;
  device.name = clean_text(object->name);
  for (unsigned i = 0; i < object->infos_count; ++i) {
    if (!is_port_state(object->infos[i].name)) continue;
    ++device.ports;
    if (object->infos[i].value == kActive) ++device.active_ports;
  }
  return device;
}

// Adds the OS devices below `object`, in hwloc's order, without those of PCI devices below it.
void add_os_devices(hwloc_obj_t object, PciDevice &device) {
  for (hwloc_obj_t child = object->io_first_child; child != nullptr; child = child->next_sibling) {
    if (child->type != HWLOC_OBJ_OS_DEVICE) continue;
    if (child->name != nullptr) {
      device.os_names.push_back(clean_text(child->name));
      if (child->attr->osdev.type == HWLOC_OBJ_OSDEV_OPENFABRICS)
        device.rdma.push_back(read_rdma(child));
    }
    add_os_devices(child, device);
  }
}

// Finds the bridges at which the paths to devices branch. They distinguish the upstream port of a
// PCIe switch from a port that leads to a single device.
class Bridges {
 public:
  explicit Bridges(const std::vector<hwloc_obj_t> &devices) {
    for (const hwloc_obj_t device : devices)
      for (hwloc_obj_t at = device->parent; at != nullptr && is_io(at); at = at->parent) {
        if (at->type != HWLOC_OBJ_BRIDGE) continue;
        if (!leads_to_device_.insert(at).second) break;
        ++branches_[at->parent];
      }
  }

  // Returns the nearest switch above a device: the nearest bridge on whose bus several bridges lead
  // to devices. Returns the root complex if there is none.
  std::string pcie_of(hwloc_obj_t device) const {
    for (hwloc_obj_t at = device->parent; at != nullptr && is_io(at); at = at->parent) {
      if (at->type != HWLOC_OBJ_BRIDGE) continue;
      const auto &bridge = at->attr->bridge;
      if (bridge.upstream_type == HWLOC_OBJ_BRIDGE_HOST)
        return pci_root_text(bridge.downstream.pci.domain, bridge.downstream.pci.secondary_bus);
      const auto branches = branches_.find(at);
      if (branches == branches_.end() || branches->second < 2) continue;
      const auto &pci = bridge.upstream.pci;
      return to_text(PciAddress{pci.domain, pci.bus, pci.dev, pci.func});
    }
    return {};
  }

 private:
  static bool is_io(hwloc_obj_t object) {
    return object->type == HWLOC_OBJ_BRIDGE || object->type == HWLOC_OBJ_PCI_DEVICE ||
           object->type == HWLOC_OBJ_OS_DEVICE;
  }

  std::unordered_set<hwloc_obj_t> leads_to_device_;
  std::unordered_map<hwloc_obj_t, int> branches_;  // bridges that lead to devices, by parent
};

auto address_of(hwloc_obj_t device) {
  const auto &pci = device->attr->pcidev;
  return std::tuple(pci.domain, pci.bus, pci.dev, pci.func);
}

PciDevice read_device(hwloc_topology_t topology, hwloc_obj_t object, const Bridges &bridges) {
  const auto &pci = object->attr->pcidev;
  PciDevice device;
  device.bus_id = to_text(PciAddress{pci.domain, pci.bus, pci.dev, pci.func});
  device.class_id = pci.class_id;
  device.vendor_id = pci.vendor_id;
  device.device_id = pci.device_id;
  device.pcie = bridges.pcie_of(object);
  add_os_devices(object, device);
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
  const Bridges bridges(objects);
  std::vector<PciDevice> devices;
  devices.reserve(objects.size());
  for (const hwloc_obj_t object : objects)
    devices.push_back(read_device(topology, object, bridges));
  return devices;
}

}  // namespace koord::probe
