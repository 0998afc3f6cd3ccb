// Locations of a machine's PCI devices, in the form of Device objects.
#pragma once

#include <map>
#include <string>

#include "object/devices.h"
#include "topology/topology.h"

namespace koord::probe {

class DevicePlaces {
 public:
  // sysfs_root: the directory that holds sys/ of the machine; empty if there is none.
  DevicePlaces(const Topology &machine, std::string sysfs_root);

  // Returns the location of a device. If the topology gives no single NUMA node, it is the one that
  // sysfs reports. The location of a bus id that is in neither contains only the bus id.
  object::DevicePlace of(const std::string &bus_id) const;

 private:
  void place_by_sysfs(object::DevicePlace &place) const;
  int node_of(const PciDevice &device) const;
  int socket_of(const PciDevice &device) const;

  const Topology &machine_;
  const std::string sysfs_root_;
  std::map<std::string, const PciDevice *> devices_;
};

}  // namespace koord::probe
