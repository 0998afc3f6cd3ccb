// The pool whose devices a pod gets by a resource that it requests.
#pragma once

#include <string_view>

#include "device/ledger/inventory.h"

namespace koord::device {

struct RequestedPool {
  int pool = -1;           // position in Inventory::pools; -1 if the node has no such devices
  bool by_plugin = false;  // a device plugin chooses the devices: kubelet records their ids
  bool by_amount = false;  // devices of the pool have an amount of the resource
  bool by_table = false;   // known by the name of a device plugin only
  bool parts = false;      // counts parts of devices, of which several may be of one device
};
// A resource of GPUs, RDMA or FPGA devices by name; a resource that devices of the node have; an
// instance of a MIG profile, which is part of a GPU if the node does not list the profile; a name
// that the node states for a plugin (device-plugins); or a name of the table of device plugins
// (base/generated/device_plugins.h).
RequestedPool requested_pool(const Inventory &inventory, const object::Resources &resources,
                             std::string_view resource);

// Returns the number of ids in kubelet's record of a container that requests this amount: one for
// each unit. If devices have more than one unit each, as percentages do, it is the number of
// devices that the amount means.
int64_t ids_for(const Inventory &inventory, const RequestedPool &of, ResourceId resource,
                int64_t amount);

// Returns grants that keep all devices from other pods of which a pod with devices of the type may
// have some. A plugin that serves GPUs by their name (`by_plugin`) may also give MIG instances of
// any profile: instead of GPUs (NVIDIA's strategy "single"), or with a GPU (strategy "none").
Grants close_type(const Inventory &inventory, TypeId type, bool by_plugin);

}  // namespace koord::device
