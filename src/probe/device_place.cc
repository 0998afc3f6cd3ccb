#include "probe/device_place.h"

#include <algorithm>

namespace koord::probe {

DevicePlaces::DevicePlaces(const Topology &machine) : machine_(machine) {
  for (const PciDevice &device : machine.devices()) devices_.emplace(device.bus_id, &device);
}

object::DevicePlace DevicePlaces::of(const std::string &bus_id) const {
  object::DevicePlace place;
  place.bus_id = bus_id;
  const auto found = devices_.find(bus_id);
  if (found == devices_.end()) return place;
  place.pcie = found->second->pcie;
  place.node = node_of(*found->second);
  place.socket = socket_of(*found->second);
  return place;
}

// Memory without CPUs (HBM, CXL) may be local, too: what counts is the one node that has CPUs.
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
