// The devices of a node, found by the names that ResourceSlices have for the same hardware.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "object/devices.h"
#include "object/resource_claims.h"

namespace koord::device {

// An index of the devices of a Device object. The object must outlive it. The Go package
// kubernetes/objects/dradevices has the same rules; tests/data/resource_claims holds both to them.
class NodeDevices {
 public:
  explicit NodeDevices(const object::DeviceObject &object);

  // The relation of a device of a ResourceSlice to those of the node.
  enum class Answer {
    kUnidentified,  // may be any device of the node
    kSame,          // is a device of the node
    kOther          // is none of the node's GPUs
  };
  struct Match {
    Answer answer = Answer::kUnidentified;
    // The device, or the GPU that the MIG instance is a part of; null unless the answer is kSame.
    const object::DeviceInfo *device = nullptr;
    const object::MigInstance *instance = nullptr;  // null if it is no listed MIG instance
  };
  // Returns the device of the node that the device is, or that it is a part of. A MIG instance that
  // the node does not list is its GPU. A null device is unidentified.
  Match find(const object::SliceDevice *device) const;

  bool has_gpus() const { return gpus_ > 0; }
  // Returns a resource by which the record of a node's devices recognizes the type, or "".
  std::string resource_of(std::string_view type) const;

 private:
  void add(const object::DeviceInfo &device);
  void add_gpu(const object::DeviceInfo &gpu, const std::string &address);
  Match find(const object::DeviceIdentity &identity) const;
  // Returns true if none of the node's GPUs has an identity that find() did not find.
  bool excludes(const object::DeviceIdentity &identity) const;

  const object::DeviceObject &object_;
  using Devices = std::map<std::string, const object::DeviceInfo *, std::less<>>;
  Devices by_id_, by_address_;
  Devices by_bus_;  // GPUs; no other card has functions on the bus
  std::map<std::string, const object::MigInstance *, std::less<>> instances_;
  size_t gpus_ = 0;
  bool addressed_ = true;  // the PCI address of each GPU is known
  std::string scheme_;     // begins the ids of all GPUs ("gpu-"); empty if they differ
};

// Returns false for a driver without GPUs, whose devices may state no identity.
bool may_have_gpus(std::string_view driver);

}  // namespace koord::device
