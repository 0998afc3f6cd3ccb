// Where PCI devices of a machine hang, as Device objects say it.
#pragma once

#include <map>
#include <string>

#include "object/devices.h"
#include "topology/topology.h"

namespace koord::probe {

class DevicePlaces {
 public:
  explicit DevicePlaces(const Topology &machine);

  // A bus id that the machine does not have is placed by its bus id alone.
  object::DevicePlace of(const std::string &bus_id) const;

 private:
  int node_of(const PciDevice &device) const;
  int socket_of(const PciDevice &device) const;

  const Topology &machine_;
  std::map<std::string, const PciDevice *> devices_;
};

}  // namespace koord::probe
