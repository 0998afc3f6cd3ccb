#include "wire/pod/device_annotations.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "base/error.h"
#include "object/device_names.h"
#include "wire/device/device_fields.h"
#include "wire/json/json_writer.h"
#include "wire/object/amount.h"
#include "wire/object/api_object.h"

namespace koord::wire {
namespace {

using object::DeviceCount;

constexpr size_t kMaxTypes = 64;
constexpr size_t kMaxAllocated = 4096;

constexpr Spelling<DeviceCount> kCounts[] = {{DeviceCount::kByAmount, ""},
                                             {DeviceCount::kApplyForAll, "ApplyForAll"},
                                             {DeviceCount::kRequestsAsCount, "RequestsAsCount"}};

void check_types(size_t count, const JsonValue &value) {
  if (count > kMaxTypes)
    throw Error(Status::kLimit,
                value.path() + ": more than " + std::to_string(kMaxTypes) + " device types");
}

object::DeviceHint read_hint(std::string_view type, const JsonValue &value) {
  object::DeviceHint hint;
  hint.type = type;
  if (const auto selector = value.find("selector")) hint.selector = read_label_selector(*selector);
  if (const auto selector = value.find("vfSelector")) {
    hint.selects_vfs = true;
    hint.vf_selector = read_label_selector(*selector);
  }
  if (const auto text = value.find("allocateStrategy")) hint.count = read_spelled(*text, kCounts);
  if (const auto text = value.find("requiredTopologyScope"))
    hint.scope = read_spelled(*text, object::kDeviceScopeSpellings);
  if (const auto text = value.find("exclusivePolicy"))
    hint.exclusive = read_spelled(*text, object::kDeviceExclusiveSpellings);
  return hint;
}

object::AllocatedDevice read_allocated(std::string_view type, const JsonValue &value,
                                       const Log &log) {
  object::AllocatedDevice out;
  out.type = type;
  out.minor = static_cast<int32_t>(value.int_or("minor", 0, INT32_MAX, 0));
  out.id = value.string_or("id", "");
  out.resources = read_device_amounts(value, log);
  if (const auto extension = value.find("extension")) {
    out.share_template = extension->string_or("gpuSharedResourceTemplate", "");
    for (const JsonValue &vf : extension->elements_of("vfs")) {
      if (out.vfs.size() == kMaxAllocated)
        throw Error(Status::kLimit, vf.path() + ": more than " + std::to_string(kMaxAllocated) +
                                        " virtual functions");
      out.vfs.push_back(
          {static_cast<int32_t>(vf.int_or("minor", -1, INT32_MAX, 0)), vf.string_or("busID", "")});
    }
  }
  return out;
}

// The devices of one type in an annotation. A minor may be listed again with another id, because a
// device that the node has no more may have had it.
class ListedDevices {
 public:
  // Returns false if the device is listed already.
  bool add(const object::AllocatedDevice &device) {
    const auto same_minor = ids_.lower_bound({device.minor, ""});
    const bool has_minor = same_minor != ids_.end() && same_minor->first == device.minor;
    if (has_minor && (device.id.empty() || same_minor->second.empty())) return false;
    return ids_.emplace(device.minor, device.id).second;
  }

 private:
  std::set<std::pair<int32_t, std::string>> ids_;
};

void write_extension(JsonWriter &out, const object::AllocatedDevice &device) {
  if (device.vfs.empty() && device.share_template.empty()) return;
  out.key("extension").begin_object();
  if (!device.vfs.empty()) {
    out.key("vfs").begin_array();
    for (const object::VirtualFunction &vf : device.vfs) {
      out.begin_object();
      if (vf.minor != 0) out.member("minor", vf.minor);
      if (!vf.bus_id.empty()) out.member("busID", vf.bus_id);
      out.end_object();
    }
    out.end_array();
  }
  if (!device.share_template.empty())
    out.member("gpuSharedResourceTemplate", device.share_template);
  out.end_object();
}

}  // namespace

std::vector<object::DeviceHint> read_device_hints(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  std::vector<object::DeviceHint> out;
  for (const auto &[type, value] : document.root().members()) {
    if (value.is_null()) continue;
    out.push_back(read_hint(type, value));
    check_types(out.size(), value);
  }
  return out;
}

object::JointDevices read_joint_devices(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  const JsonValue root = document.root();
  object::JointDevices out;
  for (const JsonValue &type : root.elements_of("deviceTypes")) {
    out.types.emplace_back(type.as_string());
    check_types(out.types.size(), type);
  }
  if (const auto scope = root.find("requiredScope")) {
    if (scope->as_string() != "SamePCIe" && !scope->as_string().empty())
      scope->fail_expected("SamePCIe");
    out.same_pcie = !scope->as_string().empty();
  }
  return out;
}

object::PartitionSpec read_partition_spec(std::string_view json, std::string_view what) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  const JsonValue root = document.root();
  object::PartitionSpec out;
  if (const auto policy = root.find("allocatePolicy")) {
    const std::string_view name = policy->as_string();
    if (name != "Restricted" && name != "BestEffort" && !name.empty())
      policy->fail_expected("Restricted or BestEffort");
    out.restricted = name == "Restricted";
  }
  if (const auto bandwidth = root.find("ringBusBandwidth"))
    out.ring_bandwidth = read_bytes(*bandwidth);
  return out;
}

std::vector<object::AllocatedDevice> read_device_allocated(std::string_view json,
                                                           std::string_view what, const Log &log) {
  const JsonDocument document = JsonDocument::parse(json, what, kAnnotationLimits);
  std::vector<object::AllocatedDevice> out;
  size_t types = 0;
  for (const auto &[type, list] : document.root().members()) {
    if (list.is_null()) continue;
    check_types(++types, list);
    ListedDevices listed;
    for (const JsonValue &entry : list.elements()) {
      if (out.size() == kMaxAllocated)
        throw Error(Status::kLimit,
                    entry.path() + ": more than " + std::to_string(kMaxAllocated) + " devices");
      out.push_back(read_allocated(type, entry, log));
      if (!listed.add(out.back()))
        entry.fail("minor " + std::to_string(out.back().minor) + " is listed twice");
    }
  }
  return out;
}

std::string to_annotation(const std::vector<object::AllocatedDevice> &devices) {
  std::map<std::string_view, std::vector<const object::AllocatedDevice *>> by_type;
  for (const object::AllocatedDevice &device : devices) by_type[device.type].push_back(&device);
  JsonWriter out;
  out.begin_object();
  for (const auto &[type, list] : by_type) {
    out.key(type).begin_array();
    for (const object::AllocatedDevice *device : list) {
      out.begin_object().member("minor", device->minor).key("resources").begin_object();
      for (const object::Amount &amount : device->resources)
        out.member(amount.resource, amount_text(amount.resource, amount.value));
      out.end_object();
      if (!device->id.empty()) out.member("id", device->id);
      write_extension(out, *device);
      out.end_object();
    }
    out.end_array();
  }
  return out.end_object().take();
}

}  // namespace koord::wire
