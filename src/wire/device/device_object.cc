#include "wire/device/device_object.h"

#include <utility>

#include "wire/device/device_decoder.h"
#include "wire/device/device_fields.h"
#include "wire/object/api_object.h"

namespace koord::wire {
namespace {

using object::DeviceInfo;
using object::DeviceObject;

constexpr int64_t kMaxMinor = INT32_MAX;

object::DevicePlace read_place(const JsonValue &topology) {
  object::DevicePlace place;
  place.socket = static_cast<int32_t>(topology.int_or("socketID", -1, INT32_MAX, -1));
  place.node = static_cast<int32_t>(topology.int_or("nodeID", -1, Topology::kMaxNodes - 1, -1));
  place.pcie = topology.string_or("pcieID", "");
  place.bus_id = topology.string_or("busID", "");
  return place;
}

void read_vf_groups(const JsonValue &device, DeviceInfo &out, size_t &vfs) {
  for (const JsonValue &group : device.elements_of("vfGroups")) {
    object::VfGroup read;
    if (const auto labels = group.find("labels")) read.labels = read_labels(*labels);
    for (const JsonValue &vf : group.elements_of("vfs")) {
      check_count(++vfs, kMaxVfs, vf, "virtual functions");
      read.vfs.push_back(
          {static_cast<int32_t>(vf.int_or("minor", -1, kMaxMinor, 0)), vf.string_or("busID", "")});
      check_vf(read.vfs.back(), [&] { return vf.path(); });
    }
    out.vf_groups.push_back(std::move(read));
  }
}

DeviceInfo read_device(const JsonValue &device, size_t &vfs, const Log &log) {
  DeviceInfo out;
  out.type = read_renamed(device, "type", "deviceType", log);
  check_device(out, [&] { return device.path(); });
  out.id = read_renamed(device, "id", "uuid", log);
  out.minor = static_cast<int32_t>(device.int_or("minor", 0, kMaxMinor, 0));
  out.module = static_cast<int32_t>(device.int_or("moduleID", -1, INT32_MAX, -1));
  out.healthy = device.bool_or("health", false);
  out.resources = read_device_amounts(device, log);
  if (const auto labels = device.find("labels")) out.labels = read_labels(*labels);
  if (const auto topology = device.find("topology")) {
    out.placed = true;
    out.place = read_place(*topology);
  }
  read_vf_groups(device, out, vfs);
  return out;
}

DeviceObject device_from(const ApiObject &object) {
  DeviceObject out;
  const JsonValue metadata = object.root().at("metadata");
  out.node = metadata.at("name").as_string();
  if (const auto labels = metadata.find("labels")) out.labels = read_labels(*labels);
  size_t vfs = 0;
  if (const auto spec = object.root().find("spec"))
    for (const JsonValue &device : spec->elements_of("devices")) {
      check_count(out.devices.size() + 1, kMaxDevices, device, "devices");
      out.devices.push_back(read_device(device, vfs, object.log()));
    }
  read_device_texts(object, out);
  return out;
}

}  // namespace

DeviceObject read_device_object(std::string_view json, const Log &log) {
  return read_device_object(JsonDocument::parse(json, kDevice.kind).root(), log);
}

DeviceObject read_device_object(const JsonValue &root, const Log &log) {
  return read_object(root, kDevice, log, device_from);
}

}  // namespace koord::wire
