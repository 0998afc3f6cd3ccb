#include "probe/device_place.h"

#include <algorithm>
#include <utility>

#include "probe/sysfs_pci.h"

namespace koord::probe {

DevicePlaces::DevicePlaces(const Topology &machine, std::string sysfs_root)
    : machine_(machine), sysfs_root_(std::move(sysfs_root)) {
  for (const PciDevice &device : machine.devices()) devices_.emplace(device.bus_id, &device);
}

object::DevicePlace DevicePlaces::of(const std::string &bus_id) const {
  object::DevicePlace place;
  place.bus_id = bus_id;
  if (const auto found = devices_.find(bus_id); found != devices_.end()) {
    place.pcie = found->second->pcie;
    place.node = node_of(*found->second);
    place.socket = socket_of(*found->second);
  }
  if (place.node < 0 && !sysfs_root_.empty()) place_by_sysfs(place);
  return place;
}

void DevicePlaces::place_by_sysfs(object::DevicePlace &place) const {
  const Topology::CpuNode *found =
      machine_.find_numa_place(read_numa_node(sysfs_root_, place.bus_id));
  if (found == nullptr || found->index < 0) return;
  place.node = found->id;
  const Topology::Socket &socket = machine_.sockets()[static_cast<size_t>(found->socket)];
  if (place.socket < 0 && found->cpus.is_subset_of(socket.cpus)) place.socket = socket.id;
}

// Memory without CPUs (HBM, CXL) may be local, too, so only the one node that has CPUs counts.
int DevicePlaces::node_of(const PciDevice &device) const {
  int node = -1;
  for (const Topology::NumaNode &candidate : machine_.nodes()) {
    if (candidate.cpus.empty() || std::find(device.node_ids.begin(), device.node_ids.end(),
                                            candidate.id) == device.node_ids.end())
      continue;
    if (node >= 0) return -1;
    node = candidate.id;
  }
  return node;
}

int DevicePlaces::socket_of(const PciDevice &device) const {
  int socket = -1;
  for (const Topology::Socket &candidate : machine_.sockets()) {
    if (!candidate.cpus.intersects(device.cpus)) continue;
    if (socket >= 0) return -1;
    socket = candidate.id;
  }
  return socket;
}

}  // namespace koord::probe
