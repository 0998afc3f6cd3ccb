#include "device/resource_claims/node_devices.h"

#include <algorithm>

#include "object/device_names.h"

namespace koord::device {
namespace {

using object::DeviceIdentity;
using object::DeviceInfo;

// Returns domain and bus of an address. Bus 0, on which virtual machines have devices of all kinds,
// is none.
std::string_view bus_of(std::string_view address) {
  const std::string_view bus = address.substr(0, address.empty() ? 0 : sizeof "0000:00" - 1);
  return bus.ends_with(":00") ? std::string_view() : bus;
}

std::string address_of(const DeviceInfo &device) {
  return object::linux_pci_address(
      device.placed && !device.place.bus_id.empty() ? device.place.bus_id : device.id);
}

}  // namespace

NodeDevices::NodeDevices(const object::DeviceObject &object) : object_(object) {
  for (const DeviceInfo &device : object.devices) add(device);
  for (const object::MigGpu &gpu : object.mig)
    for (const object::MigInstance &instance : gpu.instances)
      instances_.insert_or_assign(object::to_lower(instance.id), &instance);
}

void NodeDevices::add(const DeviceInfo &device) {
  if (!device.id.empty()) by_id_.insert_or_assign(object::to_lower(device.id), &device);
  const std::string address = address_of(device);
  if (!address.empty()) by_address_.insert_or_assign(address, &device);
  for (const object::VfGroup &group : device.vf_groups)
    for (const object::VirtualFunction &vf : group.vfs)
      if (std::string of = object::linux_pci_address(vf.bus_id); !of.empty())
        by_address_.insert_or_assign(std::move(of), &device);
  if (device.type == object::kGpuType) add_gpu(device, address);
}

void NodeDevices::add_gpu(const DeviceInfo &gpu, const std::string &address) {
  if (const std::string_view bus = bus_of(address); !bus.empty())
    by_bus_.insert_or_assign(std::string(bus), &gpu);
  addressed_ = addressed_ && !address.empty();
  std::string scheme = object::to_lower(gpu.id);
  const size_t dash = scheme.find('-');
  scheme.resize(dash == std::string::npos ? 0 : dash + 1);
  if (gpus_ > 0 && scheme != scheme_) scheme.clear();
  scheme_ = std::move(scheme);
  ++gpus_;
}

NodeDevices::Match NodeDevices::find(const object::SliceDevice *device) const {
  if (device == nullptr) return {};
  bool is_other = false;
  for (const DeviceIdentity &identity : device->identities) {
    if (const Match match = find(identity); match.answer == Answer::kSame) return match;
    is_other = is_other || excludes(identity);
  }
  return {is_other ? Answer::kOther : Answer::kUnidentified};
}

NodeDevices::Match NodeDevices::find(const DeviceIdentity &identity) const {
  const auto look_up = [](const Devices &devices, std::string_view key) -> Match {
    const auto at = devices.find(key);
    if (at == devices.end()) return {};
    return {Answer::kSame, at->second};
  };
  if (identity.address.empty()) {
    if (const auto at = instances_.find(identity.id); at != instances_.end())
      return {Answer::kSame, nullptr, at->second};
    return look_up(by_id_, identity.id);
  }
  if (const Match match = look_up(by_address_, identity.address); match.answer == Answer::kSame)
    return match;
  const std::string_view bus = bus_of(identity.address);
  return bus.empty() ? Match{} : look_up(by_bus_, bus);
}

bool NodeDevices::excludes(const DeviceIdentity &identity) const {
  if (!identity.address.empty()) return addressed_;
  return !scheme_.empty() && identity.id.starts_with(scheme_);
}

std::string NodeDevices::resource_of(std::string_view type) const {
  if (type == object::kGpuType) return std::string(kWellKnownResourceNames[kResourceNvidiaGpu]);
  if (type == object::kRdmaType) return std::string(object::kRdmaResource);
  if (type == object::kFpgaType) return std::string(object::kFpgaResource);
  for (const DeviceInfo &device : object_.devices)
    if (device.type == type && !device.resources.empty()) return device.resources.front().resource;
  return "";
}

bool may_have_gpus(std::string_view driver) {
  constexpr std::string_view kOthers[] = {"compute-domain.nvidia.com", "dra.net", "dra.cpu",
                                          "dra.memory"};
  return std::ranges::find(kOthers, driver) == std::end(kOthers);
}

}  // namespace koord::device
