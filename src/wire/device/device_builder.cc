#include "wire/device/device_builder.h"

#include <string>
#include <utility>

#include "base/error.h"
#include "wire/device/device_decoder.h"
#include "wire/device/device_fields.h"

namespace koord::wire {
namespace {

std::string device_path(size_t index) { return "spec.devices[" + std::to_string(index) + ']'; }

}  // namespace

void DeviceBuilder::clear() {
  texts_.clear();
  name_ = {};
  labels_.clear();
  annotations_.clear();
  devices_.clear();
  device_labels_.clear();
  resources_.clear();
  groups_.clear();
  group_labels_.clear();
  vfs_.clear();
}

int32_t DeviceBuilder::add_device(const Settings &settings) {
  if (devices_.size() == kMaxDevices)
    throw Error(Status::kLimit, "devices: more than " + std::to_string(kMaxDevices) + " devices");
  devices_.push_back({settings, {}});
  return devices() - 1;
}

int32_t DeviceBuilder::add_vf_group(int32_t device) {
  texts_.add({});  // counts as a piece, so groups are bounded
  groups_.push_back(device);
  return vf_groups() - 1;
}

void DeviceBuilder::add_vf(int32_t group, int32_t minor, std::string_view bus_id) {
  if (vfs_.size() == kMaxVfs)
    throw Error(Status::kLimit, "vfs: more than " + std::to_string(kMaxVfs) + " virtual functions");
  vfs_.push_back({group, minor, texts_.add(bus_id)});
}

void DeviceBuilder::add_named(std::vector<LabelRow> &rows, int32_t of, std::string_view name,
                              std::string_view text) {
  texts_.check_room(name.size() + text.size());
  const TextRange first = texts_.add(name);
  rows.push_back({of, first, texts_.add(text)});
}

object::Attribute DeviceBuilder::attribute(const LabelRow &row) const {
  return {std::string(texts_.at(row.name)), std::string(texts_.at(row.text))};
}

void DeviceBuilder::fill(object::DeviceInfo &out, const DeviceRow &row) const {
  const auto text = [&](Text which) { return texts_.at(row.texts[static_cast<size_t>(which)]); };
  out.type = text(Text::kType);
  out.id = text(Text::kId);
  out.minor = row.settings.minor;
  out.module = row.settings.module;
  out.healthy = row.settings.healthy;
  out.placed = row.settings.placed;
  if (!out.placed) return;
  out.place.socket = row.settings.socket;
  out.place.node = row.settings.numa_node;
  out.place.pcie = text(Text::kPcie);
  out.place.bus_id = text(Text::kBusId);
}

std::vector<object::VfGroup> DeviceBuilder::read_groups() const {
  std::vector<object::VfGroup> out(groups_.size());
  for (const LabelRow &row : group_labels_)
    out[static_cast<size_t>(row.of)].labels.push_back(attribute(row));
  for (const VfRow &row : vfs_)
    out[static_cast<size_t>(row.group)].vfs.push_back(
        {row.minor, std::string(texts_.at(row.bus_id))});
  for (object::VfGroup &group : out) sort_labels(group.labels);
  return out;
}

void DeviceBuilder::fill_devices(object::DeviceObject &out, const Log &log) const {
  out.devices.resize(devices_.size());
  for (const LabelRow &row : device_labels_)
    out.devices[static_cast<size_t>(row.of)].labels.push_back(attribute(row));
  for (const ResourceRow &row : resources_)
    out.devices[static_cast<size_t>(row.device)].resources.push_back(
        {std::string(texts_.at(row.name)), row.amount});
  std::vector<object::VfGroup> groups = read_groups();
  for (size_t i = 0; i < groups.size(); ++i)
    out.devices[static_cast<size_t>(groups_[i])].vf_groups.push_back(std::move(groups[i]));
  for (size_t i = 0; i < devices_.size(); ++i) {
    object::DeviceInfo &device = out.devices[i];
    fill(device, devices_[i]);
    check_device(device, [&] { return device_path(i); });
    sort_labels(device.labels);
    sort_amounts(device.resources);
    device.resources = rename_device_amounts(
        std::move(device.resources), [&] { return device_path(i) + ".resources"; }, log);
    for (size_t g = 0; g < device.vf_groups.size(); ++g)
      for (size_t v = 0; v < device.vf_groups[g].vfs.size(); ++v)
        check_vf(device.vf_groups[g].vfs[v], [&] {
          return device_path(i) + ".vfGroups[" + std::to_string(g) + "].vfs[" + std::to_string(v) +
                 ']';
        });
  }
}

object::DeviceObject DeviceBuilder::build(const Log &log) const {
  object::DeviceObject out;
  const std::string_view name = texts_.at(name_);
  read_named(name_of_object(kDevice, "", name), log, [&](const Log &remarks) {
    if (name.empty()) throw Error(Status::kInvalid, "metadata.name: missing");
    out.node = name;
    out.labels = labels_.sorted(texts_);
    fill_devices(out, remarks);
    read_device_texts(BuiltTexts(texts_, labels_, annotations_, remarks), out);
  });
  return out;
}

}  // namespace koord::wire
